"""`make run`: everything from an empty directory to an address, and back down again."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from rich.console import Console

from casino.stack import ports, processes
from casino.stack.faults import StackFault
from casino.stack.layout import Layout
from casino.stack.lock import only_one
from casino.stack.process import Child, Identity, sweep, wait_until
from casino.stack.servers import Servers
from casino.stack.supervisor import Supervisor, Watch

READY_SECONDS = 60
LOOK_SECONDS = 0.2

console = Console(highlight=False, soft_wrap=True)


class AskedToStop(BaseException):
    """Ctrl-C, SIGTERM, or the terminal was closed."""


def run(layout: Layout) -> int:
    """Start everything, watch it, stop it when asked."""
    host, port = os.environ.get("HOST") or ports.LOOPBACK, ports.wanted_port()
    with only_one(layout, address=f"http://{host}:{port}/") as other_address:
        if other_address is not None:
            console.print(f"Pitledger already runs at {other_address}")
            return 0
        for name in sweep(layout.run):
            console.print(f"Ended {name}, which a killed runner had left behind.")
        ports.require_free(host, port)
        Stack(layout, host, port).run()
    return 0


class Stack:
    """One run of everything."""

    def __init__(self, layout: Layout, host: str, port: int) -> None:
        self.layout = layout
        self.host, self.port = host, port
        self.servers = Servers(layout)
        self.children: list[Child] = []

    def run(self) -> None:
        """Up, watch, down; a signal at any point leads down."""
        Identity.ours().save(self.layout.runner)
        try:
            _on_signals(_raise_asked)
            self._up()
            self._watch()
        except AskedToStop:
            console.print("Stopping.")
        finally:
            _on_signals(signal.SIG_IGN)
            self._down()

    def _up(self) -> None:
        began = time.monotonic()
        with _step("PostgreSQL"):
            self.servers.start_postgres()
        with _step("Valkey"):
            self.servers.start_valkey()
        with _step("Migrations"):
            processes.manage(self.servers, "migrate", "--verbosity=0")
        with _step("Demo floor"):
            told = processes.manage(self.servers, "demo") if self.servers.is_demo else ""
        with _step("Web server, workers, beat"):
            self._start_children()
            self._await_ready()
        if told.strip():
            console.print(told.strip())
        console.print(f"[bold]Pitledger runs at http://{self.host}:{self.port}/[/bold]")
        console.print(f"Started in {time.monotonic() - began:.1f} s. Ctrl-C stops it; logs are in {self.layout.var / 'log'}.")

    def _start_children(self) -> None:
        self.children = processes.children(self.servers, self.host, self.port)
        for child in self.children:
            child.start()

    def _await_ready(self) -> None:
        web = self.children[0]
        url = f"http://{self.host}:{self.port}/readyz"
        is_ready = wait_until(lambda: processes.is_answering(url) or not web.is_running, READY_SECONDS, every=0.1)
        if not web.is_running:
            raise StackFault(f"The web server ended at once: {web.log} says why.")
        if not is_ready:
            console.print(f"Not everything is ready after {READY_SECONDS} s: {url} says what is missing.")

    def _watch(self) -> None:
        servers = {"PostgreSQL": self.servers.postgres, "Valkey": self.servers.valkey}
        watched = [Watch(name, server) for name, server in servers.items() if server is not None]
        supervisor = Supervisor([*watched, *(Watch(child.name, child) for child in self.children)], console.print)
        while True:
            supervisor.look()
            time.sleep(LOOK_SECONDS)

    def _down(self) -> None:
        for child in self.children:
            child.ask_to_stop()
        for child in self.children:
            child.wait_stopped(child.grace_seconds)
        self.servers.stop()
        self.layout.runner.unlink(missing_ok=True)


@contextmanager
def _step(what: str) -> Iterator[None]:
    """Show that we are at it, then how long it took."""
    began = time.monotonic()
    with console.status(what):
        yield
    console.print(f"  {what} [dim]{time.monotonic() - began:.1f} s[/dim]")


def _on_signals(handler: Callable[[int, FrameType | None], None] | signal.Handlers) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, handler)


def _raise_asked(_number: int, _frame: FrameType | None) -> None:
    _on_signals(signal.SIG_IGN)
    raise AskedToStop
