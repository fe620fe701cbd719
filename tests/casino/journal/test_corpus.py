"""Every version of every event ever shipped is still understood. A new event, or a new version, adds its line to the corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from casino.domain.aggregate import EVENT_TYPES, Aggregate, Ref
from casino.journal import codec
from casino.journal.line import Line

APPS = ("casino", "devices", "payouts", "games", "promotions")
CORPUS = Path(__file__).parent / "corpus.jsonl"
LINES = [msgspec.json.decode(text, type=Line) for text in CORPUS.read_bytes().splitlines()]


def test_every_version_of_every_event_has_a_line_in_the_corpus() -> None:
    told = {(line.type, line.type_version) for line in LINES}
    known = {
        (name, version) for name, kind in EVENT_TYPES.items() if name.startswith(APPS) for version in range(1, kind.version + 1)
    }
    assert told == known


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line.type}@{line.type_version}")
def test_every_line_of_the_corpus_is_read_and_folded(line: Line) -> None:
    aggregate: Aggregate[Any] = Ref(line.stream).aggregate
    told = [each for each in LINES if each.stream == line.stream and each.version <= line.version]
    events = [codec.join(each.type, each.type_version, each.rule, each.readings, each.data) for each in told]
    folded = aggregate.fold(aggregate.start, events)
    assert codec.decode(type(aggregate.start), codec.encode(folded)) == folded


@pytest.mark.parametrize("text", CORPUS.read_bytes().splitlines(), ids=range(len(LINES)))
def test_every_line_of_the_corpus_is_written_back_to_the_byte(text: bytes) -> None:
    assert codec.encode(msgspec.json.decode(text, type=Line)) == text
