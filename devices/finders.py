"""What Find finds of devices."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from casino.domain.powers import Power
from casino.finding import Hit
from casino.sessions import Person
from devices import selectors


def devices(person: Person, words: str) -> Iterator[Hit]:
    """Machines by name or place, for whoever keeps the register."""
    if not person.may(Power.KEEP_DEVICES):
        return
    for each in selectors.named_or_placed(person.venue, words)[:10]:
        stands = f"{each.kind}, {each.place}" if each.place else each.kind
        url = reverse("device", args=[each.name])
        yield Hit("Device", each.name, stands, url, is_exact=each.name.casefold() == words.casefold())
