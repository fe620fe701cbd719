"""Lists of read models as tables: order, filters and place stay in the address; pages go by cursor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.db.models import F, Model, Q, QuerySet
from django.http import HttpRequest

M = TypeVar("M", bound=Model)
PAGE = 50
FIGURE = "figure"  # the side of a cell that stands at the right, with its column head
Columns = Sequence[tuple[str, str]]


def table_of(
    request: HttpRequest,
    rows: QuerySet[M],
    *,
    name: str,
    columns: Columns,
    row: Callable[[M], list[dict[str, Any]]],
    empty: dict[str, Any],
    look_up: Callable[[Sequence[M]], None] = lambda _: None,
) -> dict[str, Any]:
    """A page of a list. A column names what it orders by, if it orders, the first one at once; the primary key decides.

    What the rows of the page need to be shown is looked up for all of them at once.
    """
    orders = [order for _, order in columns if order]
    wanted = request.GET.get("sort", "")
    if wanted.removeprefix("-") not in {order.removeprefix("-") for order in orders}:
        wanted = orders[0]
    field = wanted.removeprefix("-")
    is_down = wanted.startswith("-")
    found = rows.order_by(
        F(field).desc(nulls_last=True) if is_down else F(field).asc(nulls_first=True), "-pk" if is_down else "pk"
    )
    after = request.GET.get("after", "")
    if after:
        found = _beyond(found, rows.filter(pk=after).first(), field, is_down=is_down)
    page = list(found[: PAGE + 1])
    look_up(page[:PAGE])
    shown = [{"cells": row(each), "key": each.pk} for each in page[:PAGE]]
    figures = {place for each in shown for place, cell in enumerate(each["cells"]) if cell.get("side") == FIGURE}
    return {
        "name": name,
        "columns": [
            {"label": label, "kind": FIGURE if place in figures else "text", "sort": order.removeprefix("-")}
            for place, (label, order) in enumerate(columns)
        ],
        "rows": shown,
        "page": {"count": len(page[:PAGE]), "after": page[PAGE - 1].pk if len(page) > PAGE else "", "is_further_on": bool(after)},
        "empty": empty,
    }


def _beyond(found: QuerySet[M], last: M | None, field: str, *, is_down: bool) -> QuerySet[M]:
    """What comes after a row in this order; all, if the row is gone."""
    if last is None:
        return found
    value = getattr(last, field)
    way = "lt" if is_down else "gt"
    tie = Q(**{f"{field}__isnull": True} if value is None else {field: value}, **{f"pk__{way}": last.pk})
    if value is None:
        return found.filter(tie if is_down else tie | Q(**{f"{field}__isnull": False}))
    further = Q(**{f"{field}__{way}": value})
    return found.filter(further | tie | Q(**{f"{field}__isnull": True}) if is_down else further | tie)
