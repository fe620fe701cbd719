"""Verifying and adding up see one moment of the database, and take as long as it takes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection

from casino.journal import reconciliation, verification
from tests.databases import Database

NAMES = ("transaction_isolation", "statement_timeout", "idle_in_transaction_session_timeout")
STILL = ["repeatable read", "0", "0"]


def _limits() -> list[str]:
    with connection.cursor() as cursor:
        return [cursor.execute(f"SHOW {name}").fetchone()[0] for name in NAMES]


def test_verifying_is_not_cut_off_and_sees_one_moment(committed: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    def check(_: str | None) -> Iterator[tuple[str, int, str]]:
        yield from (("limit", 0, limit) for limit in _limits())

    monkeypatch.setattr(verification, "CHECKS", [check])
    before = _limits()
    assert [each.what for each in verification.verify().wrong] == STILL
    assert _limits() == before
    assert "0" not in before, "the processes themselves are cut off"


def test_adding_up_is_not_cut_off_and_sees_one_moment(committed: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconciliation, "CHECKS", [lambda _: iter(_limits())])
    assert reconciliation.reconcile().wrong == STILL
