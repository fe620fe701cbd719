"""Since when a round stands at its stage, and the rounds of a venue, the latest first."""

from django.db import migrations, models

KNOWN = "UPDATE games_round SET stage_at = coalesce(finished_at, closed_at, opened_at)"


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_round_shot_at"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="stage_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.RunSQL(KNOWN, migrations.RunSQL.noop),
        migrations.AlterField(
            model_name="round",
            name="stage_at",
            field=models.DateTimeField(),
        ),
        migrations.AddIndex(
            model_name="round",
            index=models.Index(
                "venue",
                models.OrderBy(models.F("opened_at"), descending=True, nulls_last=True),
                models.OrderBy(models.F("id"), descending=True),
                name="round_of_venue",
            ),
        ),
    ]
