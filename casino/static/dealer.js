// The dealer's screen: dice by the digits, chips that add up, buttons that say the amount. What is keyed is told to whoever looks
// for news, so that news leaves it as it is; and nothing is replaced while a finger is down.
const SINGLE_KEYS_OFF = "pitledger-single-keys-off";
const NEWS_AFTER_MS = 350; // a finger that was lifted just now may come down again
const entry = () => document.querySelector("form[data-entry]");
const keyed = (name) => entry()?.querySelector(`[name=${name}]:checked`);
let [isDown, liftedAt] = [false, 0];
const waiting = new Set(); // parts that were told of news meanwhile
const DICE = ["first", "second"];
const faces = () => DICE.map((name) => keyed(name)?.value ?? "").join("-");

// As the server would have drawn it: what is keyed stands in the page itself.
function mark(form) {
  form.querySelectorAll("input[type=radio], input[type=checkbox]").forEach((each) => each.toggleAttribute("checked", each.checked));
}

// What was on the button is no longer what is keyed: until the server has said what that does it cannot be pressed.
function hush(form) {
  form.querySelectorAll("#call [type=submit], #called [type=submit]").forEach((button) => { button.disabled = true; });
}

function dollars(cents) {
  return `$${(cents / 100).toLocaleString("en-AU", { minimumFractionDigits: 2 })}`;
}

function amount(form) {
  const typed = Number(form.elements.amount.value.replace(/[$,]/g, ""));
  return Number.isFinite(typed) ? Math.round(typed * 100) : 0;
}

// Every button says what it will do with how much and where.
function say(form) {
  const [cents, area] = [amount(form), form.querySelector("[name=area]:checked")?.dataset.name];
  form.querySelectorAll("[data-says]").forEach((button) => {
    button.dataset.plain ??= button.textContent;
    const words = button.dataset.says;
    const isTold = (!words.includes("%a") || cents > 0) && (!words.includes("%w") || area);
    button.textContent = isTold ? words.replace("%a", dollars(cents)).replace("%w", area) : button.dataset.plain;
  });
}

function put(form, cents) {
  form.elements.amount.value = cents ? (cents / 100).toFixed(2) : "";
  say(form);
}

function touched({ target }) {
  const [chip, none, clear] = ["[data-chip]", "[data-no-chips]", "[data-clear]"].map((each) => target.closest(each));
  return { chip, none, clear, form: target.closest("form") };
}

function clicked(event) {
  const { chip, none, clear, form } = touched(event);
  if (chip) put(form, amount(form) + Number(chip.dataset.chip));
  else if (none) put(form, 0);
  else if (clear) wipe(event);
}

function wipe(event) {
  event.preventDefault();
  const form = entry();
  form.querySelectorAll("[name=first]:checked, [name=second]:checked").forEach((each) => { each.checked = false; });
  form.querySelector("[name=first]").dispatchEvent(new Event("change", { bubbles: true }));
}

// What was touched or typed beside the dice is not in the news: the part it stands in waits until somebody lets it be shown.
function keep(target) {
  if (!DICE.includes(target.name)) target.closest("[data-live]")?.setAttribute("data-kept", "");
}

function changed({ target }) {
  keep(target);
  const form = target.closest("form[data-entry], form[data-chosen], form[data-chips]");
  if (!form) return;
  mark(form);
  if (form.matches("[data-chips]")) say(form);
  else if ([...DICE, "ground"].includes(target.name)) hush(form);
}

// A digit keys the first die that is not keyed yet.
function key(face) {
  const die = DICE.find((name) => !keyed(name));
  const radio = die && entry().querySelector(`[name=${die}][value="${face}"]`);
  if (!radio) return;
  radio.checked = true;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
}

function pressed(event) {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.altKey || event.metaKey || !entry()) return;
  if (event.target.closest("input:not([type=radio]), textarea, select, dialog[open], [popover]:popover-open")) return;
  const isFree = !event.target.closest("a, button, summary");
  if (/^[1-6]$/.test(event.key) && !localStorage.getItem(SINGLE_KEYS_OFF)) key(event.key);
  else if (event.key === "Escape" && (keyed("first") || keyed("second"))) return wipe(event);
  else if (event.key === "Enter" && isFree) entry().querySelector("#call [type=submit]:not(:disabled, .unscripted)")?.click();
  else return undefined;
  return event.preventDefault();
}

const isTouched = () => isDown || Date.now() - liftedAt < NEWS_AFTER_MS;
const isBusy = (part) => isTouched() || part.querySelector(".htmx-request") !== null;

// News is asked for with what is keyed here, and not at all while a finger is down.
function asked(event) {
  const { elt, parameters, triggeringEvent } = event.detail;
  if (triggeringEvent?.type !== "live") return undefined;
  if (isBusy(elt)) {
    event.preventDefault();
    return later(elt);
  }
  DICE.forEach((name) => { if (keyed(name)) parameters[name] = keyed(name).value; });
  return undefined;
}

// What was keyed, or touched, since it was asked for stands: the answer is late, and asked for again.
function answered(event) {
  const { elt, requestConfig } = event.detail;
  const isNews = requestConfig.triggeringEvent?.type === "live";
  const isOfTheWork = elt.closest("[data-live], form[data-entry]") !== null;
  const isLate = entry() && isOfTheWork && DICE.map((name) => requestConfig.parameters[name] ?? "").join("-") !== faces();
  if (!isLate && !(isNews && isBusy(elt))) return;
  event.detail.shouldSwap = false;
  if (isNews) later(elt);
}

function later(part) {
  waiting.add(part);
  tellLater();
}

function tellLater() {
  setTimeout(() => {
    if (isTouched()) return;
    const parts = [...waiting].filter((part) => part.isConnected);
    waiting.clear();
    parts.forEach((part) => part.dispatchEvent(new CustomEvent("live")));
  }, NEWS_AFTER_MS + 20);
}

function lifted() {
  [isDown, liftedAt] = [false, Date.now()];
  tellLater();
}

function typed({ target }) {
  keep(target);
  if (target.name === "amount") say(target.form);
}

document.addEventListener("click", clicked);
document.addEventListener("change", changed);
document.addEventListener("input", typed);
document.addEventListener("keydown", pressed);
document.body.addEventListener("htmx:configRequest", asked);
document.body.addEventListener("htmx:beforeSwap", answered);
addEventListener("pointerdown", () => { isDown = true; }, true);
["pointerup", "pointercancel"].forEach((name) => addEventListener(name, lifted, true));
