"""The journal's schema: tables once, functions, triggers and grants whole, as they stand in `casino/journal/sql/`."""

from django.db import migrations

from casino.journal.schema import run_sql


class Migration(migrations.Migration):
    """Create the journal."""

    dependencies = ()
    operations = (
        migrations.RunSQL("CREATE SCHEMA journal AUTHORIZATION pitledger_journal", "DROP SCHEMA journal CASCADE"),
        run_sql("tables", "functions", "triggers", "grants"),
    )
