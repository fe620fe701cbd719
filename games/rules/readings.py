"""Our readings of the books, where they are silent, doubtful or wrong: what the code cites as `X-01` or `AC-12`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("readings.tsv")
EVERY_BOOK = "all"


@dataclass(frozen=True)
class Reading:
    """A reading: the book and rule it reads, and whether it could be read otherwise."""

    id: str
    book: str  # EVERY_BOOK where several books share the doubt
    rule: str
    title: str
    text: str
    is_contested: bool


@cache
def readings() -> Mapping[str, Reading]:
    """Every reading, in the order of the books."""
    rows = (line.split("\t") for line in FILE.read_text().splitlines()[1:])
    return {id_: Reading(id_, book, rule, title, text, contested == "yes") for id_, book, rule, title, text, contested in rows}
