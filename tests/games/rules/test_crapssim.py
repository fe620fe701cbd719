"""Agreement with crapssim: bankrolls bet by bet over long random sequences of rolls, wherever its rules can be set alike.

Set alike: commission paid at placement and not rounded (`vig_paid_on_win`, `vig_rounding`), odds of hops, double odds and
the odds of propositions and hardways (7.5, 9.5, 16, 33 to 1; Any Seven 9 to 2 at Aruze), come out rolls (`legacy`: always
working, as AC-04; `real_casino`: Place and Buy off, Come Odds off and returned, as CC 3.5 and CC-02).

Different, and therefore set up otherwise or left out:

- Horn, Horn High and C&E: crapssim's own pay 30 and 15 to 1; here they are bets on their parts (AC-08, AC-09, CC-08, CC-09).
- A winning Place bet stays on crapssim's `real_casino` table; ours closes and is a new wager (X-04). The bankroll is the same.
- Don't Win Line and Don't Come at Crown bar the 2 and stay (CC-01); crapssim bars the 12 and returns it. Compared on a number.
- Hardways at Crown are off on a come out roll (CC 3.5); crapssim's always work. Compared when called ON.
- Lay bets always work in both books (AC-04, CC-03); crapssim turns them off on a come out roll unless told otherwise.
- Come before a come out roll (AC-01), Pass Line added to on a point (AC-02): crapssim refuses both. Come is placed on a point.
- Place to Lose and Don't Place are unknown to crapssim; Put, World, Fire and All Tall Small to our books.
- crapssim counts in floats of dollars, we in exact fractions of cents: equal to a hundredth of a cent.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations_with_replacement
from random import Random

import pytest
from crapssim import bet as crapssim
from crapssim.bet import Bet, Big6, Big8, Buy, Come, DontCome, DontPass, Field, Hop, Lay, Odds, PassLine, Place
from crapssim.table import TableUpdate

from games.rules import books
from tests.games.rules.crapssim_bets import (
    POINTS,
    AnyCraps,
    AnySeven,
    AruzeHardway,
    CrownHardway,
    Eleven,
    Entry,
    Seat,
    Three,
    Twelve,
    Two,
    craps_table,
)
from tests.scale import sized

ROLLS = sized(ci=2_000, full=20_000)
HARD = (4, 6, 8, 10)


def _one(wager_id: str, kind: Callable[[float], Bet], when: str | None = None) -> Entry:
    return wager_id, lambda stake: [kind(stake)], when


def _each(prefix: str, kind: Callable[[int, float], Bet], numbers: Sequence[int] = POINTS) -> list[Entry]:
    return [_one(f"{prefix}:{number}", partial(kind, number)) for number in numbers]


def _split(wager_id: str, *kinds: type[Bet]) -> Entry:
    """A part of the stake on each; two parts on one that is named twice."""
    return wager_id, lambda stake: [kind(stake * kinds.count(kind) / len(kinds)) for kind in dict.fromkeys(kinds)], None


def _hop(low: int, high: int) -> Entry:
    return _one(f"hop:{low}-{high}", lambda stake: Hop((low, high), stake))


BOTH = [
    _one("come", Come, "On"),
    _one("field", Field),
    _one("any_craps", AnyCraps),
    _one("big6", Big6),
    _one("big8", Big8),
    _split("horn", Two, Three, Eleven, Twelve),
    *_each("lay", partial(Lay, always_working=True)),
    *_each("place", Place),
    *_each("buy", Buy),
]
ARUZE = [
    *BOTH,
    _one("pass_line", PassLine, "Off"),
    _one("dont_pass", DontPass, "Off"),
    _one("dont_come", DontCome, "On"),
    _one("any_seven", AnySeven),
    _one("craps_c", AnyCraps),
    _one("eleven_e", Eleven),
    _split("c_and_e", AnyCraps, Eleven),
    *(_hop(low, high) for low, high in combinations_with_replacement(range(1, 7), 2)),
    *_each("odds", partial(Odds, PassLine, always_working=True)),
    *_each("come_odds", partial(Odds, Come, always_working=True)),
    *_each("dont_odds", partial(Odds, DontPass, always_working=True)),
    *_each("dont_come_odds", partial(Odds, DontCome)),
    *_each("hard", AruzeHardway, HARD),
]
CROWN = [
    *BOTH,
    _one("win_line", PassLine, "Off"),
    _one("any_seven", crapssim.Any7),
    _one("two_crap", Two),
    _one("three_crap", Three),
    _one("twelve_crap", Twelve),
    _one("eleven", Eleven),
    *(
        _split(f"horn_high:{n}", Two, Three, Eleven, Twelve, high)
        for n, high in ((2, Two), (3, Three), (11, Eleven), (12, Twelve))
    ),
    *_each("win_line_odds", partial(Odds, PassLine, always_working=True)),
    *_each("come_odds", partial(Odds, Come)),
    *_each("dont_win_lay_odds", partial(Odds, DontPass, always_working=True)),
    *_each("dont_come_lay_odds", partial(Odds, DontCome)),
]
CROWN_CALLED_ON = [
    *_each("hard", CrownHardway, HARD),
    *_each("place", partial(Place, always_working=True)),
    *_each("buy", partial(Buy, always_working=True)),
    *_each("come_odds", partial(Odds, Come, always_working=True)),
]


def _play(seats: list[Seat], dice: Random) -> None:
    """Roll, settle on both tables, place again, compare; every seat after every roll."""
    craps = seats[0].craps
    for seat in seats:
        seat.place()
    for number in range(ROLLS):
        faces = (dice.randint(1, 6), dice.randint(1, 6))
        TableUpdate().run(craps, faces)
        for seat in seats:
            seat.meet("-".join(map(str, sorted(faces))))
            seat.place()
            assert seat.agrees(), (number, faces, seat.wager.id, seat.player.bankroll, seat.bankroll_cents)


def _seats(book_id: str, entries: list[Entry], dice: Random, *, always_working: bool, **context: str) -> list[Seat]:
    craps, table = craps_table(always_working=always_working), books.current(book_id)
    return [Seat(craps, table, entry, dice.randrange(100, 100_000), context) for entry in entries]


@pytest.mark.slow(reason="thousands of rolls on a hundred seats of a peer that is not fast")
def test_aruze_craps_and_crapssim_pay_alike_bet_by_bet() -> None:
    dice = Random(417)
    _play(_seats("aruze_craps", ARUZE, dice, always_working=True), dice)


@pytest.mark.slow(reason="thousands of rolls on eighty seats of a peer that is not fast")
def test_crown_craps_and_crapssim_pay_alike_bet_by_bet() -> None:
    dice = Random(418)
    _play(_seats("crown_craps", CROWN, dice, always_working=False), dice)


@pytest.mark.slow(reason="thousands of rolls on twenty seats of a peer that is not fast")
def test_cc_3_5_1_wagers_called_on_and_crapssims_always_working_bets_pay_alike() -> None:
    dice = Random(419)
    _play(_seats("crown_craps", CROWN_CALLED_ON, dice, always_working=False, call="ON"), dice)


@pytest.mark.parametrize("number", POINTS)
def test_cc_3_6_7_a_dont_come_on_its_number_and_crapssims_pay_alike(number: int) -> None:
    table = books.current("crown_craps")
    for outcome in table.ways:
        craps = craps_table(always_working=False)
        craps.dice.fixed_roll(tuple(map(int, outcome.split("-"))))
        theirs = DontCome(12, number).get_result(craps)
        ours = table.settle("dont_come", str(number), outcome, 1200)
        assert (theirs.bankroll_change * 100, theirs.remove) == (ours.paid_cents, ours.row.following is None)


@pytest.mark.parametrize(
    ("book_id", "wager", "flat"),
    [
        ("aruze_craps", "odds", PassLine),
        ("aruze_craps", "dont_odds", DontPass),
        ("crown_craps", "win_line_odds", PassLine),
        ("crown_craps", "dont_win_lay_odds", DontPass),
    ],
)
@pytest.mark.parametrize("number", POINTS)
def test_the_most_behind_a_flat_wager_is_the_most_crapssim_allows(
    book_id: str, wager: str, flat: type[PassLine | DontPass], number: int
) -> None:
    craps = craps_table(always_working=True)
    player = craps.add_player()
    player.add_bet(flat(50))
    craps.point.number = number
    most = books.current(book_id).wagers[f"{wager}:{number}"].most_behind(5000)
    assert most is not None
    assert Odds(flat, number, float(most / 100)).is_allowed(player)
    assert not Odds(flat, number, float(most / 100) + 0.01).is_allowed(player)
