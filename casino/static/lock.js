// The idle lock that keeps the page: a dialog covers it until the password is given, and what was typed is still there.
const dialog = document.getElementById("lock");
const idle = Number(document.documentElement.dataset.idle) * 1000;
const [ACTIVE, OPENED] = ["pitledger-active", "pitledger-opened"]; // all pages of this browser are one desk
const [OFTEN, SELDOM] = [1000, 60000];
let [isLocked, seenAt] = [false, Date.now()];

export function lock() {
  if (!dialog || isLocked) return;
  isLocked = true;
  dialog.showModal();
}

function open() {
  isLocked = false;
  localStorage.setItem(ACTIVE, Date.now());
  dialog.querySelector("[data-told]").replaceChildren();
  dialog.close();
}

// Ask the server about this desk: it may be locked, or nobody at work here any more. What it answers, or null if it cannot be reached.
export async function ask(headers = { "X-Unattended": "1" }) {
  const options = { headers: { "HX-Request": "true", ...headers }, signal: AbortSignal.timeout(4000) };
  const answer = await fetch("/here/", options).catch(() => null);
  if (answer?.status === 423) lock();
  if (answer?.status === 401) location.reload();
  return answer;
}

async function unlock(event) {
  event.preventDefault();
  const form = event.target;
  const body = new FormData(form);
  form.reset();
  const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.status === 204) return localStorage.setItem(OPENED, Date.now()) ?? open();
  const words = answer ? await answer.text() : "The server cannot be reached.";
  dialog.querySelector("[data-told]").replaceChildren(...new DOMParser().parseFromString(words, "text/html").body.childNodes);
  return form.elements.password.focus();
}

// Typing reaches no server: it is told now and then that somebody is here.
function active() {
  const now = Date.now();
  if (isLocked || now - Number(localStorage.getItem(ACTIVE)) < OFTEN) return;
  localStorage.setItem(ACTIVE, now);
  if (now - seenAt < SELDOM) return;
  seenAt = now;
  ask({});
}

function look() {
  if (isLocked || Date.now() - Number(localStorage.getItem(ACTIVE)) < idle) return;
  lock();
  fetch(dialog.dataset.lock, { method: "POST", body: new FormData(dialog.querySelector("form")), redirect: "manual" }).catch(() => null);
}

if (dialog) {
  localStorage.setItem(ACTIVE, Date.now());
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  dialog.addEventListener("close", () => { if (isLocked) dialog.showModal(); });
  dialog.querySelector("form").addEventListener("submit", unlock);
  ["keydown", "pointerdown", "pointermove", "wheel"].forEach((name) => addEventListener(name, active, { passive: true }));
  addEventListener("storage", ({ key }) => { if (key === OPENED && isLocked) open(); });
  document.body.addEventListener("htmx:responseError", ({ detail }) => [401, 423].includes(detail.xhr.status) && ask());
  setInterval(look, OFTEN);
}
