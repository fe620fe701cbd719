"""Results and hold over gaming days against theory: all tables, one table, or all tables of one game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import accumulate
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from casino import selectors as ground
from casino.domain.powers import BOOK_LETTERS, Power
from casino.pages import page
from casino.people import AskedBy, require
from casino.refusing import NotFound
from casino.sessions import Person
from casino.templatetags.charts import Reading
from games import results, telling
from games.domain import chance
from games.models import Table
from games.results import Sums
from games.results_forms import PeriodForm
from games.rules import books
from games.tallies import NO_RESULT
from games.telling import NAMES

READERS = (Power.CHANGE_LIMITS, Power.INVALIDATE_OUTCOME, Power.HEAR_COMPLAINT)
CRUMB = ("Results and hold", "/results/")
SURE = 0.05
FEWEST = 0.001  # below which a p-value is not written out


@require_safe
def overview(request: AskedBy) -> HttpResponse:
    """Every table and every game of the venue over some gaming days."""
    _require_reader(request)
    form, first, last = _period(request)
    tables = _tables(request)
    sums, outcomes = results.by_table(request.person.venue, first, last), results.outcomes(request.person.venue, first, last)
    by_game: dict[str, list[Table]] = {}
    for table in tables:
        by_game.setdefault(table.book_id, []).append(table)
    span = request.GET.urlencode()
    context = {
        "tables": [_line(table.name, _url("results-table", table.name, span), [table], sums, outcomes) for table in tables],
        "games": [
            _line(NAMES[book_id], _url("results-game", book_id, span), of_game, sums, outcomes)
            for book_id, of_game in by_game.items()
        ],
        **_told(form),
    }
    return page(request, "games/results.html", context)


@require_safe
def table(request: AskedBy, name: str) -> HttpResponse:
    """One table."""
    _require_reader(request)
    found = next((each for each in _tables(request) if each.name == name), None)
    if found is None:
        raise NotFound(f"There is no table {name} here.")
    return _detail(request, f"{found.name}, {NAMES[found.book_id]}", found.book_id, [found])


@require_safe
def game(request: AskedBy, book_id: str) -> HttpResponse:
    """All tables of one game together."""
    _require_reader(request)
    found = [each for each in _tables(request) if each.book_id == book_id]
    if not found:
        raise NotFound("No table of that game is on the books here.")
    return _detail(request, f"{NAMES[book_id]}, {len(found)} table{'s' if len(found) > 1 else ''}", book_id, found)


def _detail(request: AskedBy, heading: str, book_id: str, tables: Sequence[Table]) -> HttpResponse:
    form, first, last = _period(request)
    venue, ids = request.person.venue, [table.id for table in tables]
    all_sums, all_outcomes = results.by_table(venue, first, last, ids), results.outcomes(venue, first, last, ids)
    days = results.together(all_sums.get(id_, {}) for id_ in ids)
    counted = _counted(ids, all_outcomes)
    whole = sum(days.values(), Sums())
    of_days: dict[date, Counter[str]] = {}
    for id_ in ids:
        for day, counts in all_outcomes.get(id_, {}).items():
            of_days[day] = of_days.get(day, Counter()) + counts
    context = {
        "heading": heading,
        "whole": _figures(whole) if whole.stakes else None,
        "readings": _readings(days),
        "days": _days(days, of_days, [table.name for table in tables]),
        "wagers": _wagers(book_id, results.by_selection(ids, first, last)),
        "outcomes": _outcomes(book_id, counted),
        **_told(form),
    }
    return page(request, "games/results_detail.html", context, crumbs=[CRUMB])


def may_read(person: Person) -> bool:
    """Whether somebody manages a floor, or looks after who does."""
    return any(person.may_somewhere(power) for power in READERS)


def _require_reader(request: AskedBy) -> None:
    """Refuse to whoever manages no floor; every one who does sees the same figures."""
    if not may_read(request.person):
        require(request, Power.CHANGE_LIMITS, book=next(iter(BOOK_LETTERS)))


def _period(request: AskedBy) -> tuple[PeriodForm, date, date]:
    form = PeriodForm(request.GET.dict(), today=ground.gaming_day(request.person.venue, request.person.now))
    return form, *form.days


def _told(form: PeriodForm) -> dict[str, Any]:
    first, last = form.days
    return {"period": form, "first": first, "last": last, "position": results.rests_on()}


def _tables(request: AskedBy) -> list[Table]:
    return list(Table.objects.filter(venue=request.person.venue).order_by("name"))


def _url(page_name: str, of: str, span: str) -> str:
    return reverse(page_name, args=[of]) + (f"?{span}" if span else "")


def _counted(ids: Collection[str], outcomes: Mapping[str, Mapping[date, Counter[str]]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for id_ in ids:
        for counts in outcomes.get(id_, {}).values():
            found.update(counts)
    return found


def _line(
    name: str,
    url: str,
    tables: Sequence[Table],
    sums: Mapping[str, Mapping[date, Sums]],
    outcomes: Mapping[str, Mapping[date, Counter[str]]],
) -> dict[str, Any]:
    ids, book_id = [table.id for table in tables], tables[0].book_id
    counted = _counted(ids, outcomes)
    whole = sum((each for id_ in ids for each in sums.get(id_, {}).values()), Sums())
    fit = results.fit(book_id, counted)
    return {
        "name": name,
        "url": url,
        "game": NAMES[book_id],
        "count": len(tables),
        "rounds": counted.total(),
        "fit": _p(fit.p) if fit else "",
        "is_unlike": fit is not None and fit.p < SURE,
        "figures": _figures(whole) if whole.stakes else None,
    }


def _figures(sums: Sums) -> dict[str, Any]:
    """What stands of sums on a page."""
    return {
        "wagers": sums.wagers,
        "stakes": sums.stakes,
        "commission": sums.commission,
        "paid": sums.paid,
        "win": sums.win,
        "rounding": sums.rounding,
        "expected": round(sums.expected),
        "hold": _percent(sums.hold),
        "theory": _percent(sums.theory),
        "reading": _reading("", sums),
        "p": _p(sums.p),
        "is_outside": sums.is_outside,
    }


def _reading(at: str, sums: Sums) -> Reading:
    return {
        "at": at,
        "low": sums.theory - sums.half_band,
        "theory": sums.theory,
        "high": sums.theory + sums.half_band,
        "actual": sums.hold,
    }


def _readings(days: Mapping[date, Sums]) -> list[Reading]:
    """The hold from the first gaming day up to each."""
    so_far = accumulate(days.values())
    return [_reading(f"{day:%-d %b}", sums) for day, sums in zip(days, so_far, strict=True) if sums.stakes]


def _days(days: Mapping[date, Sums], outcomes: Mapping[date, Counter[str]], tables: Sequence[str]) -> list[dict[str, Any]]:
    """Each gaming day by itself; at one table its rounds open."""
    return [
        {
            "day": day,
            "url": f"/rounds/?{urlencode({'table': tables[0], 'day': day})}" if len(tables) == 1 else "",
            "rounds": outcomes.get(day, Counter()).total(),
            "figures": _figures(days[day]) if day in days and days[day].stakes else None,
        }
        for day in sorted({*days, *outcomes}, reverse=True)
    ]


def _wagers(book_id: str, sums: Mapping[str, Sums]) -> dict[str, Any]:
    """Each selection, in the order of the book, with what its p-value is worth among so many."""
    lines = [line for line in telling.lines(book_id) if line.id in sums]
    ps = chance.adjusted([sums[line.id].p or 1.0 for line in lines])
    rows = [
        {"line": line, "url": reverse("rules-wager", args=[book_id, line.id]), "adjusted": _p(p), **_figures(sums[line.id])}
        for line, p in zip(lines, ps, strict=True)
    ]
    return {"book_id": book_id, "rows": rows, "false_alarms": f"{100 * (1 - (1 - SURE) ** len(rows)):.0f} %"}


def _outcomes(book_id: str, counted: Counter[str]) -> dict[str, Any] | None:
    """How often each total or number came, and how often it should have come."""
    seen, ways = results.seen(counted), results.ways(book_id)
    rounds, all_ways = seen.total(), sum(ways.values())
    if not rounds:
        return None
    fit = results.fit(book_id, counted)
    return {
        "is_dice": bool(books.current(book_id).dice),
        "readings": [_frequency(number, seen[number], rounds, Fraction(way, all_ways)) for number, way in ways.items()],
        "rounds": rounds,
        "without": counted[NO_RESULT],
        "fit": fit,
        "p": _p(fit.p) if fit else "",
        "is_unlike": fit is not None and fit.p < SURE,
    }


def _frequency(number: int, count: int, rounds: int, part: Fraction) -> Reading:
    expected = rounds * part
    half = chance.half_band(rounds * part * (1 - part))
    return {
        "at": str(number),
        "low": max(expected - half, Fraction()),
        "theory": expected,
        "high": expected + half,
        "actual": Fraction(count),
    }


def _percent(value: Fraction) -> str:
    return f"{float(value):.2f} %".replace("-", "\u2212")


def _p(p: float | None) -> str:
    """A p-value to three places."""
    if p is None:
        return ""
    return f"below {FEWEST}" if p < FEWEST else f"{p:.3f}"
