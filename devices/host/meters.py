"""Which meters of a terminal are asked for, and what its answers are called in the book."""

from __future__ import annotations

from collections.abc import Mapping

from casino.domain.instant import Instant
from devices.domain import readings
from devices.domain.readings import COUNTS, Reading
from devices.host.findings import MetersRead
from devices.wire.sas.meters import (
    SIZES,
    LongMeters,
    Meter,
    Meters,
    ReadLongMeters,
    ReadMeters,
    ReadSelectedMeters,
    SelectedMeters,
)

NAMES: Mapping[int, readings.Meter] = {
    Meter.CREDITS: readings.Meter.CREDITS,
    Meter.NOTES_IN: readings.Meter.NOTES_IN,
    Meter.NOTES_OF_5: readings.Meter.NOTES_OF_5,
    Meter.NOTES_OF_10: readings.Meter.NOTES_OF_10,
    Meter.NOTES_OF_20: readings.Meter.NOTES_OF_20,
    Meter.NOTES_OF_50: readings.Meter.NOTES_OF_50,
    Meter.NOTES_OF_100: readings.Meter.NOTES_OF_100,
    Meter.CASHABLE_TICKETS_IN_CENTS: readings.Meter.TICKETS_IN,
    Meter.CASHABLE_TICKETS_OUT_CENTS: readings.Meter.TICKETS_OUT,
    Meter.TRANSFERS_IN_CENTS: readings.Meter.TRANSFERS_IN,
    Meter.TRANSFERS_OUT_CENTS: readings.Meter.TRANSFERS_OUT,
    Meter.HAND_PAID_CANCELLED: readings.Meter.HAND_PAID,
    Meter.CANCELLED: readings.Meter.CANCELLED,
    Meter.COIN_IN: readings.Meter.STAKED,
    Meter.COIN_OUT: readings.Meter.PAID,
    Meter.DROP: readings.Meter.DROP,
    Meter.JACKPOT: readings.Meter.JACKPOT,
    Meter.GAMES_PLAYED: readings.Meter.GAMES,
}
IN_CENTS = frozenset(
    {
        Meter.CASHABLE_TICKETS_IN_CENTS,
        Meter.CASHABLE_TICKETS_OUT_CENTS,
        Meter.TRANSFERS_IN_CENTS,
        Meter.TRANSFERS_OUT_CENTS,
    }
)
"""All others of money are in credits."""

MONEY = (
    Meter.CREDITS, Meter.NOTES_IN, Meter.NOTES_OF_5, Meter.NOTES_OF_10, Meter.NOTES_OF_20, Meter.NOTES_OF_50, Meter.NOTES_OF_100,
    Meter.HAND_PAID_CANCELLED, Meter.CASHABLE_TICKETS_IN_CENTS, Meter.CASHABLE_TICKETS_OUT_CENTS,
)  # fmt: skip
READ_MONEY = ReadSelectedMeters(0, MONEY)
READ_MONEY_LONG = ReadLongMeters(0, (*MONEY, Meter.TRANSFERS_IN_CENTS, Meter.TRANSFERS_OUT_CENTS))
READ_TURNOVER = ReadMeters()


def values_of(answer: Meters | SelectedMeters | LongMeters) -> dict[int, int]:
    """The meters of an answer that the machine keeps."""
    match answer:
        case Meters():
            return {
                Meter.CANCELLED: answer.cancelled, Meter.COIN_IN: answer.coin_in, Meter.COIN_OUT: answer.coin_out,
                Meter.DROP: answer.drop, Meter.JACKPOT: answer.jackpot, Meter.GAMES_PLAYED: answer.games,
            }  # fmt: skip
        case SelectedMeters():
            return {each.meter: each.value for each in answer.readings}
        case LongMeters():
            return {each.meter: each.value for each in answer.readings if each.value is not None}


def sizes_of(answer: Meters | SelectedMeters | LongMeters) -> Mapping[int, int]:
    """How many bytes the meters of an answer have; a long answer says it itself."""
    if isinstance(answer, LongMeters):
        return {each.meter: each.size for each in answer.readings if each.value is not None}
    return {meter: SIZES[meter] for meter in values_of(answer)}


def reading_of(found: MetersRead, *, credit_cents: int, at: Instant) -> Reading:
    """What was read, in cents and pieces, at a terminal whose credits are worth so much."""
    worth = {
        meter: 1 if meter in IN_CENTS or NAMES[meter] in COUNTS else credit_cents for meter in found.values if meter in NAMES
    }
    return Reading(
        values={NAMES[meter]: found.values[meter] * each for meter, each in worth.items()},
        full_at={NAMES[meter]: 100 ** found.sizes[meter] * each for meter, each in worth.items()},
        at=at,
    )
