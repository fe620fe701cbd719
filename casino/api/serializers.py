"""What the API of the ground takes and tells: cents as integers, instants to the microsecond in UTC, days as dates."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError as NotGoodEnough
from rest_framework import serializers

from casino.domain.instant import Instant
from casino.domain.parameters import Name, Unit
from casino.domain.powers import HOUSE, Role
from casino.domain.staff import BOOKS, NUMBER

HASH = r"^[0-9a-f]{64}\Z"
BOOK_NAMES = sorted(BOOKS)


class InstantField(serializers.DateTimeField):
    """`2026-08-22T05:12:09.123456Z`, always with six digits."""

    def to_representation(self, value: datetime) -> str:
        """The moment in UTC."""
        return str(Instant.of(value))


class TextField(serializers.CharField):
    """Text; a number is none."""

    def to_internal_value(self, data: object) -> str:
        """The text itself."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class PatternField(TextField, serializers.RegexField):
    """Text of a certain form."""


class ProblemSerializer(serializers.Serializer[Any]):
    """A refusal (RFC 9457): nothing was written unless the code says that the attempt is on the record."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="Stable: programs decide by it.")
    detail = serializers.CharField(help_text="A sentence that can be read aloud.")
    rule = serializers.CharField(help_text="The rule that says so; empty if none does.")
    fields_ = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """`fields` is a name that the framework has taken."""
        known = super().get_fields()
        known["fields"] = known.pop("fields_")
        return known


class DutySerializer(serializers.Serializer[Any]):
    """A role at the games of one book, or in the house."""

    role = serializers.CharField()
    book = serializers.CharField()


class StandingSerializer(serializers.Serializer[Any]):
    """A power somebody holds, and why."""

    power = serializers.CharField()
    book = serializers.CharField()
    role = serializers.CharField()
    rule = serializers.CharField()
    acts_for = serializers.CharField(allow_null=True)
    readings = serializers.ListField(child=serializers.CharField())


class MeSerializer(serializers.Serializer[Any]):
    """Who asks, where they sit, and what they may do."""

    number = serializers.CharField()
    name = serializers.CharField()
    venue = serializers.CharField()
    desk = serializers.CharField()
    now = InstantField()
    duties = DutySerializer(many=True)
    powers = StandingSerializer(many=True)


class VenueSerializer(serializers.Serializer[Any]):
    """A casino, its law and the hour its gaming day changes."""

    id = serializers.CharField()
    name = serializers.CharField()
    jurisdiction = serializers.CharField()
    zone = serializers.CharField()
    hour = serializers.IntegerField()
    opened_at = InstantField()


class GrantSerializer(serializers.Serializer[Any]):
    """A power as one rule gives it; to no role where a book leaves it to nobody."""

    power = serializers.CharField()
    book = serializers.CharField()
    roles = serializers.ListField(child=serializers.CharField())
    rule = serializers.CharField()
    notice_minutes = serializers.IntegerField(allow_null=True)
    terms = serializers.CharField()
    variant = serializers.CharField(allow_null=True)
    readings = serializers.ListField(child=serializers.CharField())


class StaffSerializer(serializers.Serializer[Any]):
    """A member of staff."""

    number = serializers.CharField()
    name = serializers.CharField()
    is_engaged = serializers.BooleanField()
    locked_until = InstantField(allow_null=True)
    last_seen_at = InstantField(allow_null=True)
    duties = DutySerializer(many=True)


class NumberSerializer(serializers.Serializer[Any]):
    """The number somebody was given."""

    number = serializers.CharField()


class EngageSerializer(serializers.Serializer[Any]):
    """A new member of staff and the first password, which they must change."""

    number = PatternField(NUMBER)
    name = TextField(max_length=100)
    password = TextField(max_length=200, min_length=12, trim_whitespace=False)

    def validate_password(self, password: str) -> str:
        """Not too short and not too common."""
        try:
            password_validation.validate_password(password)
        except NotGoodEnough as fault:
            raise serializers.ValidationError(list(fault.messages)) from None
        return password


class TakeUpSerializer(serializers.Serializer[Any]):
    """A role, and where it is held."""

    role = serializers.ChoiceField([role.value for role in Role])
    books = serializers.ListField(
        child=serializers.ChoiceField(BOOK_NAMES), min_length=1, max_length=len(BOOK_NAMES), default=[HOUSE]
    )

    def validate_books(self, books: list[str]) -> tuple[str, ...]:
        """Each once."""
        if len(set(books)) != len(books):
            raise serializers.ValidationError("Name each book once.")
        return tuple(books)


class DatedSerializer(serializers.Serializer[Any]):
    """A value of dated law: from which gaming day, by which source, set by whom."""

    value = serializers.IntegerField(help_text="In the parameter's unit; money in cents.")
    from_day = serializers.DateField()
    source = serializers.CharField()  # type: ignore[assignment]  # the framework has a `source` of its own, of fields
    set_by = serializers.CharField()
    set_at = InstantField()


class LawSerializer(serializers.Serializer[Any]):
    """A parameter of dated law: what is in force today and what is to come."""

    name = serializers.ChoiceField([name.value for name in Name])
    title = serializers.CharField()
    unit = serializers.ChoiceField([unit.value for unit in Unit])
    in_force = DatedSerializer(allow_null=True)
    to_come = DatedSerializer(many=True)


class LawDetailSerializer(LawSerializer):
    """A parameter of dated law with every value it ever had, the earliest first."""

    values = DatedSerializer(many=True)


class ApprovalSerializer(serializers.Serializer[Any]):
    """A request for approval and what became of it."""

    id = serializers.CharField()
    state = serializers.ChoiceField(["open", "expired", "approved", "declined", "used", "lapsed"])
    command = serializers.CharField()
    arguments = serializers.CharField(help_text="What the command would be given, as JSON.")
    preview = serializers.CharField(help_text="The hash that is signed.")
    requested_by = serializers.CharField()
    expires_at = InstantField()
    approved_by = serializers.CharField()
    declined_by = serializers.CharField()


class AskedSerializer(serializers.Serializer[Any]):
    """Nothing is done yet: another person is asked to sign it."""

    approval = serializers.CharField()


class ProposalSerializer(serializers.Serializer[Any]):
    """A value of dated law from a later gaming day on, who says so, and why."""

    value = serializers.IntegerField(min_value=0, max_value=2**53 - 1, help_text="In the parameter's unit; money in cents.")
    from_day = serializers.DateField()
    source = TextField(max_length=300)  # type: ignore[assignment]  # the framework has a `source` of its own, of fields
    reason = TextField(max_length=500)


class GamingDaySerializer(serializers.Serializer[Any]):
    """From which gaming day on the day changes at which local hour of which zone, and why."""

    from_day = serializers.DateField()
    hour = serializers.IntegerField(min_value=0, max_value=23)
    zone = TextField(max_length=100)
    reason = TextField(max_length=500)


class DeskSerializer(serializers.Serializer[Any]):
    """A place at which people work."""

    desk = PatternField(r"^[a-z0-9]{1,20}\Z")
    name = TextField(max_length=100)


class RetrySerializer(serializers.Serializer[Any]):
    """A reaction that stands still, and the entry it reacts to."""

    reaction = TextField(max_length=100)
    position = serializers.IntegerField(min_value=1, max_value=2**53)


class PreviewSerializer(serializers.Serializer[Any]):
    """The hash of what was shown: what is signed."""

    preview = PatternField(HASH)


class EntrySerializer(serializers.Serializer[Any]):
    """An entry of the journal, key by key as its line has it."""

    stream = serializers.CharField()
    version = serializers.IntegerField()
    prev = serializers.CharField()
    id = serializers.CharField()
    type = serializers.CharField()
    type_version = serializers.IntegerField()
    occurred_at = serializers.CharField(allow_null=True)
    rule = serializers.ListField(child=serializers.CharField())
    readings = serializers.ListField(child=serializers.CharField())
    request_id = serializers.CharField()
    correlation_id = serializers.CharField()
    cause = serializers.CharField(allow_null=True)
    actor = serializers.CharField()
    role = serializers.CharField()
    place = serializers.CharField()
    venue = serializers.CharField()
    received_at = serializers.CharField()
    recorded_at = serializers.CharField()
    gaming_day = serializers.DateField()
    reason = serializers.CharField(allow_null=True)
    build = serializers.CharField()
    postings = serializers.JSONField()
    data_ = serializers.DictField()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """`data` is a name that the framework has taken."""
        known = super().get_fields()
        known["data"] = known.pop("data_")
        return known


class EntriesAskedSerializer(serializers.Serializer[Any]):
    """Which stream, and after which version."""

    stream = serializers.RegexField(r"^[a-z]+-[A-Za-z0-9._:-]{1,100}\Z")
    after = serializers.IntegerField(min_value=0, max_value=2**53, default=0)
