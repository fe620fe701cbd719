"""Read models of the floor, which `manage.py rebuild` makes anew from the journal."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models


class Table(models.Model):
    """A table as lists show it; the stage of its round stands with the round."""

    id = models.TextField(primary_key=True)
    venue = models.TextField()
    name = models.TextField()
    book_id = models.TextField()
    book = models.TextField()
    variant = models.TextField()
    equipment = ArrayField(models.TextField(), default=list)
    is_open = models.BooleanField()
    opened_at = models.DateTimeField(null=True)
    closes_at = models.DateTimeField(null=True)
    suspended = models.TextField()
    round = models.TextField()
    point = models.IntegerField(null=True)

    class Meta:
        """Read by venue and name."""

        indexes = (models.Index(fields=["venue", "name"], name="table_by_name"),)


class Round(models.Model):
    """A round of play, and what it came to."""

    id = models.TextField(primary_key=True)
    venue = models.TextField()
    table = models.TextField()
    gaming_day = models.DateField()
    number = models.IntegerField()
    book = models.TextField()
    kind = models.TextField()
    stage = models.TextField()
    stage_at = models.DateTimeField()
    point = models.IntegerField(null=True)
    opened_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    shot_at = models.DateTimeField(null=True)
    outcome = models.TextField()
    why = models.TextField()
    is_corrected = models.BooleanField()
    wagers = models.IntegerField(null=True)
    wagered_cents = models.BigIntegerField(null=True)
    settled = models.IntegerField(null=True)
    carried = models.IntegerField(null=True)
    stakes_cents = models.BigIntegerField(null=True)
    paid_cents = models.BigIntegerField(null=True)
    rounding_cents = models.BigIntegerField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        """Read by table or venue, the latest first, and by what is still to come to its end."""

        indexes = (
            models.Index("venue", models.F("opened_at").desc(nulls_last=True), models.F("id").desc(), name="round_of_venue"),
            models.Index(fields=["table", "gaming_day", "number"], name="round_of_table"),
            models.Index(fields=["venue", "ends_at"], name="round_under_way", condition=models.Q(finished_at=None)),
        )


class Position(models.Model):
    """One player's place at one table."""

    id = models.TextField(primary_key=True)
    venue = models.TextField()
    table = models.TextField()
    seat = models.TextField()
    purse = models.TextField()
    is_taken = models.BooleanField()
    taken_at = models.DateTimeField()

    class Meta:
        """Read by table while somebody plays there."""

        indexes = (models.Index(fields=["table", "seat"], name="position_taken", condition=models.Q(is_taken=True)),)


class Wager(models.Model):
    """A wager, on the layout or closed, with the last round it has met."""

    id = models.TextField(primary_key=True)
    venue = models.TextField()
    table = models.TextField()
    position = models.TextField()
    number = models.IntegerField()
    round = models.TextField()
    placed_in = models.TextField()
    placed_at = models.DateTimeField()
    selection = models.TextField()
    stake_kind = models.TextField()
    purse = models.TextField()
    is_open = models.BooleanField()
    state = models.TextField()
    stake_cents = models.BigIntegerField()
    commission_cents = models.BigIntegerField()
    result = models.TextField()
    paid_cents = models.BigIntegerField()
    refunded_cents = models.BigIntegerField()
    rule = models.TextField()

    class Meta:
        """Read by round and by position; by table while it lies there; of practice seats by when it was placed."""

        indexes = (
            models.Index(fields=["round", "position"], name="wager_of_round"),
            models.Index(fields=["position", "number"], name="wager_of_position"),
            models.Index(fields=["table", "position", "purse"], name="wager_lying", condition=models.Q(is_open=True)),
            models.Index(fields=["position", "placed_at"], name="wager_in_practice", condition=models.Q(venue="practice")),
        )


class WagerTally(models.Model):
    """What the wagers of one selection came to at a table on a gaming day; of no selection: what all of them came to together.

    Sums in cents are exact fractions in writing. The variance of all together is no sum: wagers meet the same outcomes.
    """

    id = models.TextField(primary_key=True)
    venue = models.TextField()
    table = models.TextField()
    gaming_day = models.DateField()
    book = models.TextField()
    selection = models.TextField()
    wagers = models.IntegerField()
    stakes = models.TextField()
    commission = models.TextField()
    paid = models.TextField()
    rounding = models.TextField()
    expected = models.TextField()
    variance = models.TextField()

    class Meta:
        """Read by venue or by table, over some gaming days."""

        indexes = (
            models.Index(fields=["venue", "gaming_day"], name="tally_together", condition=models.Q(selection="")),
            models.Index(fields=["table", "gaming_day"], name="tally_of_table"),
        )


class OutcomeTally(models.Model):
    """How often an outcome came at a table on a gaming day; the empty one: rounds without a result."""

    id = models.TextField(primary_key=True)
    venue = models.TextField()
    table = models.TextField()
    gaming_day = models.DateField()
    outcome = models.TextField()
    rounds = models.IntegerField()

    class Meta:
        """Read by venue, over some gaming days."""

        indexes = (models.Index(fields=["venue", "gaming_day"], name="outcomes_by_day"),)


class RoundTally(models.Model):
    """The latest round of a table, and what it has found lying by selection and state: its variance is that of all together."""

    id = models.TextField(primary_key=True)
    round = models.TextField()
    book = models.TextField()
    lying = models.TextField()
