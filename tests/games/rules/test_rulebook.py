"""The map from rules to functions to tests is whole, and the check says what is not."""

import io
from pathlib import Path

import pytest
from django.core.management import call_command

from games.management.commands import rulebook as command
from games.rules import books, rulebook
from games.rules.rulebook import Standing

ROOT = Path(__file__).parents[3]
PLACES = "games/rules, games/domain, games/services, games, casino/domain or devices/domain"
WHOLE = "| AC 3.9.1 | Pass Line | `aruze_craps.PASS_LINE` | `test_a::test_it` |"


def _problems(*rows: str) -> list[str]:
    return list(rulebook.problems(["AC 3.9.1"], rulebook.mapped("\n".join(rows)), {"test_a::test_it"}))


def test_every_rule_is_in_the_map_and_all_it_names_exists() -> None:
    assert rulebook.check(ROOT) == []


def test_there_are_584_rules_each_listed_once() -> None:
    rules = rulebook.listed((ROOT / "games/rules/obligations.tsv").read_text())
    assert (len(rules), len(set(rules))) == (584, 584)


def test_what_is_not_built_yet_stands_in_no_row_that_names_a_test() -> None:
    rows = rulebook.mapped_in(ROOT)
    by_standing = {standing: [row for row in rows if row.standing is standing] for standing in Standing}
    assert not any(row.tests for standing in (Standing.NOT_BUILT, Standing.NOTHING_TO_BUILD) for row in by_standing[standing])
    assert all(row.tests for standing in (Standing.IN_FORCE, Standing.IN_PART) for row in by_standing[standing])


def test_every_rule_a_compiled_wager_cites_is_listed() -> None:
    prefixes = {"aruze_craps": "AC", "interblock_roulette": "IR", "dragon_fire": "DF", "crown_craps": "CC", "aruze_sicbo": "SB"}
    rules = set(rulebook.listed((ROOT / "games/rules/obligations.tsv").read_text()))
    for book_id, prefix in prefixes.items():
        wagers = books.current(book_id).wagers.values()
        rows = [row for wager in wagers for rows in wager.rows.values() for row in rows.values()]
        cited = {row.rule for row in rows} | {wager.rule for wager in wagers} | {wager.odds_rule for wager in wagers}
        assert {f"{prefix} {rule.partition('(')[0]}" for rule in cited} <= rules


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (WHOLE, []),
        ("| AC 3.9.1 | Pass Line | - | The `games` app keeps this for itself. |", []),
        ("", ["AC 3.9.1 is not in the map."]),
        (WHOLE.replace("AC 3.9.1", "AC 3.9.1, AC 3.9.99"), ["AC 3.9.99 is in the map, but no such rule is listed."]),
        (WHOLE.replace("AC 3.9.1", "AC 3.9.1, AC 3.9.1"), ["AC 3.9.1 is in the map 2 times."]),
        (WHOLE.replace("PASS", "LOSS"), [f"AC 3.9.1: there is no aruze_craps.LOSS_LINE in {PLACES}."]),
        (
            WHOLE.replace("aruze_craps.", "blackjack."),
            [f"AC 3.9.1: there is no blackjack.PASS_LINE in {PLACES}."],
        ),
        (WHOLE.replace("test_it", "test_not"), ["AC 3.9.1: there is no test test_a::test_not."]),
        (
            "| AC 3.9.1 | Pass Line | `aruze_craps.PASS_LINE` | It is shown. |",
            ["AC 3.9.1 names functions, but no test that shows it."],
        ),
        ("| AC 3.9.1 | Pass Line | - | - |", ["AC 3.9.1 names no function, and does not say why."]),
        (
            "| AC 3.9.1 | Pass Line | - | `test_a::test_it`. It is shown by another test. |",
            ["AC 3.9.1 names tests, but no function that they show."],
        ),
        ("| AC 3.9.1 | Pass Line | - | Not yet (disputes): nobody can lodge one. |", []),
        (WHOLE.replace("it` |", "it`. Not yet (jackpots): no jackpot is offered. |"), []),
        (
            "| AC 3.9.1 | Pass Line | - | Not yet (some day): it will come. |",
            ["AC 3.9.1 waits for some day, which is not to come."],
        ),
        (
            WHOLE.replace("it` |", "it`. Not yet, as nobody has asked for it. |"),
            ["AC 3.9.1 says that something is not there yet, but not which part brings it."],
        ),
    ],
)
def test_the_check_names_what_is_missing(row: str, said: list[str]) -> None:
    assert _problems(row) == said


def test_rules_are_counted_by_what_is_there_of_them_and_by_what_they_wait_for() -> None:
    rows = [
        WHOLE.replace("AC 3.9.1", "AC 3.9.1, IR 3.9.1"),
        WHOLE.replace("it` |", "it`. Not yet (jackpots): no jackpot is offered. Not yet (disputes): none is lodged. |"),
        "| DF 11.1, CC 9.1, AC 7.5 | devices | - | Not yet (disputes): nobody can lodge one. |",
        "| AC 7.6 | exceptions | - | It asks for nothing by itself. |",
    ]
    assert rulebook.tally(rulebook.mapped("\n".join(rows))) == [
        "7 rules: 2 in force, 1 in force in part, 1 with nothing to build, 3 not built yet.",
        "They wait for disputes (4), jackpots (1).",
    ]
    assert rulebook.tally(rulebook.mapped(WHOLE)) == [
        "1 rules: 1 in force, 0 in force in part, 0 with nothing to build, 0 not built yet."
    ]


def test_the_command_says_that_all_is_there_counts_it_and_exits_1_if_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    out, err = io.StringIO(), io.StringIO()
    call_command("rulebook", "--check", stdout=out)
    told = ["Every rule is in the map, and all it names exists.", *rulebook.tally(rulebook.mapped_in(ROOT))]
    assert out.getvalue().splitlines() == told
    assert told[1].startswith("584 rules: ")
    (tmp_path / "games/rules").mkdir(parents=True)
    (tmp_path / "docs").mkdir()
    (tmp_path / "games/rules/obligations.tsv").write_text("section\trule\n8\tAC 3.9.1\n")
    (tmp_path / "docs/rulebook.md").write_text("")
    monkeypatch.setattr(command, "ROOT", tmp_path)
    with pytest.raises(SystemExit, match="1"):
        call_command("rulebook", "--check", stderr=err)
    assert "AC 3.9.1 is not in the map." in err.getvalue()
