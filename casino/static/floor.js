// Keys of the floor: A acknowledges and O opens the alert that has the ring, where the focus is or else the first. Of a round: [ and ]
// lead to the one before and the one after. Each has a button or link of its own. And the floor can be printed.
const SINGLE_KEYS_OFF = "pitledger-single-keys-off";

const ringed = () => document.querySelector(".alerts .alert:focus-within") ?? document.querySelector(".alerts .alert.ringed");
const within = (what) => () => ringed()?.querySelector(what);
const link = (rel) => () => document.querySelector(`.actions a[rel=${rel}]`);
const DOES = { a: within("[data-acknowledge]:not(:disabled)"), o: within("[data-open]"), "[": link("prev"), "]": link("next") };

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  if (event.target.closest("input, textarea, select, [contenteditable], dialog[open]") || localStorage.getItem(SINGLE_KEYS_OFF)) return;
  const button = DOES[event.key]?.();
  if (!button) return;
  event.preventDefault();
  button.click();
});
document.addEventListener("click", ({ target }) => { if (target.closest("[data-print]")) print(); });
