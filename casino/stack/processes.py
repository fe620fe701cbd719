"""The project's own processes: web server, workers, beat, the demo's machines, and single commands."""

import subprocess
import sys
import urllib.request
from http import HTTPStatus

from casino.environment import ROOT
from casino.stack import ports
from casino.stack.faults import StackFault
from casino.stack.process import Child
from casino.stack.servers import Servers

# The live wire's messages are too short to gain by compression.
WEB_OPTIONS = ("--lifespan=off", "--no-access-log", "--timeout-graceful-shutdown=5", "--ws-per-message-deflate=false")
WITH_MACHINES = ("star", "practice", "crown")  # the demo's venues; at Crown there are no machines, but dealers
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - that it listens there is somebody's wish
ALONE = ("--without-gossip", "--without-mingle")
POLLER_OPTIONS = ("--queues=polling", "--pool=threads", *ALONE)  # each bank in a thread of its own; one process uses one core
CELERY = ("celery", "--quiet", "-A", "casino.celery:app")


def children(servers: Servers, host: str, port: int) -> list[Child]:
    """What runs as long as the stack does, the web server first."""
    always = [
        _child(servers, "web", *_web(host, port, servers.given.get("WEB_PROCESSES", "1"))),
        _child(servers, "worker", *_worker(servers.given.get("WORKER_PROCESSES", "2"))),
        _child(servers, "poller", *_poller(servers.given.get("POLLER_THREADS", "16"))),
        _child(servers, "beat", *CELERY, "beat", f"--schedule={servers.layout.var / 'beat'}", "--pidfile="),
    ]
    return [*always, *(_machines(servers, venue, _address(host, port)) for venue in WITH_MACHINES if servers.is_demo)]


def manage(servers: Servers, *arguments: str) -> str:
    """Run one command of manage.py to its end and return what it said on standard output."""
    log = servers.layout.log(arguments[0])
    log.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, str(ROOT / "manage.py"), *arguments]
    done = subprocess.run(command, env=servers.command_environment(), cwd=ROOT, capture_output=True, text=True, check=False)
    log.write_text(done.stdout + done.stderr)
    if done.returncode != 0:
        last = (done.stderr.strip() or done.stdout.strip() or "it said nothing").splitlines()[-1]
        raise StackFault(f"`manage.py {arguments[0]}` failed: {last} (all it said is in {log})")
    return done.stdout


def is_answering(url: str) -> bool:
    """Whether the page is there and says 200."""
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return bool(answer.status == HTTPStatus.OK)
    except OSError:  # also an answer that is an error
        return False


def _web(host: str, port: int, processes: str) -> list[str]:
    return ["uvicorn", "casino.asgi:application", f"--host={host}", f"--port={port}", f"--workers={processes}", *WEB_OPTIONS]


def _worker(processes: str) -> list[str]:
    return [*CELERY, "worker", "--hostname=worker@%h", f"--concurrency={processes}", *ALONE, "--loglevel=INFO"]


def _poller(threads: str) -> list[str]:
    return [*CELERY, "worker", "--hostname=poller@%h", f"--concurrency={threads}", *POLLER_OPTIONS, "--loglevel=INFO"]


def _machines(servers: Servers, venue: str, web: str) -> Child:
    """The simulated floor of a demo venue: machines that keep their meters while they are switched off, people who wager."""
    kept = servers.layout.var / "machines" / f"{venue}.json"
    return _child(servers, f"machines-{venue}", "manage", "simulate", f"--venue={venue}", f"--memory={kept}", f"--web={web}")


def _address(host: str, port: int) -> str:
    """Where processes of this machine reach the web server, whatever else it listens on."""
    named = f"[{host}]" if ":" in host else host
    return f"http://{ports.LOOPBACK if host in EVERYWHERE else named}:{port}"


def _child(servers: Servers, name: str, *command: str) -> Child:
    layout = servers.layout
    return Child(
        name,
        [sys.executable, "-m", *command],
        log=layout.log(name),
        record=layout.record(name),
        environment=servers.process_environment(),
        folder=ROOT,
        grace_seconds=float(servers.given.get("STOP_GRACE_SECONDS", "10")),
    )
