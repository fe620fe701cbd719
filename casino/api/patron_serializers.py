"""What the API takes and tells of patrons: every field a desk needs, in clear only for whoever may look, and on the record."""

from __future__ import annotations

from datetime import date
from typing import Any

from rest_framework import serializers

from casino.api.serializers import InstantField, TextField
from casino.domain.exclusion import Ground
from casino.domain.gaming_day import GamingDay
from casino.domain.patron import Document
from casino.domain.powers import GRANTS, Power

EARLIEST_YEAR = 1900
GAMES = sorted(GRANTS[Power.EXCLUDE_FROM_GAME])
GROUNDS = [ground.value for ground in Ground]
DOCUMENTS = [kind.value for kind in Document]
STATES = ["identified", "excluded"]


class EmailField(TextField, serializers.EmailField):
    """An address of e-mail."""


class BornOnField(serializers.DateField):
    """A date of birth."""

    def to_internal_value(self, value: Any) -> date:
        """The day; nobody alive was born before 1900."""
        born = super().to_internal_value(value)
        if born.year < EARLIEST_YEAR:
            raise serializers.ValidationError(f"Nobody was born before {EARLIEST_YEAR}.")
        return born


class PatronsAskedSerializer(serializers.Serializer[Any]):
    """Which patrons, and where the page begins."""

    q = serializers.CharField(max_length=200, default="", allow_blank=True, help_text="Words of a name, or a number's beginning.")
    state = serializers.ChoiceField(STATES, required=False)
    after = serializers.CharField(max_length=100, default="", allow_blank=True, help_text="Taken from `next` of the page before.")


class PatronRowSerializer(serializers.Serializer[Any]):
    """A patron as the list shows them; without a name once they have been forgotten."""

    id = serializers.CharField()
    name = serializers.CharField()
    is_identified = serializers.BooleanField(help_text="By a document that has not expired.")
    is_excluded = serializers.BooleanField(help_text="From the casino or from a game, today.")
    registered_at = InstantField()
    forgotten_at = InstantField(allow_null=True)


class IdentificationSerializer(serializers.Serializer[Any]):
    """A document as it was seen; of its number the last four."""

    kind = serializers.ChoiceField(DOCUMENTS)
    number_ends = serializers.CharField()
    expires_on = serializers.DateField()
    seen_on = serializers.DateField()
    seen_by = serializers.CharField()


class ExclusionSerializer(serializers.Serializer[Any]):
    """What a patron is or was kept out of, by which rule and document."""

    id = serializers.CharField()
    scope = serializers.CharField(help_text="`casino`, or the book whose games it covers.")
    ground = serializers.CharField()
    rule = serializers.CharField()
    from_day = serializers.DateField()
    last_day = serializers.DateField(allow_null=True)
    ended_on = serializers.DateField(allow_null=True)
    is_in_force = serializers.BooleanField()
    reference = serializers.CharField(help_text="The document behind it; empty once the patron has been forgotten.")


class PatronSerializer(PatronRowSerializer):
    """What is known of a patron; of a forgotten one, that they were."""

    born_on = serializers.DateField(allow_null=True)
    address = serializers.CharField()
    phone = serializers.CharField()
    email = serializers.CharField()
    identifications = IdentificationSerializer(many=True)
    exclusions = ExclusionSerializer(many=True)


class RegisterPatronSerializer(serializers.Serializer[Any]):
    """Who a patron is."""

    name = TextField(max_length=200)
    born_on = BornOnField()
    address = TextField(max_length=500)
    phone = TextField(max_length=50, default="", allow_blank=True)
    email = EmailField(max_length=200, default="", allow_blank=True)


class AmendPatronSerializer(serializers.Serializer[Any]):
    """What is put right; what is not given stays."""

    name = TextField(max_length=200, required=False)
    born_on = BornOnField(required=False)
    address = TextField(max_length=500, required=False)
    phone = TextField(max_length=50, required=False, allow_blank=True)
    email = EmailField(max_length=200, required=False, allow_blank=True)


class IdentifySerializer(serializers.Serializer[Any]):
    """A document that whoever asks has seen."""

    kind = serializers.ChoiceField(DOCUMENTS)
    number = TextField(max_length=50)
    expires_on = serializers.DateField()


class ExcludeSerializer(serializers.Serializer[Any]):
    """From the casino, on a ground and perhaps until a last day; or from the games of a book, until it is lifted (X-15)."""

    ground = serializers.ChoiceField(GROUNDS, required=False)
    book = serializers.ChoiceField(GAMES, required=False)
    reference = TextField(max_length=200, help_text="The signed request, the order or the report, by its number.")
    last_day = serializers.DateField(required=False, allow_null=True)

    def validate_last_day(self, last: date | None) -> GamingDay | None:
        """The last gaming day of it."""
        return GamingDay.of(last) if last else None

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two, and a last day only for the casino."""
        if ("ground" in attrs) == ("book" in attrs):
            raise serializers.ValidationError("Give a ground to exclude from the casino, or a book to exclude from its games.")
        if "book" in attrs and attrs.get("last_day"):
            raise serializers.ValidationError({"last_day": "An exclusion from the game lasts until it is lifted."})
        return attrs


class ReferenceSerializer(serializers.Serializer[Any]):
    """What ends an exclusion."""

    reference = TextField(max_length=200, help_text="What ends it, by its number.")


class PatronIdSerializer(serializers.Serializer[Any]):
    """The number a patron was given."""

    id = serializers.CharField()


class ExclusionIdSerializer(serializers.Serializer[Any]):
    """The exclusion that began."""

    exclusion = serializers.CharField()
