"""Somebody at the dealer's screen: its pages as words, and its forms sent as the browser sends them."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from uuid import uuid4

from casino import journal, sessions
from casino.domain.aggregate import Event, Ref
from tests.casino.asking import at_desk
from tests.games.dealer_table import DealerTable, engage_people

PIN = "402816"
NOT_MOVED = 200
TAG = re.compile(r"""<(?:"[^"]*"|'[^']*'|[^>"'])+>""")


def engage_with_pins() -> None:
    """Everybody who works at dealer tables; each has a PIN: 402816."""
    engage_people()
    for number in ("901", "902", "903", "904", "905", "906"):
        sessions.set_pin(number, PIN)


class Screen:
    """The dealer's screen of a table, with somebody at it."""

    def __init__(self, there: DealerTable, number: str) -> None:
        self.there, self.client = there, at_desk(number)

    def get(self, page: str = "", **asked: str) -> str:
        """A page of the screen, in words."""
        return words(self.client.get(self._at(page), asked))

    def html(self, page: str = "", **asked: str) -> str:
        """A page of the screen as it is sent."""
        return self.client.get(self._at(page), asked).content.decode()

    def send(self, act: str, page: str = "", **given: Any) -> str:
        """Send a form; where it led on to is nothing, else what the page says."""
        told = {"request_id": str(uuid4()), "act": act, "round": self.there.round, **given}
        answer = self.client.post(self._at(page), told)
        return words(answer) if answer.status_code == NOT_MOVED else ""

    def enter(self, first: int, second: int, **given: Any) -> str:
        """Key two dice, see what they do, and enter them."""
        seen = "-".join(map(str, sorted((first, second))))
        return self.send("enter", first=first, second=second, seen=seen, **given)

    def signed(self, number: str, pin: str = PIN) -> dict[str, str]:
        """What another person keys to sign."""
        return {"number": number, "pin": pin}

    def _at(self, page: str) -> str:
        return f"/dealer/{self.there.name}/{page}"


def last(ref: Ref[Any]) -> tuple[Event, str]:
    """What was written last about something, and by whom."""
    [found] = journal.latest(ref, at_most=1)
    return found.event, str(found.line.actor)


def words(answer: Any) -> str:
    """The work of a page in words, without the frame."""
    page = answer.content.decode()
    work = page.partition("<main")[2].partition("</main>")[0] or page
    told = unescape(TAG.sub(" ", f"<main{work}"))
    return re.sub(r"\s+", " ", told).replace(" ,", ",").strip()


def buttons(html: str) -> list[str]:
    """The acts a page offers by buttons that can be pressed."""
    found = re.findall(r'<button type="submit"[^>]*name="act" value="(\w+)"([^>]*)>', html)
    return [act for act, rest in found if not re.search(r"\bdisabled\b", rest)]
