"""The smallest aggregate that does what all do: a tally moves money, folds a total and keeps one row of an inline read model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from uuid import UUID

from django.db import models

from casino import journal
from casino.domain.accounts import AccountKind, Posting, posts
from casino.domain.aggregate import Aggregate, Event, RuleId, State
from casino.domain.events import VenueId
from casino.domain.instant import Instant
from casino.domain.money import Cents
from casino.journal import Actor, Origin, PlaceId, Recorded, Role
from casino.journal.line import new_ids

VENUE = VenueId("star")
RULE = (RuleId("3.9.1"),)


class Tallied(Event, frozen=True):
    """So many cents were counted, and so much it comes to."""

    cents: Cents
    total_cents: Cents
    counted: int
    denomination: str


class Counted(Event, frozen=True):
    """The same, and no read model cares."""

    cents: Cents
    total_cents: Cents
    counted: int
    denomination: str


class Tally(State, frozen=True):
    """What has been counted."""

    total_cents: Cents = Cents(0)
    counted: int = 0


def count(tally: Tally, cents: Cents, kind: type[Tallied | Counted] = Tallied) -> Tallied | Counted:
    """Count some more."""
    total = Cents(tally.total_cents + cents)
    return kind(cents=cents, total_cents=total, counted=tally.counted + 1, denomination="notes and coin", rule=RULE)


def count_often(tally: Tally, amounts: Sequence[Cents], kind: type[Tallied | Counted] = Tallied) -> list[Tallied | Counted]:
    """Count several amounts, one after the other."""
    events = []
    for cents in amounts:
        events.append(count(tally, cents, kind))
        tally = evolve(tally, events[-1])
    return events


def evolve(_: Tally, event: Tallied | Counted) -> Tally:
    """The tally after an event."""
    return Tally(total_cents=event.total_cents, counted=event.counted)


AGGREGATE = Aggregate("tally", Tally(), evolve)


def _moved(event: Tallied | Counted) -> list[Posting]:
    return [
        Posting(AccountKind.NOTES.of("star.T0417"), event.cents),
        Posting(AccountKind.CREDIT_METER.of("star.T0417"), Cents(-event.cents)),
    ]


posts(Tallied)(_moved)
posts(Counted)(_moved)


class TallyRow(models.Model):
    """A tally as a list shows it. The table is made by the benchmarks in their own database."""

    id = models.TextField(primary_key=True)
    total_cents = models.BigIntegerField()
    counted = models.BigIntegerField()
    tallied_at = models.DateTimeField()

    class Meta:
        """No migration makes this table."""

        app_label = "casino"
        db_table = "bench_tally"
        managed = False


@journal.projection(tables=[TallyRow], on=[Tallied], inline=True)
def tallies(recorded: Sequence[Recorded]) -> None:
    """Every tally with its total."""
    last = {each.stream: each for each in recorded}
    journal.write_rows(
        TallyRow,
        [
            {"id": stream, "total_cents": each.event.total_cents, "counted": each.event.counted, "tallied_at": each.recorded_at}
            for stream, each in last.items()
        ],
    )


@journal.command
def tally(*, name: str, cents: Cents, origin: Origin) -> Cents:
    """One entry, one read model: the plainest whole command."""
    ref = AGGREGATE.at(name)
    held = journal.load(write=[ref])
    tallied = count(held[ref], cents)
    journal.append(held, {ref: [tallied]}, origin, answer=tallied.total_cents)
    return tallied.total_cents


@journal.command
def tally_many(*, amounts: Mapping[str, Sequence[Cents]], origin: Origin) -> None:
    """Many entries over many streams, as settling a round does."""
    refs = {AGGREGATE.at(name): each for name, each in amounts.items()}
    held = journal.load(write=refs)
    journal.append(held, {ref: count_often(held[ref], each) for ref, each in refs.items()}, origin)


@journal.command
def count_many(*, amounts: Mapping[str, Sequence[Cents]], origin: Origin) -> None:
    """Many entries over many streams, and nothing else."""
    refs = {AGGREGATE.at(name): each for name, each in amounts.items()}
    held = journal.load(write=refs)
    journal.append(held, {ref: count_often(held[ref], each, Counted) for ref, each in refs.items()}, origin)


@journal.command
def look(*, name: str, origin: Origin) -> None:  # noqa: ARG001 - every command has one
    """Load a stream and write nothing."""
    journal.load(write=[AGGREGATE.at(name)])


def origin() -> Origin:
    """A request from a terminal, made at the edge."""
    now = Instant.of(datetime.now(UTC))
    return Origin(
        request_id=UUID(new_ids(1, str(now))[0]),
        venue=VENUE,
        actor=Actor("device/star.T0417"),
        role=Role("terminal"),
        place=PlaceId("star.T0417"),
        received_at=now,
    )
