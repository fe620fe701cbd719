"""A message is a nudge: publishing it never holds anybody up."""

import time
from pathlib import Path

import psutil
import pytest
from celery import Celery
from kombu.exceptions import OperationalError

from casino.celery import app
from casino.stack import Valkey

TRIES = 3  # a busy machine may keep one of them waiting, never all


def test_a_dead_valkey_is_told_at_once() -> None:
    assert min(_seconds_until_refused() for _ in range(TRIES)) < 1


def test_a_hanging_valkey_is_given_up_in_time(folder: Path) -> None:
    with Valkey(folder) as server:
        assert server.child is not None
        process = psutil.Process(server.child.pid)
        process.suspend()
        publisher = _publisher(server.url())
        publisher.conf.broker_transport_options |= {"socket_timeout": 0.3, "socket_connect_timeout": 0.3}
        with pytest.raises(OperationalError):
            publisher.send_task("nobody")
        process.resume()


def test_tasks_are_acknowledged_late_and_carry_json_only() -> None:
    conf = app.conf
    assert (conf.task_acks_late, conf.task_reject_on_worker_lost, conf.worker_prefetch_multiplier) == (True, True, 1)
    assert conf.accept_content == ["json"]
    assert conf.task_serializer == "json"
    assert not conf.result_backend


def _seconds_until_refused() -> float:
    began = time.monotonic()
    with pytest.raises(OperationalError):
        _publisher("redis://127.0.0.1:1/0").send_task("nobody")
    return time.monotonic() - began


def _publisher(url: str) -> Celery:
    """Our settings, another address."""
    publisher = Celery("publisher", set_as_current=False)
    names = ("broker_transport_options", "task_publish_retry", "task_serializer", "task_ignore_result")
    publisher.conf.update({name: getattr(app.conf, name) for name in names} | {"broker_url": url})
    publisher.conf.broker_transport_options = dict(app.conf.broker_transport_options)
    return publisher
