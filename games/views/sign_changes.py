"""What a manager does about the sign of a table: displayed, announced, changed, not to be seen; limits of one player."""

from __future__ import annotations

from datetime import timedelta

from casino.domain.instant import Instant
from casino.domain.powers import Power
from casino.forms import ConfirmForm
from casino.people import AskedBy
from games import selectors, services, signs_told
from games.domain.limits import SIGN_GAP_SECONDS
from games.domain.table import Table
from games.domain.vocabulary import SeatId
from games.sign_forms import LimitsForm, NoticeForm, PersonalLimitsForm
from games.told import at_time
from games.views.changing import Change, Fact, change, fact, name_of, notice, then

SIGN = "games/sign_form.html"


@change(Power.CHANGE_LIMITS, "Display the sign", verb="Display it", template=SIGN)
def display_sign(request: AskedBy, known: Table) -> Change:
    """Display the first sign of a table."""
    form = LimitsForm(request.POST or None, book_id=known.book_id, limits=known.limits)
    return Change(
        form,
        [then("These are the limits of the table from now on")],
        lambda origin: services.display_limits(name=name_of(known), limits=form.limits, origin=origin),
    )


@change(Power.CHANGE_LIMITS, "Notice new limits", verb="Display the notice", template=SIGN)
def notice_limits(request: AskedBy, known: Table) -> Change:
    """Announce new limits beside the present sign."""
    needed = notice(request, known, Power.CHANGE_LIMITS)
    form = NoticeForm(request.POST or None, minutes=needed // timedelta(minutes=1), book_id=known.book_id, limits=known.limits)
    instead = fact("Instead", "The announcement that stands is taken down, and its minutes are lost")
    return Change(
        form,
        [*_higher(request, needed), *([instead] if known.change else [])],
        lambda origin: services.notice_limits(
            name=name_of(known), limits=form.limits, in_minutes=form.cleaned_data["in_minutes"], origin=origin
        ),
    )


@change(Power.CHANGE_LIMITS, "Change the limits", verb="Let these limits hold", template=SIGN)
def change_limits(request: AskedBy, known: Table) -> Change:
    """Let other limits hold: those that were announced, if any were."""
    announced = known.change.limits if known.change else known.limits
    form = LimitsForm(request.POST or None, book_id=known.book_id, limits=announced)
    stands = f"announced since {at_time(known.change.counts_from)}" if known.change else "nothing is announced"
    return Change(
        form,
        [fact("Sign", stands), *_higher(request, notice(request, known, Power.CHANGE_LIMITS))[:1]],
        lambda origin: services.change_limits(name=name_of(known), limits=form.limits, origin=origin),
    )


@change(Power.GRANT_PERSONAL_LIMITS, "Limits of one player", verb="Grant them", template=SIGN)
def grant_personal(request: AskedBy, known: Table) -> Change:
    """Let a player wager within limits of their own."""
    form = PersonalLimitsForm(request.POST or None, seats=selectors.seats(known.id), book_id=known.book_id)
    return Change(
        form,
        [then("They hold for this player until they are ended, beside the sign")],
        lambda origin: services.grant_personal_limits(
            name=name_of(known),
            seat=SeatId(form.cleaned_data["seat"]),
            limits=form.limits,
            marker=form.cleaned_data["marker"],
            origin=origin,
        ),
    )


@change(Power.GRANT_PERSONAL_LIMITS, "End the limits of a player", verb="End them")
def end_personal(request: AskedBy, known: Table, seat: str) -> Change:
    """Let a player have the limits of the table again."""
    return Change(
        ConfirmForm(request.POST or None),
        [then("The limits of the table hold for this player; the marker is taken away")],
        lambda origin: services.end_personal_limits(name=name_of(known), seat=SeatId(seat), origin=origin),
        title=f"End the limits of {seat}",
    )


@change(Power.ATTEND_DEVICES, "The sign cannot be seen", verb="It cannot be seen")
def disconnect_sign(request: AskedBy, known: Table) -> Change:
    """Note that the sign is no longer to be seen."""
    gap = f"away for more than {SIGN_GAP_SECONDS} seconds they begin anew"
    return Change(
        ConfirmForm(request.POST or None),
        [then("Nothing that needs its minutes can be done until it is to be seen again", gap)],
        lambda origin: services.disconnect_sign(name=name_of(known), origin=origin),
    )


@change(Power.ATTEND_DEVICES, "The sign is to be seen again", verb="It is to be seen")
def reconnect_sign(request: AskedBy, known: Table) -> Change:
    """Note that the sign is to be seen again."""
    return Change(
        ConfirmForm(request.POST or None),
        [
            fact("Away since", at_time(known.sign_gone_at) if known.sign_gone_at else "it is not away"),
            then(f"After more than {SIGN_GAP_SECONDS} seconds away its minutes begin anew"),
        ],
        lambda origin: services.reconnect_sign(name=name_of(known), origin=origin),
    )


def _higher(request: AskedBy, needed: timedelta) -> list[Fact]:
    """What a higher minimum takes."""
    earliest = at_time(Instant.of(request.person.now + needed))
    value = f"only after its sign has stood {signs_told.lasting(needed)} without a gap" if needed else "at once"
    return [
        {"label": "A higher minimum", "value": value, "decides": True},
        fact("Put up now", f"it may hold at {earliest} at the earliest"),
    ]
