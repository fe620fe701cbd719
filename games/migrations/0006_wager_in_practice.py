from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_table_equipment"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="wager",
            index=models.Index(
                condition=models.Q(("venue", "practice")), fields=["position", "placed_at"], name="wager_in_practice"
            ),
        ),
    ]
