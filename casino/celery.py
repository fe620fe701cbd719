"""The workers: what they take and what comes due. A message is a nudge; nothing that matters is kept in Valkey."""

import gc
import os
from typing import Any

import structlog
from celery import Celery
from celery.signals import beat_init, heartbeat_sent, setup_logging, task_postrun, task_prerun, worker_process_init, worker_ready
from django.conf import settings

from casino import pulse, valkey

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

ALIVE_KEY = "pitledger:workers-alive"
ALIVE_SECONDS = 8
WORKER = "worker"
KINDS = (WORKER, "poller")

app = Celery("pitledger")
app.conf.update(
    broker_url=settings.REDIS_URL or "redis://valkey-is-not-configured.invalid",
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    broker_transport_options={
        "socket_timeout": settings.REDIS_TIMEOUT_SECONDS,
        "socket_connect_timeout": settings.REDIS_TIMEOUT_SECONDS,
        "health_check_interval": 10,
        "max_retries": 0,  # who publishes is told at once that Valkey is gone; workers and beat have their own patience
        "visibility_timeout": 300,
    },
    task_publish_retry=False,
    task_serializer="json",
    accept_content=["json"],
    event_serializer="json",
    task_ignore_result=True,
    result_backend=None,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    worker_cancel_long_running_tasks_on_connection_loss=True,
    task_default_queue="pitledger",
    timezone="UTC",
    enable_utc=True,
)
app.autodiscover_tasks()

# What comes due, and how often. Each app's tasks are named `<app>.tasks.<function>`.
app.conf.beat_schedule = {
    "sweep-reactions": {"task": "casino.tasks.sweep_reactions", "schedule": 5.0, "options": {"expires": 5}},
    "follow-projections": {"task": "casino.tasks.follow_projections", "schedule": 1.0, "options": {"expires": 1}},
    "forget-old-sessions": {"task": "casino.tasks.forget_old_sessions", "schedule": 3600.0, "options": {"expires": 3600}},
    "attend-rounds": {"task": "games.tasks.attend_rounds", "schedule": 1.0, "options": {"expires": 1}},
    "tell-refused": {"task": "casino.tasks.tell_refused", "schedule": 60.0, "options": {"expires": 60}},
}


@setup_logging.connect
def keep_our_logging(**_: object) -> None:
    """Leave logging as the settings made it: Celery would replace it."""


@heartbeat_sent.connect
def say_alive(sender: Any, **_: object) -> None:
    """Let `/readyz` know that a worker's loop turns; an emptied Valkey hears it again within two seconds."""
    if _kind_of(sender.eventer.hostname) == WORKER:
        with valkey.connect() as connection:
            connection.set(ALIVE_KEY, "1", ex=ALIVE_SECONDS)


@worker_ready.connect
def worker_is_heard_of(sender: Any, **_: object) -> None:
    """Let the operations page know of this worker, or poller."""
    pulse.begin(_kind_of(sender.hostname))


def _kind_of(hostname: str) -> str:
    """What it is called before its machine: `worker@cage` does what comes due, `poller@floor` polls."""
    kind = hostname.partition("@")[0]
    return kind if kind in KINDS else WORKER


@worker_process_init.connect
def pass_over_what_stays(**_: object) -> None:
    """Let the garbage collector pass over what is there for good: looking at it again cost a tenth of settling a large round."""
    gc.freeze()


@beat_init.connect
def beat_is_heard_of(**_: object) -> None:
    """Let the operations page know of the beat."""
    pulse.begin("beat")


@task_prerun.connect
def name_lines(task_id: str, task: object, **_: object) -> None:
    """Name the task in every line it causes; a command it gives puts its own correlation id there."""
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(task=getattr(task, "name", ""), task_id=task_id, correlation_id=task_id)


@task_postrun.connect
def forget_lines(**_: object) -> None:
    """Leave nothing for the next task's lines."""
    structlog.contextvars.clear_contextvars()
