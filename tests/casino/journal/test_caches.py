from __future__ import annotations

import dataclasses
import json
from io import StringIO
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from casino import services
from casino.demo import NotTheDemo, open_demo
from casino.domain.gaming_day import GamingDay
from casino.domain.parameters import Jurisdiction, Name
from casino.journal import following, projections, verification
from casino.models import Activity, Parameter, Venue
from tests.casino import tally
from tests.databases import Database
from tests.factories import OriginFactory, open_star


@pytest.fixture
def floor(committed: Database) -> Database:
    """A venue with its law, some money and every read model up to date."""
    open_star()
    services.adopt_law(jurisdiction=Jurisdiction.NEW_SOUTH_WALES, origin=OriginFactory.build())
    services.set_parameter(
        name=Name.CASH_PER_DAY, value=7, from_day=GamingDay(2031, 1, 1), source="s 1", origin=OriginFactory.build()
    )
    tally.fill(tallies=["t1", "t2"], times=3, origin=OriginFactory.build())
    projections.project_following()
    return committed


def _run(*words: str) -> tuple[int, dict[str, Any]]:
    out = StringIO()
    try:
        call_command(*words, "--json", stdout=out)
    except SystemExit as end:
        return int(end.code or 0), json.loads(out.getvalue())
    return 0, json.loads(out.getvalue())


def _tables() -> list[list[tuple[Any, ...]]]:
    return [list(model.objects.order_by("id").values_list()) for model in (Venue, Parameter, Activity)]


def test_rebuilt_read_models_equal_the_live_ones_to_the_byte(floor: Database) -> None:
    before = _tables()
    assert [len(rows) for rows in before] == [1, 14, 3]
    assert _run("rebuild", "--check") == (
        0,
        {
            "is_check": True,
            "differing": 0,
            "rebuilt": [
                {"name": "casino.venues", "events": 1, "differing": 0},
                {"name": "casino.parameters", "events": 14, "differing": 0},
                {"name": "casino.staff-members", "events": 0, "differing": 0},
                {"name": "casino.patrons", "events": 0, "differing": 0},
                {"name": "casino.approvals", "events": 0, "differing": 0},
                {"name": "casino.activity", "events": 21, "differing": 0},
                {"name": "casino.deeds", "events": 21, "differing": 0},
                {"name": "devices.devices", "events": 0, "differing": 0},
                {"name": "devices.credit-meters", "events": 0, "differing": 0},
                {"name": "devices.alerts", "events": 0, "differing": 0},
                {"name": "games.tables", "events": 0, "differing": 0},
                {"name": "games.rounds", "events": 0, "differing": 0},
                {"name": "games.positions", "events": 0, "differing": 0},
                {"name": "games.wagers", "events": 0, "differing": 0},
                {"name": "games.tallies", "events": 0, "differing": 0},
            ],
        },
    )
    call_command("rebuild", stdout=StringIO())
    assert _tables() == before


def test_a_check_finds_an_altered_read_model_and_a_rebuild_mends_it(floor: Database) -> None:
    before = _tables()
    Venue.objects.update(name="Elsewhere")
    Parameter.objects.filter(from_day=GamingDay(2031, 1, 1)).delete()
    Activity.objects.update(entries=99)
    status, found = _run("rebuild", "--check")
    assert (status, found["differing"]) == (1, 2 + 1 + 6)
    assert Venue.objects.get().name == "Elsewhere"
    assert _run("rebuild", "--only", "casino.venues")[0] == 0
    assert Venue.objects.get().name == "The Star"
    assert _run("rebuild")[0] == 0
    assert _tables() == before


def test_a_check_finds_an_altered_state_and_a_rebuild_of_states_mends_it(floor: Database) -> None:
    with psycopg.connect(floor.superuser_url) as superuser:
        superuser.execute("SET ROLE pitledger_journal")
        superuser.execute("""UPDATE journal.head SET state = '{"cents":9,"changes":9}' WHERE stream = 'tally-t1'""")
        superuser.execute("UPDATE journal.head SET state_version = 7 WHERE stream = 'tally-t2'")
    status, found = _run("verify")
    assert (status, found["wrong"], found["first_wrong"]["stream"]) == (1, 2, "tally-t1")
    assert _run("rebuild", "--states", "--check")[1]["differing"] == 2
    assert _run("rebuild", "--states")[1]["differing"] == 2
    assert _run("verify")[0] == 0


def test_verify_counts_what_it_checked(floor: Database) -> None:
    assert _run("verify") == (0, {"events": 21, "streams": 15, "wrong": 0, "first_wrong": None})
    assert _run("verify", "--venue", "star")[1]["events"] == 21


def test_verify_of_an_unknown_venue_is_used_wrongly(floor: Database) -> None:
    with pytest.raises(CommandError, match=r"There is no venue moon\. On the books: star\.") as refused:
        call_command("verify", "--venue", "moon")
    assert refused.value.returncode == 2


def test_rebuild_of_an_unknown_projection_is_used_wrongly(floor: Database) -> None:
    with pytest.raises(CommandError, match="There is no projection nothing") as refused:
        call_command("rebuild", "--only", "nothing")
    assert refused.value.returncode == 2


def test_reconcile_adds_every_posting_up_again(floor: Database) -> None:
    assert _run("reconcile") == (0, {"balances": {"bank": -6, "drawer": 6}, "wrong": []})


def test_reconcile_finds_what_does_not_add_up(floor: Database) -> None:
    with psycopg.connect(floor.superuser_url) as superuser:
        superuser.execute("ALTER TABLE journal.entry DISABLE TRIGGER ALL")
        superuser.execute(
            """UPDATE journal.entry SET line = replace(line, '"cents":-1}', '"cents":-2}')
                WHERE stream = 'tally-t1' AND version = 1"""
        )
    status, found = _run("reconcile")
    assert (status, found["balances"]) == (1, {"bank": -7, "drawer": 6})


def test_a_follower_of_a_new_version_starts_anew_from_nothing(floor: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    before = list(Activity.objects.order_by("id").values_list())
    known = projections.PROJECTIONS["casino.activity"]
    monkeypatch.setitem(
        projections.PROJECTIONS, known.name, type(known)(known.name, known.project, known.on, known.tables, 2, inline=False)
    )
    projections.project_following()
    assert list(Activity.objects.order_by("id").values_list()) == before


@pytest.mark.slow(reason="hashes the password of everybody in the demo")
@pytest.mark.parametrize("is_rebuilt", [False, True])
def test_the_cursor_of_an_older_version_goes_when_a_new_one_begins(
    floor: Database, monkeypatch: pytest.MonkeyPatch, is_rebuilt: bool
) -> None:
    projections.project_following()
    old = projections.PROJECTIONS["casino.activity"]
    new = dataclasses.replace(old, version=old.version + 1)
    monkeypatch.setitem(projections.PROJECTIONS, "casino.activity", new)
    if is_rebuilt:
        call_command("rebuild", "--only", "casino.activity", stdout=StringIO())
    projections.project_following()
    names = {each.name for each in following.followers()}
    assert (old.cursor in names, new.cursor in names, "projection:casino.deeds@1" in names) == (False, True, True)


def test_demo_data_is_the_same_however_often_it_is_made(committed: Database) -> None:
    open_demo()
    with connection.cursor() as cursor:
        cursor.execute("SELECT array_agg(DISTINCT line::json->>'actor'), count(*) FROM journal.entry")
        actors, entries = cursor.fetchone()
    assert actors == ["staff/40002", "system/demo", "system/simulator"]
    open_demo()
    assert verification.verify().events == entries


def test_demo_data_is_refused_outside_the_demo(settings: Any) -> None:
    settings.IS_DEMO = False
    with pytest.raises(NotTheDemo):
        open_demo()
