"""`make run` seen from outside."""

import re
import signal
import socket
import stat
import urllib.request
from pathlib import Path

import psutil
import pytest
import redis

from casino.environment import read_file
from casino.stack import processes
from casino.stack.process import Identity, wait_until
from tests.stack.running import PARTS, RunningStack, are_gone, lives

WHOLE_STACK = "starts and stops a whole stack"


def test_everything_is_ready_when_the_address_is_printed(shared_stack: RunningStack) -> None:
    assert f"Pitledger runs at http://127.0.0.1:{shared_stack.port}/" in shared_stack.said
    assert shared_stack.ready() == (200, {"database": "ok", "valkey": "ok", "migrations": "ok", "workers": "ok"})


def test_the_first_page_answers(shared_stack: RunningStack) -> None:
    with urllib.request.urlopen(f"http://127.0.0.1:{shared_stack.port}/") as page:
        assert (page.status, "Pitledger" in page.read().decode()) == (200, True)


@pytest.mark.slow(reason="starts the runner as a process")
def test_a_second_run_says_where_the_first_one_is(shared_stack: RunningStack) -> None:
    second = shared_stack.call("run")
    assert (second.returncode, second.stdout) == (0, f"Pitledger already runs at http://127.0.0.1:{shared_stack.port}/\n")


@pytest.mark.slow(reason="starts the runner as a process")
def test_a_taken_port_is_named_with_its_holder(shared_stack: RunningStack, folder: Path) -> None:
    other = RunningStack(folder / "var", shared_stack.port).call("run")
    assert other.returncode == 1
    assert other.stderr.startswith(f"Port {shared_stack.port} is taken by python")
    assert f"make run PORT={shared_stack.port + 1}" in other.stderr


@pytest.mark.slow(reason="starts the runner as a process")
def test_a_port_that_is_none_is_refused(folder: Path) -> None:
    stack = RunningStack(folder / "var")
    stack.port = 70000
    assert stack.call("run").stderr == "PORT is '70000': give a number from 1 to 65535.\n"


def test_secrets_are_readable_by_their_owner_only(shared_stack: RunningStack) -> None:
    for file in (shared_stack.layout.env, shared_stack.layout.secrets, shared_stack.layout.valkey_data / "valkey.conf"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_web_and_workers_know_no_password_but_their_own(shared_stack: RunningStack) -> None:
    for part in ("web", "worker", "beat"):
        environment = psutil.Process(shared_stack.part(part).pid).environ()
        assert "pitledger_app" in environment["DATABASE_URL"]
        assert not {"OWNER_DATABASE_URL", "ADMIN_DATABASE_URL"} & environment.keys()


def test_the_servers_listen_on_the_loopback_only(shared_stack: RunningStack) -> None:
    listening = [c.laddr.ip for p in shared_stack.family() for c in p.net_connections("inet") if c.status == psutil.CONN_LISTEN]
    assert len(listening) >= 3
    assert set(listening) == {"127.0.0.1"}


@pytest.mark.slow(reason="a worker says every two seconds that it lives")
def test_an_emptied_valkey_is_healed_within_seconds(shared_stack: RunningStack) -> None:
    with redis.Redis.from_url(read_file(shared_stack.layout.env)["REDIS_URL"]) as client:
        client.flushall()
    assert wait_until(shared_stack.is_ready, 20)


@pytest.mark.slow(reason=WHOLE_STACK)
def test_ctrl_c_stops_every_process_and_nothing_else(folder: Path) -> None:
    bystander = psutil.Popen(["sleep", "60"])
    stack = RunningStack(folder / "var")
    stack.environment_extra = {"STOP_GRACE_SECONDS": "10"}
    family = stack.start().family()
    assert len(family) > len(PARTS)
    stack.signal(signal.SIGINT)
    assert are_gone(family)
    assert "Warm shutdown" in stack.layout.log("worker").read_text()
    assert lives(bystander)
    bystander.kill()
    bystander.wait()


@pytest.mark.slow(reason=WHOLE_STACK)
def test_a_hanging_child_is_killed_when_its_grace_is_over(stack: RunningStack) -> None:
    worker = psutil.Process(stack.part("worker").pid)
    worker.suspend()
    stack.signal(signal.SIGTERM)
    assert are_gone([worker])


@pytest.mark.slow(reason=WHOLE_STACK)
def test_a_runner_that_is_killed_leaves_no_orphans(stack: RunningStack) -> None:
    family = stack.family()
    stack.signal(signal.SIGKILL)
    assert are_gone(family, seconds=60)


@pytest.mark.slow(reason=WHOLE_STACK)
def test_a_killed_runner_can_be_started_again_at_once(stack: RunningStack) -> None:
    frozen = psutil.Process(stack.part("web").pid)
    frozen.suspend()  # it cannot obey the signal that comes with its parent's death
    stack.signal(signal.SIGKILL)
    stack.start()
    assert stack.ready()[0] == 200
    assert are_gone([frozen])


@pytest.mark.slow(reason=WHOLE_STACK)
def test_a_first_start_that_is_killed_half_way_is_simply_begun_again(folder: Path) -> None:
    stack = RunningStack(folder / "var")
    stack.begin()
    assert wait_until(lambda: any(stack.layout.postgres_data.parent.glob("data.unfinished*/*")), 20, every=0.002)
    stack.signal(signal.SIGKILL)
    assert not stack.layout.postgres_data.exists()
    assert stack.start().ready()[0] == 200
    stack.stop()


@pytest.mark.slow(reason=WHOLE_STACK)
def test_a_signal_during_the_start_stops_what_was_started(folder: Path) -> None:
    stack = RunningStack(folder / "var")
    stack.begin()
    assert wait_until(lambda: stack.layout.record("valkey").exists(), 20)
    family = stack.family()
    stack.signal(signal.SIGTERM)
    assert are_gone(family)
    assert "Traceback" not in stack.said


@pytest.mark.slow(reason=WHOLE_STACK)
@pytest.mark.parametrize("part", ["postgres", "valkey", "web", "worker", "beat"])
def test_a_process_that_dies_is_started_again_and_said_so(shared_stack: RunningStack, part: str) -> None:
    before = shared_stack.part(part)
    psutil.Process(before.pid).kill()
    assert wait_until(lambda: not before.is_alive, 20)
    assert wait_until(lambda: _is_new(shared_stack, part, before) and shared_stack.is_ready(), 60), shared_stack.said
    assert re.search(rf"(?im)^{part}\w* was ended by SIGKILL; it is started again in \d+ s\.$", shared_stack.said)


def _is_new(stack: RunningStack, part: str, before: Identity) -> bool:
    now = Identity.load(stack.layout.record(part))
    return now is not None and now != before and now.is_alive


@pytest.mark.slow(reason=WHOLE_STACK)
def test_stop_ends_the_stack_and_says_so(stack: RunningStack) -> None:
    family = stack.family()
    assert stack.call("stop").stdout == "Stopped (runner).\n"
    assert are_gone(family)
    assert stack.call("stop").stdout == "Nothing was running.\n"


@pytest.mark.slow(reason="starts the runner as a process")
def test_stop_never_ends_a_stranger_who_has_the_number_of_an_old_process(folder: Path) -> None:
    stranger = psutil.Popen(["sleep", "60"])
    stack = RunningStack(folder / "var")
    mine = Identity.of(stranger.pid)
    assert mine is not None
    Identity(mine.pid, mine.boot, "1", "postgres").save(stack.layout.record("postgres"))
    Identity(mine.pid, "an earlier boot", mine.started, "runner").save(stack.layout.runner)
    assert stack.call("stop").stdout == "Nothing was running.\n"
    assert lives(stranger)
    stranger.kill()
    stranger.wait()


@pytest.mark.slow(reason=WHOLE_STACK)
def test_reset_deletes_the_data_and_keeps_the_backups(stack: RunningStack) -> None:
    stack.layout.backups.mkdir()
    assert stack.call("reset").returncode == 1
    assert stack.layout.postgres_data.exists()
    stack.environment_extra = {"YES": "1"}
    assert stack.call("reset").returncode == 0
    assert [entry.name for entry in stack.layout.var.iterdir()] == ["backups"]


@pytest.mark.slow(reason="starts the runner as a process")
def test_a_server_of_yours_needs_the_owners_log_in_too(folder: Path) -> None:
    stack = RunningStack(folder / "var")
    stack.environment_extra = {"DATABASE_URL": "postgresql://pitledger_app@127.0.0.1:1/pitledger"}
    assert "OWNER_DATABASE_URL must name pitledger_owner" in stack.call("run").stderr


@pytest.mark.slow(reason="starts the runner as a process")
def test_a_port_held_by_something_that_does_not_speak_http_is_taken_too(folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        stack = RunningStack(folder / "var", taken.getsockname()[1])
        assert f"Port {stack.port} is taken by" in stack.call("run").stderr


@pytest.mark.slow(reason=WHOLE_STACK)
def test_the_demo_has_machines_that_end_with_it(folder: Path) -> None:
    stack = RunningStack(folder / "var")
    stack.environment_extra = {"ENVIRONMENT": "demo", "STOP_GRACE_SECONDS": "10"}
    try:
        machines = psutil.Process(stack.start().part("machines-star").pid)
        for venue in processes.WITH_MACHINES:
            memory = stack.layout.var / "machines" / f"{venue}.json"
            assert wait_until(memory.exists, 30), stack.layout.log(f"machines-{venue}").read_text()
        assert "OWNER_DATABASE_URL" not in machines.environ()
        family = stack.family()
        stack.signal(signal.SIGINT)
        assert [process for process in family if lives(process)] == []
        assert "The house has" in stack.layout.log("machines-star").read_text()
        assert "Dealers: " in stack.layout.log("machines-crown").read_text()
    finally:
        stack.stop()
