"""What two readings of a terminal's meters say about what happened in between. Money in is the difference of the meters."""

from __future__ import annotations

from collections.abc import Mapping

from casino.domain.money import Cents
from devices.host.findings import Finding, MeterRanBackwards, MeterRolledOver, MetersCleared, MetersRead, NotesAccepted
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

DENOMINATIONS = {
    Meter.NOTES_OF_5: 500,
    Meter.NOTES_OF_10: 1_000,
    Meter.NOTES_OF_20: 2_000,
    Meter.NOTES_OF_50: 5_000,
    Meter.NOTES_OF_100: 10_000,
}
MONEY = (
    Meter.CREDITS, Meter.NOTES_IN, *DENOMINATIONS, Meter.CASHABLE_TICKETS_IN_CENTS, Meter.CASHABLE_TICKETS_OUT_CENTS,
)  # fmt: skip
READ_MONEY = ReadSelectedMeters(0, MONEY)
READ_MONEY_LONG = ReadLongMeters(0, (*MONEY, Meter.TRANSFERS_IN_CENTS, Meter.TRANSFERS_OUT_CENTS))
READ_TURNOVER = ReadMeters()
GOES_BOTH_WAYS = Meter.CREDITS
PLAUSIBLE_SHARE = 100
"""A meter that begins again at zero has counted at most a hundredth of its range since it was last read."""

Values = dict[int, int]


def values_of(answer: Meters | SelectedMeters | LongMeters) -> Values:
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
    return {each.meter: each.size for each in answer.readings} if isinstance(answer, LongMeters) else SIZES


class Change:
    """One reading against the last one of the same meters. Without a last one nothing is counted."""

    def __init__(self, before: Mapping[int, int], after: Values, *, sizes: Mapping[int, int] = SIZES) -> None:
        self.before = {meter: before[meter] for meter in after if meter in before}
        self.after = after
        self._sizes = sizes
        self._fallen = [meter for meter, value in self.before.items() if meter != GOES_BOTH_WAYS and after[meter] < value]

    def findings(self, device: str, at: float, *, credit_cents: int) -> list[Finding]:
        """What is to be told of it."""
        told: list[Finding] = [MetersRead(device, at, self.after, self.after != self.before)]
        if self.after == self.before:
            return told
        counts_from = self.before
        if self._has_rolled_over():
            told.append(MeterRolledOver(device, at, *self._both(self._fallen[0])))
        elif self._fallen and self._all_began_anew():
            told.append(MetersCleared(device, at, self.before, self.after))
            counts_from = dict.fromkeys(self.before, 0)
        elif self._fallen:
            told += [MeterRanBackwards(device, at, *self._both(meter)) for meter in self._fallen]
            counts_from = {meter: value for meter, value in self.before.items() if meter not in self._fallen}
        if more := self._more(Meter.NOTES_IN, counts_from):
            told.append(NotesAccepted(device, at, Cents(more * credit_cents), self._notes(counts_from)))
        return told

    def _has_rolled_over(self) -> bool:
        """One meter alone has begun again, and has not counted more than it may have since."""
        if len(self._fallen) != 1:
            return False
        meter = self._fallen[0]
        return self._more(meter, self.before) <= self._range(meter) // PLAUSIBLE_SHARE

    def _all_began_anew(self) -> bool:
        """Not one of the meters that had counted something stands where it stood."""
        return all(self.after[meter] != value for meter, value in self.before.items() if value and meter != GOES_BOTH_WAYS)

    def _notes(self, counts_from: Mapping[int, int]) -> dict[int, int]:
        more = {cents: self._more(meter, counts_from) for meter, cents in DENOMINATIONS.items()}
        return {cents: number for cents, number in more.items() if number}

    def _more(self, meter: int, counts_from: Mapping[int, int]) -> int:
        return (self.after[meter] - counts_from[meter]) % self._range(meter) if meter in counts_from else 0

    def _range(self, meter: int) -> int:
        full: int = 100 ** self._sizes[meter]
        return full

    def _both(self, meter: int) -> tuple[int, int, int]:
        return meter, self.before[meter], self.after[meter]
