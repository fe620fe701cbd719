"""What the environment says: variables of the process first, then `.env`, then what the stack's runner wrote to `var/env`."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent

PLACEHOLDER = "change-me"
DEMO_PREFIX = "demo-"


@dataclass(frozen=True)
class ServerUrl:
    """A server's address with the role that logs in, parsed from `scheme://role:password@host:port/name?option=value`."""

    scheme: str
    role: str
    password: str
    host: str
    port: int | None
    name: str
    options: Mapping[str, str]

    @classmethod
    def parse(cls, url: str) -> "ServerUrl":
        """Take the address apart; a port that is no number raises `ValueError`."""
        parts = urlsplit(url)
        return cls(
            scheme=parts.scheme,
            role=unquote(parts.username or ""),
            password=unquote(parts.password or ""),
            host=unquote(parts.hostname or ""),
            port=parts.port,
            name=unquote(parts.path.removeprefix("/")),
            options=dict(parse_qsl(parts.query)),
        )


def read() -> dict[str, str]:
    """Everything that is set, the nearer place winning. `ENV_FILE` names one file to read instead of the two usual ones."""
    chosen = os.environ.get("ENV_FILE")
    files = [Path(chosen)] if chosen else [ROOT / "var" / "env", ROOT / ".env"]
    values: dict[str, str] = {}
    for file in files:
        values.update(read_file(file))
    return values | dict(os.environ)


def read_file(file: Path) -> dict[str, str]:
    """The `NAME=value` lines of a file; none if there is no such file or it is not ours to read."""
    try:
        lines = file.read_text().splitlines()
    except (FileNotFoundError, PermissionError, NotADirectoryError):
        return {}
    pairs = (line.split("=", 1) for line in lines if "=" in line and not line.lstrip().startswith("#"))
    return {name.strip(): value.strip().strip("\"'") for name, value in pairs}


def django_database(url: str, **extra: object) -> dict[str, object]:
    """One entry of Django's DATABASES."""
    server = ServerUrl.parse(url)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": server.name,
        "USER": server.role,
        "PASSWORD": server.password,
        "HOST": server.host or server.options.get("host", ""),
        "PORT": str(server.port or ""),
        "OPTIONS": {name: value for name, value in server.options.items() if name != "host"},
        **extra,
    }


def is_demo_secret(secret: str) -> bool:
    """Whether a secret is the example's placeholder or was made for a demo stack."""
    return secret.startswith((DEMO_PREFIX, PLACEHOLDER))
