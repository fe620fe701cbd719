"""Where the feed of a wheel's table is."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("devices", "0003_meters"),
    ]

    operations = [
        migrations.AddField(
            model_name="device",
            name="feed_port",
            field=models.IntegerField(null=True),
        ),
    ]
