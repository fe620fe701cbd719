from __future__ import annotations

from typing import Any

import pytest

from casino.domain import parameters
from casino.domain.events import ParameterSet
from casino.domain.gaming_day import GamingDay
from casino.domain.parameters import LAW, UNITS, Dated, Jurisdiction, Name, Parameter

TODAY = GamingDay(2026, 11, 17)
NSW = LAW[Jurisdiction.NEW_SOUTH_WALES]
CASH = [provision for provision in NSW if provision.name is Name.CASH_PER_DAY]


def _set(**changes: Any) -> ParameterSet:
    wanted: dict[str, Any] = {
        "name": Name.CASH_PER_DAY,
        "value": 100,
        "from_day": TODAY.next,
        "source": "s 1",
        "today": TODAY,
    } | changes
    return parameters.set_value(wanted.pop("parameter", Parameter()), **wanted)


def test_the_cash_limit_of_new_south_wales_falls_to_1000_dollars_on_19_august_2027() -> None:
    cash = parameters.AGGREGATE.fold(Parameter(), parameters.adopt(Parameter(), CASH))
    assert cash.on(GamingDay(2027, 8, 18)).value == 5_000_00
    assert cash.on(GamingDay(2027, 8, 19)).value == 1_000_00


def test_victoria_pays_at_most_1000_dollars_of_winnings_in_cash() -> None:
    winnings = [provision.value for provision in LAW[Jurisdiction.VICTORIA] if provision.name is Name.CASH_WINNINGS]
    assert winnings == [1_000_00]


@pytest.mark.parametrize("jurisdiction", Jurisdiction)
def test_both_states_report_at_10000_dollars_within_10_business_days_and_identify_at_5000(jurisdiction: Jurisdiction) -> None:
    values = {provision.name: (provision.value, provision.from_day) for provision in LAW[jurisdiction]}
    assert values[Name.THRESHOLD_REPORT][0] == 10_000_00
    assert values[Name.THRESHOLD_REPORT_WITHIN][0] == 10
    assert values[Name.DUE_DILIGENCE] == (5_000_00, GamingDay(2026, 3, 31))


def test_df_7_5_and_cc_4_1_a_higher_minimum_needs_20_minutes_notice() -> None:
    notices = {j: p.value for j in Jurisdiction for p in LAW[j] if p.name is Name.HIGHER_MINIMUM_NOTICE}
    assert notices == {Jurisdiction.NEW_SOUTH_WALES: 20, Jurisdiction.VICTORIA: 20}


def test_every_parameter_has_a_unit_and_every_provision_a_source() -> None:
    assert set(UNITS) == set(Name)
    assert all(provision.source for law in LAW.values() for provision in law)


def test_a_value_is_set_from_a_later_gaming_day_on() -> None:
    assert _set() == ParameterSet(name="cash-per-day", value=100, from_day=TODAY.next, source="s 1")


def test_a_new_value_says_what_it_stands_in_for_on_its_day() -> None:
    cash = parameters.AGGREGATE.fold(Parameter(), parameters.adopt(Parameter(), CASH))
    assert _set(parameter=cash).instead_of == 5_000_00
    assert _set(parameter=cash, from_day=GamingDay(2027, 9, 1)).instead_of == 1_000_00


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        (Name.CASH_PER_DAY, 5_000_00, "$5,000.00"),
        (Name.HIGHER_MINIMUM_NOTICE, 20, "20 minutes"),
        (Name.LOCK_OUT, 1, "1 minute"),
        (Name.THRESHOLD_REPORT_WITHIN, 1, "1 business day"),
        (Name.LOG_IN_TRIES, 5, "5"),
    ],
)
def test_a_value_is_said_in_its_unit(name: Name, value: int, said: str) -> None:
    assert parameters.said(name, value) == said


def test_a_gaming_day_ends_under_the_law_it_began_under() -> None:
    with pytest.raises(parameters.NotALaterDay, match=r"17 Nov 2026 has begun: .* from 18 Nov 2026 at the earliest\."):
        _set(from_day=TODAY)


@pytest.mark.parametrize("value", [-1, 2**53, 1.5, True, "5"])
def test_a_value_is_a_whole_number_zero_or_more(value: object) -> None:
    with pytest.raises(parameters.ValueOutOfRange):
        _set(value=value)


def test_law_without_a_source_is_refused() -> None:
    with pytest.raises(parameters.SourceMissing):
        _set(source="  ")


def test_nothing_is_in_force_before_the_first_value() -> None:
    with pytest.raises(parameters.LawUnknown):
        Parameter(values=(Dated(TODAY, 1, "s 1"),)).on(TODAY.previous)


def test_set_again_for_the_same_day_the_later_setting_holds() -> None:
    twice = parameters.AGGREGATE.fold(Parameter(), [_set(value=1), _set(value=2)])
    assert twice.values == (Dated(TODAY.next, 2, "s 1"),)


def test_law_is_adopted_only_where_there_is_none() -> None:
    assert parameters.adopt(Parameter(values=(Dated(TODAY, 1, "s 1"),)), CASH) == []


LIMITS = (
    Name.LOG_IN_TRIES, Name.LOCK_OUT, Name.IDLE_LOCK, Name.SESSION_LENGTH, Name.SESSIONS_EACH, Name.PREVIEW_LIFE,
)  # fmt: skip


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_of_the_house_is_one_that_people_can_work_under(name: Name) -> None:
    assert [_set(name=name, value=value).value for value in (1, 9_999)] == [1, 9_999]
    for value in (0, 10_000, 2**53 - 1):
        with pytest.raises(parameters.ValueOutOfRange, match=r"from 1 to 9,999\."):
            _set(name=name, value=value)


def test_every_provision_of_the_law_lies_where_a_value_may_lie() -> None:
    assert all(each.value in parameters.RANGES[each.name] for law in LAW.values() for each in law)
