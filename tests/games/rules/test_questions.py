"""Bad questions: a sentence that says which part is wrong and why, never a guess."""

from typing import Any

import pytest

from games.rules import whatif
from tests.games.rules import asking

SOUND = {"kind": "settle", "game": "aruze_craps", "wager": "field", "stake_cents": 1200, "context": {}, "outcomes": [[1, 1]]}


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"kind": "deal"}, "unknown kind 'deal'"),
        ({"kind": None}, "unknown kind None"),
        ({"game": "blackjack"}, "unknown game 'blackjack'"),
        ({"game": ["aruze_craps"]}, "unknown game ['aruze_craps']"),
        ({"wager": "hop:7-1"}, "'hop:7-1' is not a permissible wager of aruze_craps"),
        ({"wager": {}}, "{} is not a permissible wager of aruze_craps"),
        ({"stake_cents": 0}, "stake_cents must be more than nothing, not 0"),
        ({"stake_cents": -5}, "stake_cents must be more than nothing, not -5"),
        ({"stake_cents": 12.5}, "stake_cents is not a whole number of cents: 12.5"),
        ({"stake_cents": True}, "stake_cents is not a whole number of cents: True"),
        ({"stake_cents": None}, "stake_cents is not a whole number of cents: None"),
        ({"outcomes": [[2, 7]]}, "[2, 7] is no outcome of aruze_craps"),
        ({"outcomes": [[1, 1, 1]]}, "[1, 1, 1] is no outcome of aruze_craps"),
        ({"outcomes": [[True, 1]]}, "[True, 1] is no outcome of aruze_craps"),
        ({"outcomes": [[1.0, 1]]}, "[1.0, 1] is no outcome of aruze_craps"),
        ({"outcomes": ["[1, 1]"]}, "'[1, 1]' is no outcome of aruze_craps"),
        ({"outcomes": [7]}, "7 is no outcome of aruze_craps"),
        ({"outcomes": [None]}, "None is no outcome of aruze_craps"),
        ({"outcomes": [[1, 1], [0, 4]]}, "[0, 4] is no outcome of aruze_craps"),
        ({"outcomes": [{"actual": [1, 2], "recorded": [1, 9]}]}, "[1, 9] is no outcome of aruze_craps"),
        ({"outcomes": [{"actual": [1, 2]}]}, "{'actual': [1, 2]} is neither an outcome nor a table event"),
        ({"outcomes": {}}, "outcomes must be a list"),
        ({"outcomes": [{"ev": "call", "to": "ON"}]}, "'call' is no event of aruze_craps"),
        ({"outcomes": [{"ev": ["remove"]}]}, "['remove'] is no event of aruze_craps"),
        ({"outcomes": [{"ev": "reduce", "to": 1201}]}, "a wager of 1200 cannot be reduced to 1201"),
        ({"outcomes": [{"ev": "reduce", "to": 0}]}, "what a wager is reduced to must be more than nothing, not 0"),
        ({"outcomes": [{"ev": "increase", "by": 0}]}, "what a wager is increased by must be more than nothing, not 0"),
        ({"outcomes": [{"ev": "increase"}]}, "what a wager is increased by is not a whole number of cents: None"),
        ({"outcomes": [{"ev": "remove", "closed": 1}]}, "closed is true or false, not 1"),
        ({"context": {"colour": "red"}}, "unknown context key 'colour'"),
        ({"context": {"point": 7}}, "point cannot be 7"),
        ({"context": {"wager_point": "6"}}, "wager_point cannot be '6'"),
        ({"context": {"eights": 3}}, "eights cannot be 3"),
        ({"context": {"call": "on"}}, "call cannot be 'on'"),
        ({"context": {"min": -1}}, "min cannot be -1"),
        ({"context": {"chip_unit": 0}}, "chip_unit cannot be 0"),
        ({"context": {"frozen": 1}}, "frozen cannot be 1"),
        ({"context": {"variant": "maxi"}}, "variant cannot be 'maxi'"),
        ({"context": []}, "the context must be an object"),
        ({"kind": "permit", "action": "swap"}, "unknown action 'swap'"),
        ({"kind": "permit", "action": ["place"]}, "unknown action ['place']"),
        ({"kind": "max_odds", "base_stake_cents": 100}, "field is not an odds wager"),
        ({"kind": "max_odds", "wager": "odds:6"}, "base_stake_cents is not a whole number of cents: None"),
        ({"kind": "shooter", "order_clockwise": "A"}, "order_clockwise must be a list of names"),
        (
            {"kind": "shooter", "order_clockwise": ["A"], "eligible": [], "current": "B"},
            "current 'B' is not in the order of places",
        ),
    ],
)
def test_a_question_that_cannot_be_answered_says_which_part_is_wrong(wrong: dict[str, Any], sentence: str) -> None:
    assert asking.error(**{**SOUND, **wrong}) == sentence


def test_a_question_that_is_no_object_is_answered_too() -> None:
    assert whatif.answer([1]) == {"id": None, "error": "a question is a JSON object"}


def test_outcomes_after_the_close_change_nothing_but_are_checked() -> None:
    assert asking.figures("aruze_craps", "field", [1, 1], {"ev": "remove"}, [3, 4])[0] == "win"
    assert asking.error(**{**SOUND, "outcomes": [[1, 1], [1, 8]]}) == "[1, 8] is no outcome of aruze_craps"
    assert asking.error(**{**SOUND, "outcomes": [[1, 1], {"ev": "call"}]}) == "'call' is no event of aruze_craps"


def test_a_context_key_the_wager_does_not_use_is_ignored() -> None:
    plain = asking.settled("aruze_craps", "place:6", [3, 3])
    unused: dict[str, Any] = {
        "base_stake": 1,
        "call": "OFF",
        "frozen": True,
        "eights": 2,
        "warned": True,
        "chip_unit": 500,
        "variant": "mini",
    }
    assert asking.settled("aruze_craps", "place:6", [3, 3], **unused) == plain


def test_a_player_is_told_in_one_sentence() -> None:
    answer = whatif.answer({**SOUND, "id": 1, "wager": "place:6", "outcomes": [[2, 4]]})
    assert (
        answer["because"] == "Place 6 of 1200 cents wins 1400 cents at 7 to 6, odds by rule 3.10 (rule 3.9.7.1; readings AC-04)."
    )


def test_x_01_a_player_is_told_when_the_payment_was_rounded_up() -> None:
    answer = whatif.answer({**SOUND, "id": 1, "wager": "place:8", "stake_cents": 1201, "outcomes": [[4, 4]]})
    assert answer["because"].startswith(
        "Place 8 of 1201 cents wins 8407/6 cents at 7 to 6, odds by rule 3.10, paid up to 2603 cents"
    )
