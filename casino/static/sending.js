// Commands: the page sends its forms itself, so that an answer that was lost is asked for again under the same request id;
// and while the server cannot be reached its buttons say so. Nothing is queued.
import { ask, lock } from "./lock.js";

const [AGAIN_MS, LOOK_MS] = [2000, 5000];
const UNKNOWN = [502, 503, 504]; // somebody between us and the server answered for it
let looking = 0;

export function halt(button, why, reason) {
  if (button.disabled && !button.dataset.halted) return; // the server's own reason stands
  Object.assign(button, { disabled: true }).dataset.halted = reason;
  const line = button.querySelector(".why") ?? button.appendChild(document.createElement("span"));
  Object.assign(line, { className: "why", textContent: why });
}

export function release(button, reason) {
  if (button.dataset.halted !== reason) return;
  delete button.dataset.halted;
  button.disabled = false;
  button.querySelector(".why").remove();
}

function post(form, body) {
  const headers = { "HX-Request": "true", "X-Where-Next": "1" };
  return fetch(form.action, { method: "POST", body, headers }).then((answer) => (UNKNOWN.includes(answer.status) ? null : answer), () => null);
}

// Where a form is told something that is no page of its own.
function place(form) {
  const there = form.querySelector("[data-told]") ?? document.createElement("div");
  there.dataset.told = "";
  form.prepend(there);
  return there;
}

async function show(form, answer) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = page.getElementById("main");
  if (main) document.getElementById("main").replaceWith(main);
  else place(form).replaceChildren(...page.body.childNodes);
  if (main) htmx.process(main);
  (main ?? form).querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
}

// While nobody knows what happened, no link says that nothing did.
function hideLinks(form, isUnknown) {
  form.querySelectorAll("a.button").forEach((each) => each.toggleAttribute("hidden", isUnknown));
}

async function send(form, button) {
  const body = new FormData(form, button);
  halt(button, "Sending", "sent");
  let answer = await post(form, body);
  while (!answer) {
    halt(button, "Asking what happened", "sent");
    hideLinks(form, true);
    place(form).replaceChildren(document.getElementById("asking").content.cloneNode(true));
    await new Promise((done) => { setTimeout(done, AGAIN_MS); });
    answer = await post(form, body);
  }
  const next = answer.headers.get("X-Where-Next");
  if (next) return location.assign(next);
  place(form).replaceChildren();
  hideLinks(form, false);
  release(button, "sent");
  return answer.status === 423 ? lock() : show(form, answer);
}

function reach(isThere) {
  document.querySelectorAll("form[method=post] [type=submit]").forEach((button) => {
    if (isThere) release(button, "away");
    else if (!button.dataset.halted) halt(button, "The server cannot be reached", "away");
  });
}

async function look() {
  const answer = await ask();
  const isThere = answer !== null && answer.status < 500;
  reach(isThere);
  clearTimeout(looking);
  if (!isThere) looking = setTimeout(look, LOOK_MS);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post" || !form.elements.request_id || form.hasAttribute("hx-post")) return;
  event.preventDefault();
  send(form, event.submitter ?? form.querySelector("[type=submit]"));
});
if (document.getElementById("asking")) {
  document.body.addEventListener("link", ({ detail }) => (detail === "live" ? reach(true) : look()));
  ["online", "offline"].forEach((name) => addEventListener(name, look));
}
