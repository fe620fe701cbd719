"""Whose dice they are at a dealer table: offered, declined, accepted, passed, lost; dice off the table; places and signs."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from casino import journal
from casino.domain.powers import AC, CC, DF
from casino.journal import Origin
from games import selectors, services
from games.domain import table
from games.domain.events import DicePassed
from games.domain.grounds import Ground
from games.domain.turn import PassingGround
from games.domain.vocabulary import EVERY_KIND, Limit, SeatId
from games.models import Position
from tests.casino.asking import react
from tests.databases import Database
from tests.factories import OriginFactory, asked_by
from tests.games.dealer_table import (
    P1,
    P2,
    P3,
    DealerTable,
    boxperson,
    casino_supervisor,
    dealer,
    engage_people,
    gaming_supervisor,
    pit_boss,
    renamed,
    stick,
)
from tests.games.floor import SIGN, Clock, Floor, put_on, refused


@pytest.fixture
def clock(committed: Database) -> Clock:
    return put_on(committed)


def _of(there: DealerTable, origin: Origin | None = None, **told: Any) -> dict[str, Any]:
    return {"name": there.name, "origin": origin or OriginFactory.build(), **told}


def _passed(there: DealerTable) -> list[DicePassed]:
    return [each.event for each in journal.history(table.at(there.id)) if isinstance(each.event, DicePassed)]


def test_df_3_2_the_dice_go_from_the_dealers_right_anti_clockwise_to_players_with_dragon_or_fire(clock: Clock) -> None:
    engage_people()
    there = DealerTable(DF)
    there.start()
    there.place(P1, "dragon", 500)
    there.place(P2, "total:7", 500)
    there.place(P3, "fire", 500)
    assert refused(services.offer_dice, **_of(there, stick())) == "authority-not-held"
    services.offer_dice(**_of(there, dealer()))
    assert there.state.offered_to == P3
    assert refused(services.offer_dice, **_of(there)) == "dice-taken"
    assert refused(services.decline_dice, **_of(there, seat=P1)) == "dice-not-offered"
    services.decline_dice(**_of(there, dealer(), seat=P3))
    assert there.offer() == P1
    assert refused(there.accept, P3) == "dice-not-offered"
    assert refused(there.accept, P1, ("d1",)) == "dice-not-two"
    assert refused(there.accept, P1, ("d1", "d9")) == "dice-not-two"
    assert refused(there.accept, P1, ("d1", "d2"), "a friend") == "dice-not-offered"
    there.accept(P1, ("d4", "d5"))
    assert (there.state.shooter, there.state.in_hand, there.state.declined) == (P1, ("d4", "d5"), ())


def test_df_4_1_who_has_taken_the_wager_down_meanwhile_cannot_take_the_dice(clock: Clock) -> None:
    there = DealerTable(DF)
    there.start()
    wager = there.place(P1, "dragon", 500)
    assert there.offer() == P1
    services.take_down_for_player(seat=P1, round_id=there.round, wager=wager, origin=OriginFactory.build())
    assert refused(there.accept, P1) == "dice-not-eligible"


def test_df_3_8_the_dealer_rolls_when_nobody_takes_the_dice_until_a_determination(clock: Clock) -> None:
    there = DealerTable(DF)
    there.start()
    there.place(P1, "dragon", 500)
    there.place(P2, "total:9", 500)
    assert there.offer() == P1
    services.decline_dice(**_of(there, seat=P1))
    assert refused(there.offer) == "dice-dealer-may-not-roll"
    there.close()
    assert refused(there.enter, 5, 4) == "dice-no-shooter"
    assert there.offer() is None
    assert there.state.has_no_taker
    played = there.round
    there.enter(5, 4)
    there.confirm()
    react()
    assert (there.play(played).outcome, there.won(P2), there.state.has_no_taker) == ("4-5", 3_500, False)


def test_df_4_3_a_shooter_without_dragon_or_fire_at_no_more_bets_loses_the_dice(clock: Clock) -> None:
    there = DealerTable(DF)
    there.start()
    there.place(P3, "fire", 500)
    there.give_dice()
    there.throw(5, 4)
    there.start()
    there.place(P3, "total:7", 500)
    there.place(P1, "fire", 500)
    there.close()
    [passed] = _passed(there)
    assert (passed.seat, passed.rule, there.state.shooter) == (P3, ("DF 4.3",), None)
    assert there.give_dice() == P1
    there.enter(5, 4)


def test_df_3_6_after_a_roll_the_shooter_may_pass_but_after_a_seven_must_roll_again(clock: Clock) -> None:
    engage_people()
    there = DealerTable(DF)
    there.start()
    there.place(P3, "fire", 500)
    there.place(P2, "dragon", 500)
    there.give_dice()
    there.throw(3, 4)
    assert there.state.frozen == ("dragon", "fire")
    assert refused(services.pass_dice, **_of(there, dealer())) == "dice-must-roll-again"
    there.start()
    assert refused(there.place, P1, "dragon", 500) == "wager-not-allowed-now"
    there.close()
    there.enter(6, 6)
    assert refused(services.pass_dice, **_of(there)) == "round-wrong-stage"
    there.confirm()
    react()
    assert (there.won(P3), there.won(P2), there.state.shooter) == (500, -500, P3)
    services.pass_dice(**_of(there, dealer()))
    [passed] = _passed(there)
    assert (passed.reason, passed.rule) == ("as the shooter wished", ("DF 3.6",))
    assert refused(services.pass_dice, **_of(there)) == "dice-no-shooter"
    there.start()
    there.place(P1, "fire", 500)
    there.place(P3, "fire", 500)
    assert there.offer() == P1


@pytest.mark.parametrize("second", [(6, 6), (3, 4)])
def test_df_3_6_1_and_df_14_who_loses_a_frozen_dragon_or_fire_relinquishes_the_dice(
    clock: Clock, second: tuple[int, int]
) -> None:
    there = DealerTable(DF)
    there.start()
    there.place(P3, "dragon", 500)
    there.give_dice()
    there.throw(3, 4)
    there.start()
    there.throw(*second)
    [passed] = _passed(there)
    assert (passed.seat, passed.rule[0], passed.readings) == (P3, "DF 3.6.1", ("DF-14",))
    assert (there.state.shooter, there.state.in_hand) == (None, ())


def test_df_3_6_2_a_casino_supervisor_orders_the_dice_passed_and_says_why(clock: Clock) -> None:
    engage_people()
    there = DealerTable(DF)
    there.start()
    there.place(P3, "fire", 500)
    there.give_dice()
    order: dict[str, Any] = {"ground": PassingGround.INVALID_ROLLS}
    assert refused(services.order_dice_passed, **_of(there, gaming_supervisor(), **order)) == "authority-not-held"
    services.order_dice_passed(**_of(there, casino_supervisor(), **order))
    [passed] = _passed(there)
    assert (passed.reason, passed.rule) == ("the shooter repeatedly makes invalid rolls", ("DF 3.6.2",))
    at_crown = DealerTable(CC)
    assert refused(services.order_dice_passed, **_of(at_crown, pit_boss(), **order)) == "authority-not-held"


def test_cc_5_1_and_5_2_2_the_stickperson_offers_clockwise_and_a_seven_out_passes_the_dice(clock: Clock) -> None:
    engage_people()
    there = DealerTable(CC)
    there.start()
    assert refused(services.offer_dice, **_of(there, stick())) == "dice-not-eligible"
    for seat in (P2, P3):
        there.place(seat, "win_line", 500)
    assert refused(services.offer_dice, **_of(there, dealer())) == "authority-not-held"
    services.offer_dice(**_of(there, stick()))
    there.accept(P2, thrower="Her husband", origin=stick())
    assert (there.state.shooter, there.state.thrower) == (P2, "Her husband")
    there.throw(2, 2)
    there.start()
    there.throw(3, 4)
    [passed] = _passed(there)
    assert (passed.seat, passed.reason, passed.rule, passed.readings) == (P2, "7-out", ("CC 5.2.2",), ("CC-31",))
    there.start()
    for seat in (P1, P2, P3):
        there.place(seat, "dont_win_line", 500)
    assert there.give_dice() == P3
    there.throw(3, 4)
    assert there.state.shooter == P3
    services.pass_dice(**_of(there, stick()))
    there.start()
    there.place(P2, "win_line", 500)
    assert there.offer() == P2


def test_cc_5_1_1_when_everybody_has_declined_the_round_of_offers_begins_again(clock: Clock) -> None:
    there = DealerTable(CC)
    there.start()
    there.place(P2, "win_line", 500)
    there.offer()
    services.decline_dice(**_of(there, seat=P2))
    there.close()
    assert there.offer() is None
    assert refused(there.enter, 3, 4) == "dice-no-shooter"
    assert there.offer() == P2


@pytest.mark.parametrize(
    ("game", "controls", "checks", "rule"),
    [(DF, dealer, gaming_supervisor, "DF 3.4.2"), (CC, stick, boxperson, "CC 5.4.2(a)(ii)")],
)
def test_3_4_and_5_4_2_a_die_off_the_table_is_replaced_found_checked_and_given_back(
    clock: Clock, game: str, controls: Any, checks: Any, rule: str
) -> None:
    engage_people()
    there, line = DealerTable(game), "fire" if game == DF else "win_line"
    there.start()
    there.place(P1, line, 500)
    there.give_dice()
    there.close()
    services.call_no_roll(round_id=there.round, ground=Ground.OFF_TABLE, origin=controls())
    react()
    assert refused(services.lose_die, **_of(there, asked_by("812"), die="d1")) == "authority-not-held"
    services.lose_die(**_of(there, controls(), die="d1"))
    assert refused(services.lose_die, **_of(there, die="d1")) == "dice-not-of-the-set"
    there.start()
    if line not in there.lying(P1):
        there.place(P1, line, 500)
    there.close()
    assert refused(there.enter, 1, 2) == "dice-not-two"
    assert refused(services.select_dice, **_of(there, dice=("d1", "d2"))) == "dice-not-two"
    services.select_dice(**_of(there, controls(), dice=("d2", "d3")))
    selected = journal.latest(table.at(there.id), at_most=1)[0].event
    assert (selected.rule, there.state.in_hand) == ((rule,), ("d2", "d3"))
    found: dict[str, Any] = {"die": "d1", "is_sound": True, "to_shooter": False}
    assert refused(services.return_die, **_of(there, controls(), **found)) == "authority-not-held"
    assert refused(services.return_die, **_of(there, checks(), **{**found, "die": "d5"})) == "dice-not-of-the-set"
    no_longer: dict[str, Any] = {**found, "is_sound": False, "to_shooter": True}
    assert refused(services.return_die, **_of(there, checks(), **no_longer)) == "dice-set-refused"
    services.return_die(**_of(there, checks(), **found))
    assert there.state.lost == ()
    assert refused(services.select_dice, **_of(there, dice=("d1", "d2"))) == "dice-taken"


def test_3_5_with_two_dice_lost_the_shooter_goes_on_and_a_new_set_comes_before_the_next(clock: Clock) -> None:
    there = DealerTable(CC)
    there.start()
    there.place(P1, "win_line", 500)
    there.give_dice()
    for die in ("d1", "d5"):
        services.lose_die(**_of(there, die=die))
    services.select_dice(**_of(there, dice=("d2", "d3")))
    there.throw(2, 2)
    there.start()
    there.throw(3, 4)
    assert there.state.shooter is None
    assert refused(there.start) == "table-something-missing"
    there.introduce("S2", renamed("e"))
    there.start()
    assert (there.state.dice_set, there.state.lost) == ("S2", ())


def test_cc_7_3_3_a_pit_boss_lets_a_boxperson_act_as_stickperson_at_mini_craps_only(clock: Clock) -> None:
    engage_people()
    there = DealerTable(CC, variant="mini")
    appoint: dict[str, Any] = {"number": "903"}
    assert refused(services.appoint_stickperson, **_of(there, dealer(), **appoint)) == "authority-not-held"
    assert refused(services.appoint_stickperson, **_of(there, pit_boss(), number="901")) == "stickperson-no-boxperson"
    services.appoint_stickperson(**_of(there, pit_boss(), **appoint))
    assert there.state.stickperson == "staff/903"
    assert refused(services.appoint_stickperson, **_of(there, **appoint)) == "stickperson-there"
    services.relieve_stickperson(**_of(there, pit_boss()))
    assert refused(services.relieve_stickperson, **_of(there)) == "stickperson-none"
    assert refused(services.appoint_stickperson, **_of(DealerTable(DF), **appoint)) == "stickperson-not-here"


def test_a_place_is_taken_once_by_a_dealer_and_given_up_without_wagers(clock: Clock) -> None:
    engage_people()
    there = DealerTable(DF, seats=())
    assert refused(there.sit, P1, asked_by("812")) == "authority-not-held"
    there.sit(P1, dealer())
    assert Position.objects.get().purse == f"chips:{there.id}.P1"
    assert refused(there.sit, P1) == "position-taken"
    assert refused(there.sit, SeatId("P99")) == "table-no-such-place"
    assert refused(there.leave, P2) == "position-not-taken"
    there.start()
    there.place(P1, "fire", 500)
    there.give_dice()
    assert refused(there.leave, P1) == "position-wagers-lie"
    there.throw(5, 4)
    own: dict[str, Any] = {"seat": P1, "limits": SIGN, "marker": "Sign 1"}
    services.grant_personal_limits(**_of(there, casino_supervisor(), **own))
    there.leave(P1)
    assert (there.state.shooter, there.state.personal) == (None, {})
    assert _passed(there)[-1].reason == "the shooter has left the table"
    there.sit(P1)
    electronic = Floor(AC)
    elsewhere: dict[str, Any] = {"name": electronic.name, "seat": P1, "origin": OriginFactory.build()}
    assert refused(services.open_place, **elsewhere) == "table-not-dealt"
    assert refused(services.end_place, **elsewhere) == "table-not-dealt"
    services.suspend_table(**_of(there, gaming_supervisor(), reason="Cloth torn"))
    assert refused(there.start) == "table-suspended"


def test_df_7_5_a_sign_that_was_away_for_more_than_a_minute_begins_its_twenty_minutes_anew(clock: Clock) -> None:
    engage_people()
    there = DealerTable(DF)
    higher = {EVERY_KIND: Limit(minimum=SIGN[EVERY_KIND].maximum, maximum=SIGN[EVERY_KIND].maximum)}
    services.notice_limits(**_of(there, limits=higher, in_minutes=20))
    assert refused(services.disconnect_sign, **_of(there, dealer())) == "authority-not-held"
    for gap, is_anew in ((59, False), (61, True)):
        before = there.state.change
        services.disconnect_sign(**_of(there, gaming_supervisor()))
        assert refused(services.disconnect_sign, **_of(there)) == "sign-gone"
        clock.move(gap)
        services.reconnect_sign(**_of(there, gaming_supervisor()))
        assert (there.state.change != before) is is_anew
        clock.move(20 * 60 - 61)
    assert refused(services.reconnect_sign, **_of(there)) == "sign-gone"
    assert refused(services.change_limits, **_of(there, limits=higher)) == "sign-too-short"
    clock.move(61)
    services.change_limits(**_of(there, limits=higher))
    assert there.state.limits == higher


def test_df_11_9_whoever_places_nothing_for_three_rounds_is_told_apart(clock: Clock) -> None:
    there = DealerTable(DF, seats=(P1, P3))
    for seat in (P3, P3, P1):
        there.start()
        there.place(P3, "fire", 500)
        there.place(seat, "total:7", 500)
        if there.state.shooter is None:
            there.give_dice()
        assert selectors.abstaining(there.id) == []
        there.throw(5, 4)
    there.sit(P2)
    for expected in ([], [], [P1]):
        there.start()
        services.end_idle_round(round_id=there.round, origin=OriginFactory.build())
        there.start()
        there.place(P3, "fire", 500)
        there.throw(5, 4)
        assert selectors.abstaining(there.id)[:1] == expected
    assert selectors.abstaining(there.id) == [P1, P2]


def test_df_11_9_who_has_a_wager_from_these_rounds_through_one_without_a_throw_is_not_told(clock: Clock) -> None:
    there = _thrown_three_times()
    there.start()
    services.call_no_roll(round_id=there.round, ground=Ground.NO_MORE_BETS_NOT_PRESSED, origin=OriginFactory.build())
    react()
    there.start()
    assert selectors.abstaining(there.id) == [P2]


def test_df_11_9_who_abstains_is_read_from_the_wagers_of_the_last_rounds_alone(clock: Clock) -> None:
    there = _thrown_three_times()
    with CaptureQueriesContext(connection) as asked:
        assert selectors.abstaining(there.id) == [P2]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {asked[-1]['sql']}")
        plan = "\n".join(line for [line] in cursor.fetchall())
    assert "wager_of_round" in plan
    assert "Seq Scan on games_wager" not in plan


def _thrown_three_times() -> DealerTable:
    """P1 has placed one wager, in the last of three rounds, whose 7 froze it; P2 has placed nothing."""
    there = DealerTable(DF)
    for shown, is_last in (((5, 4), False), ((5, 4), False), ((3, 4), True)):
        there.start()
        there.place(P3, "fire", 500)
        if is_last:
            there.place(P1, "dragon", 500)
        if there.state.shooter is None:
            there.give_dice()
        there.throw(*shown)
    return there
