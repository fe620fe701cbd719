"""Ask the rule book by touch: the circumstances that can matter, and the addresses that each touch leads to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.safestring import SafeString

from casino.finding import matches
from casino.templatetags.play import colour, dice
from games.domain.vocabulary import kind_of
from games.forms import FIRST_STAKE, LONGEST_SAID, ROLL, AskForm, read_outcome
from games.rules.citations import table_of
from games.signs import together

FACES, NUMBERS = range(1, 7), range(37)
SPLIT = re.compile(r"[,;\n]+")
Choice = tuple[str, list[tuple[str, str]]]
"""Wagers of a kind: what they are called together, and each by id and name."""


class Circumstances(AskForm):
    """A question about one wager with everything about it that the book and the wager turn on."""

    def __init__(self, data: Mapping[str, Any], *, book_id: str, wager: Mapping[str, Any]) -> None:
        super().__init__({"stake": FIRST_STAKE, **data}, book_id=book_id, wager=wager)
        turns_on = {fact for permits in wager["permits"].values() for when, *_ in permits for fact in when}
        if "mini" in turns_on:
            games = [("", "Craps"), ("mini", "Mini Craps")]
            self.fields["variant"] = forms.ChoiceField(label="Game", choices=games, required=False)
        if "exposed" in turns_on or wager["commission"]:
            self.fields["exposed"] = forms.BooleanField(label="Has met a roll already", required=False)
        if "was_reduced" in turns_on:
            self.fields["was_reduced"] = forms.BooleanField(label="Was reduced on this point", required=False)
        if table_of(book_id)["limits"]["once_warned"]:
            self.fields["warned"] = forms.BooleanField(label="Was told that less than the minimum is returned", required=False)

    @property
    def circumstances(self) -> list[forms.BoundField]:
        """Every field but the stake and what happens."""
        return [self[name] for name in self.fields if name not in ("stake", "outcomes")]


def choices(book_id: str, words: str) -> list[Choice]:
    """The wagers of a book that these words find, by kind, in the order of the book."""
    kinds: dict[str, list[tuple[str, str]]] = {}
    for wager in table_of(book_id)["wagers"]:
        if matches(words, wager["name"], wager["id"], wager["rule"]):
            kinds.setdefault(kind_of(wager["id"]), []).append((wager["id"], wager["name"]))
    return [(together([name for _, name in wagers]), wagers) for wagers in kinds.values()]


class Touches:
    """What may be touched: every touch is an address, the present one and what the touch adds to it."""

    def __init__(self, address: QueryDict, book_id: str, wager: Mapping[str, Any], stake: Decimal | None) -> None:
        self.address, self.book_id, self.wager = address, book_id, wager
        self.table = table_of(book_id)
        self.stake = stake or Decimal(FIRST_STAKE)
        self.happened = [each.strip() for each in SPLIT.split(_said(address)) if each.strip()]
        faces = [int(face) for face in address.get("dice", "").split("-") if face in map(str, FACES)]
        self.shown = faces[: max(self.table["dice"] - 1, 0)]

    def books(self, names: Mapping[str, str]) -> list[dict[str, Any]]:
        """Another book: what is asked of one is no question to another, but for the stake."""
        kept = {name: self.address[name] for name in ("stake", "q") if self.address.get(name)}
        return [
            {"label": name, "url": _query({"book": book_id, **kept}), "is_on": book_id == self.book_id, "id": f"book-{book_id}"}
            for book_id, name in names.items()
        ]

    def faces(self) -> list[dict[str, Any]]:
        """The six faces of a die; the last die of a roll makes it happen."""
        if not self.table["dice"]:
            return []
        return [{"face": face, "drawn": dice(face), "url": self._shows(face), "id": f"face-{face}"} for face in FACES]

    def lying(self) -> dict[str, Any] | None:
        """The dice of a roll that is not whole yet."""
        if not self.shown:
            return None
        return {"drawn": dice(*self.shown), "more": self.table["dice"] - len(self.shown), "url": self._with(dice=None)}

    def numbers(self) -> list[dict[str, Any]]:
        """The 37 numbers, as on the layout."""
        if self.table["dice"]:
            return []
        return [
            {"number": number, "colour": colour(number) or "zero", "url": self._and(str(number)), "id": f"number-{number}"}
            for number in NUMBERS
        ]

    def events(self) -> list[dict[str, Any]]:
        """What else may happen at the table, and what the player may do."""
        return [
            {
                "label": label or said[0].upper() + said[1:],
                "url": self._and(said),
                "id": f"event-{said.partition('.')[0].replace(' ', '-')}",
            }
            for said, label in self._sayable()
        ]

    def done(self, steps: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """What has happened, oldest first, each with what it did and the address without it."""
        return [
            {
                "said": said[0].upper() + said[1:],
                "drawn": _drawn(said),
                "colour": colour(int(said)) or "zero" if _is_number(said) else "",
                "url": self._with(outcomes=", ".join(self.happened[:place] + self.happened[place + 1 :]) or None),
                "step": steps[place] if place < len(steps) else None,
            }
            for place, said in enumerate(self.happened)
        ]

    @property
    def anew(self) -> str:
        """The address with nothing happened yet."""
        return self._with(outcomes=None, dice=None)

    @property
    def last_number(self) -> int | None:
        """The number the wheel shows: the last that came."""
        came = [int(said) for said in self.happened if _is_number(said)]
        return came[-1] if came else None

    def _sayable(self) -> Iterator[tuple[str, str]]:
        """What is said of each, and what stands on it where that is not the same."""
        if any(state["calls"] for state in self.wager["states"].values()):
            yield from (("call ON", ""), ("call OFF", ""))
        for event, ground in self.table["grounds"].items():
            yield event.replace("_", " "), ""
            if event == "invalidate" and ground["forfeits"]:
                yield "invalidate forfeit", "Invalidate, forfeited"
        yield "remove", "Take it down"
        half, whole = ((self.stake / part).quantize(Decimal("0.01")) for part in (2, 1))
        if half:
            yield f"reduce {half}", f"Reduce to ${half}"
        yield f"increase {whole}", f"Increase by ${whole}"

    def _shows(self, face: int) -> str:
        faces = "-".join(map(str, [*self.shown, face]))
        return self._with(dice=faces) if len(self.shown) + 1 < self.table["dice"] else self._and(faces)

    def _and(self, said: str) -> str:
        return self._with(outcomes=", ".join([*self.happened, said]), dice=None)

    def _with(self, **changed: str | None) -> str:
        """The address with some of it changed; a circumstance that is not given is not in it."""
        kept = {name: value for name, value in self.address.items() if value and name not in changed}
        return _query(
            {**kept, "book": self.book_id, "wager": self.wager["id"], **{name: said for name, said in changed.items() if said}}
        )


def _query(given: Mapping[str, Any]) -> str:
    query = QueryDict(mutable=True)
    query.update(given)
    return f"?{query.urlencode(safe=':')}"


def _said(address: QueryDict) -> str:
    """What has happened, as far as it can be asked: what is longer the form refuses."""
    said = address.get("outcomes", "")
    return said if len(said) <= LONGEST_SAID else ""


def _is_number(said: str) -> bool:
    return said.isdecimal() and int(said) in NUMBERS


def _drawn(said: str) -> SafeString | None:
    """The dice of a roll that can be; anything else is told in words."""
    read = read_outcome(said) if ROLL.match(said) else None
    return dice(*read) if isinstance(read, list) and all(face in FACES for face in read) else None
