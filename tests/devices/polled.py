"""A bank polled by a poller of the test's own, in a thread, quickly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from casino.stack.process import wait_until
from devices import polling
from devices.host.pace import Pace

BANK = "star-1"  # as the simulator wires its floor
QUICK = Pace(cycle=0.01, slack=0.0, silent_pause=0.05, down_pause=0.1, link_down_after=0.4, meters_every=0.3)
PATIENCE_SECONDS = 20.0


@contextmanager
def polled(bank: str = BANK, *, ends_with: type[BaseException] | None = None) -> Iterator[Thread]:
    """While the test goes on; whatever ended the poller early fails the test, unless it was to."""
    ended, failures = Event(), list[BaseException]()

    def poll() -> None:
        try:
            while not ended.wait(0.05):  # as beat asks for it again
                polling.poll(bank, ended=ended, pace=QUICK)
        except BaseException as failure:  # noqa: BLE001 - told to the test
            failures.append(failure)

    thread = Thread(target=poll)
    thread.start()
    try:
        yield thread
    finally:
        ended.set()
        thread.join(PATIENCE_SECONDS)
        assert not thread.is_alive()
        if failures and type(failures[0]) is not ends_with:
            raise failures[0]
        assert bool(failures) == (ends_with is not None)


def until(holds: Callable[[], bool]) -> None:
    """Wait for what a poller is to put on record."""
    assert wait_until(holds, PATIENCE_SECONDS), "it did not come on record"
