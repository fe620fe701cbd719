"""A wager that is placed while the dice are being offered: its owner is not passed over."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection, connections

from casino import journal
from casino.domain.money import Cents
from casino.domain.powers import DF
from casino.journal import Origin
from games import services
from games.domain import between_rounds, naming, placing, position, round_of_play, table
from games.domain.vocabulary import RoundId, SeatId, Selection
from games.rules import books
from tests.databases import Database
from tests.factories import OriginFactory
from tests.games.dealer_table import P1, P3, DealerTable
from tests.games.floor import put_on

SECONDS = 20

_has_loaded = threading.Event()


@journal.command
def place_when_another_waits(*, round_id: RoundId, seat: SeatId, origin: Origin) -> None:
    """Chips go on Fire while somebody else waits for the table."""
    there = naming.table_of(round_id, venue=origin.venue)
    chips, ref, play = position.at(there, seat), table.at(there), round_of_play.at(round_id)
    held = journal.load(write=[chips], guard=[ref, play])
    _has_loaded.set()
    while not _somebody_waits():
        pass
    book = books.get(held[play].book)
    setting = between_rounds.setting(held[ref], book=book, seat=seat, round_id=held[play].id, is_closed=False)
    placed = placing.place(held[chips], selection=Selection("fire"), stake_cents=Cents(500), setting=setting)
    journal.append(held, {chips: placed}, origin)


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)")
        return bool(cursor.fetchone()[0])


def test_df_3_2_who_wagers_while_the_dice_are_being_offered_is_not_passed_over(committed: Database) -> None:
    clock = put_on(committed)
    there = DealerTable(DF)
    there.start()
    there.place(P1, "dragon", 500)
    _has_loaded.clear()

    def in_a_thread(work: Callable[[], object]) -> None:
        clock.show()
        try:
            work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as threads:
        late: dict[str, Any] = {"round_id": there.round, "seat": P3, "origin": OriginFactory.build()}
        placing_it = threads.submit(in_a_thread, lambda: place_when_another_waits(**late))
        assert _has_loaded.wait(SECONDS)
        offering = threads.submit(in_a_thread, lambda: services.offer_dice(name=there.name, origin=OriginFactory.build()))
        placing_it.result(SECONDS)
        offering.result(SECONDS)
    assert there.state.offered_to == P3
