from __future__ import annotations

from contextlib import suppress
from io import StringIO

import psycopg
import pytest
from django.core.management import call_command

from casino import selectors
from casino.domain.money import Cents
from casino.journal import reconciliation, verification
from devices import checks, services
from tests.databases import Database
from tests.devices import fitting
from tests.devices.test_attending_pages import differ, engage_attendants, itself, on_floor, read, take_note
from tests.factories import open_house

STREAM = "credit_meter-star.AC1-01"
VERSIONS = {"AC1-01": 4, "AC1-02": 1}


@pytest.fixture
def floor(committed: Database) -> Database:
    """AC1-01 with a note of $20.00 on its meter, and AC1-02 with nothing."""
    selectors.forget()
    open_house()
    engage_attendants()
    on_floor()
    take_note("AC1-01")
    fitting.terminal("AC1-02")
    return committed


def _as_superuser(database: Database, statement: str) -> None:
    """What nobody of the house may do: one row altered, with every trigger switched off."""
    with psycopg.connect(database.superuser_url) as superuser:
        for table in ("head", "entry"):
            superuser.execute(f"ALTER TABLE journal.{table} DISABLE TRIGGER ALL")
        assert superuser.execute(statement).rowcount == 1


def _wrong() -> list[tuple[str, int, str]]:
    return [(each.stream, each.version, each.what) for each in verification.verify().wrong]


def test_a_floor_that_nobody_has_altered_is_as_it_must_be(floor: Database) -> None:
    assert list(checks.meters_equal_their_accounts(None)) == []
    assert list(checks.terminals_agree(None)) == []
    assert _wrong() == []
    assert reconciliation.reconcile() == reconciliation.Reconciled({"credit-meter": -2_000, "notes": 2_000}, [])


@pytest.mark.parametrize(
    ("name", "before", "after", "told"),
    [
        ("AC1-01", 2_000, 9_900, "the state says $99.00, its account $20.00"),
        ("AC1-01", 2_000, 0, "the state says $0.00, its account $20.00"),
        ("AC1-02", 0, 100, "the state says $1.00, its account $0.00"),
    ],
)
def test_verify_finds_a_credit_meter_whose_state_a_superuser_has_altered(
    floor: Database, name: str, before: int, after: int, told: str
) -> None:
    stream, version = f"credit_meter-star.{name}", VERSIONS[name]
    cents = f""","cents":{before},"notes_cents":"""
    altered = cents.replace(f'"cents":{before}', f'"cents":{after}', 1)
    _as_superuser(floor, f"UPDATE journal.head SET state = replace(state, '{cents}', '{altered}') WHERE stream = '{stream}'")
    assert list(checks.meters_equal_their_accounts(None)) == [(stream, version, told)]
    assert (stream, version, told) in _wrong()
    out = StringIO()
    with suppress(SystemExit):
        call_command("verify", stdout=out)
    assert stream in out.getvalue()


def test_verify_finds_a_credit_meter_whose_posting_a_superuser_has_altered(floor: Database) -> None:
    _as_superuser(
        floor,
        f"""UPDATE journal.entry SET line = replace(line, '"cents":-2000', '"cents":-2500')
             WHERE stream = '{STREAM}' AND type = 'devices.notes-accepted'""",
    )
    told = (STREAM, 4, "the state says $20.00, its account $25.00")
    assert list(checks.meters_equal_their_accounts(None)) == [told]
    assert told in _wrong()


@pytest.mark.parametrize(
    ("cents", "told"),
    [
        (420, "AC1-01 of star shows $24.20, our record says $20.00: it differs by $4.20."),
        (-1_575, "AC1-01 of star shows $4.25, our record says $20.00: it differs by −$15.75."),
    ],
)
def test_reconcile_tells_a_difference_that_lasts_until_it_has_ended(floor: Database, cents: int, told: str) -> None:
    differ("AC1-01", cents)
    assert reconciliation.reconcile().wrong == [told]
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("reconcile", stdout=out)
    assert ended.value.code == 1
    assert told in out.getvalue()
    read("AC1-01", CREDITS=2_000)
    services.confirm_difference(terminal="AC1-01", terminal_cents=Cents(2_000), our_cents=Cents(2_000), origin=itself("AC1-01"))
    assert reconciliation.reconcile().wrong == []


def test_one_poll_that_differs_is_not_told_by_reconcile(floor: Database) -> None:
    read("AC1-01", CREDITS=2_420)
    assert reconciliation.reconcile().wrong == []


def test_differences_are_told_by_the_names_of_their_terminals(floor: Database) -> None:
    read("AC1-02", CREDITS=0)
    differ("AC1-02", 5)
    differ("AC1-01", 420)
    assert [each.split(" shows ")[0] for each in checks.terminals_agree(None)] == ["AC1-01 of star", "AC1-02 of star"]
