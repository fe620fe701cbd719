"""Amounts as people type them into forms of the floor."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from casino.domain.money import Cents
from casino.forms import DOLLARS

LONGEST = 13


class DollarsField(forms.CharField):
    """An amount in dollars, with cents if need be; what is left empty is no amount."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "size": 9})

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=LONGEST, **options)

    def clean(self, value: Any) -> Cents | None:
        """Whole cents."""
        text = super().clean(value).replace(",", "").replace("$", "").strip()
        if not text:
            return None
        read = DOLLARS.match(text)
        if read is None:
            raise ValidationError("Write 1000.00 for a thousand dollars.")
        return Cents(int(read[1]) * 100 + int((read[2] or "").ljust(2, "0")))


def typed(cents: Cents | None) -> str:
    """An amount as it stands in a field."""
    return "" if cents is None else f"{cents // 100}.{cents % 100:02}"
