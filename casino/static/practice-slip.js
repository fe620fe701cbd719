// The meters, what lies on the layout, what fell, and what the last round came to, each wager with its sentence.
import { dice, fell, money, stand } from "./practice-drawing.js";
import { speak } from "./practice-round.js";

const find = (name) => document.querySelector(`[data-${name}]`);
const hasDice = Number(find("terminal").dataset.dice) > 0;
const RESULTS = { win: "Won, paid", lose: "Lost", draw: "Draw, back", inactive: "Undecided, back", void: "Void, back" };
let seen = undefined; // the round whose result has been told

function made(kind, words, more = {}) {
  return Object.assign(document.createElement(kind), { textContent: words, ...more });
}

// What was drawn already stays as it is: it may have the focus.
function fill(list, content, draw) {
  const key = JSON.stringify(content);
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  list.replaceChildren(...content.map(draw));
}

// A wager is called by its player, and every other of its kind with it.
function calling(wager, where, to) {
  const button = made("button", to, { type: "button", className: "calls" });
  Object.assign(button.dataset, { call: wager.number, to });
  button.setAttribute("aria-label", `Call ${where} ${to}`);
  return button;
}

function lying(wager, areas) {
  const { name, odds } = areas.get(wager.selection).dataset;
  const where = /^\d+$/.test(wager.state) ? `${name} on ${wager.state}` : name;
  const amount = money(wager.stake_cents);
  const button = made("button", where, { type: "button", className: "lies" });
  button.dataset.takeDown = wager.number;
  button.setAttribute("aria-label", `Take down ${where}, ${amount}`);
  const stands = wager.shows === "frozen" ? "frozen" : wager.is_off ? "off" : "";
  button.append(made("small", [odds, stands].filter(Boolean).join(" · ")), made("span", amount, { className: "push" }));
  const item = made("li", "", { className: "lying" });
  item.append(button, ...(wager.calls ?? []).map((to) => calling(wager, where, to)));
  return item;
}

export function showMeters({ credits, wagers }, areas) {
  const staked = money(wagers.reduce((sum, each) => sum + each.stake_cents, 0));
  find("credits").textContent = money(credits.cents);
  find("staked").textContent = staked;
  find("lying").textContent = wagers.length ? staked : "";
  find("no-wagers").hidden = wagers.length > 0;
  fill(find("wagers"), wagers, (each) => lying(each, areas));
}

function ended({ result, paid_cents: paid, stake_cents: stake, because }) {
  const item = made("li", "", { className: result });
  item.append(made("span", `${RESULTS[result] ?? result} ${money(result === "lose" ? stake : paid)}`), made("small", because));
  return item;
}

function inWords(last) {
  const fallen = hasDice ? `Dice ${last.outcome.replaceAll("-", ", ")}` : `Number ${last.outcome}`;
  const said = last.outcome ? fallen : `No result${last.why ? `: ${last.why}` : ""}`;
  return last.wagers.length ? `${said}. Won ${money(last.won_cents)}, stakes returned ${money(last.returned_cents)}.` : `${said}.`;
}

function showLast(last) {
  if (!last || last.round === seen) return;
  if (seen !== undefined || last.wagers.length) speak(inWords(last));
  seen = last.round;
  find("last-head").hidden = false;
  find("last-outcome").textContent = last.outcome || "no result";
  find("won").textContent = money(last.won_cents);
  find("last").replaceChildren(...(last.wagers.length ? last.wagers.map(ended) : [made("li", "Nothing of yours was settled.")]));
}

function showFallen(outcomes, round) {
  const now = round?.outcome || outcomes[0] || "";
  const [lie, wheel] = [find("dice-lie"), document.querySelector("[data-wheel-stands] .wheel")];
  const spin = now ? "last spin" : "no spin yet";
  if (wheel) stand(wheel, now, round?.outcome ? "" : spin);
  if (lie) fill(lie, now ? [now] : [], dice);
  fill(find("fell"), outcomes.slice(0, hasDice ? 6 : 10), (outcome) => fell(outcome, hasDice));
}

export function showSlip(state, areas) {
  const limit = state.limits["every selection"];
  find("seat").textContent = state.seat;
  find("limits").textContent = limit ? `${money(limit.minimum_cents)} to ${money(limit.maximum_cents)} for each selection` : "";
  showFallen(state.outcomes, state.round);
  showLast(state.last);
  showMeters(state, areas);
}
