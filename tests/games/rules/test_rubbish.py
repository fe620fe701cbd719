"""Rubbish gets a sentence: random mutations of the examples, never a guess and never a traceback."""

import io
import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.management.commands.whatif import answer_lines
from games.rules import whatif
from tests.scale import sized

EXAMPLES = [json.loads(line)["question"] for line in Path(__file__).with_name("what_if_examples.jsonl").read_text().splitlines()]
SETTLED = [question for question in EXAMPLES if question["kind"] == "settle" and "error" not in whatif.answer(question)]
TRIES = sized(ci=20_000, full=200_000)
ODDMENTS: list[Any] = [
    *(None, True, False, 0, -1, 7, 37, 1.5, -0.0, 1e300, 10**40, "", "6", "ON", "é\u0000", "place:6", "remove"),
    *([], [7, 1], [1], [[1, 2]], [1, 2, 3], [True, 2], [1.0, 2], {}, {"ev": "remove"}, {"ev": []}, {"ev": None}, {"actual": 3}),
    *(
        {"ev": "reduce"},
        {"ev": "increase", "by": "1"},
        {"ev": "call", "to": []},
        {"actual": {}, "recorded": {}},
        [{}],
        {"a": {"b": []}},
    ),
]
ANSWERED = {"settle": "paid_total_cents", "permit": "allowed", "max_odds": "max_stake_cents", "shooter": "shooter"}


def _mutated(question: dict[str, Any], dice: Random) -> Any:
    """Something in it is replaced, dropped, added or doubled, at any depth."""
    mutant = deepcopy(question)
    for _ in range(dice.randint(1, 3)):
        place: Any = mutant
        while isinstance(place, dict | list) and place:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            key = dice.choice(keys)
            if isinstance(place[key], dict | list) and place[key] and dice.random() < 0.7:
                place = place[key]
                continue
            _change(place, key, dice)
            break
    return mutant


def _change(place: Any, key: Any, dice: Random) -> None:
    match dice.randrange(4):
        case 0:
            del place[key]
        case 1 if isinstance(place, dict):
            place[dice.choice(["ev", "to", "by", "point", "colour", "min", "closed", "wager"])] = dice.choice(ODDMENTS)
        case 2 if isinstance(place, list):
            place.insert(dice.randrange(len(place) + 1), deepcopy(dice.choice(ODDMENTS)))
        case _:
            place[key] = deepcopy(dice.choice(ODDMENTS))


def _is_a_sentence(said: object) -> bool:
    return isinstance(said, str) and len(said.split()) > 2


@pytest.mark.slow(reason="at full size, hundreds of thousands of lines")
def test_a_mutated_question_is_answered_in_full_or_with_a_sentence() -> None:
    dice = Random(417)
    for _ in range(TRIES):
        mutant = _mutated(dice.choice(EXAMPLES), dice)
        answer = whatif.answer(mutant)
        assert answer["id"] == mutant.get("id")
        assert _is_a_sentence(answer["error"]) if "error" in answer else ANSWERED[mutant["kind"]] in answer, (mutant, answer)


@pytest.mark.slow(reason="at full size, hundreds of thousands of lines")
def test_a_damaged_line_is_answered_by_one_line() -> None:
    dice = Random(418)
    lines = []
    for _ in range(TRIES):
        line = bytearray(json.dumps(dice.choice(EXAMPLES)).encode())
        for _ in range(dice.randint(1, 4)):
            line[dice.randrange(len(line))] = dice.choice(b'{}[]",:0179-.etn \\\xff\x00')
        lines.append(bytes(line))
    out = io.BytesIO()
    answer_lines(lines, out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(answers) == len(lines)
    assert all("id" in answer and ("error" not in answer or _is_a_sentence(answer["error"])) for answer in answers)


WRONG: dict[str, Callable[[dict[str, Any]], Any]] = {
    "game": lambda _: {"game": "blackjack"},
    "wager": lambda q: {"wager": q["wager"] + "x"},
    "wager of no game": lambda _: {"wager": "hop:7-1"},
    "no stake": lambda _: {"stake_cents": 0},
    "negative stake": lambda q: {"stake_cents": -q["stake_cents"]},
    "part of a cent": lambda q: {"stake_cents": q["stake_cents"] + 0.5},
    "stake in words": lambda q: {"stake_cents": str(q["stake_cents"])},
    "true stake": lambda _: {"stake_cents": True},
    "missing stake": lambda _: {"stake_cents": None},
    "no outcomes": lambda _: {"outcomes": None},
    "one outcome not in a list": lambda _: {"outcomes": 5},
    "context key": lambda q: {"context": {**q["context"], "colour": "red"}},
    "context of another shape": lambda q: {"context": [q["context"]]},
    "point of 7": lambda q: {"context": {**q["context"], "point": 7}},
    "wager point of 11": lambda q: {"context": {**q["context"], "wager_point": 11}},
    "three eights": lambda q: {"context": {**q["context"], "eights": 3}},
    "chip of nothing": lambda q: {"context": {**q["context"], "chip_unit": 0}},
    "negative limit": lambda q: {"context": {**q["context"], "max": -1}},
    "limit in words": lambda q: {"context": {**q["context"], "min": "5"}},
    "call of another word": lambda q: {"context": {**q["context"], "call": "on"}},
    "variant": lambda q: {"context": {**q["context"], "variant": "maxi"}},
    "frozen by a word": lambda q: {"context": {**q["context"], "frozen": "yes"}},
    "a die of 7": lambda q: {"outcomes": [*q["outcomes"], [7, 1, 1]]},
    "a die of 0": lambda q: {"outcomes": [*q["outcomes"], [0, 1]]},
    "number 37": lambda q: {"outcomes": [*q["outcomes"], 37]},
    "four dice": lambda q: {"outcomes": [*q["outcomes"], [1, 1, 1, 1]]},
    "half a die": lambda q: {"outcomes": [*q["outcomes"], [1.5, 1]]},
    "half a correction": lambda q: {"outcomes": [*q["outcomes"], {"actual": [1, 1]}]},
    "event": lambda q: {"outcomes": [*q["outcomes"], {"ev": "earthquake"}]},
    "event without a name": lambda q: {"outcomes": [*q["outcomes"], {"to": 5}]},
    "reduced to nothing": lambda q: {"outcomes": [*q["outcomes"], {"ev": "reduce", "to": 0}]},
    "reduced to no amount": lambda q: {"outcomes": [*q["outcomes"], {"ev": "reduce"}]},
    "increased by nothing": lambda q: {"outcomes": [*q["outcomes"], {"ev": "increase", "by": 0}]},
    "increased by a part of a cent": lambda q: {"outcomes": [*q["outcomes"], {"ev": "increase", "by": 0.5}]},
}
OF_ANOTHER_GAME = {
    "aruze_craps": ("call", "no_roll", "ball_early"),
    "interblock_roulette": ("call", "no_roll", "cocked", "tumbler_malfunction"),
    "dragon_fire": ("call", "tumbler_malfunction", "ball_early", "system_malfunction", "wagers_unconfirmed"),
    "crown_craps": ("tumbler_malfunction", "ball_early", "system_malfunction", "wagers_unconfirmed"),
    "aruze_sicbo": ("call", "no_roll", "ball_early"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_cannot_be_is_never_guessed(wrong: str) -> None:
    for question in SETTLED:
        answer = whatif.answer({**question, **WRONG[wrong](question)})
        assert answer.keys() == {"id", "error"}, (question, answer)
        assert _is_a_sentence(answer["error"])


@pytest.mark.parametrize("game", OF_ANOTHER_GAME)
def test_an_event_of_another_game_is_an_error(game: str) -> None:
    for question in (each for each in SETTLED if each["game"] == game):
        for name in OF_ANOTHER_GAME[game]:
            assert "error" in whatif.answer({**question, "outcomes": [*question["outcomes"], {"ev": name, "to": "ON"}]})


@pytest.mark.parametrize("to", [[], {}, None, 1, "on", ["ON"]])
def test_cc_3_5_a_call_of_anything_but_on_or_off_is_an_error(to: Any) -> None:
    for question in (each for each in SETTLED if each["game"] == "crown_craps"):
        assert "error" in whatif.answer({**question, "outcomes": [*question["outcomes"], {"ev": "call", "to": to}]})
