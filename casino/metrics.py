"""What Prometheus is told: requests, commands, the journal, sessions, sockets. Each process has figures of its own."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from http import HTTPStatus

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from casino import pulse, selectors
from casino.journal import following, reactions
from casino.journal.commands import Ended
from casino.people import for_everybody

LOOPBACK = ("127.0.0.1", "::1")
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Real-IP")
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
REGISTRY = CollectorRegistry()

REQUESTS = Histogram("pitledger_request_seconds", "Requests answered.", ["view", "status"], buckets=SECONDS, registry=REGISTRY)
COMMANDS = Histogram("pitledger_command_seconds", "Commands given.", ["command", "outcome"], buckets=SECONDS, registry=REGISTRY)
RETRIES = Counter("pitledger_command_retries", "Further tries of commands.", ["command"], registry=REGISTRY)
LIVE_SOCKETS = Gauge("pitledger_live_sockets", "Live sockets open in this process.", registry=REGISTRY)


class JournalCollector(Collector):
    """What the database says when it is asked."""

    def describe(self) -> list[Metric]:
        """Nothing: it is asked only when somebody reads."""
        return []

    def collect(self) -> Iterator[Metric]:
        """The journal's position, followers, reactions and sessions; whether the database answered at all."""
        try:
            yield from _of_the_database()
        except DatabaseError:
            yield _gauge("pitledger_database_up", "Whether the database answers.", 0)


REGISTRY.register(JournalCollector())


@for_everybody
@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Everything as Prometheus reads it, for whoever asks from this machine or has the token."""
    if not _is_ours(request):
        return HttpResponse("Ask from this machine, or with the token.\n", "text/plain", HTTPStatus.FORBIDDEN)
    return HttpResponse(generate_latest(REGISTRY), CONTENT_TYPE_LATEST)


def observe(ended: Ended) -> None:
    """Count a command that has ended, here and for the operations page."""
    COMMANDS.labels(ended.command, ended.outcome).observe(ended.seconds)
    pulse.count(ended.command, ended.seconds)
    if ended.retries:
        RETRIES.labels(ended.command).inc(ended.retries)


def _is_ours(request: HttpRequest) -> bool:
    given = request.headers.get("Authorization", "").removeprefix("Bearer ").encode()
    if settings.METRICS_TOKEN and secrets.compare_digest(given, settings.METRICS_TOKEN.encode()):
        return True
    is_forwarded = any(name in request.headers for name in FORWARDED)  # a proxy on this machine asks for others
    return request.META.get("REMOTE_ADDR") in LOOPBACK and not is_forwarded


def _of_the_database() -> Iterator[Metric]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM journal.position_seq")
        position = cursor.fetchone()[0]
    due, parked = reactions.count_due()
    lags = GaugeMetricFamily("pitledger_fence_lag_seconds", "How long the oldest unseen entry waits.", labels=["follower"])
    positions = GaugeMetricFamily("pitledger_follower_position", "How far a follower has come.", labels=["follower"])
    for follower in following.followers():
        lags.add_metric([follower.name], follower.lag_seconds)
        positions.add_metric([follower.name], follower.position)
    yield _gauge("pitledger_database_up", "Whether the database answers.", 1)
    yield _gauge("pitledger_journal_position", "The last position drawn.", position)
    yield lags
    yield positions
    yield _gauge("pitledger_reactions_due", "Reactions that wait to be done.", due)
    yield _gauge("pitledger_reactions_parked", "Reactions that failed five times.", parked)
    yield _gauge("pitledger_sessions_open", "Desks somebody is logged in at.", selectors.sessions_open())


def _gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(name, words, value)
