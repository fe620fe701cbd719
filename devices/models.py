"""Read models of devices, which `manage.py rebuild` makes anew from the journal; and their keys, which nothing can."""

from __future__ import annotations

from django.db import models

from casino.keeping import Secret


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

    class Meta:
        """Read by venue and name, and by bank."""

        indexes = (
            models.Index(fields=["venue", "name"], name="device_by_name"),
            models.Index(fields=["bank", "address"], name="device_by_bank"),
        )


class DeviceKey(Secret):
    """What a device signs with, encrypted under the house's key; it is shown once."""

    key_id = models.TextField(primary_key=True)
    device = models.TextField()
    wrapped = models.BinaryField()
    is_shown = models.BooleanField(default=False)
