"""Public signs and the rules in force at a table, for whoever asks."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.domain.money import Cents
from casino.domain.powers import AC, BOOK_LETTERS, CC, DF, IR, SB
from games import services, signs
from games.domain.vocabulary import EVERY_KIND, Die, Limit, Scope
from games.rules import books
from games.rules.readings import EVERY_BOOK, readings
from tests.databases import Database
from tests.factories import OriginFactory
from tests.games.floor import NAMES, Clock, machine, put_on
from tests.sitting import sit

TAG = re.compile(r"<[^>]+>")
TEN = Limit(Cents(1_000), Cents(50_000), unit=Cents(500))
HIGHER = Limit(Cents(2_500), Cents(50_000), unit=Cents(500))
TAIL = Limit(Cents(500), Cents(10_050))
DICE = tuple(Die(id=f"d{n}", faces=((1, 6), (2, 5), (3, 4)), face_um=19_000) for n in range(1, 6))
MINUTE = 60


@pytest.fixture
def clock(committed: Database) -> Clock:
    return put_on(committed)


def _table(name: str = "DF01", book: str = DF, limits: dict[str, Limit] | None = None, **told: Any) -> None:
    services.commission_table(name=name, book=book, layout="A", origin=OriginFactory.build(), **told)
    services.display_limits(name=name, limits=limits or {EVERY_KIND: TEN}, origin=OriginFactory.build())


def _page(address: str, status: int = 200) -> str:
    answer = Client().get(address)
    assert answer.status_code == status, address
    return answer.content.decode()


def _words(address: str, status: int = 200) -> str:
    return " ".join(html.unescape(TAG.sub(" ", _page(address, status))).split())


def test_df_7_1_a_sign_says_minimum_maximum_unit_and_scope_to_whoever_passes(clock: Clock) -> None:
    _table(limits={EVERY_KIND: TEN, "dragons_tail": TAIL, "pair": TAIL})
    said = _words("/signs/star/DF01/")
    assert "Minimum wager $10 Above the minimum in steps of $5. Multiples of the minimum are not required." in said
    assert "Maximum wager $500 For each betting area." in said
    assert "Dragon's Tail and Specific Pair $5 to $100.50" in said
    assert "Limits by rule DF 7.1" in said
    assert "Specific Pair 1, 2, 3, 4, 5 or 6 33 to 1" in said
    assert "Dice Total 3 or 11 15 to 1" in said


def test_cc_4_4_multiples_and_a_scope_of_one_player_are_said(clock: Clock) -> None:
    _table("CC01", CC, {EVERY_KIND: Limit(Cents(1_500), Cents(150_000), multiples=True, scope=Scope.PLAYER)})
    said = _words("/signs/star/CC01/")
    assert "Only in multiples of $15." in said
    assert "Maximum wager $1,500 For all wagers of a player together." in said


def test_df_7_5_a_higher_minimum_is_announced_with_its_time_and_since_when(clock: Clock) -> None:
    _table()
    services.notice_limits(name="DF01", limits={EVERY_KIND: HIGHER}, in_minutes=25, origin=OriginFactory.build())
    clock.move(5 * MINUTE)
    said = _words("/signs/star/DF01/")
    assert re.search(r"Changes at \d{1,2}:\d\d [ap]m Minimum \$25 The maximum stays \$500\.", said)
    assert "Minimum wager $10" in said
    assert re.search(r"(20:00|19:5\d) until the limits change This notice has been up since \d{1,2}:\d\d [ap]m\. "
                     r"A higher minimum needs at least 20 minutes\. Rule DF 7\.5\.", said)  # fmt: skip
    clock.move(21 * MINUTE)
    assert "Changes any time now" in _words("/signs/star/DF01/")
    services.change_limits(name="DF01", limits={EVERY_KIND: HIGHER}, origin=OriginFactory.build())
    said = _words("/signs/star/DF01/")
    assert "Minimum wager $25" in said
    assert "Changes" not in said


def test_a_lower_minimum_is_announced_without_minutes(clock: Clock) -> None:
    _table()
    services.notice_limits(name="DF01", limits={EVERY_KIND: TAIL}, in_minutes=5, origin=OriginFactory.build())
    said = _words("/signs/star/DF01/")
    assert "Minimum $5 Maximum $100.50" in said
    assert "minutes" not in said.replace("until the limits change", "").partition("Rule DF 7.5")[0].partition("This notice")[2]


def test_df_11_8_a_closing_time_is_announced(clock: Clock) -> None:
    _table()
    services.introduce_dice_set(name="DF01", dice="S1", checked=DICE, origin=OriginFactory.build())
    services.open_table(name="DF01", origin=OriginFactory.build())
    assert "Table closed" not in _words("/signs/star/DF01/")
    services.notice_closure(name="DF01", in_minutes=20, origin=OriginFactory.build())
    said = _words("/signs/star/DF01/")
    assert re.search(r"This table closes at \d{1,2}:\d\d [ap]m Wagers are taken until then\.", said)
    assert "Closing a table needs at least 20 minutes. Rule DF 11.8." in said
    clock.move(20 * MINUTE)
    assert "No new wager is taken" in _words("/signs/star/DF01/")


def test_a_sign_says_nothing_of_a_player_nor_why_play_is_suspended(clock: Clock) -> None:
    _table()
    services.introduce_dice_set(name="DF01", dice="S1", checked=DICE, origin=OriginFactory.build())
    services.open_table(name="DF01", origin=OriginFactory.build())
    services.suspend_table(name="DF01", reason="Seat four is being searched", origin=OriginFactory.build())
    said = _words("/signs/star/DF01/")
    assert "Play is suspended" in said
    assert "searched" not in said


def test_the_signs_of_a_venue_ask_as_much_for_many_tables_as_for_one(clock: Clock) -> None:
    _table()
    _page("/signs/star/")
    with CaptureQueriesContext(connection) as one:
        _page("/signs/star/")
    for number in range(2, 6):
        _table(f"DF0{number}")
    with CaptureQueriesContext(connection) as many:
        assert _page("/signs/star/").count("/signs/star/DF0") >= 5
    assert len(many) == len(one)


@pytest.mark.parametrize(("book", "name"), [(AC, "7.16"), (IR, "8.16"), (SB, "8.17"), (DF, "11.14"), (CC, "9.11")])
def test_a_copy_of_the_rules_in_force_is_had_by_whoever_asks(clock: Clock, book: str, name: str) -> None:
    _table("T1", book, equipment=(machine(book, "M-1"),) if book in NAMES else ())
    page = html.unescape(_page("/signs/star/T1/rules/"))
    compiled = books.compiled(book)
    assert compiled.sha256 in page
    assert compiled.version in page
    assert f"{BOOK_LETTERS[book]} {name}" in page
    for wager in books.current(book).wagers.values():
        assert wager.odds_rule in page
        assert any(wager.name in group.selections for group in signs.groups(compiled.version))
    shown = [each for each in readings().values() if each.book in (book, EVERY_BOOK)]
    assert all(each.text in page for each in shown)


@pytest.mark.parametrize("book_id", books.BOOKS)
def test_every_wager_stands_once_on_the_sign_and_once_in_the_rules(book_id: str) -> None:
    version = books.compiled(book_id).version
    names = sorted(wager.name for wager in books.current(book_id).wagers.values())
    for found in (signs.groups(version), signs.paid(version)):
        assert sorted(name for group in found for name in group.selections) == names
    assert len(signs.paid(version)) <= 45


def test_names_that_begin_alike_are_said_once() -> None:
    assert signs.together(["Odds 4", "Odds 10"]) == "Odds 4 or 10"
    assert signs.together(["Field"]) == "Field"
    assert signs.together([f"Straight Up {number}" for number in range(37)]) == "Straight Up, 37 areas"
    assert signs.together([f"{number} and the Neighbours" for number in range(37)]) == "A number and the Neighbours, 37 areas"


def test_the_signs_of_a_venue_stand_on_one_page_also_for_somebody_at_work(clock: Clock) -> None:
    _table()
    tumbler = machine(AC, "AC01-M")
    services.commission_table(name="AC01", book=AC, layout="A", equipment=(tumbler,), origin=OriginFactory.build())
    for address in ("/signs/", "/signs/star/"):
        said = _words(address)
        assert "DF01 Dragon Fire $10 $500" in said
        assert "AC01 Aruze Craps not displayed yet" in said
        assert 'href="/signs/star/DF01/rules/"' in _page(address)
    assert "No limits are displayed at this table yet." in _words("/signs/star/AC01/")
    page = sit("812").get("/signs/").content.decode()
    assert 'aria-current="page"' in page
    assert "Signs and rules" in page


@pytest.mark.parametrize("address", ["/signs/nowhere/", "/signs/star/X9/", "/signs/star/X9/rules/", "/signs/nowhere/DF01/"])
def test_what_hangs_nowhere_is_not_found(clock: Clock, address: str) -> None:
    assert "There is no" in _words(address, 404)
