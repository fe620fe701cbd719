// What a player does: a chip on an area or off it, everything off, everything of the last round again, notes in, the dice shot.
import { ACCEPT_DICE, DECLINE_DICE, ROUNDS } from "./practice-addresses.js";
import { hasTravelled, on, whyClosed } from "./practice-board.js";

const NOTES = [500, 1000, 2000, 5000, 10000];
const WAGERING = "place your bets";

export class Acts {
  constructor(asking, { state, refused, changed }) {
    Object.assign(this, { asking, state, refused, changed, chip: 5, ahead: 0 });
  }

  // One command about a wager of the round that is played; the answer says how credits and wagers stand after it.
  async wager(make) {
    let what = null;
    const answer = await this.asking.tell(() => {
      const { round, wagers } = this.state();
      what = round && make(wagers);
      return what && { path: `${ROUNDS}/${round.id}/wagers${what.path}`, body: what.body };
    });
    if (!answer) return null;
    if (answer.ok) this.changed(answer.told);
    else this.refused(answer.told);
    return answer.ok ? what : null;
  }

  put(selection, cents) {
    return this.wager((wagers) => {
      const there = on(wagers, selection);
      return there ? { path: `/${there.number}/increase`, body: { by_cents: cents } } : { path: "", body: { selection, stake_cents: cents } };
    });
  }

  takeOff(selection, cents) {
    return this.wager((wagers) => {
      const there = on(wagers, selection);
      if (!there) return null;
      const rest = there.stake_cents - cents;
      return rest > 0 ? { path: `/${there.number}/reduce`, body: { to_cents: rest } } : { path: `/${there.number}/cancel` };
    });
  }

  takeDown(number) {
    return this.wager((wagers) => wagers.some((each) => each.number === number) && { path: `/${number}/cancel` });
  }

  inHand(area) {
    return this.chip * 100 * Number(area.dataset.pieces);
  }

  place(area) {
    const why = whyClosed(this.state().closed, area.dataset.area);
    return why ? this.refused({ detail: why.sentence, rule: why.rule }) : this.touch(area.dataset.area, this.inHand(area));
  }

  async touch(selection, cents) {
    const done = await this.put(selection, cents);
    if (done) this.keepTouches([...this.touches(), [selection, cents]]);
    return done;
  }

  takeFrom(area) {
    return this.takeOff(area.dataset.area, this.inHand(area));
  }

  // Touches of the round that is played, so that the last can be taken back.
  touches() {
    const { touched } = this.asking.seat;
    return touched?.round === this.state().round?.id ? touched.on : [];
  }

  keepTouches(touches) {
    this.asking.keep({ touched: { round: this.state().round?.id, on: touches } });
  }

  async take_back() {
    const touches = this.touches();
    if (!touches.length) return this.refused({ detail: "Nothing was placed in this round that could be taken back.", rule: "" });
    if (await this.takeOff(...touches.at(-1))) this.keepTouches(touches.slice(0, -1));
    return null;
  }

  async clear_all() {
    this.keepTouches([]);
    for (const { number } of this.state().wagers) await this.takeDown(number); // odds go with their flat wager
  }

  async repeat_last() {
    const last = this.asking.seat.repeated ?? [];
    if (!last.length) this.refused({ detail: "Nothing lay on the layout in a round before this one.", rule: "" });
    for (const [selection, cents] of last) {
      if (!on(this.state().wagers, selection) && !(await this.touch(selection, cents))) return;
    }
  }

  // The layout as it stood when wagering closed.
  note(before, now) {
    if (before?.round?.stage !== WAGERING || (now.round?.id === before.round.id && now.round.stage === WAGERING)) return;
    const lay = before.wagers.filter((each) => !hasTravelled(each)).map((each) => [each.selection, each.stake_cents]);
    if (lay.length) this.asking.keep({ repeated: lay });
  }

  shoot() {
    return this.about(({ round }) => round && { path: `${ROUNDS}/${round.id}/shoot` });
  }

  // At a dealer table the dice are taken when they are offered, and thrown when they are the shooter's.
  take_dice() {
    return this.about(({ round, dice }) => (dice.is_offered ? { path: ACCEPT_DICE } : round && { path: `${ROUNDS}/${round.id}/throw` }));
  }

  decline_dice() {
    return this.about(() => ({ path: DECLINE_DICE }));
  }

  call(number, to) {
    return this.wager((wagers) => wagers.some((each) => each.number === number) && { path: `/${number}/call`, body: { to } });
  }

  async about(make) {
    const answer = await this.asking.tell(() => make(this.state()));
    if (answer && !answer.ok) this.refused(answer.told);
  }

  // Where the terminal's own meters stand; what comes in is the difference to what was said before.
  tellMeters() {
    return this.asking.tell(() => {
      const { notes_in_cents: cents, notes } = this.asking.seat;
      const counted = Object.fromEntries(NOTES.map((note) => [note, notes[note] ?? 0]));
      return { path: "/api/device/meters", body: { at: new Date(Date.now() + this.ahead).toISOString(), notes_in_cents: cents, notes: counted } };
    });
  }

  async takeNote(dollars) {
    const { seat } = this.asking;
    const note = dollars * 100;
    this.asking.keep({ notes_in_cents: seat.notes_in_cents + note, notes: { ...seat.notes, [note]: (seat.notes[note] ?? 0) + 1 } });
    const answer = await this.tellMeters();
    if (!answer.ok) this.refused(answer.told);
  }
}
