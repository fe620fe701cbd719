"""What a rehearsal showed, entry by entry, beside what it would show now. Apps add how their entries are told, in `apps.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from casino.domain import parameters
from casino.domain.events import Previewed
from casino.domain.gaming_day import GamingDay
from casino.domain.money import Cents, dollars
from casino.journal import Rehearsal, codec

Data = Mapping[str, Any]
SHORT = 8  # letters of a preview's hash that people compare
LONGEST = 44 * 1024  # an entry has at most 64 KiB, and the arguments stand in it too


class Fact(NamedTuple):
    """One thing an entry says: what it is, what it would become, and what it is until then."""

    label: str
    value: str
    before: str = ""


TOLD: dict[str, Callable[[Data], Iterable[Fact]]] = {}


def entries_of(rehearsal: Rehearsal) -> tuple[Previewed, ...]:
    """The entries a rehearsal would have written."""
    _, told = codec.split([each.event for each in rehearsal.recorded])
    return tuple(
        Previewed(each.stream, each.event.type_name, data.decode()) for each, data in zip(rehearsal.recorded, told, strict=True)
    )


def kept(entries: Sequence[Previewed]) -> tuple[Previewed, ...]:
    """What of them can stand in one entry beside the hash: all, or none if they are too many."""
    return tuple(entries) if len(codec.encode(entries)) <= LONGEST else ()


def compared(asked: Sequence[Previewed], now: Sequence[Previewed]) -> list[dict[str, Any]]:
    """Each entry as it would be written now, with what differs from what was asked for; then those that are gone."""
    before, after = _numbered(asked), _numbered(now)
    found = [_entry(before.get(key) if asked else entry, entry) for key, entry in after.items()]
    return found + [_entry(entry, None) for key, entry in before.items() if key not in after]


def differences(entry: Mapping[str, Any]) -> list[str]:
    """What of an entry differs from what was asked for, in a few words each."""
    match entry["state"]:
        case "new":
            return [f"{entry['title']} would be written as well"]
        case "gone":
            return [f"{entry['title']} would not be written any more"]
        case _:
            return [f"{row['label']} was {row['was']}, is {_way(row)}" for row in entry["rows"] if row["is_changed"]]


def _way(row: Mapping[str, Any]) -> str:
    return " → ".join(filter(None, [row["before"], row["value"]]))


def _numbered(entries: Sequence[Previewed]) -> dict[tuple[str, str, int], Previewed]:
    """By stream, type and how many of that type stand before it in the stream."""
    seen: Counter[tuple[str, str]] = Counter()
    numbered = {}
    for entry in entries:
        seen[entry.stream, entry.type] += 1
        numbered[entry.stream, entry.type, seen[entry.stream, entry.type]] = entry
    return numbered


def _entry(asked: Previewed | None, now: Previewed | None) -> dict[str, Any]:
    entry = now or asked
    assert entry is not None, "an entry was asked for or would be written"
    was, becomes = (_facts(each) if each else {} for each in (asked, now))
    rows = [_row(label, was.get(label), becomes.get(label)) for label in {**becomes, **was}]
    if asked is None or now is None:
        state = "new" if asked is None else "gone"
    else:
        state = "changed" if any(row["is_changed"] for row in rows) else "same"
    return {
        "title": entry.type.partition(".")[2].replace("-", " ").capitalize(),
        "stream": entry.stream,
        "type": entry.type,
        "state": state,
        "rows": rows,
    }


def _row(label: str, asked: Fact | None, now: Fact | None) -> dict[str, Any]:
    shown = now or asked
    return {
        "label": label,
        "before": shown.before if shown else "",
        "value": shown.value if shown else "",
        "is_changed": asked != now,
        "was": " → ".join(filter(None, [asked.before, asked.value])) if asked else "not there",
    }


def _facts(entry: Previewed) -> dict[str, Fact]:
    data = msgspec.json.decode(entry.data)
    return {fact.label: fact for fact in TOLD.get(entry.type, _plainly)(data)}


def _plainly(data: Data) -> Iterable[Fact]:
    for name, value in data.items():
        yield Fact(name.removesuffix("_cents").replace("_", " ").capitalize(), _said(name, value))


def _said(name: str, value: Any) -> str:
    match value:
        case None | "" | []:
            return "none"
        case bool():
            return "yes" if value else "no"
        case int() if name.endswith("_cents"):
            return dollars(Cents(value))
        case list():
            return ", ".join(str(each) for each in value)
        case _:
            return str(value)


def gaming_day(data: Data) -> Iterable[Fact]:
    """How a move of the gaming day is told."""
    yield Fact("From gaming day", f"{GamingDay.fromisoformat(data['from_day']):%a %d %b %Y}")
    yield Fact("Changes at", f"{data['hour']:02d}:00")
    yield Fact("Zone", data["zone"])


def law(data: Data) -> Iterable[Fact]:
    """How a value of dated law is told."""
    name = parameters.Name(data["name"])
    before = data.get("instead_of")
    yield Fact("Parameter", parameters.TITLES[name])
    yield Fact("Value", parameters.said(name, data["value"]), "" if before is None else parameters.said(name, before))
    yield Fact("From gaming day", f"{GamingDay.fromisoformat(data['from_day']):%a %d %b %Y}")
    yield Fact("Source", data["source"])
