"""Entries of the floor as sentences."""

from __future__ import annotations

import pytest
from django.utils import timezone

from casino import sentences
from casino.domain.aggregate import EVENT_TYPES
from casino.journal import codec
from games.names import kind_name, wager_name
from games.told import listed, shown
from tests.casino.journal.test_corpus import LINES

SAID = {
    "games.table-commissioned": "Commissioned for Dragon Fire 2016-08-17.1, layout A",
    "games.limits-displayed": "Sign displayed: Every selection $5.00 to $1,000.00",
    "games.limit-change-noticed": "Sign for 05:20:00 displayed: Every selection $10.00 to $1,000.00",
    "games.limits-changed": "Limits changed to Every selection $10.00 to $1,000.00; the sign had stood since 05:00:00",
    "games.table-closed": "Closed with 1 player present; its sign had stood since 05:00:00",
    "games.dice-passed": "The dice pass on from T2: as the shooter wished",
    "games.die-found": "Die d1 found: it passed its check and goes back to the shooter",
    "games.round-finished": "Round 0001 over: 2 and 4, point 6",
    "games.round-opened": "Place your bets, until 05:00:30",
    "games.round-settled": "Settled by 1 and 1: 1 wager of $5.00, $0.00 paid, 1 carried forward",
    "games.illumination-faulted": "The dice show 3 and 4, but nothing was lit: the round goes by the dice",
    "games.result-overridden": "1 and 6 instead of 3 and 4: keyed 3 for 6",
    "games.wager-placed": "$5.00 placed on Field",
    "games.wager-reduced": "Buy 4 reduced by $6.10 to $4.00, commission $0.30 given back",
    "games.wager-settled": "Red, $5.00, won by 32, $10.00 paid",
    "games.wager-voided": "Any Number 6, $0.88, void: $0.88 returned",
    "games.layout-amended": "Wagers fixed anew: 2 wagers, $10.00 instead of 1 wager, $5.00",
}


def test_every_entry_of_tables_rounds_and_positions_is_told_in_a_sentence_of_its_own() -> None:
    assert [name for name, kind in EVENT_TYPES.items() if name.startswith("games.") and kind not in sentences.SAID] == []


@pytest.mark.parametrize(("kind", "said"), SAID.items())
def test_an_entry_is_told_with_what_happened_in_the_words_of_the_book(kind: str, said: str) -> None:
    line = next(each for each in LINES if each.type == kind)
    event = codec.join(line.type, line.type_version, line.rule, line.readings, line.data)
    with timezone.override("UTC"):
        assert sentences.title_of(event) == said


def test_a_wager_has_its_books_name_and_without_a_book_the_one_all_books_share() -> None:
    assert wager_name("place:6", "crown_craps") == "Place Bet 6"
    assert wager_name("place:6", "aruze_craps") == "Place 6"
    assert wager_name("place:6") == "Place 6"
    assert wager_name("pass_line") == "Pass Line"


@pytest.mark.parametrize(
    ("book_id", "kind", "name"),
    [
        ("aruze_craps", "hop", "Hop Bet"),
        ("aruze_craps", "c_and_e", "C&E (Craps & Eleven)"),
        ("interblock_roulette", "sixline", "Six-line"),
        ("interblock_roulette", "neighbours", "Neighbours"),
        ("crown_craps", "dont_win_lay_odds", "Lay Odds behind the Don't Win Line"),
        ("dragon_fire", "every selection", "Every selection"),
    ],
)
def test_a_kind_of_selection_is_named_by_what_its_wagers_have_in_common(book_id: str, kind: str, name: str) -> None:
    assert kind_name(kind, book_id) == name


def test_outcomes_and_lists_are_read_aloud() -> None:
    assert [shown("17"), shown("3-4"), shown("1-2-2")] == ["17", "3 and 4", "1, 2 and 2"]
    assert [listed([]), listed(["a"]), listed(["a", "b", "c"])] == ["none", "a", "a, b and c"]
