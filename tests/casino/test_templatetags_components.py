"""The page of components: in a demo only, without anything in the page itself that the browser would have to run."""

import re

import pytest
from django.test import Client, override_settings

from casino.components import PAGES

ADDRESSES = ["/components/", *(f"/components/{name}/" for name in PAGES)]


@pytest.mark.parametrize("address", ADDRESSES)
def test_nothing_runs_or_is_styled_from_the_page_itself(client: Client, address: str) -> None:
    html = client.get(address, headers={"host": "localhost"}).content.decode()
    assert re.findall(r"<style|\sstyle=|\son[a-z]+=|javascript:|<script(?! src=\"/static/)", html) == []
    assert re.findall(r"(?:src|href)=\"(?:https?:)?//", html) == []
    assert len(re.findall(r"<h1", html)) == 1
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("address", ADDRESSES)
@override_settings(IS_DEMO=False)
def test_it_is_not_there_in_production(client: Client, address: str) -> None:
    answer = client.get(address, headers={"host": "localhost"})
    assert answer.status_code == 404
    assert b"There is no page at this address" in answer.content


def test_a_theme_is_taken_only_if_there_is_one(client: Client) -> None:
    assert b'data-theme="dark"' in client.get("/components/?theme=dark", headers={"host": "localhost"}).content
    assert b"data-theme" not in client.get("/components/?theme=pink", headers={"host": "localhost"}).content
