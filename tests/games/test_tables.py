"""Tables: put on the books, opened, limited, suspended and closed, by whoever may and after the signs their books demand."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections

from casino import journal
from casino.domain.money import Cents
from casino.domain.powers import AC, CC, DF, HOUSE, IR, SB
from casino.journal import Origin
from devices.domain.device import Kind
from games import services
from games.domain import table
from games.domain.commissioning import EquipmentUnfit
from games.domain.table import Table as Held
from games.domain.vocabulary import EVERY_KIND, Die, Limit, Selection, TableId, WagerNumber
from games.models import Table
from games.rules import books
from tests.casino.asking import react
from tests.databases import Database
from tests.devices import fitting
from tests.factories import OriginFactory, asked_by, engage
from tests.games.floor import SIGN, Clock, Floor, by, credits_of, insert, machine, put_on, refused

HIGHER = {EVERY_KIND: Limit(minimum=Cents(1_000), maximum=Cents(100_000))}
LOWER = {EVERY_KIND: Limit(minimum=Cents(200), maximum=Cents(100_000))}
DICE = tuple(Die(id=f"d{n}", faces=((1, 6), (2, 5), (3, 4)), face_um=19_000) for n in range(1, 6))
TWENTY_MINUTES = 20 * 60


@pytest.fixture
def clock(committed: Database) -> Clock:
    return put_on(committed)


def _state(name: str) -> Held:
    return journal.state(table.at(TableId(f"star.{name}")))


def _commission(name: str = "X1", book: str = AC, *, origin: Origin | None = None, **told: Any) -> TableId:
    return services.commission_table(name=name, book=book, layout="A", origin=origin or OriginFactory.build(), **told)


def test_a_table_is_commissioned_with_its_book_in_force_and_its_own_machines(clock: Clock) -> None:
    tumbler = fitting.tumbler("D-1")
    engage("905", casino_supervisor=(DF,))
    assert refused(_commission, origin=asked_by("905", "casino supervisor")) == "authority-not-held"
    assert _commission(equipment=(tumbler,), origin=asked_by("812")) == "star.X1"
    assert (_state("X1").book, _state("X1").equipment) == (books.current(AC).version, ("D-1",))
    row = Table.objects.get()
    assert (row.id, row.name, row.book_id, row.is_open, row.opened_at) == ("star.X1", "X1", AC, False, None)
    assert refused(_commission, equipment=(tumbler,)) == "table-exists"
    assert refused(_commission, "a.b") == "table-name-refused"
    assert refused(_commission, "X2", "baccarat") == "table-no-such-book"
    assert refused(_commission, "X2", DF, variant="mini") == "table-no-such-variant"


def test_ac_2_2_4_one_tumbler_decides_one_table(clock: Clock) -> None:
    fitting.tumbler("D-1")
    fitting.tumbler("D-2")
    assert refused(_commission) == "table-equipment-unfit"
    assert refused(_commission, equipment=("D-1", "D-2")) == "table-equipment-unfit"
    _commission(equipment=("D-1",))
    assert refused(_commission, "X2", equipment=("D-1",)) == "table-equipment-unfit"
    _commission("X2", equipment=("D-2",))


def test_ac_2_2_4_of_two_who_give_a_tumbler_to_tables_at_once_one_is_refused(clock: Clock) -> None:
    fitting.tumbler("D-1")

    def commission(name: str) -> str:
        clock.show()
        try:
            _commission(name, equipment=("D-1",))
        except EquipmentUnfit as refusal:
            return refusal.sentence
        finally:
            connections.close_all()
        return ""

    with ThreadPoolExecutor(4) as crowd:
        answers = sorted(crowd.map(commission, ("X1", "X2", "X3", "X4")))
    had = Table.objects.get().name
    assert answers == ["", *[f"D-1 senses the outcomes of {had} already."] * 3]


def test_what_senses_nothing_or_is_of_another_game_is_no_machine_of_a_table(clock: Clock) -> None:
    fitting.tumbler("D-1")
    fitting.terminal("T1")
    fitting.register("K1", Kind.KIOSK)
    for name in ("T1", "K1", "nobody"):
        assert refused(_commission, equipment=(name,)) == "table-equipment-unfit"
    assert refused(_commission, book=SB, equipment=("D-1",)) == "table-equipment-unfit"


def test_a_table_is_opened_with_its_sign_by_whoever_may_close_it(clock: Clock) -> None:
    _commission(equipment=(machine(AC, "D-1"),))
    engage("906", casino_operator=(AC, HOUSE), casino_supervisor=(AC,))
    assert refused(services.open_table, name="X1", origin=asked_by("906")) == "table-something-missing"
    assert refused(services.open_table, name="X9", origin=asked_by("906")) == "table-not-commissioned"
    services.display_limits(name="X1", limits=SIGN, origin=asked_by("906"))
    assert refused(services.open_table, name="X1", origin=asked_by("906")) == "table-something-missing"
    services.configure_wagering_period(name="X1", seconds=30, origin=asked_by("906"))
    assert refused(services.display_limits, name="X1", limits=SIGN, origin=asked_by("906")) == "limits-displayed"
    assert refused(services.open_table, name="X1", origin=asked_by("906", "casino supervisor")) == "authority-not-held"
    services.open_table(name="X1", origin=asked_by("906"))
    assert Table.objects.get().opened_at is not None
    services.suspend_table(name="X1", reason="Tumbler stuck", origin=asked_by("906", "casino supervisor"))
    assert Table.objects.get().suspended == "Tumbler stuck"
    services.release_table(name="X1", rectified="Freed", origin=asked_by("906", "casino supervisor"))
    assert Table.objects.get().suspended == ""


def test_df_7_5_and_cc_4_1_a_higher_minimum_waits_for_its_sign_a_lower_does_not(clock: Clock) -> None:
    _commission("DF01", DF)
    services.display_limits(name="DF01", limits=SIGN, origin=OriginFactory.build())
    engage("907", casino_supervisor=(DF,), dealer=(DF,))
    change: dict[str, Any] = {"name": "DF01", "limits": HIGHER}
    assert refused(services.change_limits, **change, origin=asked_by("907", "dealer")) == "authority-not-held"
    assert refused(services.change_limits, **change, origin=asked_by("907", "casino supervisor")) == "sign-too-short"
    assert refused(services.notice_limits, **change, in_minutes=19, origin=OriginFactory.build()) == "sign-too-short"
    services.notice_limits(**change, in_minutes=20, origin=asked_by("907", "casino supervisor"))
    clock.move(TWENTY_MINUTES - 60)
    assert refused(services.change_limits, **change, origin=OriginFactory.build()) == "sign-too-short"
    clock.move(60)
    services.change_limits(**change, origin=OriginFactory.build())
    assert _state("DF01").limits == HIGHER
    services.change_limits(name="DF01", limits=LOWER, origin=OriginFactory.build())
    assert _state("DF01").limits == LOWER


@pytest.mark.parametrize(("book", "power_of"), [(DF, "gaming supervisor"), (CC, "boxperson")])
def test_df_2_5_and_cc_2_3_dice_are_checked_before_the_table_opens(clock: Clock, book: str, power_of: str) -> None:
    _commission("D01", book)
    services.display_limits(name="D01", limits=SIGN, origin=OriginFactory.build())
    assert refused(services.open_table, name="D01", origin=OriginFactory.build()) == "table-something-missing"
    engage("908", gaming_supervisor=(DF,), boxperson=(CC,))
    four: dict[str, Any] = {"name": "D01", "dice": "S1", "origin": asked_by("908", power_of)}
    assert refused(services.introduce_dice_set, checked=DICE[:4], **four) == "dice-set-refused"
    services.introduce_dice_set(name="D01", dice="S1", checked=DICE, origin=asked_by("908", power_of))
    assert _state("D01").dice_set == "S1"
    services.open_table(name="D01", origin=OriginFactory.build())
    assert services.open_next_round(name="D01", origin=OriginFactory.build()) is None


def test_ac_3_11_2_the_dice_shooting_value_is_set_where_the_book_has_one(clock: Clock) -> None:
    floor = Floor(AC)
    services.set_dice_shooting_value(name=floor.name, cents=Cents(2_000), origin=OriginFactory.build())
    assert floor.state.shooting_cents == 2_000
    wheel = Floor(IR)
    asked: dict[str, Any] = {"name": wheel.name, "cents": Cents(2_000), "origin": OriginFactory.build()}
    assert refused(services.set_dice_shooting_value, **asked) == "limits-impossible"


def test_a_table_closes_after_its_warning_between_rounds_once_no_wager_lies_there(clock: Clock) -> None:
    floor = Floor(AC)
    one = floor.terminals[0]
    insert(one, 5_000)
    floor.open()
    floor.place(one, "pass_line", 1_000)
    services.notice_closure(name=floor.name, in_minutes=20, origin=OriginFactory.build())
    assert Table.objects.get().closes_at is not None
    assert refused(services.close_table, name=floor.name, origin=OriginFactory.build()) == "table-not-open"
    floor.finish(clock, 4, 2)
    assert refused(services.close_table, name=floor.name, origin=OriginFactory.build()) == "table-wagers-lie"
    floor.open()
    floor.finish(clock, 5, 1)
    assert refused(services.close_table, name=floor.name, origin=OriginFactory.build()) == "sign-too-short"
    clock.move(TWENTY_MINUTES)
    services.close_table(name=floor.name, origin=OriginFactory.build())
    row = Table.objects.get()
    assert (row.is_open, row.opened_at, row.closes_at) == (False, None, None)
    assert floor.open() == ""


def test_ac_1_1_a_table_that_was_closed_on_a_point_opens_with_a_come_out_roll(clock: Clock) -> None:
    floor = Floor(AC, terminals=0)
    floor.open()
    floor.finish(clock, 4, 2)
    assert Table.objects.get().point == 6
    services.close_table(name=floor.name, origin=OriginFactory.build())
    assert Table.objects.get().point is None
    services.open_table(name=floor.name, origin=OriginFactory.build())
    one = floor.seat("AC01-1")
    insert(one, 5_000)
    floor.open()
    floor.place(one, "pass_line", 1_000)
    assert credits_of(one) == 4_000


def test_ac_7_2_when_its_time_has_come_a_table_plays_on_only_for_the_wagers_that_lie_there(clock: Clock) -> None:
    floor = Floor(AC)
    one, two = floor.terminals
    insert(one, 5_000)
    insert(two, 5_000)
    floor.open()
    floor.place(one, "pass_line", 1_000)
    floor.place(one, "place:8", 600)
    services.notice_closure(name=floor.name, in_minutes=20, origin=OriginFactory.build())
    clock.move(TWENTY_MINUTES)
    floor.finish(clock, 4, 2)
    react()
    assert floor.round
    assert refused(floor.place, two, "field", 500) == "table-closing"
    line: dict[str, Any] = {"terminal": one, "round_id": floor.round, "wager": WagerNumber(1)}
    eight: dict[str, Any] = {**line, "wager": WagerNumber(2)}
    assert refused(services.increase_wager, **line, by_cents=Cents(500), origin=by(one)) == "table-closing"
    assert refused(services.move_wager, **eight, to=Selection("place:9"), origin=by(one)) == "table-closing"
    services.cancel_wager(**eight, origin=by(one))
    floor.finish(clock, 3, 3)
    react()
    assert floor.open() == ""
    services.close_table(name=floor.name, origin=OriginFactory.build())
    assert credits_of(one) == 6_000


def test_a_book_is_adopted_anew_only_between_rounds_and_with_nothing_lying(clock: Clock) -> None:
    floor = Floor(AC)
    insert(floor.terminals[0], 5_000)
    floor.open()
    assert refused(services.adopt_book_version, name=floor.name, origin=OriginFactory.build()) == "table-round-in-progress"
    floor.place(floor.terminals[0], "pass_line", 1_000)
    floor.finish(clock, 4, 2)
    assert refused(services.adopt_book_version, name=floor.name, origin=OriginFactory.build()) == "table-wagers-lie"
    floor.open()
    floor.finish(clock, 5, 1)
    services.adopt_book_version(name=floor.name, origin=OriginFactory.build())
    assert Table.objects.get().book == books.current(AC).version
