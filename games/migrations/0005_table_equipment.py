"""Which machines sense the outcomes of a table."""

import django.contrib.postgres.fields
from django.db import migrations, models

KNOWN = """
    UPDATE games_table SET equipment = ARRAY(SELECT jsonb_array_elements_text(head.state::jsonb -> 'equipment'))
      FROM journal.head WHERE head.stream = 'table-' || games_table.id"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_tallies"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="equipment",
            field=django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), default=list, size=None),
        ),
        migrations.RunSQL(KNOWN, migrations.RunSQL.noop),
    ]
