// Where this page asks: a terminal for itself, a seat at a dealer table through what the dealer does for it.
const { terminal, dealt } = document.querySelector("[data-terminal]").dataset;

export const isDealt = Boolean(dealt);
export const LOOK = dealt ?? "/api/device/table";
export const ROUNDS = dealt ? `${dealt}/rounds` : "/api/device/rounds";
export const TAKE_PLACE = dealt ? `${dealt}/take-place` : `/api/device/tables/${terminal}/take-place`;
export const GIVE_UP_PLACE = dealt ? `${dealt}/give-up-place` : `/api/device/tables/${terminal}/give-up-place`;
export const ACCEPT_DICE = `${dealt}/accept-dice`;
export const DECLINE_DICE = `${dealt}/decline-dice`;
