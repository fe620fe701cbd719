"""Django's migrate, logged in as the owner."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from casino.stack import roles


class Command(migrate.Command):
    """The processes' role may not change tables, so migrations run over OWNER_DATABASE_URL."""

    def add_arguments(self, parser: CommandParser) -> None:
        """As Django's, with another default."""
        super().add_arguments(parser)
        parser.set_defaults(database="owner")

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Refuse before Django's own checks stumble over it."""
        if options["database"] not in connections.settings:
            fault = "OWNER_DATABASE_URL is not set: migrate logs in as pitledger_owner, see .env.example."
            raise CommandError(fault, returncode=2)
        return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        """Take the list of migrations out of the processes' hands, then migrate."""
        connection = connections[options["database"]]
        MigrationRecorder(connection).ensure_schema()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [roles.APP])
            if cursor.fetchone() is None:
                raise CommandError(f"The role {roles.APP} is missing: run `manage.py create_roles` first.", returncode=2)
            cursor.execute(f"REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON django_migrations FROM {roles.APP}")
        super().handle(*args, **options)
