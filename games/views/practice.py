"""Practice terminals and seats in the browser, in the demo only: choose a table, sit down, play."""

from __future__ import annotations

from dataclasses import asdict

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from casino import edge
from casino.domain.powers import AC, CC, DF, IR, SB
from casino.pages import published as page
from casino.people import AskedBy, for_everybody, published
from casino.refusing import NotFound
from casino.templatetags.play import PIPS
from games import practice, practice_layout, practice_tables

CHIPS = (1, 5, 25, 100, 500)
NOTES = (20, 50, 100)
DRAWN = {AC: "craps", IR: "roulette", SB: "sicbo", DF: "dragonfire", CC: "crown"}
THROWN = 2  # dice at a dealer table


@published
@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """Which games can be practised."""
    _require_demo()
    books = {name: practice.book_of(name) for name in (*practice.TABLES, *practice_tables.DEALT)}
    told = [
        {
            "name": name,
            "game": practice.game_of(name),
            "book_id": book,
            "areas": len(practice_layout.areas(book)),
            "is_dealt": name in practice_tables.DEALT,
        }
        for name, book in books.items()
    ]
    return page(request, "games/practice.html", {"tables": told})


@for_everybody
@require_safe
@never_cache
def terminal(request: HttpRequest, table: str) -> HttpResponse:
    """The screen of a terminal: its layout from the book; the browser asks for everything else as the terminal it is."""
    _require_table(table)
    book, is_dealt = practice.book_of(table), table in practice_tables.DEALT
    context = {
        "table": table,
        "game": practice.game_of(table),
        "drawn": DRAWN[book],
        "dice": THROWN if is_dealt else practice.TABLES[table].dice,
        "is_dealt": is_dealt,
        "layout": practice_layout.layout_of(book),
        "faces": PIPS.items(),
        "chips": CHIPS,
        "notes": () if is_dealt else NOTES,
    }
    return render(request, "games/practice_terminal.html", context)


@for_everybody
@require_POST
def sit_down(request: AskedBy, table: str) -> HttpResponse:
    """A free terminal for this browser, with its key."""
    _require_table(table)
    return JsonResponse(asdict(practice.sit_down(table, request_id=edge.request_id(request))))


@for_everybody
@require_POST
def stand_up(request: AskedBy, table: str) -> HttpResponse:
    """The browser leaves its terminal to others."""
    _require_table(table)
    terminal, key_id = request.POST.get("terminal", ""), request.POST.get("key_id", "")
    practice.stand_up(terminal, key_id, request_id=edge.request_id(request))
    return HttpResponse(status=204)


def _require_demo() -> None:
    if not settings.IS_DEMO:
        raise NotFound("Games are practised in the demo only.")


def _require_table(table: str) -> None:
    _require_demo()
    if not practice.is_table(table):
        raise NotFound("There is no such practice table.")
