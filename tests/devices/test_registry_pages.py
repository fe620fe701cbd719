from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest

from casino import journal
from casino.domain.aggregate import ReadingId, RuleId
from casino.domain.events import VenueId
from casino.domain.powers import AC, HOUSE
from devices import services
from devices.domain import credit_meter, device
from devices.domain.device import Kind
from devices.domain.events import BallRegistered, WheelRegistered
from tests.casino.asking import at_desk, entries
from tests.devices import fitting
from tests.devices.fitting import BALL, COMPARTMENTS_TYPED, FITTED, GATEWAY, LAYOUT, WHEEL
from tests.factories import asked_by, engage, open_house

STAR = VenueId("star")
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _house() -> None:
    open_house()


def _text(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def _state(name: str) -> device.Device:
    return journal.state(device.at(STAR, name))


def _send(path: str, **typed: Any) -> Any:
    return at_desk("812").post(path, {"request_id": str(uuid4()), **typed})


def test_a_terminal_is_commissioned_linked_and_put_in_service_by_its_pages() -> None:
    fitting.wheel("IR1-W")
    fitting.register("IR1-01")
    typed = {
        **FITTED,
        "book": "interblock_roulette",
        "diagram": "C",
        "approval": "ILGA 2018/007",
        "features": "history\r\n\r\nchat",
    }
    assert _send("/devices/IR1-01/commission/", **typed, credit_cents="5").status_code == 302
    assert journal.state(credit_meter.at(STAR, "IR1-01")).credit_cents == 5
    assert "A link to an automated wheel missing rule IR 2.4" in _text(at_desk("812").get("/devices/IR1-01/"))
    refused = _send("/devices/IR1-01/put-in-service/")
    assert "IR1-01 has not." in _text(refused)
    assert "equipment-missing" in _text(refused)
    assert _send("/devices/IR1-01/link/", wheel="IR1-W").status_code == 302
    shown = _text(at_desk("812").get("/devices/IR1-01/put-in-service/"))
    assert "IR 2.5.4 A ticket printer , there" in shown
    assert _send("/devices/IR1-01/put-in-service/").status_code == 302
    state = _state("IR1-01")
    assert state.is_in_service
    assert state.layout
    assert state.layout.features == ("history", "chat")


def test_ir_2_2_and_2_4_a_wheel_and_its_ball_are_measured_by_their_pages() -> None:
    fitting.register("W", Kind.WHEEL)
    wheel = {"housing_mm": "720", "insert_mm": "550", "compartments": COMPARTMENTS_TYPED}
    assert _send("/devices/W/wheel/", **wheel).status_code == 302
    assert _send("/devices/W/ball/", ball="B-5", material="PTFE", diameter="18").status_code == 302
    assert isinstance(_state("W").wheel, WheelRegistered)
    assert _state("W").ball == BallRegistered(**BALL, rule=(RuleId("IR 2.2"),))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"diameter": "16.999"}, "The ball measures 16.999 mm"),
        ({"diameter": "23.001"}, "The ball measures 23.001 mm"),
        ({"material": "steel"}, "A ball of steel is not completely non-metallic."),
        ({"diameter": "18.0001"}, "Write millimetres with at most three decimals"),
        ({"diameter": "wide"}, "Write millimetres with at most three decimals"),
    ],
)
def test_ir_2_2_a_ball_that_is_not_as_the_book_demands_is_refused_and_what_was_typed_stays(
    typed: dict[str, str], said: str
) -> None:
    fitting.register("W", Kind.WHEEL)
    before = entries()
    answer = _send("/devices/W/ball/", **({"ball": "B-77", "material": "PTFE", "diameter": "18"} | typed))
    assert said in _text(answer)
    assert 'value="B-77"' in answer.content.decode()
    assert entries() == before + 1  # 812 sat down


def test_ir_2_4_two_swapped_compartments_are_refused_with_the_rule() -> None:
    fitting.register("W", Kind.WHEEL)
    swapped = COMPARTMENTS_TYPED.replace("32 red, 15 black", "15 red, 32 black")
    answer = _text(_send("/devices/W/wheel/", housing_mm="720", insert_mm="550", compartments=swapped))
    assert "The compartment 1 clockwise from zero is marked 15: diagram A has 32 there." in answer
    assert "IR 2.4.2" in answer
    letters = COMPARTMENTS_TYPED.replace("green", "g").replace("red", "r").replace("black", "B")
    assert _send("/devices/W/wheel/", housing_mm="720", insert_mm="550", compartments=letters).status_code == 302
    unread = _send("/devices/W/wheel/", housing_mm="720", insert_mm="550", compartments="0 green, 32 blue")
    assert "Write a number and a colour" in _text(unread)


def test_ac_2_2_4_dice_are_sealed_by_their_page() -> None:
    fitting.register("D", Kind.DICE_TUMBLER)
    typed = {"book": AC, "dice_set": "D-77", "seal": "S-1"}
    wrong = _text(_send("/devices/D/dice/", **typed, dice="1-6 2-5 3-4\r\n1-2 3-4 5-6"))
    assert "On die 2 the 1 lies opposite the 2: opposite faces sum to seven." in wrong
    assert "Write the opposite faces" in _text(_send("/devices/D/dice/", **typed, dice="one to six"))
    assert _send("/devices/D/dice/", **typed, dice="1-6 2-5 3-4\r\n6-1, 5-2, 4-3").status_code == 302
    sealed = _state("D").dice
    assert sealed
    assert sealed.dice == (((1, 6), (2, 5), (3, 4)), ((6, 1), (5, 2), (4, 3)))


def test_df_2_4_an_entry_terminal_is_fitted_by_its_page() -> None:
    fitting.register("E", Kind.ENTRY_TERMINAL)
    typed = {"book": "dragon_fire", "table": "DF1", "lights": "EL-3"}
    assert "keys numbered 1, 2, 3, 4, 5 and 6" in _text(_send("/devices/E/entry-terminal/", **typed, keys=["1", "2"]))
    assert _send("/devices/E/entry-terminal/", **typed, keys=["1", "2", "3", "4", "5", "6"]).status_code == 302
    assert _state("E").book == "dragon_fire"


def test_a_machine_is_moved_wired_and_taken_out_of_service_with_a_reason_by_its_pages() -> None:
    fitting.put_in_service(fitting.terminal("AC1-01"))
    assert "take it out of service first" in _text(_send("/devices/AC1-01/move/", place="Pit 2"))
    assert "This field is required" in _text(_send("/devices/AC1-01/take-out-of-service/"))
    assert _send("/devices/AC1-01/take-out-of-service/", reason="Moves to pit 2").status_code == 302
    assert _send("/devices/AC1-01/move/", place="Pit 2, island 4").status_code == 302
    assert _send("/devices/AC1-01/wire/", **GATEWAY, address="3").status_code == 302
    assert _send("/devices/AC1-01/layout/", diagram="A", approval="ILGA 2019/3").status_code == 302
    shown = _text(at_desk("812").get("/devices/AC1-01/"))
    for said in (
        "Taken out of service: Moves to pit 2",
        "Moved to Pit 2, island 4",
        "Wired to bank AC1: address 3 behind gateway1.floor:10001",
        "Commissioned for Aruze Craps: stacker NS-4410, printer TP-0921, game system GS-1, software 2.14.7",
        "Layout approved: diagram A, ILGA 2019/3",
    ):
        assert said in shown


def test_a_wheel_is_wired_with_the_feed_of_its_table_and_keeps_it_when_it_is_wired_again() -> None:
    fitting.wheel("IR1-W")
    assert _send("/devices/IR1-W/wire/", **GATEWAY, address="1", feed_port="10002").status_code == 302
    assert 'name="feed_port" value="10002"' in at_desk("812").get("/devices/IR1-W/wire/").content.decode()
    wired = _state("IR1-W").wired
    assert wired
    assert wired.feed_port == 10_002
    shown = _text(at_desk("812").get("/devices/IR1-W/"))
    assert "Wired to bank AC1: address 1 behind gateway1.floor:10001, its feed at 10002" in shown
    assert "Feed of its table port 10002" in shown
    fitting.register("AC1-01")
    assert "feed_port" not in at_desk("812").get("/devices/AC1-01/wire/").content.decode()


def test_every_kind_of_machine_has_a_page_with_its_equipment() -> None:
    for name, said in [
        (fitting.terminal("T"), "Ticket printer TP-0921"),
        (fitting.wheel("W"), "Ball B-5, PTFE, 18.000 mm"),
        (fitting.tumbler("D"), "Opposite faces 1-6 2-5 3-4; 1-6 2-5 3-4"),
        (fitting.entry_terminal("E"), "Keys 1 2 3 4 5 6"),
        (fitting.register("K", Kind.KIOSK), "Game none yet"),
    ]:
        shown = _text(at_desk("812").get(f"/devices/{name}/"))
        assert said in shown
        assert "Put in service" in shown


def test_the_list_is_filtered_by_kind_bank_and_service_in_the_address() -> None:
    fitting.put_in_service(fitting.terminal("AC1-01"))
    fitting.terminal("AC1-02")
    fitting.wheel("IR1-W")
    services.wire_device(name="AC1-01", **GATEWAY, address=3, origin=asked_by("812"))
    client = at_desk("812")

    def listed(query: str) -> list[str]:
        return re.findall(r'href="/devices/([^/"]+)/"', client.get(f"/devices/{query}").content.decode().partition("<tbody")[2])

    assert listed("") == ["AC1-01", "AC1-02", "IR1-W"]
    assert listed("?kind=wheel") == ["IR1-W"]
    assert listed("?service=in") == ["AC1-01"]
    assert listed("?service=out&kind=player+terminal") == ["AC1-02"]
    assert listed("?bank=AC1") == ["AC1-01"]
    kept = client.get("/devices/?bank=AC1&service=in").content.decode()
    assert "bank=AC1&amp;service=out" in kept


def test_a_machine_is_shown_as_it_stood_with_its_equipment_then_and_nothing_to_do() -> None:
    fitting.terminal("AC1-01")
    then = list(journal.history(device.at(STAR, "AC1-01")))[-1].line.recorded_at
    services.commission_terminal(name="AC1-01", book=AC, **(FITTED | {"printer": "TP-0922"}), **LAYOUT, origin=asked_by("812"))
    shown = at_desk("812").get("/devices/AC1-01/", {"at": then}).content.decode()
    assert "TP-0921" in shown
    assert "TP-0922" not in shown
    for address in ("commission/", "move/", "wire/", "put-in-service/", "issue-key/"):
        assert f"/devices/AC1-01/{address}" not in shown


def test_software_that_is_not_what_was_commissioned_is_said() -> None:
    fitting.terminal("AC1-01")
    origin = asked_by("812")
    announcing = type(origin)(**{**origin.__dict__, "actor": "device/star.AC1-01"})
    services.announce(name="AC1-01", software="2.15", sequence=1, origin=announcing)
    assert "2.15 , not the 2.14.7 it was commissioned with" in _text(at_desk("812").get("/devices/AC1-01/"))


@pytest.mark.parametrize(
    "page",
    [
        "commission",
        "layout",
        "link",
        "dice",
        "ball",
        "wheel",
        "entry-terminal",
        "move",
        "wire",
        "put-in-service",
        "take-out-of-service",
    ],
)
def test_every_form_is_shown_before_anything_happens_and_only_to_who_may(page: str) -> None:
    fitting.terminal("AC1-01")
    engage("900", cashier=(HOUSE,))
    cashier, operator = at_desk("900"), at_desk("812")
    before = entries()
    assert cashier.get(f"/devices/AC1-01/{page}/").status_code == 403
    assert operator.get(f"/devices/nothing/{page}/").status_code == 404
    shown = operator.get(f"/devices/AC1-01/{page}/")
    assert (shown.status_code, "Leave, nothing written" in _text(shown)) == (200, True)
    assert entries() == before


def test_the_terminals_own_form_does_not_ask_again_for_the_worth_of_a_credit() -> None:
    fitting.terminal("AC1-01")
    shown = at_desk("812").get("/devices/AC1-01/commission/").content.decode()
    assert "credit_cents" not in shown
    assert 'value="TP-0921"' in shown


def test_a_script_in_a_reason_is_shown_as_text() -> None:
    fitting.put_in_service(fitting.terminal("AC1-01"))
    _send("/devices/AC1-01/take-out-of-service/", reason="<script>alert(1)</script>")
    shown = at_desk("812").get("/devices/AC1-01/").content.decode()
    assert "<script>alert(1)" not in shown
    assert "&lt;script&gt;alert(1)" in shown


def test_a_wheel_of_the_measures_is_the_wheel_of_the_service() -> None:
    assert _text(at_desk("812").get(f"/devices/{fitting.wheel('W')}/")).count("720 mm") == 2
    assert _state("W").wheel == WheelRegistered(
        book="interblock_roulette",
        **WHEEL,
        rule=tuple(RuleId(rule) for rule in ("IR 2.3.1", "IR 2.3.2", "IR 2.4.1", "IR 2.4.2")),
        readings=(ReadingId("IR-08"),),
    )


def test_the_page_offers_what_can_be_done_and_says_how_much_is_missing() -> None:
    fitting.register("T1")
    fitting.terminal("T2")
    fitting.roulette_terminal("T3")
    client = at_desk("812")

    def offered(name: str) -> list[str]:
        return re.findall(rf'href="/devices/{name}/([a-z-]+)/"', client.get(f"/devices/{name}/").content.decode())

    assert offered("T1") == ["commission", "move", "wire", "issue-key"]
    assert "Put in service, nothing fitted yet" in _text(client.get("/devices/T1/"))
    assert offered("T2") == ["put-in-service", "commission", "layout", "move", "wire", "issue-key"]
    assert offered("T3") == ["commission", "layout", "link", "link", "move", "wire", "issue-key"]
    assert "Put in service, 1 missing" in _text(client.get("/devices/T3/"))
    fitting.put_in_service("T2")
    assert offered("T2") == ["take-out-of-service", "wire", "issue-key"]


def test_find_finds_a_machine_by_name_or_place_for_whoever_keeps_the_register() -> None:
    fitting.register("AC1-06")
    services.move_device(name="AC1-06", place="Pit 2, south wall", origin=asked_by("812"))
    engage("815", cashier=(HOUSE,))
    assert at_desk("812").get("/find/", {"q": "ac1-06"}).headers["Location"] == "/devices/AC1-06/"
    assert "/devices/AC1-06/" in at_desk("812").get("/find/", {"q": "south"}).content.decode()
    assert "AC1-06" not in at_desk("815").get("/find/", {"q": "south"}).content.decode()
