"""Every address of the games, and who may look at it: from the rule books and from who works with what (users.md)."""

from __future__ import annotations

from typing import NamedTuple

from tests.flows.who_may import ROLES, people

EVERYBODY, SIGNED, AT_WORK = "everybody", "signed", "at work"  # a machine's key; anybody of the house
WATCH = "EA EH ES DE ST BP GS CS AM PB DS OP IN SA"  # whoever has business at tables or terminals, and the inspector
READ = "CS ES AM PB OP IN"  # who manages a floor, or looks after who does
DEAL = "open-place"  # a command stands for whoever may give it


class Address(NamedTuple):
    """Where it is, who may look at it: a word of these, roles, or a command; of which games, and the stage it is looked at."""

    path: str
    who: str
    games: str = "AC"
    stage: str = "between"

    def may(self, game: str) -> set[str]:
        """The roles, by their full names; all of them for what is everybody's."""
        if self.who in {EVERYBODY, AT_WORK}:
            return {*ROLES.values()}
        line = people().get(self.who)
        return line.at(game) if line else {ROLES[short] for short in self.who.split()}


ELECTRONIC, DEALT = "AC IR SB", "DF CC Mini"
TABLE, ROUND, DEALER = "/tables/{table}/", "/rounds/{round}/", "/dealer/{table}/"
SEAT, OWN = "/api/practice/CC1/seat", "/api/device/"

ADDRESSES = {
    "rules": Address("/rules/", EVERYBODY),
    "rules-readings": Address("/rules/readings/", EVERYBODY),
    "rules-reading": Address("/rules/readings/X-01/", EVERYBODY),
    "rules-book": Address("/rules/aruze_craps/", EVERYBODY),
    "rules-rule": Address("/rules/aruze_craps/rule/3.1/", EVERYBODY),
    "rules-wager": Address("/rules/aruze_craps/field/", EVERYBODY),
    "ask": Address("/ask/", EVERYBODY),
    "signs": Address("/signs/", EVERYBODY),
    "signs-venue": Address("/signs/star/", EVERYBODY),
    "sign": Address("/signs/star/{table}/", EVERYBODY),
    "sign-rules": Address("/signs/star/{table}/rules/", EVERYBODY),
    "practice": Address("/practice/", EVERYBODY),
    "practice-terminal": Address("/practice/AC1/", EVERYBODY),
    "practice-sit-down": Address("/api/practice/AC1/sit-down", EVERYBODY),
    "practice-stand-up": Address("/api/practice/AC1/stand-up", EVERYBODY),
    "practice-seat": Address(SEAT, SIGNED),
    "practice-seat-take": Address(f"{SEAT}/take-place", SIGNED),
    "practice-seat-give-up": Address(f"{SEAT}/give-up-place", SIGNED),
    "practice-seat-accept": Address(f"{SEAT}/accept-dice", SIGNED),
    "practice-seat-decline": Address(f"{SEAT}/decline-dice", SIGNED),
    "practice-seat-throw": Address(f"{SEAT}/rounds/{{round}}/throw", SIGNED),
    "practice-seat-place": Address(f"{SEAT}/rounds/{{round}}/wagers", SIGNED),
    "practice-seat-increase": Address(f"{SEAT}/rounds/{{round}}/wagers/1/increase", SIGNED),
    "practice-seat-reduce": Address(f"{SEAT}/rounds/{{round}}/wagers/1/reduce", SIGNED),
    "practice-seat-cancel": Address(f"{SEAT}/rounds/{{round}}/wagers/1/cancel", SIGNED),
    "practice-seat-call": Address(f"{SEAT}/rounds/{{round}}/wagers/1/call", SIGNED),
    "api-device-ping": Address(f"{OWN}ping", SIGNED),
    "api-own-table": Address(f"{OWN}table", SIGNED),
    "api-own-meters": Address(f"{OWN}meters", SIGNED),
    "api-take-place": Address(f"{OWN}tables/{{table}}/take-place", SIGNED),
    "api-give-up-place": Address(f"{OWN}tables/{{table}}/give-up-place", SIGNED),
    "api-shoot-dice": Address(f"{OWN}rounds/{{round}}/shoot", SIGNED),
    "api-place-wager": Address(f"{OWN}rounds/{{round}}/wagers", SIGNED),
    "api-increase-wager": Address(f"{OWN}rounds/{{round}}/wagers/1/increase", SIGNED),
    "api-reduce-wager": Address(f"{OWN}rounds/{{round}}/wagers/1/reduce", SIGNED),
    "api-cancel-wager": Address(f"{OWN}rounds/{{round}}/wagers/1/cancel", SIGNED),
    "api-move-wager": Address(f"{OWN}rounds/{{round}}/wagers/1/move", SIGNED),
    "floor": Address("/floor/", WATCH),
    "floor-acknowledge": Address("/floor/{machine}/acknowledge/", "suspend-table", ELECTRONIC),
    "tables": Address("/tables/", WATCH),
    "table": Address(TABLE, WATCH),
    "rounds": Address("/rounds/", WATCH),
    "round": Address(ROUND, WATCH, stage="doubt"),
    "position": Address("/tables/{table}/positions/{seat}/", WATCH, stage="doubt"),
    "results": Address("/results/", READ),
    "results-table": Address("/results/tables/{table}/", READ),
    "results-game": Address("/results/games/aruze_craps/", READ),
    "dealer-tables": Address("/dealer/", AT_WORK),
    "dealer": Address(DEALER, DEAL, DEALT),
    "dealer-no-roll": Address(f"{DEALER}no-roll/", DEAL, DEALT, "thrown"),
    "dealer-lights": Address(f"{DEALER}lights/", DEAL, "DF", "entered"),
    "dealer-display": Address(f"{DEALER}display/", DEAL, "DF", "entered"),
    "dealer-dice": Address(f"{DEALER}dice/", DEAL, DEALT, "shooting"),
    "dealer-places": Address(f"{DEALER}places/", DEAL, DEALT),
    "dealer-place": Address(f"{DEALER}places/P1/", DEAL, DEALT, "wagered"),
    "table-commission": Address("/tables/commission/", "commission-table"),
    "table-adopt": Address(f"{TABLE}adopt-book/", "adopt-book-version"),
    "table-sign": Address(f"{TABLE}sign/", "display-limits", "AC DF CC", "new"),
    "table-notice": Address(f"{TABLE}notice/", "notice-limits", "AC DF"),
    "table-limits": Address(f"{TABLE}limits/", "change-limits", "IR CC"),
    "table-sign-gone": Address(f"{TABLE}sign-gone/", "disconnect-sign", "AC CC"),
    "table-sign-back": Address(f"{TABLE}sign-back/", "reconnect-sign", "SB DF", "halted"),
    "table-personal": Address(f"{TABLE}personal-limits/", "grant-personal-limits", DEALT),
    "table-personal-end": Address(f"{TABLE}personal-limits/P1/end/", "end-personal-limits", "DF Mini", "halted"),
    "table-period": Address(f"{TABLE}wagering-period/", "configure-wagering-period", "AC SB"),
    "table-shooting-value": Address(f"{TABLE}shooting-value/", "set-dice-shooting-value", "AC SB"),
    "table-open": Address(f"{TABLE}open/", "open-table", "AC SB DF Mini", "shut"),
    "table-closure": Address(f"{TABLE}notice-closure/", "notice-closure", "IR DF"),
    "table-close": Address(f"{TABLE}close/", "close-table", "SB CC"),
    "table-suspend": Address(f"{TABLE}suspend/", "suspend-table", "SB DF CC"),
    "table-release": Address(f"{TABLE}release/", "release-table", "IR Mini", "halted"),
    "table-dice": Address(f"{TABLE}dice/", "introduce-dice-set", DEALT),
    "round-no-result": Address(f"{ROUND}no-result/", "call-no-roll", "AC IR SB DF CC", "doubt"),
    "round-determine": Address(f"{ROUND}determine/", "determine-outcome", "AC SB DF Mini", "doubt"),
    "round-override": Address(f"{ROUND}override/", "override-result", "AC IR SB DF CC", "decided"),
    "round-late-change": Address(f"{ROUND}late-change/", "accept-late-change", "AC IR SB DF", "doubt"),
}
SAFE_ONLY = {
    *("floor", "tables", "table", "rounds", "round", "position", "dealer-tables"),
    *("results", "results-table", "results-game"),
}
POST_ONLY = {"floor-acknowledge", "practice-sit-down", "practice-stand-up"}
"""The methods some of them take."""

PUBLIC_ELSEWHERE = {"front", "log-in", "components", "component-page", "healthz", "readyz", "metrics"}
"""What else of the project answers everybody: the way in, what it is built of, and whether it is well."""
SIGNED_ELSEWHERE = {"api-announce"}
