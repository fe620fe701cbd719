from __future__ import annotations

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from casino import metrics, services
from casino.domain import staff
from casino.journal import projections
from casino.journal.commands import Ended
from tests.databases import Database
from tests.factories import OriginFactory, open_star


def _told(client: Client, **given: str) -> str:
    return client.get("/metrics", headers=given).content.decode()


def test_from_this_machine_prometheus_reads_requests_commands_and_the_journal(committed: Database) -> None:
    open_star()
    with pytest.raises(staff.NotOnTheStaff):
        services.lock_out(number="nobody", tries=5, until=OriginFactory.build().received_at, origin=OriginFactory.build())
    client = Client()
    client.get("/healthz")
    told = _told(client)
    assert 'pitledger_command_seconds_count{command="casino.open-venue",outcome="done"}' in told
    assert 'pitledger_command_seconds_count{command="casino.lock-out",outcome="staff-not-engaged"}' in told
    assert 'pitledger_request_seconds_count{status="200",view="healthz"}' in told
    for line in ("journal_position 1.0", "reactions_due 0.0", "reactions_parked 0.0", "sessions_open 0.0", "database_up 1.0"):
        assert f"pitledger_{line}\n" in told
    assert "pitledger_live_sockets 0.0" in told


def test_the_lag_of_each_follower_is_told(committed: Database) -> None:
    projections.project_following()
    told = _told(Client())
    assert 'pitledger_fence_lag_seconds{follower="projection:casino.deeds@1"} 0.0' in told


def test_from_elsewhere_only_the_token_opens_it(committed: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere, proxied = Client(REMOTE_ADDR="203.0.113.9"), Client()
    assert elsewhere.get("/metrics").status_code == 403
    assert proxied.get("/metrics", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 403
    assert elsewhere.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 403
    monkeypatch.setattr(settings, "METRICS_TOKEN", "a token of the tests")
    assert elsewhere.get("/metrics", headers={"Authorization": "Bearer a token of the test"}).status_code == 403
    assert elsewhere.get("/metrics", headers={"Authorization": "Bearer a token of the tests"}).status_code == 200


def test_a_further_try_is_counted_as_one() -> None:
    before = metrics.RETRIES.labels("casino.some-deed")._value.get()
    metrics.observe(Ended("casino.some-deed", "done", 0.1, retries=2))
    assert metrics.RETRIES.labels("casino.some-deed")._value.get() == before + 2


def test_without_a_database_the_rest_is_told_all_the_same(committed: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "PORT", "1")
    told = _told(Client())
    assert "pitledger_database_up 0.0" in told
    assert "pitledger_live_sockets" in told
