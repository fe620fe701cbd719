"""Carries what has changed to the tables it means something to: follows the journal, and tells the feeds of a bank.

It begins with how everything stands, so it does not matter who told the tables before, or what was missed meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

import psycopg
from django.db import InterfaceError, OperationalError, connections

from casino.journal import news
from casino.journal.news import Entered, News
from devices import outbox
from devices.host.feed import Feed
from devices.outbox import Listening, Told

FOLLOW_SECONDS = 0.05
BEGIN_AGAIN_SECONDS = 0.5


class Delivery:
    """For the feeds of one bank, each by the name of its machine; `stir` lets a feed say at once what it was told."""

    def __init__(self, bank: str, listening: Listening, feeds: Mapping[str, Feed], stir: Callable[[Feed], None]) -> None:
        self._bank = bank
        self._listening = listening
        self._feeds = feeds
        self._stir = stir

    async def run(self) -> None:
        """Until it is cancelled. The questions it asks are its own thread's: nothing that is put on record holds it up."""
        with ThreadPoolExecutor(1, f"post of {self._bank}") as post:
            try:
                while True:
                    try:
                        await self._follow(post)
                    except (psycopg.Error, OperationalError, InterfaceError):
                        post.submit(connections.close_all)
                        await asyncio.sleep(BEGIN_AGAIN_SECONDS)
            finally:
                post.submit(connections.close_all)

    async def _follow(self, post: ThreadPoolExecutor) -> None:
        ask = asyncio.get_running_loop().run_in_executor
        async with await news.connect(f"poller of {self._bank}, following") as connection:
            reader = News(connection)
            await reader.begin()
            self._pass_on(await ask(post, outbox.present, self._listening))
            while True:
                new, late = await reader.read()
                if streams := self._of_interest([*new, *late]):
                    self._pass_on(await ask(post, outbox.changed, self._listening, streams))
                await asyncio.sleep(FOLLOW_SECONDS)

    def _of_interest(self, entries: Iterable[Entered]) -> list[str]:
        kinds, venue = outbox.CHANGED.keys(), self._listening.venue
        return [each.stream for each in entries if each.venue == venue and each.stream.partition("-")[0] in kinds]

    def _pass_on(self, told: Iterable[Told]) -> None:
        stirred = set()
        for machine, message in told:
            self._feeds[machine].tell(message, monotonic())
            stirred.add(self._feeds[machine])
        for feed in stirred:
            self._stir(feed)
