"""What `check --deploy` refuses: a set-up that would run but must not."""

from collections.abc import Sequence

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

from casino.environment import ServerUrl, is_demo_secret

ENVIRONMENTS = ("production", "demo")
LEAST_KIB = 19 * 1024  # for Argon2id with two passes


@register(Tags.security, deploy=True)
def deployment(app_configs: Sequence[AppConfig] | None, **_: object) -> list[CheckMessage]:
    """Every fault at once, each with what to do."""
    del app_configs
    return [*_missing(), *_roles(), *_secrets(), *_switches()]


def _missing() -> list[CheckMessage]:
    needed = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "KEEPING_KEY", "ALLOWED_HOSTS")
    return [
        Error(f"{name} is not set.", hint="See .env.example.", id="casino.E001") for name in needed if not settings.ENV.get(name)
    ]


def _roles() -> list[CheckMessage]:
    role, owner = _url("DATABASE_URL").role, _url("OWNER_DATABASE_URL").role
    if not role or role != owner:
        return []
    hint = "The processes must not own what they write; `manage.py create_roles` makes pitledger_app and pitledger_owner."
    return [Error(f"DATABASE_URL and OWNER_DATABASE_URL both name the role {role}.", hint=hint, id="casino.E002")]


def _secrets() -> list[CheckMessage]:
    if settings.IS_DEMO:
        return []
    secrets = {name: settings.ENV.get(name, "") for name in ("SECRET_KEY", "KEEPING_KEY")}
    secrets |= {name: _url(name).password for name in ("DATABASE_URL", "OWNER_DATABASE_URL", "ADMIN_DATABASE_URL", "REDIS_URL")}
    found = [name for name, secret in secrets.items() if is_demo_secret(secret)]
    hint = "Make one with: python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"
    return [Error(f"{name} holds a demo secret.", hint=hint, id="casino.E003") for name in found]


def _switches() -> list[CheckMessage]:
    is_known = settings.ENVIRONMENT in ENVIRONMENTS
    faults = {
        "casino.E004": (not is_known, f"ENVIRONMENT is {settings.ENVIRONMENT!r}.", f"Use one of {', '.join(ENVIRONMENTS)}."),
        "casino.E005": (settings.IS_DEMO, "ENVIRONMENT is demo.", "Set ENVIRONMENT=production."),
        "casino.E006": (settings.DEBUG, "DEBUG is on: pages would show source and settings.", "Unset DEBUG."),
        "casino.E008": (
            settings.PASSWORD_MEMORY_KIB < LEAST_KIB,
            f"PASSWORD_MEMORY_KIB is {settings.PASSWORD_MEMORY_KIB}: passwords would be cheap to guess.",
            "Unset it.",
        ),
        "casino.E007": ("*" in settings.ALLOWED_HOSTS, "ALLOWED_HOSTS allows every host.", "Name the hosts people type."),
    }
    return [Error(fault, hint=hint, id=code) for code, (is_so, fault, hint) in faults.items() if is_so]


def _url(name: str) -> ServerUrl:
    return ServerUrl.parse(settings.ENV.get(name, ""))
