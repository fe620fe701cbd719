"""A poller and a simulated floor, over real sockets and a real database: afterwards the books say what the machines say."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path
from threading import Event, Timer
from time import monotonic
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import connections
from django.test import override_settings

from casino import journal, valkey
from casino.domain.aggregate import Ref
from casino.domain.events import VenueId
from casino.domain.money import Cents
from casino.domain.powers import AC
from casino.journal import reconciliation, verification
from casino.stack.process import wait_until
from devices import inbox, polling, selectors, services
from devices import polled as signs
from devices.domain import credit_meter, device
from devices.domain.credit_meter import CreditMeter, Order
from devices.domain.device import Device
from devices.domain.events import (
    DeviceIntroduced,
    DeviceLinkLost,
    DeviceLinkRestored,
    MeterRanBackwards,
    MeterRolledOver,
    MetersCleared,
    NotesMiscounted,
    ReportsLost,
)
from devices.domain.readings import Meter
from devices.host.findings import Finding, TicketInserted, TicketWanted
from devices.inbox import Decision, Machine, Number, Reply
from devices.models import WireCount
from devices.simulator.faults import OF_TERMINALS, Fault
from devices.wire.sas.tickets import TicketDecision
from tests.databases import Database
from tests.devices import fitting
from tests.devices.hall import Hall
from tests.devices.polled import BANK, PATIENCE_SECONDS, QUICK, polled, until
from tests.factories import OriginFactory, asked_by, engage, open_house

STAR = VenueId("star")
NUMBER = "011234567890123456"


def meter(name: str = "T0001") -> CreditMeter:
    return journal.state(credit_meter.at(STAR, name))


def machine(name: str = "T0001") -> Device:
    return journal.state(device.at(STAR, name))


def alerts(name: str = "T0001") -> list[str]:
    return [alert.name for alert in machine(name).alerts]


def told(name: str = "T0001") -> set[type]:
    """Which kinds of entry there are of a terminal and its meter."""
    refs: list[Ref[Any]] = [device.at(STAR, name), credit_meter.at(STAR, name)]
    return {type(each.event) for ref in refs for each in journal.history(ref)}


def assert_sound() -> None:
    """Every hash, chain, state and posting, and every read model against the journal."""
    assert verification.verify().wrong == []
    out = StringIO()
    with suppress(SystemExit):
        call_command("rebuild", "--check", "--json", stdout=out)
    assert json.loads(out.getvalue())["differing"] == 0


@pytest.fixture
def hall(committed: Database) -> Iterator[Hall]:
    """Two terminals of Aruze Craps on one line, on the books, an attendant, and nobody who polls them yet."""
    open_house()
    engage("814", electronic_gaming_attendant=(AC,))
    with Hall(2) as hall:
        yield hall


@pytest.mark.slow(reason="a whole floor plays twelve turns and is heard to the end")
def test_after_an_evening_the_books_agree_with_every_terminal(committed: Database) -> None:
    open_house()
    with polled():
        evening = play("--tables=3", "--terminals=3", "--rounds=12")
    assert_agreed(evening)
    assert reconciliation.reconcile().wrong == []
    assert sum(said["notes_cents"] for said in evening["terminals"].values()) > 0
    assert_sound()


RECORDED: dict[Fault, Callable[[str], bool]] = {
    Fault.RAM_CLEAR: lambda name: MetersCleared in told(name),
    Fault.METER_RUNS_BACKWARDS: lambda name: MeterRanBackwards in told(name),
    Fault.METER_ROLL_OVER: lambda name: bool({MeterRolledOver, NotesMiscounted} & told(name)),
    Fault.BUFFER_OVERFLOW: lambda name: ReportsLost in told(name),
    Fault.POWER_LOSS: lambda name: bool({DeviceLinkLost, ReportsLost} & told(name)),
    Fault.BAD_CRC: lambda name: "bad crc" in counted(name),
    Fault.FOREIGN_ADDRESS: lambda name: "foreign address" in counted(name),
    Fault.TRUNCATED: lambda name: "truncated" in counted(name),
    Fault.NOT_DECIMAL: lambda name: "not decimal" in counted(name),
    Fault.UNKNOWN_EXCEPTION: lambda name: "unknown exception" in counted(name),
    Fault.BUSY: lambda name: "busy" in counted(name),
    Fault.SILENCE: lambda name: "silent" in counted(name),
    Fault.CHIRP: lambda name: "chirp" in counted(name),
}


def counted(name: str) -> set[str]:
    return set(WireCount.objects.filter(device=f"star.{name}").values_list("kind", flat=True))


@pytest.mark.slow(reason="outages last three seconds")
def test_after_every_fault_the_books_agree_or_the_difference_is_on_record(committed: Database, tmp_path: Path) -> None:
    """Each at a terminal of its own, and one terminal that has none."""
    open_house()
    inflicted = sorted(OF_TERMINALS - {Fault.LINK_DOWN}, key=lambda each: each.value)
    suffering = {f"T{number:04d}": fault for number, fault in enumerate(inflicted, start=1)}
    script = tmp_path / "faults"
    lines = [json.dumps({"at_round": 8, "device": name, "fault": fault.value}) for name, fault in suffering.items()]
    script.write_text("\n".join(lines))
    with polled():
        evening = play("--tables=1", f"--terminals={len(suffering) + 1}", "--rounds=9", f"--faults={script}")
        until(lambda: not parted(evening, apart_from=differing()))
    assert [fault.value for name, fault in suffering.items() if fault in RECORDED and not RECORDED[fault](name)] == []
    shown = " ".join(reconciliation.reconcile().wrong)
    assert [name for name in differing() if f"{name} of star" not in shown] == []
    assert_sound()


@pytest.mark.slow(reason="a floor plays four turns")
def test_what_a_wheel_complains_of_is_an_alert_and_its_broken_lines_are_counted(committed: Database, tmp_path: Path) -> None:
    open_house()
    wheel = "TABLE2-WHEEL"
    faults = [Fault.BALL_NOT_SENSED, Fault.BALL_WITH_ROTOR, Fault.SENSOR_FAILURE, Fault.VOID_GAME, Fault.LINE_CUT]
    script = tmp_path / "faults"
    script.write_text("\n".join(json.dumps({"at_round": 2, "device": wheel, "fault": fault.value}) for fault in faults))
    with polled():
        play("--tables=2", "--terminals=1", "--rounds=4", f"--faults={script}")
        until(lambda: len(alerts(wheel)) == 4 and "garbled line" in counted(wheel))
    assert sorted(alerts(wheel)) == [
        "ball not sensed", "ball spun with the rotor", "game void by the wheel", "wheel sensor failure",
    ]  # fmt: skip


def parted(evening: dict[str, Any], *, apart_from: set[str]) -> list[str]:
    """The terminals whose credits are not ours, though nothing on record says so."""
    said = evening["terminals"].items()
    return [name for name, each in said if name not in apart_from and each["credits_cents"] != meter(name).cents]


def differing() -> set[str]:
    return set(selectors.wanting(STAR).exclude(differs_by=0).values_list("terminal", flat=True))


# Money


def test_a_note_is_on_the_meter_and_in_the_accounts_within_a_moment(hall: Hall) -> None:
    with polled():
        until(lambda: meter().read_at is not None)
        hall.do(lambda: hall.terminals[0].insert_note(Cents(2_000)))
        until(lambda: meter().cents == 2_000)
    assert meter("T0002").cents == 0
    assert reconciliation.reconcile().balances == {"credit-meter": -2_000, "notes": 2_000}
    assert_sound()


def test_what_came_in_while_nobody_polled_is_counted_once_by_whoever_polls_next(hall: Hall) -> None:
    with polled():
        until(lambda: meter().read_at is not None)
    hall.do(lambda: hall.terminals[0].insert_note(Cents(5_000)))
    for _ in range(2):
        with polled():
            until(lambda: meter().cents == 5_000)
    assert meter().notes_cents == 5_000


def test_meters_that_stand_still_make_no_entry(hall: Hall) -> None:
    with polled():
        until(lambda: Meter.DROP in meter("T0001").read and Meter.DROP in meter("T0002").read)
        assert DeviceIntroduced in told()
        before = position()
        hall.wait_for_polls(200)
        assert position() == before


def test_a_collect_that_nobody_answers_is_refused_on_the_wire_and_paid_by_hand(hall: Hall) -> None:
    terminal = hall.terminals[0]
    with polled():
        until(lambda: meter().read_at is not None)
        hall.do(lambda: terminal.insert_note(Cents(5_000)))
        until(lambda: meter().cents == 5_000)
        hall.do(lambda: terminal.collect(hall.clock()))
        until(lambda: meter().hand_pay_cents == 5_000)
        hall.do(terminal.hand_pays.reset)
        until(lambda: meter().hand_pay_cents == 0 and meter().cents == 0)
    assert reconciliation.reconcile().balances == {"credit-meter": 0, "notes": 5_000, "payout-due": -5_000}
    assert meter().hand_paid_cents == 5_000
    assert_sound()


def test_a_difference_that_lasts_two_polls_is_on_record_until_it_ends(hall: Hall) -> None:
    terminal = hall.terminals[0]
    with polled():
        until(lambda: meter().read_at is not None)
        hall.do(lambda: terminal.win(Cents(420)))
        until(lambda: meter().differs_by == 420)
        [sentence] = reconciliation.reconcile().wrong
        assert sentence == "T0001 of star shows $4.20, our record says $0.00: it differs by $4.20."
        hall.do(lambda: terminal.wager(Cents(420)))
        until(lambda: meter().differs_by == 0)
    assert reconciliation.reconcile().wrong == []


# Orders


@pytest.mark.slow(reason="the poller looks twice a second what terminals are to be told, and four times it has to")
def test_a_terminal_that_is_locked_says_yes_and_one_that_lost_its_power_is_told_again(hall: Hall) -> None:
    terminal = hall.terminals[0]
    with polled():
        until(lambda: meter().read_at is not None)
        services.order_terminal(terminal="T0001", order=Order.LOCK, reason="Under dispute", origin=by_attendant())
        until(lambda: terminal.is_locked and Order.LOCK in meter().obeyed)
        services.order_terminal(terminal="T0001", order=Order.NOTES_OFF, reason="Under dispute", origin=by_attendant())
        until(lambda: not terminal.takes_notes)

        def forget() -> None:
            terminal.is_locked, terminal.takes_notes = False, True
            terminal.power_loss(hall.clock(), seconds=0.2)

        hall.do(forget)
        until(lambda: terminal.is_locked and not terminal.takes_notes)
        services.order_terminal(terminal="T0001", order=Order.UNLOCK, reason="Decided", origin=by_attendant())
        until(lambda: not terminal.is_locked and Order.UNLOCK in meter().obeyed)
    assert not hall.terminals[1].is_locked


# Reports and the link


def test_a_door_is_an_alert_until_it_is_closed_and_a_tilt_until_somebody_has_taken_it_up(hall: Hall) -> None:
    terminal = hall.terminals[0]
    with polled():
        until(lambda: meter().read_at is not None)
        hall.do(terminal.open_door)
        hall.do(terminal.tilt)
        until(lambda: alerts() == ["door opened", "general tilt"])
        hall.do(terminal.close_door)
        until(lambda: alerts() == ["general tilt"])
        services.acknowledge_alert(name="T0001", alert="general tilt", origin=by_attendant())
    assert alerts() == []
    assert_sound()


@pytest.mark.slow(reason="a link is down after a while, and tried again every half second")
def test_a_line_that_goes_away_is_an_alert_of_every_terminal_until_it_is_back(hall: Hall) -> None:
    with polled():
        until(lambda: meter("T0002").read_at is not None)
        hall.close()
        until(lambda: alerts() == alerts("T0002") == ["link lost"])
        hall.open()
        until(lambda: alerts() == alerts("T0002") == [])
    assert {DeviceLinkLost, DeviceLinkRestored} <= told()


def test_a_bank_that_is_wired_otherwise_is_polled_as_it_is_now(hall: Hall) -> None:
    with polled():
        until(lambda: meter().read_at is not None)
        with Hall(1, first=3) as other:
            until(lambda: meter("T0003").read_at is not None)
            other.do(lambda: other.terminals[0].insert_note(Cents(500)))
            until(lambda: meter("T0003").cents == 500)


# One poller


def test_a_bank_is_polled_by_one_and_by_another_only_once_that_one_has_gone(hall: Hall) -> None:
    with polled():
        until(lambda: meter().read_at is not None)
        began = monotonic()
        polling.poll(BANK, ended=Event(), pace=QUICK)
        assert monotonic() - began < PATIENCE_SECONDS
    with polled():
        hall.do(lambda: hall.terminals[0].insert_note(Cents(1_000)))
        until(lambda: meter().cents == 1_000)


def test_a_poller_that_loses_its_lock_ends_and_what_it_heard_is_counted_once(hall: Hall, committed: Database) -> None:
    with polled(ends_with=psycopg.errors.AdminShutdown) as thread:
        until(lambda: meter().read_at is not None)
        hall.do(lambda: hall.terminals[0].insert_note(Cents(2_000)))
        end_connections_of("poller of", committed)
        assert wait_until(lambda: not thread.is_alive(), PATIENCE_SECONDS)
    with polled():
        until(lambda: meter().cents == 2_000)
    assert meter().notes_cents == 2_000


def test_while_the_database_refuses_what_is_heard_waits_for_it(hall: Hall, committed: Database) -> None:
    with polled():
        until(lambda: meter().read_at is not None)
        for _ in range(3):
            hall.do(lambda: hall.terminals[0].insert_note(Cents(2_000)))
            end_connections_of("", committed, but="poller of")
        until(lambda: meter().notes_cents == 6_000)
    assert_sound()


@pytest.mark.slow(reason="the poller tries again twice a second, with connections that it has to make anew")
def test_while_the_database_only_lets_itself_be_read_what_is_heard_waits_for_it(hall: Hall, committed: Database) -> None:
    """It says no instead of being gone: so it does too when it is full, or somebody else has locked what is to be written."""
    with polled():
        until(lambda: meter().read_at is not None)
        set_read_only(committed, "on")
        hall.do(lambda: hall.terminals[0].insert_note(Cents(2_000)))
        hall.wait_for_polls(200)
        assert meter().notes_cents == 0
        set_read_only(committed, "off")
        until(lambda: meter().notes_cents == 2_000)
    assert_sound()


# Machines without meters


def test_a_wheel_that_is_to_be_read_again_ends_no_poller(hall: Hall, committed: Database) -> None:
    name = fitting.wheel("IR1-W")
    where: dict[str, Any] = {"bank": BANK, "host": "127.0.0.1", "port": 9, "address": 1}
    services.wire_device(name=name, **where, origin=OriginFactory.build())
    with override_settings(REDIS_URL=committed.environment["REDIS_URL"]), polled():
        until(lambda: meter().read_at is not None)
        signs.ask_to_read(BANK, name)
        until(nobody_is_to_be_read)
        hall.do(lambda: hall.terminals[0].insert_note(Cents(2_000)))
        until(lambda: meter().cents == 2_000)


@pytest.mark.usefixtures("committed")
def test_a_bank_without_machines_is_polled_by_nobody() -> None:
    open_house()
    ended = Event()
    late = Timer(PATIENCE_SECONDS, ended.set)
    late.start()
    polling.poll("gone", ended=ended, pace=QUICK)
    late.cancel()
    assert not ended.is_set(), "it kept its thread, its lock and its connections"


# Questions


def test_the_app_that_registers_for_a_question_answers_it(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []

    def number(asking: Machine, found: TicketWanted, _: object) -> Reply:
        asked.append((asking.name, found.cents))
        return Number(NUMBER) if found.cents < 10_000 else None

    def decide(_: Machine, found: TicketInserted, __: object) -> Reply:
        return Decision(TicketDecision.CASHABLE, found.number, Cents(4_200))

    answers: dict[type[Finding], inbox.Handler] = {TicketWanted: number, TicketInserted: decide}
    monkeypatch.setattr(inbox, "HANDLERS", inbox.HANDLERS | answers)
    first, second = hall.terminals
    with polled():
        until(lambda: meter("T0002").read_at is not None)
        hall.do(lambda: first.insert_note(Cents(5_000)) and first.collect(hall.clock()))
        hall.do(lambda: second.insert_note(Cents(10_000)) and second.collect(hall.clock()))
        until(lambda: first.cash_outs.printed.cents == 5_000 and second.hand_pays.raised.cents == 10_000)
        hall.do(lambda: first.insert_ticket(NUMBER, Cents(99_999), hall.clock()))
        until(lambda: first.cabinet.credits == 4_200)
    assert sorted(asked) == [("T0001", 5_000), ("T0002", 10_000)]


# What is used here


def play(*arguments: str) -> dict[str, Any]:
    out = StringIO()
    call_command("simulate", "--venue=star", "--seed=417", "--fast", "--json", *arguments, stdout=out)
    evening: dict[str, Any] = json.loads(out.getvalue())
    return evening


def assert_agreed(evening: dict[str, Any]) -> None:
    assert evening["unheard"] == []
    for name, said in evening["terminals"].items():
        ours = meter(name)
        assert (ours.notes_cents, ours.cents, ours.differs_by) == (said["notes_cents"], said["credits_cents"], 0), name


def position() -> int:
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT max(position) FROM journal.entry")
        return int(cursor.fetchone()[0])


def by_attendant() -> journal.Origin:
    return asked_by("814", "electronic gaming attendant")


def nobody_is_to_be_read() -> bool:
    with valkey.connect() as client:
        return not client.keys("pitledger:read-again:*")


def set_read_only(committed: Database, whether: str) -> None:
    """Of every connection but this test's own and the one that holds the bank, from now on."""
    with psycopg.connect(committed.superuser_url, autocommit=True) as cluster:
        cluster.execute("SET default_transaction_read_only = off")
        cluster.execute(f"ALTER DATABASE {committed.name} SET default_transaction_read_only = {whether}")
    end_connections_of("", committed, but="poller of")


def end_connections_of(named: str, committed: Database, *, but: str = "nobody") -> None:
    """Of whoever calls itself so; never of the test itself."""
    connections.close_all()
    with psycopg.connect(committed.superuser_url, autocommit=True) as cluster:
        cluster.execute(
            """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = %s AND pid <> pg_backend_pid() AND application_name LIKE %s AND application_name NOT LIKE %s""",
            [committed.name, f"{named}%", f"{but}%"],
        )
