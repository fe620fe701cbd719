"""The dice: handed to a player, thrown, keyed; and what is wrong with a throw, put right by whoever the book says."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from casino.domain.powers import CC, Power
from games import services
from games.domain import shooter
from games.domain.between_rounds import NEW_SET_AT
from games.domain.grounds import Ground
from games.domain.outcome import Doubt, faces_of, label_of
from games.domain.round_of_play import RoundOfPlay
from games.domain.table import DICE_THROWN, Table, remaining
from games.domain.turn import PassingGround
from games.domain.vocabulary import Die, SeatId
from games.rules import books
from games.simulated_dealers.act import Act, act
from games.simulated_dealers.faults import Fault
from games.simulated_dealers.people import Staffed
from games.simulated_dealers.plan import Plan
from games.simulated_dealers.table import Look

WRONGLY_KEYED = "The dealer has keyed another die than lies there."
DECLINES = 0.15
THROW_SECONDS, KEY_SECONDS, JUDGE_SECONDS = 6.0, 3.0, 6.0


def eligible(seen: Look) -> list[SeatId]:
    """Who has the wager that makes a shooter."""
    return [seat for seat, player in seen.players.items() if shooter.is_eligible(seen.table, player)]


def is_handed_over(at: Staffed, there: Table) -> bool:
    """Whether somebody throws: the shooter, or at Dragon Fire the dealer because nobody takes the dice (DF 3.8)."""
    return there.shooter is not None or (at.book != CC and there.has_no_taker)


def offer(at: Staffed, plan: Plan, *, left: int) -> Act:
    """Offer the dice to the next; where nobody is left the dealer rolls."""
    inflicts = plan.fault if plan.fault is Fault.NOBODY_TAKES and not left else None
    return act(services.offer_dice, Power.CONTROL_DICE, {"name": at.name}, inflicts=inflicts)


def answered(chance: Random, at: Staffed, seen: Look, plan: Plan, others: Sequence[SeatId]) -> Act:
    """The simulated player who is asked takes the dice, or leaves them to others of them."""
    seat = seen.table.offered_to
    assert seat is not None, "somebody is asked"
    wishes_not = chance.random() < DECLINES and bool(others)
    if wishes_not or plan.fault is Fault.NOBODY_TAKES:
        return declined(at, seat)
    dice = tuple(chance.sample(remaining(seen.table), DICE_THROWN))
    if plan.fault is Fault.ANOTHER_THROWS and at.book == CC:
        thrower, inflicts = f"a guest of {seat}", Fault.ANOTHER_THROWS
        told = {"name": at.name, "seat": seat, "dice": dice, "thrower": thrower}
        return act(services.accept_dice, Power.CONTROL_DICE, told, inflicts=inflicts)
    return act(services.accept_dice, Power.CONTROL_DICE, {"name": at.name, "seat": seat, "dice": dice})


def declined(at: Staffed, seat: SeatId) -> Act:
    """The player does not take the dice."""
    return act(services.decline_dice, Power.CONTROL_DICE, {"name": at.name, "seat": seat})


def given_up(at: Staffed, seen: Look, plan: Plan) -> list[Act]:
    """The shooter passes the dice, or is ordered to; nothing if that is not what is to happen, or the book says no."""
    there, closed = seen.table, set(seen.table.frozen) & {"dragon", "fire"}
    if there.shooter is None:
        return []
    if plan.fault is Fault.DICE_PASSED and not closed:
        return [act(services.pass_dice, Power.CONTROL_DICE, {"name": at.name}, inflicts=plan.fault)]
    if plan.fault is Fault.ORDERED_TO_PASS:
        told = {"name": at.name, "ground": PassingGround.DELAY}
        return [act(services.order_dice_passed, Power.ORDER_DICE_PASSED, told, inflicts=plan.fault)]
    return []


def selected(chance: Random, at: Staffed, there: Table) -> Act:
    """After a die was lost the shooter selects two of those that are there."""
    dice = tuple(chance.sample(remaining(there), DICE_THROWN))
    return act(services.select_dice, Power.CONTROL_DICE, {"name": at.name, "dice": dice})


def new_set(at: Staffed, seen: Look, dice: tuple[Die, ...]) -> list[Act]:
    """With two dice lost and no shooter a new set of five comes to the table (DF 3.5, CC 5.4.2(a)(iv))."""
    if seen.table.shooter is not None or len(remaining(seen.table)) > NEW_SET_AT:
        return []
    told = {"name": at.name, "dice": f"D-{at.name}-{seen.now:%j%H%M%S}", "checked": dice}
    return [act(services.introduce_dice_set, Power.CHECK_FOUND_DICE, told, before=THROW_SECONDS)]


def thrown(at: Staffed, seen: Look, plan: Plan) -> list[Act]:
    """The throw of a round, with what goes wrong with it."""
    play, fault = _played(seen), plan.fault
    keyed = act(services.enter_result, Power.CALL_RESULT, {"round_id": play.id, "shown": plan.shown}, before=THROW_SECONDS)
    match fault:
        case Fault.NO_ROLL:
            return [_no_roll(play, plan.ground, fault)]
        case Fault.ANOTHER_THROWS if at.book != CC:
            return [_no_roll(play, Ground.WRONG_THROWER, fault)]
        case Fault.DIE_LOST | Fault.DIE_FOUND:
            return _off_the_table(at, seen, fault)
        case Fault.FACE_DISPUTED:
            return [act(services.dispute_face, Power.CALL_RESULT, {"round_id": play.id}, before=THROW_SECONDS)]
        case Fault.WRONG_ENTRY:
            keyed.told = {"round_id": play.id, "shown": plan.wrong}
            return [keyed]
        case Fault.DISPLAY_WRONG:
            told = {"round_id": play.id, "shown": plan.wrong, "display": f"{at.name}-DISPLAY"}
            return [keyed, act(services.note_display, Power.CALL_RESULT, told, inflicts=fault)]
        case _:
            return [keyed]


def keyed(at: Staffed, seen: Look, plan: Plan) -> Act:
    """What follows an entry: it stands, or is put right."""
    play = _played(seen)
    is_wrong = plan.fault is Fault.WRONG_ENTRY and label_of(books.get(play.book), plan.wrong) == play.outcome
    if is_wrong and at.book == CC:
        return act(services.dispute_face, Power.CALL_RESULT, {"round_id": play.id}, before=KEY_SECONDS)
    if is_wrong:
        told = {"round_id": play.id, "shown": plan.shown, "reason": WRONGLY_KEYED}
        return act(services.override_result, Power.OVERRIDE_RESULT, told, before=JUDGE_SECONDS, inflicts=plan.fault)
    if plan.fault in {Fault.LIGHTS_OUT, Fault.LIGHTS_WRONG}:
        lit = _others(play, plan) if plan.fault is Fault.LIGHTS_WRONG else ()
        told = {"round_id": play.id, "shown": faces_of(play.outcome), "lit": lit}
        return act(services.report_lights, Power.CALL_RESULT, told, before=KEY_SECONDS, inflicts=plan.fault)
    return act(services.confirm_result, Power.CALL_RESULT, {"round_id": play.id}, before=KEY_SECONDS)


def judged(seen: Look, plan: Plan) -> list[Act]:
    """Whoever decides which face is uppermost does (DF 4.4.4, CC 5.3.1(b)(i))."""
    play = _played(seen)
    if play.doubt != Doubt.DISPUTED:
        return []
    told, inflicts = {"round_id": play.id, "shown": plan.shown}, plan.fault
    return [act(services.determine_outcome, Power.DECIDE_UPPERMOST_FACE, told, before=JUDGE_SECONDS, inflicts=inflicts)]


def no_thrower(seen: Look) -> Act:
    """Nobody may take the dice, or does: there is no roll."""
    return _no_roll(_played(seen), Ground.IRREGULAR, None)


def _no_roll(play: RoundOfPlay, ground: Ground, inflicts: Fault | None, *, before: float = THROW_SECONDS) -> Act:
    told = {"round_id": play.id, "ground": ground}
    return act(services.call_no_roll, Power.DECLARE_ROLL_INVALID, told, before=before, inflicts=inflicts)


def not_pressed(seen: Look) -> Act:
    """The dice were thrown before no more bets was pressed (DF 10.5)."""
    return _no_roll(_played(seen), Ground.NO_MORE_BETS_NOT_PRESSED, Fault.NOT_PRESSED)


def _off_the_table(at: Staffed, seen: Look, fault: Fault) -> list[Act]:
    there = seen.table
    die = (there.in_hand or remaining(there))[0]
    lost = act(services.lose_die, Power.CONTROL_DICE, {"name": at.name, "die": die}, before=THROW_SECONDS)
    if fault is Fault.DIE_LOST:
        return [lost, _no_roll(_played(seen), Ground.OFF_TABLE, fault, before=1.0)]
    told = {"name": at.name, "die": die, "is_sound": True, "to_shooter": there.shooter is not None}
    found = act(services.return_die, Power.CHECK_FOUND_DICE, told, before=JUDGE_SECONDS, inflicts=fault)
    return [lost, _no_roll(_played(seen), Ground.OFF_TABLE, None, before=1.0), found]


def _others(play: RoundOfPlay, plan: Plan) -> tuple[int, ...]:
    """What is lit instead of what the dice show."""
    return plan.wrong if label_of(books.get(play.book), plan.wrong) != play.outcome else plan.shown


def _played(seen: Look) -> RoundOfPlay:
    assert seen.play is not None, "a round is being played"
    return seen.play
