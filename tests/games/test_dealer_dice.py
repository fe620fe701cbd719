"""The dice on the dealer's screen: offered, refused, taken, passed, ordered to be passed, off the table and found."""

from __future__ import annotations

import pytest
from django.test import Client

from casino.domain.aggregate import RuleId
from casino.domain.powers import CC, DF
from games import services
from games.domain import table
from games.domain.events import (
    DiceDeclined,
    DiceOffered,
    DicePassed,
    DiceSetIntroduced,
    DieFound,
    DieOffTable,
    ShooterDesignated,
    StickpersonAppointed,
    StickpersonRelieved,
)
from games.domain.turn import PassingGround
from games.domain.vocabulary import RoundId
from tests.casino.asking import at_desk, entries, react
from tests.databases import Database
from tests.factories import OriginFactory
from tests.games.dealer_desk import PIN, Screen, buttons, engage_with_pins, last
from tests.games.dealer_table import P1, P2, P3, DealerTable, renamed
from tests.games.floor import Clock, put_on

SOUND_TO_SHOOTER, SOUND_TO_BOWL, UNSOUND = "shooter", "bowl", "away"


@pytest.fixture
def clock(committed: Database) -> Clock:
    """The Star, and everybody who works at dealer tables."""
    moved = put_on(committed)
    engage_with_pins()
    return moved


def _in_play(game: str, *lines: str, by: str = "901", variant: str = "") -> Screen:
    """A round in which P1, P2 and so on have each placed one of these."""
    screen = Screen(DealerTable(game, variant=variant), by)
    screen.there.start()
    for seat, line in zip((P1, P2, P3), lines, strict=False):
        screen.there.place(seat, line, 500)
    return screen


def _last(screen: Screen) -> object:
    return last(table.at(screen.there.id))[0]


def test_df_3_2_and_3_3_the_dice_are_offered_refused_and_taken(clock: Clock) -> None:
    screen = _in_play(DF, "dragon", "total:7", "fire")
    page = screen.get("dice/")
    assert "Offer them to the player at the dealer's right with a wager on Dragon or Fire, then anti-clockwise (DF 3.2)." in page
    assert "If nobody takes them after no more bets, the dealer rolls (DF 3.8)." in page
    assert screen.send("offer", "dice/") == ""
    assert last(table.at(screen.there.id)) == (DiceOffered(seat=P3, rule=(RuleId("DF 3.2"),)), "staff/901")
    assert "Offered to P3" in screen.get("dice/")
    assert screen.send("decline", "dice/", seat=P3) == ""
    assert isinstance(_last(screen), DiceDeclined)
    screen.send("offer", "dice/")
    assert screen.there.state.offered_to == P1
    assert "The two dice that P1 selects d1 d2 d3 d4 d5" in screen.get("dice/")
    assert screen.send("accept", "dice/", seat=P1, dice=["d2", "d5"]) == ""
    designated = _last(screen)
    assert isinstance(designated, ShooterDesignated)
    assert (designated.seat, designated.dice, designated.thrower) == (P1, ("d2", "d5"), "")
    page = screen.get()
    assert "Shooter P1, with d2 and d5" in page
    assert "Bowl d1, d3 and d4" in page


def test_df_3_3_too_few_dice_and_a_stranger_who_throws_are_refused_in_words_and_what_was_touched_stays(clock: Clock) -> None:
    screen = _in_play(DF, "dragon")
    screen.send("offer", "dice/")
    before = entries()
    assert "Two dice of the set: Touch the two dice." in screen.send("accept", "dice/", seat=P1)
    assert "dice-not-two" in screen.send("accept", "dice/", seat=P1, dice=["d1"])
    refused = screen.client.post("/dealer/DF01/dice/", {"act": "accept", "seat": P1, "dice": ["d4"], **_id()}).content.decode()
    assert '<input type="checkbox" name="dice" value="d4" checked>' in refused
    assert "dice-not-offered" in screen.send("accept", "dice/", seat=P2, dice=["d1", "d2"])
    assert "dice-not-offered" in screen.send("accept", "dice/", seat=P1, dice=["d1", "d2"], thrower="A friend")
    assert 'name="thrower"' not in screen.html("dice/")
    assert (entries(), screen.there.state.shooter) == (before, None)


def _id() -> dict[str, str]:
    return {"request_id": "5e4b0c39-5f2b-4a0c-8f5e-3a2b41a7b1f1"}


def test_df_3_8_nobody_takes_the_dice_and_the_dealer_rolls(clock: Clock) -> None:
    screen = _in_play(DF, "total:9")
    assert "dice-dealer-may-not-roll" in screen.send("offer", "dice/")
    screen.send("close")
    react()
    assert screen.send("offer", "dice/") == ""
    assert last(table.at(screen.there.id)) == (ShooterDesignated(seat=None, rule=(RuleId("DF 3.8"),)), "staff/901")
    assert "Shooter the dealer rolls" in screen.get("dice/")
    assert "The dealer rolls: nobody takes the dice (DF 3.8)." in screen.get(first="4", second="5")
    assert screen.enter(4, 5) == ""


def test_df_3_6_the_shooter_passes_the_dice_but_not_after_a_seven(clock: Clock) -> None:
    screen = _in_play(DF, "fire")
    screen.there.give_dice()
    assert "pass" in buttons(screen.html("dice/"))
    screen.there.throw(3, 4)
    page = screen.html("dice/")
    assert "pass" not in buttons(page)
    assert "After a 7 the shooter must roll again (DF 3.6.1)." in page
    assert "dice-must-roll-again" in screen.send("pass", "dice/")
    assert screen.there.state.shooter == P1
    screen.there.start()
    screen.there.throw(5, 4)
    assert screen.send("pass", "dice/") == ""
    assert _last(screen) == DicePassed(seat=P1, reason="as the shooter wished", rule=(RuleId("DF 3.6"),))
    assert "Nobody has the dice" in screen.get("dice/")


def test_df_3_6_2_the_casino_supervisor_signs_the_order_to_pass_the_dice(clock: Clock) -> None:
    screen = _in_play(DF, "fire")
    screen.there.give_dice()
    page = screen.get("dice/")
    assert "For the casino supervisor rule DF 3.6.2" in page
    ground = PassingGround.INVALID_ROLLS.value
    assert "The shooter repeatedly makes invalid rolls" in page
    before = entries()
    assert "Why: This field is required." in screen.send("order", "dice/")
    assert "authority-not-held" in screen.send("order", "dice/", ground=ground)
    assert "authority-not-held" in screen.send("order", "dice/", ground=ground, **screen.signed("904"))
    assert "pin-refused" in screen.send("order", "dice/", ground=ground, **screen.signed("905", "111112"))
    assert (screen.there.state.shooter, entries()) == (P1, before)
    assert screen.send("order", "dice/", ground=ground, **screen.signed("905")) == ""
    passed = DicePassed(seat=P1, reason=ground, rule=(RuleId("DF 3.6.2"),))
    assert last(table.at(screen.there.id)) == (passed, "staff/905")
    assert screen.there.state.shooter is None
    assert 'value="order"' not in _in_play(CC, "win_line", by="902").html("dice/")


@pytest.mark.parametrize(("game", "line", "by", "checks"), [(DF, "fire", "901", "904"), (CC, "win_line", "902", "903")])
def test_df_3_4_and_cc_5_4_2_a_die_off_the_table_is_replaced_found_checked_and_given_back(
    clock: Clock, game: str, line: str, by: str, checks: str
) -> None:
    screen = _in_play(game, line, by=by)
    screen.there.give_dice()
    there = table.at(screen.there.id)
    assert "A die was found" not in screen.get("dice/")
    assert "Die: Touch the die." in screen.send("lose", "dice/")
    assert "dice-not-of-the-set" in screen.send("lose", "dice/", die="d9")
    assert screen.send("lose", "dice/", die="d1") == ""
    assert last(there) == (DieOffTable(die="d1", rule=(RuleId("DF 3.4" if game == DF else "CC 5.4.2(a)"),)), f"staff/{by}")
    assert "A die is missing: the shooter selects dice anew." in screen.get()
    assert "Off the table d1" in screen.get("dice/")
    assert "P1 selects dice anew" in screen.get("dice/")
    assert screen.send("select", "dice/", dice=["d2", "d3"]) == ""
    assert screen.there.state.in_hand == ("d2", "d3")
    found = {"die": "d1", "goes": SOUND_TO_BOWL}
    assert "authority-not-held" in screen.send("found", "dice/", **found)
    assert list(screen.there.state.lost) == ["d1"]
    assert screen.send("found", "dice/", **found, **screen.signed(checks)) == ""
    event, who = last(there)
    assert isinstance(event, DieFound)
    assert (event.is_sound, event.to_shooter, event.checked_by, who) == (True, False, f"staff/{checks}", f"staff/{checks}")
    assert list(screen.there.state.lost) == []


@pytest.mark.parametrize(("goes", "expected"), [(SOUND_TO_SHOOTER, (True, True)), (UNSOUND, (False, False))])
def test_df_3_4_3_a_found_die_goes_to_the_shooter_or_away(clock: Clock, goes: str, expected: tuple[bool, bool]) -> None:
    screen = _in_play(DF, "fire")
    screen.there.give_dice()
    screen.send("lose", "dice/", die="d2")
    assert "After its check: This field is required." in screen.send("found", "dice/", die="d2", **screen.signed("904"))
    assert screen.send("found", "dice/", die="d2", goes=goes, **screen.signed("904")) == ""
    found = _last(screen)
    assert isinstance(found, DieFound)
    assert (found.is_sound, found.to_shooter) == expected


def test_df_3_5_two_dice_lost_need_a_new_set_which_the_gaming_supervisor_introduces(clock: Clock) -> None:
    screen = _in_play(DF, "fire")
    screen.there.give_dice()
    for die in ("d4", "d5", "d1"):
        screen.send("lose", "dice/", die=die)
    screen.there.leave(P2)
    screen.send("select", "dice/", dice=["d2", "d3"])
    screen.there.throw(5, 4)
    screen.send("pass", "dice/")
    assert "Two dice are lost: a new set is introduced first." in screen.get()
    assert buttons(screen.html()) == []
    assert "table-something-missing" in screen.send("start")
    assert "A new set is introduced by the gaming supervisor" in screen.get("dice/")
    assert "/tables/DF01/dice/" not in screen.html("dice/")
    assert 'href="/tables/DF01/dice/"' in Screen(screen.there, "904").html("dice/")
    screen.there.introduce("S2", renamed("e"))
    assert isinstance(_last(screen), DiceSetIntroduced)
    assert screen.send("start") == ""
    assert "Bowl e1, e2, e3, e4 and e5" in screen.get()


def test_df_3_5_a_die_of_the_old_set_that_the_shooter_goes_on_with_can_leave_the_table(clock: Clock) -> None:
    screen = _in_play(DF, "fire")
    screen.there.give_dice()
    screen.there.introduce("S2", renamed("e"))
    assert 'name="die" value="d1"' in screen.html("dice/")
    assert screen.send("lose", "dice/", die="d1") == ""
    assert screen.there.state.in_hand == ("d2",)


def test_cc_5_1_2_another_person_throws_as_the_shooter_authorised(clock: Clock) -> None:
    screen = _in_play(CC, "place:6", "win_line", by="902")
    page = screen.get("dice/")
    assert "to the player at the left with a wager on the Win Line or the Don't Win Line, then clockwise (CC 5.1.1)" in page
    screen.send("offer", "dice/")
    assert "Somebody else throws" in screen.get("dice/")
    assert screen.send("accept", "dice/", seat=P2, dice=["d1", "d2"], thrower="left of P2") == ""
    designated = _last(screen)
    assert isinstance(designated, ShooterDesignated)
    assert (designated.seat, designated.thrower) == (P2, "left of P2")
    assert "Throws left of P2, as the shooter authorised (CC-20)" in screen.get()


def test_cc_1_1_at_crown_the_stickperson_signs_for_the_dice_at_a_dealers_screen(clock: Clock) -> None:
    screen = _in_play(CC, "win_line")
    assert "For the stickperson rule CC 1.1" in screen.get("dice/")
    assert "authority-not-held" in screen.send("offer", "dice/")
    assert screen.there.state.offered_to is None
    assert screen.send("offer", "dice/", **screen.signed("902")) == ""
    assert last(table.at(screen.there.id)) == (DiceOffered(seat=P1, rule=(RuleId("CC 5.1.1"),)), "staff/902")


def test_cc_7_3_3_a_pit_boss_signs_that_a_boxperson_acts_as_stickperson(clock: Clock) -> None:
    screen = _in_play(CC, "win_line", variant="mini")
    assert "For the pit boss rule CC 7.3.3" in screen.get("dice/")
    assert "Mini Craps" in screen.get("dice/")
    assert "authority-not-held" in screen.send("appoint", "dice/", boxperson="903")
    assert "stickperson-no-boxperson" in screen.send("appoint", "dice/", boxperson="901", **screen.signed("906"))
    assert screen.send("appoint", "dice/", boxperson="903", **screen.signed("906")) == ""
    event, who = last(table.at(screen.there.id))
    assert isinstance(event, StickpersonAppointed)
    assert (event.boxperson, event.allowed_by, who) == ("staff/903", "staff/906", "staff/906")
    assert "903 acts as Stickperson." in screen.get("dice/")
    assert screen.send("relieve", "dice/", **screen.signed("906")) == ""
    assert isinstance(_last(screen), StickpersonRelieved)


def test_dice_are_not_handled_while_an_entered_result_waits_to_be_settled(clock: Clock) -> None:
    screen = _in_play(DF, "fire")
    screen.there.give_dice()
    screen.send("close")
    react()
    screen.enter(5, 4)
    before = _last(screen)
    assert "round-wrong-stage" in screen.send("pass", "dice/")
    assert "round-wrong-stage" in screen.send("order", "dice/", ground=PassingGround.DELAY.value, **screen.signed("905"))
    assert (_last(screen), screen.there.state.shooter) == (before, P1)


def test_nobody_handles_dice_without_the_power_to_deal(clock: Clock) -> None:
    screen = _in_play(DF, "fire")
    before = _last(screen)
    for number, status in (("902", 403), ("903", 403)):
        sent = at_desk(number).post("/dealer/DF01/dice/", {"act": "offer", **_id()})
        assert sent.status_code == status, number
    assert at_desk("901").post("/dealer/ZZ/dice/", {"act": "offer", **_id()}).status_code == 404
    answer = Client().post("/dealer/DF01/dice/", {"act": "offer", **_id()})
    assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/log-in/")
    signed = screen.send("offer", "dice/", number="902", pin=PIN)
    assert "authority-not-held" in signed
    assert (screen.there.state.offered_to, _last(screen)) == (None, before)


def test_what_is_sent_twice_under_one_request_is_done_once(clock: Clock) -> None:
    screen = _in_play(DF, "fire")
    services.offer_dice(name="DF01", origin=OriginFactory.build())
    given = {"act": "accept", "seat": P1, "dice": ["d1", "d2"], **_id()}
    answers = [screen.client.post("/dealer/DF01/dice/", given).status_code for _ in range(2)]
    assert answers == [302, 302]
    assert screen.there.state.in_hand == ("d1", "d2")
    assert screen.there.round != RoundId("")
