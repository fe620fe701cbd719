"""Is the process alive, is the system ready, and a first page that answers whatever else is down."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache

import psycopg
import redis.exceptions
from django.conf import settings
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino import own_connection, valkey
from casino.celery import ALIVE_KEY
from casino.people import COOKIE, for_everybody

OK = "ok"

Check = Callable[[], Awaitable[str]]


@for_everybody
@require_safe
@never_cache
async def healthz(_: HttpRequest) -> HttpResponse:
    """Say that this process lives."""
    return HttpResponse("ok\n", content_type="text/plain")


@for_everybody
@require_safe
@never_cache
async def readyz(_: HttpRequest) -> JsonResponse:
    """Say of each part whether it is ready; 503 if one is not."""
    parts = await readiness()
    return JsonResponse(parts, status=200 if all(state == OK for state in parts.values()) else 503)


@for_everybody
@require_safe
@never_cache
async def front(request: HttpRequest) -> HttpResponse:
    """The first page: home for who is at work; for anybody else what this is, and whether it is ready."""
    if COOKIE in request.COOKIES:
        return redirect("home")
    parts = await readiness()
    words = {"database": "Record", "migrations": "Tables of the record", "valkey": "Live link", "workers": "Workers"}
    states = [{"name": words[part], "is_ready": state == OK, "state": state} for part, state in parts.items()]
    return render(request, "casino/front.html", {"states": states, "is_demo": settings.IS_DEMO})


async def readiness() -> dict[str, str]:
    """Ask every part at once; none may keep us waiting."""
    checks: dict[str, Check] = {"database": _database, "valkey": _valkey, "migrations": _migrations, "workers": _workers}
    states = await asyncio.gather(*(_bounded(check) for check in checks.values()))
    return dict(zip(checks, states, strict=True))


async def _bounded(check: Check) -> str:
    try:
        async with asyncio.timeout(settings.READY_TIMEOUT_SECONDS):
            return await check()
    except (TimeoutError, redis.exceptions.TimeoutError):
        return "does not answer in time"
    except (psycopg.Error, redis.exceptions.RedisError, OSError):
        return "cannot be reached"


async def _database() -> str:
    async with await _connect() as connection:
        await connection.execute("SELECT 1")
    return OK


async def _migrations() -> str:
    async with await _connect() as connection:
        rows = await (await connection.execute("SELECT app, name FROM django_migrations")).fetchall()
    missing = _migrations_on_disk() - set(rows)
    return f"{len(missing)} not applied" if missing else OK


async def _valkey() -> str:
    async with valkey.connect_later() as client:
        await client.ping()
    return OK


async def _workers() -> str:
    async with valkey.connect_later() as client:
        return OK if await client.exists(ALIVE_KEY) else "not heard of lately"


async def _connect() -> psycopg.AsyncConnection[tuple[str, str]]:
    """A connection of its own: Django's belong to threads, and one that hangs could not be left alone."""
    return await psycopg.AsyncConnection.connect(**own_connection.parameters("pitledger readiness"))


@cache
def _migrations_on_disk() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None).disk_migrations)
