"""Tables: which there are, and each with its round, its sign, its dice, its players, and the story of all that."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from casino import as_at, authority_table, stories
from casino import selectors as ground
from casino.as_at import Moment
from casino.domain.instant import Instant
from casino.domain.parameters import Name
from casino.domain.powers import BOOK_LETTERS, BOOK_NAMES, Power
from casino.pages import page
from casino.people import AskedBy
from casino.refusing import NotFound
from casino.tables import table_of
from games import floor_told, selectors, signs_told, tables_told, told
from games.domain import naming, round_of_play, sign_clock, table
from games.domain.table import WITH_LOOSE_DICE, Table
from games.domain.vocabulary import TableId
from games.models import Round
from games.models import Table as Row
from games.views.filtering import group
from games.views.readers import require_reader
from games.views.results import may_read

LIST = "Tables"
LATEST, ROUNDS = 40, 10
KINDS = {"electronic": ~Q(book_id__in=WITH_LOOSE_DICE), "dealer": Q(book_id__in=WITH_LOOSE_DICE)}
STATES = {
    "open": Q(is_open=True, suspended=""),
    "suspended": ~Q(suspended=""),
    "closed": Q(is_open=False, suspended=""),
}


@require_safe
def tables(request: AskedBy) -> HttpResponse:
    """Which tables there are, and what is played at each."""
    require_reader(request)
    venue = request.person.venue
    plays, seats = {row.id: play for row, play in selectors.tables(venue)}, selectors.seats_taken(venue)
    table = table_of(
        request,
        _filtered(request),
        name=LIST,
        columns=[
            ("Name", "name"),
            ("Game", "book_id"),
            ("State", ""),
            ("Round", ""),
            ("Stage", ""),
            ("Point", ""),
            ("Players", ""),
            ("Closes at", "closes_at"),
        ],
        row=lambda each: _row(each, plays.get(each.id), len(seats.get(TableId(each.id), ()))),
        empty={"title": "No table matches.", "words": "Every table that is on the books of this venue stands here."},
    )
    context = {"table": table, "filters": _filters(request), "keeps": request.person.may(Power.KEEP_DEVICES)}
    return page(request, "games/table_list.html", context)


def _row(each: Row, play: Round | None, players: int) -> list[dict[str, Any]]:
    return [
        {"value": each.name, "url": reverse("table", args=[each.name])},
        {"value": BOOK_NAMES[each.book_id], "note": each.variant},
        tables_told.state(each),
        {"value": floor_told.label(play), "url": reverse("round", args=[play.id])} if play else {"value": "none"},
        tables_told.stage(play) if play else {"value": "no round"},
        {"value": str(each.point or "none"), "side": "figure"},
        {"value": str(players), "side": "figure"},
        {"value": told.at_time(Instant.of(each.closes_at)) if each.closes_at else "not announced"},
    ]


def _filtered(request: AskedBy) -> QuerySet[Row]:
    """The tables of this venue that the filters in the address let through."""
    asked = {name: request.GET.get(name, "").strip() for name in ("kind", "state", "book", "q")}
    rows = selectors.tables_of(request.person.venue)
    if asked["q"]:
        rows = rows.filter(name__icontains=asked["q"])
    if asked["book"]:
        rows = rows.filter(book_id=asked["book"])
    if asked["kind"] in KINDS:
        rows = rows.filter(KINDS[asked["kind"]])
    if asked["state"] in STATES:
        rows = rows.filter(STATES[asked["state"]])
    return rows


def _filters(request: AskedBy) -> dict[str, Any]:
    groups = {
        "kind": ("Kind", {"electronic": "Electronic", "dealer": "Dealer"}),
        "state": ("State", {"open": "Open", "suspended": "Suspended", "closed": "Closed"}),
        "book": ("Rule book", BOOK_LETTERS),
    }
    chosen = request.GET
    told_groups = [
        group(name, label, [("", "All"), *options.items()], chosen.get(name, "")) for name, (label, options) in groups.items()
    ]
    return {"groups": told_groups, "search": {"name": "q", "label": "Name", "value": request.GET.get("q", "").strip()}}


@require_safe
def one(request: AskedBy, name: str) -> HttpResponse:
    """One table: its round, its sign, its dice, its players, its last rounds, and the story of all but those."""
    require_reader(request)
    moment = as_at.moment(request)
    ref = table.at(naming.table_id(request.person.venue, name))
    state = as_at.state(ref, moment)
    if not state.id:
        raise NotFound(f"There is no table {name} at this venue{moment.words if moment else ''}.")
    context = {
        "name": name,
        "state": state,
        "stream": ref.stream,
        "venue_id": request.person.venue,
        "reads_results": may_read(request.person),
        "game": BOOK_NAMES[state.book_id],
        "chips": tables_told.chips(state),
        "is_past": moment is not None,
        **_round_now(request, state, moment),
        "suspended": tables_told.suspended(state),
        **_signs(request, state, moment),
        **_facts(state),
        **({} if moment else _present(request, state, name)),
        "rounds": tables_told.rounds(_last_rounds(state, moment)),
        "story": stories.latest_of([ref], moment, at_most=LATEST, without=told.OF_ROUNDS),
    }
    here = [(LIST, reverse("tables"))]
    return page(request, "games/table_detail.html", context, crumbs=here, as_at=moment.bar(request) if moment else None)


def _round_now(request: AskedBy, state: Table, moment: Moment | None) -> dict[str, Any]:
    """The round that is played, and where the table stands."""
    row = selectors.round_of_play(state.round) if state.round else None
    if row is None:
        return {"play": None, "standing": tables_told.standing_at(state)}
    is_past = moment is not None
    return {
        "play": row,
        "play_label": floor_told.label(row),
        "play_stage": None if is_past else tables_told.stage(row),
        "play_stream": round_of_play.at(state.round).stream,
        "countdown": None if is_past else tables_told.countdown(row, request.person.now),
        "standing": tables_told.standing_at(state),
    }


def _signs(request: AskedBy, state: Table, moment: Moment | None) -> dict[str, Any]:
    """What the sign says, what it announces and since when, and the limits of single players."""
    now = moment.instant if moment else request.person.now
    law = ground.limits(request.person.venue, now)
    change = sign_clock.of_change(state, minutes=law[Name.HIGHER_MINIMUM_NOTICE])
    closure = sign_clock.of_closure(state, minutes=law[Name.TABLE_CLOSING_NOTICE])
    by_change = authority_table.cited(Power.CHANGE_LIMITS, state.book_id)
    by_closing = authority_table.cited(Power.CLOSE_TABLE, state.book_id)
    announced = state.change.limits if state.change else {}
    return {
        "limits": signs_told.limits(state, state.limits, name="Limits"),
        "announced": signs_told.limits(state, announced, name="Limits announced", instead=state.limits),
        "change": change and signs_told.stood(change, now, rule=by_change),
        "holds_from": told.at_time(state.change.comes_at) if state.change else "",
        "closure": closure and signs_told.stood(closure, now, rule=by_closing),
        "closes": f"Closes at {told.at_time(state.closure.comes_at)}" if state.closure else "",
        "personal": _personal(request, state, is_past=moment is not None),
    }


def _personal(request: AskedBy, state: Table, *, is_past: bool) -> list[dict[str, Any]]:
    """The limits of single players, and for whoever may the way to end them."""
    may = request.person.may(Power.GRANT_PERSONAL_LIMITS, state.book_id) and not is_past
    name = told.short(state.id)
    return [
        {
            "seat": seat,
            "limits": signs_told.limits(state, own, name=f"Limits of {seat}"),
            "end": reverse("table-personal-end", args=[name, seat]) if may else "",
        }
        for seat, own in state.personal.items()
    ]


def _facts(state: Table) -> dict[str, Any]:
    return {"made_of": tables_told.made_of(state), "dice": tables_told.dice(state) if tables_told.has_dice(state) else []}


def _present(request: AskedBy, state: Table, name: str) -> dict[str, Any]:
    """What is there only now: the players, and what may be done."""
    person = request.person
    return {
        "players": selectors.seats(state.id),
        "on_personal": tables_told.on_players(person, state, name),
        "on_sign": tables_told.on_the_sign(person, state, name),
        "on_state": tables_told.on_the_state(person, state, name),
        "on_dice": tables_told.on_the_dice(person, state, name),
        "on_table": tables_told.on_the_table(person, state, name),
    }


def _last_rounds(state: Table, moment: Moment | None) -> list[Round]:
    """The rounds that came to their end last, by then."""
    plays = selectors.rounds_of(state.id).exclude(finished_at=None)
    return list((plays.filter(finished_at__lte=moment.instant) if moment else plays)[:ROUNDS])
