"""Ask the rule book what it makes of a wager: by touching dice and wheel, and the address is the question."""

from __future__ import annotations

from math import sqrt
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from casino.pages import published as page
from casino.people import published
from casino.refusing import NotFound
from games import answers, telling
from games.ask_forms import Choice, Circumstances, Touches, choices
from games.rules import books
from games.telling import NAMES


@published
@require_safe
def ask(request: HttpRequest) -> HttpResponse:
    """The question that the address is, its answer, and what may be touched next."""
    book_id, words = request.GET.get("book", "") or next(iter(books.BOOKS)), request.GET.get("q", "").strip()
    if book_id not in books.BOOKS:
        raise NotFound("There is no such rule book here.")
    found = choices(book_id, words)
    wager = _wager(book_id, request.GET.get("wager", ""), found)
    form = Circumstances(request.GET.dict(), book_id=book_id, wager=wager)
    answered = answers.answer(form.question()) if form.is_valid() else {}
    touches = Touches(request.GET, book_id, wager, form.cleaned_data.get("stake"))
    context = {
        "book_id": book_id,
        "name": NAMES[book_id],
        "wager": wager,
        "choices": found or choices(book_id, ""),
        "words": words,
        "is_found": bool(found),
        "form": form,
        "touches": touches,
        "books": touches.books(NAMES),
        "done": touches.done(answered.get("steps", ())),
        "line": next(each for each in telling.lines(book_id) if each.id == wager["id"]),
        **answered,
        **_cost(book_id, wager["id"], form),
    }
    return page(request, "games/ask.html", context, crumbs=[("Rule books", reverse("rules"))])


def _wager(book_id: str, wanted: str, found: list[Choice]) -> Any:
    """The wager that is asked about: the first that the words find, unless the wanted one is among them."""
    ids = [id_ for _, wagers in found for id_, _ in wagers]
    if wanted and telling.wager_of(book_id, wanted) is None:
        raise NotFound(f"{NAMES[book_id]} has no wager called {wanted}.")
    chosen = wanted if wanted in ids or (wanted and not ids) else next(iter(ids), "")
    return telling.wager_of(book_id, chosen) or telling.wager_of(book_id, telling.lines(book_id)[0].id)


def _cost(book_id: str, wager_id: str, form: Circumstances) -> dict[str, Any]:
    """What a stake as large loses on average, and how far results lie apart."""
    edge = next(each.edge for each in telling.lines(book_id) if each.id == wager_id)
    stake = form.cleaned_data.get("stake")
    return {
        "percent": telling.percent(edge.edge),
        "hits": telling.percent(edge.hit_frequency),
        "mean_loss": edge.edge * int(stake * 100) if stake else None,
        "deviation": f"{sqrt(float(edge.variance)):.2f}",
    }
