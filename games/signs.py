"""What the public sign of a table says, and the rules in force there, as the players of the table read them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from hashlib import sha256
from os.path import commonprefix
from typing import Any

from casino import journal
from casino import selectors as ground
from casino.domain.events import VenueId
from casino.domain.instant import Instant
from casino.domain.money import Cents, dollars
from casino.domain.parameters import Name
from casino.domain.powers import AC, BOOK_LETTERS, CC, DF, IR, SB
from games import telling
from games.domain import sign_clock, table
from games.domain.sign_clock import SignClock
from games.domain.table import Sign, Table
from games.domain.vocabulary import EVERY_KIND, Limit, Scope, TableId, kind_of
from games.rules import books
from games.rules.books import SUPERSEDED
from games.rules.citations import table_of

COPY_ON_REQUEST = {AC: "7.16", IR: "8.16", SB: "8.17", DF: "11.14", CC: "9.11"}
LIMITS_SHOWN = {AC: "3.1", IR: "3.1", SB: "3.2", DF: "7.1", CC: "4.4"}
HIGHER_AFTER_NOTICE = {DF: "7.5", CC: "4.1"}
CLOSED_AFTER_NOTICE = {DF: "11.8", CC: "9.7", AC: "7.2", IR: "8.2", SB: "8.2"}
NAMED_EACH = 6  # so many selections are named one by one
NOON = 12


@dataclass(frozen=True)
class Group:
    """Selections of one kind that a rule defines and pays alike."""

    name: str
    selections: tuple[str, ...]
    odds: str
    rule: str
    odds_rule: str
    readings: tuple[str, ...]


@cache
def in_force(version: str) -> tuple[Mapping[str, Any], str]:
    """The compiled book of a version, and the hash that is its proof; also of one that is no longer in force elsewhere."""
    current = books.compiled(version.partition("@")[0])
    if current.version == version:
        return table_of(current.book_id), current.sha256
    canonical = (SUPERSEDED / f"{version}.json").read_bytes()
    return json.loads(canonical), sha256(canonical).hexdigest()


@cache
def groups(version: str) -> tuple[Group, ...]:
    """Every wager of a book with odds and rules, those that are alike together, in the order of the book."""
    found: dict[tuple[Any, ...], list[str]] = {}
    for wager in in_force(version)[0]["wagers"]:
        alike = kind_of(wager["id"]), telling.odds_of(wager), wager["rule"], wager["odds_rule"], tuple(wager["readings"])
        found.setdefault(alike, []).append(wager["name"])
    return tuple(
        Group(together(names), tuple(names), odds, rule, odds_rule, readings)
        for (_, odds, rule, odds_rule, readings), names in found.items()
    )


@cache
def paid(version: str) -> tuple[Group, ...]:
    """The same for a sign, which has no room for rules: those of a kind that are paid alike together."""
    found: dict[tuple[str, str], list[str]] = {}
    for wager in in_force(version)[0]["wagers"]:
        found.setdefault((kind_of(wager["id"]), telling.odds_of(wager)), []).append(wager["name"])
    return tuple(Group(together(names), tuple(names), odds, "", "", ()) for (_, odds), names in found.items())


def together(names: Sequence[str]) -> str:
    """Names that begin alike, said once: `Odds 4 or 10`, `Straight Up, 37 areas`."""
    if len(names) == 1:
        return names[0]
    shared = _shared(names)
    if len(names) > NAMED_EACH or not shared:
        ends = commonprefix([name[::-1] for name in names])[::-1].partition(" ")[2]  # noqa: RUF071 - letter by letter is meant
        return f"{shared or f'A number {ends}'}, {len(names)} areas"
    rest = [name.removeprefix(shared).strip() for name in names]
    return f"{shared} {', '.join(rest[:-1])} or {rest[-1]}"


def _shared(names: Sequence[str]) -> str:
    """The whole words that names begin with."""
    start = commonprefix(list(names))  # noqa: RUF071 - letter by letter is meant
    return start.rpartition(" ")[0] if any(name != start for name in names) else start


def state_of(venue: VenueId, name: str) -> Table:
    """A table as it stands."""
    return journal.state(table.at(TableId(f"{venue}.{name}")))


def told(known: Table, venue: VenueId, now: Instant) -> dict[str, Any]:
    """What the sign says now: limits, what is announced, odds; no player's own limits, and no name."""
    law = ground.limits(venue, now)
    return {
        "limits": _limits(known.limits, known.book) if known.limits else None,
        "limits_rule": f"{BOOK_LETTERS[known.book_id]} {LIMITS_SHOWN[known.book_id]}",
        "change": _change(known, sign_clock.of_change(known, minutes=law[Name.HIGHER_MINIMUM_NOTICE]), venue, now),
        "closure": _closure(known, sign_clock.of_closure(known, minutes=law[Name.TABLE_CLOSING_NOTICE]), venue, now),
        "gone_since": clock(venue, known.sign_gone_at) if known.sign_gone_at else "",
        "odds": paid(known.book),
        "copy_rule": f"{BOOK_LETTERS[known.book_id]} {COPY_ON_REQUEST[known.book_id]}",
    }


def clock(venue: VenueId, at: Instant) -> str:
    """A time as players read it: `10:05 pm`."""
    local = ground.local(venue, at)
    return f"{local:%-I:%M} {'am' if local.hour < NOON else 'pm'}"


def whole(amount: Cents) -> str:
    """An amount on a sign: cents only where there are any."""
    return dollars(amount).removesuffix(".00")


def _limits(limits: Mapping[str, Limit], version: str) -> dict[str, Any]:
    """The limits of the sign, and under them the kinds that have others."""
    main = limits.get(EVERY_KIND) or min(limits.values(), key=lambda each: (each.minimum, each.maximum))
    others: dict[Limit, list[str]] = {}
    for kind, limit in limits.items():
        if limit != main:
            others.setdefault(limit, []).append(_kind(version, kind))
    said = _said(main)
    return {**said, "others": [{"kinds": " and ".join(kinds), **_unlike(_said(limit), said)} for limit, kinds in others.items()]}


def _unlike(said: Mapping[str, str], main: Mapping[str, str]) -> dict[str, str]:
    """What a kind's own limits say, without the sentences that stand under the limits of all."""
    return {name: words if name in ("minimum", "maximum") or words != main[name] else "" for name, words in said.items()}


def _said(limit: Limit) -> dict[str, str]:
    steps = "In any amount from the minimum. Multiples are not required."
    if limit.unit > 1:
        steps = f"Above the minimum in steps of {whole(limit.unit)}. Multiples of the minimum are not required."
    if limit.multiples:
        steps = f"Only in multiples of {whole(limit.minimum)}."
    return {
        "minimum": whole(limit.minimum),
        "maximum": whole(limit.maximum),
        "steps": steps,
        "scope": "For all wagers of a player together." if limit.scope == Scope.PLAYER else "For each betting area.",
    }


def _kind(version: str, kind: str) -> str:
    names = [wager["name"] for wager in in_force(version)[0]["wagers"] if kind_of(wager["id"]) == kind]
    return names[0] if len(names) == 1 else _shared(names) or kind.replace("_", " ").capitalize()


def _change(known: Table, stands: SignClock | None, venue: VenueId, now: Instant) -> dict[str, Any] | None:
    """The limits that come, and when at the earliest."""
    if stands is None or known.change is None:
        return None
    before, after = _limits(known.limits, known.book), _limits(known.change.limits, known.book)
    changed = {name: after[name] for name in ("minimum", "maximum") if after[name] != before[name]}
    stays = {name: before[name] for name in ("minimum", "maximum") if name not in changed}
    rule = HIGHER_AFTER_NOTICE.get(known.book_id, LIMITS_SHOWN[known.book_id])
    return {
        "changed": changed,
        "stays": stays,
        "others": [each for each in after["others"] if each not in before["others"]],
        "what": "A higher minimum",
        "countdown_to": "until the limits change",
        **_notice(stands, known.change, venue, now, f"{BOOK_LETTERS[known.book_id]} {rule}"),
    }


def _closure(known: Table, stands: SignClock | None, venue: VenueId, now: Instant) -> dict[str, Any] | None:
    """That the table closes, and when."""
    if stands is None or known.closure is None:
        return None
    rule = CLOSED_AFTER_NOTICE[known.book_id]
    return {
        "what": "Closing a table",
        "countdown_to": "until the table closes",
        **_notice(stands, known.closure, venue, now, f"{BOOK_LETTERS[known.book_id]} {rule}"),
    }


def _notice(stands: SignClock, sign: Sign, venue: VenueId, now: Instant, rule: str) -> dict[str, Any]:
    """When it comes, since when it has been up, and how long it must be."""
    comes_at = max(stands.due, sign.comes_at)
    of = max(int((comes_at - stands.counts_from).total_seconds()), 1)
    left = max(int((comes_at - now).total_seconds()), 0)
    return {
        "comes_at": clock(venue, comes_at),
        "has_come": comes_at <= now,
        "since": clock(venue, stands.counts_from),
        "minutes": stands.needed // timedelta(minutes=1),
        "is_gone": stands.is_gone,
        "rule": rule,
        "countdown": {"as": "bar", "ends": comes_at.isoformat(), "of": of, "left": left, "figure": _figure(left)},
    }


def _figure(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
