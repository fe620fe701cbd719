"""Read models of devices, which `manage.py rebuild` makes anew from the journal; their keys, which nothing can; wire counts."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models

from casino.keeping import Secret, Work


class Device(models.Model):
    """A device as lists show it."""

    id = models.TextField(primary_key=True)
    venue = models.TextField()
    name = models.TextField()
    kind = models.TextField()
    keys = models.IntegerField()
    software = models.TextField()
    last_sequence = models.BigIntegerField()
    registered_at = models.DateTimeField()
    announced_at = models.DateTimeField(null=True)
    book = models.TextField(default="")
    place = models.TextField(default="")
    is_in_service = models.BooleanField(default=False)
    bank = models.TextField(default="")
    host = models.TextField(default="")
    port = models.IntegerField(null=True)
    address = models.IntegerField(null=True)
    feed_port = models.IntegerField(null=True)

    class Meta:
        """Read by venue and name, and by bank."""

        indexes = (
            models.Index(fields=["venue", "name"], name="device_by_name"),
            models.Index(fields=["bank", "address"], name="device_by_bank"),
        )


class CreditMeter(models.Model):
    """A credit meter as lists and the poller see it."""

    id = models.TextField(primary_key=True)
    venue = models.TextField()
    terminal = models.TextField()
    book = models.TextField()
    credit_cents = models.IntegerField()
    cents = models.BigIntegerField(default=0)
    notes_cents = models.BigIntegerField(default=0)
    terminal_cents = models.BigIntegerField(null=True)
    read_at = models.DateTimeField(null=True)
    differs_by = models.BigIntegerField(default=0)
    differs_since = models.DateTimeField(null=True)
    hand_pay_cents = models.BigIntegerField(default=0)
    hand_pay_since = models.DateTimeField(null=True)
    is_locked = models.BooleanField(default=False)
    takes_notes = models.BooleanField(default=True)
    to_obey = ArrayField(models.TextField(), default=list)

    class Meta:
        """Read by venue and terminal."""

        indexes = (models.Index(fields=["venue", "terminal"], name="credit_meter_by_terminal"),)


class Alert(models.Model):
    """An alert of a machine, the latest of its name: open until its cause has ended."""

    id = models.TextField(primary_key=True)
    venue = models.TextField()
    device = models.TextField()
    name = models.TextField()
    since = models.DateTimeField()
    is_open = models.BooleanField()
    acknowledged_by = models.TextField(default="")
    acknowledged_at = models.DateTimeField(null=True)

    class Meta:
        """Read by venue while open."""

        indexes = (models.Index(fields=["venue", "since"], name="alert_open", condition=models.Q(is_open=True)),)


class WireCount(Work):
    """How often something came over the wire of a device that is no answer, and what the last of it was."""

    id = models.TextField(primary_key=True)
    device = models.TextField(db_index=True)
    kind = models.TextField()
    times = models.BigIntegerField()
    last_at = models.DateTimeField()
    detail = models.TextField()


class DeviceKey(Secret):
    """What a device signs with, encrypted under the house's key; it is shown once."""

    key_id = models.TextField(primary_key=True)
    device = models.TextField()
    wrapped = models.BinaryField()
    is_shown = models.BooleanField(default=False)
