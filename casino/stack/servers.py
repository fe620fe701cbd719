"""The two servers of a stack: our own, or yours if DATABASE_URL or REDIS_URL name them."""

import os
from collections.abc import Mapping

from casino.environment import ROOT, read_file
from casino.stack.faults import StackFault
from casino.stack.layout import Layout
from casino.stack.postgres import Postgres
from casino.stack.roles import APP, OWNER, create_roles
from casino.stack.secrets import Secrets, as_lines, write_private
from casino.stack.valkey import Valkey

DATABASE = "pitledger"


class Servers:
    """What a stack stands on, and the environment its processes get."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.given: Mapping[str, str] = read_file(ROOT / ".env") | dict(os.environ)
        self.secrets = Secrets.kept_in(layout.secrets)
        self.postgres = None if self.given.get("DATABASE_URL") else self._own_postgres()
        self.valkey = None if self.given.get("REDIS_URL") else self._own_valkey()
        if self.postgres is None and not self.given.get("OWNER_DATABASE_URL"):
            raise StackFault(
                "DATABASE_URL names your own server, so OWNER_DATABASE_URL must name pitledger_owner there: see .env.example."
            )

    def start_postgres(self) -> None:
        """Start our own and make its roles and database; a server of yours has them from `manage.py create_roles`."""
        if self.postgres is not None:
            self.postgres.start()
            create_roles(self.postgres.url(), DATABASE, {role: self.secrets.password(role) for role in (OWNER, APP)})
        self.write_env()

    def start_valkey(self) -> None:
        """Start our own."""
        if self.valkey is not None:
            self.valkey.start()
        self.write_env()

    @property
    def is_demo(self) -> bool:
        """Whether a demo floor is wanted."""
        return self.values["ENVIRONMENT"] == "demo"

    @property
    def values(self) -> dict[str, str]:
        """The variables that decide, ours where you gave none."""
        values = {
            "ENVIRONMENT": "demo",
            "SECRET_KEY": self.secrets.secret_key,
            "KEEPING_KEY": self.secrets.keeping_key,
        }
        if self.postgres is not None:
            values["DATABASE_URL"] = self.postgres.url(APP, DATABASE)
            values["OWNER_DATABASE_URL"] = self.postgres.url(OWNER, DATABASE)
            values["ADMIN_DATABASE_URL"] = self.postgres.url()
        if self.valkey is not None:
            values["REDIS_URL"] = self.valkey.url()
        return values | {name: self.given[name] for name in values.keys() & self.given.keys()}

    def process_environment(self) -> dict[str, str]:
        """What web and workers get: everything but the owner's and the superuser's log-in."""
        environment = dict(self.given) | self.values | {"ENV_FILE": os.devnull}
        for name in ("OWNER_DATABASE_URL", "ADMIN_DATABASE_URL"):
            environment.pop(name, None)
        return environment

    def command_environment(self) -> dict[str, str]:
        """What migrate and the like get."""
        return dict(self.given) | self.values | {"ENV_FILE": os.devnull}

    def write_env(self) -> None:
        """Let commands given by hand reach the servers."""
        write_private(self.layout.env, as_lines(self.values))

    def stop(self) -> None:
        """Stop those that are ours."""
        for server in (self.valkey, self.postgres):
            if server is not None:
                server.stop()

    def _own_postgres(self) -> Postgres:
        return Postgres(
            self.layout.postgres_data, self.secrets, log=self.layout.log("postgres"), record=self.layout.record("postgres")
        )

    def _own_valkey(self) -> Valkey:
        return Valkey(self.layout.valkey_data, self.secrets, log=self.layout.log("valkey"), record=self.layout.record("valkey"))
