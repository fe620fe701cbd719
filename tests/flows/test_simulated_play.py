"""A floor plays on real servers while everything goes wrong that can; afterwards every account adds up to what was done."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from casino import journal
from casino.domain.powers import AC, IR, SB
from casino.domain.powers import Role as Duty
from casino.environment import ROOT
from casino.journal.reconciliation import reconcile
from casino.journal.verification import verify
from casino.services import begin_duty
from casino.stack import processes
from casino.stack.ports import LOOPBACK, free_port
from casino.stack.process import Child, wait_until
from devices.simulator.faults import OF_TERMINALS, OF_TUMBLERS, OF_WHEELS, Fault
from games import services
from games.domain import round_of_play
from games.domain.grounds import Ground
from games.domain.outcome import Doubt
from games.domain.round_of_play import Stage
from games.domain.vocabulary import RoundId
from games.models import Round
from tests.databases import Database
from tests.factories import OriginFactory, asked_by, engage, open_house
from tests.faults.valkeys import Broker, beat, poller, worker
from tests.scale import sized

TABLES, TERMINALS = 3, sized(ci=3, full=8)
ROUNDS = sized(ci=8, full=40)
SECONDS = sized(ci=120, full=900)
LASTS_LONG = (Fault.LINK_DOWN,)
WAITS_FOR_THE_HOUSE = {Fault.POWER_LOSS_AFTER_58, Fault.POWER_LOSS_AFTER_PRINT, Fault.POWER_LOSS_AFTER_71}
WHO_DECIDES = {
    AC: ("818", "assistant gaming manager"),
    IR: ("814", "casino operator"),
    SB: ("815", "electronic gaming supervisor"),
}


def script(rounds: int) -> list[dict[str, Any]]:
    """Every fault at a machine that can have it, spread over the rounds; what lasts long begins early."""
    terminals = [f"T{number:04d}" for number in range(1, TABLES * TERMINALS + 1)]
    of_terminals = sorted(OF_TERMINALS, key=lambda fault: (fault not in LASTS_LONG, fault.value))
    each = len(of_terminals) / (rounds - 2)
    lines = [_line(1 + int(n / each), terminals[n % len(terminals)], fault) for n, fault in enumerate(of_terminals)]
    lines += [
        _line(1 + n % (rounds - 1), "TABLE2-WHEEL", fault) for n, fault in enumerate(sorted(OF_WHEELS, key=lambda f: f.value))
    ]
    lines += [_line(2 + n, name, fault) for name in ("TABLE1-DICE", "TABLE3-DICE") for n, fault in enumerate(OF_TUMBLERS)]
    return lines


def _line(at_round: int, device: str, fault: Fault) -> dict[str, Any]:
    return {"at_round": at_round, "device": device, "fault": fault.value}


@contextmanager
def stack(database: Database, folder: Path) -> Iterator[str]:
    """Web server, worker, beat and poller; the address of the web server."""
    with Broker(database.servers.valkey).in_use(), ExitStack() as running:
        for process in (worker(database, folder), poller(database, folder), beat(database, folder)):
            process.start()
            running.callback(process.kill)
        port = free_port()
        web = Child(
            "web",
            [sys.executable, "-m", "uvicorn", "casino.asgi:application", f"--port={port}", *processes.WEB_OPTIONS],
            log=folder / "web.log",
            record=folder / "web.json",
            environment=os.environ | database.environment,
            folder=ROOT,
        )
        web.start()
        running.callback(web.kill)
        address = f"http://{LOOPBACK}:{port}"
        assert wait_until(lambda: processes.is_answering(f"{address}/healthz"), 30), web.log.read_text()
        yield address


def simulate(database: Database, *arguments: str) -> subprocess.Popen[bytes]:
    """The floor, in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "manage.py", "simulate", "--venue=star", "--json", *arguments],
        env=os.environ | database.environment,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def decide() -> bool:
    """Whoever the book gives the power to decides what waits: cocked dice and a wheel that fails have no result."""
    for row in Round.objects.filter(venue="star", stage=Stage.UNCERTAIN):
        play = journal.state(round_of_play.at(RoundId(row.id)))
        ground = Ground.COCKED if play.doubt == Doubt.COCKED else Ground.SYSTEM_MALFUNCTION
        services.call_no_roll(round_id=play.id, ground=ground, origin=asked_by(*WHO_DECIDES[play.book_id]))
    return False


def played(database: Database, *arguments: str) -> dict[str, Any]:
    """The report of a floor that was played to its end."""
    with simulate(database, *arguments) as process:
        try:
            wait_until(lambda: decide() or process.poll() is not None, SECONDS, every=0.2)
            out, err = process.communicate(timeout=5)
        finally:
            process.kill()
    assert (process.returncode, err) == (0, b""), (out or err)[-3000:]
    told: dict[str, Any] = json.loads(out)
    return told


def cents(told: dict[str, Any], count: str) -> int:
    """Added up over all terminals."""
    counts = [each[count] for each in told["terminals"].values()]
    return sum(each["cents"] if isinstance(each, dict) else each for each in counts)


def asked(told: dict[str, Any], what: str) -> set[str]:
    return set(chain.from_iterable(each["requests"][what] for each in told["terminals"].values()))


@pytest.mark.slow(reason="a floor plays its rounds on real servers, and a link is down for 35 seconds")
def test_after_every_fault_all_accounts_add_up_to_what_was_done_on_the_floor(committed: Database, tmp_path: Path) -> None:
    open_house()
    for book, (number, role) in WHO_DECIDES.items():
        engage(number)
        begin_duty(number=number, role=Duty(role), books=(book,), origin=OriginFactory.build())
    faults = tmp_path / "faults"
    faults.write_text("\n".join(json.dumps(line) for line in script(ROUNDS)))
    with stack(committed, tmp_path) as web:
        floor = f"--tables={TABLES}", f"--terminals={TERMINALS}", f"--rounds={ROUNDS}", "--seed=417"
        told = played(committed, *floor, "--fast", f"--web={web}", f"--faults={faults}")
    assert_every_fault_was_seen(told["faults"])
    assert asked(told, "unexpected") == set()
    assert asked(told, "done") >= {"take-place", "place", "increase", "reduce", "move", "cancel", "shoot"}
    balances = reconciled()
    assert balances["notes"] == cents(told, "notes_cents") > 0
    assert -balances["credit-meter"] == cents(told, "credits_cents") > 0
    assert -balances.get("payout-due", 0) == cents(told, "credits_paid_by_hand")


def assert_every_fault_was_seen(faults: Sequence[dict[str, Any]]) -> None:
    assert {each["fault"] for each in faults} == {each.value for each in Fault}
    assert [each for each in faults if not each["is_inflicted"]] == []


def reconciled() -> dict[str, int]:
    """Nothing differs, however it is looked at; the balance of each kind of account."""
    assert verify().wrong == []
    call_command("rebuild", "--check", stdout=StringIO())
    call_command("rebuild", "--states", "--check", stdout=StringIO())
    found = reconcile()
    assert found.wrong == []
    return found.balances
