"""A Valkey of our own. It writes nothing to disk: it may be emptied at any moment and nothing is lost, only late."""

from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote

import redis

from casino.stack import binaries, ports
from casino.stack.faults import StackFault
from casino.stack.process import Child, wait_until
from casino.stack.secrets import Secrets, write_private

START_SECONDS = 20


class Valkey:
    """One server in one directory; `with` starts and stops it."""

    def __init__(
        self, data_dir: Path, secrets: Secrets | None = None, *, log: Path | None = None, record: Path | None = None
    ) -> None:
        self.data_dir = data_dir.absolute()
        self.secrets = secrets or Secrets.kept_in(self.data_dir / "secrets.env")
        self.log = log or self.data_dir / "valkey.log"
        self.record = record or self.data_dir / "valkey.json"
        self.program = binaries.valkey_server()
        self.port = 0
        self.child: Child | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    def url(self, number: int = 0) -> str:
        """How to reach one of its databases."""
        return f"redis://:{quote(self.secrets.valkey)}@{ports.LOOPBACK}:{self.port}/{number}"

    def start(self) -> None:
        """Start the server, return when it answers."""
        if not self.is_running:
            self.kill()  # of a server that fell nothing is left over
        self.port = ports.same_or_free(self.port)
        configuration = self.data_dir / "valkey.conf"
        write_private(configuration, self._configuration())
        self.child = Child("valkey", [self.program, configuration], log=self.log, record=self.record, folder=self.data_dir)
        self.child.start()
        if not wait_until(lambda: self._answers() or not self.is_running, START_SECONDS) or not self.is_running:
            self.child.kill()
            raise StackFault(f"Valkey did not start; its log {self.log} says why. VALKEY_BIN may name another server program.")

    def stop(self) -> None:
        """Shut down."""
        if self.child is not None:
            self.child.stop()

    def kill(self) -> None:
        """End it at once."""
        if self.child is not None:
            self.child.kill()

    def flush(self) -> None:
        """Forget everything."""
        with self.client() as client:
            client.flushall()

    def client(self) -> "redis.Redis":
        """A connection for whoever looks after the server."""
        return redis.Redis.from_url(self.url(), socket_timeout=2, socket_connect_timeout=2)

    @property
    def is_running(self) -> bool:
        """Whether the server lives."""
        return self.child is not None and self.child.is_running

    def _configuration(self) -> str:
        lines = [
            f"bind {ports.LOOPBACK}",
            f"port {self.port}",
            f"requirepass {self.secrets.valkey}",
            f'dir "{self.data_dir}"',
            'save ""',
            "appendonly no",
            "daemonize no",
        ]
        return "\n".join(lines) + "\n"

    def _answers(self) -> bool:
        try:
            with self.client() as client:
                return bool(client.ping())
        except redis.RedisError:
            return False
