"""The pages of tables: what they show, and what a manager does there, each thing done and refused."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino import journal, selectors
from casino.domain.instant import Instant
from casino.domain.money import Cents
from casino.domain.powers import AC, CC, DF, HOUSE, IR, SB
from casino.journal import reading
from games import services
from games.domain import table
from games.domain.table import Table as Held
from games.domain.vocabulary import EVERY_KIND, Limit, Scope, SeatId, TableId
from tests.casino.asking import at_desk, entries
from tests.databases import Database
from tests.devices import fitting
from tests.factories import OriginFactory, engage, open_house
from tests.games.floor import SIGN, Clock, Floor, insert, machine, put_on
from tests.games.test_tables import DICE, HIGHER

MINUTE = 60
TWICE = {f"line{n}-{name}": typed for n in (1, 2) for name, typed in {"kind": "pair", "minimum": "6", "maximum": "9"}.items()}
FIVE_DICE = {
    f"die{n}-{name}": typed
    for n in range(1, 6)
    for name, typed in {"number": f"d{n}", "faces": "1-6 2-5 3-4", "width": "19"}.items()
}
LINE = {"line0-kind": EVERY_KIND, "line0-minimum": "10", "line0-maximum": "1,000.00", "line0-scope": "betting area", "rows": "1"}


@pytest.fixture
def clock(committed: Database) -> Clock:
    """The Star with its people, and its clock."""
    moved = put_on(committed)
    engage_people()
    return moved


@pytest.fixture
def house(db: None) -> None:
    """The Star with its people, for what takes no time."""
    selectors.forget()
    open_house()
    engage_people()


def engage_people() -> None:
    """920 has every power of the floor, 921 deals."""
    every = (AC, IR, SB, DF, CC)
    engage("920", "Helen Vassallo", casino_operator=(*every, HOUSE), casino_supervisor=(DF,), pit_boss=(CC,), boxperson=(CC,))
    engage("921", "Liam Kerr", dealer=(DF, CC))


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode())).replace(" ,", ",")


def send(path: str, *, by: str = "920", **typed: Any) -> Any:
    return at_desk(by).post(path, {"request_id": str(uuid4()), **typed})


def state(name: str) -> Held:
    return journal.state(table.at(TableId(f"star.{name}")))


def dealer_table(name: str = "DF01", book: str = DF) -> str:
    """A table where dice are thrown, with its sign, its dice, and open."""
    services.commission_table(name=name, book=book, layout="A", origin=OriginFactory.build())
    services.display_limits(name=name, limits=SIGN, origin=OriginFactory.build())
    services.introduce_dice_set(name=name, dice="S-1", checked=DICE, origin=OriginFactory.build())
    services.open_table(name=name, origin=OriginFactory.build())
    return name


def test_a_table_comes_onto_the_books_gets_its_sign_its_period_and_opens_by_its_pages(clock: Clock) -> None:
    tumbler = fitting.tumbler("AC01-M")
    typed: dict[str, Any] = {"name": "AC01", "book": AC, "layout": "A", "chip_unit": "0.01", "equipment": [tumbler]}
    assert "AC01-M, dice tumbler, Aruze Craps" in text(at_desk("920").get("/tables/commission/"))
    assert send("/tables/commission/", **typed).status_code == 302
    assert (state("AC01").book_id, state("AC01").equipment) == (AC, ("AC01-M",))
    assert "Display the sign with minimum and maximum first." in text(send("/tables/AC01/open/"))
    assert send("/tables/AC01/sign/", **LINE).status_code == 302
    assert state("AC01").limits == {EVERY_KIND: Limit(minimum=Cents(1_000), maximum=Cents(100_000))}
    assert send("/tables/AC01/wagering-period/", seconds="45").status_code == 302
    assert send("/tables/AC01/shooting-value/", cents="20").status_code == 302
    assert (state("AC01").wagering_seconds, state("AC01").shooting_cents) == (45, 2_000)
    assert send("/tables/AC01/shooting-value/", cents="").status_code == 302
    assert state("AC01").shooting_cents is None
    assert send("/tables/AC01/open/").status_code == 302
    assert state("AC01").is_open
    shown = text(at_desk("920").get("/tables/AC01/"))
    for said in (
        "Open Aruze Craps",
        "Aruze Craps 2016-06-02.1",
        "Every selection $10.00 10 dollars $1,000.00 1000 dollars any amount each area",
        "45 seconds",
        "Sign displayed: Every selection $10.00 to $1,000.00",
        "Commissioned for Aruze Craps 2016-06-02.1, layout A, with AC01-M",
    ):
        assert said in shown


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"name": "a b"}, "Letters, digits and hyphens, at most 32."),
        ({"chip_unit": "0"}, "A chip is worth at least a cent."),
        ({"chip_unit": "five"}, "Write 1000.00 for a thousand dollars."),
        ({"variant": "mini"}, "Aruze Craps has no variant called"),
        ({"equipment": ["SB01-M"]}, "SB01-M is not fitted out for Aruze Craps."),
        ({"equipment": []}, "A table of Aruze Craps has one dice tumbler: name it."),
    ],
)
def test_a_table_that_cannot_be_is_not_commissioned_and_what_was_typed_stays(
    house: None, typed: dict[str, Any], said: str
) -> None:
    fitting.tumbler("SB01-M", SB, dice=3)
    usual = {"name": "AC01", "book": AC, "layout": "B-7", "chip_unit": "0.01", "equipment": [fitting.tumbler("AC01-M")]}
    answer = send("/tables/commission/", **(usual | typed))
    assert said in text(answer)
    assert 'value="B-7"' in answer.content.decode()
    assert not state("AC01").id


def test_df_7_5_the_twenty_minutes_of_a_sign_are_shown_counted_and_demanded(clock: Clock) -> None:
    dealer_table()
    before = entries()
    too_soon = text(send("/tables/DF01/limits/", **LINE))
    assert "“Display a sign that says so for 20 minutes first.”" in too_soon
    assert "DF 7.5" in too_soon
    assert entries() == before + 1  # 920 sat down
    assert "must stand for 20 minutes first: let it say a later time." in text(
        send("/tables/DF01/notice/", **LINE, in_minutes="19")
    )
    assert send("/tables/DF01/notice/", **LINE, in_minutes="20").status_code == 302
    displayed = state("DF01").change
    assert displayed
    clock.move(2 * MINUTE + 7)
    shown = text(at_desk("920").get("/tables/DF01/"))
    due = selectors.local(OriginFactory.build().venue, Instant.of(displayed.counts_from + timedelta(minutes=20)))
    assert f"Announced, from {due:%H:%M:%S}" in shown
    assert re.search(r"It must stand longer 2:\d\d of 20:00", shown)
    assert f"It may hold at {due:%H:%M:%S} at the earliest. rule DF 7.5" in shown
    clock.move(17 * MINUTE)
    assert re.search(r"“The sign must stand for another \d+ seconds\.”", text(send("/tables/DF01/limits/", **LINE)))
    clock.move(53)
    assert re.search(r"It has stood long enough 20:\d\d of 20:00", text(at_desk("920").get("/tables/DF01/")))
    assert send("/tables/DF01/limits/", **LINE).status_code == 302
    assert state("DF01").limits == HIGHER


def test_a_sign_that_went_away_begins_its_minutes_anew_and_the_page_says_so(clock: Clock) -> None:
    dealer_table()
    services.notice_limits(name="DF01", limits=HIGHER, in_minutes=20, origin=OriginFactory.build())
    clock.move(10 * MINUTE)
    assert send("/tables/DF01/sign-gone/").status_code == 302
    clock.move(MINUTE + 1)
    assert re.search(r"The sign cannot be seen 11:\d\d of 20:00", text(at_desk("920").get("/tables/DF01/")))
    assert "The sign cannot be seen at the moment: connect it first." in text(
        send("/tables/DF01/notice/", **LINE, in_minutes="20")
    )
    assert send("/tables/DF01/sign-back/").status_code == 302
    assert re.search(r"It must stand longer 0:\d\d of 20:00", text(at_desk("920").get("/tables/DF01/")))
    assert "sign-gone" in text(send("/tables/DF01/sign-back/"))


def test_a_lower_minimum_holds_at_once_and_the_page_says_that_it_needs_no_minutes(house: None) -> None:
    dealer_table()
    lower = LINE | {"line0-minimum": "2"}
    assert send("/tables/DF01/notice/", **lower, in_minutes="0").status_code == 302
    assert "It raises no minimum it needs no minutes" in text(at_desk("920").get("/tables/DF01/"))
    assert 'value="2.00"' in at_desk("920").get("/tables/DF01/limits/").content.decode()
    assert send("/tables/DF01/limits/", **lower).status_code == 302
    assert state("DF01").limits[EVERY_KIND].minimum == 200


def test_cc_4_4_a_sign_has_a_line_for_every_selection_and_lines_for_those_that_differ(house: None) -> None:
    services.commission_table(name="CC01", book=CC, layout="A", origin=OriginFactory.build())
    form = at_desk("920").get("/tables/CC01/sign/").content.decode()
    assert ('name="line2-minimum"' in form, 'name="line3-minimum"' in form) == (True, False)
    more = send("/tables/CC01/sign/", **LINE, more="1").content.decode()
    assert 'name="line2-minimum"' in more
    assert 'value="1,000.00"' in more
    place = {
        "line1-kind": "place",
        "line1-minimum": "6",
        "line1-maximum": "600",
        "line1-multiples": "on",
        "line1-scope": "player",
    }
    field = {
        "line2-kind": "field",
        "line2-minimum": "5",
        "line2-maximum": "50",
        "line2-unit": "2.50",
        "line2-scope": "betting area",
    }
    assert send("/tables/CC01/sign/", **(LINE | {"rows": "4"} | place | field)).status_code == 302
    assert state("CC01").limits == {
        EVERY_KIND: Limit(minimum=Cents(1_000), maximum=Cents(100_000)),
        "place": Limit(minimum=Cents(600), maximum=Cents(60_000), multiples=True, scope=Scope.PLAYER),
        "field": Limit(minimum=Cents(500), maximum=Cents(5_000), unit=Cents(250)),
    }
    shown = text(at_desk("920").get("/tables/CC01/"))
    assert "Place Bet $6.00 6 dollars $600.00 600 dollars multiples of $6.00 each player" in shown
    assert "Field $5.00 5 dollars $50.00 50 dollars steps of $2.50 each area" in shown


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"line0-maximum": ""}, "Line 1, Maximum : Write an amount."),
        ({"line0-minimum": "ten"}, "Line 1, Minimum : Write 1000.00 for a thousand dollars."),
        ({"line0-minimum": "2000"}, "A minimum is above nothing and at most the maximum"),
        ({"line1-minimum": "6", "line1-maximum": "9"}, "Line 2, Selection : Say of which selection."),
        ({"line1-kind": "pair"}, "Line 2, Maximum : Write an amount."),
        ({"line1-kind": "baccarat", "line1-minimum": "6", "line1-maximum": "9"}, "Line 2, Selection : Select a valid choice"),
        (TWICE, "Line 3, Selection : There is a line for this selection already."),
        ({"line0-minimum": "", "line0-maximum": ""}, "The sign leaves some selections without a minimum and maximum."),
        ({"rows": "999"}, "limits-displayed"),
    ],
)
def test_a_sign_that_cannot_be_is_refused_at_its_line_and_what_was_typed_stays(
    house: None, typed: dict[str, str], said: str
) -> None:
    services.commission_table(name="DF01", book=DF, layout="A", origin=OriginFactory.build())
    if said == "limits-displayed":
        services.display_limits(name="DF01", limits=SIGN, origin=OriginFactory.build())
    answer = send("/tables/DF01/sign/", **(LINE | {"rows": "3", "line0-unit": "7.77"} | typed))
    assert said in text(answer)
    assert 'value="7.77"' in answer.content.decode()
    assert state("DF01").limits == (SIGN if said == "limits-displayed" else {})


def test_df_11_8_a_table_closes_after_its_sign_with_players_present(clock: Clock) -> None:
    dealer_table()
    services.open_place(name="DF01", seat=SeatId("P4"), origin=OriginFactory.build())
    assert "Display a sign that says so for 20 minutes first." in text(send("/tables/DF01/close/"))
    assert "DF 11.8" in text(at_desk("920").get("/tables/DF01/close/"))
    assert "sign-too-short" in text(send("/tables/DF01/notice-closure/", in_minutes="19"))
    assert send("/tables/DF01/notice-closure/", in_minutes="20").status_code == 302
    shown = text(at_desk("920").get("/tables/DF01/"))
    assert re.search(r"Closes at \d\d:\d\d:\d\d It must stand longer 0:\d\d of 20:00", shown)
    clock.move(20 * MINUTE)
    assert send("/tables/DF01/close/").status_code == 302
    assert not state("DF01").is_open
    assert "Closed with 1 player present; its sign had stood since" in text(at_desk("920").get("/tables/DF01/"))


def test_a_table_is_suspended_with_a_reason_and_released_with_what_was_put_right(house: None) -> None:
    dealer_table()
    assert "This field is required." in text(send("/tables/DF01/suspend/"))
    assert send("/tables/DF01/suspend/", reason="The lights fail").status_code == 302
    assert "The lights fail" in text(send("/tables/DF01/suspend/", reason="Again"))
    shown = text(at_desk("920").get("/tables/DF01/"))
    assert "Suspended: The lights fail No further round begins until what is wrong is put right (DF 10.3)." in shown
    assert send("/tables/DF01/release/", rectified="New lamps").status_code == 302
    assert state("DF01").suspended == ""
    assert "is not suspended" in text(send("/tables/DF01/release/", rectified="Again"))
    assert "Released: New lamps" in text(at_desk("920").get("/tables/DF01/"))


@pytest.mark.parametrize(
    ("book", "typed", "said"),
    [
        (CC, {}, ""),
        (DF, {f"die{n}-width": "" for n in range(1, 6)}, ""),
        (CC, {"die3-width": "18.999"}, "The faces of die d3 must be at least 19 mm square."),
        (DF, {"die2-faces": "1-2 3-4 5-6"}, "Opposite faces of die d2 do not sum to seven."),
        (DF, {"die5-number": "d1"}, "A set has five dice, each with a number of its own."),
        (DF, {"die4-faces": "one to six"}, "Die 4, Opposite faces : Write the opposite faces"),
        (DF, {"die4-width": "wide"}, "Die 4, Face in mm : Write millimetres"),
        (DF, {"die1-number": ""}, "Die 1, Number : This field is required."),
        (AC, {}, "Aruze Craps is not played with loose dice."),
    ],
)
def test_cc_2_3_and_df_2_5_a_set_of_five_dice_is_introduced_as_it_was_checked(
    house: None, book: str, typed: dict[str, str], said: str
) -> None:
    equipment = (machine(AC, "X1-M"),) if book == AC else ()
    services.commission_table(name="X1", book=book, layout="A", equipment=equipment, origin=OriginFactory.build())
    engage("922", "Grace Fono", gaming_supervisor=(DF,), boxperson=(CC,))
    answer = send("/tables/X1/dice/", by="922" if book != AC else "920", dice_set="S-7", **(FIVE_DICE | typed))
    if said and book != AC:
        assert said in text(answer)
        assert 'value="S-7"' in answer.content.decode()
    assert (answer.status_code, state("X1").dice_set) == {"": (302, "S-7")}.get(said, (answer.status_code, ""))
    if book == AC:
        assert answer.status_code == 403  # the book gives nobody loose dice to check


def test_df_7_6_a_player_has_limits_of_their_own_with_a_marker_until_they_are_ended(house: None) -> None:
    dealer_table()
    services.open_place(name="DF01", seat=SeatId("P4"), origin=OriginFactory.build())
    typed = LINE | {"line0-maximum": "5000", "seat": "P4"}
    assert "This field is required." in text(send("/tables/DF01/personal-limits/", **typed))
    assert send("/tables/DF01/personal-limits/", **typed, marker="sign 7").status_code == 302
    assert state("DF01").personal == {"P4": {EVERY_KIND: Limit(minimum=Cents(1_000), maximum=Cents(500_000))}}
    shown = text(at_desk("920").get("/tables/DF01/"))
    assert "P4 End the limits of P4" in shown
    assert "Limits of their own for P4, sign 7: Every selection $10.00 to $5,000.00" in shown
    assert send("/tables/DF01/personal-limits/P4/end/").status_code == 302
    assert state("DF01").personal == {}
    assert "limits-not-personal" in text(send("/tables/DF01/personal-limits/P4/end/"))


PAGES = {
    "sign": "DF 7.5",
    "notice": "DF 7.5",
    "limits": "DF 7.5",
    "wagering-period": "DF 7.5",
    "personal-limits": "DF 7.6",
    "open": "DF 11.8",
    "notice-closure": "DF 11.8",
    "close": "DF 11.8",
    "suspend": "internal controls",
    "release": "internal controls",
    "sign-gone": "internal controls",
    "sign-back": "internal controls",
    "dice": "DF 3.4.3",
}


@pytest.mark.parametrize("page", PAGES)
def test_every_form_says_who_may_and_by_which_rule_before_anything_happens(house: None, page: str) -> None:
    dealer_table()
    manager, dealer = at_desk("920"), at_desk("921")
    before = entries()
    shown = text(manager.get(f"/tables/DF01/{page}/"))
    assert re.search(rf"By you, as [a-z ]+ Under {re.escape(PAGES[page])} ", shown)
    assert "Leave, nothing written" in shown
    refused = dealer.get(f"/tables/DF01/{page}/")
    assert refused.status_code == 403
    assert "Who may" in text(refused)
    assert manager.get(f"/tables/nothing/{page}/").status_code == 404
    assert dealer.post(f"/tables/DF01/{page}/", {"request_id": str(uuid4())}).status_code == 403
    assert entries() == before


def test_who_lacks_a_power_reads_on_the_page_who_has_it_and_by_which_rule(house: None) -> None:
    dealer_table()
    shown = at_desk("921").get("/tables/DF01/")
    assert "Notice new limits, Change the limits: the casino supervisor rule DF 7.5" in text(shown)
    assert "Introduce a dice set: the gaming supervisor rule DF 3.4.3" in text(shown)
    assert 'href="/tables/DF01/notice/"' not in shown.content.decode()
    engage("923", "Priya Nair", cashier=(HOUSE,))
    assert at_desk("923").get("/tables/DF01/").status_code == 403
    assert at_desk("923").get("/tables/").status_code == 403


def test_the_same_form_sent_twice_is_done_once(house: None) -> None:
    dealer_table()
    desk, request_id = at_desk("920"), str(uuid4())
    for _ in range(2):
        answer = desk.post("/tables/DF01/suspend/", {"request_id": request_id, "reason": "The lights fail"})
        assert answer.status_code == 302
    assert [each.line.type for each in journal.history(table.at(TableId("star.DF01")))].count("games.table-suspended") == 1


def test_a_book_version_is_adopted_only_with_nothing_lying_and_offered_only_if_there_is_another(clock: Clock) -> None:
    floor = Floor(AC)
    insert(floor.terminals[0], 5_000)
    floor.open()
    floor.place(floor.terminals[0], "pass_line", 1_000)
    desk = at_desk("920")
    assert "adopt-book" not in desk.get("/tables/AC01/").content.decode()
    assert "table-round-in-progress" in text(send("/tables/AC01/adopt-book/"))


def test_a_book_version_is_adopted_by_its_page(house: None) -> None:
    tumbler = machine(AC, "AC01-M")
    services.commission_table(name="AC01", book=AC, layout="A", equipment=(tumbler,), origin=OriginFactory.build())
    assert "In force Aruze Craps 2016-06-02.1" in text(at_desk("920").get("/tables/AC01/adopt-book/"))
    assert send("/tables/AC01/adopt-book/").status_code == 302
    assert "Rounds go by Aruze Craps 2016-06-02.1 from now on" in text(at_desk("920").get("/tables/AC01/"))


def test_what_a_game_does_not_know_is_refused_with_the_true_reason(house: None) -> None:
    for name, book, equipment in (("DF01", DF, ()), ("IR01", IR, (machine(IR, "IR01-M"),))):
        services.commission_table(name=name, book=book, layout="A", equipment=equipment, origin=OriginFactory.build())
    assert "the dealer begins a round and calls no more bets" in text(send("/tables/DF01/wagering-period/", seconds="30"))
    assert "A wagering period lasts 1 to 600 seconds." in text(send("/tables/IR01/wagering-period/", seconds="601"))
    assert "The dice of this game are not shot from terminals." in text(send("/tables/IR01/shooting-value/", cents="20"))


def test_the_page_shows_the_round_the_point_the_players_and_the_last_rounds_but_no_round_in_its_story(clock: Clock) -> None:
    floor = Floor(AC)
    insert(floor.terminals[0], 5_000)
    floor.open()
    floor.place(floor.terminals[0], "pass_line", 1_000)
    played = floor.finish(clock, 4, 2)
    if not floor.round:
        floor.open()
    shown = text(at_desk("920").get("/tables/AC01/"))
    first, second = (round_id.rpartition(".")[2] for round_id in (played, floor.round))
    assert f"AC01-{second} Wagering period" in shown
    assert f"Point 6, since round {first}" in shown
    assert f"AC01-{first} 2 and 4, total 6 Settled 1 $10.00 10 dollars $0.00 0 dollars" in shown
    assert "AC01-1 AC01-2" in shown
    assert f"Round {first} begun" not in shown
    assert f"{floor.terminals[0]} shoots" not in shown


def test_the_story_of_a_table_reaches_back_over_many_rounds(clock: Clock) -> None:
    floor = Floor(AC, terminals=0)
    for _ in range(45):
        if not floor.round:
            floor.open()
        clock.move(31)
        floor.close()
        services.freeze_layout(round_id=floor.round, origin=OriginFactory.build())
        floor.sense(1, 2)
        services.settle_round(round_id=floor.round, origin=OriginFactory.build())
    assert "Commissioned for Aruze Craps" in text(at_desk("920").get("/tables/AC01/"))


def test_a_table_is_shown_as_it_stood_and_nothing_can_be_done_there(clock: Clock) -> None:
    dealer_table()
    services.notice_limits(name="DF01", limits=HIGHER, in_minutes=20, origin=OriginFactory.build())
    then = list(journal.history(table.at(TableId("star.DF01"))))[-1].line.recorded_at
    clock.move(5 * MINUTE)
    services.suspend_table(name="DF01", reason="The lights fail", origin=OriginFactory.build())
    shown = at_desk("920").get("/tables/DF01/", {"at": then})
    assert "The lights fail" not in text(shown)
    assert re.search(r"It must stand longer 0:\d\d of 20:00", text(shown))
    assert not re.findall(r'href="/tables/DF01/[a-z]', shown.content.decode())
    assert at_desk("920").get("/tables/DF02/", {"at": then}).status_code == 404


def test_the_list_is_filtered_by_kind_state_book_and_name_in_the_address(house: None) -> None:
    Floor(AC, terminals=0)
    Floor(IR, terminals=0)
    dealer_table()
    services.commission_table(name="DF02", book=DF, layout="A", origin=OriginFactory.build())
    services.suspend_table(name="IR01", reason="Wheel brushed", origin=OriginFactory.build())
    desk = at_desk("920")

    def listed(query: str) -> list[str]:
        return re.findall(r'href="/tables/([^/"]+)/"', desk.get(f"/tables/{query}").content.decode().partition("<tbody")[2])

    assert listed("") == ["AC01", "DF01", "DF02", "IR01"]
    assert listed("?kind=dealer") == ["DF01", "DF02"]
    assert listed("?kind=electronic&state=open") == ["AC01"]
    assert listed("?state=suspended") == ["IR01"]
    assert listed("?state=closed") == ["DF02"]
    assert listed("?book=dragon_fire&q=02") == ["DF02"]
    assert "Suspended Wheel brushed" in text(desk.get("/tables/"))


def test_the_list_asks_as_much_of_many_tables_as_of_one(clock: Clock) -> None:
    Floor(AC)
    desk = at_desk("920")
    desk.get("/tables/")
    with CaptureQueriesContext(connection) as one:
        desk.get("/tables/")
    for number in range(2, 6):
        Floor(AC, name=f"AC0{number}", terminals=0).open()
    desk.get("/tables/")
    with CaptureQueriesContext(connection) as many:
        desk.get("/tables/")
    assert len(many) <= len(one) + 1  # the rounds that are played, once there are any


def test_the_page_of_a_table_costs_at_most_twenty_queries(clock: Clock, django_assert_max_num_queries: Any) -> None:
    floor = Floor(AC)
    floor.open()
    desk = at_desk("920")
    desk.get("/tables/AC01/")
    with django_assert_max_num_queries(20):
        desk.get("/tables/AC01/")


def test_find_finds_tables_by_name_and_game_and_rounds_by_number_for_whoever_watches_the_floor(clock: Clock) -> None:
    floor = Floor(AC)
    floor.open()
    number = floor.round.rpartition(".")[2]
    assert at_desk("921").get("/find/", {"q": "AC01"}).headers["Location"] == "/tables/AC01/"
    found = at_desk("921").get("/find/", {"q": f"AC01-{number}"}).content.decode()
    assert f'href="/rounds/{floor.round}/"' in found
    assert at_desk("921").get("/find/", {"q": floor.round}).headers["Location"] == f"/rounds/{floor.round}/"
    engage("923", "Priya Nair", cashier=(HOUSE,))
    assert "/tables/AC01/" not in at_desk("923").get("/find/", {"q": "AC01"}).content.decode()


def test_a_page_that_follows_every_wager_does_so_every_other_second(clock: Clock) -> None:
    dealer_table()
    for path, part in (("/tables/", "table-list"), ("/tables/DF01/", "facts")):
        page = at_desk("920").get(path).content.decode()
        assert re.search(rf'id="{part}" .*hx-sync="[^"]*" data-pace="2000"', page), path


def test_a_story_of_nothing_but_rounds_says_so(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    floor = Floor(AC)
    floor.open()
    floor.finish(clock, 3, 4)
    monkeypatch.setattr(reading, "BATCH", 1)
    assert "Only rounds lately." in text(at_desk("920").get("/tables/AC01/"))


def test_the_first_button_of_a_sign_is_the_one_that_enter_should_press(house: None) -> None:
    dealer_table()
    page = at_desk("920").get("/tables/DF01/limits/").content.decode().partition("<main")[2]
    pressed = re.findall(r'<button type="submit"[^>]*>', page.partition("data-sign")[0] or page)
    assert 'class="button primary"' in pressed[0]
    assert 'name="more"' in pressed[1]
