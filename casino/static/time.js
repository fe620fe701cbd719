// The clock, countdowns and ages, counted from the server's instant. While the link is lost ages stop and are struck, "as of" that moment.
// At zero a countdown says "closing": only the server closes.
"use strict";

const ahead = Date.parse(document.documentElement.dataset.now) - Date.now();
const SPOKEN = { 30: "30 seconds left", 10: "10 seconds left", 0: "closing" };

function figure(seconds) {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

// The same figure in the venue's zone: its offset stands in the instant the server wrote.
function wall(element, now) {
  const offset = /([+-])(\d\d):(\d\d)$/.exec(element.dateTime);
  const minutes = offset ? (offset[1] === "-" ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3])) : 0;
  return new Date(now + minutes * 60000).toISOString().slice(11, 19);
}

function count(element, now) {
  const left = Math.max(0, Math.ceil((Date.parse(element.dataset.ends) - now) / 1000));
  if (left === Number(element.dataset.left)) return;
  element.dataset.left = left;
  element.querySelector("[data-figure]").textContent = left ? figure(left) : "closing";
  const bar = element.querySelector("progress");
  if (bar) bar.value = left;
  const ring = element.querySelector("[data-ring]");
  if (ring) ring.setAttribute("stroke-dashoffset", 100 - (100 * left) / Number(element.dataset.of));
  if (left in SPOKEN) element.querySelector("[data-spoken]").textContent = SPOKEN[left];
}

function age(element, now) {
  delete element.dataset.asOf;
  element.textContent = figure(Math.max(0, Math.floor((now - Date.parse(element.dataset.since)) / 1000)));
}

// What a page without a link fetches meanwhile is of the moment at which it came.
function strike(element, moment) {
  element.dataset.asOf ??= moment;
}

function ages() {
  const now = Date.now() + ahead;
  const isLost = document.querySelector(".side .link.lost:not([hidden])") !== null;
  const moment = document.querySelector("[data-clock]").textContent;
  document.querySelectorAll("[data-since]").forEach((element) => (isLost ? strike(element, moment) : age(element, now)));
}

function tick() {
  const now = Date.now() + ahead;
  document.querySelectorAll("[data-clock]").forEach((element) => { element.textContent = wall(element, now); });
  document.querySelectorAll("[data-ends]").forEach((element) => count(element, now));
  ages();
  setTimeout(tick, 1000 - (now % 1000));
}

if (!Number.isNaN(ahead)) {
  tick();
  document.body.addEventListener("link", ages);
}
