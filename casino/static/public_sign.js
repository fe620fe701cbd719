// A sign whose link is lost keeps what it says, and adds as of when; when it is answered again it is replaced and says no more of it.
const lost = () => {
  document.querySelector("#lost").hidden = false;
};
["htmx:sendError", "htmx:responseError", "htmx:timeout"].forEach((event) => document.body.addEventListener(event, lost));
