"""The examples of the what-if command, each answered as it is written there."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules import books, whatif

EXAMPLES = [json.loads(line) for line in Path(__file__).with_name("what_if_examples.jsonl").read_text().splitlines()]
THE_FIVE = {"aruze_craps", "interblock_roulette", "dragon_fire", "crown_craps", "aruze_sicbo"}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["question"]["id"])
def test_an_example_is_answered_as_it_is_written(example: dict[str, Any]) -> None:
    question, expected = example["question"], example["answer"]
    if question["game"] in THE_FIVE - books.BOOKS.keys():
        pytest.skip(f"{question['game']} is not registered yet")
    answer = whatif.answer(question)
    if "error" in expected:
        assert answer == {"id": question["id"], "error": answer["error"]}
        assert len(answer["error"].split()) > 2
        return
    answer.pop("because", None)
    assert answer == expected


def test_there_are_402_examples() -> None:
    assert len(EXAMPLES) == 402
