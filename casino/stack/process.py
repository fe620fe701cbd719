"""One process that we start, watch and stop, and a record on disk by which it is known again should we be killed ourselves."""

import ctypes
import json
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

from casino.stack.account import Account

SET_PARENT_DEATH_SIGNAL = 1
KILL_SECONDS = 5.0
LONGEST_LOG_BYTES = 20_000_000
LEFTOVER_GRACE_SECONDS = 3.0
BOOT = Path("/proc/sys/kernel/random/boot_id")
_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True)
class Identity:
    """A process that cannot be mistaken for another with the same number: boot, start time in ticks, command."""

    pid: int
    boot: str
    started: str
    command: str

    @classmethod
    def of(cls, pid: int) -> "Identity | None":
        """Who has this number now; None if nobody or only a body that nobody has fetched."""
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:200]
        except (FileNotFoundError, ProcessLookupError):
            return None
        return None if fields[0] in "ZX" else cls(pid, BOOT.read_text().strip(), fields[19], command)

    @classmethod
    def ours(cls) -> "Identity":
        """This very process."""
        identity = cls.of(os.getpid())
        assert identity is not None, "we live"
        return identity

    @property
    def is_alive(self) -> bool:
        """Whether exactly this process still runs; a process may change its command, never its start."""
        now = Identity.of(self.pid)
        return now is not None and (now.boot, now.started) == (self.boot, self.started)

    def save(self, file: Path) -> None:
        """Write it down."""
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_suffix(".new")
        draft.write_text(json.dumps(asdict(self)))
        draft.replace(file)

    @classmethod
    def load(cls, file: Path) -> "Identity | None":
        """Read it back; None if there is none or it is not whole."""
        try:
            return cls(**json.loads(file.read_text()))
        except (FileNotFoundError, ValueError, TypeError):
            return None

    def end(self, first: signal.Signals, grace_seconds: float) -> None:
        """Stop exactly this process and all it started: asked first, killed when the grace is over."""
        try:
            handle = os.pidfd_open(self.pid)
        except ProcessLookupError:
            return
        try:
            if not self.is_alive:
                return
            signal.pidfd_send_signal(handle, first)
            if not select.select([handle], [], [], grace_seconds)[0]:  # readable once all its threads are gone
                kill_tree(self.pid)
                select.select([handle], [], [], KILL_SECONDS)
        finally:
            os.close(handle)


class Child:
    """A process of ours, the leader of its own session. It is told to stop when we die, however we die."""

    def __init__(
        self,
        name: str,
        command: Sequence[str | Path],
        *,
        log: Path,
        record: Path,
        environment: Mapping[str, str] | None = None,
        folder: Path = Path("/"),
        account: Account | None = None,
        stop_signal: signal.Signals = signal.SIGTERM,
        grace_seconds: float = 10,
    ) -> None:
        self.name = name
        self.command = [str(part) for part in command]
        self.log = log
        self.record = record
        self.environment = environment
        self.folder = folder
        self.account = account or Account()
        self.stop_signal = stop_signal
        self.grace_seconds = grace_seconds
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, again if it has ended; what it says goes to its log."""
        assert not self.is_running, f"{self.name} runs already"
        self.kill()  # fetches the one before it and ends what that left behind
        self.log.parent.mkdir(parents=True, exist_ok=True)
        if self.log.exists() and self.log.stat().st_size > LONGEST_LOG_BYTES:
            self.log.replace(self.log.with_suffix(".old.log"))
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env=None if self.environment is None else dict(self.environment),
                start_new_session=True,
                user=self.account.uid,
                group=self.account.gid,
                extra_groups=None if self.account.uid is None else [],
                preexec_fn=self._die_with_parent,  # noqa: PLW1509  one system call, no locks
            )
        identity = Identity.of(self._process.pid)
        if identity is not None:
            identity.save(self.record)

    @property
    def pid(self) -> int:
        """Its number."""
        assert self._process is not None, f"{self.name} was not started"
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it lives. A dead child is left unfetched, so that its number stays its own until we have cleaned up."""
        if self._process is None or self._process.returncode is not None:
            return False
        return os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None

    @property
    def ending(self) -> str:
        """How it ended, in words."""
        if self._process is None:
            return "ended"
        if self._process.returncode is not None:
            return _ended_by(-self._process.returncode) if self._process.returncode < 0 else "ended by itself"
        found = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
        if found is None or found.si_code == os.CLD_EXITED:
            return "ended by itself"
        return _ended_by(found.si_status)

    def stop(self) -> None:
        """Ask it to stop, kill it and all it started when the grace is over."""
        self.ask_to_stop()
        self.wait_stopped(self.grace_seconds)

    def ask_to_stop(self) -> None:
        """Send the stop signal and do not wait."""
        if self.is_running:
            os.kill(self.pid, self.stop_signal)

    def wait_stopped(self, grace_seconds: float) -> None:
        """Wait for the end, at most so long; then kill. Afterwards nothing of it is left."""
        if self._process is None:
            return
        wait_until(lambda: not self.is_running, grace_seconds)
        self.kill()

    def kill(self) -> None:
        """Kill it and all it started, at once."""
        if self._process is not None and self._process.returncode is None:
            kill_tree(self.pid)
            self._process.wait()
        self.record.unlink(missing_ok=True)

    def _die_with_parent(self) -> None:
        _libc.prctl(SET_PARENT_DEATH_SIGNAL, int(self.stop_signal))


def _ended_by(number: int) -> str:
    return f"was ended by {signal.Signals(number).name}"


def kill_tree(pid: int) -> None:
    """Kill a session leader, its group and its descendants, wherever they have moved to."""
    try:
        family = [*psutil.Process(pid).children(recursive=True), psutil.Process(pid)]
    except psutil.NoSuchProcess:
        family = []
    for member in family:
        try:
            member.kill()  # psutil compares the start time before it signals
        except psutil.NoSuchProcess:
            continue
    try:
        if os.getpgid(pid) == pid:
            os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def sweep(records: Path) -> list[str]:
    """End what an earlier runner left behind and say what it was. Records of processes that are gone are only removed."""
    found = []
    for file in sorted(records.glob("*.json")):
        identity = Identity.load(file)
        if identity is not None and identity.is_alive:
            found.append(file.stem)
            identity.end(signal.SIGINT if file.stem == "postgres" else signal.SIGTERM, LEFTOVER_GRACE_SECONDS)
        file.unlink(missing_ok=True)
    return found


def wait_until(condition: Callable[[], bool], seconds: float, *, every: float = 0.02) -> bool:
    """Look again and again until it is so or the time is over; say which."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(every)
    return True
