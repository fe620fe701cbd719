"""A connection of one's own, beside Django's, which belong to threads: each statement is a transaction."""

from __future__ import annotations

from typing import Any

from django.db import connections


def parameters(name: str) -> dict[str, Any]:
    """What psycopg connects with; the database's own list of connections shows the name."""
    given = connections.settings["default"]
    return {
        "host": given["HOST"],
        "port": given["PORT"],
        "dbname": given["NAME"],
        "user": given["USER"],
        "password": given["PASSWORD"],
        "autocommit": True,
        "application_name": name,
        **given["OPTIONS"],
    }
