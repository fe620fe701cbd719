"""The roles of a cluster and the database they share. Idempotent: run it as often as you like.

`pitledger_journal` owns the journal and cannot log in; `pitledger_owner` migrates and owns all else; `pitledger_app` is what the
processes log in with; `pitledger_test` may also move the clock, and exists on test clusters only.
"""

from collections.abc import Mapping

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

JOURNAL, OWNER, APP, TEST = "pitledger_journal", "pitledger_owner", "pitledger_app", "pitledger_test"

TIMEOUTS = {"idle_in_transaction_session_timeout": "5s", "statement_timeout": "30s", "lock_timeout": "10s"}

Cluster = psycopg.Connection[tuple[object, ...]]


def create_roles(admin_url: str, database: str, passwords: Mapping[str, str]) -> None:
    """Make or mend every role that has a password here, and the database with what each may do in it."""
    with psycopg.connect(admin_url, autocommit=True) as cluster:
        _make_role(cluster, JOURNAL, "NOLOGIN")
        for role, password in passwords.items():
            _make_role(cluster, role, "LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION")
            _set_password(cluster, role, password)
        for role in passwords.keys() & {APP, TEST}:
            _set_timeouts(cluster, role)
        _run(cluster, "GRANT {} TO {} WITH INHERIT FALSE, SET TRUE, ADMIN FALSE", JOURNAL, OWNER)
        if TEST in passwords:
            _run(cluster, "GRANT {} TO {} WITH INHERIT TRUE, SET TRUE", APP, TEST)
    make_database(admin_url, database)


def make_database(admin_url: str, database: str) -> None:
    """Make the database if it is missing, and grant in it what each role may do."""
    with psycopg.connect(admin_url, autocommit=True) as cluster:
        if not _exists(cluster, "SELECT 1 FROM pg_database WHERE datname = %s", database):
            _run(cluster, "CREATE DATABASE {} OWNER {}", database, OWNER)
        _run(cluster, "REVOKE ALL ON DATABASE {} FROM PUBLIC", database)
        _run(cluster, "GRANT CONNECT, TEMPORARY ON DATABASE {} TO {}", database, APP)
        _run(cluster, "GRANT CREATE ON DATABASE {} TO {}", database, OWNER)
    with psycopg.connect(make_conninfo(admin_url, dbname=database), autocommit=True) as inside:
        _run(inside, "REVOKE CREATE ON SCHEMA public FROM PUBLIC")
        _run(inside, "GRANT CREATE, USAGE ON SCHEMA public TO {}", OWNER)
        _run(inside, "GRANT USAGE ON SCHEMA public TO {}", APP)
        own = "ALTER DEFAULT PRIVILEGES FOR ROLE {} IN SCHEMA public GRANT "
        _run(inside, own + "SELECT, INSERT, UPDATE, DELETE ON TABLES TO {}", OWNER, APP)
        _run(inside, own + "USAGE, SELECT, UPDATE ON SEQUENCES TO {}", OWNER, APP)


def _make_role(cluster: Cluster, role: str, attributes: str) -> None:
    if not _exists(cluster, "SELECT 1 FROM pg_roles WHERE rolname = %s", role):
        _run(cluster, "CREATE ROLE {}", role)
    _run(cluster, "ALTER ROLE {} " + attributes, role)


def _set_password(cluster: Cluster, role: str, password: str) -> None:
    """Only the password's verifier travels, so that no log of the server can hold the password."""
    verifier = cluster.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256").decode()
    cluster.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(role), sql.Literal(verifier)))


def _set_timeouts(cluster: Cluster, role: str) -> None:
    for name, value in TIMEOUTS.items():
        cluster.execute(
            sql.SQL("ALTER ROLE {} SET {} = {}").format(sql.Identifier(role), sql.Identifier(name), sql.Literal(value))
        )


def _run(cluster: Cluster, statement: str, *names: str) -> None:
    cluster.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def _exists(cluster: Cluster, question: str, name: str) -> bool:
    return cluster.execute(question, [name]).fetchone() is not None
