"""Make the roles once per cluster, and the database if it is missing."""

from typing import Any

import psycopg
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.environment import ServerUrl
from casino.stack import roles

URLS = {roles.OWNER: "OWNER_DATABASE_URL", roles.APP: "DATABASE_URL", roles.TEST: "TEST_DATABASE_URL"}


class Command(BaseCommand):
    """Names, passwords and the database come from the URLs of the environment; run it again after changing a password."""

    help = "Make Pitledger's roles and database, logging in by ADMIN_DATABASE_URL as a superuser. Idempotent."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """One option."""
        parser.add_argument("--test", action="store_true", help="also the role that may move the clock; never on a real cluster")

    def handle(self, *, test: bool, **_: Any) -> None:
        """Check what is named, then make it."""
        if test and settings.ENVIRONMENT == "production":
            raise CommandError(
                "--test makes a role that may move the clock: it is refused when ENVIRONMENT is production.", returncode=2
            )
        wanted = [roles.OWNER, roles.APP, *([roles.TEST] if test else [])]
        servers = {role: self._server(role) for role in wanted}
        try:
            roles.create_roles(
                self._url("ADMIN_DATABASE_URL"),
                servers[roles.APP].name,
                {role: server.password for role, server in servers.items()},
            )
        except psycopg.OperationalError as fault:
            raise CommandError(f"ADMIN_DATABASE_URL leads nowhere: {str(fault).splitlines()[0]}.", returncode=2) from fault
        except psycopg.errors.InsufficientPrivilege as fault:
            raise CommandError(
                f"ADMIN_DATABASE_URL must name a superuser: {fault.diag.message_primary}.", returncode=2
            ) from fault
        self.stdout.write(f"Roles {', '.join([roles.JOURNAL, *wanted])} and database {servers[roles.APP].name} are there.")

    def _server(self, role: str) -> ServerUrl:
        server = ServerUrl.parse(self._url(URLS[role]))
        if server.role != role:
            raise CommandError(f"{URLS[role]} names the role {server.role or 'nobody'}: it must name {role}.", returncode=2)
        if not server.password:
            raise CommandError(
                f"{URLS[role]} has no password for {role}: write it as postgresql://{role}:password@host/database.", returncode=2
            )
        return server

    def _url(self, variable: str) -> str:
        url = settings.ENV.get(variable)
        if not url:
            raise CommandError(f"{variable} is not set: see .env.example.", returncode=2)
        return str(url)
