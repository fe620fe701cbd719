"""The SQL of the journal in migrations: a change to functions, triggers or grants applies those files whole."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent / "sql"


def run_sql(*names: str) -> migrations.RunSQL:
    """Apply whole files as the role that owns the journal."""
    text = "\n".join((SQL / f"{name}.sql").read_text() for name in names)
    return migrations.RunSQL(f"SET LOCAL ROLE pitledger_journal;\n{text}\nRESET ROLE;", migrations.RunSQL.noop)
