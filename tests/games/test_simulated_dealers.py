"""Dealers who play by themselves: whole evenings at the tables of the demo, with everything that can go wrong."""

from __future__ import annotations

import json
from threading import Event, Thread
from typing import Any

import psycopg
import pytest
from django.db import connection

from casino import demo, journal, selectors
from casino.domain.events import VenueId
from casino.domain.powers import CC, DF
from casino.journal import Actor, Origin, Role
from casino.stack.process import wait_until
from devices.simulator.faults import BadScript
from games import services
from games.demo_tables import open_tables
from games.domain import naming, round_of_play, table
from games.domain.round_of_play import Stage
from games.domain.setting import MINI
from games.domain.table import Table
from games.models import Round, Wager
from games.simulated_dealers import MEANINGS, Dealers, Fault, Way
from games.simulated_dealers.dealer import Dealer
from games.simulated_dealers.faults import possible
from games.simulated_dealers.table import LEFT_ALONE
from tests.casino.asking import due, entries, react
from tests.databases import Database, Servers
from tests.factories import OriginFactory
from tests.games.floor import Clock, check
from tests.scale import sized

STAR, CROWN = VenueId("star"), VenueId("crown")
BOOKS = {"DF1": (DF, ""), "CC1": (CC, ""), "MINI1": (CC, MINI)}
ROUNDS = sized(ci=44, full=300)
FEW_ROUNDS, CUTS = 6, 3
MOST_STEPS = 200
PATIENCE_SECONDS = 0.01


def _open_floor() -> None:
    selectors.forget()
    for venue in demo.VENUES:
        demo.open_venue(venue)
    for person in demo.PEOPLE:
        demo.engage(person)
    open_tables()


def _played(dealers: Dealers, rounds: int) -> dict[str, Any]:
    """The report of an evening, in which the workers do what is due."""
    told: list[dict[str, Any]] = []
    until = Event()
    dealing = Thread(target=lambda: told.append(dealers.run(until, Way(rounds))))
    dealing.start()
    while dealing.is_alive():
        react()
        dealing.join(PATIENCE_SECONDS)
    react()
    return told[0]


def _script(name: str) -> list[str]:
    """Everything that can go wrong at a table, from the second round on."""
    faults = sorted(possible(*BOOKS[name]), key=lambda fault: fault.value)
    return [json.dumps({"at_round": 2 + number, "device": name, "fault": fault.value}) for number, fault in enumerate(faults)]


def _wagers() -> list[tuple[object, ...]]:
    """Every wager of every table: where, on what, how much, and what it came to."""
    rows = Wager.objects.order_by("table", "position", "number")
    return list(rows.values_list("table", "position", "number", "selection", "stake_cents", "result", "paid_cents"))


def _posted(kind: str) -> dict[str, int]:
    """What stands in the accounts of a kind, those that are not empty; what is owed to players is below zero."""
    asked = """SELECT posting->>'account', sum((posting->>'cents')::bigint)::bigint
                 FROM journal.entry, json_array_elements(line::json->'postings') AS posting
                WHERE posting->>'account' LIKE %s GROUP BY 1 HAVING sum((posting->>'cents')::bigint) <> 0"""
    with connection.cursor() as cursor:
        cursor.execute(asked, [f"{kind}:%"])
        return {account.partition(":")[2]: cents for account, cents in cursor.fetchall()}


def _require_money_equal() -> None:
    """What the players have gained in chips is what their wagers came to, and what lies on the layouts is at stake."""
    won: dict[str, int] = {}
    lying: dict[str, int] = {}
    for wager in Wager.objects.all():
        there = won.setdefault(wager.position, 0)
        staked = wager.stake_cents + wager.commission_cents
        won[wager.position] = there + wager.paid_cents + wager.refunded_cents - staked
        if wager.is_open:
            lying[wager.position] = lying.get(wager.position, 0) + wager.stake_cents
    assert {position: -cents for position, cents in _posted("chips").items()} == {
        each: cents for each, cents in won.items() if cents
    }
    assert {position: -cents for position, cents in _posted("at-stake").items()} == lying


@pytest.mark.slow(reason="deals whole evenings")
@pytest.mark.parametrize(("venue", "names"), [(STAR, ["DF1"]), (CROWN, ["CC1", "MINI1"])])
def test_an_evening_with_every_fault_leaves_nothing_amiss(committed: Database, venue: VenueId, names: list[str]) -> None:
    _open_floor()
    script = [line for name in names for line in _script(name)]
    told = _played(Dealers(venue, seed=7, is_fast=True, faults=script), ROUNDS)
    for name in names:
        there = told["tables"][name]
        assert (there["rounds"], there["faults_to_come"], there["refused"]) == (ROUNDS, [], {})
        assert set(there["faults"]) == {fault.value for fault in possible(*BOOKS[name])}
        rounds = Round.objects.filter(table=f"{venue}.{name}")
        assert rounds.filter(stage__in=(Stage.SETTLED, Stage.VOIDED)).count() == ROUNDS
        assert rounds.filter(stage=Stage.VOIDED).count() >= there["no_rolls"]
    assert due() == []
    _require_money_equal()
    check()


@pytest.mark.slow(reason="deals an evening twice")
def test_the_same_seed_deals_the_same_evening(committed: Database, servers: Servers) -> None:
    _open_floor()
    first = _played(Dealers(CROWN, seed=3, is_fast=True), FEW_ROUNDS)
    wagers = _wagers()
    other = servers.copy()
    with other.in_use():
        _open_floor()
        assert _played(Dealers(CROWN, seed=3, is_fast=True), FEW_ROUNDS) == first
        assert _wagers() == wagers
    servers.drop(other)


@pytest.mark.slow(reason="deals until the connections are cut, and on")
def test_a_database_that_is_restarted_is_waited_for_and_nothing_is_done_twice(committed: Database) -> None:
    _open_floor()
    dealers, until, told = Dealers(STAR, seed=5, is_fast=True), Event(), list[dict[str, Any]]()
    dealing = Thread(target=lambda: told.append(dealers.run(until, Way(FEW_ROUNDS))))
    dealing.start()
    cut = 0
    while dealing.is_alive():
        react()
        if dealers.dealers[0].rounds > cut and cut < CUTS:
            cut += 1
            _cut_all_but_ours(committed)
        dealing.join(PATIENCE_SECONDS)
    react()
    assert cut == CUTS
    assert [each["rounds"] for each in told[0]["tables"].values()] == [FEW_ROUNDS, FEW_ROUNDS]
    _require_money_equal()
    check()


@pytest.fixture
def dealer(committed: Database) -> Dealer:
    """Who deals at DF1 of The Star, step by step."""
    _open_floor()
    return Dealers(STAR, seed=1, is_fast=True).dealers[0]


def test_without_settlement_the_dealer_waits_and_then_goes_on(dealer: Dealer) -> None:
    _deal_until(dealer, Stage.DECIDED, Stage.NO_RESULT)
    before = entries()
    for _ in range(5):
        dealer.step()
    assert entries() == before
    react()
    _deal_until(dealer, Stage.CLOSED)
    assert dealer.rounds == 1


def test_another_dealer_goes_on_where_one_has_stopped(dealer: Dealer) -> None:
    _deal_until(dealer, Stage.CLOSED)
    played = _star("DF1").round
    following = Dealers(STAR, seed=2, is_fast=True).dealers[0]
    _deal_until(following, Stage.DECIDED, Stage.NO_RESULT)
    assert _star("DF1").round == played


def test_a_round_that_somebody_has_begun_is_left_to_them_however_long_it_takes(committed: Database, dealer: Dealer) -> None:
    clock = Clock(committed)
    services.start_game(name="DF1", origin=_at_the_screen())
    _is_left_alone(dealer)
    clock.move(3_600)
    _is_left_alone(dealer)
    services.end_idle_round(round_id=_star("DF1").round, origin=_at_the_screen())
    _is_left_alone(dealer)
    clock.move(LEFT_ALONE.total_seconds())
    _deal_until(dealer, Stage.CLOSED)


def test_where_somebody_has_acted_the_table_is_left_alone_for_a_while(committed: Database, dealer: Dealer) -> None:
    clock = Clock(committed)
    _deal_until(dealer, Stage.CLOSED)
    played = _star("DF1").round
    services.dispute_face(round_id=played, origin=_at_the_screen())
    _is_left_alone(dealer)
    clock.move(LEFT_ALONE.total_seconds())
    _deal_until(dealer, Stage.DECIDED)
    assert _star("DF1").round == played


def test_what_somebody_else_has_suspended_is_not_released(committed: Database, dealer: Dealer) -> None:
    clock = Clock(committed)
    services.suspend_table(name="DF1", reason="A lamp is dark.", origin=_supervisor())
    clock.move(LEFT_ALONE.total_seconds())
    _is_left_alone(dealer)
    assert _star("DF1").suspended == "A lamp is dark."


def test_they_end_at_once_when_they_are_asked_to(dealer: Dealer) -> None:
    until, began = Event(), entries()
    dealing = Thread(target=Dealers(STAR).run, args=(until,))
    dealing.start()
    assert wait_until(lambda: entries() > began, 10)
    until.set()
    dealing.join(1)
    assert not dealing.is_alive()


def test_a_venue_without_dealer_tables_has_nothing_to_do() -> None:
    assert Dealers(VenueId("elsewhere")).run(Event(), Way(3))["tables"] == {}


def test_every_fault_has_a_meaning_and_happens_somewhere() -> None:
    assert MEANINGS.keys() == set(Fault)
    assert frozenset().union(*(possible(*book) for book in BOOKS.values())) == set(Fault)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"at_round": 3, "device": "AC1", "fault": "no-roll"}', "there is no dealer table AC1"),
        ('{"at_round": 3, "device": "DF1", "fault": "late-wager"}', "late-wager does not happen at DF1"),
        ('{"at_round": 3, "device": "DF1", "fault": "fire"}', "The faults of dealer tables are no-roll, die-lost"),
    ],
)
def test_a_script_that_cannot_be_played_is_named(line: str, why: str) -> None:
    with pytest.raises(BadScript, match=why):
        Dealers(STAR, faults=["", line])


def _deal_until(dealer: Dealer, *stages: Stage) -> None:
    """Step by step, until the round has come so far."""
    for _ in range(MOST_STEPS):
        played = _star("DF1").round
        if played and journal.state(round_of_play.at(played)).stage in stages:
            return
        dealer.step()
    raise AssertionError(f"not {stages} after {MOST_STEPS} steps")


def _is_left_alone(dealer: Dealer) -> None:
    before = entries()
    for _ in range(5):
        dealer.step()
    assert entries() == before


def _star(name: str) -> Table:
    return journal.state(table.at(naming.table_id(STAR, name)))


def _at_the_screen() -> Origin:
    """The same dealer, but a person, at a desk."""
    return OriginFactory.build(actor=Actor("staff/41333"), role=Role("dealer"))


def _supervisor() -> Origin:
    return OriginFactory.build(actor=Actor("staff/40655"), role=Role("casino supervisor"))


def _cut_all_but_ours(database: Database) -> None:
    """Every connection to the database ends, as when it is restarted; the test's own stays."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        ours = cursor.fetchone()[0]
    with psycopg.connect(database.superuser_url, autocommit=True) as superuser:
        asked = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid NOT IN (%s, pg_backend_pid())"
        superuser.execute(asked, [database.name, ours])
