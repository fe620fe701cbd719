#!/usr/bin/env python
"""Pitledger's commands. A foreseeable fault is one sentence and exit 2; `--traceback` shows where it came from."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db.utils import OperationalError
from redis.exceptions import ConnectionError as NoValkey

NO_DATABASE = "No database is named. Start one with `make run`, or set DATABASE_URL (see .env.example)."


def main() -> None:
    """Run one command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    if "--traceback" in sys.argv:
        execute_from_command_line(sys.argv)
        return
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as fault:
        sys.exit(_say(NO_DATABASE if "DATABASES" in str(fault) else str(fault)))
    except OperationalError as fault:
        sys.exit(_say(f"The database does not answer ({_first_line(fault)}). Start it with `make run`, or mend DATABASE_URL."))
    except NoValkey as fault:
        sys.exit(_say(f"Valkey does not answer ({_first_line(fault)}). Start it with `make run`, or mend REDIS_URL."))


def _say(sentence: str) -> int:
    sys.stderr.write(f"{sentence}\n")
    return 2


def _first_line(fault: Exception) -> str:
    return str(fault).strip().splitlines()[0] if str(fault).strip() else type(fault).__name__


if __name__ == "__main__":
    main()
