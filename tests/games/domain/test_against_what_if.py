"""A wager played through a position comes to exactly what the what-if says of the same history."""

from __future__ import annotations

from math import floor
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from casino.domain.money import Cents
from games.domain import behind, placing
from games.domain.permission import NotAllowedNow, NotInPieces, WageringOver, WagerRefusal
from games.domain.vocabulary import Selection
from games.rules import books, whatif
from tests.games.domain.playing import NUMBER, Game, balances, come_to, in_context, owed, seated
from tests.games.rules.any_question import settlements
from tests.scale import sized

UNFILTERED = [HealthCheck.filter_too_much, HealthCheck.too_slow]
EXAMPLES = settings(deadline=None, max_examples=sized(ci=100, full=1_000), suppress_health_check=UNFILTERED)
LONG = pytest.mark.slow(reason="at full size, a thousand histories")
KEPT_APART = {"id", "because", "odds_rule"}


@st.composite
def _questions(draw: st.DrawFn) -> dict[str, Any]:
    """As any question, but odds say which flat wager they stand behind."""
    question = draw(settlements())
    if behind.is_odds(question["game"], question["wager"]):
        question["context"].setdefault("base_stake", 5_000)
    return question


def _answer(question: dict[str, Any]) -> dict[str, Any]:
    return {key: said for key, said in whatif.answer(question).items() if key not in KEPT_APART}


def _compare(game: Game, question: dict[str, Any]) -> None:
    told, said = game.answer(), _answer({**question, "outcomes": game.asked})
    if game.is_open():
        commission = said.pop("commission_cents")
        assert said.pop("commission_refunded_cents") == "0"
        assert commission == str(owed(game))
        unit = game.setting.unit
        assert game.position.wagers[NUMBER].lying.commission_cents == floor(owed(game) / unit) * unit
    assert told == said


@LONG
@EXAMPLES
@given(_questions())
def test_whatever_happens_a_position_settles_as_the_what_if_answers(question: dict[str, Any]) -> None:
    game = come_to(question)
    assume(game is not None)
    assert game is not None
    for outcome in question["outcomes"]:
        game.meet(outcome)
    _compare(game, question)
    balances(game.events)


@LONG
@EXAMPLES
@given(_questions())
def test_a_placed_wager_comes_to_what_the_what_if_answers_and_what_it_rejects_is_refused(
    question: dict[str, Any],
) -> None:
    context = {key: question["context"].get(key) for key in ("point", "min", "max", "chip_unit", "variant", "warned")}
    assume(not behind.is_odds(question["game"], question["wager"]))
    asked = {**question, "context": context}
    setting = in_context(question["game"], context)
    game = Game(setting=setting, position=seated().but(is_advised=context["warned"] is True))
    rejected: str | None = None
    try:
        placed = placing.place(
            game.position,
            selection=Selection(question["wager"]),
            stake_cents=Cents(question["stake_cents"]),
            setting=setting,
        )
    except (NotAllowedNow, NotInPieces, WageringOver):
        assume(False)
    except WagerRefusal as refused:
        placed, rejected = [], refused.rule
    if rejected is not None:
        said = _answer({**asked, "outcomes": []})
        assert (said["result"], setting.cite(said["rule"])) == ("rejected", rejected)
        return
    game.note(*placed)
    for outcome in question["outcomes"]:
        game.meet(outcome)
    _compare(game, asked)
    _require_conserved(game)


def _require_conserved(game: Game) -> None:
    """The player has gained what the house has given, to the cent, and at stake is what still lies there."""
    moved = balances(game.events)
    at_stake = sum(cents for account, cents in moved.items() if account.startswith("at-stake"))
    assert -at_stake == sum(wager.lying.stake_cents for wager in game.position.wagers.values())
    commission = sum(cents for account, cents in moved.items() if account.startswith("commission"))
    if game.is_open():
        assert -commission == game.position.wagers[NUMBER].lying.commission_cents
    assert all(wager.lying.stake_cents > 0 for wager in game.position.wagers.values())


def test_every_book_is_played() -> None:
    assert set(books.BOOKS) == {"aruze_craps", "interblock_roulette", "dragon_fire", "crown_craps", "aruze_sicbo"}
