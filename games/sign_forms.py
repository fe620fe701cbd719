"""Forms about the sign of a table: its lines of minimum and maximum, when they come, and how much it takes to shoot the dice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from casino.forms import CommandForm
from games.amounts import DollarsField, typed
from games.domain.setting import ONE_CENT
from games.domain.vocabulary import EVERY_KIND, Limit, Scope
from games.names import kinds
from games.table_forms import MOST_MINUTES

MORE = "more"
SPARE = 2  # empty lines that wait to be filled in
MOST_LINES = 40
SOME = re.compile(r"[0-9]{1,2}\Z")


class LimitLine(forms.Form):
    """What the sign says of one kind of selection; a line without amounts says nothing."""

    kind = forms.ChoiceField(label="Selection", required=False)
    minimum = DollarsField(label="Minimum", required=False)
    maximum = DollarsField(label="Maximum", required=False)
    unit = DollarsField(label="Step", required=False)
    multiples = forms.BooleanField(label="Only multiples of the minimum", required=False)
    scope = forms.TypedChoiceField(
        label="Held against",
        coerce=Scope,
        choices=[(Scope.BETTING_AREA.value, "each area"), (Scope.PLAYER.value, "each player")],
        required=False,
    )

    def __init__(self, data: Any, *, kinds: Mapping[str, str], is_first: bool, prefix: str, initial: Any) -> None:
        super().__init__(data, prefix=prefix, initial=initial)
        self.is_first = is_first
        self.fields["kind"].choices = [("", "none"), *kinds.items()]  # type: ignore[attr-defined]
        if is_first:
            self.fields["kind"].widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        """A kind has both amounts, and amounts have a kind."""
        given = super().clean() or self.cleaned_data
        amounts = [name for name in ("minimum", "maximum") if given.get(name) is not None]
        if amounts and not self.is_first and not given.get("kind"):
            self.add_error("kind", "Say of which selection.")
        if (given.get("kind") and not self.is_first) or amounts:
            for name in {"minimum", "maximum"} - set(amounts) - set(self.errors):
                self.add_error(name, "Write an amount.")
        return given

    @property
    def limit(self) -> tuple[str, Limit] | None:
        """The kind and its limit; none if the line is empty."""
        given = self.cleaned_data
        if given.get("minimum") is None:
            return None
        limit = Limit(
            minimum=given["minimum"],
            maximum=given["maximum"],
            unit=given["unit"] or ONE_CENT,
            multiples=given["multiples"],
            scope=given["scope"] or Scope.BETTING_AREA,
        )
        return (EVERY_KIND if self.is_first else given["kind"]), limit


class LimitsForm(CommandForm):
    """A whole sign: one line for every selection, and a line for each kind that differs."""

    rows = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=MOST_LINES)

    def __init__(self, data: QueryDict | None = None, *, book_id: str, limits: Mapping[str, Limit]) -> None:
        own = [(kind, limit) for kind, limit in limits.items() if kind != EVERY_KIND]
        lines = [(EVERY_KIND, limits.get(EVERY_KIND)), *own]
        rows = _rows(data, len(lines) + SPARE)
        super().__init__(_with_rows(data, rows), initial={"rows": rows})
        named = {EVERY_KIND: "Every selection", **kinds(book_id)}
        self.lines = [
            LimitLine(
                data,
                kinds=named,
                is_first=number == 0,
                prefix=f"line{number}",
                initial=_initial(*lines[number]) if number < len(lines) else {},
            )
            for number in range(rows)
        ]

    def is_valid(self) -> bool:
        """Whether every line can be read, and no selection has two."""
        return all([super().is_valid(), *[line.is_valid() for line in self.lines], self._is_once()])

    def _is_once(self) -> bool:
        seen: set[str] = set()
        for line in self.lines:
            told = line.limit if line.is_valid() else None
            if told and told[0] in seen:
                line.add_error("kind", "There is a line for this selection already.")
            seen |= {told[0]} if told else set()
        return all(line.is_valid() for line in self.lines)

    @property
    def limits(self) -> dict[str, Limit]:
        """The sign as it was typed."""
        return dict(filter(None, [line.limit for line in self.lines]))


class NoticeForm(LimitsForm):
    """A sign, and when it comes."""

    in_minutes = forms.IntegerField(label="It holds in minutes", min_value=0, max_value=MOST_MINUTES)

    def __init__(self, data: QueryDict | None = None, *, minutes: int, book_id: str, limits: Mapping[str, Limit]) -> None:
        super().__init__(data, book_id=book_id, limits=limits)
        self.fields["in_minutes"].initial = minutes


class PersonalLimitsForm(LimitsForm):
    """The limits of one player, and what marks their place."""

    seat = forms.ChoiceField(label="Player")
    marker = forms.CharField(
        label="Marker",
        max_length=100,
        help_text="The sign with their minimum and maximum, or the distinctive marker, at their place.",
    )

    def __init__(self, data: QueryDict | None = None, *, seats: Iterable[str], book_id: str) -> None:
        super().__init__(data, book_id=book_id, limits={})
        self.fields["seat"].choices = [(seat, seat) for seat in seats]  # type: ignore[attr-defined]


class ShootingValueForm(CommandForm):
    """How much it takes to shoot the dice."""

    cents = DollarsField(label="Dice shooting value", required=False, help_text="Left empty there is no minimum.")


def _rows(data: QueryDict | None, at_least: int) -> int:
    """How many lines there are; more if somebody asks for more."""
    if data is None:
        return at_least
    asked = data.get("rows", "")
    rows = int(asked) if SOME.match(asked) else at_least
    return min(max(rows, 1) + (SPARE if MORE in data else 0), MOST_LINES)


def _with_rows(data: QueryDict | None, rows: int) -> QueryDict | None:
    if data is None:
        return None
    again = data.copy()
    again["rows"] = str(rows)
    return again


def _initial(kind: str, limit: Limit | None) -> dict[str, Any]:
    """A line as it stands on the sign."""
    if limit is None:
        return {"kind": kind}
    return {
        "kind": kind,
        "minimum": typed(limit.minimum),
        "maximum": typed(limit.maximum),
        "unit": typed(limit.unit) if limit.unit > ONE_CENT else "",
        "multiples": limit.multiples,
        "scope": limit.scope,
    }
