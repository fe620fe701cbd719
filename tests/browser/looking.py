"""What browser tests look at: pictures for people, and what axe finds."""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Locator, Page

from casino.environment import ROOT

SCREENS = ROOT / "var" / "test" / "screens"
TRIES = 3
UNABLE = "Unable to capture screenshot"
WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def follow(link: Locator) -> None:
    """Go where a link leads, and be there before anything is looked at."""
    with link.page.expect_navigation():
        link.click()


def keep(what: Page | Locator, name: str) -> Path:
    """A picture, for people to look at afterwards. A browser that is busy drawing may need to be asked again.

    The caret stays: hiding it writes a style on every field, which the next swap would carry over against the policy.
    """
    file = SCREENS / f"{name}.png"
    file.parent.mkdir(parents=True, exist_ok=True)
    for _ in range(TRIES - 1):
        try:
            what.screenshot(path=file, animations="disabled", caret="initial")
        except Error as error:
            if UNABLE not in error.message:
                raise
        else:
            return file
    what.screenshot(path=file, animations="disabled", caret="initial")
    return file


def violations(page: Page) -> list[str]:
    """Where the page falls short of WCAG 2.2 AA: rule, element and why, one line each."""
    page.evaluate(_axe())
    found: dict[str, Any] = page.evaluate("tags => axe.run(document, {runOnly: tags, resultTypes: ['violations']})", WCAG_22_AA)
    return [
        f"{violation['id']}: {node['html'][:160]} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


@cache
def _axe() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text()
