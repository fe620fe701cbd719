"""Ask the rule books: JSON lines in, one JSON line each out, in order."""

import gc
import sys
from collections.abc import Iterable, Iterator
from io import BufferedReader
from typing import Any, BinaryIO, cast

import msgspec
from django.core.management.base import BaseCommand, CommandParser

from games.rules import books, whatif

READ_BYTES = 1 << 14
DECODER, ENCODER = msgspec.json.Decoder(), msgspec.json.Encoder()


class Command(BaseCommand):
    help = "Answer what-if questions on standard input, one JSON line each; exit 1 if any could not be answered."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--catalogue", action="store_true", help="list every wager: game, id, rule, odds rule, rolls")

    def handle(self, *, catalogue: bool, **_: Any) -> None:
        if catalogue:
            self.stdout.write("\n".join("\t".join(columns) for columns in whatif.catalogue()))
            return
        for game in books.BOOKS:
            books.current(game)
        gc.freeze()  # the books stay as they are: no collection need walk them again
        sys.set_int_max_str_digits(0)  # a stake that could be read can also be paid
        answered = True
        for lines in arriving(cast("BufferedReader", sys.stdin.buffer)):
            answered = answer_lines(lines, sys.stdout.buffer) and answered
        if not answered:
            sys.exit(1)


def arriving(questions: BufferedReader) -> Iterator[list[bytes]]:
    """Lines as they come in: who asks one question is answered at once, and of many no more is held than one read brings."""
    begun: list[bytes] = []
    while read := questions.read1(READ_BYTES):
        ended, *further = read.split(b"\n")
        begun.append(ended)
        if further:
            *lines, last = further
            yield [b"".join(begun), *lines]
            begun = [last]
    if any(begun):
        yield [b"".join(begun)]


def answer_lines(questions: Iterable[bytes], answers: BinaryIO) -> bool:
    """Answer these lines in order; whether every one could be answered."""
    said = [_answer(line) for line in questions]
    answers.write(ENCODER.encode_lines(said))
    answers.flush()
    return not any("error" in answer for answer in said)


def _answer(line: bytes) -> whatif.Answer:
    try:
        return whatif.answer(DECODER.decode(line))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as unreadable:
        return {"id": None, "error": f"the line cannot be read as JSON: {unreadable}"}
