// A seat at a dealer table: how far the dealer is, whose the dice are, where the puck lies, what is frozen.
import { areas } from "./practice-board.js";

const find = (name) => document.querySelector(`[data-${name}]`);
const act = (name) => document.querySelector(`[data-act=${name}]`);
const WAGERING = "place your bets";
const CLOSED = "no more bets";
const STEPS = { [WAGERING]: "bets", [CLOSED]: "closed", "result entered": "dice", "outcome uncertain": "dice" };
const STAGES = {
  "outcome uncertain": ["The dice are in doubt", "Whoever the book names decides what they show."],
  "outcome decided": ["The dice stand", "Wagers are being settled."],
  "no result": ["No roll", "Wagers are being returned, or stand."],
};

const puckAt = (point) => (point ? `The puck is ON ${point}.` : "The puck is OFF: a come out roll.");

function under({ round, point, dice, game }) {
  if (dice.is_offered) return "The dice are offered to you: take or leave them.";
  const puck = game === "crown_craps" ? ` ${puckAt(point)}` : "";
  return `Round ${round.number}.${puck}${round.is_shooter ? " You are the shooter." : ""}`;
}

function closed({ round, dice }) {
  if (dice.may_throw) return ["Throw the dice", "You are the shooter. Whoever waits too long lets the dealer throw."];
  if (dice.is_offered) return ["The dice are offered to you", "Take them, or leave them to the next."];
  if (round.shooter) return ["No more bets", `${round.shooter} throws the dice.`];
  return ["No more bets", dice.offered_to ? `The dice are offered to ${dice.offered_to}.` : "Somebody takes the dice, or the dealer throws."];
}

export function words(state) {
  const { is_open: isOpen, suspended, round } = state;
  if (suspended && !round) return ["Play is suspended", "Your wagers stay as they lie."];
  if (!isOpen) return ["The table is closed", ""];
  if (!round) return ["Between two rounds", "The dealer says place your bets in a moment."];
  if (round.stage === WAGERING) return ["Place your bets", under(state)];
  if (round.stage === CLOSED) return closed(state);
  if (round.stage === "result entered") return [`Dice ${round.outcome.replace("-", " and ")}`, "The dealer looks whether the entry stands."];
  return STAGES[round.stage] ?? [round.stage, round.why];
}

function showSteps(round) {
  const now = round ? (STEPS[round.stage] ?? "settled") : "settled";
  find("stages").querySelectorAll("[data-step]").forEach((step) => {
    if (step.dataset.step === now) step.setAttribute("aria-current", "step");
    else step.removeAttribute("aria-current");
  });
}

function showPuck(point) {
  const puck = find("puck");
  if (!puck) return;
  puck.textContent = point ? `ON ${point}` : "OFF";
  puck.classList.toggle("is-on", Boolean(point));
}

function offerTheDice({ round, dice }) {
  const [take, leave] = [act("take_dice"), act("decline_dice")];
  leave.hidden = !dice.is_offered;
  take.disabled = !dice.is_offered && !dice.may_throw;
  take.firstChild.textContent = dice.is_offered ? "Take the dice " : "Throw ";
  const others = round?.shooter ? `${round.shooter} has the dice` : "when the dice are yours";
  const mine = round?.is_shooter && !dice.may_throw ? "after no more bets" : others;
  find("shoot-why").textContent = dice.is_offered ? "you may shoot" : dice.may_throw ? "the dice are yours" : mine;
}

export function showDealt(state) {
  showSteps(state.round);
  showPuck(state.point);
  offerTheDice(state);
  areas.forEach((area, selection) => area.toggleAttribute("data-frozen", state.frozen.includes(selection)));
}
