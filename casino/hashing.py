"""How passwords are hashed: Django's Argon2, as costly as the environment says."""

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """Argon2id; `check --deploy` refuses one that is too cheap."""

    memory_cost = settings.PASSWORD_MEMORY_KIB
