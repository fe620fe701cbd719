"""A small aggregate with money in it, for tests of the journal: cents go onto a tally and off it again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from casino import journal
from casino.domain.accounts import AccountKind, Posting, posts
from casino.domain.aggregate import Aggregate, Event, Ref, State
from casino.domain.money import Cents
from casino.domain.refusals import MoneyRefusal
from casino.journal import Origin


class CentsAdded(Event, frozen=True):
    tally: str
    cents: Cents
    note: str = ""


class CentsTaken(Event, frozen=True):
    tally: str
    cents: Cents


class GateOpened(Event, frozen=True):
    pass


class NotEnough(MoneyRefusal):
    code = "tally-not-enough"
    rule = "T 1.1"


class Tally(State, frozen=True):
    cents: Cents = Cents(0)
    changes: int = 0


class Gate(State, frozen=True):
    opened: int = 0


def take(tally: Tally, name: str, cents: Cents) -> CentsTaken:
    if cents > tally.cents:
        raise NotEnough(f"Only {tally.cents} cents are there.")
    return CentsTaken(tally=name, cents=cents)


def evolve(tally: Tally, event: CentsAdded | CentsTaken) -> Tally:
    match event:
        case CentsAdded():
            return Tally(cents=Cents(tally.cents + event.cents), changes=tally.changes + 1)
        case CentsTaken():
            return Tally(cents=Cents(tally.cents - event.cents), changes=tally.changes + 1)
        case _:
            assert_never(event)


@posts(CentsAdded)
def _added(event: CentsAdded) -> Sequence[Posting]:
    return _moved(event.tally, event.cents)


@posts(CentsTaken)
def _taken(event: CentsTaken) -> Sequence[Posting]:
    return _moved(event.tally, Cents(-event.cents))


def _moved(tally: str, cents: Cents) -> Sequence[Posting]:
    return Posting(AccountKind.DRAWER.of(tally), cents), Posting(AccountKind.BANK.of(tally), Cents(-cents))


TALLY = Aggregate("tally", Tally(), evolve)
GATE = Aggregate("gate", Gate(), lambda gate, _: Gate(opened=gate.opened + 1), guardable=True)


@journal.command
def add_cents(*, tally: str, cents: Cents, origin: Origin, note: str = "") -> int:
    ref = TALLY.at(tally)
    held = journal.load(write=[ref])
    changes = held[ref].changes + 1
    journal.append(held, {ref: [CentsAdded(tally=tally, cents=cents, note=note)]}, origin, answer=changes)
    return changes


@journal.command
def take_cents(*, tally: str, cents: Cents, origin: Origin) -> None:
    ref = TALLY.at(tally)
    held = journal.load(write=[ref])
    journal.append(held, {ref: [take(held[ref], tally, cents)]}, origin)


@journal.command
def move_cents(*, source: str, target: str, cents: Cents, origin: Origin) -> None:
    first, second = TALLY.at(source), TALLY.at(target)
    held = journal.load(write=[first, second])
    taken = take(held[first], source, cents)
    journal.append(held, {first: [taken], second: [CentsAdded(tally=target, cents=cents)]}, origin)


@journal.command
def fill(*, tallies: list[str], times: int, origin: Origin) -> None:
    refs: dict[Ref[Tally], str] = {TALLY.at(name): name for name in tallies}
    held = journal.load(write=refs)
    journal.append(held, {ref: [CentsAdded(tally=name, cents=Cents(1))] * times for ref, name in refs.items()}, origin)


@journal.command
def add_behind_gate(*, tally: str, gate: str, origin: Origin) -> None:
    ref = TALLY.at(tally)
    held = journal.load(write=[ref], guard=[GATE.at(gate)])
    journal.append(held, {ref: [CentsAdded(tally=tally, cents=Cents(1))]}, origin)


@journal.command
def open_gate(*, gate: str, origin: Origin) -> None:
    ref = GATE.at(gate)
    held = journal.load(write=[ref])
    journal.append(held, {ref: [GateOpened()]}, origin)
