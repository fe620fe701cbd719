"""Reconciliation: every posting of the journal is added up again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.db import connection

from casino.journal.database import still

CHECKS: list[Callable[[str | None], Iterator[str]]] = []
"""Checks that apps add in their `apps.py`, of one venue or of all: each yields a sentence for what does not add up."""

_BY_KIND = """
    SELECT split_part(posting->>'account', ':', 1), sum((posting->>'cents')::bigint)
      FROM journal.entry, json_array_elements(line::json->'postings') AS posting
     WHERE line NOT LIKE '%%"postings":[]%%' AND venue = coalesce(%s, venue) GROUP BY 1 ORDER BY 1"""


@dataclass(frozen=True)
class Reconciled:
    """The balance of each kind of account, and what does not add up."""

    balances: dict[str, int]
    wrong: list[str]


def reconcile(venue: str | None = None) -> Reconciled:
    """Add everything up again, in one snapshot: the kinds of account sum to zero, and every app's own checks hold."""
    with still():
        with connection.cursor() as cursor:
            cursor.execute(_BY_KIND, [venue])
            balances = {kind: int(total) for kind, total in cursor.fetchall()}
        wrong = [sentence for check in CHECKS for sentence in check(venue)]
    if sum(balances.values()) != 0:
        wrong.append(f"All accounts together come to {sum(balances.values())} cents instead of nothing.")
    return Reconciled(balances, wrong)
