"""`python -m casino.stack run|stop|reset|backup|restore`: what the Makefile calls."""

import argparse
import os
import sys
from pathlib import Path

from casino.stack import backup, ending, runner
from casino.stack.faults import StackFault
from casino.stack.layout import Layout


def main() -> int:
    """Do one thing; a foreseeable fault is one sentence."""
    parser = argparse.ArgumentParser(prog="python -m casino.stack", description=__doc__)
    verbs = parser.add_subparsers(dest="verb", required=True)
    for verb in VERBS:
        verbs.add_parser(verb).add_argument("folder", nargs="?", type=Path, help="the backup to restore")
    chosen = parser.parse_args()
    try:
        return VERBS[chosen.verb](Layout.here(), chosen.folder)
    except StackFault as fault:
        sys.stderr.write(f"{fault}\n")
        return 1


def _run(layout: Layout, _: Path | None) -> int:
    return runner.run(layout)


def _stop(layout: Layout, _: Path | None) -> int:
    ended = ending.stop(layout)
    sys.stdout.write(f"Stopped ({', '.join(ended)}).\n" if ended else "Nothing was running.\n")
    return 0


def _reset(layout: Layout, _: Path | None) -> int:
    if os.environ.get("YES") != "1" and not _is_agreed(
        f"Delete the database and all that is in {layout.var} but its backups? [y/N] "
    ):
        sys.stdout.write("Nothing was deleted.\n")
        return 1
    ending.reset(layout)
    return 0


def _is_agreed(question: str) -> bool:
    try:
        return input(question).strip().lower() in {"y", "yes"}
    except EOFError:
        return False


def _backup(layout: Layout, _: Path | None) -> int:
    sys.stdout.write(f"{backup.make(layout)}\n")
    return 0


def _restore(layout: Layout, folder: Path | None) -> int:
    if folder is None:
        raise StackFault("Which backup? Say `make restore FROM=var/backups/…`.")
    backup.restore(layout, folder)
    return 0


VERBS = {"run": _run, "stop": _stop, "reset": _reset, "backup": _backup, "restore": _restore}

if __name__ == "__main__":
    sys.exit(main())
