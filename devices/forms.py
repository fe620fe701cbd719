"""Forms about devices."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from casino.domain.powers import BOOK_NAMES
from casino.forms import CommandForm
from devices.domain.commissioning import LONGEST_REASON
from devices.domain.demands import DIAGRAMS, ENTRY_KEYS, Material, books_of
from devices.domain.device import LONGEST_SOFTWARE, Kind
from devices.domain.equipment import Die
from devices.domain.location import ADDRESSES, LONGEST_PLACE, PORTS
from devices.serializers import HOST, LARGEST, LONGEST, MOST_COMPARTMENTS, MOST_DICE, NAME

COLOURS = {"g": "green", "r": "red", "b": "black"}
_COMPARTMENT = re.compile(r"([0-9]{1,2})\s*(green|red|black|g|r|b)\b", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;]+")
_PAIR = re.compile(r"([0-9])-([0-9])\Z")
_MILLIMETRES = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,3}))?\Z")


def _games(kind: Kind) -> list[tuple[str, str]]:
    return [(book, BOOK_NAMES[book]) for book in books_of(kind)]


def _serial(label: str, *, is_required: bool = False) -> forms.CharField:
    return forms.CharField(label=label, max_length=LONGEST, required=is_required)


class RegisterForm(CommandForm):
    """A new machine of the floor."""

    name = forms.RegexField(
        NAME,
        label="Name",
        help_text="As on its plate, such as AC01-T3. It is never given again.",
        error_messages={"invalid": "Letters, digits and hyphens, at most 32."},
    )
    kind = forms.TypedChoiceField(label="Kind", coerce=Kind, choices=[(kind.value, kind.value.capitalize()) for kind in Kind])


class LayoutForm(CommandForm):
    """What the touch screen shows."""

    diagram = forms.ChoiceField(
        label="Diagram of the book",
        choices=[(each, each) for each in sorted({each for several in DIAGRAMS.values() for each in several})],
    )
    approval = forms.CharField(label="Approval", max_length=LONGEST, help_text="The reference under which it was approved.")
    features = forms.CharField(
        label="Further features, one a line", required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 2})
    )

    def clean_features(self) -> tuple[str, ...]:
        """Each line that says something."""
        return tuple(line.strip()[:LONGEST] for line in self.cleaned_data["features"].splitlines() if line.strip())


class CommissionForm(LayoutForm):
    """What a player terminal is fitted with."""

    book = forms.ChoiceField(label="Game", choices=_games(Kind.PLAYER_TERMINAL))
    stacker = _serial("Note stacker, serial number")
    printer = _serial("Ticket printer, serial number")
    game_system = _serial("Game system")
    software = forms.CharField(label="Software version", max_length=LONGEST_SOFTWARE, required=False)
    credit_cents = forms.IntegerField(label="Cents a credit is worth on the wire", min_value=1, max_value=LARGEST, initial=1)
    field_order = ("book", "stacker", "printer", "game_system", "software", "diagram", "approval", "features", "credit_cents")


class LinkForm(CommandForm):
    """The wheel that tells a terminal its outcomes."""

    wheel = forms.ChoiceField(label="Automated wheel")

    def __init__(self, *args: Any, wheels: Iterable[str], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["wheel"].choices = [(name, name) for name in wheels]  # type: ignore[attr-defined]


class DiceForm(CommandForm):
    """A set of dice, and the seal of the tumbler."""

    book = forms.ChoiceField(label="Game", choices=_games(Kind.DICE_TUMBLER))
    dice_set = _serial("Dice set", is_required=True)
    seal = _serial("Seal", is_required=True)
    dice = forms.CharField(
        label="Opposite faces, one die a line",
        max_length=500,
        help_text="As they were checked, such as 1-6 2-5 3-4.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def clean_dice(self) -> tuple[Die, ...]:
        """Of each die the pairs of opposite faces."""
        lines = [line for line in self.cleaned_data["dice"].splitlines() if line.strip()]
        read = [[_PAIR.match(pair) for pair in _BETWEEN.split(line.strip())] for line in lines]
        if len(read) > MOST_DICE or any(pair is None for die in read for pair in die):
            raise ValidationError("Write the opposite faces of one die a line, such as 1-6 2-5 3-4.")
        return tuple(tuple((int(pair[1]), int(pair[2])) for pair in die if pair) for die in read)


class BallForm(CommandForm):
    """The ball of a wheel."""

    ball = _serial("Ball", is_required=True)
    material = forms.TypedChoiceField(
        label="Made of", coerce=Material, choices=[(each.value, each.value[0].upper() + each.value[1:]) for each in Material]
    )
    diameter = forms.CharField(
        label="Diameter in millimetres",
        max_length=8,
        help_text="Such as 18.5; at most three decimals.",
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
    )

    def clean_diameter(self) -> int:
        """In whole micrometres."""
        read = _MILLIMETRES.match(self.cleaned_data["diameter"].strip())
        if read is None:
            raise ValidationError("Write millimetres with at most three decimals, such as 18.5.")
        return int(read[1]) * 1000 + int((read[2] or "").ljust(3, "0"))


class WheelForm(CommandForm):
    """The measures of a wheel, and its compartments."""

    housing_mm = forms.IntegerField(label="Housing in millimetres", min_value=1, max_value=LARGEST)
    insert_mm = forms.IntegerField(label="Rotating insert in millimetres", min_value=1, max_value=LARGEST)
    compartments = forms.CharField(
        label="Compartments, clockwise from zero",
        max_length=1000,
        help_text="Number and colour of each as it was read, such as 0 green, 32 red, 15 black; g, r and b will do.",
        widget=forms.Textarea(attrs={"rows": 5}),
    )

    def clean_compartments(self) -> tuple[tuple[int, str], ...]:
        """Number and colour of each."""
        text = self.cleaned_data["compartments"]
        read = _COMPARTMENT.findall(text)
        left = _BETWEEN.sub("", _COMPARTMENT.sub("", text))
        if left or len(read) > MOST_COMPARTMENTS:
            raise ValidationError("Write a number and a colour for each compartment, such as 0 green, 32 red, 15 black.")
        return tuple((int(number), COLOURS[colour[0].lower()]) for number, colour in read)


class EntryTerminalForm(CommandForm):
    """An entry terminal on its table."""

    book = forms.ChoiceField(label="Game", choices=_games(Kind.ENTRY_TERMINAL))
    table = _serial("Table", is_required=True)
    lights = _serial("Equipment that lights the winning areas")
    keys = forms.TypedMultipleChoiceField(
        label="Keys",
        required=False,
        coerce=int,
        choices=[(number, str(number)) for number in ENTRY_KEYS],
        widget=forms.CheckboxSelectMultiple,
    )


class MoveForm(CommandForm):
    """Where a machine stands from now on."""

    place = forms.CharField(label="Place", max_length=LONGEST_PLACE, help_text="Such as Pit 2, island 4.")


class WireForm(CommandForm):
    """Where a machine answers."""

    bank = forms.RegexField(NAME, label="Bank", error_messages={"invalid": "Letters, digits and hyphens, at most 32."})
    host = forms.RegexField(HOST, label="Gateway, host", error_messages={"invalid": "The name or address of a host."})
    port = forms.IntegerField(label="Gateway, port", min_value=PORTS[0], max_value=PORTS[-1])
    address = forms.IntegerField(label="Address on the line", min_value=ADDRESSES[0], max_value=ADDRESSES[-1])
    feed_port = forms.IntegerField(
        label="Port of the table's feed",
        required=False,
        min_value=PORTS[0],
        max_value=PORTS[-1],
        help_text="Of a wheel only, beside its line; none if its table has no feed.",
    )


class OutOfServiceForm(CommandForm):
    """Why a machine may not be played."""

    reason = forms.CharField(label="Reason, kept for ever", max_length=LONGEST_REASON, widget=forms.Textarea(attrs={"rows": 2}))


class OrderForm(CommandForm):
    """Why a terminal is told something."""

    reason = forms.CharField(label="Reason, kept for ever", max_length=LONGEST_REASON, widget=forms.Textarea(attrs={"rows": 2}))
