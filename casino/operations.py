"""What the operations page reads: processes, followers, reactions, backup, versions, sizes. What nobody knows is said so."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

import django
import msgspec
import redis
from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import connection
from django.db.models import Sum

from casino import health, pulse, timings, valkey
from casino.domain.events import VenueId
from casino.domain.gaming_day import GamingDay
from casino.journal import following, reactions
from casino.journal.following import Follower
from casino.journal.projections import PROJECTIONS
from casino.models import Activity
from casino.stack.layout import Layout

UNKNOWN = "not known to this machine"
DAYS = 14
SHOWN_REACTIONS = 50
KINDS = {"web": "Web server", "worker": "Worker", "poller": "Poller", "beat": "Beat"}
_SIZES = """
    SELECT pg_database_size(current_database()), coalesce(max(position), 0), current_setting('server_version')
      FROM journal.entry"""


_DUE = "SELECT count(*), coalesce(sum(tries), 0), count(parked_at) FROM journal.due"


@dataclass(frozen=True)
class Runs:
    """A kind of process, and those of it that have been heard of; None if nobody can say."""

    name: str
    processes: list[pulse.Process] | None


@dataclass(frozen=True)
class Backup:
    """A backup as its manifest tells of it."""

    made_at: datetime
    size_bytes: int
    files: int


class ManifestFile(msgspec.Struct, frozen=True):
    """One file of a backup."""

    bytes: int


class Manifest(msgspec.Struct, frozen=True):
    """The manifest of a backup, as far as it is told here."""

    made_at: datetime
    files: list[ManifestFile]


_manifest = msgspec.json.Decoder(Manifest)


@dataclass(frozen=True)
class Sizes:
    """How large the database is, how far the journal has come, and what the server calls itself."""

    database_bytes: int
    position: int
    postgresql: str


def parts() -> dict[str, str]:
    """Whether each part of the system is ready."""
    return async_to_sync(health.readiness)()


def processes() -> list[Runs]:
    """Every kind of process there should be, with those heard of within the last seconds."""
    try:
        heard = pulse.processes()
    except redis.exceptions.RedisError:
        return [Runs(name, None) for name in KINDS.values()]
    return [Runs(name, [each for each in heard if each.kind == kind]) for kind, name in KINDS.items()]


def commands() -> list[timings.Timing] | None:
    """How long commands took within the last hour; None if nobody can say."""
    try:
        return pulse.last_hour()
    except redis.exceptions.RedisError:
        return None


def followers() -> list[Follower]:
    """Every follower there should be; one that has not begun waits for the whole journal."""
    begun = {each.name: each for each in following.followers()}
    wanted = [each.cursor for each in PROJECTIONS.values() if not each.inline] + [reactions.CURSOR]
    return [begun.get(name) or Follower(name, 0, 0.0) for name in dict.fromkeys([*wanted, *begun])]


def waiting(venue: VenueId) -> list[reactions.Waiting]:
    """Reactions that are due or parked at a venue."""
    return reactions.waiting(venue=venue, at_most=SHOWN_REACTIONS)


def glance() -> tuple[object, ...]:
    """What the page shows may have changed when this has: who was heard of when, how far followers are, what waits."""
    heard = [(each.name, [(told.number, told.told_at) for told in each.processes or []]) for each in processes()]
    with connection.cursor() as cursor:
        cursor.execute(_DUE)
        due = cursor.fetchone()
    return heard, [(each.name, each.position) for each in followers()], due


def last_backup() -> Backup | None:
    """The newest backup whose manifest can be read here."""
    try:
        folders = sorted((each for each in Layout.here().backups.iterdir() if each.is_dir()), reverse=True)
    except OSError:
        return None
    return next((backup for folder in folders if (backup := _backup(folder / "manifest.json"))), None)


def sizes() -> Sizes:
    """How large everything is."""
    with connection.cursor() as cursor:
        cursor.execute(_SIZES)
        return Sizes(*cursor.fetchone())


def versions(postgresql: str) -> list[dict[str, str]]:
    """What runs here, each part by its version."""
    return [
        {"label": "Build", "value": settings.BUILD},
        {"label": "Python", "value": platform.python_version()},
        {"label": "Django", "value": django.get_version()},
        {"label": "PostgreSQL", "value": postgresql},
        {"label": "Valkey", "value": _valkey_version()},
        {"label": "Migrations", "value": _newest_migration()},
    ]


def entries_by_day(venue: VenueId, today: GamingDay) -> list[tuple[str, int]]:
    """How much was recorded on each of the last gaming days, days without an entry too."""
    days = [today - timedelta(days=ago) for ago in reversed(range(DAYS))]
    rows = Activity.objects.filter(venue=venue, gaming_day__gte=days[0]).values_list("gaming_day").annotate(Sum("entries"))
    counted = dict(rows.order_by())
    return [(f"{day:%-d %b}", counted.get(date(day.year, day.month, day.day), 0)) for day in days]


def _backup(manifest: Path) -> Backup | None:
    """What a manifest says; None if it cannot be read here or is no manifest."""
    try:
        told = _manifest.decode(manifest.read_bytes())
    except (OSError, msgspec.DecodeError):
        return None
    return Backup(told.made_at, sum(each.bytes for each in told.files), len(told.files))


def _valkey_version() -> str:
    try:
        with valkey.connect() as client:
            told = client.info("server")
    except redis.exceptions.RedisError:
        return "does not answer"
    return str(told.get("valkey_version") or told.get("redis_version") or UNKNOWN)


def _newest_migration() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name, count(*) OVER () FROM django_migrations ORDER BY id DESC LIMIT 1")
        app, name, applied = cursor.fetchone()
    return f"{applied} applied, the last {app} {name}"
