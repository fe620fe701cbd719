"""What became of the bells: how often each ring was answered, and what is still due."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta

from django.db import connection

_ANSWERS = """
    SELECT rung.id, count(answered.position)
      FROM (SELECT line::json->>'id' AS id FROM journal.entry WHERE type = 'tests.bell-rung') AS rung
      LEFT JOIN journal.entry answered ON answered.type = 'tests.bell-answered' AND answered.line::json->>'cause' = rung.id
     GROUP BY 1"""


def answers_of_every_ring() -> dict[int, int]:
    """How many rings had so many answers: {1: all of them} is what we want."""
    with connection.cursor() as cursor:
        cursor.execute(_ANSWERS)
        return dict(Counter(answers for _, answers in cursor.fetchall()))


def due() -> list[tuple[str, int]]:
    """Every row that is noted and not parked."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT reaction, position FROM journal.due WHERE parked_at IS NULL ORDER BY position")
        return list(cursor.fetchall())


def slowest_answer_seconds() -> float:
    """The longest time between a ring and its answer, as the database's clock has it."""
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT extract(epoch FROM max(answered.recorded_at - rung.recorded_at)) FROM journal.entry answered
                 JOIN journal.entry rung ON rung.line::json->>'id' = answered.line::json->>'cause'
                WHERE answered.type = 'tests.bell-answered'"""
        )
        return float(cursor.fetchone()[0])


def let_time_pass(seconds: int = 60) -> None:
    """Everything that waits for its next try has waited so much longer than it must; with less than nothing, not long enough."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE journal.due SET due_at = clock_timestamp() - interval '1 second' * %s", [seconds])


def due_since(position: int, moment: datetime) -> timedelta:
    """How long after a moment a row may be tried again."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT due_at FROM journal.due WHERE position = %s", [position])
        due_at: datetime = cursor.fetchone()[0]
    return due_at - moment


def database_clock() -> datetime:
    """What the database's clock says."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        at: datetime = cursor.fetchone()[0]
    return at


def tries(position: int) -> tuple[int, str, bool]:
    """How often a row was tried, its error, and whether it is parked."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tries, error, parked_at IS NOT NULL FROM journal.due WHERE position = %s", [position])
        row = cursor.fetchone()
    return row[0], row[1], row[2]


def count_of(event_type: str) -> int:
    """How many entries of a type there are."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM journal.entry WHERE type = %s", [event_type])
        return int(cursor.fetchone()[0])
