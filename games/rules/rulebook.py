"""The map from rules to functions to tests (`docs/rulebook.md`), and what is missing from it."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

RULE = re.compile(r"\b(?:AC|IR|DF|CC|SB) \d+(?:\.\d+)*")
NAMED = re.compile(r"`([^`]+)`")
DEFINED = re.compile(r"^def (test_\w+)", re.MULTILINE)
COLUMNS = 4
LEAST_WORDS = 5  # of a sentence that says why nothing is built
PLACES = ("games.rules", "casino.domain", "devices.domain")  # the books themselves, who may do what by them, and the machines
TESTS = ("tests/games/rules", "tests/casino/domain", "tests/devices/domain")


@dataclass(frozen=True)
class Entry:
    """A row of the map: its rules, and either functions with their tests or a sentence."""

    rules: tuple[str, ...]
    functions: tuple[str, ...]
    tests: tuple[str, ...]
    sentence: str
    what: str = ""


def listed(tsv: str) -> list[str]:
    """The rules that must be in the map."""
    return [line.split("\t")[1] for line in tsv.splitlines()[1:]]


def mapped(markdown: str) -> list[Entry]:
    """The rows of every table in the map."""
    rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in markdown.splitlines() if line.startswith("| "))
    return [_entry(*row) for row in rows if len(row) == COLUMNS and RULE.search(row[0])]


def _entry(rules: str, what: str, functions: str, shown: str) -> Entry:
    named = NAMED.findall(shown)
    tests = tuple(name for name in named if "::" in name)
    return Entry(tuple(RULE.findall(rules)), tuple(NAMED.findall(functions)), tests, "" if tests else shown, what)


def problems(rules: Collection[str], entries: Collection[Entry], tests: Collection[str]) -> Iterator[str]:
    """What is wrong with the map, one sentence each."""
    found = {rule for entry in entries for rule in entry.rules}
    yield from (f"{rule} is not in the map." for rule in rules if rule not in found)
    yield from (f"{rule} is in the map, but no such rule is listed." for rule in sorted(found - set(rules)))
    for entry in entries:
        first = entry.rules[0]
        yield from (
            f"{first}: there is no {name} in games/rules, casino/domain or devices/domain."
            for name in entry.functions
            if not _exists(name)
        )
        yield from (f"{first}: there is no test {name}." for name in entry.tests if name not in tests)
        if entry.functions and not entry.tests:
            yield f"{first} names functions, but no test that shows it."
        if not entry.functions and len(entry.sentence.split()) < LEAST_WORDS:
            yield f"{first} names no function, and does not say why."


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


def check(root: Path) -> list[str]:
    """What is wrong with the map of this project."""
    rules = listed((root / "games/rules/obligations.tsv").read_text())
    entries = mapped((root / "docs/rulebook.md").read_text())
    return list(problems(rules, entries, tests_in(*(root / folder for folder in TESTS))))
