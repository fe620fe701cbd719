"""Who may do what at the floor: from the rule books (section 15 of the obligations, X-14) and from nothing of the product."""

from __future__ import annotations

from typing import NamedTuple

ROLES = {
    "EA": "electronic gaming attendant",
    "EH": "electronic gaming host",
    "ES": "electronic gaming supervisor",
    "DE": "dealer",
    "ST": "stickperson",
    "BP": "boxperson",
    "GS": "gaming supervisor",
    "CS": "casino supervisor",
    "AM": "assistant gaming manager",
    "PB": "pit boss",
    "TD": "tournament director",
    "DS": "director of casino surveillance",
    "OP": "casino operator",
    "IN": "inspector",
    "AU": "authority",
    "EC": "executive commissioner",
    "CA": "cashier",
    "CM": "cage manager",
    "MO": "marketing officer",
    "SA": "system administrator",
}
EQUIPMENT = {"sensor", "game system"}  # act by themselves; nobody is on duty as one of them
GAMES = ("AC", "IR", "SB", "DF", "CC", "Mini")


class May(NamedTuple):
    """Whoever may, game by game and each role by itself, higher ones that act for lower ones among them; none: nobody."""

    commands: str
    rules: str
    AC: str = ""
    IR: str = ""
    SB: str = ""
    DF: str = ""
    CC: str = ""
    Mini: str = ""

    def at(self, game: str) -> set[str]:
        """The roles, by their full names."""
        return {ROLES[short] for short in getattr(self, game).split()}


WHO = (
    May(
        "place-for-player increase-for-player reduce-for-player take-down-for-player move-for-player open-place end-place"
        " start-game call-no-more-bets end-idle-round",
        "DF 1.1, 6.3, 8.1, 8.2; CC 1.1, 1.2, 3.1, 7.3.1(b), 7.3.3",
        DF="DE GS CS AM", CC="DE ST BP PB", Mini="DE BP PB",
    ),
    May("call-wager advise-below-minimum", "CC 3.5, 4.2.1", CC="DE ST BP PB", Mini="DE BP PB"),
    May("place-oral-wager", "DF 6.7; CC 3.3.1, 7.4.2", DF="DE GS CS AM", CC="DE ST BP PB", Mini="DE ST BP PB"),
    May("refuse-wager", "DF 11.11", DF="CS AM"),
    May("order-dice-passed", "DF 3.6.2", DF="CS AM"),
    May(
        "offer-dice decline-dice accept-dice select-dice pass-dice lose-die",
        "DF 3.1; CC 1.1, 1.2, 5.1.1, 7.3.1(b), 7.3.3",
        DF="DE GS CS AM", CC="ST BP PB", Mini="DE BP PB",
    ),
    May("introduce-dice-set return-die", "DF 3.4.3; CC 5.4.2(a)(iii)", DF="GS CS AM", CC="BP PB", Mini="BP PB"),
    May("appoint-stickperson relieve-stickperson", "CC 7.3.3", Mini="PB"),
    May(
        "enter-result confirm-result dispute-face note-display",
        "DF 4.4.1, 8.5, 8.6, 10.4; CC 1.2, 5.3.1(a), 7.3.1(b), 7.3.3",
        DF="DE GS CS AM", CC="ST BP PB", Mini="DE BP PB",
    ),
    May("report-lights", "DF 10.2", DF="DE GS CS AM"),
    May("determine-outcome", "AC 6.1; IR 7.2.3.1; SB 7.1; DF 4.4.4; CC 5.3.1(b)(i)",
        AC="AM", IR="AM", SB="ES AM", DF="GS CS AM", CC="BP PB", Mini="BP PB"),
    May("override-result", "AC 6.1; IR 7.2.3.1; SB 7.1; DF 10.1", AC="AM", IR="AM", SB="ES AM", DF="CS AM"),
    May("call-no-roll", "AC 6.4; IR 7.4.1; SB 7.4; DF 5.1; CC 5.4.1",
        AC="AM", IR="OP", SB="ES AM", DF="DE GS CS AM", CC="ST BP PB", Mini="ST BP PB"),
    May("accept-late-change", "AC 3.3.8; IR 3.3.8; SB 3.8.1; DF 6.8", AC="CS AM", IR="CS AM"),
    May("display-limits notice-limits change-limits", "AC 3.1; IR 3.1; SB 3.2; DF 7.5; CC 4.1",
        AC="OP", IR="OP", SB="OP", DF="CS AM", CC="OP", Mini="OP"),
    May("set-dice-shooting-value", "AC 3.11.2; SB 3.10.2", AC="OP", SB="OP"),
    May("configure-wagering-period", "AC 1.1; IR 3.10; SB 1.1", AC="OP", IR="OP", SB="OP"),
    May("grant-personal-limits end-personal-limits", "DF 7.6; CC 4.3", DF="CS AM", CC="OP", Mini="OP"),
    May("open-table notice-closure close-table", "AC 7.2; IR 8.2; SB 8.2; DF 11.8; CC 9.7",
        AC="OP", IR="OP", SB="OP", DF="CS AM", CC="PB", Mini="PB"),
    May("suspend-table release-table disconnect-sign reconnect-sign", "the house's internal controls; DF 10.3",
        AC="EA CS AM OP", IR="CS AM OP", SB="EH ES AM OP", DF="GS CS AM OP", CC="BP PB OP", Mini="BP PB OP"),
    May("commission-table adopt-book-version", "the house's internal controls",
        AC="SA OP", IR="SA OP", SB="SA OP", DF="SA OP", CC="SA OP", Mini="SA OP"),
)  # fmt: skip
"""By people."""

CONFIRM = (
    May("a late wager", "CC 3.2, 7.4.1", CC="DE ST BP PB"),
    May("an oral wager", "CC 3.3.1, 7.4.2", CC="BP PB", Mini="BP PB"),
    May("a call of ON or OFF", "CC 1.2, 3.5", CC="DE BP PB", Mini="DE BP PB"),
)
"""What one person enters and another confirms."""

BY_THE_SYSTEM = {  # AC 3.3.6, 3.3.7, 3.11.1, 3.12, 6.2.2 and their like
    *("open-next-round", "close-wagering", "freeze-layout", "settle-round", "end-without-result"),
    *("shoot-for-the-shooter", "note-missing-outcome"),
}
BY_THE_TERMINAL_ITSELF = {  # AC 3.3.4, 3.5.1, 3.11 and their like
    *("take-position", "leave-position", "place-wager", "increase-wager", "reduce-wager", "cancel-wager", "move-wager"),
    "shoot-dice",
}
BY_THE_TABLES_MACHINE = {"sense-imminent-drop", "sense-outcome", "sense-doubt"}  # AC 3.12, IR 3.14, IR 3.15, SB 3.11


def people() -> dict[str, May]:
    """Each command that people give."""
    return {command: line for line in WHO for command in line.commands.split()}
