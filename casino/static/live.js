// The live wire: when a topic has changed, fires live:<topic> on the body and "live" on the parts that name it; without it every 5 s.
const [POLL, BEAT, PATIENCE, SHORTEST, LONGEST] = [5000, 10000, 5000, 500, 15000];
const [link, seen] = [document.querySelector("#link[data-wire]"), new Map()];
const topics = () => [...new Set([...document.querySelectorAll("[data-live]")].flatMap((each) => each.dataset.live.split(" ")))];
const say = (name, detail, to = document.body) => to.dispatchEvent(new CustomEvent(name, { detail }));
let settled = Number(document.documentElement.dataset.settled); // what this page has seen already
let [socket, asked, heard, polled, wait] = [null, 0, 0, Date.now(), SHORTEST];
const [toldAt, due] = [new WeakMap(), new WeakSet()]; // of parts with a pace: when they were last told, and that they will be
function tell(part, topic) {
  if (!part.dataset.pace) return say("live", topic, part);
  if (due.has(part)) return;
  due.add(part);
  setTimeout(() => {
    due.delete(part);
    toldAt.set(part, Date.now());
    say("live", topic, part);
  }, Math.max(0, (toldAt.get(part) ?? 0) + Number(part.dataset.pace) - Date.now()));
}
function fire(topic) {
  say(`live:${topic}`);
  document.querySelectorAll(`[data-live~="${CSS.escape(topic)}"]`).forEach((part) => tell(part, topic));
}
function show(state) {
  if (link.dataset.state === state) return;
  link.dataset.state = state;
  link.querySelector("[data-lost-at]").textContent = document.querySelector("[data-clock]").textContent;
  link.querySelectorAll(".link").forEach((each) => each.toggleAttribute("hidden", !each.classList.contains(state)));
  say("link", state);
}
function watch() {
  if (socket.readyState !== WebSocket.OPEN) return;
  asked = Date.now();
  socket.send(JSON.stringify({ watch: topics() }));
}
function told(event) {
  const { topic, version } = JSON.parse(event.data);
  const isNews = seen.has(topic) ? version !== seen.get(topic) : version > settled; // a lower one has committed late
  seen.set(topic, Math.max(version, seen.get(topic) ?? 0));
  [heard, wait] = [Date.now(), SHORTEST];
  show("live");
  if (isNews) fire(topic);
}
function lost({ code }) {
  socket.onclose = null;
  socket.close();
  settled = 0; // whatever happens meanwhile is news
  seen.clear();
  show("lost");
  if (code === 4401) return say("link", "ended");
  setTimeout(connect, wait * (1 + Math.random()));
  wait = Math.min(wait * 2, LONGEST);
}
function connect() {
  socket = new WebSocket(new URL(link.dataset.wire, location.href.replace(/^http/, "ws")));
  Object.assign(socket, { onopen: watch, onmessage: told, onclose: lost });
}
function tick() {
  const [now, isLive] = [Date.now(), link.dataset.state === "live"];
  link.querySelector("[data-age]").textContent = Math.round((now - heard) / 1000);
  if (isLive && heard < asked && now - asked > PATIENCE) return lost({});
  if (now - asked > BEAT) watch();
  if (isLive || now - polled < POLL) return;
  polled = now;
  topics().forEach(fire);
  say("link", "lost");
}
if (link) {
  connect();
  setInterval(tick, 1000);
  document.body.addEventListener("htmx:afterSettle", watch);
}
