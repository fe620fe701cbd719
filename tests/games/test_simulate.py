"""`manage.py simulate` as somebody at a terminal has it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from casino import demo
from casino.domain.events import VenueId
from casino.environment import ROOT
from casino.journal import verification
from casino.stack.process import wait_until
from devices import demo_floor, selectors
from devices.domain.device import Kind
from devices.simulator import faults
from games import simulated_dealers
from games.demo_tables import DEALERS, open_tables
from games.management.commands.simulate import Command
from games.models import Round
from games.simulated_dealers import Dealers, Way
from games.simulated_dealers.beside import parted, together
from tests.casino.asking import entries, react
from tests.databases import Database
from tests.factories import open_house
from tests.games.floor import check

STAR = VenueId("star")
SMALL = ("--tables=3", "--terminals=2", "--seed=417")
FAST = (*SMALL, "--rounds=5", "--fast", "--patience=0", "--json")


def simulate(*arguments: str, venue: str = "star") -> dict[str, Any]:
    out = StringIO()
    call_command("simulate", f"--venue={venue}", *arguments, stdout=out)
    told: dict[str, Any] = json.loads(out.getvalue())
    return told


def open_demo() -> None:
    """Every venue of the demo with its people and tables."""
    for venue in demo.VENUES:
        demo.open_venue(venue)
    for person in demo.PEOPLE:
        demo.engage(person)
    open_tables()


@contextmanager
def workers() -> Iterator[None]:
    """Workers do what is due, meanwhile."""
    until = Event()

    def work() -> None:
        while not until.wait(0.01):
            react()
        connections.close_all()

    working = Thread(target=work)
    working.start()
    yield
    until.set()
    working.join()
    react()


def refused(*arguments: str) -> CommandError:
    with pytest.raises(CommandError) as raised:
        call_command("simulate", *arguments)
    return raised.value


def test_the_same_seed_gives_the_same_report_and_the_machines_are_on_the_books_once(committed: Database) -> None:
    open_house()
    first = simulate(*FAST)
    assert first == simulate(*FAST)
    assert {name: told["rounds"] for name, told in first["tables"].items()} == {"TABLE1": 5, "TABLE2": 5, "TABLE3": 5}
    on_the_books = {each.name: each.kind for each in selectors.devices(STAR)}
    assert on_the_books == {
        **{f"T000{number}": Kind.PLAYER_TERMINAL for number in range(1, 7)},
        "TABLE1-DICE": Kind.DICE_TUMBLER,
        "TABLE2-WHEEL": Kind.WHEEL,
        "TABLE3-DICE": Kind.DICE_TUMBLER,
    }
    assert verification.verify().wrong == []


def test_faults_by_script_are_in_the_report(committed: Database, tmp_path: Path) -> None:
    open_house()
    script = tmp_path / "faults"
    script.write_text('\n{"at_round": 2, "device": "T0003", "fault": "ram-clear"}\n')
    told = simulate(*FAST, f"--faults={script}")
    assert told["faults"] == [{"at_round": 2, "device": "T0003", "fault": "ram-clear", "times": 1, "is_inflicted": True}]


def test_machines_remember_where_they_were_switched_off(committed: Database, tmp_path: Path) -> None:
    open_house()
    kept = f"--memory={tmp_path / 'memory'}"
    before = simulate(*FAST, kept)["terminals"]
    after = simulate(*FAST, kept)["terminals"]
    for name, told in after.items():
        assert told["meters"]["notes-in"] == before[name]["meters"]["notes-in"] + told["notes_cents"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--venue=nowhere",), "There is no venue nowhere"),
        (("--venue=star", "--fast"), "Say how many --rounds"),
        (("--venue=star", "--tables=2"), "Say both"),
        (("--venue=star", "--tables=0", "--terminals=1"), "0 is no whole number from 1 to 100"),
        (("--venue=star", "--tables=100", "--terminals=127"), "9,999 terminals at most"),
        (("--venue=star", "--faults=/nowhere"), "/nowhere cannot be read"),
        (("--venue=star", "--memory=/dev/null"), "no memory of machines"),
    ],
)
def test_what_is_used_wrongly_is_refused_with_a_sentence(committed: Database, arguments: tuple[str, ...], sentence: str) -> None:
    open_house()
    error = refused(*arguments)
    assert sentence in str(error)
    assert selectors.devices(STAR).count() == 0


def test_a_bad_script_is_refused_with_its_line_before_anything_is_registered(committed: Database, tmp_path: Path) -> None:
    open_house()
    script = tmp_path / "faults"
    script.write_text('{"at_round": 1, "device": "T0001", "fault": "busy"}\n{"at_round": 1, "device": "T0009", "fault": "busy"}')
    error = refused("--venue=star", *FAST, f"--faults={script}")
    assert (error.returncode, "Line 2 of the faults" in str(error)) == (2, True)
    assert selectors.devices(STAR).count() == 0


@pytest.mark.slow(reason="opens the whole demo, and dealers deal")
@pytest.mark.parametrize(("venue", "machines"), [("crown", []), ("practice", ["AC1", "IR1", "SB1"])])
def test_where_nobody_sits_at_a_terminal_the_dealers_play_all_the_same(
    committed: Database, venue: str, machines: list[str]
) -> None:
    open_demo()
    with workers():
        told = simulate("--rounds=4", "--fast", "--json", "--patience=30", venue=venue)
    dealt = {each.name for each in DEALERS if each.venue == venue}
    assert {name: there["rounds"] for name, there in told["tables"].items()} == dict.fromkeys([*machines, *dealt], 4)
    assert {name for name in dealt if told["tables"][name]["wagers"]} == dealt
    assert {name: Round.objects.filter(table=f"{venue}.{name}").exclude(finished_at=None).count() for name in dealt} == (
        dict.fromkeys(dealt, 4)
    )
    assert told["left_standing"] == []
    check()


@pytest.mark.slow(reason="opens the whole demo, and waits for a house that does not poll")
def test_machines_and_dealers_of_one_venue_have_their_faults_from_one_file(committed: Database, tmp_path: Path) -> None:
    open_demo()
    script, wanted = tmp_path / "faults", [("AC1-01", "busy"), ("DF1", "lights-wrong"), ("SB1-DICE", "cocked-dice")]
    script.write_text("\n".join(json.dumps({"at_round": 1, "device": device, "fault": fault}) for device, fault in wanted))
    with workers(), suppress(SystemExit):
        out = StringIO()
        call_command(
            "simulate", "--venue=star", "--rounds=2", "--fast", "--json", "--patience=4", f"--faults={script}", stdout=out
        )
    told = json.loads(out.getvalue())
    assert {name: there["rounds"] for name, there in told["tables"].items()} == (
        dict.fromkeys(["AC1", "AC2", "DF1", "DF2", "IR1", "SB1"], 2)
    )
    assert sorted((each["device"], each["fault"]) for each in told["faults"] if each["is_inflicted"]) == wanted
    assert told["tables"]["DF1"]["faults"]["lights-wrong"] == 1
    check()


@pytest.mark.slow(reason="opens the whole demo")
def test_dealers_whose_rounds_nobody_settles_are_waited_for_no_longer_than_is_said(committed: Database) -> None:
    open_demo()
    assert set(simulate("--rounds=3", "--fast", "--json", "--patience=0", venue="crown")["left_standing"]) == {"CC1", "MINI1"}
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("simulate", "--venue=crown", "--rounds=3", "--fast", "--patience=0.5", stdout=out)
    assert ended.value.code == 1
    assert "Nobody went on at CC1, MINI1." in out.getvalue()


def test_a_line_about_a_dealer_table_that_cannot_be_played_is_named_by_its_number(committed: Database, tmp_path: Path) -> None:
    open_house()
    script, before = tmp_path / "faults", entries()
    script.write_text('{"at_round": 1, "device": "AC1-01", "fault": "busy"}\n{"at_round": 1, "device": "DF1", "fault": "busy"}')
    error = refused("--venue=star", "--rounds=1", "--fast", f"--faults={script}")
    assert "Line 2 of the faults cannot be played" in str(error)
    assert "The faults of dealer tables are no-roll" in str(error)
    assert entries() == before


def test_a_script_is_parted_and_every_line_keeps_its_number() -> None:
    lines = ['{"device": "DF1"}', "", "{", '{"device": "AC1-01"}', '{"device": 1}', '["DF1"]']
    machines, dealers = parted(lines, ["DF1", "DF2"])
    assert dealers == [lines[0], "", "", "", "", ""]
    assert machines == ["", *lines[1:]]


def test_machines_that_fail_end_the_dealers_beside_them(committed: Database) -> None:
    open_house()
    ended = Event()

    async def fail() -> None:
        raise OSError("A line is cut.")

    with pytest.raises(OSError, match="A line is cut"):
        asyncio.run(together(fail(), Dealers(VenueId("crown")), Way(), ended=ended, end=ended.set))
    assert ended.is_set()


def test_its_help_names_the_faults_of_machines_and_of_dealers() -> None:
    told = Command().create_parser("manage.py", "simulate").format_help()
    named = [fault.value for fault in (*faults.Fault, *simulated_dealers.Fault)]
    assert [fault for fault in named if f"  {fault} " not in told] == []


def test_outside_the_demo_nothing_is_simulated(settings: Any) -> None:
    settings.IS_DEMO = False
    error = refused("--venue=star", *FAST)
    assert (error.returncode, "demo environment only" in str(error)) == (2, True)


def test_the_demo_has_four_electronic_tables_of_eight_terminals() -> None:
    tables = demo_floor.TABLES[STAR]
    assert [(table.name, table.machine) for table in tables] == [
        ("AC1", "AC1-DICE"), ("AC2", "AC2-DICE"), ("IR1", "IR1-WHEEL"), ("SB1", "SB1-DICE"),
    ]  # fmt: skip
    assert tables[0].terminals == tuple(f"AC1-0{number}" for number in range(1, 9))


@pytest.mark.slow(reason="starts a process that loads Django")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_process_with_its_report(committed: Database, tmp_path: Path, number: signal.Signals) -> None:
    open_house()
    memory = tmp_path / "memory"
    process = subprocess.Popen(
        [sys.executable, "manage.py", "simulate", "--venue=star", *SMALL, "--json", "--patience=0", f"--memory={memory}"],
        env=os.environ | {"DATABASE_URL": committed.url},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert wait_until(memory.exists, 30)
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, b"")
    assert json.loads(out)["tables"]["TABLE1"]["rounds"] == 1


@pytest.mark.slow(reason="starts a process that loads Django, and opens the whole demo")
def test_a_signal_ends_dealers_in_the_midst_of_a_round_with_their_report(committed: Database) -> None:
    open_demo()
    before = entries()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "simulate", "--venue=crown", "--json"],
        env=os.environ | {"DATABASE_URL": committed.url},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert wait_until(lambda: entries() > before, 30)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=5)
    assert (process.returncode, err) == (0, b"")
    assert {name: told["rounds"] for name, told in json.loads(out)["tables"].items()} == {"CC1": 0, "MINI1": 0}
