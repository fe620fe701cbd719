"""What the database itself refuses, whoever calls its functions and however they made their parameters."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction

from casino.journal.line import genesis, leaf
from tests.factories import open_star

pytestmark = pytest.mark.django_db
REQUEST = UUID("018f0000-0000-7000-8000-000000000001")
BALANCED = '[{"account":"drawer:1","cents":5},{"account":"bank:1","cents":-5}]'


def _now() -> str:
    with connection.cursor() as cursor:
        cursor.execute("""SELECT to_char(journal.now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')""")
        return str(cursor.fetchone()[0])


def _envelope(**changes: Any) -> str:
    fields = {
        "request_id": str(REQUEST), "correlation_id": str(REQUEST), "cause": None, "actor": "staff/1", "role": "r",
        "place": "p", "venue": "star", "received_at": "2026-11-17T10:00:00.000000Z", "recorded_at": _now(),
        "gaming_day": "2026-11-17", "reason": None, "build": "b",
    } | changes  # fmt: skip
    return json.dumps(fields, separators=(",", ":"))[1:-1]


ABOUT = '"type_version":1,"occurred_at":null,"rule":[],"readings":[]'


def _line(stream: str, version: int, prev: str, *, postings: str = BALANCED, data: str = "{}", **changes: Any) -> str:
    return (
        f'{{"stream":"{stream}","version":{version},"prev":"{prev}","id":"{uuid4()}","type":"tests.thing-done",{ABOUT},'
        f'{_envelope(**changes)},"postings":{postings},"data":{data}}}'
    )


def _one(line: str, *, stream: str = "tally-t1", expected: int = 0) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT journal.append_one(%s, '\\x00', 'null', '{}', %s, %s, 1, '{}', %s)", [REQUEST, stream, expected, line]
        )


def _many(**changes: Any) -> None:
    """Two entries in one stream and one in another, all sound unless something is changed."""
    envelope = changes.pop("envelope", _envelope())
    first = "tally-t1"
    ids = [str(uuid4()) for _ in range(3)]
    line = (
        f'{{"stream":"{first}","version":1,"prev":"{genesis(first)}","id":"{ids[0]}","type":"tests.thing-done",{ABOUT},{envelope},'
        f'"postings":{BALANCED},"data":{{}}}}'
    )
    parts: dict[str, Any] = {
        "streams": [first, "tally-t2"], "expected": [0, 0], "entries": [2, 1], "state_versions": [1, 1], "states": "{}\n{}",
        "envelope": envelope, "types": ["tests.thing-done"], "abouts": ABOUT, "kinds": [1, 1, 1],
        "prevs": f"{genesis(first)}\n{leaf(line.encode())}\n{genesis('tally-t2')}", "ids": "\n".join(ids),
        "postings": "\n".join([BALANCED] * 3), "data": "{}\n{}\n{}",
    } | changes  # fmt: skip
    with connection.cursor() as cursor:
        holes = ", ".join(["%s"] * len(parts))
        cursor.execute(f"SELECT journal.append_many(%s, '\\x00', 'null', '{{}}', {holes})", [REQUEST, *parts.values()])


def _refused(call: Any, *args: Any, **changes: Any) -> str:
    with pytest.raises(DatabaseError) as refused, transaction.atomic():
        call(*args, **changes)
    cause = refused.value.__cause__
    assert isinstance(cause, psycopg.Error)
    return cause.sqlstate or ""


def _start() -> str:
    return genesis("tally-t1")


def test_what_is_sound_is_taken() -> None:
    open_star()
    _one(_line("tally-t9", 1, genesis("tally-t9"), request_id=str(REQUEST)), stream="tally-t9")
    with connection.cursor() as cursor:
        cursor.execute("SELECT version FROM journal.head WHERE stream = 'tally-t9'")
        assert cursor.fetchone() == (1,)


def test_many_that_are_sound_are_taken() -> None:
    _many()
    with connection.cursor() as cursor:
        cursor.execute("SELECT stream, version FROM journal.entry ORDER BY position")
        assert cursor.fetchall() == [("tally-t1", 1), ("tally-t1", 2), ("tally-t2", 1)]


WRONG_MONEY = {
    "unbalanced": '[{"account":"drawer:1","cents":5},{"account":"bank:1","cents":-4}]',
    "amount missing": '[{"account":"drawer:1","cents":0},{"account":"bank:1"}]',
    "a fraction of a cent": '[{"account":"drawer:1","cents":5.5},{"account":"bank:1","cents":-5.5}]',
    "a float": '[{"account":"drawer:1","cents":5.0},{"account":"bank:1","cents":-5.0}]',
    "an exponent": '[{"account":"drawer:1","cents":1e3},{"account":"bank:1","cents":-1000}]',
    "text": '[{"account":"drawer:1","cents":"5"},{"account":"bank:1","cents":-5}]',
    "no account": '[{"cents":5},{"account":"bank:1","cents":-5}]',
    "no postings": "null",
}


@pytest.mark.parametrize("postings", WRONG_MONEY.values(), ids=WRONG_MONEY.keys())
def test_postings_that_do_not_sum_to_zero_in_whole_cents_are_refused(postings: str) -> None:
    assert _refused(_one, _line("tally-t1", 1, _start(), postings=postings)) in ("JL005", "22023")
    assert _refused(_many, postings=f"{BALANCED}\n{BALANCED}\n{postings}") in ("JL005", "22023")


UNEXACT_MONEY = {
    "a leading zero": '[{"account":"drawer:1","cents":05},{"account":"bank:1","cents":-5}]',
    "minus nothing": '[{"account":"drawer:1","cents":-0},{"account":"bank:1","cents":0}]',
    "a space": '[{"account":"drawer:1","cents": 5},{"account":"bank:1","cents":-5}]',
    "an empty account": '[{"account":"","cents":5},{"account":"bank:1","cents":-5}]',
    "an escaped account": '[{"account":"drawer\\u003a1","cents":5},{"account":"bank:1","cents":-5}]',
    "a backslash before a quote": '[{"account":"drawer\\","cents":5},{"account":"bank:1","cents":-5}]',
    "a raw tab": '[{"account":"drawer\t1","cents":5},{"account":"bank:1","cents":-5}]',
    "another key": '[{"account":"drawer:1","cents":5},{"account":"bank:1","cents":-5,"x":1}]',
    "another key's value": '[{"account":"drawer:1","cents":5},{"x":"bank:1","cents":-5}]',
    "more than is counted": '[{"account":"a","cents":9223372036854775808},{"account":"b","cents":-9223372036854775808}]',
    "a third posting": '[{"account":"drawer:1","cents":5},{"account":"bank:1","cents":-5},{"account":"bank:2","cents":-5}]',
}


@pytest.mark.parametrize("postings", UNEXACT_MONEY.values(), ids=UNEXACT_MONEY.keys())
def test_of_many_postings_only_the_one_exact_form_is_taken(postings: str) -> None:
    assert _refused(_many, postings=f"{BALANCED}\n{BALANCED}\n{postings}") in ("JL005", "22P02", "22003")


def test_three_postings_that_sum_to_zero_are_taken() -> None:
    three = '[{"account":"drawer:1","cents":5},{"account":"bank:1","cents":-4},{"account":"bank:2","cents":-1}]'
    _many(postings=f"{BALANCED}\n{BALANCED}\n{three}")


def test_an_entry_that_does_not_follow_the_one_before_it_is_refused() -> None:
    assert _refused(_one, _line("tally-t1", 1, "00" * 32)) == "JL003"
    assert _refused(_many, prevs=f"{_start()}\n{'00' * 32}\n{genesis('tally-t2')}") == "JL003"
    assert _refused(_many, prevs=f"{_start()}\n{_start()}\n{_start()}") == "JL003"


def test_a_version_that_is_not_the_next_is_somebody_was_first() -> None:
    _many()
    assert _refused(_one, _line("tally-t1", 2, "00" * 32), expected=1) == "JL409"
    assert _refused(_many, expected=[1, 0]) == "JL409"


def test_a_line_of_another_stream_command_or_length_is_refused() -> None:
    assert _refused(_one, _line("tally-t2", 1, _start())) == "JL003"
    assert _refused(_one, _line("tally-t1", 1, _start(), request_id=str(uuid4()))) == "JL003"
    assert _refused(_one, _line("tally-t1", 1, _start(), data=json.dumps({"x": "y" * 65536}))) == "JL003"
    assert _refused(_many, data="{}\n{}\n" + json.dumps({"x": "y" * 65536})) == "JL003"


@pytest.mark.parametrize("at", ["2020-01-01T00:00:00.000000Z", "2099-01-01T00:00:00.000000Z"])
def test_a_recorded_time_that_is_not_the_clocks_is_refused(at: str) -> None:
    assert _refused(_one, _line("tally-t1", 1, _start(), recorded_at=at)) == "JL004"
    assert _refused(_many, envelope=_envelope(recorded_at=at)) == "JL004"


@pytest.mark.parametrize(
    "streams",
    [["tally-t2", "tally-t1"], ["tally-t1", "tally-t1"], ["tally-t1", "no stream"]],
    ids=["unsorted", "twice", "no name"],
)
def test_streams_unsorted_named_twice_or_badly_named_are_refused(streams: list[str]) -> None:
    assert _refused(_many, streams=streams) == "JL001"


@pytest.mark.parametrize(
    "changes",
    [
        {"data": '{}\n{}\n{},"stream":"tally-x"'},
        {"data": "{}\n{}\n{"},
        {"data": "{}\n{}"},
        {"abouts": f'{ABOUT},"stream":"tally-x"'},
        {"types": ['tests.a","x":"']},
        {"types": ["tests.a", "tests.b"]},
        {"kinds": [1, 1, 2]},
        {"entries": [2, 2]},
        {"entries": [1, 1]},
        {"entries": [3, 0]},
        {"entries": [1, 2]},
    ],
    ids=[
        "data brings a key",
        "data is cut off",
        "a part is missing",
        "about brings a key",
        "a quote in a type",
        "a type about nothing",
        "an unnamed kind",
        "more entries than parts",
        "more parts than entries",
        "a stream without an entry",
        "an entry in another stream",
    ],
)
def test_parts_that_do_not_make_one_line_each_are_refused(changes: dict[str, Any]) -> None:
    assert _refused(_many, **changes) == "JL003"


def test_an_envelope_of_another_command_is_refused() -> None:
    assert _refused(_many, envelope=_envelope(request_id=str(uuid4()))) == "JL003"


def test_the_same_command_cannot_be_recorded_twice() -> None:
    _many()
    assert _refused(_one, _line("tally-t9", 1, genesis("tally-t9")), stream="tally-t9") == "23505"
