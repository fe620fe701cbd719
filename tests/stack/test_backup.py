"""A backup is a copy that comes back and verifies."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from casino.stack import backup as backups
from casino.stack import processes
from casino.stack.roles import OWNER
from casino.stack.servers import DATABASE, Servers
from tests.stack.running import RunningStack

REASON = "copies a whole cluster"


@pytest.fixture
def idle(folder: Path, monkeypatch: pytest.MonkeyPatch) -> RunningStack:
    """A migrated cluster with a mark in it, not running."""
    for name in ("DATABASE_URL", "REDIS_URL", "OWNER_DATABASE_URL", "SECRET_KEY"):
        monkeypatch.delenv(name)
    stack = RunningStack(folder / "var")
    with _database(stack) as owner:
        owner.execute("CREATE TABLE mark AS SELECT 1 AS fact")
    return stack


@pytest.mark.slow(reason=REASON)
def test_a_backup_comes_back_and_verifies(idle: RunningStack) -> None:
    backup = idle.call("backup").stdout.strip()
    with _database(idle) as owner:
        owner.execute("DROP TABLE mark")
    restored = idle.call("restore", backup)
    assert restored.returncode == 0, restored.stderr
    assert restored.stdout.endswith("all is well.\n")
    with _database(idle) as owner:
        assert owner.execute("SELECT fact FROM mark").fetchall() == [(1,)]


def test_settings_come_back_where_there_are_none_and_are_never_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, there = tmp_path / "kept.env", tmp_path / "there.env"
    backups.place_settings(kept, there)
    assert not there.exists()
    kept.write_text("HTTP_PORT=8001\n")
    backups.place_settings(kept, there)
    assert there.read_text() == "HTTP_PORT=8001\n"
    backups.place_settings(kept, there)
    assert capsys.readouterr().out == ""
    there.write_text("HTTP_PORT=8002\n")
    backups.place_settings(kept, there)
    assert there.read_text() == "HTTP_PORT=8002\n"
    assert f"{there} is not as it was when the backup was made" in capsys.readouterr().out


@pytest.mark.slow(reason=REASON)
def test_a_running_stack_is_backed_up_and_not_restored_over(stack: RunningStack) -> None:
    backup = Path(stack.call("backup").stdout.strip())
    manifest = json.loads((backup / "manifest.json").read_text())
    names = {entry["name"] for entry in manifest["files"]}
    assert names >= {"cluster/base.tar.gz", "cluster/pg_wal.tar.gz", "cluster/backup_manifest", "secrets/stack.env"}
    refused = stack.call("restore", str(backup))
    assert (refused.returncode, "`make stop` first" in refused.stderr) == (1, True)
    assert stack.is_ready()


@pytest.mark.slow(reason=REASON)
def test_a_damaged_backup_is_refused_and_nothing_is_touched(idle: RunningStack) -> None:
    backup = Path(idle.call("backup").stdout.strip())
    archive = backup / "cluster" / "base.tar.gz"
    archive.write_bytes(archive.read_bytes()[:-1] + b"\0\0")
    refused = idle.call("restore", str(backup))
    assert refused.returncode == 1
    assert refused.stderr.endswith("is damaged: cluster/base.tar.gz is missing or not as it was written. Use another.\n")
    with _database(idle) as owner:
        assert owner.execute("SELECT fact FROM mark").fetchall() == [(1,)]


@pytest.mark.slow(reason="starts the runner as a process")
def test_a_directory_that_is_no_backup_is_refused(folder: Path) -> None:
    refused = RunningStack(folder / "var").call("restore", str(folder))
    assert refused.stderr == f"{folder} is not a backup: it has no readable manifest.json.\n"


@pytest.mark.slow(reason="starts the runner as a process")
def test_restore_asks_which_backup(folder: Path) -> None:
    assert RunningStack(folder / "var").call("restore").stderr == "Which backup? Say `make restore FROM=var/backups/…`.\n"


@contextmanager
def _database(stack: RunningStack) -> Iterator["psycopg.Connection[tuple[object, ...]]"]:
    """The stack's own PostgreSQL for a moment, migrated, logged in as the owner."""
    servers = Servers(stack.layout)
    try:
        servers.start_postgres()
        processes.manage(servers, "migrate", "--verbosity=0")
        assert servers.postgres is not None
        with psycopg.connect(servers.postgres.url(OWNER, DATABASE)) as connection:
            yield connection
    finally:
        servers.stop()
