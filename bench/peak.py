"""Run a management command and say, last, how much memory it came to at its highest, in megabytes."""

import sys
from importlib import import_module
from pathlib import Path

import django
from django.core.management import call_command


def main() -> None:
    """The kernel keeps the high-water mark for us."""
    django.setup()
    import_module("bench.tally")  # the aggregate whose streams are read
    call_command(*sys.argv[1:])
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    print(int(status["VmHWM"].split()[0]) / 1024)


if __name__ == "__main__":
    main()
