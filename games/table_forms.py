"""Forms about a table: what it is made of, whether it is open, its dice. Those of its sign stand in `sign_forms.py`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from casino.domain.powers import BOOK_LETTERS, BOOK_NAMES
from casino.forms import CommandForm
from games.amounts import DollarsField, typed
from games.domain.dice_set import DICE
from games.domain.setting import MINI, ONE_CENT
from games.domain.table import LONGEST_SECONDS, SHORTEST_SECONDS
from games.domain.vocabulary import Die

LONGEST = 500
MOST_MINUTES = 24 * 60
NAMED = r"^[A-Za-z0-9][A-Za-z0-9-]{0,31}\Z"
_PAIR = re.compile(r"([1-6])-([1-6])\Z")
_MILLIMETRES = re.compile(r"([0-9]{1,2})(?:\.([0-9]{1,3}))?\Z")


def _reason(label: str) -> forms.CharField:
    return forms.CharField(label=f"{label}, kept for ever", max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 2}))


class CommissionForm(CommandForm):
    """A table that comes onto the books."""

    name = forms.RegexField(
        NAMED,
        label="Name",
        help_text="As on its plate, such as AC01. It is never given again.",
        error_messages={"invalid": "Letters, digits and hyphens, at most 32."},
    )
    book = forms.ChoiceField(label="Game", choices=[(book, BOOK_NAMES[book]) for book in BOOK_LETTERS])
    variant = forms.ChoiceField(label="Variant", choices=[("", "As the book has it"), (MINI, "Mini Craps")], required=False)
    layout = forms.CharField(label="Layout", max_length=100, help_text="The diagram of the book, such as A.")
    chip_unit = DollarsField(
        label="Smallest chip", help_text="At an electronic table a credit is a cent.", initial=typed(ONE_CENT)
    )
    equipment = forms.MultipleChoiceField(
        label="Machines that sense its outcomes", required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, machines: Iterable[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["equipment"].choices = list(machines)  # type: ignore[attr-defined]

    def clean_chip_unit(self) -> int:
        """A chip is worth something."""
        worth: int = self.cleaned_data["chip_unit"]
        if not worth:
            raise ValidationError("A chip is worth at least a cent.")
        return worth


class PeriodForm(CommandForm):
    """For how long wagers may be placed."""

    seconds = forms.IntegerField(label="Seconds", help_text=f"{SHORTEST_SECONDS} to {LONGEST_SECONDS}, from the next round on.")


class ClosureForm(CommandForm):
    """When a table closes."""

    in_minutes = forms.IntegerField(label="Closes in minutes", min_value=0, max_value=MOST_MINUTES)


class SuspendForm(CommandForm):
    """Why a table stands still."""

    reason = _reason("Reason")


class ReleaseForm(CommandForm):
    """What was put right."""

    rectified = _reason("What was put right")


class DieLine(forms.Form):
    """One die as it was checked."""

    number = forms.CharField(label="Number", max_length=20, widget=forms.TextInput(attrs={"size": 8}))
    faces = forms.CharField(
        label="Opposite faces", max_length=20, widget=forms.TextInput(attrs={"size": 13, "placeholder": "1-6 2-5 3-4"})
    )
    width = forms.CharField(
        label="Face in mm", max_length=6, required=False, widget=forms.TextInput(attrs={"size": 6, "inputmode": "decimal"})
    )

    def clean_faces(self) -> tuple[tuple[int, int], ...]:
        """The pairs of opposite faces, as they were read."""
        read = [_PAIR.match(pair) for pair in self.cleaned_data["faces"].replace(",", " ").split()]
        if not all(read):
            raise ValidationError("Write the opposite faces, such as 1-6 2-5 3-4.")
        return tuple((int(pair[1]), int(pair[2])) for pair in read if pair)

    def clean_width(self) -> int | None:
        """In whole micrometres."""
        if not (text := self.cleaned_data["width"].strip()):
            return None
        read = _MILLIMETRES.match(text)
        if read is None:
            raise ValidationError("Write millimetres with at most three decimals, such as 19.05.")
        return int(read[1]) * 1000 + int((read[2] or "").ljust(3, "0"))


class DiceSetForm(CommandForm):
    """A checked set of dice."""

    dice_set = forms.CharField(label="Dice set", max_length=50, help_text="Its number, as on the box.")

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        self.lines = [DieLine(data, prefix=f"die{number}") for number in range(1, DICE + 1)]

    def is_valid(self) -> bool:
        """Whether every die was read."""
        return all([super().is_valid(), *(line.is_valid() for line in self.lines)])

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice as they were checked."""
        given = [line.cleaned_data for line in self.lines]
        return tuple(Die(id=each["number"], faces=each["faces"], face_um=each["width"]) for each in given)
