"""What wheels and tumblers say of the rounds that are played with them: each handler puts one kind of finding on record."""

from __future__ import annotations

from dataclasses import replace

from casino import journal
from casino import selectors as ground
from casino.journal import Origin
from devices import services as devices
from devices.domain.reports import SECOND_RESULT
from devices.host.findings import CockedTold, Finding, OutcomeTold, WheelTold
from devices.inbox import Handler, Machine
from devices.wire.slingshot import State, Warnings
from games import selectors, services
from games.domain import round_of_play
from games.domain.outcome import Doubt, SecondResult
from games.domain.round_of_play import RoundNotOpened, RoundOfPlay, Stage
from games.domain.spin import Drop, round_of
from games.domain.vocabulary import RoundId, TableId
from games.models import Table

ERRORS = Warnings.SENSOR_FAILURE | Warnings.VOID_GAME  # an error occurs with the operation of the wheel (IR 7.4.1.2)
SPINNING = frozenset({State.GAME_START, State.PLACE_YOUR_BETS, State.BALL_IN_RIM})


def _sensed(machine: Machine, found: OutcomeTold, origin: Origin) -> None:
    _sense(machine, _named(machine, found.round), origin, shown=found.outcome)


def _cocked(machine: Machine, found: CockedTold, origin: Origin) -> None:
    play = _named(machine, found.round)
    services.sense_doubt(round_id=play, machine=machine.name, doubt=Doubt.COCKED, origin=origin)


def _named(machine: Machine, told: str | None) -> RoundId:
    """The round a tumbler speaks of, or the one that is played now; whether it has a say there is judged with the round."""
    there = _table_of(machine)
    if there is None or not (told or there.round):
        raise RoundNotOpened("No round is played at a table of this machine.")
    return RoundId(told or there.round)


def _sense(machine: Machine, play: RoundId, origin: Origin, *, shown: tuple[int, ...], spin: int | None = None) -> None:
    """Put an outcome on record; that a machine tells a second one of the same round is an alert."""
    try:
        services.sense_outcome(round_id=play, machine=machine.name, shown=shown, spin=spin, origin=origin)
    except SecondResult:
        assert origin.occurred_at is not None, "the poller says when"
        asked = replace(origin, request_id=origin.new_id("second result"))
        devices.note_report(name=machine.name, report=SECOND_RESULT, at=origin.occurred_at, origin=asked)
        raise


def _wheel(machine: Machine, found: WheelTold, origin: Origin) -> None:
    """The wheel's state drives the round of its table: no more bets, a number, or an error for people to judge."""
    there, told = _table_of(machine), found.status
    if there is None or told.state not in {State.NO_MORE_BETS, State.WINNING_NUMBER}:
        return
    play, before = _rounds(there)
    if told.state is State.NO_MORE_BETS and play is not None and play.stage is Stage.WAGERING:
        services.sense_imminent_drop(round_id=play.id, machine=machine.name, spin=told.spin, origin=origin)
    elif told.warnings & ERRORS and play is not None and _awaits_its_number(play):
        _fails(machine, play, origin)
    elif told.state is State.WINNING_NUMBER and (
        decided := round_of(play, before, spin=told.spin, drop=_drop(found), now=ground.now())
    ):
        _sense(machine, decided.id, origin, shown=(told.number,), spin=told.spin)


def _awaits_its_number(play: RoundOfPlay) -> bool:
    """Whether its wagering is over, closed or not, and there is no outcome yet."""
    has_expired = play.stage is Stage.WAGERING and round_of_play.has_expired(play, now=ground.now())
    return has_expired or play.stage in {Stage.CLOSED, Stage.UNCERTAIN}


def _fails(machine: Machine, play: RoundOfPlay, origin: Origin) -> None:
    """The number of a wheel that fails decides nothing: the round waits (IR 7.4.1.2)."""
    if play.stage is not Stage.UNCERTAIN:
        services.sense_doubt(round_id=play.id, machine=machine.name, doubt=Doubt.MALFUNCTION, origin=origin)


def _drop(found: WheelTold) -> Drop:
    """What the wheel has told of the same spin before."""
    before = found.before
    if before is None or before.spin != found.status.spin:
        return Drop.NOT_HEARD
    return Drop.NOT_TOLD if before.state in SPINNING else Drop.TOLD


def _table_of(machine: Machine) -> Table | None:
    return selectors.tables_of(machine.venue).filter(equipment__contains=[machine.name]).first()


def _rounds(there: Table) -> tuple[RoundOfPlay | None, RoundOfPlay | None]:
    """The round that is played at a table, and the last that was."""
    latest = [RoundId(row.id) for row in selectors.rounds_of(TableId(there.id))[:2]]
    states = [journal.state(round_of_play.at(each)) for each in latest]
    played = [state for state in states if state.id == there.round]
    return next(iter(played), None), next((state for state in states if state.id != there.round), None)


HANDLERS: dict[type[Finding], Handler] = {OutcomeTold: _sensed, CockedTold: _cocked, WheelTold: _wheel}
