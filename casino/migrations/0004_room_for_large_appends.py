"""Appends of a hundred thousand entries keep their lines in memory."""

from django.db import migrations

from casino.journal.schema import run_sql


class Migration(migrations.Migration):
    """Put the functions as they stand in place of the old ones."""

    dependencies = (("casino", "0003_people"),)
    operations = (run_sql("functions", "grants"),)
