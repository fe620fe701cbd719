"""Who runs PostgreSQL. It refuses to run as root, so root lends it an unprivileged account that already exists."""

import hashlib
import os
import pwd
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from casino.stack.faults import StackFault

CANDIDATES = ("postgres", "nobody")
ELSEWHERE = Path("/var/lib/pitledger")


@dataclass(frozen=True)
class Account:
    """The account a server runs under; `uid` is None for the account we are."""

    uid: int | None = None
    gid: int | None = None

    @classmethod
    def for_postgres(cls, data_dir: Path) -> "Account":
        """Ourselves, or below root whoever owns the data already, or the first unprivileged account this machine has."""
        if os.geteuid() != 0:
            return cls()
        if data_dir.exists() and data_dir.stat().st_uid != 0:
            return cls(data_dir.stat().st_uid, data_dir.stat().st_gid)
        known = {entry.pw_name: entry for entry in pwd.getpwall()}
        for name in CANDIDATES:
            if name in known:
                return cls(known[name].pw_uid, known[name].pw_gid)
        raise StackFault(
            "PostgreSQL does not run as root and this machine has no account 'postgres' or 'nobody': add one of them."
        )

    def can(self, test: str, path: Path) -> bool:
        """Whether this account may read (`-r`), enter (`-x`) a path: asked of the system, under that account."""
        if self.uid is None:
            return True
        return self.run(["test", test, str(path)]).returncode == 0

    def run(self, command: list[str], timeout_seconds: float = 60) -> "subprocess.CompletedProcess[str]":
        """Run a short program under this account."""
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=timeout_seconds,
            check=False,
            cwd="/",
            user=self.uid,
            group=self.gid,
            extra_groups=None if self.uid is None else [],
        )

    def own(self, folder: Path) -> None:
        """Make a directory that only this account may enter."""
        folder.mkdir(parents=True, exist_ok=True)
        self.give(folder)
        folder.chmod(0o700)

    def give(self, path: Path) -> None:
        """Make this account the owner of a file or directory."""
        if self.uid is not None and self.gid is not None:
            os.chown(path, self.uid, self.gid)

    def own_all(self, folder: Path) -> None:
        """Make everything below a directory this account's."""
        for path in (folder, *folder.rglob("*")):
            self.give(path)

    def place(self, wanted: Path) -> Path:
        """The directory itself, or one elsewhere if this account cannot get there (a project below /root)."""
        wanted.parent.mkdir(parents=True, exist_ok=True)
        if self.can("-x", wanted.parent):
            return wanted
        instead = elsewhere(wanted)
        _tell(f"{wanted.parent} is closed to the account PostgreSQL runs under, so its data is kept in {instead}.")
        instead.parent.mkdir(parents=True, exist_ok=True)
        return instead

    def borrow_programs(self, folder: Path) -> Path:
        """The programs where they are, or a copy of the whole wheel where this account can read it."""
        if self.can("-x", folder / "postgres") and self.can("-r", folder.parent / "share"):
            return folder
        wheel = folder.parent.parent
        copy = elsewhere(wheel)
        if not (copy / "complete").exists():
            shutil.rmtree(copy, ignore_errors=True)
            for part in wheel.parent.glob(f"{wheel.name}*"):  # its libraries lie beside it and are looked for there
                shutil.copytree(part, copy / part.name, symlinks=True)
            subprocess.run(["chmod", "-R", "a+rX", str(copy)], check=True)
            (copy / "complete").touch()
        return copy / folder.relative_to(wheel.parent)


def elsewhere(path: Path) -> Path:
    """A place of this path's own outside the closed directory."""
    return ELSEWHERE / hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]


def _tell(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")
