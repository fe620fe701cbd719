"""Forms of what people decide about a round; each is rehearsed first, and then done exactly as it was shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from casino.domain.aggregate import RuleId
from casino.domain.instant import Instant
from casino.domain.money import Cents
from casino.domain.powers import IR
from casino.forms import RehearsedForm
from games.amounts import DollarsField
from games.domain.grounds import GROUNDS, Ground
from games.domain.placing import Change
from games.domain.setting import cite
from games.domain.vocabulary import Selection, WagerNumber
from games.rules import interpreter

FACES = range(1, 7)
LONGEST = 500
CHANGES = {
    "place": "Place a wager",
    "increase": "Increase a wager by",
    "reduce": "Reduce a wager to",
    "cancel": "Take a wager down",
    "move": "Move a wager to another selection",
}
ORDINALS = ("First", "Second", "Third")
Choices = Iterable[tuple[Any, Any]]


def rule_of(book_id: str, ground: Ground) -> RuleId:
    """The rule that gives a ground."""
    return cite(book_id, GROUNDS[book_id][ground].rule)


class GroundForm(RehearsedForm):
    """On which ground a round has no result."""

    ground = forms.TypedChoiceField(label="Ground", coerce=Ground, widget=forms.RadioSelect)

    def __init__(self, *args: Any, book_id: str, grounds: Iterable[Ground], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["ground"].choices = [  # type: ignore[attr-defined]
            (ground.value, f"{ground.value[0].upper()}{ground.value[1:]}: {_may(book_id, ground)}") for ground in grounds
        ]


def _may(book_id: str, ground: Ground) -> str:
    must = "must" if GROUNDS[book_id][ground].is_mandatory else "may"
    what = f"no result {must} be declared" if book_id == IR else f"the roll {must} be declared invalid"
    return f"{what}, {rule_of(book_id, ground)}"


class ShownForm(RehearsedForm):
    """What the dice show, or where the ball lies."""

    def __init__(self, *args: Any, book: interpreter.Table, **options: Any) -> None:
        super().__init__(*args, **options)
        labels = [f"{ORDINALS[die]} die" for die in range(book.dice)] or ["Number"]
        choices = [(face, str(face)) for face in (FACES if book.dice else sorted(map(int, book.ways)))]
        self.shown_names = [f"shown{place}" for place in range(len(labels))]
        for name, label in zip(self.shown_names, labels, strict=True):
            self.fields[name] = forms.TypedChoiceField(label=label, coerce=int, choices=choices, widget=forms.RadioSelect)
        self.order_fields(self.shown_names)

    @property
    def keys(self) -> list[forms.BoundField]:
        """The fields that are keyed."""
        return [self[name] for name in self.shown_names]

    @property
    def rest(self) -> list[forms.BoundField]:
        """The fields that are typed."""
        return [field for field in self.visible_fields() if field.name not in self.shown_names]

    @property
    def shown(self) -> tuple[int, ...]:
        """What was keyed."""
        return tuple(self.cleaned_data[name] for name in self.shown_names)


class OverrideForm(ShownForm):
    """What was really shown, and why something else was recorded."""

    reason = forms.CharField(label="Reason, kept for ever", max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 2}))


class LateChangeForm(RehearsedForm):
    """A change that a player had begun in time."""

    terminal = forms.ChoiceField(label="Terminal")
    do = forms.ChoiceField(label="What was begun")
    wager = forms.ChoiceField(label="Which wager", required=False, help_text="Unless a wager is placed.")
    selection = forms.ChoiceField(label="Which selection", required=False, help_text="To place on, or to move to.")
    amount = DollarsField(label="Amount in dollars", required=False, help_text="To place, to increase by, or to reduce to.")
    begun_at = forms.DateTimeField(
        label="Begun at",
        widget=forms.DateTimeInput(attrs={"type": "datetime-local", "step": "0.001"}, format="%Y-%m-%dT%H:%M:%S"),
    )
    reason = forms.CharField(
        label="Why refusing it would be unfair, kept for ever", max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 2})
    )

    def __init__(
        self, *args: Any, terminals: Iterable[str], wagers: Mapping[str, Choices], selections: Choices, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        none, choose = ("", "none"), ("", "Choose")
        self.fields["do"].choices = [choose, *CHANGES.items()]  # type: ignore[attr-defined]
        self.fields["terminal"].choices = [choose, *((each, each) for each in terminals)]  # type: ignore[attr-defined]
        self.fields["wager"].choices = [none, *((seat, list(each)) for seat, each in wagers.items())]  # type: ignore[attr-defined]
        self.fields["selection"].choices = [none, *selections]  # type: ignore[attr-defined]

    def clean_begun_at(self) -> Instant:
        """An instant."""
        return Instant.of(self.cleaned_data["begun_at"])

    def clean_wager(self) -> WagerNumber | None:
        """The number of a wager of this terminal."""
        seat, _, number = self.cleaned_data["wager"].partition(" ")
        if seat and seat != self.cleaned_data.get("terminal"):
            raise ValidationError(f"That wager is of {seat}.")
        return WagerNumber(int(number)) if seat else None

    @property
    def change(self) -> Change:
        """The change as a player asks for it; what does not belong to it is left out."""
        given = self.cleaned_data
        do = given["do"]
        return Change(
            do,
            selection=Selection(given["selection"]) if do in ("place", "move") and given["selection"] else None,
            wager=given["wager"] if do != "place" else None,
            cents=given["amount"] or Cents(0) if do in ("place", "increase", "reduce") else Cents(0),
        )
