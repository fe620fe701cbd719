"""Connections to Valkey that answer or fail at once: nothing that matters waits for it."""

import redis
import redis.asyncio
from django.conf import settings
from redis.asyncio.retry import Retry as LaterRetry
from redis.backoff import NoBackoff
from redis.retry import Retry


def connect() -> "redis.Redis":
    """A connection for code that waits, not for long."""
    seconds = settings.REDIS_TIMEOUT_SECONDS
    return redis.Redis.from_url(_url(), socket_timeout=seconds, socket_connect_timeout=seconds, retry=Retry(NoBackoff(), 0))


def connect_later() -> "redis.asyncio.Redis":
    """A connection for asynchronous code, which sets its own time-out."""
    return redis.asyncio.Redis.from_url(_url(), retry=LaterRetry(NoBackoff(), 0))


def _url() -> str:
    if not settings.REDIS_URL:
        raise redis.exceptions.ConnectionError("REDIS_URL is not set")
    return str(settings.REDIS_URL)
