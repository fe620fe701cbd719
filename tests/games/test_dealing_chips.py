"""What a dealer does with players' chips: placed, changed, let in late, said aloud, called ON and OFF, advised, refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from casino import journal
from casino.domain.money import Cents
from casino.domain.powers import AC, CC, DF
from games import services
from games.domain import position
from games.domain.round_of_play import Stage
from games.domain.vocabulary import EVERY_KIND, Instrument, Limit, SeatId, Selection, StakeKind, WagerNumber
from games.models import Wager
from tests.casino.asking import due, entries, react
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

FIRST = WagerNumber(1)


@pytest.fixture
def clock(committed: Database) -> Clock:
    return put_on(committed)


def _in_play(game: str, **told: Any) -> DealerTable:
    engage_people()
    there = DealerTable(game, **told)
    there.start()
    return there


def _of(there: DealerTable, seat: SeatId = P1, **told: Any) -> dict[str, Any]:
    return {"seat": seat, "round_id": there.round, "origin": dealer(), **told}


def test_df_6_4_until_no_more_bets_chips_are_placed_added_to_reduced_moved_and_taken_down(clock: Clock) -> None:
    there = _in_play(DF)
    wager = there.place(P1, "fire", 1_000, dealer())
    services.increase_for_player(wager=wager, by_cents=Cents(500), **_of(there))
    services.reduce_for_player(wager=wager, to_cents=Cents(1_200), **_of(there))
    moved = services.move_for_player(wager=wager, to=Selection("dragon"), **_of(there))
    assert (there.lying(P1), there.won(P1)) == ({"dragon": 1_200}, -1_200)
    services.take_down_for_player(wager=moved, **_of(there))
    assert (there.lying(P1), there.won(P1)) == ({}, 0)
    there.place(P1, "dragon", 700)
    there.close()
    ask: dict[Callable[..., object], dict[str, Any]] = {
        services.place_for_player: {"selection": Selection("fire"), "stake_cents": Cents(500)},
        services.increase_for_player: {"wager": WagerNumber(3), "by_cents": Cents(500)},
        services.reduce_for_player: {"wager": WagerNumber(3), "to_cents": Cents(500)},
        services.take_down_for_player: {"wager": WagerNumber(3)},
        services.move_for_player: {"wager": WagerNumber(3), "to": Selection("fire")},
        services.refuse_wager: {"wager": WagerNumber(3), "reason": "x"},
    }
    codes = {refused(service, **_of(there, **told, origin=casino_supervisor())) for service, told in ask.items()}
    assert codes == {"round-wagering-closed"}
    check()


def test_whoever_does_not_deal_at_this_game_touches_no_chips(clock: Clock) -> None:
    there = _in_play(DF)
    for origin in (stick(), asked_by("812"), asked_by("903", "boxperson")):
        assert refused(there.place, P1, "fire", 500, origin) == "authority-not-held"
    there.place(P1, "fire", 500, gaming_supervisor())
    assert refused(there.place, SeatId("P9"), "fire", 500) == "position-not-taken"
    assert refused(there.place, SeatId("T1"), "fire", 500) == "table-no-such-place"
    assert refused(there.place, P1, "fire", 500) == "wager-already-there"
    assert refused(there.place, P1, "place:6", 500) == "wager-not-permissible"
    electronic = Floor(AC)
    electronic.open()
    asked: dict[str, Any] = {"selection": Selection("field"), "stake_cents": Cents(500)}
    nobody = {"seat": P1, "round_id": electronic.round, "origin": OriginFactory.build()}
    assert refused(services.place_for_player, **asked, **nobody) == "table-not-dealt"


def test_a_placement_that_is_sent_twice_lies_there_once(clock: Clock) -> None:
    there, origin = _in_play(DF), dealer()
    assert there.place(P1, "fire", 500, origin) == FIRST
    before = entries()
    assert there.place(P1, "fire", 500, origin) == FIRST
    assert entries() == before


def test_df_7_2_and_7_3_chips_outside_the_limits_are_accepted_and_paid_to_the_maximum(clock: Clock) -> None:
    there = _in_play(DF)
    there.place(P1, "total:9", 400)
    there.place(P3, "fire", 150_000)
    there.give_dice()
    played = there.throw(5, 4)
    assert (there.won(P1), there.won(P3)) == (7 * 400, 100_000)
    assert set(Wager.objects.filter(round=played).values_list("rule", flat=True)) == {"DF 6.1.6.1, DF 7.2", "DF 6.1.2.1, DF 7.3"}
    check()


def test_df_6_3_and_df_17_tokens_are_wagered_beside_chips_returned_as_tokens_and_won_on_in_chips(clock: Clock) -> None:
    there = _in_play(DF)
    there.place(P3, "fire", 500)
    there.place(P3, "fire", 1_000, dealer(), stake_kind=StakeKind.TOKEN)
    assert Wager.objects.filter(stake_kind="token").count() == 1
    there.give_dice()
    there.throw(5, 4)
    assert there.won(P3) == 500 + 1_000
    check()
    at_crown = _in_play_at_crown()
    assert refused(at_crown.place, P1, "field", 500, stake_kind=StakeKind.TOKEN) == "wager-stake-kind"


def _in_play_at_crown(**told: Any) -> DealerTable:
    there = DealerTable(CC, **told)
    there.start()
    return there


def test_df_6_7_a_dealer_accepts_what_is_said_with_chips_or_tokens_in_hand(clock: Clock) -> None:
    there = _in_play(DF)
    said: dict[str, Any] = {"selection": Selection("fire"), "stake_cents": Cents(500), "words": "Five on Fire"}
    refusals = [
        refused(services.place_oral_wager, **_of(there, **said, instrument=Instrument.CASH)),
        refused(services.place_oral_wager, **_of(there, **said, instrument=Instrument.CHIPS, origin=stick())),
    ]
    assert refusals == ["wager-not-heard", "authority-not-held"]
    services.place_oral_wager(**_of(there, **said, instrument=Instrument.TOKEN))
    assert Wager.objects.get().stake_kind == "token"
    [placed] = [each.event for each in journal.history(position.at(there.id, P1)) if each.line.type == "games.wager-placed"]
    assert (placed.oral.words, placed.oral.instrument, placed.oral.announced_by) == ("Five on Fire", "token", "staff/901")


def test_cc_3_3_1_at_crown_dealer_or_stickperson_announce_and_a_boxperson_confirms(clock: Clock) -> None:
    there = _in_play(CC)
    said: dict[str, Any] = {
        "selection": Selection("field"),
        "stake_cents": Cents(500),
        "words": "Field",
        "instrument": Instrument.CASH,
    }
    ask = partial(refused, services.place_oral_wager)
    assert ask(**_of(there, **said)) == "wager-not-heard"
    assert ask(**_of(there, **said, confirmed_by="902")) == "confirmer-not-allowed"
    assert ask(**_of(there, **said, confirmed_by="905")) == "confirmer-not-allowed"
    assert ask(**_of(there, **said, confirmed_by="903", origin=boxperson())) == "confirmer-not-allowed"
    assert ask(**_of(there, **said, confirmed_by="903", origin=casino_supervisor())) == "authority-not-held"
    services.place_oral_wager(**_of(there, **said, confirmed_by="903", origin=stick()))
    services.place_oral_wager(**_of(there, P2, **said, confirmed_by="906"))
    [placed] = [each.event for each in journal.history(position.at(there.id, P1)) if each.line.type == "games.wager-placed"]
    assert (placed.oral.announced_by, placed.oral.confirmed_by, placed.stake_kind) == ("staff/902", "staff/903", "chip")


def test_cc_7_4_2_at_mini_craps_an_oral_wager_waits_for_a_boxperson_as_stickperson(clock: Clock) -> None:
    there = _in_play(CC, variant="mini")
    said: dict[str, Any] = {
        "selection": Selection("field"),
        "stake_cents": Cents(500),
        "words": "Field",
        "instrument": Instrument.CHIPS,
    }
    oral = {**said, "confirmed_by": "903"}
    assert refused(services.place_oral_wager, **_of(there, **oral)) == "wager-not-heard"
    services.appoint_stickperson(name=there.name, number="903", origin=pit_boss())
    services.place_oral_wager(**_of(there, **oral))
    assert there.lying(P1) == {"field": 500}


def test_cc_3_2_while_the_dice_are_out_a_wager_is_let_in_if_dealer_boxperson_or_stickperson_confirms_it(clock: Clock) -> None:
    there = _in_play(CC)
    there.place(P1, "win_line", 500)
    there.give_dice()
    there.close()
    react()
    assert refused(there.place, P1, "field", 500) == "wager-after-the-period"
    assert refused(there.place, P1, "field", 500, confirmed_by="905") == "confirmer-not-allowed"
    there.place(P1, "field", 500, dealer(), confirmed_by="901")
    there.place(P2, "field", 500, stick(), confirmed_by="903")
    services.increase_for_player(wager=WagerNumber(2), by_cents=Cents(200), confirmed_by="902", **_of(there))
    services.move_for_player(wager=FIRST, to=Selection("big6"), confirmed_by="901", **_of(there, P2))
    assert (there.lying(P1), there.lying(P2)) == ({"win_line": 500, "field": 700}, {"big6": 500})
    late = [each.event for each in journal.history(position.at(there.id, P1)) if getattr(each.event, "confirmed_by", "")]
    assert [event.confirmed_by for event in late] == ["staff/901", "staff/902"]
    there.enter(2, 2)
    assert refused(there.place, P3, "field", 500, confirmed_by="901") == "round-wagering-closed"
    there.confirm()
    played = there.round
    react()
    assert there.play(played).stage is Stage.SETTLED
    assert there.won(P1) == -500 + 700
    assert due() == []
    check()


def test_cc_30_a_wager_comes_down_until_the_result_and_a_contract_does_not(clock: Clock) -> None:
    there = _in_play(CC)
    there.place(P1, "win_line", 500)
    there.give_dice()
    there.throw(4, 2)
    there.start()
    there.place(P1, "place:8", 1_200)
    there.close()
    services.reduce_for_player(wager=WagerNumber(2), to_cents=Cents(600), **_of(there))
    assert refused(services.take_down_for_player, **_of(there, wager=FIRST)) == "wager-not-allowed-now"
    services.take_down_for_player(wager=WagerNumber(2), **_of(there))
    assert there.lying(P1) == {"win_line": 500}
    there.enter(4, 4)
    assert refused(services.take_down_for_player, **_of(there, wager=FIRST)) == "round-wagering-closed"
    there.confirm()
    react()
    assert there.won(P1) == -500
    check()


def test_cc_19_at_mini_craps_nothing_moves_between_no_more_bets_and_the_decision(clock: Clock) -> None:
    there = _in_play(CC, variant="mini")
    there.place(P1, "win_line", 500)
    there.place(P1, "place:8", 600)
    there.close()
    refusals = [
        refused(there.place, P2, "field", 500),
        refused(there.place, P2, "field", 500, confirmed_by="903"),
        refused(services.take_down_for_player, **_of(there, wager=WagerNumber(2))),
        refused(services.call_wager, **_of(there, wager=WagerNumber(2), to="OFF", confirmed_by="901")),
    ]
    assert refusals == ["wager-after-the-period", "confirmer-not-allowed", "wager-after-the-period", "call-not-now"]


def test_cc_3_5_a_call_of_on_or_off_counts_once_dealer_or_boxperson_has_confirmed_it(clock: Clock) -> None:
    there = _in_play(CC)
    there.place(P1, "win_line", 500)
    there.place(P1, "place:8", 600)
    there.give_dice()
    call: dict[str, Any] = {"wager": WagerNumber(2), "to": "ON"}
    assert refused(services.call_wager, **_of(there, **call, confirmed_by="")) == "call-unconfirmed"
    assert refused(services.call_wager, **_of(there, **call, confirmed_by="902", origin=stick())) == "confirmer-not-allowed"
    assert refused(services.call_wager, **_of(there, wager=FIRST, to="ON", confirmed_by="901")) == "call-refused"
    services.call_wager(**_of(there, **call, confirmed_by="903", origin=stick()))
    there.throw(4, 4)
    assert there.won(P1) == -500 + 700
    at_star = DealerTable(DF)
    at_star.start()
    at_star.place(P1, "fire", 500)
    assert refused(services.call_wager, **_of(at_star, wager=FIRST, to="ON", confirmed_by="901")) == "confirmer-not-allowed"


def test_cc_4_2_1_below_the_minimum_the_first_wager_stands_and_after_advice_others_are_returned(clock: Clock) -> None:
    there = _in_play(CC)
    there.place(P1, "field", 300)
    assert refused(services.advise_below_minimum, **_of(there, origin=casino_supervisor())) == "authority-not-held"
    services.advise_below_minimum(**_of(there))
    assert refused(services.advise_below_minimum, **_of(there)) == "below-minimum-advice-refused"
    there.place(P1, "big6", 300)
    assert there.lying(P1) == {"field": 300}
    assert Wager.objects.get(selection="big6").rule == "CC 4.2.1"
    assert there.won(P1) == -300


def test_df_11_11_a_casino_supervisor_refuses_a_wager_on_reasonable_grounds(clock: Clock) -> None:
    there = _in_play(DF)
    there.place(P1, "fire", 500)
    no: dict[str, Any] = {"wager": FIRST, "reason": "Chips of another house"}
    assert refused(services.refuse_wager, **_of(there, **no, origin=gaming_supervisor())) == "authority-not-held"
    assert (
        refused(services.refuse_wager, **_of(there, **{**no, "reason": ""}, origin=casino_supervisor())) == "wager-not-refusable"
    )
    services.refuse_wager(**_of(there, **no, origin=casino_supervisor()))
    assert (there.lying(P1), there.won(P1)) == ({}, 0)
    [voided] = [each.event for each in journal.history(position.at(there.id, P1)) if each.line.type == "games.wager-voided"]
    assert (voided.reason, voided.rule) == ("Chips of another house", ("DF 11.11",))


def test_df_7_6_a_player_with_limits_of_their_own_is_paid_to_their_own_maximum(clock: Clock) -> None:
    there = _in_play(DF)
    own = {EVERY_KIND: Limit(minimum=Cents(500), maximum=Cents(300_000))}
    grant: dict[str, Any] = {"name": there.name, "seat": P3, "limits": own, "marker": "Sign 4"}
    assert refused(services.grant_personal_limits, **grant, origin=gaming_supervisor()) == "authority-not-held"
    assert (
        refused(services.grant_personal_limits, **{**grant, "marker": " "}, origin=casino_supervisor()) == "limits-not-personal"
    )
    nobody = {**grant, "seat": SeatId("P9")}
    assert refused(services.grant_personal_limits, **nobody, origin=casino_supervisor()) == "position-not-taken"
    services.grant_personal_limits(**grant, origin=casino_supervisor())
    there.place(P3, "fire", 150_000)
    there.give_dice()
    there.throw(5, 4)
    assert there.won(P3) == 150_000
    ended: dict[str, Any] = {"name": there.name, "seat": P3}
    services.end_personal_limits(**ended, origin=casino_supervisor())
    assert refused(services.end_personal_limits, **ended, origin=casino_supervisor()) == "limits-not-personal"
    assert there.state.personal == {}
