// Chips, dice and the wheel, drawn still; amounts as people read them.
const SVG = "http://www.w3.org/2000/svg";
const DENOMINATIONS = [500, 100, 25, 5, 1];
const HALF = 15;

export const money = (cents) => `$${(cents / 100).toLocaleString("en-AU", { minimumFractionDigits: 2 })}`;

function make(kind, attributes, ...children) {
  const element = document.createElementNS(SVG, kind);
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
  element.append(...children);
  return element;
}

const use = (id, place) => make("use", { href: `#${id}`, ...place });

// What lies on an area in one chip of the highest denomination in it; on a drawing at its place there.
export function chip(cents, { x, y }) {
  const dollars = cents / 100;
  const of = DENOMINATIONS.find((each) => each <= dollars) ?? 1;
  const text = make("text", { dy: "0.36em" }, Number.isInteger(dollars) ? String(dollars) : dollars.toFixed(2));
  if (text.textContent.length > 3) text.classList.add("long");
  const place = x ? { x: x - HALF, y: y - HALF, width: 2 * HALF, height: 2 * HALF } : {};
  return make("svg", { class: `casino-chip of-${of}`, viewBox: "-20 -20 40 40", "aria-hidden": "true", ...place }, use("chip", { x: -20, y: -20, width: 40, height: 40 }), text);
}

export function dice(outcome) {
  const faces = outcome.split("-");
  const words = `Dice ${faces.slice(0, -1).join(", ")} and ${faces.at(-1)}`;
  const drawn = faces.map((face, place) => use(`die-${face}`, { x: place * 68, width: 60, height: 60 }));
  return make("svg", { class: "dice-lie", viewBox: `0 0 ${faces.length * 68 - 8} 60`, role: "img", "aria-label": words }, ...drawn);
}

export function colour(number) {
  const pocket = [...document.querySelectorAll(".wheel .number")].find((each) => each.textContent === String(number));
  return pocket.previousElementSibling.classList.item(1);
}

// The ring round the pocket in which the ball came to rest, and on the hub the number and what there is to say.
export function stand(wheel, outcome, words) {
  if (wheel.dataset.shown === `${outcome} ${words}`) return;
  wheel.dataset.shown = `${outcome} ${words}`;
  wheel.querySelectorAll(".winning, .result, .state").forEach((each) => each.remove());
  wheel.append(make("text", { class: "state", y: outcome ? -26 : 4 }, words));
  wheel.setAttribute("aria-label", `Roulette wheel, ${outcome ? `${outcome} ${colour(outcome)}` : "no result yet"}`);
  if (!outcome) return;
  const pocket = [...wheel.querySelectorAll(".number")].find((each) => each.textContent === outcome).previousElementSibling;
  const winning = make("path", { class: "winning", d: pocket.getAttribute("d") });
  const result = make("text", { class: "result", y: 6 }, outcome);
  const state = make("text", { class: "state", y: 28 }, colour(outcome));
  wheel.append(winning, result, state);
}

export function fell(outcome, isDice) {
  const item = document.createElement("li");
  if (!isDice) {
    item.className = colour(outcome);
    item.textContent = outcome;
    item.setAttribute("aria-label", `${outcome} ${item.className}`);
    return item;
  }
  const total = outcome.split("-").reduce((sum, face) => sum + Number(face), 0);
  item.append(dice(outcome), String(total));
  return item;
}
