"""How tables and their rounds are named: `star.AC01`, and its 417th round of a gaming day `star.AC01.20260822.0417`."""

from __future__ import annotations

import re

from casino.domain.events import VenueId
from casino.domain.gaming_day import GamingDay
from games.domain.round_of_play import RoundNotOpened
from games.domain.table import TableRefusal
from games.domain.vocabulary import RoundId, TableId

_TABLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,31}\Z")
_ROUND = re.compile(r"(?P<venue>[^.]+)\.(?P<table>[A-Za-z0-9][A-Za-z0-9-]{0,31})\.\d{8}\.(?P<number>\d{4,9})\Z", re.ASCII)


class TableNameRefused(TableRefusal):
    """That cannot name a table."""

    code = "table-name-refused"


def table_id(venue: VenueId, name: str) -> TableId:
    """The id of a table of a venue; what cannot name one is refused."""
    if not _TABLE.match(name):
        raise TableNameRefused("A table is named with letters, digits and hyphens, at most 32 of them.")
    return TableId(f"{venue}.{name}")


def round_id(table: TableId, day: GamingDay, number: int) -> RoundId:
    """The id of a table's round: the gaming day on which it began and its number on that day."""
    return RoundId(f"{table}.{day:%Y%m%d}.{number:04}")


def table_of(round_id: RoundId, *, venue: VenueId) -> TableId:
    """The table at which a round of this venue is played; what names no round of the venue is refused."""
    named = _ROUND.match(round_id)
    if named is None or named["venue"] != venue:
        raise RoundNotOpened("There is no such round.")
    return TableId(f"{venue}.{named['table']}")


def number_of(round_id: RoundId) -> int:
    """The number of a round on its gaming day."""
    return int(round_id.rpartition(".")[2])
