"""What a manager does at a table: on the books, open, closed, suspended; its wagering period, its dice, its book."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from casino import edge
from casino.domain.instant import Instant
from casino.domain.powers import BOOK_NAMES, Power
from casino.forms import ConfirmForm
from casino.pages import page
from casino.people import AskedBy, require
from devices import selectors as machines
from games import selectors, services, signs_told
from games.amounts import typed
from games.domain import table
from games.domain.commissioning import SENSING
from games.domain.table import WITH_LOOSE_DICE, Table
from games.powers_told import standing, under
from games.rules import books
from games.sign_forms import ShootingValueForm
from games.table_forms import ClosureForm, CommissionForm, DiceSetForm, PeriodForm, ReleaseForm, SuspendForm
from games.told import at_time, book_said
from games.views.changing import PLAIN, Change, change, fact, given, name_of, notice, then
from games.views.tables import LIST

DICE = "games/dice_form.html"


@require_http_methods(["GET", "POST"])
def commission(request: AskedBy) -> HttpResponse:
    """Put a table on the books."""
    require(request, Power.KEEP_DEVICES)
    there = machines.devices(request.person.venue).filter(kind__in=SENSING)
    told = [(each.name, f"{each.name}, {each.kind}, {BOOK_NAMES.get(each.book, 'fitted out for no game yet')}") for each in there]
    form = CommissionForm(request.POST or None, machines=told)
    if request.method == "POST" and form.is_valid():
        asked, origin = given(form), edge.origin(request, Power.KEEP_DEVICES)
        asked["equipment"] = tuple(asked["equipment"])
        if form.attempt(lambda: services.commission_table(**asked, origin=origin)):
            messages.success(request, f"{asked['name']} is on the books. Display its sign next.")
            return redirect("table", asked["name"])
    what = [
        *under(standing(request.person, Power.KEEP_DEVICES)),
        {"label": "Book", "value": "The game and its variant are never changed; the book is the one in force", "decides": True},
        fact("Then", "The table is closed until it has its sign, and where dice are thrown a set of them"),
    ]
    context = {"form": form, "title": "Commission a table", "verb": "Commission", "what": what, "leave": reverse("tables")}
    return page(request, PLAIN, context, crumbs=[(LIST, reverse("tables"))])


@change(Power.CHANGE_LIMITS, "Set the wagering period", verb="Set it")
def period(request: AskedBy, known: Table) -> Change:
    """Say for how long wagers may be placed."""
    form = PeriodForm(request.POST or None, initial={"seconds": known.wagering_seconds})
    return Change(
        form,
        [
            fact("Now", f"{known.wagering_seconds} seconds" if known.wagering_seconds else "not set yet"),
            then("It holds from the next round on", ", ".join(table.period_rule(known))),
        ],
        lambda origin: services.configure_wagering_period(name=name_of(known), **given(form), origin=origin),
    )


@change(Power.CHANGE_LIMITS, "Set the shooting value", verb="Set it")
def shooting_value(request: AskedBy, known: Table) -> Change:
    """Say how much must be wagered to shoot the dice."""
    form = ShootingValueForm(request.POST or None, initial={"cents": typed(known.shooting_cents)})
    return Change(
        form,
        [then("Who has wagered less is not offered the dice, from the next round on")],
        lambda origin: services.set_dice_shooting_value(name=name_of(known), **given(form), origin=origin),
    )


@change(Power.CLOSE_TABLE, "Open", verb="Open the table")
def open_table(request: AskedBy, known: Table) -> Change:
    """Let rounds be played."""
    by_itself = "The next round begins by itself", "Rounds are played as the dealer begins them"
    return Change(
        ConfirmForm(request.POST or None),
        [then(by_itself[known.book_id in WITH_LOOSE_DICE])],
        lambda origin: services.open_table(name=name_of(known), origin=origin),
    )


@change(Power.CLOSE_TABLE, "Warn of the close of play", verb="Display it")
def notice_closure(request: AskedBy, known: Table) -> Change:
    """Display when a table closes, or the close of play warning."""
    needed = notice(request, known, Power.CLOSE_TABLE)
    form = ClosureForm(request.POST or None, initial={"in_minutes": needed // timedelta(minutes=1)})
    is_dealers = known.book_id in WITH_LOOSE_DICE
    earliest = at_time(Instant.of(request.person.now + needed))
    told = "Its sign says when it closes" if is_dealers else "Its terminals show the warning, and players clear their credits"
    return Change(
        form,
        [
            {"label": "Earliest", "value": earliest, "note": f"it stands {signs_told.lasting(needed)}", "decides": True},
            fact("Then", f"{told}; when the time has come no new wager is taken"),
        ],
        lambda origin: services.notice_closure(name=name_of(known), **given(form), origin=origin),
        title="Notice the closure" if is_dealers else "",
    )


@change(Power.CLOSE_TABLE, "Close", verb="Close the table")
def close(request: AskedBy, known: Table) -> Change:
    """Close a table."""
    players, lying = selectors.players(known.id), selectors.wagers_lying(known.id)
    stands = signs_told.lasting(notice(request, known, Power.CLOSE_TABLE))
    announced = f"announced for {at_time(known.closure.comes_at)}" if known.closure else "nothing is announced"
    return Change(
        ConfirmForm(request.POST or None),
        [
            fact("Players", str(players), f"with any, its sign stands {stands} first"),
            fact("Sign", announced),
            fact("On the layout", f"{lying} wager{'' if lying == 1 else 's'}", "none may lie there"),
            then("No round is played until it is opened again"),
        ],
        lambda origin: services.close_table(name=name_of(known), origin=origin),
    )


@change(Power.ATTEND_DEVICES, "Suspend", verb="Suspend the table")
def suspend(request: AskedBy, known: Table) -> Change:
    """Let a table stand still."""
    form = SuspendForm(request.POST or None)
    return Change(
        form,
        [then("The round that is played comes to its end; no further one begins")],
        lambda origin: services.suspend_table(name=name_of(known), **given(form), origin=origin),
    )


@change(Power.ATTEND_DEVICES, "Release", verb="Release the table")
def release(request: AskedBy, known: Table) -> Change:
    """Let rounds begin again."""
    form = ReleaseForm(request.POST or None)
    return Change(
        form,
        [fact("Stands still", known.suspended or "it does not"), then("Rounds begin again")],
        lambda origin: services.release_table(name=name_of(known), **given(form), origin=origin),
    )


@change(Power.CHECK_FOUND_DICE, "Introduce a dice set", verb="They are checked", template=DICE)
def dice_set(request: AskedBy, known: Table) -> Change:
    """Bring a checked set of five dice to a table."""
    form = DiceSetForm(request.POST or None)
    there = f"{known.dice_set}, {len(table.remaining(known))} of {len(known.dice)} dice" if known.dice_set else "none"
    return Change(
        form,
        [fact("At the table", there), then("These five are played with; what is left of the old set is removed")],
        lambda origin: services.introduce_dice_set(
            name=name_of(known), dice=form.cleaned_data["dice_set"], checked=form.dice, origin=origin
        ),
    )


@change(Power.KEEP_DEVICES, "Adopt the book in force", verb="Adopt it")
def adopt_book(request: AskedBy, known: Table) -> Change:
    """Let the next rounds go by the book as it is in force."""
    return Change(
        ConfirmForm(request.POST or None),
        [
            fact("Now", book_said(known.book)),
            {"label": "In force", "value": book_said(books.current(known.book_id).version), "decides": True},
            fact("Then", "The next rounds are settled by it; rounds that were opened before are not"),
        ],
        lambda origin: services.adopt_book_version(name=name_of(known), origin=origin),
    )
