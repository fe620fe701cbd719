"""The map from rules to functions to tests is whole, and the check says what is not."""

import io
from pathlib import Path

import pytest
from django.core.management import call_command

from games.management.commands import rulebook as command
from games.rules import books, rulebook

ROOT = Path(__file__).parents[3]
PLACES = "games/rules, casino/domain or devices/domain"
WHOLE = "| AC 3.9.1 | Pass Line | `aruze_craps.PASS_LINE` | `test_a::test_it` |"


def _problems(*rows: str) -> list[str]:
    return list(rulebook.problems(["AC 3.9.1"], rulebook.mapped("\n".join(rows)), {"test_a::test_it"}))


def test_every_rule_is_in_the_map_and_all_it_names_exists() -> None:
    assert rulebook.check(ROOT) == []


def test_there_are_404_rules_each_listed_once() -> None:
    rules = rulebook.listed((ROOT / "games/rules/obligations.tsv").read_text())
    assert (len(rules), len(set(rules))) == (404, 404)


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
        (
            WHOLE.replace("PASS", "LOSS"),
            ["AC 3.9.1: there is no aruze_craps.LOSS_LINE in games/rules, casino/domain or devices/domain."],
        ),
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
    ],
)
def test_the_check_names_what_is_missing(row: str, said: list[str]) -> None:
    assert _problems(row) == said


def test_the_command_says_that_all_is_there_and_exits_1_if_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    out, err = io.StringIO(), io.StringIO()
    call_command("rulebook", "--check", stdout=out)
    assert out.getvalue() == "Every rule is in the map, and all it names exists.\n"
    (tmp_path / "games/rules").mkdir(parents=True)
    (tmp_path / "docs").mkdir()
    (tmp_path / "games/rules/obligations.tsv").write_text("section\trule\n8\tAC 3.9.1\n")
    (tmp_path / "docs/rulebook.md").write_text("")
    monkeypatch.setattr(command, "ROOT", tmp_path)
    with pytest.raises(SystemExit, match="1"):
        call_command("rulebook", "--check", stderr=err)
    assert "AC 3.9.1 is not in the map." in err.getvalue()
