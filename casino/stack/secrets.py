"""Passwords and keys of a stack of our own, made once and kept in one file that only its owner reads."""

import os
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from casino.environment import DEMO_PREFIX, read_file


@dataclass(frozen=True)
class Secrets:
    """What the embedded servers and the demo are locked with. The prefix lets `check --deploy` refuse them in production."""

    postgres: str
    pitledger_owner: str
    pitledger_app: str
    pitledger_test: str
    valkey: str
    secret_key: str
    keeping_key: str

    @classmethod
    def make(cls) -> "Secrets":
        """New ones, unguessable."""
        return cls(**{name: _unguessable() for name in cls.__dataclass_fields__})

    @classmethod
    def kept_in(cls, file: Path) -> "Secrets":
        """The ones in the file; what is missing there is made and added."""
        known = read_file(file)
        kept = cls(**{name: known.get(name) or _unguessable() for name in cls.__dataclass_fields__})
        if asdict(kept) != known:
            write_private(file, as_lines(asdict(kept)))
        return kept

    def password(self, role: str) -> str:
        """The password a role logs in with."""
        return str(getattr(self, role))


def _unguessable() -> str:
    return DEMO_PREFIX + secrets.token_urlsafe(24)


def as_lines(values: Mapping[str, str]) -> str:
    """The values as `NAME=value` lines."""
    return "".join(f"{name}={value}\n" for name, value in values.items())


def write_private(file: Path, text: str) -> None:
    """Write a file that only its owner may read, whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(".new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        out.write(text)
    draft.replace(file)
