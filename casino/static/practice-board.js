// The areas of the layout: chips on them, which are closed and why, and the arrow keys that go from one to the next.
import { chip, money } from "./practice-drawing.js";

const boards = document.querySelectorAll("[data-board]");
export const areas = new Map([...document.querySelectorAll("[data-area]")].map((area) => [area.dataset.area, area]));
const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
const EVERYWHERE = "every selection";

// Whether a roll has brought the wager from its area to a number.
export const hasTravelled = (wager) => "travels" in areas.get(wager.selection).dataset && /^\d+$/.test(wager.state);
export const on = (wagers, selection) => wagers.find((each) => each.selection === selection && !hasTravelled(each));
export const whyClosed = (closed, selection) => closed[selection] ?? closed[EVERYWHERE];

function put(area, cents) {
  if (Number(area.dataset.cents ?? 0) === cents) return;
  area.dataset.cents = cents;
  area.querySelector(":scope > .casino-chip")?.remove();
  if (cents) area.append(chip(cents, area.dataset));
}

function say(area, cents, why) {
  const { name, odds, pieces } = area.dataset;
  const parts = [`${name}, ${odds}`, ...(pieces > 1 ? [`${pieces} pieces`] : []), ...(cents ? [`${money(cents)} lies there`] : []), ...(why ? [`closed: ${why.sentence}`] : [])];
  const label = parts.join(", ");
  if (area.getAttribute("aria-label") !== label) area.setAttribute("aria-label", label);
}

function arrive(wagers) {
  document.querySelectorAll("[data-arrived]").forEach((place) => {
    const there = wagers.filter((each) => hasTravelled(each) && each.state === place.dataset.arrived);
    const key = there.map((each) => `${each.selection} ${each.stake_cents}`).join();
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    place.replaceChildren(...there.map((each) => {
      const drawn = chip(each.stake_cents, {});
      drawn.classList.toggle("against", each.selection !== "come");
      return drawn;
    }));
  });
}

export function draw({ wagers, closed, round }) {
  boards.forEach((board) => board.toggleAttribute("data-closed", EVERYWHERE in closed));
  areas.forEach((area, selection) => {
    const cents = on(wagers, selection)?.stake_cents ?? 0;
    const why = whyClosed(closed, selection);
    put(area, cents);
    say(area, cents, why);
    area.setAttribute("aria-disabled", String(Boolean(why)));
  });
  arrive(wagers);
  document.querySelectorAll("[data-point]").forEach((box) => {
    const isPoint = round?.point === Number(box.dataset.point);
    box.classList.toggle("is-point", isPoint);
    box.querySelector("[data-is-point]").hidden = !isPoint;
  });
}

function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

// The nearest area in a direction: what lies straight ahead before what lies aslant.
function beside(area, [dx, dy]) {
  const [x, y] = middle(area);
  let [nearest, least] = [null, Infinity];
  areas.forEach((other) => {
    const [ox, oy] = middle(other);
    const [ahead, aside] = [(ox - x) * dx + (oy - y) * dy, Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx)];
    const far = ahead + 3 * aside;
    if (other !== area && ahead > 1 && far < least) [nearest, least] = [other, far];
  });
  return nearest;
}

// One area of all is reached by Tab; the arrow keys move from there.
export function reach(area) {
  areas.forEach((each) => each.setAttribute("tabindex", each === area ? "0" : "-1"));
}

export function moved(event) {
  const area = event.target.closest("[data-area]");
  const next = area && STEPS[event.key] && beside(area, STEPS[event.key]);
  if (!next) return;
  event.preventDefault();
  reach(next);
  next.focus();
}

export function describe(area, { closed }) {
  const { name, odds, pieces, rule, cents, area: selection } = area.dataset;
  const why = whyClosed(closed, selection);
  const lies = Number(cents) ? ` · ${money(Number(cents))} lies there` : "";
  const each = pieces > 1 ? ` · ${pieces} pieces, a chip on each` : "";
  return `${name} · ${odds}${each} · ${rule}${lies}${why ? ` · closed: ${why.sentence}${why.rule ? ` (${why.rule})` : ""}` : ""}`;
}

reach(areas.values().next().value);
