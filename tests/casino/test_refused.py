"""Refused attempts beyond those kept in full: each that was counted is told once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, transaction

from casino import journal, selectors, services, tasks
from casino.domain import attempts
from casino.domain.attempts import minute_of
from casino.domain.events import FurtherAttemptsRefused, VenueId
from casino.domain.instant import Instant
from casino.journal import verification
from tests.databases import Database
from tests.factories import OriginFactory, open_star

PLACE = "star.cage1"


@pytest.fixture
def minute(committed: Database) -> Instant:
    """A minute that is over, at The Star."""
    open_star()
    return minute_of(Instant.of(selectors.now() - timedelta(minutes=2)))


def _count(minute: Instant, number: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            """INSERT INTO journal.refused AS r VALUES ('star', %s, %s, %s)
               ON CONFLICT (venue, place, minute) DO UPDATE SET attempts = r.attempts + excluded.attempts""",
            [PLACE, minute, number],
        )


def _told() -> list[int]:
    events = [each.event for each in journal.history(attempts.at(VenueId("star"), PLACE))]
    return [event.attempts for event in events if isinstance(event, FurtherAttemptsRefused)]


def test_what_was_counted_is_told_once(minute: Instant) -> None:
    _count(minute, 3)
    for _ in range(2):
        tasks.tell_refused()
    assert _told() == [3]
    assert verification.verify().wrong == []


def test_what_is_counted_for_a_minute_that_has_been_told_is_told_too(minute: Instant) -> None:
    _count(minute, 3)
    tasks.tell_refused()
    _count(minute, 2)
    tasks.tell_refused()
    assert _told() == [3, 2]


def test_an_attempt_that_is_counted_while_others_are_about_to_be_told_is_told_with_them(minute: Instant) -> None:
    _count(minute, 3)
    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            _count(minute, 1)
            telling = threads.submit(_tell_in_a_thread)
            with pytest.raises(TimeoutError):
                telling.result(timeout=0.2)
        telling.result(timeout=10)
    assert _told() == [4]
    assert _left() == 0


def test_what_is_not_there_is_not_told(minute: Instant) -> None:
    services.tell_refused(place=PLACE, minute=minute, origin=OriginFactory.build())
    assert _told() == []


def _tell_in_a_thread() -> None:
    try:
        tasks.tell_refused()
    finally:
        connection.close()


def _left() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM journal.refused")
        return int(cursor.fetchone()[0])
