// The round as it stands: its stage in words, the countdown, the shooter's button. The server sends the end; only it closes.
import { isDealt } from "./practice-addresses.js";
import { showDealt, words as dealtWords } from "./practice-dealt.js";

const find = (name) => document.querySelector(`[data-${name}]`);
const WAGERING = "place your bets";
const CLOSED = "no more bets";
const SPOKEN = { 30: "30 seconds left", 10: "10 seconds left" };
const STAGES = {
  [CLOSED]: ["No more wagers", "Wagering is closed."],
  "outcome uncertain": ["The outcome is in doubt", "Somebody of the house decides."],
  "outcome decided": ["The outcome is known", "Wagers are being settled."],
  "no result": ["No result", "Wagers are being returned."],
};
const hasDice = Number(find("terminal").dataset.dice) > 0;
let [ends, length, ahead, left, stage] = [0, 1, 0, null, ""];

export const isClosing = () => stage !== WAGERING || ends - Date.now() - ahead < 2000;

export function speak(words) {
  find("spoken").textContent = words;
}

export function tell(title, under) {
  find("stage").textContent = title;
  find("under").textContent = under;
}

function words({ is_open: isOpen, suspended, round }) {
  if (suspended) return ["Play is suspended", "Your wagers stay as they lie."];
  if (!isOpen) return ["The table is closed", ""];
  if (!round) return ["Between two rounds", "The next one begins in a moment."];
  const point = round.point ? ` Point is ${round.point}.` : "";
  if (round.stage === WAGERING) return ["Place your wagers", `Round ${round.number}.${point}`];
  if (round.stage !== CLOSED || !hasDice) return STAGES[round.stage] ?? [round.stage, round.why];
  if (round.is_shooter && round.shoot_by) return ["Shoot the dice", `You are the shooter.${point}`];
  return ["No more wagers", round.shoot_by ? `${round.shooter} shoots the dice.` : "The dice are being shot."];
}

export function tick() {
  const now = stage === WAGERING && ends ? Math.max(0, Math.ceil((ends - Date.now() - ahead) / 1000)) : null;
  if (now === left) return;
  left = now;
  find("figure").textContent = now === null ? "" : now || "closing";
  find("ring").setAttribute("stroke-dashoffset", 100 - (100 * (now ?? 0)) / length);
  if (now in SPOKEN) speak(SPOKEN[now]);
}

function count(round) {
  if (stage === WAGERING && round && round.stage !== WAGERING) speak(isDealt ? "No more bets." : "Wagering is closed.");
  stage = round?.stage ?? "";
  ends = Date.parse(round?.ends_at ?? "") || 0;
  length = round?.ends_at ? (ends - Date.parse(round.opened_at)) / 1000 : 1;
  tick();
}

function offerTheDice(round) {
  const shoot = document.querySelector("[data-act=shoot]");
  if (!shoot) return;
  const mayShoot = Boolean(round?.is_shooter && round.shoot_by);
  const others = round?.shoot_by ? `${round.shooter} has the dice` : "when wagering closes";
  shoot.disabled = !mayShoot;
  find("shoot-why").textContent = mayShoot ? "the dice are yours" : others;
}

export function showRound(state) {
  ahead = Date.parse(state.now) - Date.now();
  tell(...(isDealt ? dealtWords(state) : words(state)));
  count(state.round);
  if (isDealt) showDealt(state);
  else offerTheDice(state.round);
}
