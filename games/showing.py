"""What a terminal shows of its table: the round, its own wagers and credits, what may be placed, what came last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from typing import Any

from casino import journal
from casino import selectors as ground
from casino.domain.aggregate import Ref
from casino.domain.events import VenueId
from casino.domain.instant import Instant
from casino.domain.refusals import Refusal
from devices.domain import credit_meter
from devices.domain.credit_meter import CreditMeter
from devices.domain.device import Device
from games import explaining, selectors
from games.domain import areas, between_rounds, outcome, position, round_of_play, table
from games.domain import terminal as terminals
from games.domain.position import Position
from games.domain.round_of_play import RoundNotOpened, RoundOfPlay, Stage
from games.domain.setting import Setting
from games.domain.table import Table
from games.domain.vocabulary import EVERY_KIND, Limit, PositionId, RoundId, SeatId, TableId
from games.domain.wager import Wager
from games.domain.wager_events import WagerSettled, WagerVoided
from games.models import Round
from games.rules import books

Told = dict[str, Any]
ROUNDS = 20  # among which the last results are looked for
RESULTS = 10


@dataclass(frozen=True)
class Place:
    """A terminal's place at a table, and all of it that stands on record now."""

    machine: Device
    chips: Position
    meter: CreditMeter
    version: int  # of the credit meter
    table: Table
    play: RoundOfPlay | None
    rounds: Sequence[Round]  # of the table, the latest first
    now: Instant

    @property
    def setting(self) -> Setting:
        """What a wager of this terminal would meet now."""
        play, seat = self.play, self.chips.seat
        book = books.get(play.book if play else self.table.book)
        return between_rounds.setting(
            self.table, book=book, seat=seat, round_id=RoundId(play.id if play else ""), is_closed=False
        )


def at_table(venue: VenueId, machine: Device) -> Told | None:
    """What a terminal shows of its table; None if it has no place at any."""
    place = _place(venue, machine)
    return _shown(place) if place else None


def after_change(venue: VenueId, terminal: str, table_id: TableId) -> Told:
    """A terminal's credits and its wagers on the layout, as they stand after what it asked for."""
    chips, meter = position.at(table_id, SeatId(terminal)), credit_meter.at(venue, terminal)
    standing: dict[Ref[Any], tuple[int, Any]] = journal.standing([chips, meter])
    (_, lying), (version, credits_) = standing[chips], standing[meter]
    return {"credits": {"cents": credits_.cents, "version": version}, "wagers": wagers_told(lying)}


def _place(venue: VenueId, machine: Device) -> Place | None:
    row = next((each for each in selectors.places_of(venue, SeatId(machine.name)) if each.is_taken), None)
    if row is None:
        return None
    rounds = list(selectors.rounds_of(TableId(row.table))[:ROUNDS])
    there, chips, meter = table.at(TableId(row.table)), position.AGGREGATE.at(row.id), credit_meter.at(venue, machine.name)
    play = [round_of_play.at(RoundId(rounds[0].id))] if rounds else []
    standing: dict[Ref[Any], tuple[int, Any]] = journal.standing([there, chips, meter, *play])
    states = {ref: state for ref, (_, state) in standing.items()}
    played = next((states[ref] for ref in play if ref.id == states[there].round), None)
    version = standing[meter][0]
    return Place(machine, states[chips], states[meter], version, states[there], played, rounds, ground.now())


def _shown(place: Place) -> Told:
    there, setting = place.table, place.setting
    return {
        "now": str(place.now),
        "table": there.id.rpartition(".")[2],
        "game": there.book_id,
        "book": setting.book.version,
        "variant": there.variant,
        "is_open": there.is_open,
        "suspended": suspended_told(there),
        "closes_at": instant_told(there.closure.comes_at if there.closure else None),
        "seat": place.chips.seat,
        "round": _round(place),
        "limits": {kind: limit_told(limit) for kind, limit in setting.limits.items()},
        "frozen": sorted(setting.frozen),
        "chip_unit_cents": there.chip_unit,
        "closed": _closed(place, setting),
        "credits": {"cents": place.meter.cents, "version": place.version, "is_locked": bool(place.meter.locked_because)},
        "wagers": wagers_told(place.chips),
        "last": last_told(place.rounds, PositionId(place.chips.id)),
        "outcomes": [row.outcome for row in place.rounds if row.finished_at and row.outcome][:RESULTS],
    }


def _round(place: Place) -> Told | None:
    play, shooter = place.play, place.table.shooter
    if play is None:
        return None
    row = place.rounds[0]
    return {
        "id": play.id,
        "number": row.number,
        "stage": play.stage,
        "opened_at": instant_told(row.opened_at),
        "ends_at": instant_told(play.ends_at),
        "closed_at": instant_told(play.closed_at),
        "point": play.point,
        "outcome": play.outcome,
        "why": row.why,
        "shooter": shooter,
        "is_shooter": shooter == place.chips.seat,
        "shoot_by": instant_told(_shoot_by(play, shooter)),
    }


def _shoot_by(play: RoundOfPlay, shooter: SeatId | None) -> Instant | None:
    """Until when the shooter may press the button (AC 3.11.1, SB 3.10.3)."""
    if shooter is None or play.closed_at is None or play.shot_at or play.stage is not Stage.CLOSED or play.layout is None:
        return None
    return Instant.of(play.closed_at + timedelta(seconds=outcome.SHOOT_SECONDS[play.book_id]))


def suspended_told(there: Table) -> str:
    """That play stands still, without the reason, which is no player's business; nothing: it does not."""
    return "Play is suspended" if there.suspended else ""


def limit_told(limit: Limit) -> Told:
    """What the sign says of a kind of selection."""
    return {
        "minimum_cents": limit.minimum,
        "maximum_cents": limit.maximum,
        "unit_cents": limit.unit,
        "multiples": limit.multiples,
        "scope": limit.scope,
    }


def _closed(place: Place, setting: Setting) -> Told:
    """What takes no chips now, and why: everything, or the areas that the book, the sign or a frozen wager closes."""
    try:
        _require_open(place)
    except Refusal as refusal:
        return {EVERY_KIND: refused_told(refusal)}
    return {selection: refused_told(refusal) for selection, refusal in areas.closed(place.chips, setting).items()}


def _require_open(place: Place) -> None:
    """What a wager has to pass before it is looked at."""
    terminals.require_playable(place.machine, place.meter, place.table)
    if place.play is None:
        raise RoundNotOpened("No round is being played: wait for the next.")
    round_of_play.require_open(place.play, now=place.now)
    table.require_taking_wagers(place.table, now=place.now)


def refused_told(refusal: Refusal) -> Told:
    """A refusal as a terminal shows it."""
    return {"code": refusal.code, "sentence": refusal.sentence, "rule": refusal.rule}


def wagers_told(chips: Position) -> list[Told]:
    """What lies on the layout."""
    return [_wager(each) for each in chips.wagers.values()]


def _wager(wager: Wager) -> Told:
    lying = wager.lying
    return {
        "number": wager.number,
        "selection": wager.selection,
        "stake_kind": wager.stake_kind,
        "stake_cents": lying.stake_cents,
        "commission_cents": lying.commission_cents,
        "state": lying.state,
        "shows": lying.shows,
        "round": wager.round_id,
    }


def last_told(rounds: Sequence[Round], position_id: PositionId) -> Told | None:
    """What the round before came to for this player, each wager with its sentence."""
    row = next((each for each in rounds if each.finished_at), None)
    if row is None:
        return None
    ended = selectors.ended_in(RoundId(row.id), position_id)
    returned = [min(ceil(event.figures.returned), event.figures.paid_cents) for event in ended]
    refunded = sum(event.figures.commission_refunded_cents for event in ended)
    return {
        "round": row.id,
        "outcome": row.outcome,
        "why": row.why,
        "won_cents": sum(event.figures.paid_cents for event in ended) - sum(returned),
        "returned_cents": sum(returned) + refunded,
        "wagers": [_ended(event, row) for event in ended],
    }


def _ended(event: WagerSettled | WagerVoided, row: Round) -> Told:
    result, odds_rule = (event.result, event.odds_rule) if isinstance(event, WagerSettled) else ("void", "")
    return {
        "number": event.wager,
        "selection": event.selection,
        "stake_cents": event.figures.stake_cents,
        "result": result,
        "paid_cents": event.figures.paid_cents + event.figures.commission_refunded_cents,
        "winnings": str(event.figures.winnings),
        "rule": ", ".join(event.rule),
        "odds_rule": odds_rule,
        "because": explaining.because(event, book=books.get(row.book)),
    }


def instant_told(moment: Any) -> str | None:
    """An instant as it is sent, if there is one."""
    return str(Instant.of(moment)) if moment else None
