"""What a terminal says to each long poll, and what changes once the host has heard it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from casino.domain.money import Cents
from devices.simulator.meters import Reading as Told
from devices.simulator.terminal import Terminal
from devices.wire.sas import (
    Acknowledged,
    Answer,
    ExceptionCode,
    Request,
    Silence,
    control,
    meters,
    progressives,
    tickets,
    transfers,
)
from devices.wire.sas.meters import SIZES, LongReading, Meter, Reading

DENOMINATION_OF_ONE_CENT = 0x01
VERSION = "602"


def answer(terminal: Terminal, request: Request, now: float) -> Answer:
    """The answer, or silence to what this machine does not support."""
    how = _ANSWERS.get(type(request))
    return how(terminal, request, now) if how else Silence()


def heard(terminal: Terminal, request: Request) -> None:
    """The host has acknowledged the answer to this question."""
    settle = _HEARD.get(type(request))
    if settle:
        settle(terminal, request)


def _lock(terminal: Terminal, request: Request, _: float) -> Answer:
    terminal.is_locked = isinstance(request, control.LockPlay)
    return Acknowledged()


def _note_acceptor(terminal: Terminal, request: Request, _: float) -> Answer:
    terminal.takes_notes = isinstance(request, control.EnableNoteAcceptor)
    return Acknowledged()


def _nothing_to_do(*_: object) -> Answer:
    return Acknowledged()


def _six_meters(terminal: Terminal, *_: object) -> Answer:
    terminal.meters.show(Told.TURNOVER)
    read = terminal.meters.__getitem__
    return meters.Meters(
        cancelled=read(Meter.CANCELLED), coin_in=read(Meter.COIN_IN), coin_out=read(Meter.COIN_OUT), drop=read(Meter.DROP),
        jackpot=read(Meter.JACKPOT), games=read(Meter.GAMES_PLAYED),
    )  # fmt: skip


def _game_meters(terminal: Terminal, request: meters.ReadGameMeters, _: float) -> Answer:
    read = terminal.meters.__getitem__
    return meters.GameMeters(
        game=request.game, coin_in=read(Meter.COIN_IN), coin_out=read(Meter.COIN_OUT), jackpot=read(Meter.JACKPOT),
        games=read(Meter.GAMES_PLAYED),
    )  # fmt: skip


def _selected_meters(terminal: Terminal, request: meters.ReadSelectedMeters, _: float) -> Answer:
    terminal.meters.show(Told.MONEY)
    kept = [meter for meter in request.meters if meter in terminal.meters]
    return meters.SelectedMeters(request.game, tuple(Reading(meter, terminal.meters[meter]) for meter in kept))


def _long_meters(terminal: Terminal, request: meters.ReadLongMeters, _: float) -> Answer:
    terminal.meters.show(Told.MONEY)
    return meters.LongMeters(
        request.game,
        tuple(
            LongReading(meter, terminal.meters[meter], SIZES[meter]) if meter in terminal.meters else LongReading(meter, None, 0)
            for meter in request.meters
        ),
    )


def _identity(terminal: Terminal, *_: object) -> Answer:
    return control.Identity(
        game_id="PL", additional_id="000", denomination=DENOMINATION_OF_ONE_CENT, max_wager=0xFF, progressive_group=0,
        options=0, paytable_id=f"{terminal.asset % 1_000_000:06d}", base_percent="9730",
    )  # fmt: skip


def _game_identity(terminal: Terminal, request: control.ReadGameIdentity, _: float) -> Answer:
    return control.GameIdentity(
        game=request.game, game_id="PL", additional_id="000", denomination=DENOMINATION_OF_ONE_CENT, max_wager=0xFF,
        progressive_group=0, options=0, paytable_id=f"{terminal.asset % 1_000_000:06d}", base_percent="9730",
    )  # fmt: skip


def _ticketing(terminal: Terminal, request: tickets.SetTicketing, _: float) -> Answer:
    bits, days, restricted_days = terminal.ticketing
    bits = bits & ~request.mask | request.bits & request.mask
    terminal.ticketing = bits, request.expiry_days or days, request.restricted_expiry_days or restricted_days
    return tickets.Ticketing(terminal.asset, *terminal.ticketing)


def _set_clock(terminal: Terminal, request: control.SetClock, now: float) -> Answer:
    if request.at is not None:
        terminal.cabinet.set_clock(request.at, now)
    return Acknowledged()


def _signature(terminal: Terminal, request: control.RequestSignature, now: float) -> Answer:
    terminal.compute_signature(request.seed, now)
    return Acknowledged()


def _progressive(terminal: Terminal, request: progressives.TellProgressive, _: float) -> Answer:
    terminal.progressives[request.group, request.level] = request.amount_cents
    return Acknowledged()


def _progressive_levels(terminal: Terminal, request: progressives.TellProgressives, _: float) -> Answer:
    terminal.progressives |= {(request.group, each.level): each.amount_cents for each in request.levels}
    return Acknowledged()


def _progressive_win(terminal: Terminal, *_: object) -> Answer:
    return terminal.progressive_win or progressives.ProgressiveWin(0, 0, Cents(0))


def _progressive_wins(terminal: Terminal, *_: object) -> Answer:
    won = terminal.progressive_win
    levels = (progressives.Level(won.level, won.amount_cents),) if won else ()
    return progressives.ProgressiveWins(won.group if won else 0, levels)


def _progressive_heard(terminal: Terminal, _: Request) -> None:
    terminal.progressive_win = None
    terminal.cabinet.exceptions.settle(ExceptionCode.PROGRESSIVE_LEVEL_HIT)


_ANSWERS: dict[type[Request], Callable[[Terminal, Any, float], Answer]] = {
    control.LockPlay: _lock,
    control.UnlockPlay: _lock,
    control.SoundOff: _nothing_to_do,
    control.SoundOn: _nothing_to_do,
    control.EnableNoteAcceptor: _note_acceptor,
    control.DisableNoteAcceptor: _note_acceptor,
    control.ReadHandPay: lambda terminal, *_: terminal.hand_pays.first(),
    control.SetResetMethod: lambda terminal, asked, _: control.ResetMethodSet(terminal.hand_pays.agree(asked.method)),
    control.ResetHandPay: lambda terminal, *_: control.HandPayReset(terminal.hand_pays.reset_from_afar()),
    control.ReadIdentity: _identity,
    control.ReadGameIdentity: _game_identity,
    control.ReadSerial: lambda terminal, *_: control.Serial(VERSION, f"{terminal.device}-{terminal.asset}"[:40]),
    control.ReadFeatures: lambda terminal, asked, _: control.Features(asked.game, terminal.features),
    control.ReadClock: lambda terminal, _, now: control.Clock(terminal.cabinet.local_time(now)),
    control.SetClock: _set_clock,
    control.RequestSignature: _signature,
    meters.ReadMeters: _six_meters,
    meters.ReadGameMeters: _game_meters,
    meters.ReadCredits: lambda terminal, *_: meters.Credits(terminal.cabinet.credits),
    meters.ReadSelectedMeters: _selected_meters,
    meters.ReadLongMeters: _long_meters,
    tickets.SetValidationId: lambda _, asked, __: tickets.ValidationId(asked.validation_id, asked.sequence),
    tickets.ReadCashOut: lambda terminal, *_: terminal.cash_outs.pending(),
    tickets.GiveNumber: lambda terminal, asked, now: tickets.NumberTaken(terminal.cash_outs.take_number(asked.number, now)),
    tickets.ReadValidationRecord: lambda terminal, asked, _: terminal.cash_outs.record(asked.record),
    tickets.ReadValidationMeters: lambda terminal, asked, _: terminal.cash_outs.totals(asked.type),
    tickets.ReadTicket: lambda terminal, *_: terminal.redemptions.inserted(),
    tickets.DecideTicket: lambda terminal, asked, now: terminal.redemptions.decide(asked, now),
    tickets.DecideRestrictedTicket: lambda terminal, asked, now: terminal.redemptions.decide(asked, now),
    tickets.ReadRedemption: lambda terminal, *_: terminal.redemptions.outcome(),
    tickets.SetTicketing: _ticketing,
    progressives.TellProgressive: _progressive,
    progressives.TellProgressives: _progressive_levels,
    progressives.ReadProgressiveWin: _progressive_win,
    progressives.ReadProgressiveWins: _progressive_wins,
    transfers.Register: lambda terminal, asked, _: terminal.transfers.register(asked),
    transfers.ReadRegistration: lambda terminal, asked, _: terminal.transfers.register(asked),
    transfers.LockGame: lambda terminal, asked, now: terminal.transfers.lock(asked, now),
    transfers.Transfer: lambda terminal, asked, now: terminal.transfers.transfer(asked, now),
    transfers.ReadTransfer: lambda terminal, asked, _: terminal.transfers.outcome(asked),
    transfers.CancelTransfer: lambda terminal, asked, _: terminal.transfers.outcome(asked),
}

_HEARD: dict[type[Request], Callable[[Terminal, Any], None]] = {
    control.ReadHandPay: lambda terminal, _: terminal.hand_pays.read(),
    meters.ReadMeters: lambda terminal, _: terminal.meters.heard(Told.TURNOVER),
    meters.ReadSelectedMeters: lambda terminal, _: terminal.meters.heard(Told.MONEY),
    meters.ReadLongMeters: lambda terminal, _: terminal.meters.heard(Told.MONEY),
    tickets.ReadValidationRecord: lambda terminal, asked: terminal.cash_outs.record_taken(asked.record),
    tickets.ReadTicket: lambda terminal, _: terminal.redemptions.read(),
    tickets.ReadRedemption: lambda terminal, _: terminal.redemptions.outcome_read(),
    progressives.ReadProgressiveWin: _progressive_heard,
    progressives.ReadProgressiveWins: _progressive_heard,
}
