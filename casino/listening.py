"""Who listens in this process, and the one reader of the journal that tells them what is new."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import psycopg
import structlog
from channels.db import database_sync_to_async

from casino import sessions
from casino.journal import news
from casino.journal.news import Entered, News
from casino.sessions import Person

NOT_READABLE, NOT_LOGGED_IN, NOT_ALLOWED, TOO_MUCH, TRY_AGAIN = 4400, 4401, 4403, 4413, 1013
POLL_SECONDS = 0.05
BUSY_SECONDS = 0.1  # after news: nobody reads faster, and a busy floor is not told more often than this
CHECK_SECONDS = 2.0
LOOK_SECONDS = 5.0
GLANCES: dict[str, Callable[[], object]] = {}  # topics of a venue that are no streams: another glance is another version
_log = structlog.get_logger("casino.live")


@dataclass(eq=False)
class Desk:
    """One socket: whose it is, what it watches and was told, what it has yet to be told."""

    person: Person
    wanted: list[str] | None = None
    told: dict[str, int] = field(default_factory=dict)
    waiting: dict[str, int] = field(default_factory=dict)
    code: int = 0
    stirred: asyncio.Event = field(default_factory=asyncio.Event)

    def watch(self, topics: list[str]) -> None:
        """Watch these and no others from now on; the reader answers with their versions."""
        self.wanted = topics
        self.told = {topic: version for topic, version in self.told.items() if topic in topics}
        self.waiting = {topic: version for topic, version in self.waiting.items() if topic in topics}

    def tell(self, versions: dict[str, int]) -> None:
        """Let it be told; a socket that cannot keep up is told the latest only."""
        self.told |= {topic: max(version, self.told.get(topic, 0)) for topic, version in versions.items()}
        self.waiting |= {topic: max(version, self.waiting.get(topic, 0)) for topic, version in versions.items()}
        self.stirred.set()

    def end(self, code: int) -> None:
        """Let it be closed."""
        self.code = code
        self.stirred.set()


class Wire:
    """The sockets of this process and the one reader of the journal that serves them all; without a socket nothing is read."""

    def __init__(self) -> None:
        self.desks: set[Desk] = set()
        self.news: News | None = None
        self.seen: dict[str, tuple[int, object]] = {}  # of each glance that somebody watches: its version, and what was seen
        self._task: asyncio.Task[None] | None = None

    def join(self, desk: Desk) -> None:
        """Let a socket listen."""
        self.desks.add(desk)
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    async def leave(self, desk: Desk) -> None:
        """Forget a socket."""
        self.desks.discard(desk)
        if self.desks or self._task is None:
            return
        task, self._task, self.news = self._task, None, None
        task.cancel()
        await asyncio.wait([task])

    async def _run(self) -> None:
        try:
            async with await news.connect() as connection:
                await self._listen(News(connection))
        except psycopg.Error as fault:
            _log.warning("live wire lost the database", fault=str(fault))
        finally:
            if self._task is asyncio.current_task():  # nobody has left: the pages ask again, meanwhile each looks for itself
                self._task = self.news = None
                for desk in self.desks:
                    desk.end(TRY_AGAIN)

    async def _listen(self, reader: News) -> None:
        await reader.begin()
        self.news = reader
        checked = looked = time.monotonic()
        while True:
            new, late = await reader.read()
            self._tell(new, late)
            for desk in [each for each in self.desks if each.wanted is not None]:
                await _answer(desk, reader, {kind: version for kind, (version, _) in self.seen.items()})
            if time.monotonic() - checked > CHECK_SECONDS:
                await self._close_ended()
                checked = time.monotonic()
            if time.monotonic() - looked > LOOK_SECONDS:
                await self._look()
                looked = time.monotonic()
            await asyncio.sleep(BUSY_SECONDS if new or late else POLL_SECONDS)

    def _tell(self, new: list[Entered], late: list[Entered]) -> None:
        latest, before = _by_topic(new), _by_topic(late)
        for desk in self.desks if latest or before else ():
            venue = desk.person.venue
            versions = {topic: before[venue, topic] for topic in desk.told if (venue, topic) in before}
            versions |= {topic: latest[venue, topic] for topic, told in desk.told.items() if latest.get((venue, topic), 0) > told}
            if versions:
                desk.tell(versions)

    async def _look(self) -> None:
        """Glance at what is no stream, as far as somebody watches it, and tell of it if it is not as it was."""
        watched = {topic.partition("/")[2] for desk in self.desks for topic in desk.told}
        for kind in watched & GLANCES.keys():
            version, before = self.seen.get(kind, (0, None))
            found = await database_sync_to_async(GLANCES[kind])()
            if found == before:
                continue
            self.seen[kind] = version + 1, found
            for desk in self.desks:
                topic = f"{desk.person.venue}/{kind}"
                if topic in desk.told:
                    desk.tell({topic: version + 1})

    async def _close_ended(self) -> None:
        """Close what belongs to sessions that are over: logged out, locked out, left, or timed out."""
        going_on = await database_sync_to_async(sessions.going_on)([desk.person.token_hash for desk in self.desks])
        for desk in self.desks:
            if desk.person.token_hash not in going_on:
                desk.end(NOT_LOGGED_IN)


WIRE = Wire()


def settled() -> int:
    """Up to which position every page made from now on has seen everything, as far as this process knows."""
    return WIRE.news.settled if WIRE.news else 0


async def _answer(desk: Desk, reader: News, glances: Mapping[str, int]) -> None:
    """Tell a page the present version of all that it wants to watch, or that it may not."""
    wanted, desk.wanted = desk.wanted or [], None
    venue = desk.person.venue
    unknown = [topic for topic in wanted if topic not in desk.told]
    streams = await reader.versions_of_streams([topic for topic in unknown if "/" not in topic])
    if any(owner != venue for owner, _ in streams.values()):
        return desk.end(NOT_ALLOWED)
    kinds = await reader.versions_of_kinds(venue, [topic.partition("/")[2] for topic in unknown if "/" in topic])
    versions = {stream: position for stream, (_, position) in streams.items()}
    versions |= {f"{venue}/{kind}": position for kind, position in {**kinds, **glances}.items()} | desk.told
    desk.tell({topic: versions.get(topic, 0) for topic in wanted})
    return None


def _by_topic(entries: Iterable[Entered]) -> dict[tuple[str, str], int]:
    """The highest position of each topic of each venue."""
    latest = {}
    for position, stream, venue in entries:
        latest[venue, stream] = latest[venue, f"{venue}/{stream.partition('-')[0]}"] = position
    return latest
