"""What the API of devices takes and tells."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from casino.api.serializers import InstantField, PatternField, TextField
from devices.domain import device, location
from devices.domain.commissioning import LONGEST_REASON
from devices.domain.credit_meter import Order
from devices.domain.demands import Material, books_of
from devices.domain.device import LONGEST_SOFTWARE, Kind
from devices.domain.location import ADDRESSES, LONGEST_PLACE, PORTS
from devices.domain.reports import ALERTS

NAME, HOST = f"^{device.NAME.pattern}", f"^{location.HOST.pattern}"
LONGEST = 100  # of a serial number and the like
MOST_FEATURES, MOST_DICE, MOST_FACES, MOST_COMPARTMENTS, MOST_KEYS = 50, 10, 6, 50, 20
LARGEST = 1_000_000


class WholeField(serializers.IntegerField):
    """A whole number; text and 3.0 are none."""

    def to_internal_value(self, data: Any) -> int:
        """The number itself."""
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return super().to_internal_value(data)


class TupleField(serializers.ListField):
    """A list, as commands take it."""

    def to_internal_value(self, data: Any) -> tuple[Any, ...]:  # type: ignore[override]
        """The same, never changed."""
        return tuple(super().to_internal_value(data))


class RegisterSerializer(serializers.Serializer[Any]):
    """A new machine of the floor."""

    name = PatternField(NAME)
    kind = serializers.ChoiceField([kind.value for kind in Kind])


class DeviceNameSerializer(serializers.Serializer[Any]):
    """The name a machine was given."""

    name = serializers.CharField()


class DeviceSerializer(serializers.Serializer[Any]):
    """A machine and what was last heard of it."""

    name = serializers.CharField()
    kind = serializers.CharField()
    keys = serializers.IntegerField(help_text="How many keys it may sign with.")
    software = serializers.CharField()
    last_sequence = serializers.IntegerField()
    registered_at = InstantField()
    announced_at = InstantField(allow_null=True)
    book = serializers.CharField(help_text="Of the games it is fitted out for; empty: of none.")
    place = serializers.CharField()
    is_in_service = serializers.BooleanField()
    bank = serializers.CharField(help_text="With which it is polled; empty: not wired.")
    host = serializers.CharField()
    port = serializers.IntegerField(allow_null=True)
    address = serializers.IntegerField(allow_null=True)
    feed_port = serializers.IntegerField(allow_null=True, help_text="Of a wheel: where its table's feed is.")


class MissingSerializer(serializers.Serializer[Any]):
    """A part that must be there before the machine may be played."""

    part = serializers.CharField()
    rule = serializers.CharField()


class DeviceDetailSerializer(DeviceSerializer):
    """A machine with the ids of the keys it may sign with, and what its book demands and it lacks."""

    key_ids = serializers.ListField(child=serializers.CharField())
    missing = MissingSerializer(many=True)


class KeySerializer(serializers.Serializer[Any]):
    """A key, told once."""

    key_id = serializers.CharField()
    key = serializers.CharField(
        allow_null=True,
        help_text="In hexadecimal. Null if this request has been answered before: then revoke it and issue another.",
    )


class AnnounceSerializer(serializers.Serializer[Any]):
    """Which software the machine runs."""

    software = TextField(max_length=LONGEST_SOFTWARE)


class AnnouncedSerializer(serializers.Serializer[Any]):
    """That the machine was heard."""

    device = serializers.CharField()
    sequence = serializers.IntegerField()
    recorded_at = InstantField()


class LayoutSerializer(serializers.Serializer[Any]):
    """What the touch screen shows: which diagram of the book, under which approval, with which further features."""

    diagram = TextField(max_length=1)
    approval = TextField(max_length=LONGEST, allow_blank=True)
    features = TupleField(child=TextField(max_length=LONGEST), max_length=MOST_FEATURES, required=False)


class CommissionSerializer(LayoutSerializer):
    """What a player terminal is fitted with; empty: not fitted, which not every book allows."""

    book = serializers.ChoiceField(list(books_of(Kind.PLAYER_TERMINAL)))
    stacker = TextField(max_length=LONGEST, allow_blank=True, help_text="Serial number.")
    printer = TextField(max_length=LONGEST, allow_blank=True, help_text="Serial number.")
    game_system = TextField(max_length=LONGEST, allow_blank=True)
    software = TextField(max_length=LONGEST_SOFTWARE, allow_blank=True)
    credit_cents = WholeField(min_value=1, max_value=LARGEST, default=1, help_text="What one credit is worth on the wire.")


class LinkSerializer(serializers.Serializer[Any]):
    """The automated wheel a terminal is linked to."""

    wheel = PatternField(NAME)


class DiceSerializer(serializers.Serializer[Any]):
    """A set of dice: of each the pairs of opposite faces."""

    book = serializers.ChoiceField(list(books_of(Kind.DICE_TUMBLER)))
    dice_set = TextField(max_length=LONGEST, allow_blank=True)
    seal = TextField(max_length=LONGEST, allow_blank=True)
    dice = TupleField(
        child=TupleField(
            child=TupleField(child=WholeField(min_value=0, max_value=LARGEST), min_length=2, max_length=2), max_length=MOST_FACES
        ),
        max_length=MOST_DICE,
    )


class BallSerializer(serializers.Serializer[Any]):
    """The ball of a wheel, measured in whole micrometres."""

    ball = TextField(max_length=LONGEST, allow_blank=True)
    material = serializers.ChoiceField([material.value for material in Material])
    diameter_um = WholeField(min_value=0, max_value=LARGEST)


class WheelSerializer(serializers.Serializer[Any]):
    """A wheel in whole millimetres, and its compartments read clockwise from zero."""

    housing_mm = WholeField(min_value=0, max_value=LARGEST)
    insert_mm = WholeField(min_value=0, max_value=LARGEST)
    order = TupleField(child=WholeField(min_value=0, max_value=LARGEST), max_length=MOST_COMPARTMENTS)
    colours = TupleField(child=serializers.ChoiceField(["green", "red", "black"]), max_length=MOST_COMPARTMENTS)


class EntryTerminalSerializer(serializers.Serializer[Any]):
    """An entry terminal: its table, the equipment that lights the winning areas, and its keys."""

    book = serializers.ChoiceField(list(books_of(Kind.ENTRY_TERMINAL)))
    table = TextField(max_length=LONGEST)
    lights = TextField(max_length=LONGEST, allow_blank=True)
    keys = TupleField(child=WholeField(min_value=0, max_value=LARGEST), max_length=MOST_KEYS)


class MoveSerializer(serializers.Serializer[Any]):
    """Where a machine stands."""

    place = TextField(max_length=LONGEST_PLACE)


class WireSerializer(serializers.Serializer[Any]):
    """At which address of a gateway's line a machine answers, and with which bank it is polled."""

    bank = PatternField(NAME)
    host = PatternField(HOST)
    port = WholeField(min_value=PORTS[0], max_value=PORTS[-1])
    address = WholeField(min_value=ADDRESSES[0], max_value=ADDRESSES[-1])
    feed_port = WholeField(
        min_value=PORTS[0], max_value=PORTS[-1], default=None, allow_null=True, help_text="Of a wheel: where its table's feed is."
    )


class ReasonSerializer(serializers.Serializer[Any]):
    """Why, kept for ever."""

    reason = TextField(max_length=LONGEST_REASON)


class MeterSerializer(serializers.Serializer[Any]):
    """A credit meter in whole cents, and the terminal's own meters as they were last read."""

    terminal = serializers.CharField()
    book = serializers.CharField()
    cents = serializers.IntegerField()
    notes_cents = serializers.IntegerField(help_text="All notes that ever came in.")
    tickets_cents = serializers.IntegerField(help_text="All tickets that ever came in.")
    hand_paid_cents = serializers.IntegerField(help_text="All credits that were given up to be paid by hand.")
    hand_pay_cents = serializers.IntegerField(help_text="What waits to be paid by hand now.")
    differs_by = serializers.IntegerField(help_text="The terminal's credits less ours, once that has lasted two polls.")
    read = serializers.DictField(child=serializers.IntegerField(), help_text="By the name of the meter, in cents or pieces.")
    read_at = InstantField(allow_null=True)
    locked_because = serializers.CharField(help_text="Empty: play is enabled.")
    takes_no_notes_because = serializers.CharField(help_text="Empty: it takes notes.")
    obeyed = serializers.ListField(child=serializers.CharField(), help_text="What the terminal has said yes to.")


class OrderSerializer(serializers.Serializer[Any]):
    """What a terminal is told, and why."""

    order = serializers.ChoiceField([order.value for order in Order])
    reason = TextField(max_length=LONGEST_REASON)


class AcknowledgeSerializer(serializers.Serializer[Any]):
    """An alert by its name."""

    alert = serializers.ChoiceField(list(ALERTS))
