"""How settings are found, and what a command says when what it needs is missing."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from casino import environment
from casino.environment import ROOT, ServerUrl, django_database


def test_a_url_is_taken_apart() -> None:
    url = ServerUrl.parse("postgresql://app:p%40ss@db.example:5433/pit?sslmode=require")
    assert (url.role, url.password, url.host, url.port, url.name) == ("app", "p@ss", "db.example", 5433, "pit")
    assert url.options == {"sslmode": "require"}


def test_a_url_may_name_a_socket() -> None:
    settings = django_database("postgresql://app:pw@/pit?host=/run/postgresql")
    assert (settings["HOST"], settings["PORT"], settings["OPTIONS"]) == ("/run/postgresql", "", {})


def test_the_process_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "env"
    file.write_text('# a comment\nONE=file\nTWO="file"\n\nTHREE=a=b\n')
    monkeypatch.setenv("ENV_FILE", str(file))
    monkeypatch.setenv("ONE", "process")
    values = environment.read()
    assert (values["ONE"], values["TWO"], values["THREE"]) == ("process", "file", "a=b")


def test_a_file_that_is_not_there_says_nothing(tmp_path: Path) -> None:
    assert environment.read_file(tmp_path / "none") == {}


def test_the_example_lists_every_variable_that_is_read() -> None:
    listed = {line.split("=")[0].lstrip("# ") for line in (ROOT / ".env.example").read_text().splitlines() if "=" in line}
    sources = [
        ROOT / "casino" / "settings.py",
        *(ROOT / "casino" / "stack").glob("*.py"),
        *(ROOT / "casino").glob("environment.py"),
    ]
    text = "\n".join(source.read_text() for source in sources)
    read = set(_names_read(text)) - {"HOME", "PATH", "YES", "PGPASSWORD"}
    assert read <= listed


@pytest.mark.slow(reason="starts manage.py as a process, in a new clone for the first time")
def test_a_command_that_needs_no_server_runs_without_one() -> None:
    assert _manage({}, "check").returncode == 0


@pytest.mark.slow(reason="starts manage.py as a process, in a new clone for the first time")
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "No database is named. Start one with `make run`, or set DATABASE_URL (see .env.example).\n"),
        ({"DATABASE_URL": "postgresql://a:b@127.0.0.1:1/c"}, "The database does not answer (connection failed"),
    ],
)
def test_a_missing_database_is_one_sentence(given: dict[str, str], sentence: str) -> None:
    done = _manage(given, "showmigrations")
    assert done.returncode == 2
    assert done.stderr.startswith(sentence)
    assert "Traceback" not in done.stderr


@pytest.mark.slow(reason="starts manage.py as a process, in a new clone for the first time")
def test_migrate_asks_for_the_owners_log_in() -> None:
    done = _manage({"DATABASE_URL": "postgresql://a:b@127.0.0.1:1/c"}, "migrate")
    assert (done.returncode, "OWNER_DATABASE_URL is not set" in done.stderr) == (2, True)


def _manage(given: dict[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "manage.py", *arguments]
    environment_of_command = {"PATH": os.environ["PATH"], "ENV_FILE": os.devnull} | given
    return subprocess.run(command, env=environment_of_command, cwd=ROOT, capture_output=True, text=True, check=False)


def _names_read(text: str) -> list[str]:
    return re.findall(r'(?:ENV|environ|given)(?:\.get\(|\[)"([A-Z_]+)"', text)
