"""Dated law: what the law or a direction says, from which gaming day on, and where it says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import msgspec

from casino.domain.aggregate import Aggregate, Ref, State
from casino.domain.events import ParameterSet, VenueId
from casino.domain.gaming_day import GamingDay
from casino.domain.money import Cents, dollars
from casino.domain.refusals import Refusal


class Jurisdiction(StrEnum):
    """Whose law a venue stands under."""

    NEW_SOUTH_WALES = "NSW"
    VICTORIA = "VIC"


class Unit(StrEnum):
    """What a parameter's number counts."""

    CENTS = "cents"
    DAYS = "days"
    BUSINESS_DAYS = "business days"
    MINUTES = "minutes"
    HOURS = "hours"
    TIMES = "times"


class Name(StrEnum):
    """Every parameter there is."""

    CASH_PER_DAY = "cash-per-day"
    CASH_WINNINGS = "cash-winnings"
    DUE_DILIGENCE = "due-diligence"
    THRESHOLD_REPORT = "threshold-report"
    THRESHOLD_REPORT_WITHIN = "threshold-report-within"
    HIGHER_MINIMUM_NOTICE = "higher-minimum-notice"
    TABLE_CLOSING_NOTICE = "table-closing-notice"
    LOG_IN_TRIES = "log-in-tries"
    LOCK_OUT = "lock-out"
    IDLE_LOCK = "idle-lock"
    SESSION_LENGTH = "session-length"
    SESSIONS_EACH = "sessions-each"
    PREVIEW_LIFE = "preview-life"


UNITS: Mapping[Name, Unit] = {
    Name.CASH_PER_DAY: Unit.CENTS,
    Name.CASH_WINNINGS: Unit.CENTS,
    Name.DUE_DILIGENCE: Unit.CENTS,
    Name.THRESHOLD_REPORT: Unit.CENTS,
    Name.THRESHOLD_REPORT_WITHIN: Unit.BUSINESS_DAYS,
    Name.HIGHER_MINIMUM_NOTICE: Unit.MINUTES,
    Name.TABLE_CLOSING_NOTICE: Unit.MINUTES,
    Name.LOG_IN_TRIES: Unit.TIMES,
    Name.LOCK_OUT: Unit.MINUTES,
    Name.IDLE_LOCK: Unit.MINUTES,
    Name.SESSION_LENGTH: Unit.HOURS,
    Name.SESSIONS_EACH: Unit.TIMES,
    Name.PREVIEW_LIFE: Unit.MINUTES,
}
TITLES: Mapping[Name, str] = {
    Name.CASH_PER_DAY: "Cash to one patron in a day",
    Name.CASH_WINNINGS: "Winnings paid in cash",
    Name.DUE_DILIGENCE: "Due diligence from",
    Name.THRESHOLD_REPORT: "Threshold report from",
    Name.THRESHOLD_REPORT_WITHIN: "Threshold report within",
    Name.HIGHER_MINIMUM_NOTICE: "Notice of a higher minimum",
    Name.TABLE_CLOSING_NOTICE: "Notice of closing a table",
    Name.LOG_IN_TRIES: "Wrong passwords before a number is locked",
    Name.LOCK_OUT: "How long a number stays locked",
    Name.IDLE_LOCK: "Idle time before a desk locks",
    Name.SESSION_LENGTH: "Longest time at work without a new log-in",
    Name.SESSIONS_EACH: "Desks one person may work at",
    Name.PREVIEW_LIFE: "How long a preview may wait for a signature",
}


@dataclass(frozen=True)
class Provision:
    """One line of law as it stands in a statute or rule book."""

    name: Name
    value: int
    from_day: GamingDay
    source: str


_ALWAYS = GamingDay(2016, 1, 1)
_COMMONWEALTH = (
    Provision(
        Name.DUE_DILIGENCE,
        5_000_00,
        GamingDay(2026, 3, 31),
        "Anti-Money Laundering and Counter-Terrorism Financing Act 2006 (Cth)",
    ),
    Provision(
        Name.THRESHOLD_REPORT, 10_000_00, _ALWAYS, "Anti-Money Laundering and Counter-Terrorism Financing Act 2006 (Cth), s 43"
    ),
    Provision(
        Name.THRESHOLD_REPORT_WITHIN, 10, _ALWAYS, "Anti-Money Laundering and Counter-Terrorism Financing Act 2006 (Cth), s 43"
    ),
)
_HOUSE = tuple(
    Provision(name, value, _ALWAYS, "Internal controls of the house")
    for name, value in {
        Name.LOG_IN_TRIES: 5,
        Name.LOCK_OUT: 15,
        Name.IDLE_LOCK: 10,
        Name.SESSION_LENGTH: 12,
        Name.SESSIONS_EACH: 2,
        Name.PREVIEW_LIFE: 10,
    }.items()
)
RANGES: Mapping[Name, range] = {
    **dict.fromkeys(Name, range(2**53)),
    **dict.fromkeys((each.name for each in _HOUSE), range(1, 10_000)),  # with none at all, nobody could work or set it otherwise
}
LAW: Mapping[Jurisdiction, Sequence[Provision]] = {
    Jurisdiction.NEW_SOUTH_WALES: (
        *_COMMONWEALTH,
        *_HOUSE,
        Provision(Name.CASH_PER_DAY, 5_000_00, _ALWAYS, "Casino Control Act 1992 (NSW), cash limit per patron and day"),
        Provision(
            Name.CASH_PER_DAY,
            1_000_00,
            GamingDay(2027, 8, 19),
            "Casino Control Act 1992 (NSW), cash limit per patron and day from 19 August 2027",
        ),
        Provision(Name.HIGHER_MINIMUM_NOTICE, 20, _ALWAYS, "Dragon Fire 7.5"),
        Provision(Name.TABLE_CLOSING_NOTICE, 20, _ALWAYS, "Dragon Fire 11.8"),
    ),
    Jurisdiction.VICTORIA: (
        *_COMMONWEALTH,
        *_HOUSE,
        Provision(Name.CASH_WINNINGS, 1_000_00, _ALWAYS, "Casino Control Act 1991 (Vic), winnings paid in cash"),
        Provision(Name.HIGHER_MINIMUM_NOTICE, 20, _ALWAYS, "Casino Control Act 1991 (Vic), s 66; Crown Craps 4.1"),
        Provision(Name.TABLE_CLOSING_NOTICE, 20, _ALWAYS, "Crown Craps 9.7"),
    ),
}


class NotALaterDay(Refusal):
    """What a gaming day began under holds until it ends."""

    code = "parameter-not-a-later-day"


class ValueOutOfRange(Refusal):
    """A parameter is a whole number, zero or more; a limit of the house is one that people can work under."""

    code = "parameter-out-of-range"


class SourceMissing(Refusal):
    """Law without a source is hearsay."""

    code = "parameter-source-missing"


class LawUnknown(Refusal):
    """Nothing on the books says what the law is on that day."""

    code = "parameter-unknown"


class Dated(msgspec.Struct, frozen=True):
    """A value, from when, by which source."""

    from_day: GamingDay
    value: int
    source: str


class Parameter(State, frozen=True):
    """A parameter's values, the earliest first."""

    values: tuple[Dated, ...] = ()

    def on(self, day: GamingDay) -> Dated:
        """What is in force on a gaming day."""
        in_force = [dated for dated in self.values if dated.from_day <= day]
        if not in_force:
            raise LawUnknown(f"No value is on the books for {day:%d %b %Y}.")
        return in_force[-1]


def said(name: Name, value: int) -> str:
    """A value in its unit, as people read it: `$5,000.00`, `20 minutes`, `1 day`."""
    if UNITS[name] is Unit.CENTS:
        return dollars(Cents(value))
    if UNITS[name] is Unit.TIMES:
        return f"{value:,}"
    return f"{value:,} {UNITS[name].removesuffix('s') if value == 1 else UNITS[name].value}"


def proposal(arguments: Mapping[str, Any]) -> str:
    """What setting a parameter would do, in a few words."""
    return _in_words(Name(arguments["name"]), arguments["value"], GamingDay.fromisoformat(arguments["from_day"]))


def set_as(event: ParameterSet) -> str:
    """What was set, in a few words."""
    return _in_words(Name(event.name), event.value, event.from_day)


def _in_words(name: Name, value: int, day: GamingDay) -> str:
    return f"{TITLES[name]}: {said(name, value)} from {day:%d %b %Y}"


def at(venue: VenueId, name: Name) -> Ref[Parameter]:
    """The stream of one parameter at one venue."""
    return AGGREGATE.at(f"{venue}.{name}")


def adopt(parameter: Parameter, provisions: Sequence[Provision]) -> list[ParameterSet]:
    """Take the law of the jurisdiction onto a parameter that has no value yet."""
    if parameter.values:
        return []
    return [ParameterSet(name=p.name, value=p.value, from_day=p.from_day, source=p.source) for p in provisions]


def set_value(
    parameter: Parameter, *, name: Name, value: int, from_day: GamingDay, source: str, today: GamingDay
) -> ParameterSet:
    """Set a value from a later gaming day on, and say what it stands in for; set again for a day, the later setting holds."""
    if from_day <= today:
        raise NotALaterDay(f"{today:%d %b %Y} has begun: a parameter can change from {today.next:%d %b %Y} at the earliest.")
    allowed = RANGES[name]
    if type(value) is not int or value not in allowed:
        raise ValueOutOfRange(f"{TITLES[name]}: a whole number of {UNITS[name]} from {allowed[0]:,} to {allowed[-1]:,}.")
    if not source.strip():
        raise SourceMissing("Say which Act, rule or direction sets this value.")
    known = [dated.value for dated in parameter.values if dated.from_day <= from_day]
    return ParameterSet(name=name, value=value, from_day=from_day, source=source, instead_of=known[-1] if known else None)


def evolve(parameter: Parameter, event: ParameterSet) -> Parameter:
    """The parameter after an event: in the order of days, one value a day."""
    others = [dated for dated in parameter.values if dated.from_day != event.from_day]
    dated = Dated(from_day=event.from_day, value=event.value, source=event.source)
    return Parameter(values=tuple(sorted([*others, dated], key=lambda each: each.from_day)))


AGGREGATE = Aggregate("parameter", Parameter(), evolve)
