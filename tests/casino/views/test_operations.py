from __future__ import annotations

import json
import time
from itertools import pairwise
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino import journal, operations, pulse, services, timings
from casino.domain import staff, system
from casino.domain.events import ReactionRetried, VenueId
from casino.journal import projections, reactions, verification
from casino.views.operations import size
from tests.databases import Database
from tests.factories import asked_by
from tests.sitting import open_staffed_house, sit

ADOPT = "casino.adopt-law"


@pytest.fixture
def house(committed: Database) -> Database:
    open_staffed_house()
    return committed


@pytest.fixture
def parked(house: Database) -> int:
    """A reaction of the house that has failed five times: the position of its entry."""
    reactions.note()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE journal.due SET tries = 5, error = 'Boom: no such law', parked_at = clock_timestamp()")
        cursor.execute("SELECT position FROM journal.due WHERE reaction = %s", [ADOPT])
        return int(cursor.fetchone()[0])


def _retry(client: Client, **given: object) -> int:
    return client.post("/operations/retry/", {"request_id": str(uuid4()), **given}).status_code


def test_a_glance_differs_when_something_waits_is_tried_or_goes_on_and_else_not(parked: int) -> None:
    glances = [operations.glance(), operations.glance()]
    with connection.cursor() as cursor:
        cursor.execute("UPDATE journal.due SET tries = tries + 1")
    glances.append(operations.glance())
    projections.project_following()
    glances.append(operations.glance())
    assert [before == after for before, after in pairwise(glances)] == [True, False, False]


def test_every_part_of_the_page_listens_to_the_wire(house: Database) -> None:
    page = sit("814").get("/operations/").content.decode()
    for part in ("reactions", "parts", "followers", "commands"):
        assert f'id="{part}" data-live="star/operations" hx-get="/operations/" hx-trigger="live"' in page


def test_who_looks_after_the_system_sees_what_runs_and_nobody_else_does(house: Database) -> None:
    page = sit("814").get("/operations/")
    assert page.status_code == 200
    for words in (
        "Parts and processes",
        "Followers",
        "Commands of the last hour",
        "Versions",
        settings.BUILD,
        "No reaction waits.",
    ):
        assert words in page.content.decode()
    refused = sit("815").get("/operations/")
    assert (refused.status_code, "authority-not-held" in refused.content.decode()) == (403, True)


def test_without_valkey_nobody_claims_to_know_what_runs(house: Database) -> None:
    page = sit("814").get("/operations/").content.decode()
    assert page.count("not known: Valkey does not answer") == len(operations.KINDS)
    assert "Not known: Valkey does not answer." in page
    assert "does not answer" in page


def test_with_valkey_each_process_is_heard_of_and_what_is_not_there_is_said(
    house: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", house.servers.valkey.url())
    house.servers.valkey.flush()  # what other tests have said there is not meant
    monkeypatch.setattr(pulse._heart, "kind", "web")
    assert pulse.beat() is True
    page = sit("814").get("/operations/").content.decode()
    assert "1 heard of" in page
    assert page.count("not heard of") >= 2


def test_every_follower_stands_there_with_its_position_also_one_that_has_not_begun(house: Database) -> None:
    client = sit("814")
    assert client.get("/operations/").content.decode().count("Not begun") == 4
    projections.project_following()
    reactions.note()
    page = client.get("/operations/").content.decode()
    assert (page.count("Not begun"), page.count("Follows")) == (0, 4)
    assert "projection:casino.activity@1" in page


def test_a_parked_reaction_is_shown_with_its_error_and_a_button(parked: int) -> None:
    page = sit("814").get("/operations/").content.decode()
    assert "Boom: no such law" in page
    assert f'name="position" value="{parked}"' in page


def test_to_try_again_takes_the_reaction_up_and_goes_on_the_record(parked: int) -> None:
    client = sit("814")
    assert _retry(client, reaction=ADOPT, position=parked) == 302
    assert "is tried again now." in client.get("/operations/").content.decode()
    [recorded] = journal.history(system.at(VenueId("star")))
    assert recorded.event == ReactionRetried(reaction=ADOPT, position=parked, tries=5)
    assert (recorded.line.actor, recorded.line.role) == ("staff/814", "system administrator")
    reactions.do(ADOPT, parked)
    assert reactions.count_due() == (0, 0)


def test_what_is_not_parked_or_no_position_at_all_cannot_be_tried_again(parked: int) -> None:
    client = sit("814")
    before = verification.verify().events
    for given in ({"reaction": "casino.nothing", "position": parked}, {"reaction": ADOPT, "position": 10**15}):
        page = client.post("/operations/retry/", {"request_id": str(uuid4()), **given})
        assert (page.status_code, "reaction-not-parked" in page.content.decode()) == (409, True)
    for position in ("", "x", "-1", "٣", "1e3", "9" * 40):
        assert _retry(client, reaction=ADOPT, position=position) in {409, 422}
    assert verification.verify().events == before
    assert reactions.count_due() == (0, 1)


def test_who_does_not_look_after_the_system_cannot_try_again(parked: int) -> None:
    assert _retry(sit("815"), reaction=ADOPT, position=parked) == 403
    with pytest.raises(staff.NotAllowed):
        services.retry_reaction(reaction=ADOPT, position=parked, origin=asked_by("815", "cashier"))
    assert reactions.count_due() == (0, 1)


def test_a_reaction_of_another_venue_is_nobodys_business_here(parked: int) -> None:
    assert reactions.waiting(venue="crown", at_most=10) == []
    assert [each.position for each in reactions.waiting(venue="star", at_most=10)] == [parked]


def test_the_page_asks_the_database_a_bounded_number_of_times(parked: int) -> None:
    client = sit("814")
    client.get("/operations/")
    with CaptureQueriesContext(connection) as asked:
        client.get("/operations/")
    assert len(asked) <= 13, [each["sql"] for each in asked.captured_queries]


def test_the_last_backup_is_told_from_its_manifest_and_unknown_if_there_is_none(
    house: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITLEDGER_VAR", str(tmp_path))
    client = sit("814")
    assert "not known to this machine" in client.get("/operations/").content.decode()
    folder = tmp_path / "backups" / "20261117T100000Z"
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text("not a manifest")
    assert "not known to this machine" in client.get("/operations/").content.decode()
    manifest = {
        "format": "pitledger-backup/1",
        "made_at": "2026-11-17T10:00:00+00:00",
        "files": [{"name": "a", "bytes": 2_500_000}],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    page = client.get("/operations/").content.decode()
    assert "17 Nov 2026, 21:00 AEDT" in page
    assert "2.5 MB in 1 files" in page


def test_commands_of_every_process_are_summed_and_the_slowest_stands_first(
    house: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", house.servers.valkey.url())
    house.servers.valkey.flush()  # what other tests have said there is not meant
    timings.take()
    for _ in range(99):
        timings.count("casino.quick-deed", 0.004)
    timings.count("casino.quick-deed", 0.9)
    timings.count("casino.slow-deed", 2.0)
    assert pulse.beat() is True
    found = {each.command: each for each in pulse.last_hour()}
    assert found["casino.quick-deed"].times == 100
    assert found["casino.quick-deed"].p50_ms == pytest.approx(4, rel=0.05)
    assert found["casino.quick-deed"].p99_ms == pytest.approx(4, rel=0.05)
    assert found["casino.quick-deed"].slowest_ms == pytest.approx(900, rel=0.05)
    page = sit("814").get("/operations/").content.decode()
    assert page.index("casino.slow-deed") < page.index("casino.quick-deed")
    assert pulse.last_hour(now=time.time() + 2 * pulse.HOUR_SECONDS) == []


def test_what_valkey_could_not_hear_is_told_with_the_next_beat() -> None:
    timings.take()
    timings.count("casino.some-deed", 0.01)
    assert pulse.beat() is False
    assert timings.take() == {("casino.some-deed", timings.step_of(10)): 1}


@pytest.mark.parametrize(("count", "said"), [(0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (14_200_000, "14.2 MB")])
def test_sizes_as_people_say_them(count: int, said: str) -> None:
    assert size(count) == said
