"""What every secret is, and all work: each app keeps its own."""

from __future__ import annotations

from django.db import models


class Secret(models.Model):
    """Never in the journal, never rebuilt, in the backup."""

    class Meta:
        """Each secret has a table of its own."""

        abstract = True


class Work(models.Model):
    """May be emptied: what it tells is of today, and nothing is decided by it."""

    class Meta:
        """Each kind of work has a table of its own."""

        abstract = True
