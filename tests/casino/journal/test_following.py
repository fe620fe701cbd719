from __future__ import annotations

import pytest

from casino.journal.following import follow
from tests.casino import tally
from tests.databases import Database
from tests.factories import OriginFactory, open_star


def _add(times: int) -> None:
    tally.fill(tallies=["t1"], times=times, origin=OriginFactory.build())


def test_a_follower_gets_every_entry_once_and_goes_on_where_it_stopped(committed: Database) -> None:
    open_star()
    _add(3)
    assert [each.version for batch in follow("f1") for each in batch] == [1, 1, 2, 3]
    assert list(follow("f1")) == []
    _add(2)
    assert [each.version for batch in follow("f1", types=[tally.CentsAdded.type_name]) for each in batch] == [4, 5]


def test_a_follower_that_fails_gets_the_same_batch_again(committed: Database) -> None:
    open_star()
    for batch in follow("f1"):
        with pytest.raises(ZeroDivisionError):
            _ = len(batch) / 0
        break
    assert [len(batch) for batch in follow("f1")] == [1]
