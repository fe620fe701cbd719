"""What the pollers do: each bank is polled by one of them, for as long as its process lives."""

from __future__ import annotations

from threading import Event

from celery import shared_task
from celery.signals import worker_ready, worker_shutting_down

from devices import polling, selectors

QUEUE = "polling"
EVERY_SECONDS = 5.0
_ENDED = Event()


@shared_task
def poll_banks() -> None:
    """Ask for a poller for every bank; where there is one already, the one that comes too late goes away again."""
    for bank in selectors.banks():
        poll_bank.apply_async((bank,), queue=QUEUE, expires=EVERY_SECONDS)


@shared_task(acks_late=False)  # it ends with its process, and is asked for again every few seconds: nobody has to bring it back
def poll_bank(bank: str) -> None:
    """Poll a bank until the worker shuts down."""
    polling.poll(bank, ended=_ENDED)


@worker_ready.connect
def begin_at_once(**_: object) -> None:
    """Not only when the beat next asks: a poller that died is missed."""
    poll_banks.apply_async(queue=QUEUE, expires=EVERY_SECONDS)


@worker_shutting_down.connect
def end(**_: object) -> None:
    """Let every bank go."""
    _ENDED.set()
