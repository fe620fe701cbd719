// Keys of the frame, and toasts that can be put away. Every one of them has a link or button of its own.
"use strict";

const OFF = "pitledger-single-keys-off";
const choice = document.querySelector("[data-single-keys]");
let wentAt = 0;

function isTyping(target) {
  return target.closest("input, textarea, select, [contenteditable]") !== null;
}

function find() {
  const field = document.querySelector("[data-find]");
  const menu = document.getElementById("menu");
  if (field.offsetParent === null) menu.showPopover();
  field.focus();
  field.select();
}

function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
  if (localStorage.getItem(OFF)) return;
  const follows = event.timeStamp - wentAt < 1500;
  wentAt = event.key === "g" ? event.timeStamp : 0;
  const link = follows && document.querySelector(`[data-go="${CSS.escape(event.key)}"]`);
  if (link) link.click();
  else if (event.key === "/") find();
  else if (event.key === "?") document.getElementById("keys").togglePopover();
  else return;
  event.preventDefault();
}

function dismissed(event) {
  const button = event.target.closest("[data-dismiss]");
  if (button) button.closest(".toast").remove();
}

document.querySelectorAll("[data-scripted]").forEach((element) => { element.hidden = false; });
choice.checked = !localStorage.getItem(OFF);
choice.addEventListener("change", () => {
  if (choice.checked) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, "1");
});
document.addEventListener("keydown", pressed);
document.addEventListener("click", dismissed);
