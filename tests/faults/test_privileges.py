"""Proof 9: nobody alters the record. Each role tries every forbidden statement and is refused for the right reason."""

from __future__ import annotations

import psycopg
import pytest
from psycopg import sql

from casino.domain.money import Cents
from casino.stack.postgres import SUPERUSER
from casino.stack.roles import APP, JOURNAL, OWNER, TEST
from tests.casino import tally
from tests.databases import Database
from tests.factories import OriginFactory, open_star
from tests.faults.proofs import Proof

EVIDENCE = ("entry", "head", "command")
NOT_YOURS, NEVER, MUST_OWN = "42501", "JL403", "42501"
CHANGES = {
    "update": "UPDATE journal.{table} SET recorded_at = recorded_at",
    "update-of-nothing": "UPDATE journal.{table} SET recorded_at = recorded_at WHERE false",
    "delete": "DELETE FROM journal.{table}",
    "delete-of-nothing": "DELETE FROM journal.{table} WHERE false",
    "truncate": "TRUNCATE journal.{table}",
    "truncate-cascade": "TRUNCATE journal.{table} CASCADE",
    "merge": "MERGE INTO journal.{table} AS t USING (SELECT 1) AS s ON true WHEN MATCHED THEN DELETE",
}
WRITES = {
    "insert": "INSERT INTO journal.{table} SELECT * FROM journal.{table}",
    "upsert": "INSERT INTO journal.{table} SELECT * FROM journal.{table} ON CONFLICT DO NOTHING",
    "copy": "COPY journal.{table} FROM STDIN",
    "lock-rows": "SELECT 1 FROM journal.{table} FOR UPDATE",
    "lock-table": "LOCK TABLE journal.{table} IN ACCESS EXCLUSIVE MODE",
    "disable-trigger": "ALTER TABLE journal.{table} DISABLE TRIGGER ALL",
    "drop-trigger": "DROP TRIGGER immutable ON journal.{table}",
    "add-trigger": "CREATE TRIGGER t BEFORE INSERT ON journal.{table} FOR EACH ROW EXECUTE FUNCTION journal.forbid()",
    "rule": "CREATE RULE r AS ON INSERT TO journal.{table} DO INSTEAD NOTHING",
    "drop": "DROP TABLE journal.{table}",
    "take": "ALTER TABLE journal.{table} OWNER TO CURRENT_USER",
}
OTHERS = (
    "SELECT nextval('journal.position_seq')",
    "SELECT setval('journal.position_seq', 1)",
    "ALTER SEQUENCE journal.position_seq RESTART",
    "CREATE FUNCTION journal.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE OR REPLACE FUNCTION journal.forbid() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    "DROP FUNCTION journal.append_many",
    "DROP SCHEMA journal CASCADE",
    "SET session_replication_role = replica",
)
RESTATE = "SELECT journal.restate('{venue-star}', '{1}', 1, 'forged')"


@pytest.fixture
def told(committed: Database, proof: Proof) -> Database:
    """A database with something to alter."""
    open_star()
    tally.add_cents(tally="star.1", cents=Cents(5), origin=OriginFactory.build())
    return committed


@pytest.mark.parametrize("role", [APP, OWNER, TEST])
@pytest.mark.parametrize("table", EVIDENCE)
def test_no_role_of_ours_has_the_privilege_to_write_evidence(told: Database, role: str, table: str) -> None:
    tried = {name: _refusal(told, role, statement.format(table=table)) for name, statement in (CHANGES | WRITES).items()}
    assert tried == dict.fromkeys(CHANGES | WRITES, NOT_YOURS)


@pytest.mark.parametrize("role", [APP, OWNER, TEST])
def test_no_role_of_ours_can_draw_positions_or_change_functions(told: Database, role: str) -> None:
    assert {statement: _refusal(told, role, statement) for statement in OTHERS} == dict.fromkeys(OTHERS, NOT_YOURS)


@pytest.mark.parametrize("role", [APP, TEST])
def test_the_processes_cannot_restate_or_become_another(told: Database, role: str) -> None:
    others = [f"SET ROLE {other}" for other in (OWNER, JOURNAL, SUPERUSER)] + [f"SET SESSION AUTHORIZATION {OWNER}", RESTATE]
    assert {statement: _refusal(told, role, statement) for statement in others} == dict.fromkeys(others, NOT_YOURS)


@pytest.mark.parametrize("is_replica", [False, True])
@pytest.mark.parametrize("table", EVIDENCE)
def test_even_a_superuser_is_refused_by_the_triggers(told: Database, table: str, is_replica: bool) -> None:
    before = "SET session_replication_role = replica" if is_replica else "SELECT 1"
    tried = {name: _refusal(told, SUPERUSER, statement.format(table=table), before) for name, statement in CHANGES.items()}
    assert tried == dict.fromkeys(CHANGES, NEVER)


@pytest.mark.parametrize("table", ["entry", "command"])
def test_not_even_the_role_that_owns_the_journal_alters_what_is_recorded(told: Database, table: str) -> None:
    tried = {
        name: _refusal(told, OWNER, statement.format(table=table), f"SET ROLE {JOURNAL}") for name, statement in CHANGES.items()
    }
    assert tried == dict.fromkeys(CHANGES, NEVER)


def test_nobody_removes_a_head_and_only_the_journals_functions_move_it(told: Database) -> None:
    removals = {name: statement for name, statement in CHANGES.items() if not name.startswith("update")}
    tried = {
        name: _refusal(told, OWNER, statement.format(table="head"), f"SET ROLE {JOURNAL}") for name, statement in removals.items()
    }
    assert tried == dict.fromkeys(removals, NEVER)


@pytest.mark.parametrize("role", [APP, OWNER, TEST])
def test_everyone_reads_the_journal(told: Database, role: str) -> None:
    with psycopg.connect(_url(told, role)) as reader:
        assert [reader.execute(_count(table)).fetchone() for table in EVIDENCE] == [(2,), (2,), (2,)]


def _count(table: str) -> sql.Composed:
    return sql.SQL("SELECT count(*) FROM journal.{}").format(sql.Identifier(table))


def _refusal(database: Database, role: str, statement: str, before: str = "SELECT 1") -> str:
    """The sqlstate of the refusal; nothing, if it is done after all (it is rolled back)."""
    with psycopg.connect(_url(database, role)) as connection:
        connection.execute(before)
        try:
            connection.execute(statement)
        except psycopg.Error as error:
            return error.sqlstate or ""
        finally:
            connection.rollback()
    return "done"


def _url(database: Database, role: str) -> str:
    return database.servers.postgres.url(role, database.name)
