"""Over which gaming days results are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

LONGEST = timedelta(days=366)
SPANS = (7, 30, 90)
USUAL = 30


class PeriodForm(forms.Form):
    """From one gaming day to another, both counted."""

    first = forms.DateField(label="From gaming day", widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label="To", widget=forms.DateInput(attrs={"type": "date"}))

    def __init__(self, given: Mapping[str, Any], *, today: date) -> None:
        usual = {"first": str(today - timedelta(days=USUAL - 1)), "last": str(today)}
        super().__init__({name: given.get(name) or usual[name] for name in usual})
        self.today = today

    def clean(self) -> dict[str, Any]:
        """A span that can be."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        first, last = cleaned.get("first"), cleaned.get("last")
        if first and last and first > last:
            raise ValidationError("The first gaming day comes before the last.")
        if first and last and last - first > LONGEST:
            raise ValidationError("At most a year at once.")
        return cleaned

    @property
    def days(self) -> tuple[date, date]:
        """The first and the last of them; the usual ones where the answer cannot be used."""
        if self.is_valid():
            return self.cleaned_data["first"], self.cleaned_data["last"]
        return self.today - timedelta(days=USUAL - 1), self.today

    def spans(self) -> list[dict[str, Any]]:
        """Spans up to today, each with its first day."""
        firsts = {days: self.today - timedelta(days=days - 1) for days in SPANS}
        return [
            {"label": f"{days} days", "first": str(first), "is_on": self.days == (first, self.today)}
            for days, first in firsts.items()
        ]
