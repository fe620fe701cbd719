// A nudge never moves what is under the hands: figures change in place, rows are added below; everything else waits behind a line.
import { halt, release } from "./sending.js";

const FIELDS = "input:not([type=hidden]), textarea, select";
const CONFIRMS = ".confirm, form[data-sign]"; // what somebody is about to confirm is never replaced under their hands
const [MARKED_MS, WAITS] = [2000, "waits-behind"];
const fresh = new WeakMap(); // what a part will be when it is shown

const isNudge = (request) => request.triggeringEvent?.type === "live";
const rowsOf = (part) => new Map([...part.querySelectorAll("[data-row]")].map((row) => [row.dataset.row, row]));

function isTyped(field) {
  if (field.options) return field.selectedIndex !== Math.max(0, [...field.options].findIndex((each) => each.defaultSelected));
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
}

function isHeld(part) {
  const isOpen = part.querySelector(`${CONFIRMS}, :popover-open, dialog[open], :focus`) !== null;
  return isOpen || part.hasAttribute("data-kept") || [...part.querySelectorAll(FIELDS)].some(isTyped);
}

// What a person sees of it: not the ages that count by themselves, the ids of forms, nor why a button waits meanwhile.
function face(part) {
  const copy = part.cloneNode(true);
  copy.querySelectorAll(`.${WAITS}, input[type=hidden]`).forEach((each) => each.remove());
  copy.querySelectorAll("[data-since], [data-ends]").forEach((each) => each.replaceChildren() ?? ["data-left", "data-as-of"].forEach((name) => each.removeAttribute(name)));
  copy.querySelectorAll("[data-halted]").forEach((button) => release(button, button.dataset.halted));
  copy.querySelectorAll(".marked").forEach((each) => each.classList.remove("marked"));
  return copy.innerHTML.replaceAll(' class=""', "").replace(/>\s+</g, "><").trim();
}

function change(row, next) {
  [...row.children].forEach((cell, place) => {
    const other = next.children[place];
    if (!other || face(cell) === face(other) || isHeld(cell)) return;
    cell.replaceChildren(...other.cloneNode(true).childNodes);
    cell.classList.add("marked");
    setTimeout(() => cell.classList.remove("marked"), MARKED_MS);
  });
}

// The buttons that confirm; one that was pressed just now waits for its own answer, and what changed is what it did.
function confirming(part) {
  return part.querySelectorAll(`:is(${CONFIRMS}) [type=submit]:not([data-halted=sent])`);
}

function offer(part, count) {
  const line = part.querySelector(`:scope > .${WAITS}`) ?? document.createElement("p");
  Object.assign(line, { className: WAITS, role: "status" });
  line.replaceChildren(Object.assign(document.createElement("button"), { type: "button", className: "button" }));
  line.firstChild.textContent = count ? `${count} new, show` : "Changed, show";
  part.append(line);
  const changed = fresh.get(part).querySelector("[data-changed]")?.dataset.changed;
  confirming(part).forEach((button) => halt(button, changed ? `Changed just now. ${changed}` : "Changed just now: show it first", "changed"));
}

// It is again as it was shown.
function withdraw(part) {
  part.querySelector(`:scope > .${WAITS}`)?.remove();
  confirming(part).forEach((button) => release(button, "changed"));
  return false;
}

// The part itself stays, so that what is being fetched for it meanwhile still finds it.
function reveal(part) {
  part.removeAttribute("data-kept");
  part.replaceChildren(...fresh.get(part).childNodes);
  htmx.process(part);
  Object.assign(part, { tabIndex: -1 }).focus({ preventScroll: true });
}

// Whether the new part may take the place of the old one; otherwise as much of it as moves nothing is brought in.
function mayReplace(part, next) {
  const [rows, now] = [rowsOf(part), rowsOf(next)];
  if (face(part) === face(next)) return withdraw(part);
  if (!rows.size && !isHeld(part)) return true;
  fresh.set(part, next);
  rows.forEach((row, key) => now.has(key) && change(row, now.get(key)));
  const added = [...now.keys()].filter((key) => !rows.has(key));
  const isBelow = rows.size > 0 && [...rows.keys()].every((key, place) => key === [...now.keys()][place]);
  if (isBelow) [...rows.values()].at(-1).after(...added.map((key) => now.get(key).cloneNode(true)));
  if (!isBelow || face(part) !== face(next)) offer(part, isBelow ? 0 : added.length);
  return false;
}

document.body.addEventListener("htmx:configRequest", ({ detail }) => { if (isNudge(detail)) detail.headers["X-Unattended"] = "1"; });
document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.shouldSwap || !isNudge(detail.requestConfig)) return;
  const page = new DOMParser().parseFromString(detail.xhr.responseText, "text/html");
  const next = page.getElementById(detail.target.id);
  document.querySelectorAll(`[data-follows="${detail.target.id}"]`).forEach((each) => each.replaceWith(page.getElementById(each.id) ?? each));
  detail.shouldSwap = next !== null && mayReplace(detail.target, next);
});
document.addEventListener("click", ({ target }) => { if (target.closest(`.${WAITS} button`)) reveal(target.closest("[data-live]")); });
