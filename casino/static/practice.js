// A practice terminal: the browser sits down as a machine with a key of its own, looks every second how things stand, and tells what is touched.
import { Acts } from "./practice-acts.js";
import { GIVE_UP_PLACE, TAKE_PLACE, isDealt } from "./practice-addresses.js";
import { Asking } from "./practice-asking.js";
import { areas, describe, draw, moved, reach } from "./practice-board.js";
import { isClosing, showRound, tell, tick } from "./practice-round.js";
import { canSign, forget, remember, remembered } from "./practice-seat.js";
import { showMeters, showSlip } from "./practice-slip.js";

const [SELDOM_MS, OFTEN_MS, TICK_MS] = [1000, 300, 200];
const root = document.querySelector("[data-terminal]");
const table = root.dataset.terminal;
const find = (name) => document.querySelector(`[data-${name}]`);
let [state, acts, asking, looking, looks, answered, ended] = [null, null, null, 0, 0, 0, false];

function refuse({ detail, rule }) {
  find("refused").textContent = detail ? `${detail}${rule ? ` (${rule})` : ""}` : "";
}

function stop(words) {
  ended = true;
  clearTimeout(looking);
  root.toggleAttribute("data-ended", true);
  refuse({ detail: words });
  find("again").hidden = false;
}

function post(address, fields, id) {
  const headers = { "X-CSRFToken": document.querySelector("[name=csrfmiddlewaretoken]").value, "Idempotency-Key": id };
  return fetch(address, { method: "POST", headers, body: new URLSearchParams(fields) }).catch(() => null);
}

async function sitDown() {
  const answer = await post(root.dataset.sitDown, {}, crypto.randomUUID());
  if (!answer?.ok) return stop(answer ? (await answer.json()).detail : "The server cannot be reached.");
  const seat = await answer.json();
  remember(table, seat);
  return seat;
}

function apply(told) {
  answered += 1;
  Object.assign(state, { credits: { ...state.credits, ...told.credits }, wagers: told.wagers });
  showMeters(state, areas);
  draw(state);
  refuse({});
}

async function look() {
  clearTimeout(looking);
  looks += 1;
  const [turn, asked] = [looks, answered];
  const answer = await asking.look();
  if (ended || turn !== looks) return undefined;
  if (answer?.status === 401) return stop("This place was given to somebody else, or its key is no longer good.");
  if (answer?.status === 409) return stop(answer.told.detail);
  if (answer?.status === 404) await takePlace();
  else if (!answer) find("under").textContent = "No answer from the server: this is how it stood before.";
  else if (answer.ok && asked === answered && !root.hasAttribute("data-asking")) take(answer.told);
  looking = setTimeout(look, isClosing() ? OFTEN_MS : SELDOM_MS);
  return undefined;
}

// Whoever sat here before may have left the terminal its place.
async function takePlace() {
  const answer = await asking.tell(() => ({ path: TAKE_PLACE }));
  if (!answer.ok && answer.told.code !== "position-taken") refuse(answer.told);
}

function take(told) {
  acts.note(state, told);
  state = told;
  acts.ahead = Date.parse(told.now) - Date.now();
  showRound(state);
  showSlip(state, areas);
  draw(state);
}

function choose(dollars) {
  acts.chip = dollars;
  document.querySelectorAll("[data-chip]").forEach((key) => key.setAttribute("aria-pressed", String(Number(key.dataset.chip) === dollars)));
}

function touched({ target }) {
  const [area, key] = [target.closest("[data-area]"), target.closest("[data-chip], [data-note], [data-act], [data-take-down], [data-call]")];
  if (!state || ended || root.hasAttribute("data-asking")) return;
  if (!key?.dataset.chip) refuse({});
  if (area) {
    reach(area);
    acts.place(area);
  } else if (key?.dataset.chip) choose(Number(key.dataset.chip));
  else if (key?.dataset.note) acts.takeNote(Number(key.dataset.note)).then(look);
  else if (key?.dataset.call) acts.call(Number(key.dataset.call), key.dataset.to);
  else if (key?.dataset.takeDown) acts.takeDown(Number(key.dataset.takeDown));
  else if (key?.dataset.act) acts[key.dataset.act]().then(look);
}

function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  moved(event);
  const area = event.target.closest("[data-area]");
  const chip = /^[1-5]$/.test(event.key) && document.querySelectorAll("[data-chip]")[Number(event.key) - 1];
  if (chip) chip.click();
  else if (area && event.repeat && ["Enter", " "].includes(event.key)) event.preventDefault(); // a key held down places once
  else if (area && event.key === "Backspace" && state && !ended) acts.takeFrom(area);
  else if (area instanceof SVGElement && ["Enter", " "].includes(event.key)) touched({ target: area });
  else return;
  event.preventDefault();
}

async function leave(event) {
  event.preventDefault();
  if (asking && !ended) {
    await asking.tell(() => ({ path: GIVE_UP_PLACE })); // refused while wagers lie there
    await post(root.dataset.standUp, { terminal: asking.seat.terminal, key_id: asking.seat.key_id }, crypto.randomUUID());
  }
  forget(table);
  location.assign(root.dataset.leave);
}

function wonder(isUnknown) {
  root.toggleAttribute("data-asking", isUnknown);
  if (isUnknown) tell("Asking what happened", "The answer to the last touch was lost. It is asked for again, and nothing is done twice.");
}

async function begin() {
  if (!canSign()) return tell("This page is not safe enough to sign", "Open it under https, or at 127.0.0.1.");
  tell("Practice", "Sitting down.");
  const known = remembered(table);
  const seat = known ?? (await sitDown());
  if (!seat) return undefined;
  asking = new Asking(table, seat, { unknown: () => wonder(true), known: () => wonder(false) });
  acts = new Acts(asking, { state: () => state, refused: refuse, changed: apply });
  if (known) await asking.resume();
  else {
    await takePlace();
    if (!isDealt) await acts.tellMeters(); // where they stand before the first note
  }
  return look();
}

find("again").addEventListener("click", () => { forget(table); location.reload(); });
find("leave-link").addEventListener("click", leave);
document.addEventListener("click", touched);
document.addEventListener("keydown", pressed);
["focusin", "pointerover"].forEach((name) => document.addEventListener(name, ({ target }) => {
  const area = target.closest("[data-area]");
  if (area && state) find("telling").textContent = describe(area, state);
}));
document.addEventListener("visibilitychange", () => { if (!document.hidden && asking && !ended) look(); });
setInterval(tick, TICK_MS);
begin();
