"""Ports on the loopback: a free one, and who has the one we wanted."""

import os
import socket

import psutil

from casino.stack.faults import StackFault
from casino.stack.process import wait_until

LOOPBACK = "127.0.0.1"


def wanted_port() -> int:
    """The port for people: PORT, or 8000."""
    given = os.environ.get("PORT") or "8000"
    if not given.isdecimal() or not 0 < int(given) < 65536:  # noqa: PLR2004  what a port can be
        raise StackFault(f"PORT is {given!r}: give a number from 1 to 65535.")
    return int(given)


def require_free(host: str, port: int) -> None:
    """Refuse a port that somebody has, and say who."""
    if not is_free(port, host):
        raise StackFault(f"Port {port} is taken by {holder(port)}: stop it, or choose another with `make run PORT={port + 1}`.")


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


def same_or_free(port: int, patience_seconds: float = 1) -> int:
    """The port a server had before, given a moment to become free, or another."""
    return port if port and wait_until(lambda: is_free(port), patience_seconds) else free_port()


def is_free(port: int, host: str = LOOPBACK) -> bool:
    """Whether we could listen there."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
        return True


def holder(port: int) -> str:
    """Who listens there, in words, if the system tells us."""
    try:
        sockets = [one for one in psutil.net_connections("tcp") if one.status == psutil.CONN_LISTEN and one.pid]
        process = psutil.Process(next(one.pid for one in sockets if getattr(one.laddr, "port", None) == port))
        return f"{process.name()} (process {process.pid})"
    except (psutil.Error, StopIteration, PermissionError):
        return "another program"
