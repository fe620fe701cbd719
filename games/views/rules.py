"""The rule books as everybody may read them: the shelf, a book, a wager, a rule, our readings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from casino.domain.powers import BOOK_LETTERS, GRANTS
from casino.finding import matches
from casino.pages import published as page
from casino.people import published
from casino.refusing import NotFound
from games import answers, telling
from games.domain.setting import cite
from games.forms import AskForm
from games.rules import books, citations
from games.rules.citations import BOOK_OF, table_of
from games.rules.readings import EVERY_BOOK, Reading, readings
from games.telling import NAMES, WagerLine
from games.views.filtering import group

PAGE = 50
SHELF = ("Rule books", "/rules/")
ROLLS = {"one": "next outcome", "multi": "several rolls"}
ORDERS: dict[str, Callable[[WagerLine], Any]] = {
    "name": lambda line: line.name.casefold(),
    "rule": lambda line: citations.order_of(line.rule.partition(" ")[0]),
    "edge": lambda line: line.edge.edge,
    "hits": lambda line: line.edge.hit_frequency,
}


@published
@require_safe
def shelf(request: HttpRequest) -> HttpResponse:
    """The five books as approved, and the hash of what settles by them."""
    told = [
        {
            "id": book_id,
            "name": NAMES[book_id],
            "short": BOOK_LETTERS[book_id],
            "table": table_of(book_id),
            "version": books.compiled(book_id).version,
            "sha256": books.compiled(book_id).sha256,
            "wagers": len(table_of(book_id)["wagers"]),
            "ordered_on": telling.day(table_of(book_id)["ordered_on"]),
        }
        for book_id in books.BOOKS
    ]
    return page(request, "games/shelf.html", {"books": told, "readings": len(readings())})


@published
@require_safe
def book(request: HttpRequest, book_id: str) -> HttpResponse:
    """The wagers of one book, with odds, exact edge and hit frequency."""
    _require_book(book_id)
    words, rolls = request.GET.get("q", "").strip(), request.GET.get("rolls", "")
    found = [line for line in telling.lines(book_id) if _is_wanted(line, book_id, words, rolls)]
    sort = request.GET.get("sort", "")
    if sort.removeprefix("-") in ORDERS:
        found.sort(key=ORDERS[sort.removeprefix("-")], reverse=sort.startswith("-"))
    context = {
        "name": NAMES[book_id],
        "table": _wagers(book_id, *_part(request, found)),
        "book": table_of(book_id),
        "book_id": book_id,
        "facts": _facts(book_id),
        "rules": list(citations.rules(book_id).values()),
        "filters": {
            "groups": [
                group("rolls", "Decided by", [("", "All"), *((key, word.capitalize()) for key, word in ROLLS.items())], rolls)
            ],
            "search": {"name": "q", "label": "Wager, id or rule", "value": words},
        },
    }
    return page(request, "games/book.html", context, crumbs=[SHELF])


@published
@require_safe
def wager(request: HttpRequest, book_id: str, wager_id: str) -> HttpResponse:
    """One wager: every state and clause, what may be done with it, and what the book says to a question."""
    _require_book(book_id)
    data = telling.wager_of(book_id, wager_id)
    if data is None:
        raise NotFound(f"{NAMES[book_id]} has no wager called {wager_id}.")
    line = next(each for each in telling.lines(book_id) if each.id == wager_id)
    form = AskForm(request.GET if "stake" in request.GET else None, book_id=book_id, wager=data)
    context = {
        "name": NAMES[book_id],
        "book_id": book_id,
        "wager": data,
        "line": line,
        "facts": _wager_facts(book_id, line),
        "states": telling.states(book_id, data),
        "permits": telling.permits(data),
        "grounds": telling.grounds(book_id, wager_id),
        "readings": [readings()[each] for each in line.readings],
        "form": form,
        "answered": answers.answer(form.question()) if form.is_bound and form.is_valid() else None,
    }
    return page(request, "games/wager.html", context, crumbs=[SHELF, (NAMES[book_id], reverse("rules-book", args=[book_id]))])


@published
@require_safe
def rule(request: HttpRequest, book_id: str, number: str) -> HttpResponse:
    """One rule: what it says in a few words, and all that rests on it."""
    _require_book(book_id)
    known = citations.rules(book_id).get(number)
    if known is None:
        raise NotFound(f"No rule {BOOK_LETTERS[book_id]} {number} is listed or at work here.")
    names = {line.id: line.name for line in telling.lines(book_id)}
    context = {
        "name": NAMES[book_id],
        "book_id": book_id,
        "rule": known,
        "wagers": [{"id": each, "name": names[each], "does": ", ".join(sorted(does))} for each, does in known.wagers.items()],
        "readings": [readings()[each] for each in known.readings],
    }
    return page(request, "games/rule.html", context, crumbs=[SHELF, (NAMES[book_id], reverse("rules-book", args=[book_id]))])


@published
@require_safe
def reading_list(request: HttpRequest) -> HttpResponse:
    """Where the books are silent, doubtful or wrong, and how we read them."""
    words, book_id, state = (request.GET.get(name, "").strip() for name in ("q", "book", "state"))
    found = [
        each
        for each in readings().values()
        if book_id in ("", each.book)
        and state in ("", _state(each))
        and matches(words, each.id, each.title, each.text, each.rule)
    ]
    shelves = [("", "All"), *NAMES.items(), (EVERY_BOOK, "Every book")]
    states = [("", "All"), ("contested", "Contested"), ("settled", "Settled")]
    filters = {
        "groups": [group("book", "Book", shelves, book_id), group("state", "State", states, state)],
        "search": {"name": "q", "label": "Words or id", "value": words},
    }
    return page(request, "games/readings.html", {"found": found, "filters": filters}, crumbs=[SHELF])


@published
@require_safe
def reading(request: HttpRequest, reading_id: str) -> HttpResponse:
    """One reading, and what rests on it."""
    known = readings().get(reading_id.upper())
    if known is None:
        raise NotFound(f"There is no reading {reading_id}.")
    short, _, number = known.rule.partition(" ")
    context = {
        "reading": known,
        "book": NAMES.get(known.book, "Every book"),
        "rule_url": reverse("rules-rule", args=[BOOK_OF[short], number]) if number in citations.rules(BOOK_OF[short]) else "",
        "wagers": [
            {"book": NAMES[book_id], "book_id": book_id, "id": wager_id, "name": telling.wager_of(book_id, wager_id)["name"]}  # type: ignore[index]
            for book_id, wager_id in citations.cited_by(known.id)
        ],
        "grounds": [
            {"book": NAMES[book_id], "event": event.replace("_", " ").capitalize()}
            for book_id in books.BOOKS
            for event, ground in table_of(book_id)["grounds"].items()
            if known.id in ground["readings"]
        ],
        "powers": sorted(
            {
                power.value.capitalize()
                for power, grants in GRANTS.items()
                for each in grants.values()
                for grant in each
                if known.id in grant.readings
            }
        ),
    }
    return page(request, "games/reading.html", context, crumbs=[SHELF, ("Readings", reverse("rules-readings"))])


def _require_book(book_id: str) -> None:
    if book_id not in books.BOOKS:
        raise NotFound("There is no such rule book here.")


def _is_wanted(line: WagerLine, book_id: str, words: str, rolls: str) -> bool:
    return rolls in ("", line.rolls) and matches(words, line.name, line.id, cite(book_id, line.rule))


def _part(request: HttpRequest, found: Sequence[WagerLine]) -> tuple[Sequence[WagerLine], dict[str, Any]]:
    """Fifty of them, from where the address says."""
    given = request.GET.get("after") or request.GET.get("before", "")
    start = min(int(given), len(found)) if given.isascii() and given.isdigit() and len(given) < len("100000") else 0
    part = found[start : start + PAGE]
    further = start + PAGE
    return part, {
        "from": start + 1,
        "to": start + len(part),
        "of": len(found),
        "before": str(start - PAGE) if start >= PAGE else "",
        "after": str(further) if further < len(found) else "",
        "is_further_on": start > 0,
    }


def _wagers(book_id: str, part: Sequence[WagerLine], place: dict[str, Any]) -> dict[str, Any]:
    columns = [("Wager", "name"), ("Rule", "rule"), ("Decided by", ""), ("Pays", ""), ("Odds rule", "")]
    return {
        "name": f"Wagers of {NAMES[book_id]}",
        "columns": [
            *({"label": label, "kind": "text", "sort": sort} for label, sort in columns),
            {"label": "Edge", "kind": "figure", "sort": "edge"},
            {"label": "Hits", "kind": "figure", "sort": "hits"},
        ],
        "rows": [{"cells": _cells(book_id, line)} for line in part],
        "page": place,
        "empty": {"title": "No wager matches.", "words": "Every wager the book permits stands here."},
    }


def _cells(book_id: str, line: WagerLine) -> list[dict[str, Any]]:
    return [
        {"value": line.name, "url": reverse("rules-wager", args=[book_id, line.id]), "note": line.id},
        {"value": cite(book_id, line.rule), "url": _rule_url(book_id, line.rule)},
        {"value": ROLLS[line.rolls]},
        {"value": line.odds},
        {"value": cite(book_id, line.odds_rule), "url": _rule_url(book_id, line.odds_rule)},
        {"value": telling.percent(line.edge.edge), "note": str(line.edge.edge), "side": "figure"},
        {"value": telling.percent(line.edge.hit_frequency), "note": str(line.edge.hit_frequency), "side": "figure"},
    ]


def _facts(book_id: str) -> list[dict[str, Any]]:
    table = table_of(book_id)
    return [
        {"label": "Title", "value": table["title"]},
        {"label": "Approved by", "value": table["approved_by"]},
        {"label": "Order of", "value": telling.day(table["ordered_on"]), "note": f"in force {table['effective_on']}"},
        {"label": "Version", "value": books.compiled(book_id).version, "decides": True},
    ]


def _wager_facts(book_id: str, line: WagerLine) -> list[dict[str, Any]]:
    return [
        {"label": "Defined by", "value": cite(book_id, line.rule), "url": _rule_url(book_id, line.rule)},
        {"label": "Pays", "value": line.odds, "note": cite(book_id, line.odds_rule)},
        {"label": "Edge", "value": telling.percent(line.edge.edge), "note": f"exactly {line.edge.edge}", "decides": True},
        {
            "label": "Hits",
            "value": telling.percent(line.edge.hit_frequency),
            "note": f"exactly {line.edge.hit_frequency}",
        },
        {"label": "Decided by", "value": ROLLS[line.rolls]},
    ]


def _rule_url(book_id: str, rule: str) -> str:
    return reverse("rules-rule", args=[book_id, rule.partition(" ")[0]])


def _state(each: Reading) -> str:
    return "contested" if each.is_contested else "settled"
