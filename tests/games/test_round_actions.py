"""What people decide about a round by its pages: each shown first, then done exactly so, or refused."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from casino import journal
from casino.domain.aggregate import Ref
from casino.domain.powers import AC, CC, DF, IR, SB
from games import services
from games.domain import round_of_play
from games.domain.grounds import Ground
from games.domain.outcome import Doubt
from games.domain.round_of_play import RoundOfPlay, Stage
from games.domain.vocabulary import RoundId
from games.models import Round
from tests.casino.asking import at_desk, entries, react, told
from tests.databases import Database
from tests.factories import OriginFactory, asked_by, engage
from tests.games.dealer_table import P1, DealerTable
from tests.games.floor import SECONDS, Clock, Floor, by, check, insert, put_on
from tests.games.test_table_pages import text

PREVIEW = re.compile(r'name="preview" value="([0-9a-f]{64})"')


@pytest.fixture
def clock(committed: Database) -> Clock:
    """The Star; 930 decides at every electronic game, 931 at the dealers' tables, 932 attends to terminals."""
    moved = put_on(committed)
    engage("930", "Helen Vassallo", assistant_gaming_manager=(AC, IR), electronic_gaming_supervisor=(SB,), casino_operator=(IR,))
    engage("931", "Dana Whitlock", casino_supervisor=(DF,), gaming_supervisor=(DF,), boxperson=(CC,))
    engage("932", "Sefa Tuilagi", electronic_gaming_attendant=(AC,))
    return moved


def closed(game: str, clock: Clock, *wagers: tuple[int, str, int]) -> Floor:
    """A round whose wagering is closed, of two terminals with $100.00 each."""
    floor = Floor(game)
    for terminal in floor.terminals:
        insert(terminal, 10_000)
    floor.open()
    for seat, selection, cents in wagers:
        floor.place(floor.terminals[seat], selection, cents)
    clock.move(SECONDS)
    floor.close()
    react()
    return floor


def thrown(game: str, *wagers: tuple[str, int]) -> DealerTable:
    """A dealer's round after no more bets, with wagers of one player who shoots."""
    dealt = DealerTable(game)
    dealt.start()
    for selection, cents in wagers:
        dealt.place(P1, selection, cents)
    dealt.give_dice()
    dealt.close()
    react()
    return dealt


def ref(round_id: str) -> Ref[RoundOfPlay]:
    return round_of_play.at(RoundId(round_id))


def show(path: str, *, by: str = "930", **typed: Any) -> Any:
    """Ask what it would do."""
    return at_desk(by).post(path, {"request_id": str(uuid4()), "preview": "", **typed})


def decide(path: str, *, by: str = "930", **typed: Any) -> Any:
    """Look at what it would do, and have exactly that done."""
    desk, request_id = at_desk(by), str(uuid4())
    shown = desk.post(path, {"request_id": request_id, "preview": "", **typed})
    preview = PREVIEW.search(shown.content.decode())
    assert preview, text(shown)
    return desk.post(path, {"request_id": request_id, "preview": preview[1], "decide": "1", **typed})


def test_ac_6_4_cocked_dice_are_declared_without_result_after_what_it_does_was_shown(clock: Clock) -> None:
    floor = closed(AC, clock, (0, "pass_line", 1_000), (1, "field", 500))
    doubt: dict[str, Any] = {"round_id": floor.round, "machine": floor.machine, "origin": by(floor.machine)}
    services.sense_doubt(doubt=Doubt.COCKED, **doubt)
    path, played = f"/rounds/{floor.round}/no-result/", floor.round
    offered = text(at_desk("930").get(path))
    assert "A die is cocked: the roll must be declared invalid, AC 6.4.1" in offered
    assert "The game system malfunctioned: the roll must be declared invalid, AC 6.6" in offered
    assert "A die left the table" not in offered
    before = entries()
    shown = text(show(path, ground=Ground.COCKED))
    assert "Void 2 wagers, $15.00 at stake, stake and commission go back" in shown
    assert "Stand 0 wagers, $0.00 at stake" in shown
    assert "By rule AC 6.4.1 AC-12" in shown
    assert "No result: a die is cocked rule AC 6.4.1" in shown
    assert entries() == before + 1  # 930 sat down
    assert decide(path, ground=Ground.COCKED).status_code == 302
    react()
    assert Round.objects.get(id=played).stage == Stage.VOIDED
    check(dict.fromkeys(floor.terminals, 10_000))


def test_nothing_is_decided_that_was_not_shown(clock: Clock) -> None:
    floor = closed(AC, clock, (0, "field", 500))
    path = f"/rounds/{floor.round}/no-result/"
    unseen = show(path, ground=Ground.SYSTEM_MALFUNCTION, decide="1")
    assert (unseen.status_code, journal.state(ref(floor.round)).stage) == (200, Stage.CLOSED)
    preview = PREVIEW.search(show(path, ground=Ground.SYSTEM_MALFUNCTION).content.decode())
    assert preview
    other = show(path, ground=Ground.TUMBLER_MALFUNCTION, preview=preview[1], decide="1")
    assert "preview-changed" in text(other)
    assert journal.state(ref(floor.round)).stage is Stage.CLOSED
    assert "This field is required." in text(show(path))
    assert "Select a valid choice" in text(show(path, ground=Ground.OFF_TABLE))


def test_df_5_2_a_dragons_tail_stands_when_a_die_leaves_the_table(clock: Clock) -> None:
    dealt = thrown(DF, ("dragon", 1_000), ("dragons_tail", 500))
    path = f"/rounds/{dealt.round}/no-result/"
    offered = text(at_desk("931").get(path))
    assert "The dice were not released together: the roll may be declared invalid, DF 5.3.1" in offered
    assert "No more bets was not pressed" not in offered
    shown = text(show(path, by="931", ground=Ground.OFF_TABLE))
    assert "Void 1 wager, $10.00 at stake" in shown
    assert "Stand 1 wager, $5.00 at stake, for the next round" in shown
    assert "it must be declared" in shown
    assert "it may be declared" in text(show(path, by="931", ground=Ground.IRREGULAR))
    assert decide(path, by="931", ground=Ground.OFF_TABLE).status_code == 302
    react()
    assert dealt.lying(P1) == {"dragons_tail": 500}


def test_df_10_5_before_no_more_bets_only_that_it_was_not_pressed_is_a_ground(clock: Clock) -> None:
    dealt = DealerTable(DF)
    dealt.start()
    offered = at_desk("931").get(f"/rounds/{dealt.round}/no-result/").content.decode()
    assert re.findall(r'type="radio" name="ground" value="([^"]+)"', offered) == [Ground.NO_MORE_BETS_NOT_PRESSED]


def test_cc_5_4_at_crown_every_wager_stands_without_a_result(clock: Clock) -> None:
    dealt = thrown(CC, ("win_line", 1_000))
    path = f"/rounds/{dealt.round}/no-result/"
    shown = text(show(path, by="931", ground=Ground.COCKED))
    assert "Void 0 wagers, $0.00 at stake" in shown
    assert "Stand 1 wager, $10.00 at stake" in shown
    assert "By rule CC 5.4.2(f) CC-15" in shown


def test_ir_7_2_3_1_where_the_ball_lies_is_keyed_where_nothing_was_sensed(clock: Clock) -> None:
    floor = closed(IR, clock, (0, "straight:17", 500), (1, "red", 500))
    path = f"/rounds/{floor.round}/determine/"
    assert "round-wrong-stage" in text(show(path, shown0="17"))
    doubt: dict[str, Any] = {"round_id": floor.round, "machine": floor.machine, "origin": by(floor.machine)}
    services.sense_doubt(doubt=Doubt.MISSING, **doubt)
    keys = at_desk("930").get(path).content.decode()
    assert keys.count('type="radio"') == 37
    shown = text(show(path, shown0="17"))
    assert "Outcome 17 Win 1 wager, $5.00 at stake Lose 1 wager, $5.00 at stake" in shown
    assert "Select a valid choice" in text(show(path, shown0="37"))
    assert decide(path, shown0="17").status_code == 302
    react()
    check({floor.terminals[0]: 10_000 + 35 * 500, floor.terminals[1]: 9_500})


def test_df_4_4_4_a_disputed_face_is_the_gaming_supervisors_to_decide(clock: Clock) -> None:
    dealt = thrown(DF, ("dragon", 1_000))
    services.enter_result(round_id=dealt.round, shown=(2, 3), origin=OriginFactory.build())
    services.dispute_face(round_id=dealt.round, origin=OriginFactory.build())
    path = f"/rounds/{dealt.round}/determine/"
    assert "In doubt the uppermost face is disputed" in text(at_desk("931").get(path))
    assert decide(path, by="931", shown0="2", shown1="4").status_code == 302
    assert journal.state(ref(dealt.round)).outcome == "2-4"


def test_ac_6_1_a_recorded_result_is_overridden_with_a_reason(clock: Clock) -> None:
    floor = closed(AC, clock, (0, "field", 500))
    floor.sense(3, 4)
    path, played = f"/rounds/{floor.round}/override/", floor.round
    assert "This field is required." in text(show(path, shown0="6", shown1="6"))
    typed = {"shown0": "6", "shown1": "6", "reason": "Die 2 was read upside down"}
    shown = text(show(path, **typed))
    assert "Instead of 3 and 4 Outcome 6 and 6 Win 1 wager, $5.00 at stake" in shown
    assert "6 and 6 instead of 3 and 4: Die 2 was read upside down rule AC 6.1" in shown
    assert "That is the result which stands already." in text(show(path, **{**typed, "shown0": "4", "shown1": "3"}))
    assert decide(path, **typed).status_code == 302
    react()
    assert Round.objects.get(id=played).is_corrected
    check({floor.terminals[0]: 11_000})
    assert "Nothing was written: it was only rehearsed." in text(show(path, **typed))


def late(floor: Floor, **typed: str) -> dict[str, str]:
    row = Round.objects.get(id=floor.round)
    assert row.closed_at
    local = f"{row.closed_at + timedelta(hours=11) - timedelta(seconds=1):%Y-%m-%dT%H:%M:%S}"
    plain = {"terminal": floor.terminals[0], "begun_at": local, "reason": "The screen froze under the player's hand"}
    return {**plain, "wager": "", "selection": "", "amount": "", **typed}


LATE = [
    ({"do": "place", "selection": "red", "amount": "7"}, {"straight:17": 500, "red": 700}),
    ({"do": "increase", "wager": "IR01-1 1", "amount": "7.00"}, {"straight:17": 1_200}),
    ({"do": "cancel", "wager": "IR01-1 1", "amount": "3", "selection": "red"}, {}),
    ({"do": "move", "wager": "IR01-1 1", "selection": "straight:5"}, {"straight:5": 500}),
]


@pytest.mark.parametrize(("typed", "lying"), LATE, ids=[str(typed["do"]) for typed, _ in LATE])
def test_ir_3_3_8_a_late_change_is_let_in_as_it_was_shown(clock: Clock, typed: dict[str, str], lying: dict[str, int]) -> None:
    floor = closed(IR, clock, (0, "straight:17", 500))
    engage("933", "Ana Petrov", casino_supervisor=(IR,))
    path = f"/rounds/{floor.round}/late-change/"
    assert "Straight Up 17, $5.00" in text(at_desk("933").get(path))
    shown = text(show(path, by="933", **late(floor, **typed)))
    assert "Until now 1 wager, $5.00 at stake" in shown
    assert "is let in after wagering closed at" in shown
    assert decide(path, by="933", **late(floor, **typed)).status_code == 302
    there = journal.state(ref(floor.round)).layout
    assert there
    assert (there.wagers, there.total_cents) == (len(lying), sum(lying.values()))
    assert told(ref(floor.round))[-1] == "games.layout-amended"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"begun_at": "2099-01-01T00:00"}, "The change was begun after the wagering period: it cannot be accepted."),
        ({"begun_at": "yesterday"}, "Enter a valid date/time."),
        ({"amount": "20000"}, "The maximum on Red is $1,000.00."),
        ({"amount": "much"}, "Write 1000.00 for a thousand dollars."),
        ({"selection": ""}, "Say which wager it is, or the area to place on, and the amount."),
        ({"do": "increase", "wager": "IR01-2 1"}, "That wager is of IR01-2."),
        ({"terminal": "IR01-9"}, "Select a valid choice"),
        ({"reason": ""}, "This field is required."),
    ],
)
def test_a_late_change_that_cannot_be_is_refused_and_what_was_typed_stays(clock: Clock, typed: dict[str, str], said: str) -> None:
    floor = closed(IR, clock, (0, "straight:17", 500), (1, "black", 500))
    engage("933", "Ana Petrov", casino_supervisor=(IR,))
    plain = late(floor, do="place", selection="red", amount="7.11")
    answer = show(f"/rounds/{floor.round}/late-change/", by="933", **{**plain, **typed})
    assert said in text(answer)
    assert (typed.get("reason") or plain["reason"]).replace("'", "&#x27;") in answer.content.decode() or "reason" in typed


def test_who_lacks_the_power_reads_who_has_it_and_by_which_rule(clock: Clock) -> None:
    floor = closed(AC, clock, (0, "field", 500))
    round_page = f"/rounds/{floor.round}/"
    attendants = at_desk("932").get(round_page)
    assert "Declare no result" in text(attendants)
    assert "The assistant gaming manager rule AC 6.4" in text(attendants)
    assert "The casino supervisor rule AC 3.3.8" in text(attendants)
    assert f"{round_page}no-result/" not in attendants.content.decode()
    managers = at_desk("930").get(round_page)
    assert f'href="{round_page}no-result/"' in managers.content.decode()
    assert "You, as assistant gaming manager rule AC 6.4" in text(managers)
    refused = at_desk("932").get(f"{round_page}no-result/")
    assert refused.status_code == 403
    assert "assistant gaming manager" in text(refused)
    assert at_desk("932").post(f"{round_page}override/", {"request_id": str(uuid4())}).status_code == 403


def test_sb_3_8_1_what_a_book_gives_to_nobody_is_not_offered(clock: Clock) -> None:
    floor = closed(SB, clock, (0, "small", 500))
    shown = text(at_desk("930").get(f"/rounds/{floor.round}/"))
    assert "Declare no result" in shown
    assert "Let a late change in" not in shown
    assert at_desk("930").get(f"/rounds/{floor.round}/late-change/").status_code == 403


def test_a_round_that_is_over_offers_nothing_to_decide(clock: Clock) -> None:
    floor = closed(AC, clock, (0, "field", 500))
    played = floor.round
    floor.sense(2, 3)
    assert "Override the result" in text(at_desk("930").get(f"/rounds/{played}/"))
    react()
    shown = text(at_desk("930").get(f"/rounds/{played}/"))
    assert "Something is wrong with this round" not in shown
    assert "round-second-result" in text(show(f"/rounds/{played}/no-result/", ground=Ground.COCKED))


def test_a_round_of_another_venue_or_of_none_is_not_decided(clock: Clock) -> None:
    for named in ("crown.AC01.20261119.0001", "star.AC01.20261119.0001", "nonsense"):
        assert at_desk("930").get(f"/rounds/{named}/no-result/").status_code in (404, 409)


def test_asking_what_it_would_do_costs_the_same_however_many_wagers_lie_there(
    clock: Clock, django_assert_max_num_queries: Any
) -> None:
    floor = closed(IR, clock, *[(seat, f"straight:{number}", 500) for seat in (0, 1) for number in range(10)])
    desk = at_desk("930")
    desk.get(f"/rounds/{floor.round}/no-result/")
    with django_assert_max_num_queries(30):
        desk.post(f"/rounds/{floor.round}/no-result/", {"request_id": str(uuid4()), "ground": Ground.SYSTEM_MALFUNCTION})


def test_a_decision_of_somebody_quicker_is_told(clock: Clock) -> None:
    floor = closed(AC, clock, (0, "field", 500))
    path, desk, request_id = f"/rounds/{floor.round}/no-result/", at_desk("930"), str(uuid4())
    typed = {"request_id": request_id, "ground": Ground.SYSTEM_MALFUNCTION}
    preview = PREVIEW.search(desk.post(path, {**typed, "preview": ""}).content.decode())
    assert preview
    quicker = asked_by("930", "assistant gaming manager")
    services.call_no_roll(round_id=floor.round, ground=Ground.SYSTEM_MALFUNCTION, origin=quicker)
    late_one = text(desk.post(path, {**typed, "preview": preview[1], "decide": "1"}))
    assert "This round has ended without a result." in late_one
    assert "This attempt is on the record." in late_one
