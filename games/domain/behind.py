"""Odds and the flat wagers they stand behind."""

from __future__ import annotations

from collections.abc import Iterable

from casino.domain.aggregate import ReadingId
from casino.domain.money import Cents
from casino.domain.powers import AC, CC
from games.domain.vocabulary import kind_of
from games.domain.wager import Wager

FLAT = {  # the flat wager of each kind of odds
    (AC, "odds"): "pass_line",
    (AC, "come_odds"): "come",
    (AC, "dont_odds"): "dont_pass",
    (AC, "dont_come_odds"): "dont_come",
    (CC, "win_line_odds"): "win_line",
    (CC, "come_odds"): "come",
    (CC, "dont_win_lay_odds"): "dont_win_line",
    (CC, "dont_come_lay_odds"): "dont_come",
}
HELD_TO_THE_ORIGINAL = frozenset({CC})  # the flat amount when the number was established (CC-26), elsewhere as it is (AC-03)
CANCELLED_TOGETHER = {AC: ReadingId("AC-18"), CC: ReadingId("CC-06")}


def is_odds(book_id: str, selection: str) -> bool:
    """Whether a selection stands behind a flat wager."""
    return (book_id, kind_of(selection)) in FLAT


def base_of(book_id: str, selection: str, wagers: Iterable[Wager]) -> Wager | None:
    """The flat wager on the number of these odds."""
    flat, number = FLAT[book_id, kind_of(selection)], selection.partition(":")[2]
    return next((wager for wager in wagers if wager.selection == flat and wager.lying.state == number), None)


def base_cents(book_id: str, base: Wager) -> Cents:
    """The amount the odds are held to."""
    return base.lying.established_cents if book_id in HELD_TO_THE_ORIGINAL else base.lying.stake_cents


def odds_behind(book_id: str, base: Wager, wagers: Iterable[Wager]) -> list[Wager]:
    """The odds that stand behind a flat wager on its number."""
    return [wager for wager in wagers if is_odds(book_id, wager.selection) and base_of(book_id, wager.selection, [base]) is base]
