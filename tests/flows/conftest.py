from __future__ import annotations

from collections.abc import Iterator

import pytest

from casino import selectors


@pytest.fixture(autouse=True)
def _fresh_calendars() -> Iterator[None]:
    """No story sees the calendar or the law of another's venue."""
    selectors.forget()
    yield
    selectors.forget()
