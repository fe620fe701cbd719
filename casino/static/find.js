// Arrow keys over what Find has found: on its page from hit to hit, under the field from suggestion to suggestion. Enter opens, Esc clears.
"use strict";

const field = document.querySelector("[data-find][role=combobox]");
const list = document.getElementById("suggestions");

function options() {
  return [...list.querySelectorAll("a[role=option]")];
}

function choose(option) {
  options().forEach((each) => each.setAttribute("aria-selected", String(each === option)));
  if (option) field.setAttribute("aria-activedescendant", option.id);
  else field.removeAttribute("aria-activedescendant");
}

function show(isShown) {
  list.hidden = !isShown;
  field.setAttribute("aria-expanded", String(isShown));
  if (!isShown) choose(null);
}

function typed(event) {
  const shown = options();
  const at = shown.findIndex((each) => each.getAttribute("aria-selected") === "true");
  if (event.key === "ArrowDown" && shown.length) choose(shown[(at + 1) % shown.length]);
  else if (event.key === "ArrowUp" && shown.length) choose(shown[(at + shown.length - (at < 0 ? 0 : 1)) % shown.length]);
  else if (event.key === "Enter" && at >= 0 && !list.hidden) shown[at].click();
  else if (event.key === "Escape" && !list.hidden) show(false);
  else return;
  event.preventDefault();
}

function moved(event) {
  const hits = [...document.querySelectorAll("[data-hit]")];
  const at = hits.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (at < 0 || !step) return;
  hits[Math.min(Math.max(at + step, 0), hits.length - 1)].focus();
  event.preventDefault();
}

if (field) {
  list.addEventListener("htmx:afterSwap", () => show(field.value.trim() !== "" && list.children.length > 0));
  field.addEventListener("input", () => { if (field.value.trim() === "") show(false); });
  field.addEventListener("keydown", typed);
  field.addEventListener("blur", () => setTimeout(() => show(false), 150));
}
if (document.querySelector("[data-hits]")) document.addEventListener("keydown", moved);
