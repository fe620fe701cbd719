"""What Find finds of the ground: people, pages, what one can do, dated law, powers."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q
from django.urls import reverse

from casino import authority_table, journal, navigation, selectors
from casino.domain import venue
from casino.domain.parameters import LAW, TITLES, Jurisdiction, said
from casino.domain.powers import GRANTS, Power
from casino.finding import Hit, matches
from casino.sessions import Person

DEEDS = {  # words, what they do, the page that does it
    "log out": ("End work at this desk", "me"),
    "lock": ("Lock this desk; the page stays", "me"),
    "new password": ("Give yourself another password", "password"),
    "change password": ("Give yourself another password", "password"),
    "my duties": ("What you may do, and under which rule", "me"),
}


def staff(person: Person, words: str) -> Iterator[Hit]:
    """People of the house by number or name, for whoever keeps the register."""
    if not person.may(Power.KEEP_STAFF):
        return
    members = selectors.staff_members(person.venue)
    for each in members.filter(Q(name__icontains=words) | Q(id__istartswith=words))[:10]:
        roles = "engaged" if each.is_engaged else "has left"
        url = reverse("staff-member", args=[each.id])
        yield Hit("Staff", each.name, f"staff number {each.id}, {roles}", url, is_exact=each.id.casefold() == words.casefold())


def pages(person: Person, words: str) -> Iterator[Hit]:
    """Pages of the navigation, as far as the person has business there."""
    for item in navigation.ITEMS:
        if item.is_for(person) and matches(words, item.label):
            url = reverse(item.page)
            yield Hit("Page", item.label, item.group, url, is_exact=item.label.casefold() == words.casefold())


def deeds(_: Person, words: str) -> Iterator[Hit]:
    """What one can do at any desk."""
    for name, (does, page) in DEEDS.items():
        if matches(words, name):
            yield Hit("Do", name.capitalize(), does, reverse(page), is_exact=name == words.casefold())


def law(person: Person, words: str) -> Iterator[Hit]:
    """Dated law and the house's own limits, with what they say today."""
    limits = selectors.limits(person.venue, person.now)
    jurisdiction = Jurisdiction(journal.state(venue.AGGREGATE.at(person.venue)).jurisdiction)
    for name in dict.fromkeys(provision.name for provision in LAW[jurisdiction]):
        if name in limits and matches(words, TITLES[name], name):
            yield Hit(
                "Law",
                TITLES[name],
                f"today {said(name, limits[name])}",
                reverse("parameter", args=[name]),
                is_exact=name == words.casefold(),
            )


def powers(_: Person, words: str) -> Iterator[Hit]:
    """Powers: who may, and under which rules."""
    for power in Power:
        if matches(words, power):
            who = {role.value for grants in GRANTS[power].values() for grant in grants for role in grant.roles}
            url = f"{reverse('authority')}#{authority_table.anchor(power)}"
            holders = ", ".join(sorted(who)) or "nobody may"
            yield Hit("Power", power.capitalize(), holders, url, is_exact=power == words.casefold())
