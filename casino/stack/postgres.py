"""A PostgreSQL of our own: made, started, stopped, killed. It listens on the loopback only and asks everyone for a password."""

import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote

import psycopg

from casino.stack import binaries, ports
from casino.stack.account import Account
from casino.stack.faults import StackFault
from casino.stack.process import Child, wait_until
from casino.stack.secrets import Secrets

SUPERUSER = "postgres"
START_SECONDS = 60
FIRST_WITH_BUILTIN_LOCALE = 17
STILL_DYING = ("pre-existing shared memory block", 'lock file "postmaster.pid" already exists')

# Durability is never traded for speed: what the tests measure and break is what runs.
SETTINGS = {
    "listen_addresses": ports.LOOPBACK,
    "unix_socket_directories": "",
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
    "wal_level": "replica",
    "max_wal_size": "4GB",
    "checkpoint_timeout": "15min",
    "shared_buffers": "256MB",
    "max_connections": "200",
    "password_encryption": "scram-sha-256",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "jit": "off",
}


class Postgres:
    """One server in one directory. Used by the runner, the tests and the benchmarks alike; `with` starts and stops it."""

    def __init__(
        self, data_dir: Path, secrets: Secrets | None = None, *, log: Path | None = None, record: Path | None = None
    ) -> None:
        self.account = Account.for_postgres(data_dir)
        self.data_dir = self.account.place(data_dir.absolute())
        self.secrets = secrets or Secrets.kept_in(data_dir.parent / "secrets.env")
        self.log = log or data_dir.parent / "postgres.log"
        self.record = record or data_dir.parent / "postgres.json"
        self.programs = binaries.postgres_programs(self.account)
        self.port = 0
        self.child: Child | None = None
        self._begin_of_log = 0

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    def url(self, role: str = SUPERUSER, database: str = "postgres") -> str:
        """How a role reaches a database here."""
        return f"postgresql://{role}:{quote(self.secrets.password(role))}@{ports.LOOPBACK}:{self.port}/{database}"

    def start(self, **settings: str) -> None:
        """Make the cluster if there is none, start the server, return when it answers."""
        if not self.is_running:
            self.kill()  # of a server that fell nothing is left over
        if not (self.data_dir / "PG_VERSION").exists():
            self._initialise()
        self.port = ports.same_or_free(self.port)
        options = [f"--{name}={value}" for name, value in (SETTINGS | {"port": str(self.port)} | settings).items()]
        self.child = Child(
            "postgres",
            [self.programs / "postgres", "-D", self.data_dir, *options],
            log=self.log,
            record=self.record,
            account=self.account,
            stop_signal=signal.SIGINT,  # "fast": sessions are ended, the cluster is left clean
            grace_seconds=30,
        )
        self._await_answer(self.child)

    def stop(self) -> None:
        """Shut down cleanly."""
        if self.child is not None:
            self.child.stop()

    def kill(self) -> None:
        """End every process of the server at once, as a power failure would."""
        if self.child is not None:
            self.child.kill()

    @property
    def is_running(self) -> bool:
        """Whether the server's first process lives."""
        return self.child is not None and self.child.is_running

    def _initialise(self) -> None:
        """Make the cluster beside its place and move it there when it is whole, so that it is there whole or not at all."""
        for unfinished in self.data_dir.parent.glob(f"{self.data_dir.name}.unfinished*"):
            shutil.rmtree(unfinished, ignore_errors=True)
        draft = Path(tempfile.mkdtemp(prefix=f"{self.data_dir.name}.unfinished", dir=self.data_dir.parent))
        self.account.own(draft)
        done = self._run_initdb(draft)
        if done.returncode != 0:
            shutil.rmtree(draft, ignore_errors=True)
            raise StackFault(f"PostgreSQL could not make its data directory {self.data_dir}: {_last_line(done.stderr)}")
        draft.rename(self.data_dir)

    def _run_initdb(self, draft: Path) -> "subprocess.CompletedProcess[str]":
        builtin = ["--locale-provider=builtin"] if binaries.postgres_major(self.programs) >= FIRST_WITH_BUILTIN_LOCALE else []
        options = ["--encoding=UTF8", "--locale=C.UTF-8", *builtin, "--auth=scram-sha-256", "--no-instructions"]
        with tempfile.NamedTemporaryFile("w", suffix=".password") as password:
            password.write(self.secrets.postgres)
            password.flush()
            self.account.give(Path(password.name))
            command = [self.programs / "initdb", f"--pgdata={draft}", f"--username={SUPERUSER}", f"--pwfile={password.name}"]
            return self.account.run([*map(str, command), *options])

    def _await_answer(self, child: Child) -> None:
        self._begin_of_log = self.log.stat().st_size if self.log.exists() else 0
        child.start()
        if wait_until(lambda: self._answers() or not self._lives(child), START_SECONDS, every=0.05) and child.is_running:
            return
        child.kill()
        raise StackFault(f"PostgreSQL did not start: {_last_line(self._said())} (its log is {self.log})")

    def _lives(self, child: Child) -> bool:
        """Whether it runs or will: the memory of a server killed a moment ago goes away by itself, so we knock again."""
        if not child.is_running and any(sign in self._said() for sign in STILL_DYING):
            child.kill()
            self._begin_of_log = self.log.stat().st_size
            child.start()
        return child.is_running

    def _said(self) -> str:
        with self.log.open(errors="replace") as log:
            log.seek(self._begin_of_log)
            return log.read()

    def _answers(self) -> bool:
        try:
            with psycopg.connect(self.url(), connect_timeout=2):
                return True
        except psycopg.OperationalError:
            return False


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing"
