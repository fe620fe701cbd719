"""Rounds of play: which there were, and one with its stages, its outcome, every wager and why, its money and its meters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino import as_at, journal, stories
from casino import selectors as ground
from casino.as_at import Moment
from casino.domain.gaming_day import GamingDay
from casino.domain.powers import BOOK_NAMES
from casino.journal import Recorded
from casino.pages import page
from casino.people import AskedBy
from casino.refusing import NotFound
from casino.tables import table_of
from games import floor_told, round_told, selectors, told, waiting
from games.domain import position, round_of_play
from games.domain.events import NoRollCalled, ResultOverridden, RoundSettled, RoundVoided
from games.domain.position import Position
from games.domain.round_of_play import RoundOfPlay, Stage
from games.domain.vocabulary import PositionId, RoundId, TableId
from games.models import Round
from games.views import deciding
from games.views.filtering import group
from games.views.readers import require_reader

LIST = "Rounds of play"
WAGERS = 50  # on a page
PLACES = 25
LONGEST_POSITION = 18  # digits of a position of the log
ENTRIES = 100  # of one round: its stages and what people decided
STAGES = {
    "playing": [Stage.WAGERING, Stage.CLOSED, Stage.ENTERED, Stage.DECIDED, Stage.NO_RESULT],
    "waiting": [Stage.UNCERTAIN],
    "settled": [Stage.SETTLED],
    "without": [Stage.VOIDED],
}
UNDER_WAY = ("playing", "waiting")
WORDS = {"playing": "Being played", "waiting": "In doubt", "settled": "Settled", "without": "Without a result"}
KEYS = ({"names": ["[", "]"], "does": "the round before, the round after"},)


@require_safe
def rounds(request: AskedBy) -> HttpResponse:
    """Which rounds there were, the latest first."""
    require_reader(request)
    table = table_of(
        request,
        _filtered(request),
        name=LIST,
        columns=[
            ("Opened", "-opened_at"),
            ("Round", ""),
            ("Gaming day", ""),
            ("Game", ""),
            ("Stage", ""),
            ("Outcome", ""),
            ("Wagers", ""),
            ("Staked", ""),
            ("Paid", ""),
        ],
        row=_row,
        empty={"title": "No round matches.", "words": "Every round that was ever opened at this venue stands here."},
    )
    return page(request, "games/round_list.html", {"table": table, "filters": _filters(request)})


def _row(play: Round) -> list[dict[str, Any]]:
    shape, word = floor_told.stage(play)
    return [
        {"value": f"{timezone.localtime(play.opened_at):%d %b %Y, %H:%M:%S}"},
        {"value": floor_told.label(play), "url": reverse("round", args=[play.id])},
        {"value": f"{play.gaming_day:%d %b %Y}"},
        {"value": BOOK_NAMES[play.book.partition("@")[0]]},
        {"kind": "chip", "shape": shape, "value": word},
        {"value": told.shown(play.outcome) if play.outcome else "none", "note": "put right" if play.is_corrected else ""},
        _figure("", play.wagers),
        _figure("money", play.wagered_cents),
        _figure("money", play.paid_cents),
    ]


def _figure(kind: str, value: int | None) -> dict[str, Any]:
    return {"value": "not yet", "side": "figure"} if value is None else {"kind": kind, "value": value, "side": "figure"}


def _filtered(request: AskedBy) -> QuerySet[Round]:
    """The rounds of this venue that the filters in the address let through."""
    venue = request.person.venue
    asked = {name: request.GET.get(name, "").strip() for name in ("table", "day", "stage")}
    rows = selectors.rounds(venue)
    if asked["table"]:
        rows = rows.filter(table=f"{venue}.{asked['table']}")
    if day := _day(asked["day"]):
        rows = rows.filter(gaming_day=day)
    if asked["stage"] in STAGES:
        rows = rows.filter(stage__in=STAGES[asked["stage"]])
    if asked["stage"] in UNDER_WAY:
        rows = rows.filter(finished_at=None)  # which the index of rounds under way needs
    return rows


def _day(given: str) -> GamingDay | None:
    """A gaming day as it stands in the address; what is none filters nothing."""
    try:
        return GamingDay.fromisoformat(given)
    except ValueError:
        return None


def _filters(request: AskedBy) -> dict[str, Any]:
    names = [row.name for row, _ in selectors.tables(request.person.venue)]
    day = _day(request.GET.get("day", "").strip())
    return {
        "groups": [
            group("stage", "Stage", [("", "All"), *WORDS.items()], request.GET.get("stage", "")),
            group("table", "Table", [("", "All"), *((name, name) for name in names)], request.GET.get("table", "")),
        ],
        "day": day or ground.gaming_day(request.person.venue, request.person.now),
        "set": [{"name": "day", "label": "Gaming day", "value": f"{day:%d %b %Y}"}] if day else [],
    }


@require_safe
def one(request: AskedBy, round_id: str) -> HttpResponse:
    """One round: what fell, who wagered what, what each was paid and why."""
    require_reader(request)
    person, moment = request.person, as_at.moment(request)
    row = selectors.rounds(person.venue).filter(id=round_id).first()
    if row is None:
        raise NotFound("There is no such round at this venue.")
    ref = round_of_play.at(RoundId(row.id))
    history = journal.latest(ref, at_most=ENTRIES, at=moment.instant if moment else None)
    if not history:
        raise NotFound(f"There was no such round at this venue{moment.words if moment else ''}.")
    play = round_of_play.AGGREGATE.fold(round_of_play.AGGREGATE.start, [each.event for each in history])
    before, after = selectors.beside(row)
    table = row.table.rpartition(".")[2]
    context = {
        "name": floor_told.label(row),
        "play": play,
        "row": row,
        "table_name": table,
        "is_past": moment is not None,
        "stage": _stage(play, row),
        "game": BOOK_NAMES[play.book_id],
        "stages": round_told.stages(history),
        "outcome": round_told.outcome(play, _deciding(history)),
        "notices": _notices(request, play, history, is_past=moment is not None),
        "layout": round_told.layout(play.layout) if play.layout else [],
        "story": stories.tell(reversed(history)),
        "before": before,
        "after": after,
        "round_actions": [] if moment else deciding.actions(request, play),
        "live": ref.stream,
        "live_wagers": ref.stream if round_of_play.is_over(play) else f"position {ref.stream}",
        **_wagers(request, play, history, moment),
    }
    crumbs = [(LIST, reverse("rounds")), (table, f"{reverse('rounds')}?table={table}")]
    bar = moment.bar(request) if moment else None
    return page(request, "games/round_detail.html", context, crumbs=crumbs, as_at=bar, keys=KEYS)


def _stage(play: RoundOfPlay, row: Round) -> tuple[str, str]:
    row.stage, row.why = play.stage, play.doubt
    return floor_told.stage(row)


def _deciding(history: Sequence[Recorded]) -> Recorded | None:
    """What decided the outcome last."""
    return next((each for each in reversed(history) if isinstance(each.event, round_told.DECIDING)), None)


def _notices(request: AskedBy, play: RoundOfPlay, history: Sequence[Recorded], *, is_past: bool) -> list[dict[str, Any]]:
    """What stands above the page: that it waits and for whom, who has decided otherwise, why it has no result."""
    notices = [notice for each in history if (notice := _notice(each))]
    if play.stage is Stage.UNCERTAIN:
        waits = [] if is_past else waiting.rounds(request.person.venue, request.person.now)
        wait = next((each for each in waits if each.round_id == play.id), None)
        words = f"{wait.words} Rule {wait.rule}." if wait else "The round and all its wagers wait."
        notices.append({"tone": "stop", "shape": "refused", "strong": f"{play.doubt.capitalize()}.", "words": words})
    return notices


def _notice(recorded: Recorded) -> dict[str, Any] | None:
    match recorded.event:
        case ResultOverridden(wrong=wrong, outcome=outcome, reason=reason, overridden_by=by):
            strong = f"{told.shown(wrong)} was recorded; the actual outcome is {told.shown(outcome)}."
        case NoRollCalled(ground=reason, called_by=by):
            strong = "This round has no result."
        case _:
            return None
    name = ground.names_of([by])[by]
    words = f"{reason[:1].upper()}{reason[1:]}. {', '.join(recorded.event.rule)}."
    note = f"{name}, {timezone.localtime(recorded.recorded_at):%H:%M:%S}"
    return {"tone": "warn", "shape": "waits", "strong": strong, "words": words, "note": note}


def _wagers(request: AskedBy, play: RoundOfPlay, history: Sequence[Recorded], moment: Moment | None) -> dict[str, Any]:
    """What became of the wagers once the round is over; until then how they lie."""
    ended = history[-1] if isinstance(history[-1].event, RoundSettled | RoundVoided) else None
    return _ended(request, play, ended) if ended else _lying(request, play, moment)


def _ended(request: AskedBy, play: RoundOfPlay, ended: Recorded) -> dict[str, Any]:
    given = request.GET.get("after", "")
    after = int(given) if len(given) <= LONGEST_POSITION and given.isascii() and given.isdigit() else 0
    written = journal.written_with(ended)
    met = journal.together(written, of=round_told.MET, after=min(after, written.last), at_most=WAGERS + 1)
    shown, totals = met[:WAGERS], ended.event.totals
    groups = round_told.wagers(shown, round_told.book_of(play))
    is_whole = len(met) <= WAGERS and not after
    total = round_told.sum_of(groups)
    places = dict.fromkeys(each.event.position for each in shown)
    return {
        "groups": groups,
        "total": total,
        "totals": totals,
        "is_whole": is_whole,
        "agrees": is_whole and round_told.agrees(totals, total),
        "money": round_told.money(totals),
        "meters": round_told.meters(play, written, places, request.person.venue),
        "page": {
            "count": f"{len(shown)} of {totals.settled + totals.carried:,} wagers",
            "after": shown[-1].position if len(met) > WAGERS else "",
            "is_further_on": bool(after),
        },
    }


def _counted(wagers: int, *, is_whole: bool) -> str:
    return f"{wagers} wager{'' if wagers == 1 else 's'}{'' if is_whole else ' on this page'}"


def _lying(request: AskedBy, play: RoundOfPlay, moment: Moment | None) -> dict[str, Any]:
    """The wagers as they lie, place by place."""
    given = request.GET.get("after", "")
    found = selectors.positions_of(TableId(play.table), after=given, at_most=PLACES + 1)
    refs = [position.AGGREGATE.at(each) for each in found[:PLACES]]
    states: Mapping[Any, Position] = journal.states_at(refs, moment.instant) if moment else journal.states(refs)
    lies = [round_told.lying(PositionId(ref.id), states[ref].wagers.values(), play.id) for ref in refs if ref in states]
    return {
        "lies": [each for each in lies if each["wagers"]],
        "page": {
            "count": _counted(sum(len(each["wagers"]) for each in lies), is_whole=len(found) <= PLACES and not given),
            "after": told.short(found[PLACES - 1]) if len(found) > PLACES else "",
            "is_further_on": bool(given),
        },
    }
