"""One runner at a time in one directory. The lock goes away with its holder, however that ends."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager

from casino.stack.layout import Layout


@contextmanager
def only_one(layout: Layout, *, address: str) -> Iterator[str | None]:
    """Hold the directory and yield None, or yield the address of the one who holds it."""
    layout.var.mkdir(parents=True, exist_ok=True)
    with layout.lock.open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            yield lock.read().strip()
            return
        lock.seek(0)
        lock.truncate()
        lock.write(address)
        lock.flush()
        yield None
