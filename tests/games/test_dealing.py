"""How a dealer runs a round: place your bets, no more bets, the result from the dice, and what goes wrong with it."""

from __future__ import annotations

from typing import Any

import pytest

from casino import journal
from casino.domain.money import Cents
from casino.domain.powers import AC, CC, DF
from games import services
from games.domain import round_of_play, table
from games.domain.grounds import GROUNDS, WITHOUT_A_THROW, Ground
from games.domain.outcome import NotPressed
from games.domain.round_of_play import Stage
from games.domain.vocabulary import RoundId, Selection
from games.models import Round, Wager
from tests.casino.asking import due, entries, react, told
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
    stick,
)
from tests.games.floor import Clock, Floor, check, put_on, refused


@pytest.fixture
def clock(committed: Database) -> Clock:
    return put_on(committed)


def _thrown(game: str, *wagers: tuple[str, int]) -> DealerTable:
    """A table after no more bets, its shooter about to throw; P3 has placed these wagers, of which one makes a shooter."""
    there = DealerTable(game)
    there.start()
    for selection, cents in wagers:
        there.place(P3, selection, cents)
    there.give_dice()
    there.close()
    react()
    return there


def test_df_8_1_to_8_6_a_round_from_place_your_bets_to_the_payment_by_the_dealer(clock: Clock) -> None:
    engage_people()
    there = DealerTable(DF)
    played = there.start(dealer())
    assert (there.play().kind, there.play().ends_at, there.state.round) == ("dealer", None, played)
    there.place(P3, "fire", 1_000, dealer())
    services.offer_dice(name=there.name, origin=dealer())
    there.accept(P3, origin=dealer())
    there.close(dealer())
    react()
    assert Round.objects.get().wagers == 1
    there.enter(5, 4, origin=dealer())
    assert (there.play().stage, there.play().outcome) == (Stage.ENTERED, "4-5")
    there.confirm(dealer())
    react()
    assert there.play(played).stage is Stage.SETTLED
    assert Wager.objects.get().rule == "DF 6.1.2.1"
    assert there.won(P3) == 1_000
    assert told(round_of_play.at(played)) == [
        "games.round-opened",
        "games.wagering-closed",
        "games.layout-frozen",
        "games.result-entered",
        "games.result-confirmed",
        "games.round-settled",
    ]
    check()


def test_4_5_and_5_3_1_no_round_begins_before_the_wagers_of_the_last_are_settled(clock: Clock) -> None:
    there = _thrown(DF, ("fire", 500))
    assert refused(there.start) == "table-round-in-progress"
    there.enter(5, 4)
    there.confirm()
    assert refused(there.start) == "table-round-in-progress"
    react()
    assert there.start()


def test_a_request_that_is_sent_twice_begins_one_round(clock: Clock) -> None:
    there, origin = DealerTable(DF), OriginFactory.build()
    played = there.start(origin)
    before = entries()
    assert there.start(origin) == played
    assert entries() == before


def test_only_a_dealer_or_above_begins_and_closes_a_round_and_only_at_a_dealer_table(clock: Clock) -> None:
    engage_people()
    there = DealerTable(CC)
    for origin in (casino_supervisor(), asked_by("812")):
        assert refused(there.start, origin) == "authority-not-held"
    there.start(boxperson())
    assert refused(there.close, casino_supervisor()) == "authority-not-held"
    there.close(pit_boss())
    assert there.play().stage is Stage.CLOSED
    assert refused(there.close) == "round-wrong-stage"
    electronic = Floor(AC)
    assert refused(services.start_game, name=electronic.name, origin=OriginFactory.build()) == "table-not-dealt"
    shut: dict[str, Any] = {"round_id": electronic.open(), "origin": OriginFactory.build()}
    assert refused(services.call_no_more_bets, **shut) == "table-not-dealt"
    assert refused(services.enter_result, shown=(1, 2), **shut) == "table-not-dealt"


def test_a_table_that_is_to_close_begins_a_round_only_for_the_wagers_on_its_layout(clock: Clock) -> None:
    there = DealerTable(CC)
    there.start()
    six = there.place(P1, "place:6", 600)
    there.place(P1, "win_line", 500)
    there.give_dice()
    services.notice_closure(name=there.name, in_minutes=20, origin=OriginFactory.build())
    clock.move(20 * 60)
    assert refused(there.place, P2, "field", 500) == "table-closing"
    ours: dict[str, Any] = {"seat": P1, "round_id": there.round, "wager": six}
    assert refused(services.increase_for_player, **ours, by_cents=Cents(600), origin=OriginFactory.build()) == "table-closing"
    moved: dict[str, Any] = {**ours, "to": Selection("place:8")}
    assert refused(services.move_for_player, **moved, origin=OriginFactory.build()) == "table-closing"
    there.throw(4, 4)
    there.start()
    there.throw(4, 3)
    services.end_place(name=there.name, seat=P2, origin=OriginFactory.build())
    assert refused(there.start) == "table-closing"
    services.close_table(name=there.name, origin=OriginFactory.build())
    assert refused(there.start) == "table-not-open"


def test_a_result_is_entered_by_whoever_the_book_lets_call_it(clock: Clock) -> None:
    engage_people()
    there = _thrown(CC, ("win_line", 500))
    assert refused(there.enter, 3, 4, origin=dealer()) == "authority-not-held"
    assert refused(there.enter, 3, 7, origin=stick()) == "round-outcome-impossible"
    there.enter(3, 4, origin=stick())
    assert refused(there.enter, 3, 4, origin=stick()) == "round-second-result"
    assert refused(there.confirm, origin=dealer()) == "authority-not-held"
    there.confirm(boxperson())
    react()
    assert there.won(P3) == 500


def test_cc_7_3_1_at_mini_craps_the_dealer_calls_the_result(clock: Clock) -> None:
    engage_people()
    there = DealerTable(CC, variant="mini")
    there.start(dealer())
    there.place(P1, "win_line", 500, dealer())
    services.offer_dice(name=there.name, origin=dealer())
    there.accept(P1, origin=dealer())
    there.close(dealer())
    there.enter(3, 4, origin=dealer())
    there.confirm(dealer())
    react()
    assert there.won(P1) == 500


@pytest.mark.parametrize(("game", "rule"), [(DF, "DF 10.5"), (CC, "CC 3.2")])
def test_10_5_dice_entered_before_no_more_bets_are_refused(clock: Clock, game: str, rule: str) -> None:
    there = DealerTable(game)
    there.start()
    with pytest.raises(NotPressed) as refusal:
        there.enter(3, 4)
    assert refusal.value.rule == rule


def test_a_result_nobody_can_have_thrown_is_refused(clock: Clock) -> None:
    there = DealerTable(CC)
    there.start()
    there.place(P1, "field", 500)
    there.close()
    assert refused(there.enter, 3, 4) == "dice-no-shooter"


def test_df_10_2_and_10_3_without_lights_the_round_goes_by_the_dice_and_then_the_table_stands_still(clock: Clock) -> None:
    engage_people()
    there = _thrown(DF, ("fire", 1_000))
    report: dict[str, Any] = {"round_id": there.round, "shown": (5, 4), "lit": ()}
    assert refused(services.report_lights, **report, origin=dealer()) == "round-wrong-stage"
    there.enter(5, 4)
    assert refused(services.report_lights, **{**report, "shown": (1, 1)}, origin=dealer()) == "authority-not-held"
    services.report_lights(**report, origin=dealer())
    assert there.state.suspended
    react()
    assert there.won(P3) == 1_000
    assert refused(there.start) == "table-suspended"
    assert told(table.at(there.id))[-2:] == ["games.table-suspended", "games.round-finished"]
    [suspended] = [each for each in journal.history(table.at(there.id)) if each.line.type == "games.table-suspended"]
    assert suspended.event.rule == ("DF 10.3",)
    services.release_table(name=there.name, rectified="New lamps", origin=gaming_supervisor())
    there.start()
    there.place(P3, "fire", 500)
    there.close()
    there.enter(1, 1)
    wrong: dict[str, Any] = {"round_id": there.round, "shown": (6, 6), "lit": (1, 1)}
    services.report_lights(**wrong, origin=casino_supervisor())
    react()
    assert Round.objects.get(outcome="6-6").is_corrected
    check()


def test_cc_at_a_table_without_lights_nobody_reports_them(clock: Clock) -> None:
    there = _thrown(CC, ("win_line", 500))
    there.enter(5, 4)
    report: dict[str, Any] = {"round_id": there.round, "shown": (5, 4), "origin": OriginFactory.build()}
    assert refused(services.report_lights, **report) == "round-nothing-to-override"


@pytest.mark.parametrize(("game", "wager", "asks"), [(DF, "fire", gaming_supervisor), (CC, "win_line", boxperson)])
def test_4_4_4_and_5_3_1_a_disputed_face_is_decided_by_the_supervisor_of_the_table(
    clock: Clock, game: str, wager: str, asks: Any
) -> None:
    engage_people()
    there = _thrown(game, (wager, 500))
    there.enter(5, 5)
    played, caller = there.round, dealer if game == DF else stick
    services.dispute_face(round_id=played, origin=caller())
    assert there.play().stage is Stage.UNCERTAIN
    decided: dict[str, Any] = {"round_id": there.round, "shown": (5, 6)}
    assert refused(services.determine_outcome, **decided, origin=dealer()) == "authority-not-held"
    services.determine_outcome(**decided, origin=asks())
    react()
    assert there.won(P3) == 500
    assert refused(services.dispute_face, round_id=played, origin=caller()) == "round-wrong-stage"


def test_df_10_1_only_a_casino_supervisor_overrides_a_number_that_was_keyed_wrongly(clock: Clock) -> None:
    engage_people()
    there = _thrown(DF, ("fire", 500))
    there.enter(1, 2)
    actual: dict[str, Any] = {"round_id": there.round, "shown": (6, 2), "reason": "Keyed 1 for 6"}
    assert refused(services.override_result, **actual, origin=gaming_supervisor()) == "authority-not-held"
    services.override_result(**actual, origin=casino_supervisor())
    react()
    row = Round.objects.get()
    assert (row.outcome, row.is_corrected, there.won(P3)) == ("2-6", True, 500)
    [overridden] = [each.event for each in journal.history(round_of_play.at(RoundId(row.id))) if "overridden" in each.line.type]
    assert overridden.rule == ("DF 10.1",)


def test_df_10_4_a_display_that_shows_another_number_is_disregarded(clock: Clock) -> None:
    engage_people()
    there = _thrown(DF, ("fire", 500))
    there.enter(5, 4)
    noted: dict[str, Any] = {"round_id": there.round, "shown": (1, 1), "display": "WND-1"}
    assert refused(services.note_display, **noted, origin=stick()) == "authority-not-held"
    services.note_display(**noted, origin=dealer())
    there.confirm()
    played = there.round
    react()
    assert (there.play(played).displayed, there.play(played).outcome, there.won(P3)) == ("1-1", "4-5", 500)


GROUNDS_OF = [(game, ground) for game in (DF, CC) for ground in GROUNDS[game] if ground not in WITHOUT_A_THROW]


@pytest.mark.slow(reason="throws once for every ground of a book")
@pytest.mark.parametrize("game", [DF, CC])
def test_5_4_on_every_ground_of_its_book_a_roll_has_no_result(clock: Clock, game: str) -> None:
    engage_people()
    there, line = DealerTable(game), "fire" if game == DF else "win_line"
    caller = dealer if game == DF else stick
    for ground in [ground for of, ground in GROUNDS_OF if of == game]:
        played = there.start()
        if line not in there.lying(P3):
            there.place(P3, line, 500)
        if there.state.shooter is None:
            there.give_dice()
        there.close()
        assert refused(services.call_no_roll, round_id=played, ground=ground, origin=asked_by("907")) == "authority-not-held"
        services.call_no_roll(round_id=played, ground=ground, origin=caller())
        react()
        assert there.play(played).stage is Stage.VOIDED
        assert Round.objects.get(id=played).why == ground
        assert there.lying(P3) == ({} if game == DF else {line: 500})
    assert there.won(P3) == (0 if game == DF else -500)
    assert due() == []
    check()


def test_df_10_5_a_throw_before_no_more_bets_was_pressed_voids_every_wager_but_the_tail(clock: Clock) -> None:
    engage_people()
    there = DealerTable(DF)
    played = there.start()
    there.place(P3, "fire", 500)
    there.place(P3, "dragons_tail", 500)
    off_table: dict[str, Any] = {"round_id": played, "ground": Ground.OFF_TABLE, "origin": dealer()}
    assert refused(services.call_no_roll, **off_table) == "round-no-more-bets-not-pressed"
    services.call_no_roll(round_id=played, ground=Ground.NO_MORE_BETS_NOT_PRESSED, origin=dealer())
    react()
    assert (there.play(played).stage, there.lying(P3)) == (Stage.VOIDED, {"dragons_tail": 500})
    assert there.won(P3) == -500


def test_a_round_in_which_nobody_has_wagered_is_ended_by_the_dealer(clock: Clock) -> None:
    engage_people()
    there = DealerTable(DF)
    played = there.start()
    wager = there.place(P1, "total:7", 500)
    idle: dict[str, Any] = {"round_id": played}
    assert refused(services.end_idle_round, **idle, origin=stick()) == "authority-not-held"
    assert refused(services.end_idle_round, **idle, origin=dealer()) == "round-wagers-lie"
    services.take_down_for_player(seat=P1, round_id=played, wager=wager, origin=OriginFactory.build())
    services.end_idle_round(**idle, origin=dealer())
    react()
    assert (there.play(played).stage, there.round) == (Stage.VOIDED, "")
    assert refused(services.end_idle_round, **idle, origin=dealer()) == "round-wrong-stage"
    there.start()
    there.close()
    services.end_idle_round(round_id=there.round, origin=OriginFactory.build())
    react()
    assert due() == []
    check()


def test_cc_30_at_crown_the_wagers_are_fixed_by_the_settlement_and_not_by_no_more_bets(clock: Clock) -> None:
    there = _thrown(CC, ("win_line", 500))
    there.enter(3, 4)
    there.confirm()
    before, played = entries(), there.round
    services.freeze_layout(round_id=played, origin=OriginFactory.build())
    assert entries() == before
    react()
    assert told(round_of_play.at(played))[-2:] == ["games.layout-frozen", "games.round-settled"]
