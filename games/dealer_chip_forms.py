"""Forms for a player's chips: placed, added to, left in part, taken down, moved, said aloud, called ON and OFF, refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from games.amounts import DollarsField
from games.dealer_forms import ReasonForm, SignedForm
from games.deciding_forms import LONGEST
from games.domain.vocabulary import Instrument, StakeKind, WagerNumber


class AreaForm(SignedForm):
    """An area of the layout."""

    area = forms.ChoiceField(label="Area", error_messages={"required": "Touch an area of the layout."})

    def __init__(self, *args: Any, areas: Mapping[str, str], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["area"].choices = list(areas.items())  # type: ignore[attr-defined]


class PlaceForm(AreaForm):
    """Chips, or at Dragon Fire tokens, on an area."""

    amount = DollarsField(label="Amount in dollars", error_messages={"required": "Touch the chips, or type the amount."})
    stake_kind = forms.TypedChoiceField(
        label="Staked in", coerce=StakeKind, choices=[(each.value, each.value) for each in StakeKind], required=False
    )

    def clean_stake_kind(self) -> StakeKind:
        """Chips, unless it is said otherwise."""
        return self.cleaned_data["stake_kind"] or StakeKind.CHIP


class OralForm(PlaceForm):
    """A wager that was said aloud, and what was handed over with it."""

    words = forms.CharField(label="What was said", max_length=LONGEST, error_messages={"required": "Write what was said."})
    instrument = forms.TypedChoiceField(
        label="Handed over", coerce=Instrument, choices=[(each.value, each.value) for each in Instrument]
    )


class WagerForm(SignedForm):
    """A wager of the player; whether it is still there the table says."""

    wager = forms.IntegerField(label="Wager", min_value=1, error_messages={"required": "Touch a wager."})

    def clean_wager(self) -> WagerNumber:
        """Its number."""
        return WagerNumber(self.cleaned_data["wager"])


class AmountForm(WagerForm):
    """A wager, and how much is added to it or left there."""

    amount = DollarsField(label="Amount in dollars", error_messages={"required": "Touch the chips, or type the amount."})


class MoveForm(WagerForm):
    """A wager, and where its chips go."""

    area = forms.ChoiceField(label="Area", error_messages={"required": "Touch the area where the chips go."})

    def __init__(self, *args: Any, areas: Mapping[str, str], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["area"].choices = list(areas.items())  # type: ignore[attr-defined]


class RefusedForm(WagerForm, ReasonForm):
    """A wager that is refused, and on which reasonable ground."""
