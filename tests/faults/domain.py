"""Streams that only the fault proofs have: slow writers, and bells whose answer is a reaction that may fail."""

from __future__ import annotations

from django.db import connection

from casino import journal
from casino.domain.aggregate import Aggregate, Event, State
from casino.domain.money import Cents
from casino.domain.refusals import Refusal
from casino.journal import Origin, Recorded
from tests.casino.tally import GATE, TALLY, CentsAdded


class BellRung(Event, frozen=True):
    bell: str
    is_heavy: bool = False


class BellAnswered(Event, frozen=True):
    bell: str


class RopeMended(Event, frozen=True):
    pass


class RopeBroken(Refusal):
    code = "bell-rope-broken"


class Aborted(Exception):
    """The writer changes its mind after it has written."""


class Bell(State, frozen=True):
    rung: int = 0
    answered: int = 0


class Rope(State, frozen=True):
    is_mended: bool = False


def _evolve(bell: Bell, event: BellRung | BellAnswered) -> Bell:
    return bell.but(rung=bell.rung + 1) if isinstance(event, BellRung) else bell.but(answered=bell.answered + 1)


CLOCK_STEPS: list[str] = []
BELL = Aggregate("bell", Bell(), _evolve)
ROPE = Aggregate("rope", Rope(), lambda _, __: Rope(is_mended=True))


@journal.command
def ring(*, bell: str, is_heavy: bool = False, origin: Origin) -> int:
    ref = BELL.at(bell)
    held = journal.load(write=[ref])
    rung = held[ref].rung + 1
    journal.append(held, {ref: [BellRung(bell=bell, is_heavy=is_heavy)]}, origin, answer=rung)
    return rung


@journal.command
def answer_bell(*, bell: str, is_heavy: bool, origin: Origin) -> None:
    ref, rope = BELL.at(bell), ROPE.at("main")
    held = journal.load(write=[ref, rope])
    if is_heavy and not held[rope].is_mended:
        raise RopeBroken("The rope is \0broken.")  # not even an error that cannot be stored as it is may hinder the parking
    journal.append(held, {ref: [BellAnswered(bell=bell)]}, origin)


@journal.command
def mend_rope(*, origin: Origin) -> None:
    ref = ROPE.at("main")
    held = journal.load(write=[ref])
    journal.append(held, {ref: [RopeMended()]}, origin)


@journal.reaction("tests.answer-bell", on=BellRung)
def answer(recorded: Recorded, origin: Origin) -> None:
    answer_bell(bell=recorded.event.bell, is_heavy=recorded.event.is_heavy, origin=origin)


@journal.command
def add_slowly(*, tally: str, is_early: bool, is_aborted: bool, work_ms: int, idle_ms: int, origin: Origin) -> int:
    """Early: with a transaction id before it waits for the stream. Slow: committed long after its position was drawn."""
    if is_early:
        _work("SELECT pg_current_xact_id(), pg_sleep(%s)", work_ms)
    ref = TALLY.at(tally)
    held = journal.load(write=[ref])
    changes = held[ref].changes + 1
    journal.append(held, {ref: [CentsAdded(tally=tally, cents=Cents(1))]}, origin, answer=changes)
    _work("SELECT 1, pg_sleep(%s)", idle_ms)
    if is_aborted:
        raise Aborted
    return changes


@journal.command
def add_and_wait(*, tally: str, latch: int, origin: Origin) -> int:
    """A writer that has its position and does not commit before the latch is lifted."""
    ref = TALLY.at(tally)
    held = journal.load(write=[ref])
    changes = held[ref].changes + 1
    journal.append(held, {ref: [CentsAdded(tally=tally, cents=Cents(1))]}, origin, answer=changes)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [latch])
    return changes


@journal.command
def add_guarding(*, tally: str, gate: str, work_ms: int, origin: Origin) -> int:
    """A placement: it relies on the gate for as long as its work takes."""
    ref, guarded = TALLY.at(tally), GATE.at(gate)
    held = journal.load(write=[ref], guard=[guarded])
    _work("SELECT 1, pg_sleep(%s)", work_ms)
    journal.append(held, {ref: [CentsAdded(tally=tally, cents=Cents(1))]}, origin, answer=held[guarded].opened)
    return held[guarded].opened


@journal.command
def add_while_the_clock_steps(*, tally: str, origin: Origin) -> int:
    """The database's clock is set, once, after the stream has been loaded."""
    ref = TALLY.at(tally)
    held = journal.load(write=[ref])
    if CLOCK_STEPS:
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('journal.clock_shift', %s, true)", [CLOCK_STEPS.pop()])
    changes = held[ref].changes + 1
    journal.append(held, {ref: [CentsAdded(tally=tally, cents=Cents(1))]}, origin, answer=changes)
    return changes


def _work(statement: str, milliseconds: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, [milliseconds / 1000])
