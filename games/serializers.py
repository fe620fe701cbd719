"""What the API of the floor takes and tells: cents as integers, instants to the microsecond in UTC."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from casino.api.serializers import InstantField, TextField
from devices.serializers import WholeField

LONGEST_SELECTION = 100
MOST_CENTS = 2**53  # any program can count so far


class CentsField(WholeField):
    """An amount that the rules judge, whichever it is."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=-MOST_CENTS, max_value=MOST_CENTS, **options)


class PlaceSerializer(serializers.Serializer[Any]):
    """Chips on an area of the layout."""

    selection = TextField(max_length=LONGEST_SELECTION)
    stake_cents = CentsField()


class IncreaseSerializer(serializers.Serializer[Any]):
    """How much is added."""

    by_cents = CentsField()


class ReduceSerializer(serializers.Serializer[Any]):
    """How much is left there."""

    to_cents = CentsField()


class MoveWagerSerializer(serializers.Serializer[Any]):
    """To which area."""

    selection = TextField(max_length=LONGEST_SELECTION)


class NothingSerializer(serializers.Serializer[Any]):
    """An empty object."""


class WagerLyingSerializer(serializers.Serializer[Any]):
    """A wager on the layout."""

    number = serializers.IntegerField()
    selection = serializers.CharField()
    stake_kind = serializers.CharField()
    stake_cents = serializers.IntegerField()
    commission_cents = serializers.IntegerField(help_text="Charged with the stake, and not given back so far.")
    state = serializers.CharField(help_text="In the compiled book: perhaps the number it stands on.")
    shows = serializers.CharField(help_text="inactive or frozen.")
    round = serializers.CharField(help_text="In which it was placed.")


class CreditsSerializer(serializers.Serializer[Any]):
    """What stands on the credit meter: of two answers the one with the higher version is the later."""

    cents = serializers.IntegerField()
    version = serializers.IntegerField()


class ShownCreditsSerializer(CreditsSerializer):
    """What stands on the credit meter, and whether play is locked."""

    is_locked = serializers.BooleanField()


class ChangedSerializer(serializers.Serializer[Any]):
    """How wagers and credits of the terminal stand after what it asked for."""

    wager = serializers.IntegerField(allow_null=True, help_text="The number of a new wager.")
    credits = CreditsSerializer()
    wagers = WagerLyingSerializer(many=True)


class RoundSerializer(serializers.Serializer[Any]):
    """The round that is played."""

    id = serializers.CharField()
    number = serializers.IntegerField()
    stage = serializers.CharField()
    opened_at = InstantField()
    ends_at = InstantField(allow_null=True)
    closed_at = InstantField(allow_null=True)
    point = serializers.IntegerField(allow_null=True)
    outcome = serializers.CharField(help_text="As the book names it: 3-4; empty until it is decided.")
    why = serializers.CharField(help_text="Why there is none.")
    shooter = serializers.CharField(allow_null=True)
    is_shooter = serializers.BooleanField()
    shoot_by = InstantField(allow_null=True, help_text="Until when the shooter may press the button.")


class LimitSerializer(serializers.Serializer[Any]):
    """What the sign says of a kind of selection."""

    minimum_cents = serializers.IntegerField()
    maximum_cents = serializers.IntegerField()
    unit_cents = serializers.IntegerField()
    multiples = serializers.BooleanField(help_text="Only multiples of the minimum.")
    scope = serializers.CharField(help_text="What it is held against: betting area or player.")


class ClosedSerializer(serializers.Serializer[Any]):
    """Why nothing may be placed on an area now."""

    code = serializers.CharField()
    sentence = serializers.CharField()
    rule = serializers.CharField()


class EndedSerializer(serializers.Serializer[Any]):
    """How a wager has ended, and why."""

    number = serializers.IntegerField()
    selection = serializers.CharField()
    stake_cents = serializers.IntegerField()
    result = serializers.CharField(help_text="win, lose, draw, inactive or void.")
    paid_cents = serializers.IntegerField(help_text="With the stake and the commission that came back.")
    winnings = serializers.CharField(help_text="In cents, exactly: 350/3.")
    rule = serializers.CharField()
    odds_rule = serializers.CharField()
    because = serializers.CharField(help_text="In a sentence, with rule, odds and arithmetic.")


class LastSerializer(serializers.Serializer[Any]):
    """What the round before came to for this terminal."""

    round = serializers.CharField()
    outcome = serializers.CharField()
    why = serializers.CharField()
    won_cents = serializers.IntegerField()
    returned_cents = serializers.IntegerField()
    wagers = EndedSerializer(many=True)


class ShownTableSerializer(serializers.Serializer[Any]):
    """What a terminal shows of its table."""

    now = InstantField()
    table = serializers.CharField()
    game = serializers.CharField()
    book = serializers.CharField()
    variant = serializers.CharField()
    is_open = serializers.BooleanField()
    suspended = serializers.CharField(help_text="That it stands still, without the reason; empty if it does not.")
    closes_at = InstantField(allow_null=True)
    seat = serializers.CharField()
    round = RoundSerializer(allow_null=True)
    limits = serializers.DictField(
        child=LimitSerializer(), help_text="By kind of selection; `every selection` is for all others."
    )
    frozen = serializers.ListField(child=serializers.CharField())
    chip_unit_cents = serializers.IntegerField()
    closed = serializers.DictField(
        child=ClosedSerializer(), help_text="By selection, why nothing may be placed there now; `every selection` if nowhere."
    )
    credits = ShownCreditsSerializer()
    wagers = WagerLyingSerializer(many=True)
    last = LastSerializer(allow_null=True)
    outcomes = serializers.ListField(child=serializers.CharField(), help_text="The last ten of the table, the latest first.")


class OwnMetersSerializer(serializers.Serializer[Any]):
    """Where the terminal's own meters stand: what it has counted since they were last cleared."""

    at = InstantField(help_text="When they stood so, by the terminal's clock.")
    notes_in_cents = WholeField(min_value=0, max_value=MOST_CENTS)
    notes = serializers.DictField(
        child=WholeField(min_value=0, max_value=MOST_CENTS),
        required=False,
        help_text="How many of each denomination, by its cents; one that is not named is none. Left out: it does not count them.",
    )
