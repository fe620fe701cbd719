// Ctrl+Enter signs what is on the screen, once however long it is held; Escape leaves and never signs. Both have a button of their own.
"use strict";

function isElsewhere(target, form) {
  const other = target.closest("form");
  return other !== null && other !== form;
}

document.addEventListener("keydown", (event) => {
  if (event.repeat || event.defaultPrevented) return;
  const form = document.querySelector("form[data-sign]");
  const leave = document.querySelector("[data-leave]");
  if (event.key === "Enter" && event.ctrlKey && form && !isElsewhere(event.target, form)) {
    const button = form.querySelector("button:not([disabled])");
    if (button) form.requestSubmit(button);
  } else if (event.key === "Escape" && leave && !event.target.closest("form, [popover]")) leave.click();
  else return;
  event.preventDefault();
});
