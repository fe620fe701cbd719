"""The commands: what goes in and out of `whatif`, `books` and `edges`."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from games.management.commands.whatif import READ_BYTES, answer_lines, arriving
from games.rules import books

ROOT = Path(__file__).parents[3]
QUESTION = {"id": "x1", "kind": "settle", "game": "aruze_craps", "wager": "place:6", "stake_cents": 1200, "outcomes": [[4, 2]]}


def test_every_line_is_answered_in_order_and_the_run_goes_on_after_an_unreadable_one() -> None:
    lines = [json.dumps(QUESTION).encode(), b'{"id"', b'{"id": "\xff"}', b"", b"[" * 100_000, json.dumps({"id": 7}).encode()]
    out = io.BytesIO()
    assert not answer_lines(lines, out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [answer["id"] for answer in answers] == ["x1", None, None, None, None, 7]
    assert [("error" in answer) for answer in answers] == [False, True, True, True, True, True]


def test_a_run_without_bad_lines_says_so() -> None:
    assert answer_lines([json.dumps(QUESTION).encode()] * 3, io.BytesIO())


def test_lines_are_handed_on_whole_however_they_arrive() -> None:
    long = b"x" * (3 * READ_BYTES)
    text = b"".join([b"a\n\n", long, b"\nb\n", long, b"\nlast"])
    assert [line for lines in arriving(io.BufferedReader(io.BytesIO(text))) for line in lines] == text.split(b"\n")
    assert list(arriving(io.BufferedReader(io.BytesIO(b"a\nb\n")))) == [[b"a", b"b"]]
    assert list(arriving(io.BufferedReader(io.BytesIO(b"")))) == []


@pytest.mark.slow(reason="starts manage.py as a process, in a new clone for the first time")
def test_a_question_is_answered_as_soon_as_it_is_asked() -> None:
    command = [sys.executable, "manage.py", "whatif"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env={}) as asking:
        assert asking.stdin
        assert asking.stdout
        for name in ("x1", "x2"):
            asking.stdin.write(json.dumps({**QUESTION, "id": name}).encode() + b"\n")
            asking.stdin.flush()
            assert json.loads(asking.stdout.readline())["id"] == name


@pytest.mark.slow(reason="starts manage.py as a process, in a new clone for the first time")
def test_whatif_starts_without_database_valkey_or_secret_key_and_exits_1_after_a_bad_line() -> None:
    run = subprocess.run(
        [sys.executable, "manage.py", "whatif"],
        input=json.dumps(QUESTION).encode() + b"\nnonsense\n",
        capture_output=True,
        cwd=ROOT,
        env={},
        check=False,
    )
    assert run.returncode == 1
    assert [json.loads(line)["id"] for line in run.stdout.splitlines()] == ["x1", None]


def test_the_catalogue_lists_every_wager_tab_separated() -> None:
    out = io.StringIO()
    call_command("whatif", "--catalogue", stdout=out)
    lines = out.getvalue().splitlines()
    assert "aruze_craps\tpass_line\t3.9.1\t3.10\tmulti" in lines
    assert "aruze_craps\thop:1-6\t3.9.23\t3.10\tone" in lines
    assert len(lines) == sum(len(book.wagers) for book in books.BOOKS.values())


def test_books_prints_version_and_hash_and_exports_the_tables(tmp_path: Path) -> None:
    out = io.StringIO()
    call_command("books", "--export", str(tmp_path), stdout=out)
    compiled = [books.compiled(book_id) for book_id in books.BOOKS]
    assert out.getvalue().splitlines() == [f"{table.version} {table.sha256}" for table in compiled]
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {f"{t.version}.json": t.canonical for t in compiled}


def test_edges_are_listed_as_fractions() -> None:
    out = io.StringIO()
    call_command("edges", "--book", "aruze_craps", "--format", "csv", stdout=out)
    assert out.getvalue().splitlines()[:2] == [
        "book,wager,rule,odds_rule,edge,variance,hit_frequency",
        "aruze_craps,pass_line,3.9.1,3.10,7/495,244976/245025,244/495",
    ]
