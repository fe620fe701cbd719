"""`manage.py simulate` as somebody at a terminal has it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from casino.domain.events import VenueId
from casino.environment import ROOT
from casino.journal import verification
from casino.stack.process import wait_until
from devices import demo_floor, selectors
from devices.domain.device import Kind
from tests.databases import Database
from tests.factories import open_house

STAR = VenueId("star")
SMALL = ("--tables=3", "--terminals=2", "--seed=417")
FAST = (*SMALL, "--rounds=5", "--fast", "--patience=0", "--json")


def simulate(*arguments: str) -> dict[str, Any]:
    out = StringIO()
    call_command("simulate", "--venue=star", *arguments, stdout=out)
    told: dict[str, Any] = json.loads(out.getvalue())
    return told


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
