"""Directories and stacks for the tests of the runner."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stack.running import RunningStack


@pytest.fixture
def folder() -> Iterator[Path]:
    """A directory that PostgreSQL's account can enter too, which pytest's own is not."""
    with tempfile.TemporaryDirectory(prefix="pitledger-stack-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def stack(folder: Path) -> Iterator[RunningStack]:
    """A stack of the test's own, running."""
    running = RunningStack(folder / "var")
    try:
        yield running.start()
    finally:
        running.stop()


@pytest.fixture(scope="module")
def shared_stack() -> Iterator[RunningStack]:
    """One running stack for the tests that leave it as they found it."""
    folder = Path(tempfile.mkdtemp(prefix="pitledger-stack-"))
    folder.chmod(0o755)
    running = RunningStack(folder / "var")
    try:
        yield running.start()
    finally:
        running.stop()
        shutil.rmtree(folder, ignore_errors=True)
