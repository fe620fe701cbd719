"""Random histories of the ground: live, folded, rebuilt and a naive model are always the same."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from casino import journal, selectors, services
from casino.domain import parameters, venue
from casino.domain.events import VenueId
from casino.domain.gaming_day import DayRule, GamingDay
from casino.domain.money import Cents
from casino.domain.parameters import Dated, Name
from casino.domain.refusals import Refusal
from casino.journal import Origin, rebuilding
from casino.journal.projections import PROJECTIONS, project_following
from casino.journal.reconciliation import reconcile
from casino.journal.verification import verify
from casino.models import Parameter
from tests.casino import tally
from tests.databases import Database
from tests.factories import OriginFactory, open_star
from tests.scale import sized

STAR = VenueId("star")
days = st.dates(GamingDay(2026, 1, 1), GamingDay(2040, 1, 1)).map(GamingDay.of)
tallies = st.sampled_from(["t1", "t2", "t3"])
amounts = st.integers(min_value=1, max_value=50).map(Cents)


class _Crash(Exception):
    """The process ends between load and append, or between append and commit."""


class Histories(RuleBasedStateMachine):
    """Commands, repeats, rehearsals, refusals and crashes, against dictionaries."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[Name, dict[GamingDay, int]] = {}
        self.calendar = journal.state(venue.AGGREGATE.at(STAR)).calendar
        self.cents = {name: journal.state(tally.TALLY.at(name)).cents for name in ("t1", "t2", "t3")}
        for name in Name:
            self.values[name] = {dated.from_day: dated.value for dated in journal.state(parameters.at(STAR, name)).values}
        self.last: tuple[Any, dict[str, Any], Any] | None = None

    @rule(name=st.sampled_from(Name), value=st.integers(min_value=-1, max_value=9), day=days)
    def set_parameter(self, name: Name, value: int, day: GamingDay) -> None:
        """Refused is exactly what lies outside its range or is of a day that has begun."""
        arguments = {"name": name, "value": value, "from_day": day, "source": "s 1", "origin": OriginFactory.build()}
        before, is_done, after = _today(), self._do(services.set_parameter, arguments), _today()
        may_be = value in parameters.RANGES[name]
        assert is_done in (may_be and day > before, may_be and day > after), "a day may begin meanwhile"
        if is_done:
            self.values[name][day] = value

    @rule(ahead=st.integers(min_value=0, max_value=3), hour=st.integers(min_value=0, max_value=23))
    def move_gaming_day(self, ahead: int, hour: int) -> None:
        latest = max([GamingDay(2040, 1, 1), *(each.from_day for each in self.calendar if each.from_day)])
        day = GamingDay.of(latest + timedelta(days=ahead))
        arguments = {"from_day": day, "zone": "Australia/Sydney", "hour": hour, "origin": OriginFactory.build()}
        is_later = all(day > each.from_day for each in self.calendar if each.from_day)
        is_move = is_later and hour != self.calendar[-1].hour
        assert self._do(services.move_gaming_day, arguments) == is_move
        if is_move:
            self.calendar = (*self.calendar, DayRule(day, "Australia/Sydney", hour))

    @rule(name=tallies, amount=amounts)
    def add(self, name: str, amount: Cents) -> None:
        assert self._do(tally.add_cents, {"tally": name, "cents": amount, "origin": OriginFactory.build()})
        self.cents[name] = Cents(self.cents[name] + amount)

    @rule(source=tallies, goal=tallies, amount=amounts)
    def move(self, source: str, goal: str, amount: Cents) -> None:
        if source == goal:
            return
        enough = self.cents[source] >= amount
        assert enough == self._do(
            tally.move_cents, {"source": source, "target": goal, "cents": amount, "origin": OriginFactory.build()}
        )
        if enough:
            self.cents[source] = Cents(self.cents[source] - amount)
            self.cents[goal] = Cents(self.cents[goal] + amount)

    @precondition(lambda self: self.last is not None)
    @rule()
    def repeat(self) -> None:
        """The same request again has the same answer and changes nothing."""
        assert self.last is not None
        service, arguments, answer = self.last
        assert service(**arguments) == answer

    @rule(name=tallies, amount=amounts)
    def rehearse_then_perform(self, name: str, amount: Cents) -> None:
        """A rehearsal writes nothing and performs to exactly what it showed."""
        origin = OriginFactory.build()
        shown = journal.rehearse(tally.add_cents, tally=name, cents=amount, origin=origin)
        assert journal.state(tally.TALLY.at(name)).cents == self.cents[name]
        self.last = None
        assert self._do(tally.add_cents, {"tally": name, "cents": amount, "origin": replace(origin, preview=shown.preview)})
        written = list(journal.history(tally.TALLY.at(name)))[-1]
        assert [each.event for each in shown.recorded] == [written.event]
        self.cents[name] = Cents(self.cents[name] + amount)

    @rule(name=tallies, when=st.sampled_from(["before append", "after append"]))
    def crash(self, name: str, when: str) -> None:
        """What ends before its commit has never been."""

        @journal.command
        def dying(*, origin: Origin) -> None:
            ref = tally.TALLY.at(name)
            held = journal.load(write=[ref])
            if when == "after append":
                journal.append(held, {ref: [tally.CentsAdded(tally=name, cents=Cents(1))]}, origin)
            raise _Crash

        with pytest.raises(_Crash):
            dying(origin=OriginFactory.build())

    @invariant()
    def states_are_what_the_model_says(self) -> None:
        assert {name: journal.state(tally.TALLY.at(name)).cents for name in self.cents} == self.cents
        assert journal.state(venue.AGGREGATE.at(STAR)).calendar == self.calendar

    def teardown(self) -> None:
        for name, values in self.values.items():
            dated = tuple(Dated(day, value, "s 1") for day, value in sorted(values.items()))
            assert journal.state(parameters.at(STAR, name)).values == dated
            rows = Parameter.objects.filter(name=name).order_by("from_day").values_list("from_day", "value")
            assert list(rows) == sorted(values.items())
        project_following()
        assert verify().wrong == []
        total = sum(self.cents.values())
        assert reconcile().balances == ({"bank": -total, "drawer": total} if total else {})
        for each in PROJECTIONS.values():
            assert rebuilding.read_model(each, is_check=True, progress=lambda _: None).differing == 0

    def _do(self, service: Any, arguments: dict[str, Any]) -> bool:
        try:
            answer = service(**arguments)
        except Refusal:
            return False
        self.last = (service, arguments, answer)
        return True


def _today() -> GamingDay:
    return selectors.gaming_day(STAR, selectors.now())


@pytest.mark.slow(reason="hundreds of random commands, each history verified and rebuilt at its end")
def test_random_histories_folded_equal_heads_read_models_and_a_naive_model(committed: Database) -> None:
    open_star()
    run_state_machine_as_test(
        Histories,
        settings=settings(
            max_examples=sized(ci=12, full=200),
            stateful_step_count=sized(ci=25, full=50),
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
