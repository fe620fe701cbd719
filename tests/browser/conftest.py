"""A real browser on a real web server."""

import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from casino.environment import ROOT
from casino.stack.ports import LOOPBACK, free_port
from casino.stack.process import Child, wait_until
from casino.stack.processes import is_answering
from tests.databases import Database

NAMED = os.environ.get("CHROMIUM")
LEFT_BEHIND = "net::ERR_ABORTED"  # the test went on to the next page before the icon of the last had come
REFUSED = re.compile(r"the server responded with a status of (401|403|409|413|422|423|429)\b")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync")

# Playwright keeps an event loop in this thread; Django would take our own queries for asynchronous ones.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    program = NAMED or shutil.which("chromium")
    if program is None:
        pytest.skip("there is no Chromium: apt install chromium, or name another with CHROMIUM")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, headless=True, args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture
def web(committed: Database, tmp_path: Path) -> Iterator[str]:
    """The address of a web server on a database of the test's own."""
    with _served(tmp_path, committed.environment) as address:
        yield address


@pytest.fixture(scope="package")
def showroom(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a web server without a database, for the pages of components."""
    with _served(tmp_path_factory.mktemp("showroom"), {}) as address:
        yield address


@pytest.fixture(params=["light", "dark"])
def theme(request: pytest.FixtureRequest) -> str:
    """Each theme in turn."""
    return str(request.param)


@pytest.fixture
def page(theme: str, browser: Browser, web: str) -> Iterator[Page]:
    """A page at the size of a desk's screen; anything the browser complains of fails the test."""
    context = browser.new_context(base_url=web, viewport={"width": 1440, "height": 900}, color_scheme=theme)  # type: ignore[arg-type]
    with without_complaint(context) as page:
        yield page


@contextmanager
def without_complaint(context: BrowserContext) -> Iterator[Page]:
    """A page of which the browser has nothing to say: no error, no blocked script or style, no file that is not there."""
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if _is_complaint(message) else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("requestfailed", lambda failed: complaints.append(failed.url) if failed.failure != LEFT_BEHIND else None)
    yield page
    context.close()
    assert complaints == []


def _is_complaint(message: ConsoleMessage) -> bool:
    """An error or a warning; that the server has refused something is an answer, not a fault."""
    return message.type in {"error", "warning"} and REFUSED.search(message.text) is None


@contextmanager
def _served(folder: Path, environment: Mapping[str, str]) -> Iterator[str]:
    server = web_server(folder, environment, port := free_port())
    server.start()
    assert is_up(port), (folder / "web.log").read_text()
    yield f"http://{LOOPBACK}:{port}"
    server.stop()


def web_server(folder: Path, environment: Mapping[str, str], port: int) -> Child:
    """A web server that a test starts and stops."""
    return Child(
        "web",
        [sys.executable, "-m", "uvicorn", "casino.asgi:application", f"--port={port}", "--lifespan=off"],
        log=folder / "web.log",
        record=folder / "web.json",
        environment=os.environ | environment,
        folder=ROOT,
        grace_seconds=2,
    )


def is_up(port: int) -> bool:
    """Whether a web server answers, waiting for it."""
    return wait_until(lambda: is_answering(f"http://{LOOPBACK}:{port}/healthz"), 20)
