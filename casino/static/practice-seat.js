// The terminal this browser is: its key, its count of requests, its own meters and what was last placed, for as long as the tab lives.
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytes = (text) => new TextEncoder().encode(text);
const name = (table) => `pitledger-practice-${table}`;

export const canSign = () => Boolean(globalThis.crypto?.subtle);

export function remembered(table) {
  return JSON.parse(sessionStorage.getItem(name(table)));
}

export function remember(table, seat) {
  sessionStorage.setItem(name(table), JSON.stringify(seat));
}

export function forget(table) {
  sessionStorage.removeItem(name(table));
}

// Method, path with query, sequence, Idempotency-Key and the SHA-256 of the body, each on a line.
export async function authorization(seat, { method, path, sequence, id, body }) {
  const given = Uint8Array.from(seat.key.match(/../g), (pair) => parseInt(pair, 16));
  const key = await crypto.subtle.importKey("raw", given, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const lines = [method, path, String(sequence), id, hex(await crypto.subtle.digest("SHA-256", bytes(body)))];
  const signature = hex(await crypto.subtle.sign("HMAC", key, bytes(lines.join("\n"))));
  return `Pitledger key=${seat.key_id}, seq=${sequence}, sig=${signature}`;
}
