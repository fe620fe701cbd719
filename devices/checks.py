"""What `verify` and `reconcile` ask of devices: our record of each credit meter, the postings, and what the terminal says."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection

from casino.domain.money import Cents, dollars
from devices.domain import credit_meter
from devices.models import CreditMeter

_WITNESSES = """
    SELECT head.stream, head.version, (head.state::json->>'cents')::bigint, coalesce(-posted.cents, 0)
      FROM journal.head LEFT JOIN (
           SELECT split_part(posting->>'account', ':', 2) AS meter, sum((posting->>'cents')::bigint)::bigint AS cents
             FROM journal.entry, json_array_elements(line::json->'postings') AS posting
            WHERE line LIKE '%%"credit-meter:%%' AND posting->>'account' LIKE 'credit-meter:%%' GROUP BY 1) AS posted
        ON head.stream = 'credit_meter-' || posted.meter
     WHERE head.stream LIKE 'credit\\_meter-%%' AND head.state_version = %s AND head.venue = coalesce(%s, head.venue)
       AND (head.state::json->>'cents')::bigint IS DISTINCT FROM coalesce(-posted.cents, 0)
     ORDER BY head.stream"""


def meters_equal_their_accounts(venue: str | None) -> Iterator[tuple[str, int, str]]:
    """Each credit meter where our state and the balance of its account, two independent witnesses, do not say the same."""
    with connection.cursor() as cursor:
        cursor.execute(_WITNESSES, [credit_meter.AGGREGATE.state_version, venue])
        for stream, version, ours, posted in cursor.fetchall():
            yield stream, version, f"the state says {dollars(Cents(ours))}, its account {dollars(Cents(posted))}"


def terminals_agree(venue: str | None) -> Iterator[str]:
    """Each terminal whose own credit meter has stood apart from ours for two polls."""
    differing = CreditMeter.objects.exclude(differs_by=0).order_by("venue", "terminal")
    for meter in differing.filter(venue=venue) if venue else differing:
        theirs = Cents(meter.cents + meter.differs_by)
        yield (
            f"{meter.terminal} of {meter.venue} shows {dollars(theirs)}, our record says {dollars(Cents(meter.cents))}:"
            f" it differs by {dollars(Cents(meter.differs_by))}."
        )
