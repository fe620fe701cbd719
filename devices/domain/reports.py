"""What machines report, and which of it somebody has to look at. Data; the names stand in entries, for ever."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

LINK_LOST, REPORTS_LOST, REQUESTS_MISSED = "link lost", "reports lost", "requests missed"
FEED_LOST, FEED_RESTORED = "feed lost", "feed restored"
DICE_SHOT, BALL_IN_RIM, SECOND_RESULT = "dice shot", "ball in rim", "second result"


@dataclass(frozen=True)
class Alert:
    """Something that stays until its cause has ended, which the machine says; or, if it cannot, until it is acknowledged."""

    words: str
    ends_with: str = ""
    rule: str = ""


ALERTS: Mapping[str, Alert] = {
    "door opened": Alert("The door is open", "door closed"),
    "drop door opened": Alert("The drop door is open", "drop door closed"),
    "card cage opened": Alert("The card cage is open", "card cage closed"),
    "cash box door opened": Alert("The cash box door is open", "cash box door closed"),
    "belly door opened": Alert("The belly door is open", "belly door closed"),
    "cash box removed": Alert("The cash box is not in its place", "cash box installed"),
    "power lost": Alert("It has no power", "power applied"),
    "printer power off": Alert("The printer is off", "printer power on"),
    "attendant menu entered": Alert("Somebody is in the attendant's menu", "attendant menu exited"),
    "general tilt": Alert("It tilts"),
    "cash box full": Alert("The cash box is full"),
    "note jam": Alert("A note is stuck"),
    "note acceptor fault": Alert("The note acceptor does not work"),
    "memory error recovered": Alert("An error of its memory, recovered"),
    "memory error lost": Alert("An error of its memory: what it kept is lost"),
    "memory bad device": Alert("Its memory does not work"),
    "eeprom data error": Alert("An error of its permanent memory"),
    "eeprom bad device": Alert("Its permanent memory does not work"),
    "eprom version changed": Alert("Its software was changed"),
    "eprom bad check sum": Alert("Its software does not have the right check sum"),
    "partitioned eprom version changed": Alert("A part of its software was changed"),
    "options changed": Alert("Somebody has changed its options"),
    "meters reset": Alert("Its meters were reset"),
    "printer communication error": Alert("The printer does not answer"),
    "printer paper out": Alert("The printer has no paper"),
    "printer paper low": Alert("The printer has little paper left"),
    "validation id not configured": Alert("It does not know how tickets are numbered"),
    "out of service": Alert("It says that it is out of service"),
    "ball not sensed": Alert("The wheel does not sense its ball"),
    "ball spun with the rotor": Alert("The ball was spun with the rotor, not against it", rule="IR 3.13"),
    "rotor turns as before": Alert("The rotor turns as it did in the last game", rule="IR 3.13"),
    "wheel sensor failure": Alert("A sensor, motor or encoder of the wheel does not work", rule="IR 7.4.1.2"),
    "game void by the wheel": Alert("The wheel calls this game void", rule="IR 7.4.1.2"),
    LINK_LOST: Alert("It does not answer on the line", "link restored"),
    REPORTS_LOST: Alert("Reports of it may be missing"),
    SECOND_RESULT: Alert("It has told a second result of a round, or one of a round without a result"),
    FEED_LOST: Alert("The feed of its table does not answer", FEED_RESTORED),
    REQUESTS_MISSED: Alert("It has left out numbers of its requests: some were never heard"),
}
ENDS: Mapping[str, str] = {alert.ends_with: name for name, alert in ALERTS.items() if alert.ends_with}
NOTED = frozenset(
    {"cash out pressed", "note rejected", "hand pay validated", "host cash out requested", "game recall displayed", "game locked"}
    | {DICE_SHOT, BALL_IN_RIM}
)
"""What is kept, and nobody has to look at."""
