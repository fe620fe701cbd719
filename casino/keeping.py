"""What every secret is: each app keeps its own."""

from __future__ import annotations

from django.db import models


class Secret(models.Model):
    """Never in the journal, never rebuilt, in the backup."""

    class Meta:
        """Each secret has a table of its own."""

        abstract = True
