"""One's own page, and the table of powers: what a person may do, and under which rule."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from casino import authority_table
from casino.pages import page
from casino.people import AskedBy


@require_safe
def me(request: AskedBy) -> HttpResponse:
    """What I may do, under which rule, and for whom I may act."""
    person = request.person
    return page(
        request,
        "casino/me.html",
        {"duties": authority_table.duties(person.member), "powers": authority_table.of(person.member)},
    )


@require_safe
def authority(request: AskedBy) -> HttpResponse:
    """The whole table of powers, book by book, for anyone who asks why."""
    table: dict[str, Any] = authority_table.whole()
    return page(request, "casino/authority.html", {"table": table})
