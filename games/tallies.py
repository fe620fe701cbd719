"""What rounds and wagers came to, added up by table and gaming day, to be held against what chance should give.

It follows the journal. However it is cut into batches the sums are the same: the wagers of a round are added to those of the same
round that were seen before, and its variance is put right by the difference.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from casino import journal
from casino.domain.gaming_day import GamingDay
from casino.journal import Recorded
from games.domain.events import RoundOpened, RoundSettled, RoundVoided
from games.domain.vocabulary import RoundId
from games.domain.wager_events import WagerCarriedForward, WagerSettled
from games.models import OutcomeTally, RoundTally, WagerTally
from games.rules import books, spread

Row = dict[str, Any]
Lying = dict[tuple[str, str], Fraction]  # by wager and state
Met = WagerSettled | WagerCarriedForward
Key = tuple[str, str, str]  # `star.AC01.20261117`, the book's version, the selection
TOGETHER = ""  # where a selection stands: all wagers of the table
NO_RESULT = ""  # where an outcome stands
SUMS = ("stakes", "commission", "paid", "rounding", "expected", "variance")


@journal.projection(
    tables=[WagerTally, OutcomeTally, RoundTally],
    on=(RoundOpened, WagerSettled, WagerCarriedForward, RoundSettled, RoundVoided),
    inline=False,
)
def tallies(recorded: Sequence[Recorded]) -> None:
    """Outcomes and wagers by table and gaming day."""
    venues = {_table_of(each.event.round_id): each.venue for each in recorded}
    _count_outcomes([each.event for each in recorded if isinstance(each.event, RoundSettled | RoundVoided)], venues)
    rounds = {row["id"]: dict(row) for row in RoundTally.objects.filter(id__in=venues).values()}
    sums: dict[Key, Row] = defaultdict(lambda: dict.fromkeys(("wagers", *SUMS), Fraction()))
    for round_id, events in _by_round(recorded):
        at = rounds.setdefault(_table_of(round_id), {"id": _table_of(round_id)})
        if isinstance(events[0], RoundOpened):
            at |= {"round": round_id, "book": events[0].book, "lying": "[]"}
        assert at["round"] == round_id, "the rounds of a table are settled one after the other"
        _add_round(at, [each for each in events if isinstance(each, Met)], sums)
    journal.write_rows(RoundTally, list(rounds.values()))
    _write_sums(sums, venues)


def _count_outcomes(ended: Sequence[RoundSettled | RoundVoided], venues: Mapping[str, str]) -> None:
    found = Counter(
        (each.round_id.rpartition(".")[0], each.outcome if isinstance(each, RoundSettled) else NO_RESULT) for each in ended
    )
    known = OutcomeTally.objects.in_bulk([f"{day} {outcome}" for day, outcome in found])
    rows = []
    for (day, outcome), rounds in found.items():
        id_ = f"{day} {outcome}"
        before = known[id_].rounds if id_ in known else 0
        rows.append({"id": id_, **_place(day, venues), "outcome": outcome, "rounds": before + rounds})
    journal.write_rows(OutcomeTally, rows)


def _by_round(recorded: Sequence[Recorded]) -> Iterator[tuple[RoundId, list[Any]]]:
    """The entries of each round together; the rounds of a table one after the other."""
    found: dict[RoundId, list[Any]] = defaultdict(list)
    for each in recorded:
        if not isinstance(each.event, RoundSettled | RoundVoided):
            found[each.event.round_id].append(each.event)
    yield from found.items()


def _add_round(at: Row, met: Sequence[Met], sums: dict[Key, Row]) -> None:
    """Add what a round has made of wagers, and by how much more its results spread with them."""
    book, day = at["book"], at["round"].rpartition(".")[0]
    before: Lying = {(wager, state): Fraction(stake) for wager, state, stake in json.loads(at["lying"])}
    after: Lying = dict(before)
    for event in met:
        where, stake = _lay(event, book)
        if where:
            after[where] = after.get(where, Fraction()) + stake
    for event in met:
        if isinstance(event, WagerSettled):
            _add_wager(sums[day, book, event.selection], event)
            _add_wager(sums[day, book, TOGETHER], event)
    for selection in {wager for wager, state in after if after[wager, state] != before.get((wager, state))}:
        more = spread.variance(book, _of(selection, after)) - spread.variance(book, _of(selection, before))
        sums[day, book, selection]["variance"] += more
    sums[day, book, TOGETHER]["variance"] += spread.variance(book, after) - spread.variance(book, before)
    at["lying"] = json.dumps([[wager, state, str(stake)] for (wager, state), stake in sorted(after.items())])


def _lay(event: Met, book: str) -> tuple[tuple[str, str] | None, Fraction]:
    """Where an outcome found a wager and how much of it took part; nowhere if it met no outcome."""
    if isinstance(event, WagerSettled):
        return (event.selection, event.state), event.figures.effective
    if event.met not in books.get(book).ways:
        return None, Fraction()
    return (event.selection, spread.found_in(book, event.selection, event.met, event.lying.state)), event.lying.effective


def _of(selection: str, lying: Lying) -> Lying:
    return {where: stake for where, stake in lying.items() if where[0] == selection}


def _add_wager(row: Row, event: WagerSettled) -> None:
    """One more wager that an outcome has decided; what lies above a maximum has no part in it."""
    figures = event.figures
    row["wagers"] += 1
    row["stakes"] += figures.effective
    row["commission"] += figures.commission - figures.commission_refunded
    row["paid"] += figures.winnings + figures.returned - (figures.stake_cents - figures.effective)
    row["rounding"] += figures.paid_cents - figures.winnings - figures.returned
    row["expected"] += figures.effective * spread.edge(event.book, event.selection)


def _write_sums(sums: Mapping[Key, Row], venues: Mapping[str, str]) -> None:
    known = WagerTally.objects.in_bulk([_id(key) for key in sums])
    rows = []
    for key, more in sums.items():
        day, book, selection = key
        so_far = known.get(_id(key))
        if so_far is None and not any(more.values()):
            continue
        added = {name: str((Fraction(getattr(so_far, name)) if so_far else 0) + more[name]) for name in SUMS}
        wagers = int(more["wagers"]) + (so_far.wagers if so_far else 0)
        rows.append({"id": _id(key), **_place(day, venues), "book": book, "selection": selection, "wagers": wagers, **added})
    journal.write_rows(WagerTally, rows)


def _id(key: Key) -> str:
    return " ".join(key)


def _place(day: str, venues: Mapping[str, str]) -> Row:
    """The table and the gaming day of `star.AC01.20261117`."""
    table, _, written = day.rpartition(".")
    return {"venue": venues[table], "table": table, "gaming_day": GamingDay.fromisoformat(written)}


def _table_of(round_id: RoundId) -> str:
    return round_id.rsplit(".", 2)[0]
