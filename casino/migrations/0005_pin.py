"""A PIN beside the password, with which people sign at a desk of others."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Nobody has one until they set it."""

    dependencies = (("casino", "0004_room_for_large_appends"),)
    operations = (migrations.AddField("password", "pin_hash", models.TextField(default="")),)
