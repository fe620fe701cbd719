"""Read models of the ground, which `manage.py rebuild` makes anew from the journal; and its secrets, which nothing can."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from casino.keeping import Secret


class Venue(models.Model):
    """A venue as lists show it."""

    id = models.TextField(primary_key=True)
    name = models.TextField()
    jurisdiction = models.TextField()
    zone = models.TextField()
    hour = models.IntegerField()
    opened_at = models.DateTimeField()


class Parameter(models.Model):
    """One value of dated law at one venue, from one gaming day on."""

    id = models.TextField(primary_key=True)
    venue = models.TextField()
    name = models.TextField()
    value = models.BigIntegerField()
    from_day = models.DateField()
    source = models.TextField()
    set_by = models.TextField()
    set_at = models.DateTimeField()

    class Meta:
        """Read by venue and name, newest law first."""

        indexes = (models.Index(fields=["venue", "name", "from_day"], name="parameter_in_force"),)


class Activity(models.Model):
    """How many entries of a type were recorded at a venue on a gaming day."""

    id = models.TextField(primary_key=True)
    venue = models.TextField()
    gaming_day = models.DateField()
    type = models.TextField()
    entries = models.BigIntegerField()


class StaffMember(models.Model):
    """A member of staff as lists show them."""

    id = models.TextField(primary_key=True)
    venue = models.TextField()
    name = models.TextField()
    state = models.TextField()
    is_engaged = models.BooleanField()
    locked_until = models.DateTimeField(null=True)
    last_seen_at = models.DateTimeField(null=True)

    class Meta:
        """Read by venue and name."""

        indexes = (models.Index(fields=["venue", "name"], name="staff_by_name"),)


class Deed(models.Model):
    """What a member of staff did, one row an entry."""

    position = models.BigIntegerField(primary_key=True)
    actor = models.TextField()
    stream = models.TextField()
    title = models.TextField()
    recorded_at = models.DateTimeField()

    class Meta:
        """Read by person, the newest first."""

        indexes = (models.Index(fields=["actor", "-position"], name="deed_by_actor"),)


class Patron(models.Model):
    """A patron as lists show and find them: nothing personal in clear, and nothing at all once they are forgotten."""

    id = models.TextField(primary_key=True)
    venue = models.TextField()
    state = models.TextField()
    name = models.TextField()  # sealed
    tokens = ArrayField(models.TextField())  # of the name: `name_search`
    registered_at = models.DateTimeField()
    identified_until = models.DateField(null=True)
    excluded_until = models.DateField(null=True)
    forgotten_at = models.DateTimeField(null=True)

    class Meta:
        """Read by venue, the newest first, and by what a name is found by."""

        indexes = (
            models.Index(fields=["venue", "registered_at"], name="patron_by_registration"),
            GinIndex(fields=["tokens"], name="patron_by_name"),
        )


class Approval(models.Model):
    """A request for approval as lists show it. That its time is over is no event: the clock says it."""

    id = models.TextField(primary_key=True)
    venue = models.TextField()
    command = models.TextField()
    arguments = models.TextField()
    power = models.TextField()
    book = models.TextField()
    state = models.TextField()
    requested_by = models.TextField()
    requested_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    decided_by = models.TextField()
    decided_at = models.DateTimeField(null=True)

    class Meta:
        """Read by venue and state, what waits longest first."""

        indexes = (models.Index(fields=["venue", "state", "requested_at"], name="approval_by_state"),)


class SubjectKey(Secret):
    """The key under which the personal fields of one person are encrypted, itself encrypted under the house's."""

    subject = models.TextField(primary_key=True)
    wrapped = models.BinaryField()


class Password(Secret):
    """What a person's password is checked against, and their PIN, which opens no desk; empty: they have none."""

    number = models.TextField(primary_key=True)
    hash = models.TextField()
    is_initial = models.BooleanField(default=True)
    pin_hash = models.TextField(default="")


class LogInTries(Secret):
    """How often the password of a number was wrong lately, whether or not anybody has that number."""

    number = models.TextField(primary_key=True)
    failures = models.IntegerField(default=0)
    last_at = models.DateTimeField(db_index=True)
    locked_until = models.DateTimeField(null=True)


class Session(Secret):
    """A person at work at a desk. Of the token in their browser only the hash is kept."""

    token_hash = models.BinaryField(primary_key=True)
    number = models.TextField(db_index=True)
    venue = models.TextField()
    desk = models.TextField()
    opened_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    is_locked = models.BooleanField(default=False)
