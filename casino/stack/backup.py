"""Backups: the cluster with its WAL, the secrets, a manifest of hashes; and the way back, which ends by verifying."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from casino.environment import ROOT, ServerUrl, read_file
from casino.stack import binaries, processes
from casino.stack.account import Account
from casino.stack.faults import StackFault
from casino.stack.layout import Layout
from casino.stack.lock import only_one
from casino.stack.process import sweep
from casino.stack.servers import Servers

FORMAT = "pitledger-backup/1"


def make(layout: Layout) -> Path:
    """Copy the running cluster (or start it for the purpose) and the secrets; returns the backup's directory."""
    folder = layout.backups / datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    folder.mkdir(parents=True, mode=0o700)
    with _admin_url(layout) as url:
        _copy_cluster(url, folder / "cluster")
    _copy_secrets(layout, folder / "secrets")
    _write_manifest(folder)
    return folder


def restore(layout: Layout, folder: Path) -> None:
    """Check the backup, put it in place of what is there (which is kept aside), and verify the journal."""
    _check_manifest(folder)
    with only_one(layout, address="a restore") as other:
        if other is not None:
            raise StackFault(f"Pitledger runs at {other}: `make stop` first, then restore.")
        sweep(layout.run)
        _set_aside(layout)
        _place_secrets(layout, folder / "secrets")
        place_settings(folder / "secrets" / ".env", ROOT / ".env")
        _place_cluster(layout, folder / "cluster")
        _verify(layout)


@contextmanager
def _admin_url(layout: Layout) -> Iterator[str]:
    """The superuser's log-in: yours, that of the running stack, or that of a server started for as long as this takes."""
    given = os.environ.get("ADMIN_DATABASE_URL") or read_file(ROOT / ".env").get("ADMIN_DATABASE_URL")
    if given:
        yield given
        return
    with only_one(layout, address="a backup") as other:
        if other is not None:
            yield read_file(layout.env)["ADMIN_DATABASE_URL"]
            return
        sweep(layout.run)
        servers = Servers(layout)
        if servers.postgres is None:
            raise StackFault("DATABASE_URL names your own server: set ADMIN_DATABASE_URL to a superuser there to back it up.")
        with servers.postgres as server:
            yield server.url()


def _copy_cluster(url: str, target: Path) -> None:
    server = ServerUrl.parse(url)
    where = [f"--host={server.host}", f"--port={server.port or 5432}", f"--username={server.role}", f"--pgdata={target}"]
    options = ["--format=tar", "--gzip", "--wal-method=stream", "--checkpoint=fast", "--no-password"]
    command = [str(binaries.postgres_programs(Account()) / "pg_basebackup"), *where, *options]
    environment = os.environ | {"PGPASSWORD": server.password}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise StackFault(f"The cluster could not be copied: {(done.stderr.strip() or 'no reason was given').splitlines()[-1]}")


def _copy_secrets(layout: Layout, target: Path) -> None:
    target.mkdir(mode=0o700)
    for source in (layout.secrets, ROOT / ".env"):
        if source.exists():
            shutil.copy2(source, target / source.name)


def _write_manifest(folder: Path) -> None:
    files = [{"name": name, "bytes": (folder / name).stat().st_size, "sha256": _sha256(folder / name)} for name in _files(folder)]
    made_at = datetime.now(UTC).isoformat(timespec="seconds")
    (folder / "manifest.json").write_text(json.dumps({"format": FORMAT, "made_at": made_at, "files": files}, indent=2) + "\n")


def _check_manifest(folder: Path) -> None:
    try:
        manifest = json.loads((folder / "manifest.json").read_text())
        expected = {entry["name"]: entry["sha256"] for entry in manifest["files"]}
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise StackFault(f"{folder} is not a backup: it has no readable manifest.json.") from fault
    for name, wanted in expected.items():
        if not (folder / name).is_file() or _sha256(folder / name) != wanted:
            raise StackFault(f"The backup {folder} is damaged: {name} is missing or not as it was written. Use another.")


def _set_aside(layout: Layout) -> None:
    """Nothing is overwritten: what was there moves to `var/before-restore-…`."""
    aside = layout.var / f"before-restore-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    data = Account.for_postgres(layout.postgres_data).place(layout.postgres_data)
    for source in (data, layout.secrets):
        if source.exists():
            aside.mkdir(exist_ok=True, mode=0o711)
            shutil.move(source, aside / source.name)


def _place_secrets(layout: Layout, source: Path) -> None:
    layout.secrets.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if (source / layout.secrets.name).exists():
        shutil.copy2(source / layout.secrets.name, layout.secrets)


def place_settings(source: Path, target: Path) -> None:
    """Nothing is overwritten: settings that are there stay, and where they differ it is said."""
    if not source.exists():
        return
    if not target.exists():
        shutil.copy2(source, target)
    elif target.read_bytes() != source.read_bytes():
        sys.stdout.write(f"{target} is not as it was when the backup was made, and stays as it is: compare it with {source}.\n")


def _place_cluster(layout: Layout, source: Path) -> None:
    account = Account.for_postgres(layout.postgres_data)
    data = account.place(layout.postgres_data)
    account.own(data)
    for archive, target in (("base.tar.gz", data), ("pg_wal.tar.gz", data / "pg_wal")):
        with tarfile.open(source / archive) as members:
            members.extraction_filter = getattr(tarfile, "data_filter", None)  # Debian 12's own Python 3.11.2 has none yet
            members.extractall(target)  # noqa: S202 - our own, and each file's hash has been compared
    account.own_all(data)


def _verify(layout: Layout) -> None:
    servers = Servers(layout)
    try:
        servers.start_postgres()
        sys.stdout.write(processes.manage(servers, "verify"))
    finally:
        servers.stop()


def _files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and path.name != "manifest.json")


def _sha256(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
