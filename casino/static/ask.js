// The address is the question: after a touch that changed only a part of the page it says what is asked now.
document.body.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail.target.id === "asking") history.replaceState(null, "", detail.pathInfo.finalRequestPath);
});
