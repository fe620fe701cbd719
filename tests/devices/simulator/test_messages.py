"""Every message of the subset over a real socket, both directions: a plain client, and the host itself."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from time import monotonic

import pytest

from casino.domain.money import Cents
from devices.host.findings import Answered, Finding, Unanswered, WhyUnanswered
from devices.host.line import Line as HostLine
from devices.host.pace import Pace
from devices.host.runner import Gateway, Runner, local_clock
from devices.host.station import Station
from devices.simulator.cable import Cable
from devices.simulator.line import Line, serve
from devices.simulator.port import Port
from devices.simulator.terminal import Terminal
from devices.wire.sas import Acknowledged, Answer, Request, control, meters, progressives, tickets, transfers
from devices.wire.sas.meters import LongReading, Meter, Reading
from tests.devices.simulator.asking import line_of

NUMBER = "011234567890123456"
AT = datetime(2026, 7, 1, 13, 45, 9)  # noqa: DTZ001 - the machine's own clock
KEY = bytes(range(20))
NO_CASH = Cents(0)

MESSAGES: list[tuple[Request, type[Answer]]] = [
    (control.LockPlay(), Acknowledged),
    (control.UnlockPlay(), Acknowledged),
    (control.SoundOff(), Acknowledged),
    (control.SoundOn(), Acknowledged),
    (control.DisableNoteAcceptor(), Acknowledged),
    (control.EnableNoteAcceptor(), Acknowledged),
    (meters.ReadMeters(), meters.Meters),
    (meters.ReadCredits(), meters.Credits),
    (meters.ReadGameMeters(5), meters.GameMeters),
    (meters.ReadSelectedMeters(0, (Meter.CREDITS, Meter.NOTES_IN, Meter.DROP)), meters.SelectedMeters),
    (meters.ReadLongMeters(0, (Meter.DROP, 0x3FF)), meters.LongMeters),
    (control.ReadHandPay(), control.HandPay),
    (control.SetResetMethod(control.ResetMethod.STANDARD), control.ResetMethodSet),
    (control.ResetHandPay(), control.HandPayReset),
    (control.ReadIdentity(), control.Identity),
    (control.ReadGameIdentity(1), control.GameIdentity),
    (control.ReadSerial(), control.Serial),
    (control.RequestSignature(0x3412), Acknowledged),
    (control.ReadFeatures(0), control.Features),
    (control.ReadClock(), control.Clock),
    (control.SetClock(AT), Acknowledged),
    (tickets.SetValidationId(1, 2), tickets.ValidationId),
    (tickets.ReadCashOut(), tickets.PendingCashOut),
    (tickets.GiveNumber(NUMBER), tickets.NumberTaken),
    (tickets.ReadValidationRecord(1), tickets.ValidationRecord),
    (tickets.ReadValidationMeters(tickets.ValidationType.CASHABLE_TICKET), tickets.ValidationMeters),
    (tickets.ReadTicket(), tickets.NoTicket),
    (
        tickets.DecideTicket(tickets.TicketDecision.CASHABLE, Cents(1), tickets.Parsing.BCD, NUMBER),
        tickets.NoRedemption,
    ),
    (
        tickets.DecideRestrictedTicket(
            tickets.TicketDecision.RESTRICTED, Cents(1), tickets.Parsing.BCD, NUMBER, "00000030", 7
        ),
        tickets.NoRedemption,
    ),
    (tickets.ReadRedemption(), tickets.NoRedemption),
    (tickets.SetTicketing(0xFFFF, 0b11, 30, 30), tickets.Ticketing),
    (progressives.TellProgressive(1, 1, Cents(1_234_56)), Acknowledged),
    (progressives.TellProgressives(1, (progressives.Level(1, Cents(5)), progressives.Level(2, Cents(6)))), Acknowledged),
    (progressives.ReadProgressiveWin(), progressives.ProgressiveWin),
    (progressives.ReadProgressiveWins(), progressives.ProgressiveWins),
    (transfers.ReadRegistration(), transfers.Registration),
    (transfers.Register(transfers.RegistrationCode.REGISTER, 1, KEY, 9), transfers.Registration),
    (transfers.LockGame(transfers.LockCode.LOCK, 0, 500), transfers.GameLock),
    (
        transfers.Transfer(
            transfers.TransferCode.FULL_ONLY, 0, transfers.TransferType.TO_MACHINE, Cents(700), NO_CASH, NO_CASH, 0, 1, KEY,
            "TX1", "00000000", 0, "", 0,
        ),
        transfers.Transferred,
    ),
    (transfers.ReadTransfer(0), transfers.Transferred),
    (transfers.CancelTransfer(), transfers.Transferred),
]  # fmt: skip


TAKEN_BACK = [control.LockPlay(), control.DisableNoteAcceptor()]
"""Where all is asked for at once: the opposite comes right after."""


def test_every_message_is_answered_over_a_socket() -> None:
    async def ask_all() -> list[type[Answer]]:
        async with line_of([Terminal("T1")]) as client:
            return [type(await client.ask(request)) for request, _ in MESSAGES]

    assert asyncio.run(ask_all()) == [answer for _, answer in MESSAGES]


def test_the_host_asks_every_message_over_a_socket_and_tells_the_answer() -> None:
    found = asyncio.run(answers_to([request for request, _ in MESSAGES]))
    answered = {each.request: type(each.answer) for each in found if isinstance(each, Answered)}
    assert answered == {request: answer for request, answer in MESSAGES if request not in TAKEN_BACK}
    unanswered = [(each.request, each.why) for each in found if isinstance(each, Unanswered)]
    assert unanswered == [(request, WhyUnanswered.TAKEN_BACK) for request in TAKEN_BACK]


async def answers_to(requests: list[Request]) -> list[Finding]:
    server = await serve(Line([Cable(Port(1, Terminal("T1"), now=monotonic()))]))
    pace = Pace(cycle=0.001, slack=0.0, reply_within=2.0)
    line = HostLine([Station("T1", 1)], local_time=local_clock(UTC), now=monotonic(), pace=pace)
    found: list[Finding] = []
    is_done = asyncio.Event()

    async def take(findings: list[Finding]) -> None:
        if not found:
            for request in requests:
                line.ask("T1", request, now=monotonic())
        found.extend(findings)
        if sum(isinstance(finding, Answered | Unanswered) for finding in found) >= len(requests):
            is_done.set()

    host, port = server.sockets[0].getsockname()[:2]
    running = asyncio.create_task(Runner({Gateway(host, port): line}, take).run())
    await asyncio.wait_for(is_done.wait(), timeout=10)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    server.close()
    await server.wait_closed()
    return found


def test_a_broadcast_is_heard_by_all_and_answered_by_none() -> None:
    terminals = [Terminal("T1"), Terminal("T2")]

    async def tell() -> bool:
        async with line_of(terminals) as client:
            await client.send(bytes.fromhex("00 80 01 01 00 00 12 34 56 40 86"))
            return await client.is_quiet()

    assert asyncio.run(tell())
    assert [terminal.progressives for terminal in terminals] == [{(1, 1): 1_234_56}] * 2


def test_a_general_poll_is_answered_with_one_byte() -> None:
    terminal = Terminal("T1")

    async def poll() -> list[bytes]:
        async with line_of([terminal, Terminal("T2")]) as client:
            first = await client.poll(1)
            terminal.insert_note(Cents(2_000))
            return [first, await client.poll(1), await client.poll(2), await client.poll(1)]

    assert asyncio.run(poll()) == [b"\x00", b"\x4a", b"\x00", b"\x00"]


def test_without_the_wake_up_bit_nobody_hears() -> None:
    async def ask() -> bool:
        async with line_of([Terminal("T1")]) as client:
            await client.send(b"\x81", wakes=False)
            await client.send(b"\x01\x1a", wakes=False)
            return await client.is_quiet()

    assert asyncio.run(ask())


def test_a_line_at_its_own_pace_takes_the_time_of_its_bytes() -> None:
    async def seconds() -> float:
        async with line_of([Terminal("T1")], is_paced=True) as client:
            start = monotonic()
            await client.ask(meters.ReadMeters())
            return monotonic() - start

    assert asyncio.run(seconds()) >= 30 * 11 / 19_200


def test_broken_framing_ends_the_connection() -> None:
    async def heard() -> bytes:
        async with line_of([Terminal("T1")]) as client:
            client._writer.write(b"\xff\xff\xff")
            return await asyncio.wait_for(client._reader.read(), timeout=5)

    assert asyncio.run(heard()) == b""


def test_meters_are_what_was_put_in() -> None:
    terminal = Terminal("T1")
    terminal.insert_note(Cents(2_500))

    async def read() -> tuple[Answer, Answer]:
        async with line_of([terminal]) as client:
            short = await client.ask(meters.ReadSelectedMeters(0, (Meter.CREDITS,)))
            return short, await client.ask(meters.ReadLongMeters(0, (Meter.DROP, 0x3FF)))

    assert asyncio.run(read()) == (
        meters.SelectedMeters(0, (Reading(Meter.CREDITS, 2_500),)),
        meters.LongMeters(0, (LongReading(Meter.DROP, 2_500, 4), LongReading(0x3FF, None, 0))),
    )
