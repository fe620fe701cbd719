"""People at their desks: a house with staff, and clients that are logged in."""

from __future__ import annotations

from django.test import Client

from casino import services, sessions
from casino.domain.powers import HOUSE
from casino.journal import Actor, Personal
from casino.people import COOKIE
from tests.factories import OriginFactory, engage, open_house


def open_staffed_house() -> None:
    """The Star with casino operators 812 and 813, a system administrator 814 and a cashier 815."""
    open_house()
    engage("814", "Anil Rao", system_administrator=(HOUSE,))
    engage("815", "Priya Nair", cashier=(HOUSE,))


def sit(number: str) -> Client:
    """A browser in which somebody is logged in."""
    token = sessions.new_token()
    origin = OriginFactory.build(actor=Actor(f"staff/{number}"))
    services.log_in(number=number, desk="floor2", token=Personal(token), origin=origin)
    client = Client()
    client.cookies[COOKIE] = token
    return client
