"""What people decide about a round: shown first with what it would make of the wagers, and then done exactly so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from casino import edge, journal
from casino.domain.money import Cents, dollars
from casino.domain.refusals import Refusal
from casino.forms import RehearsedForm
from casino.journal import Origin
from casino.pages import page
from casino.people import AskedBy, require
from casino.refusing import NotFound
from casino.sentences import title_of
from games import floor_told, selectors, services
from games.deciding_forms import GroundForm, LateChangeForm, OverrideForm, ShownForm
from games.domain import decidable, foreseeing, naming, round_of_play
from games.domain.decidable import Decision
from games.domain.foreseeing import RETURNED, STAYS, Lies, Share
from games.domain.round_of_play import RoundOfPlay
from games.domain.vocabulary import RoundId, TableId
from games.models import Round
from games.names import wager_name
from games.powers_told import standing, under
from games.rules import books
from games.told import at_time, shown

Facts = list[dict[str, Any]]
OFFERED: Mapping[Decision, tuple[str, str, str]] = {
    Decision.NO_RESULT: (
        "round-no-result",
        "Declare no result",
        "on a ground of the book; what becomes of the wagers is shown first",
    ),
    Decision.DETERMINE: ("round-determine", "Say what is shown", "the outcome is in doubt, and the round waits for it"),
    Decision.OVERRIDE: ("round-override", "Override the result", "by the actual outcome, before the round is settled"),
    Decision.LATE_CHANGE: ("round-late-change", "Let a late change in", "begun in time, where refusing it would be unfair"),
}
DOES = {"win": "win", "lose": "lose", "draw": "draw", RETURNED: "go back", STAYS: "stay for the next round"}


@dataclass(frozen=True)
class Deciding:
    """A round about which somebody decides."""

    play: RoundOfPlay
    row: Round
    decision: Decision

    @property
    def table(self) -> TableId:
        """Where it is played."""
        return self.play.table


def actions(request: AskedBy, play: RoundOfPlay) -> Facts:
    """What may be decided about a round as it stands, by this person or by whom; for `games/_round_actions.html`."""
    told = []
    for each in decidable.decidable(play):
        page_name, label, words = OFFERED[each.decision]
        stands = standing(request.person, each.power, play.book_id, variant=play.variant)
        told.append({"label": label, "words": words, "url": reverse(page_name, args=[play.id]), "standing": stands})
    return told


@require_http_methods(["GET", "POST"])
def no_result(request: AskedBy, round_id: str) -> HttpResponse:
    """Declare that a round has no result, on a ground of its book."""
    about = _about(request, round_id, Decision.NO_RESULT)
    play, book = about.play, books.get(about.play.book)
    form = GroundForm(request.POST or None, book_id=play.book_id, grounds=decidable.grounds_of(play))

    def then(lying: list[Lies]) -> Facts:
        found = foreseeing.without_result(lying, ground=form.cleaned_data["ground"], book=book)
        return [
            {"label": "Void", "value": _share(found.void), "note": "stake and commission go back", "decides": True},
            {"label": "Stand", "value": _share(found.stands), "note": "for the next round"},
            {"label": "Because", "value": "it must be declared" if found.is_mandatory else "it may be declared"},
            {"label": "By rule", "value": " ".join([found.rule, *found.readings])},
        ]

    return _decide(
        request,
        about,
        form,
        verb="Declare no result",
        then=then,
        command=services.call_no_roll,
        given=lambda: {"round_id": play.id, "ground": form.cleaned_data["ground"]},
    )


@require_http_methods(["GET", "POST"])
def determine(request: AskedBy, round_id: str) -> HttpResponse:
    """Say what the dice show, or where the ball lies, where that is in doubt."""
    about = _about(request, round_id, Decision.DETERMINE)
    form = ShownForm(request.POST or None, book=books.get(about.play.book))
    return _decide(
        request,
        about,
        form,
        verb="This is the outcome",
        then=lambda lying: _by_outcome(about.play, lying, form.shown),
        command=services.determine_outcome,
        given=lambda: {"round_id": about.play.id, "shown": form.shown},
    )


@require_http_methods(["GET", "POST"])
def override(request: AskedBy, round_id: str) -> HttpResponse:
    """Replace what was recorded by the actual outcome."""
    about = _about(request, round_id, Decision.OVERRIDE)
    form = OverrideForm(request.POST or None, book=books.get(about.play.book))
    return _decide(
        request,
        about,
        form,
        verb="Override the result",
        then=lambda lying: [
            {"label": "Instead of", "value": shown(about.play.outcome)},
            *_by_outcome(about.play, lying, form.shown),
        ],
        command=services.override_result,
        given=lambda: {"round_id": about.play.id, "shown": form.shown, "reason": form.cleaned_data["reason"]},
    )


@require_http_methods(["GET", "POST"])
def late_change(request: AskedBy, round_id: str) -> HttpResponse:
    """Let in what a player had begun in time."""
    about = _about(request, round_id, Decision.LATE_CHANGE)
    play, there = about.play, about.table
    book = books.get(play.book)
    wagers: dict[str, list[tuple[str, str]]] = {}
    for each in selectors.wagers_on(there):
        seat = each.position.rpartition(".")[2]
        name = wager_name(each.selection, play.book_id)
        wagers.setdefault(seat, []).append((f"{seat} {each.number}", f"{name}, {dollars(Cents(each.stake_cents))}"))
    form = LateChangeForm(
        request.POST or None,
        terminals=selectors.seats(there),
        wagers=wagers,
        selections=[(wager.id, wager.name) for wager in book.wagers.values()],
    )

    def then(lying: list[Lies]) -> Facts:
        before = Share(sum(each.wagers for each in lying), Cents(sum(each.stakes_cents for each in lying)))
        return [
            {"label": "Until now", "value": _share(before)},
            {"label": "Then", "value": "The round is settled by the wagers as they lie after it", "decides": True},
        ]

    return _decide(
        request,
        about,
        form,
        verb="Let it in",
        then=then,
        command=services.accept_late_change,
        given=lambda: {
            "terminal": form.cleaned_data["terminal"],
            "round_id": play.id,
            "change": form.change,
            "begun_at": form.cleaned_data["begun_at"],
            "reason": form.cleaned_data["reason"],
        },
    )


def _about(request: AskedBy, round_id: str, decision: Decision) -> Deciding:
    """The round, for whoever may decide this about it."""
    naming.table_of(RoundId(round_id), venue=request.person.venue)
    play, row = journal.state(round_of_play.at(RoundId(round_id))), selectors.round_of_play(RoundId(round_id))
    if row is None:
        raise NotFound("There is no such round.")
    require(request, decidable.power_of(play, decision), book=play.book_id)
    return Deciding(play, row, decision)


def _decide(
    request: AskedBy,
    about: Deciding,
    form: RehearsedForm,
    *,
    verb: str,
    then: Callable[[list[Lies]], Facts],
    command: Callable[..., None],
    given: Callable[[], dict[str, Any]],
) -> HttpResponse:
    """Rehearse it and show what it would do; when that was shown, do exactly that."""
    play, power = about.play, decidable.power_of(about.play, about.decision)
    rehearsed: Facts | None = None
    if request.method == "POST" and form.is_valid():
        origin = edge.origin(request, power, book=play.book_id)
        signed = replace(origin, preview=form.cleaned_data["preview"])
        if "decide" in request.POST and signed.preview and form.attempt(lambda: command(**given(), origin=signed)):
            messages.success(request, f"Done, and on the record: {OFFERED[about.decision][1].lower()}.")
            return redirect("round", play.id)
        rehearsed = _rehearse(form, command, given(), origin)
    stands = standing(request.person, power, play.book_id, variant=play.variant)
    label = floor_told.label(about.row)
    lying = selectors.lying(about.table)
    context = {
        "form": form,
        "title": f"{OFFERED[about.decision][1]}: {label}",
        "verb": verb,
        "rehearsed": rehearsed,
        "now": [*_now(about, lying), *under(stands)],
        "then": then(lying) if rehearsed else [],
        "leave": reverse("round", args=[play.id]),
    }
    return page(request, "games/decide.html", context, crumbs=[(label, reverse("round", args=[play.id]))])


def _rehearse(form: RehearsedForm, command: Callable[..., None], given: dict[str, Any], origin: Origin) -> Facts | None:
    """What would be written; a refusal stands in the form, and nothing can be confirmed."""
    if form.refusal:
        return None
    try:
        rehearsal = journal.rehearse(command, **given, origin=origin)
    except Refusal as refusal:
        form.refuse(refusal)
        form.refusal = {**(form.refusal or {}), "kept": "Nothing was written: it was only rehearsed."}
        return None
    form.keep_preview(rehearsal.preview)
    return [{"title": title_of(each.event), "rule": ", ".join(each.event.rule)} for each in rehearsal.recorded]


def _now(about: Deciding, lying: Iterable[Lies]) -> Facts:
    """How the round stands."""
    play, there = about.play, list(lying)
    staked = Share(sum(each.wagers for each in there), Cents(sum(each.stakes_cents for each in there)))
    _, word = floor_told.stage(about.row)
    facts: Facts = [
        {"label": "Stands at", "value": word, "decides": True},
        {"label": "In doubt", "value": play.doubt},
        {"label": "Recorded", "value": shown(play.outcome) if play.outcome else ""},
        {"label": "Closed at", "value": at_time(play.closed_at) if play.closed_at else ""},
        {"label": "On the layout", "value": _share(staked)},
    ]
    return [fact for fact in facts if fact["value"]]


def _by_outcome(play: RoundOfPlay, lying: Iterable[Lies], faces: tuple[int, ...]) -> Facts:
    """What an outcome makes of the wagers."""
    shares = foreseeing.by_outcome(lying, shown=faces, book=books.get(play.book))
    came = {"label": "Outcome", "value": shown("-".join(map(str, sorted(faces)))), "decides": True}
    found = [(word, shares[result]) for result, word in DOES.items() if result in shares]
    return [came, *({"label": word.capitalize(), "value": _share(share)} for word, share in found)]


def _share(share: Share) -> str:
    return f"{share.wagers:,} wager{'' if share.wagers == 1 else 's'}, {dollars(share.stakes_cents)} at stake"
