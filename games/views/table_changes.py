"""What a manager does at a table: each a form that says first who may and under which rule, and then asks for one command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from casino import edge, journal
from casino import selectors as ground
from casino.domain.instant import Instant
from casino.domain.parameters import Name
from casino.domain.powers import BOOK_NAMES, HOUSE, Power
from casino.forms import CommandForm, ConfirmForm
from casino.journal import Origin
from casino.pages import page
from casino.people import AskedBy, require
from casino.refusing import NotFound
from devices import selectors as machines
from games import selectors, services, signs_told
from games.amounts import typed
from games.domain import limits as signs
from games.domain import naming, table
from games.domain.commissioning import SENSING
from games.domain.table import WITH_LOOSE_DICE, Table
from games.domain.vocabulary import SeatId
from games.powers_told import standing, under
from games.rules import books
from games.sign_forms import MORE, LimitsForm, NoticeForm, PersonalLimitsForm, ShootingValueForm
from games.table_forms import ClosureForm, CommissionForm, DiceSetForm, PeriodForm, ReleaseForm, SuspendForm
from games.told import at_time, book_said
from games.views.tables import LIST

Facts = list[dict[str, Any]]
PLAIN, SIGN, DICE = "casino/command.html", "games/sign_form.html", "games/dice_form.html"


@require_http_methods(["GET", "POST"])
def commission(request: AskedBy) -> HttpResponse:
    """Put a table on the books."""
    require(request, Power.KEEP_DEVICES)
    there = machines.devices(request.person.venue).filter(kind__in=SENSING)
    told = [(each.name, f"{each.name}, {each.kind}, {BOOK_NAMES.get(each.book, 'fitted out for no game yet')}") for each in there]
    form = CommissionForm(request.POST or None, machines=told)
    if request.method == "POST" and form.is_valid():
        given, origin = _given(form), edge.origin(request, Power.KEEP_DEVICES)
        given["equipment"] = tuple(given["equipment"])
        if form.attempt(lambda: services.commission_table(**given, origin=origin)):
            messages.success(request, f"{given['name']} is on the books. Display its sign next.")
            return redirect("table", given["name"])
    what: Facts = [
        *under(standing(request.person, Power.KEEP_DEVICES)),
        {"label": "Book", "value": "The game and its variant are never changed; the book is the one in force", "decides": True},
        {"label": "Then", "value": "The table is closed until it has its sign, and where dice are thrown a set of them"},
    ]
    context = {"form": form, "title": "Commission a table", "verb": "Commission", "what": what, "leave": reverse("tables")}
    return page(request, PLAIN, context, crumbs=[(LIST, reverse("tables"))])


@require_http_methods(["GET", "POST"])
def display_sign(request: AskedBy, name: str) -> HttpResponse:
    """Display the first sign of a table."""
    known = _known(request, name, Power.CHANGE_LIMITS)
    form = LimitsForm(request.POST or None, book_id=known.book_id, limits=known.limits)
    return _change(
        request,
        name,
        known,
        form,
        Power.CHANGE_LIMITS,
        title="Display the sign",
        verb="Display it",
        template=SIGN,
        what=[{"label": "Then", "value": "These are the limits of the table from now on", "decides": True}],
        command=lambda origin: services.display_limits(name=name, limits=form.limits, origin=origin),
    )


@require_http_methods(["GET", "POST"])
def notice_limits(request: AskedBy, name: str) -> HttpResponse:
    """Announce new limits beside the present sign."""
    known = _known(request, name, Power.CHANGE_LIMITS)
    needed = _notice(request, known, Power.CHANGE_LIMITS)
    form = NoticeForm(request.POST or None, minutes=needed // timedelta(minutes=1), book_id=known.book_id, limits=known.limits)
    instead = {"label": "Instead", "value": "The announcement that stands is taken down, and its minutes are lost"}
    return _change(
        request,
        name,
        known,
        form,
        Power.CHANGE_LIMITS,
        title="Notice new limits",
        verb="Display the notice",
        template=SIGN,
        what=[*_higher(request, needed), *([instead] if known.change else [])],
        command=lambda origin: services.notice_limits(
            name=name, limits=form.limits, in_minutes=form.cleaned_data["in_minutes"], origin=origin
        ),
    )


@require_http_methods(["GET", "POST"])
def change_limits(request: AskedBy, name: str) -> HttpResponse:
    """Let other limits hold: those that were announced, if any were."""
    known = _known(request, name, Power.CHANGE_LIMITS)
    announced = known.change.limits if known.change else known.limits
    form = LimitsForm(request.POST or None, book_id=known.book_id, limits=announced)
    needed = _notice(request, known, Power.CHANGE_LIMITS)
    stands = f"announced since {at_time(known.change.counts_from)}" if known.change else "nothing is announced"
    return _change(
        request,
        name,
        known,
        form,
        Power.CHANGE_LIMITS,
        title="Change the limits",
        verb="Let these limits hold",
        template=SIGN,
        what=[{"label": "Sign", "value": stands}, *_higher(request, needed)[:1]],
        command=lambda origin: services.change_limits(name=name, limits=form.limits, origin=origin),
    )


@require_http_methods(["GET", "POST"])
def grant_personal(request: AskedBy, name: str) -> HttpResponse:
    """Let a player wager within limits of their own."""
    known = _known(request, name, Power.GRANT_PERSONAL_LIMITS)
    form = PersonalLimitsForm(request.POST or None, seats=selectors.seats(known.id), book_id=known.book_id)
    return _change(
        request,
        name,
        known,
        form,
        Power.GRANT_PERSONAL_LIMITS,
        title="Limits of one player",
        verb="Grant them",
        template=SIGN,
        what=[{"label": "Then", "value": "They hold for this player until they are ended, beside the sign", "decides": True}],
        command=lambda origin: services.grant_personal_limits(
            name=name,
            seat=SeatId(form.cleaned_data["seat"]),
            limits=form.limits,
            marker=form.cleaned_data["marker"],
            origin=origin,
        ),
    )


@require_http_methods(["GET", "POST"])
def end_personal(request: AskedBy, name: str, seat: str) -> HttpResponse:
    """Let a player have the limits of the table again."""
    return _change(
        request,
        name,
        _known(request, name, Power.GRANT_PERSONAL_LIMITS),
        ConfirmForm(request.POST or None),
        Power.GRANT_PERSONAL_LIMITS,
        title=f"End the limits of {seat}",
        verb="End them",
        what=[
            {"label": "Then", "value": "The limits of the table hold for this player; the marker is taken away", "decides": True}
        ],
        command=lambda origin: services.end_personal_limits(name=name, seat=SeatId(seat), origin=origin),
    )


@require_http_methods(["GET", "POST"])
def disconnect_sign(request: AskedBy, name: str) -> HttpResponse:
    """Note that the sign is no longer to be seen."""
    return _change(
        request,
        name,
        _known(request, name, Power.ATTEND_DEVICES),
        ConfirmForm(request.POST or None),
        Power.ATTEND_DEVICES,
        title="The sign cannot be seen",
        verb="It cannot be seen",
        what=[
            {
                "label": "Then",
                "value": "Nothing that needs its minutes can be done until it is to be seen again",
                "note": f"away for more than {signs.SIGN_GAP_SECONDS} seconds they begin anew",
                "decides": True,
            }
        ],
        command=lambda origin: services.disconnect_sign(name=name, origin=origin),
    )


@require_http_methods(["GET", "POST"])
def reconnect_sign(request: AskedBy, name: str) -> HttpResponse:
    """Note that the sign is to be seen again."""
    known = _known(request, name, Power.ATTEND_DEVICES)
    return _change(
        request,
        name,
        known,
        ConfirmForm(request.POST or None),
        Power.ATTEND_DEVICES,
        title="The sign is to be seen again",
        verb="It is to be seen",
        what=[
            {"label": "Away since", "value": at_time(known.sign_gone_at) if known.sign_gone_at else "it is not away"},
            {
                "label": "Then",
                "value": f"After more than {signs.SIGN_GAP_SECONDS} seconds away its minutes begin anew",
                "decides": True,
            },
        ],
        command=lambda origin: services.reconnect_sign(name=name, origin=origin),
    )


@require_http_methods(["GET", "POST"])
def period(request: AskedBy, name: str) -> HttpResponse:
    """Say for how long wagers may be placed."""
    known = _known(request, name, Power.CHANGE_LIMITS)
    form = PeriodForm(request.POST or None, initial={"seconds": known.wagering_seconds})
    rule = ", ".join(table.period_rule(known))
    return _change(
        request,
        name,
        known,
        form,
        Power.CHANGE_LIMITS,
        title="Set the wagering period",
        verb="Set it",
        what=[
            {"label": "Now", "value": f"{known.wagering_seconds} seconds" if known.wagering_seconds else "not set yet"},
            {"label": "Then", "value": "It holds from the next round on", "decides": True, "note": rule},
        ],
        command=lambda origin: services.configure_wagering_period(name=name, **_given(form), origin=origin),
    )


@require_http_methods(["GET", "POST"])
def shooting_value(request: AskedBy, name: str) -> HttpResponse:
    """Say how much must be wagered to shoot the dice."""
    known = _known(request, name, Power.CHANGE_LIMITS)
    initial = {"cents": typed(known.shooting_cents)}
    form = ShootingValueForm(request.POST or None, initial=initial)
    return _change(
        request,
        name,
        known,
        form,
        Power.CHANGE_LIMITS,
        title="Set the shooting value",
        verb="Set it",
        what=[
            {"label": "Then", "value": "Who has wagered less is not offered the dice, from the next round on", "decides": True}
        ],
        command=lambda origin: services.set_dice_shooting_value(name=name, **_given(form), origin=origin),
    )


@require_http_methods(["GET", "POST"])
def open_table(request: AskedBy, name: str) -> HttpResponse:
    """Let rounds be played."""
    by_itself = "The next round begins by itself", "Rounds are played as the dealer begins them"
    known = _known(request, name, Power.CLOSE_TABLE)
    return _change(
        request,
        name,
        known,
        ConfirmForm(request.POST or None),
        Power.CLOSE_TABLE,
        title="Open",
        verb="Open the table",
        what=[{"label": "Then", "value": by_itself[known.book_id in WITH_LOOSE_DICE], "decides": True}],
        command=lambda origin: services.open_table(name=name, origin=origin),
    )


@require_http_methods(["GET", "POST"])
def notice_closure(request: AskedBy, name: str) -> HttpResponse:
    """Display when a table closes, or the close of play warning."""
    known = _known(request, name, Power.CLOSE_TABLE)
    needed = _notice(request, known, Power.CLOSE_TABLE)
    form = ClosureForm(request.POST or None, initial={"in_minutes": needed // timedelta(minutes=1)})
    is_dealers = known.book_id in WITH_LOOSE_DICE
    earliest = at_time(Instant.of(request.person.now + needed))
    then = "Its sign says when it closes" if is_dealers else "Its terminals show the warning, and players clear their credits"
    return _change(
        request,
        name,
        known,
        form,
        Power.CLOSE_TABLE,
        title="Notice the closure" if is_dealers else "Warn of the close of play",
        verb="Display it",
        what=[
            {"label": "Earliest", "value": earliest, "note": f"it stands {signs_told.lasting(needed)}", "decides": True},
            {"label": "Then", "value": f"{then}; when the time has come no new wager is taken"},
        ],
        command=lambda origin: services.notice_closure(name=name, **_given(form), origin=origin),
    )


@require_http_methods(["GET", "POST"])
def close(request: AskedBy, name: str) -> HttpResponse:
    """Close a table."""
    known = _known(request, name, Power.CLOSE_TABLE)
    players, lying = selectors.players(known.id), selectors.wagers_lying(known.id)
    needed = _notice(request, known, Power.CLOSE_TABLE)
    announced = f"announced for {at_time(known.closure.comes_at)}" if known.closure else "nothing is announced"
    return _change(
        request,
        name,
        known,
        ConfirmForm(request.POST or None),
        Power.CLOSE_TABLE,
        title="Close",
        verb="Close the table",
        what=[
            {"label": "Players", "value": str(players), "note": f"with any, its sign stands {signs_told.lasting(needed)} first"},
            {"label": "Sign", "value": announced},
            {"label": "On the layout", "value": f"{lying} wager{'' if lying == 1 else 's'}", "note": "none may lie there"},
            {"label": "Then", "value": "No round is played until it is opened again", "decides": True},
        ],
        command=lambda origin: services.close_table(name=name, origin=origin),
    )


@require_http_methods(["GET", "POST"])
def suspend(request: AskedBy, name: str) -> HttpResponse:
    """Let a table stand still."""
    form = SuspendForm(request.POST or None)
    return _change(
        request,
        name,
        _known(request, name, Power.ATTEND_DEVICES),
        form,
        Power.ATTEND_DEVICES,
        title="Suspend",
        verb="Suspend the table",
        what=[{"label": "Then", "value": "The round that is played comes to its end; no further one begins", "decides": True}],
        command=lambda origin: services.suspend_table(name=name, **_given(form), origin=origin),
    )


@require_http_methods(["GET", "POST"])
def release(request: AskedBy, name: str) -> HttpResponse:
    """Let rounds begin again."""
    known = _known(request, name, Power.ATTEND_DEVICES)
    form = ReleaseForm(request.POST or None)
    return _change(
        request,
        name,
        known,
        form,
        Power.ATTEND_DEVICES,
        title="Release",
        verb="Release the table",
        what=[
            {"label": "Stands still", "value": known.suspended or "it does not"},
            {"label": "Then", "value": "Rounds begin again", "decides": True},
        ],
        command=lambda origin: services.release_table(name=name, **_given(form), origin=origin),
    )


@require_http_methods(["GET", "POST"])
def dice_set(request: AskedBy, name: str) -> HttpResponse:
    """Bring a checked set of five dice to a table."""
    known = _known(request, name, Power.CHECK_FOUND_DICE)
    form = DiceSetForm(request.POST or None)
    there = f"{known.dice_set}, {len(table.remaining(known))} of {len(known.dice)} dice" if known.dice_set else "none"
    return _change(
        request,
        name,
        known,
        form,
        Power.CHECK_FOUND_DICE,
        title="Introduce a dice set",
        verb="They are checked",
        template=DICE,
        what=[
            {"label": "At the table", "value": there},
            {"label": "Then", "value": "These five are played with; what is left of the old set is removed", "decides": True},
        ],
        command=lambda origin: services.introduce_dice_set(
            name=name, dice=form.cleaned_data["dice_set"], checked=form.dice, origin=origin
        ),
    )


@require_http_methods(["GET", "POST"])
def adopt_book(request: AskedBy, name: str) -> HttpResponse:
    """Let the next rounds go by the book as it is in force."""
    known = _known(request, name, Power.KEEP_DEVICES)
    return _change(
        request,
        name,
        known,
        ConfirmForm(request.POST or None),
        Power.KEEP_DEVICES,
        title="Adopt the book in force",
        verb="Adopt it",
        what=[
            {"label": "Now", "value": book_said(known.book)},
            {"label": "In force", "value": book_said(books.current(known.book_id).version), "decides": True},
            {"label": "Then", "value": "The next rounds are settled by it; rounds that were opened before are not"},
        ],
        command=lambda origin: services.adopt_book_version(name=name, origin=origin),
    )


def _known(request: AskedBy, name: str, power: Power) -> Table:
    """The table, for whoever may do this there."""
    known = journal.state(table.at(naming.table_id(request.person.venue, name)))
    if not known.id:
        raise NotFound(f"There is no table {name} at this venue.")
    require(request, power, book=_book(known, power))
    return known


def _book(known: Table, power: Power) -> str:
    """At which game a power is held; the register of the house is kept in the house."""
    return HOUSE if power is Power.KEEP_DEVICES else known.book_id


def _change(
    request: AskedBy,
    name: str,
    known: Table,
    form: CommandForm,
    power: Power,
    *,
    title: str,
    verb: str,
    what: Sequence[Mapping[str, Any]],
    command: Callable[[Origin], object],
    template: str = PLAIN,
) -> HttpResponse:
    book_id = _book(known, power)
    if request.method == "POST" and MORE not in request.POST and form.is_valid():
        origin = edge.origin(request, power, book=book_id)
        if form.attempt(lambda: command(origin)):
            messages.success(request, f"Done, and on the record: {title[0].lower()}{title[1:]}, {name}.")
            return redirect("table", name)
    stands = standing(request.person, power, book_id, variant=known.variant)
    context = {
        "form": form,
        "title": f"{title}: {name}",
        "verb": verb,
        "what": [*under(stands), *what],
        "leave": reverse("table", args=[name]),
    }
    here = [(LIST, reverse("tables")), (name, reverse("table", args=[name]))]
    return page(request, template, context, crumbs=here)


def _notice(request: AskedBy, known: Table, power: Power) -> timedelta:
    """How long a sign must stand there today."""
    law = ground.limits(request.person.venue, request.person.now)
    of = Name.TABLE_CLOSING_NOTICE if power is Power.CLOSE_TABLE else Name.HIGHER_MINIMUM_NOTICE
    return signs.notice_of(known, power, minutes=law[of])


def _higher(request: AskedBy, needed: timedelta) -> Facts:
    """What a higher minimum takes."""
    earliest = at_time(Instant.of(request.person.now + needed))
    value = f"only after its sign has stood {signs_told.lasting(needed)} without a gap" if needed else "at once"
    return [
        {"label": "A higher minimum", "value": value, "decides": True},
        {"label": "Put up now", "value": f"it may hold at {earliest} at the earliest"},
    ]


def _given(form: CommandForm) -> dict[str, Any]:
    """What was typed, without the id of the request."""
    return {name: value for name, value in form.cleaned_data.items() if name != edge.FIELD}
