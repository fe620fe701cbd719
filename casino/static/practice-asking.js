// Requests of the terminal, one after the other. One whose answer was lost is asked again under its own id and number, never under new ones.
import { LOOK } from "./practice-addresses.js";
import { authorization, remember } from "./practice-seat.js";

const AGAIN_MS = 2000;
const PATIENCE_MS = 8000;
const UNKNOWN = [502, 503, 504]; // somebody between us and the server answered for it
const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

async function send(seat, request) {
  const headers = { Authorization: await authorization(seat, request) };
  if (request.method === "POST") Object.assign(headers, { "Idempotency-Key": request.id, "Content-Type": "application/json" });
  const options = { method: request.method, headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) };
  const answer = await fetch(request.path, request.method === "POST" ? { ...options, body: request.body } : options).catch(() => null);
  if (!answer || UNKNOWN.includes(answer.status)) return null;
  const text = await answer.text().catch(() => null);
  if (text === null) return null;
  const isJson = (answer.headers.get("Content-Type") ?? "").includes("json");
  const told = isJson ? JSON.parse(text) : { detail: answer.ok ? "" : `The server has answered with ${answer.status}.` };
  return { ok: answer.ok, status: answer.status, told };
}

export class Asking {
  constructor(table, seat, { unknown, known }) {
    Object.assign(this, { table, seat, unknown, known, line: Promise.resolve() });
  }

  // What the terminal shows; null if nobody answers.
  look() {
    return send(this.seat, { method: "GET", path: LOOK, sequence: this.seat.sequence, id: "", body: "" });
  }

  // A command, made when its turn has come from how things stand then; null if there is nothing to be done after all.
  tell(make) {
    const turn = this.line.then(async () => {
      const wanted = make();
      return wanted && this.carry({ method: "POST", path: wanted.path, body: JSON.stringify(wanted.body ?? {}), id: crypto.randomUUID(), sequence: this.seat.sequence + 1 });
    });
    this.line = turn.catch(() => null);
    return turn;
  }

  // A request that was under way when the page was left.
  resume() {
    const { pending } = this.seat;
    return pending ? (this.line = this.carry(pending)) : Promise.resolve(null);
  }

  async carry(request) {
    this.keep({ pending: request });
    let answer = await send(this.seat, request);
    while (!answer) {
      this.unknown();
      await pause(AGAIN_MS);
      answer = await send(this.seat, request);
    }
    this.known();
    this.keep({ pending: null, sequence: answer.ok ? request.sequence : this.seat.sequence }); // what is refused uses up no number
    return answer;
  }

  keep(changed) {
    Object.assign(this.seat, changed);
    remember(this.table, this.seat);
  }
}
