"""What `check --deploy` refuses."""

import os
import subprocess
import sys

import pytest
from pytest_django import Settings

from casino.checks import deployment
from casino.environment import ROOT

SOUND = {
    "ENVIRONMENT": "production",
    "DATABASE_URL": "postgresql://pitledger_app:kqk3vlPw@db/pitledger",
    "OWNER_DATABASE_URL": "postgresql://pitledger_owner:9ZsPqf7x@db/pitledger",
    "REDIS_URL": "redis://:c3TDbWqQ@valkey/0",
    "SECRET_KEY": "u0mJ2T7dYgq3vWbX9sKfLzRpQ8aHnEcV5iOtG1yB4xNkDwUj6MrSZhPlAeCo",
    "KEEPING_KEY": "Zr5uXb0qT8sWkLnVf2yHgJcMd6eRiOpAt1vSxUz3BwYl7CNhQaGj9KmE4DoF",
    "ALLOWED_HOSTS": "casino.example",
}


@pytest.mark.slow(reason="starts manage.py as a process, in a new clone for the first time")
def test_a_sound_set_up_passes() -> None:
    assert _check_deploy(SOUND).returncode == 0


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"DATABASE_URL": ""}, "DATABASE_URL is not set."),
        ({"SECRET_KEY": ""}, "SECRET_KEY is not set."),
        ({"OWNER_DATABASE_URL": SOUND["DATABASE_URL"]}, "DATABASE_URL and OWNER_DATABASE_URL both name the role pitledger_app."),
        ({"KEEPING_KEY": "change-me"}, "KEEPING_KEY holds a demo secret."),
        ({"SECRET_KEY": "demo-9WrO2m"}, "SECRET_KEY holds a demo secret."),
        ({"SECRET_KEY": "change-me"}, "SECRET_KEY holds a demo secret."),
        ({"DATABASE_URL": "postgresql://pitledger_app:demo-9WrO2m@db/pitledger"}, "DATABASE_URL holds a demo secret."),
        ({"REDIS_URL": "redis://:demo-9WrO2m@valkey/0"}, "REDIS_URL holds a demo secret."),
    ],
)
def test_an_unsound_one_is_refused(settings: Settings, changed: dict[str, str], sentence: str) -> None:
    settings.PASSWORD_MEMORY_KIB = 102400
    settings.IS_DEMO, settings.ENVIRONMENT, settings.ENV = False, "production", SOUND | changed
    assert [fault.msg for fault in deployment(None)] == [sentence]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("ENVIRONMENT", "staging", "ENVIRONMENT is 'staging'."),
        ("PASSWORD_MEMORY_KIB", 64, "PASSWORD_MEMORY_KIB is 64: passwords would be cheap to guess."),
        ("DEBUG", True, "DEBUG is on: pages would show source and settings."),
        ("ALLOWED_HOSTS", ["*"], "ALLOWED_HOSTS allows every host."),
        ("IS_DEMO", True, "ENVIRONMENT is demo."),
    ],
)
def test_an_unsafe_switch_is_refused(settings: Settings, name: str, value: object, sentence: str) -> None:
    settings.PASSWORD_MEMORY_KIB = 102400
    settings.IS_DEMO, settings.ENVIRONMENT, settings.ENV = False, "production", SOUND
    setattr(settings, name, value)
    assert [fault.msg for fault in deployment(None)] == [sentence]


@pytest.mark.slow(reason="starts manage.py as a process, in a new clone for the first time")
def test_a_refusal_ends_the_command_with_a_fault() -> None:
    done = _check_deploy(SOUND | {"SECRET_KEY": "change-me"})
    assert done.returncode == 1
    assert "SECRET_KEY holds a demo secret." in done.stderr


def _check_deploy(environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    given = {"PATH": os.environ["PATH"], "ENV_FILE": os.devnull} | environment
    return subprocess.run(command, env=given, cwd=ROOT, capture_output=True, text=True, check=False)
