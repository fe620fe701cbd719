"""Servers and databases of a test run: started when first needed, a template migrated once, copies made and dropped."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from pathlib import Path

import psycopg
from django.core.management import call_command
from django.db import connections

from casino.environment import django_database
from casino.stack import Postgres, Secrets, Valkey
from casino.stack.roles import APP, OWNER, TEST, create_roles

TEMPLATE = "pitledger_template"


class Servers:
    """The throw-away PostgreSQL and Valkey of one run."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pitledger-test-"))
        self.folder.chmod(0o755)
        self.secrets = Secrets.make()
        self._numbers = count(1)

    @cached_property
    def postgres(self) -> Postgres:
        """The run's PostgreSQL with its roles, started now."""
        server = Postgres(self.folder / "postgres" / "data", self.secrets)
        server.start()
        create_roles(server.url(), TEMPLATE, {role: self.secrets.password(role) for role in (OWNER, APP, TEST)})
        return server

    @cached_property
    def valkey(self) -> Valkey:
        """The run's Valkey, started now."""
        server = Valkey(self.folder / "valkey", self.secrets)
        server.start()
        return server

    @cached_property
    def template(self) -> str:
        """The database every other is copied from, migrated now."""
        with Database(self, TEMPLATE).in_use():
            call_command("migrate", verbosity=0)
        return TEMPLATE

    def copy(self) -> "Database":
        """A database of its own for one test."""
        copy = Database(self, f"pitledger_copy_{next(self._numbers)}")
        self._administer(f"CREATE DATABASE {copy.name} TEMPLATE {self.template} OWNER {OWNER}")
        return copy

    def drop(self, database: "Database") -> None:
        """Remove a copy, whoever is still connected to it."""
        self._administer(f"DROP DATABASE {database.name} WITH (FORCE)")

    def stop(self) -> None:
        """Stop what was started and leave nothing behind."""
        for name in ("postgres", "valkey"):
            if name in self.__dict__:
                getattr(self, name).stop()
        shutil.rmtree(self.folder)

    def _administer(self, statement: str) -> None:
        with psycopg.connect(self.postgres.url(), autocommit=True) as connection:
            connection.execute(statement)


@dataclass
class Database:
    """One database of the run and who the test logs in as."""

    servers: Servers
    name: str
    role: str = APP

    @property
    def url(self) -> str:
        """What the processes under test log in with: DATABASE_URL."""
        return self.servers.postgres.url(self.role, self.name)

    @property
    def owner_url(self) -> str:
        """OWNER_DATABASE_URL."""
        return self.servers.postgres.url(OWNER, self.name)

    @property
    def superuser_url(self) -> str:
        """For tests that do what nobody may."""
        return self.servers.postgres.url(database=self.name)

    @property
    def environment(self) -> dict[str, str]:
        """The variables a process started by a test needs."""
        return {"DATABASE_URL": self.url, "OWNER_DATABASE_URL": self.owner_url, "REDIS_URL": self.servers.valkey.url()}

    def log_in_as(self, role: str) -> None:
        """Log in as another role from now on: `pitledger_test` may move the clock."""
        self.role = role
        self._point()

    @contextmanager
    def in_use(self) -> Iterator["Database"]:
        """Point Django's connections here, in every thread, and back afterwards."""
        before = {alias: dict(connections.settings[alias]) for alias in ("default", "owner")}
        named = {variable: os.environ[variable] for variable in ("DATABASE_URL", "OWNER_DATABASE_URL")}
        self._point()
        try:
            yield self
        finally:
            connections.close_all()
            for alias, values in before.items():
                connections.settings[alias].update(values)
            os.environ.update(named)

    def _point(self) -> None:
        connections.close_all()
        for alias, url in {"default": self.url, "owner": self.owner_url}.items():
            connections.settings[alias].update(django_database(url))
        os.environ.update({"DATABASE_URL": self.url, "OWNER_DATABASE_URL": self.owner_url})
