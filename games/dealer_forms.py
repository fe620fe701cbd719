"""Forms of the dealer's screen: dice, grounds, lights, faces; on each another person may sign with staff number and PIN."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from casino.forms import CommandForm, PinField
from games.deciding_forms import FACES, LONGEST
from games.domain.grounds import Ground
from games.domain.places import PLACES
from games.domain.turn import PassingGround
from games.domain.vocabulary import RoundId, SeatId

LONGEST_NUMBER = 40  # of a die
NUMBER = r"^[A-Za-z0-9]{1,12}\Z"
KEYS = [(face, str(face)) for face in FACES]
Options = dict[str, Any]


class SignedForm(CommandForm):
    """A form that whoever is at work here sends, or another person signs."""

    number = forms.RegexField(
        NUMBER, label="Staff number", required=False, widget=forms.TextInput(attrs={"autocomplete": "off", "size": 8})
    )
    pin = PinField(label="PIN", required=False)
    round = forms.CharField(required=False, max_length=80, widget=forms.HiddenInput)  # that was on the screen

    @property
    def round_id(self) -> RoundId:
        """The round that was on the screen when it was sent: what is meant for one round is never done to another."""
        return RoundId(self.cleaned_data["round"])

    @property
    def was_seen(self) -> bool:
        """Whether what it does was on the screen before it was sent; most say it all the time."""
        return True

    def mean(self, round_id: RoundId) -> None:
        """Another try is meant for the round that is on the screen by then."""
        again = QueryDict(mutable=True)
        again.update(self.data)
        again["round"] = round_id
        self.data = again

    def clean(self) -> Options:
        """A signature is a number and its PIN."""
        given = super().clean() or self.cleaned_data
        if bool(given.get("number")) != bool(given.get("pin")) and not {"number", "pin"} & set(self.errors):
            self.add_error("pin" if given.get("number") else "number", "A signature is a staff number and its PIN.")
        return given


class KeyedForm(SignedForm):
    """What two dice show, in either order, and which of it was shown with what it does."""

    first = forms.TypedChoiceField(label="First die", coerce=int, choices=KEYS, widget=forms.RadioSelect)
    second = forms.TypedChoiceField(label="Second die", coerce=int, choices=KEYS, widget=forms.RadioSelect)
    seen = forms.CharField(required=False, max_length=3, widget=forms.HiddenInput)

    @property
    def keyed(self) -> tuple[int, ...]:
        """The faces that were keyed so far, lowest first; what is no face is none."""
        given = [str((self.data if self.is_bound else self.initial).get(name)) for name in ("first", "second")]
        return tuple(sorted(int(face) for face in given if face in {str(each) for each in FACES}))

    @property
    def shown(self) -> tuple[int, ...]:
        """What the dice show."""
        return tuple(sorted((self.cleaned_data["first"], self.cleaned_data["second"])))

    @property
    def was_seen(self) -> bool:
        """Whether what it does was on the screen before it was sent."""
        return bool(self.cleaned_data["seen"] == said(self.shown))


class LightsForm(KeyedForm):
    """What the dice show, and which areas were lit instead: those of other dice, or none."""

    lit_first = forms.TypedChoiceField(
        label="Lit for the first die", coerce=int, choices=KEYS, required=False, empty_value=None, widget=forms.RadioSelect
    )
    lit_second = forms.TypedChoiceField(
        label="Lit for the second die", coerce=int, choices=KEYS, required=False, empty_value=None, widget=forms.RadioSelect
    )

    @property
    def lit(self) -> tuple[int, ...]:
        """The dice whose areas were lit; nothing: none were."""
        return tuple(face for name in ("lit_first", "lit_second") if (face := self.cleaned_data[name]) is not None)

    def clean(self) -> Options:
        """Areas are lit for two dice, or not at all."""
        given = super().clean()
        if (given.get("lit_first") is None) != (given.get("lit_second") is None):
            self.add_error("lit_second", "Key both dice for which areas were lit, or neither.")
        return given


class DisplayForm(KeyedForm):
    """What the winning number display shows."""

    display = forms.CharField(label="Which display", max_length=40, initial="WND")

    @property
    def was_seen(self) -> bool:
        """It does nothing: it is noted."""
        return True


class CalledForm(SignedForm):
    """On which ground a roll is called invalid, and for which ground it was shown what that does."""

    ground = forms.TypedChoiceField(label="Ground", coerce=Ground, widget=forms.RadioSelect)
    seen = forms.CharField(required=False, max_length=100, widget=forms.HiddenInput)

    def __init__(self, *args: Any, grounds: Iterable[Ground], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["ground"].choices = [(each.value, each.value) for each in grounds]  # type: ignore[attr-defined]

    @property
    def was_seen(self) -> bool:
        """Whether what it does was on the screen before it was sent."""
        return bool(self.cleaned_data["seen"] == self.cleaned_data["ground"])


class SeatForm(SignedForm):
    """A place at the table."""

    seat = forms.TypedChoiceField(label="Place", coerce=SeatId, choices=[(seat, seat) for seat in PLACES])


class DiceField(forms.MultipleChoiceField):
    """Some dice by their numbers; whether they are there the table says."""

    widget = forms.CheckboxSelectMultiple

    def valid_value(self, value: Any) -> bool:
        """Any number of a die."""
        return len(str(value)) <= LONGEST_NUMBER


class DiceForm(SignedForm):
    """The two dice of the set that the shooter selects."""

    dice = DiceField(label="Two dice of the set", error_messages={"required": "Touch the two dice."})


class AcceptForm(DiceForm, SeatForm):
    """Who takes the dice, which two, and who throws them if it is not the shooter."""

    thrower = forms.CharField(
        label="Somebody else throws",
        required=False,
        max_length=40,
        help_text="Where that person stands, such as “left of P3”.",
    )


class DieForm(SignedForm):
    """One die of the set."""

    die = forms.CharField(label="Die", max_length=LONGEST_NUMBER, error_messages={"required": "Touch the die."})


class FoundForm(DieForm):
    """A die that was found: whether it passed its check, and where it goes."""

    goes = forms.ChoiceField(
        label="After its check",
        choices=[
            ("shooter", "It passed: to the shooter, who asks for it"),
            ("bowl", "It passed: into the bowl"),
            ("away", "It did not pass"),
        ],
        widget=forms.RadioSelect,
    )


class OrderForm(SignedForm):
    """Why a shooter is ordered to pass the dice."""

    ground = forms.TypedChoiceField(
        label="Why",
        coerce=PassingGround,
        choices=[(each.value, f"{each.value[0].upper()}{each.value[1:]}") for each in PassingGround],
        widget=forms.RadioSelect,
    )


class StickpersonForm(SignedForm):
    """Which boxperson acts as stickperson."""

    boxperson = forms.RegexField(
        NUMBER, label="The boxperson's staff number", widget=forms.TextInput(attrs={"autocomplete": "off", "size": 8})
    )


class ReasonForm(SignedForm):
    """Why."""

    reason = forms.CharField(label="Reason, kept for ever", max_length=LONGEST)

    def clean_reason(self) -> str:
        """Some words."""
        reason: str = self.cleaned_data["reason"]
        if not reason.strip():
            raise ValidationError("Say why.")
        return reason


def said(faces: Sequence[int]) -> str:
    """Faces as an entry names them: `3-5`."""
    return "-".join(map(str, sorted(faces)))
