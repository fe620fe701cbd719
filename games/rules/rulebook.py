"""The map from rules to functions to tests (`docs/rulebook.md`), and what is missing from it."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from pathlib import Path

RULE = re.compile(r"\b(?:AC|IR|DF|CC|SB) \d+(?:\.\d+)*")
NAMED = re.compile(r"`([^`]+)`")
DEFINED = re.compile(r"^def (test_\w+)", re.MULTILINE)
SHOWN = re.compile(r"`\w+::\w+`[,.]?\s*")
NOT_YET = "Not yet"
WAITS = re.compile(rf"{NOT_YET} \(([^)]+)\): ")
COLUMNS = 4
LEAST_WORDS = 5  # of a sentence that says why nothing is built
PLACES = (
    "games.rules",  # the books themselves
    "games.domain",  # tables, rounds of play, positions: what may happen there
    "games.services",  # what is asked for there, and by whom
    "games",  # what is told and shown of them
    "casino.domain",  # who may do what
    "devices.domain",  # the machines
)
TESTS = (
    "tests/games/rules",
    "tests/games/domain",
    "tests/games",
    "tests/casino/domain",
    "tests/casino",
    "tests/devices/domain",
    "tests/devices",
)
PARTS = (  # of the product that are still to be built
    "equipment",
    "tickets and vouchers",
    "transfers",
    "jackpots",
    "promotions",
    "irregularities",
    "disputes",
    "inspector",
)


class Standing(StrEnum):
    """Whether what a rule asks for is there."""

    IN_FORCE = "in force"
    IN_PART = "in force in part"
    NOTHING_TO_BUILD = "with nothing to build"
    NOT_BUILT = "not built yet"


@dataclass(frozen=True)
class Entry:
    """A row of the map: its rules, functions with their tests, and a sentence where there are none or something is to come."""

    rules: tuple[str, ...]
    functions: tuple[str, ...]
    tests: tuple[str, ...]
    sentence: str
    what: str = ""

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The parts of the product that are to bring what is missing."""
        return tuple(WAITS.findall(self.sentence))

    @property
    def standing(self) -> Standing:
        """Whether what its rules ask for is there."""
        if self.functions:
            return Standing.IN_PART if self.waits_for else Standing.IN_FORCE
        return Standing.NOT_BUILT if self.waits_for else Standing.NOTHING_TO_BUILD


def listed(tsv: str) -> list[str]:
    """The rules that must be in the map."""
    return [line.split("\t")[1] for line in tsv.splitlines()[1:]]


def mapped(markdown: str) -> list[Entry]:
    """The rows of every table in the map."""
    rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in markdown.splitlines() if line.startswith("| "))
    return [_entry(*row) for row in rows if len(row) == COLUMNS and RULE.search(row[0])]


def _entry(rules: str, what: str, functions: str, shown: str) -> Entry:
    tests = tuple(name for name in NAMED.findall(shown) if "::" in name)
    return Entry(tuple(RULE.findall(rules)), tuple(NAMED.findall(functions)), tests, SHOWN.sub("", shown).strip(), what)


def problems(rules: Collection[str], entries: Collection[Entry], tests: Collection[str]) -> Iterator[str]:
    """What is wrong with the map, one sentence each."""
    found = Counter(rule for entry in entries for rule in entry.rules)
    yield from (f"{rule} is not in the map." for rule in rules if rule not in found)
    yield from (f"{rule} is in the map, but no such rule is listed." for rule in sorted(found.keys() - set(rules)))
    yield from (f"{rule} is in the map {times} times." for rule, times in found.items() if times > 1)
    for entry in entries:
        first = entry.rules[0]
        yield from (f"{first}: there is no {name} in {_said(PLACES)}." for name in entry.functions if not _exists(name))
        yield from (f"{first}: there is no test {name}." for name in entry.tests if name not in tests)
        if entry.functions and not entry.tests:
            yield f"{first} names functions, but no test that shows it."
        if entry.tests and not entry.functions:
            yield f"{first} names tests, but no function that they show."
        if not entry.functions and len(entry.sentence.split()) < LEAST_WORDS:
            yield f"{first} names no function, and does not say why."
        yield from _unclear(entry)


def _unclear(entry: Entry) -> Iterator[str]:
    """What is to come, comes with a part of the product."""
    first = entry.rules[0]
    yield from (f"{first} waits for {part}, which is not to come." for part in entry.waits_for if part not in PARTS)
    if entry.sentence.count(NOT_YET) > len(entry.waits_for):
        yield f"{first} says that something is not there yet, but not which part brings it."


def _said(places: Sequence[str]) -> str:
    folders = [place.replace(".", "/") for place in places]
    return f"{', '.join(folders[:-1])} or {folders[-1]}"


def _exists(dotted: str) -> bool:
    """Whether `module.name` or `module.Class.name` stands in one of the places."""
    return any(_stands_in(place, *dotted.split(".")) for place in PLACES)


def _stands_in(place: str, module: str, *names: str) -> bool:
    try:
        found = import_module(f"{place}.{module}")
    except ModuleNotFoundError:
        return False
    for name in names:
        if not hasattr(found, name):
            return False
        found = getattr(found, name)
    return bool(names)


def tests_in(*folders: Path) -> set[str]:
    """Every test of some folders as `file::name`."""
    files = (path for folder in folders for path in folder.glob("test_*.py"))
    return {f"{path.stem}::{name}" for path in files for name in DEFINED.findall(path.read_text())}


def tally(entries: Collection[Entry]) -> list[str]:
    """How many rules are in force and how many are not, and for which parts of the product these wait."""
    of, parts = Counter[Standing](), Counter[str]()
    for entry in entries:
        of[entry.standing] += len(entry.rules)
        parts.update(dict.fromkeys(entry.waits_for, len(entry.rules)))
    said = f"{of.total()} rules: {', '.join(f'{of[each]} {each}' for each in Standing)}."
    return [said, f"They wait for {', '.join(f'{part} ({rules})' for part, rules in parts.most_common())}."] if parts else [said]


def check(root: Path) -> list[str]:
    """What is wrong with the map of this project."""
    rules = listed((root / "games/rules/obligations.tsv").read_text())
    return list(problems(rules, mapped_in(root), tests_in(*(root / folder for folder in TESTS))))


def mapped_in(root: Path) -> list[Entry]:
    """The rows of the map of this project."""
    return mapped((root / "docs/rulebook.md").read_text())
