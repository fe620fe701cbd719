"""Who may do what, book by book and in the house: the powers and whose they are. Data; `authority.py` answers questions."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """Whoever a book gives a power to, in its own words; what the equipment does by itself is a role too."""

    SENSOR = "sensor"
    GAME_SYSTEM = "game system"
    ELECTRONIC_GAMING_ATTENDANT = "electronic gaming attendant"
    ELECTRONIC_GAMING_HOST = "electronic gaming host"
    ELECTRONIC_GAMING_SUPERVISOR = "electronic gaming supervisor"
    DEALER = "dealer"
    STICKPERSON = "stickperson"
    BOXPERSON = "boxperson"  # Crown's Game Supervisor
    GAMING_SUPERVISOR = "gaming supervisor"
    CASINO_SUPERVISOR = "casino supervisor"
    ASSISTANT_GAMING_MANAGER = "assistant gaming manager"
    PIT_BOSS = "pit boss"
    TOURNAMENT_DIRECTOR = "tournament director"
    DIRECTOR_OF_CASINO_SURVEILLANCE = "director of casino surveillance"  # or delegate
    CASINO_OPERATOR = "casino operator"
    INSPECTOR = "inspector"
    AUTHORITY = "authority"
    EXECUTIVE_COMMISSIONER = "executive commissioner"
    CASHIER = "cashier"  # this and the next three are the house's own; no book names them
    CAGE_MANAGER = "cage manager"
    MARKETING_OFFICER = "marketing officer"
    SYSTEM_ADMINISTRATOR = "system administrator"


class Power(StrEnum):
    """What somebody may do or decide."""

    DEAL_GAME = "deal the game"
    CONTROL_DICE = "control the dice"
    CALL_RESULT = "call the result"
    DECIDE_UPPERMOST_FACE = "decide which face is uppermost"
    DECLARE_ROLL_INVALID = "declare a roll invalid"
    OVERRIDE_RESULT = "override a recorded result"
    MODIFY_CLOSING_RULE = "modify the closing rule"
    CHANGE_LIMITS = "change limits"
    GRANT_PERSONAL_LIMITS = "grant personal limits"
    CLOSE_TABLE = "close a table"
    VOID_FOR_CONTRAVENTION = "void wagers for a contravention"
    EXCLUDE_FROM_GAME = "exclude from the game"
    RECOMMEND_CASINO_EXCLUSION = "recommend exclusion from the casino"
    EXCLUDE_FROM_CASINO = "exclude from the casino"
    INVALIDATE_OUTCOME = "invalidate an outcome"
    CONFIRM_WAGERS = "confirm wagers, recalculate, adjust a meter"
    VOID_UNCONFIRMED = "void wagers that cannot be confirmed"
    WITHHOLD_PAYMENT = "withhold or demand the return of a prize, ticket or voucher"
    REVIEW_WITHHOLDING = "review a withheld payment"
    WITHHOLD_CREDIT = "withhold or demand the return of an amount credited"
    DIRECT_TO_VACATE = "direct to vacate"
    LIMIT_TO_ONE_TERMINAL = "limit a player to one terminal"
    REFUSE_WAGER = "refuse a wager"
    ORDER_DICE_PASSED = "order the dice passed"
    CHECK_FOUND_DICE = "check found dice"
    ANNOUNCE_ORAL_WAGER = "announce an oral wager"
    ACCEPT_ORAL_WAGER = "accept an oral wager"
    CONFIRM_CALL = "confirm a call of ON or OFF"
    SEIZE_WINNINGS = "seize winnings"
    CONFISCATE_DEVICE = "confiscate a prohibited device"
    CAUSE_DETENTION = "cause detention"
    LET_BOXPERSON_ACT_AS_STICKPERSON = "let a boxperson act as stickperson"
    ADJUST_JACKPOT = "adjust a jackpot"
    APPOINT_TOURNAMENT_DIRECTOR = "appoint a tournament director"
    RUN_TOURNAMENT = "run a tournament"
    DIRECT_FORFEITURE = "direct forfeiture"
    DECIDE_DISPUTE = "decide a dispute in the first instance"
    REVIEW_DISPUTE = "review a decided dispute"
    DECIDE_DISPUTE_FINALLY = "decide a dispute finally"
    HEAR_COMPLAINT = "hear a complaint from outside"
    APPROVE_PROMOTION_AMENDMENT = "approve an amendment of promotion terms"
    APPROVE_JACKPOT_RATE = "approve a jackpot rate"
    APPROVE_TOURNAMENT_CONDITIONS = "approve tournament conditions"
    KEEP_STAFF = "keep the staff register"  # this and the rest are given by the house's internal controls
    SET_LAW = "set dated law and the house's own limits"
    MOVE_GAMING_DAY = "move the gaming day"
    KEEP_PATRONS = "keep the patron register"
    EXCLUDE_PATRON = "exclude a patron or let one in again"
    FORGET_PATRON = "destroy what is known of a patron"
    KEEP_DEVICES = "register devices and their keys"
    ATTEND_DEVICES = "lock terminals, turn their note acceptors off, take up what machines report"
    KEEP_SYSTEM = "look after the system"


@dataclass(frozen=True)
class Grant:
    """A power as one rule gives it: to any of these roles; to no role where a book leaves it to nobody."""

    roles: tuple[Role, ...]
    rule: str
    notice_minutes: int | None = None  # a sign must have stood so long; for limits, before a higher minimum
    terms: str = ""  # how it is exercised, or what is assumed where the book is silent
    variant: str | None = None  # only at this variant of the game
    readings: tuple[str, ...] = ()


AC, IR, SB, DF, CC = "aruze_craps", "interblock_roulette", "aruze_sicbo", "dragon_fire", "crown_craps"
HOUSE = "house"  # not a book: the operator's approved internal controls
BOOK_NAMES = {
    AC: "Aruze Craps",
    IR: "MiniStar Roulette",
    SB: "Aruze Sic Bo",
    DF: "Dragon Fire",
    CC: "Crown Craps",
    HOUSE: "the house",
}
BOOK_LETTERS = {AC: "AC", IR: "IR", SB: "SB", DF: "DF", CC: "CC"}  # before a rule's number: AC 6.4

SENSOR = (Role.SENSOR,)
AGM = (Role.ASSISTANT_GAMING_MANAGER,)
CS = (Role.CASINO_SUPERVISOR,)
EGS = (Role.ELECTRONIC_GAMING_SUPERVISOR,)
EGS_OR_AGM = (*EGS, *AGM)
GS = (Role.GAMING_SUPERVISOR,)
DEALER = (Role.DEALER,)
BOXPERSON = (Role.BOXPERSON,)
PIT_BOSS = (Role.PIT_BOSS,)
OPERATOR = (Role.CASINO_OPERATOR,)
INSPECTOR = (Role.INSPECTOR,)
AUTHORITY = (Role.AUTHORITY,)
MANAGERS = (*AGM, *CS, *PIT_BOSS)
NOBODY: tuple[Role, ...] = ()
EQUIPMENT = frozenset({Role.SENSOR, Role.GAME_SYSTEM})  # acts by itself: no person is on duty as one of these

WARNED = "a close of play warning; the book does not say who initiates it"
SECTION_33 = "section 33, Gaming and Liquor Administration Act 2007"
CONTROLS = "internal controls"
APPROVED = "approved system of controls: section 124, Casino Control Act 1992 (NSW); section 121, Casino Control Act 1991 (Vic)"
EXCLUSION = "exclusion order: section 79, Casino Control Act 1992 (NSW); section 72, Casino Control Act 1991 (Vic)"
PRIVACY = "on the patron's request: Privacy Act 1988 (Cth), principle 11"

GRANTS: Mapping[Power, Mapping[str, tuple[Grant, ...]]] = {
    Power.DEAL_GAME: {
        DF: (Grant(DEALER, "1.1", terms="responsible for the operation of the game"),),
        CC: (
            Grant((*DEALER, Role.STICKPERSON), "1.1", terms="responsible for the operation of the game"),
            Grant(DEALER, "7.3.1(b)", variant="mini"),
            Grant(BOXPERSON, "7.3.3", terms="acting as stickperson", variant="mini"),
        ),
    },
    Power.CONTROL_DICE: {
        DF: (Grant((*DEALER, *CS), "3.1"),),
        CC: (
            Grant((Role.STICKPERSON,), "1.1"),
            Grant(DEALER, "7.3.1(b)", variant="mini"),
            Grant(BOXPERSON, "7.3.3", terms="acting as stickperson", variant="mini"),
        ),
    },
    Power.CALL_RESULT: {
        AC: (Grant(SENSOR, "3.12"),),
        IR: (Grant(SENSOR, "3.15"),),
        SB: (Grant(SENSOR, "3.11"),),
        DF: (Grant((*DEALER, *CS), "4.4.1"),),
        CC: (
            Grant((Role.STICKPERSON,), "5.3.1(a)"),
            Grant(DEALER, "7.3.1(b)", variant="mini"),
            Grant(BOXPERSON, "7.3.3", terms="acting as stickperson", variant="mini"),
        ),
    },
    Power.DECIDE_UPPERMOST_FACE: {
        DF: (Grant(GS, "4.4.4", terms="final"),),
        CC: (Grant(BOXPERSON, "5.3.1(b)(i)", terms="final", readings=("CC-27",)),),
    },
    Power.DECLARE_ROLL_INVALID: {
        AC: (Grant(AGM, "6.4", terms="by declaring the wagers void", readings=("AC-12",)),),
        IR: (
            Grant((Role.GAME_SYSTEM,), "3.12", terms="the ball at rest early", readings=("IR-06",)),
            Grant(OPERATOR, "7.4.1", readings=("IR-15",)),
        ),
        SB: (Grant(EGS, "7.4", terms="by declaring the wagers void"),),
        DF: (Grant((*DEALER, *CS), "5.1"),),
        CC: (Grant((*BOXPERSON, Role.STICKPERSON), "5.4.1", readings=("CC-15",)),),
    },
    Power.OVERRIDE_RESULT: {
        AC: (Grant(AGM, "6.1", terms="by the actual outcome"),),
        IR: (Grant(AGM, "7.2.3.1", terms="by where the ball fell", readings=("IR-07",)),),
        SB: (Grant(EGS, "7.1", terms="by the actual outcome"),),
        DF: (Grant(CS, "10.1", readings=("DF-21",)),),
    },
    Power.MODIFY_CLOSING_RULE: {
        AC: (Grant(CS, "3.3.8", readings=("AC-20",)),),
        IR: (Grant(CS, "3.3.8"),),
        SB: (Grant(NOBODY, "3.8.1"),),
        DF: (Grant(NOBODY, "6.8"),),
        CC: (
            Grant((*DEALER, *BOXPERSON, Role.STICKPERSON), "3.2", terms="by confirming a late wager", readings=("CC-17",)),
            Grant(NOBODY, "7.4.1", variant="mini", readings=("CC-19",)),
        ),
    },
    Power.CHANGE_LIMITS: {
        AC: (Grant(OPERATOR, "3.1"),),
        IR: (Grant(OPERATOR, "3.1"),),
        SB: (Grant(OPERATOR, "3.2"),),
        DF: (Grant(CS, "7.5", notice_minutes=20),),
        CC: (Grant(OPERATOR, "4.1", notice_minutes=20, readings=("CC-14",)),),
    },
    Power.GRANT_PERSONAL_LIMITS: {
        DF: (Grant(CS, "7.6", readings=("DF-23",)),),
        CC: (Grant(OPERATOR, "4.3", terms="by agreement"),),
    },
    Power.CLOSE_TABLE: {
        AC: (Grant(OPERATOR, "7.2", terms=WARNED),),
        IR: (Grant(OPERATOR, "8.2", terms=WARNED),),
        SB: (Grant(OPERATOR, "8.2", terms=WARNED),),
        DF: (Grant(CS, "11.8", notice_minutes=20),),
        CC: (Grant(PIT_BOSS, "9.7", notice_minutes=20),),
    },
    Power.VOID_FOR_CONTRAVENTION: {
        AC: (Grant(AGM, "7.7.1", readings=("X-07", "X-13")),),
        IR: (Grant(AGM, "8.7.1", readings=("X-07", "X-13")),),
        SB: (Grant(EGS_OR_AGM, "8.7.1", readings=("X-07", "X-13")),),
        DF: (Grant(CS, "11.3.1", readings=("X-07", "X-13")),),
        CC: (Grant(PIT_BOSS, "9.2.1", readings=("X-07",)),),
    },
    Power.EXCLUDE_FROM_GAME: {
        AC: (Grant(AGM, "7.7.2", readings=("X-15",)),),
        IR: (Grant(AGM, "8.7.2", readings=("X-15",)),),
        SB: (Grant(EGS_OR_AGM, "8.7.2", readings=("X-15",)),),
        DF: (Grant(CS, "11.3.2", readings=("X-15",)),),
        CC: (Grant(PIT_BOSS, "9.2.2", readings=("X-15",)),),
    },
    Power.RECOMMEND_CASINO_EXCLUSION: {
        AC: (Grant(AGM, "7.7.3"),),
        IR: (Grant(AGM, "8.7.3"),),
        SB: (Grant(EGS_OR_AGM, "8.7.3"),),
    },
    Power.EXCLUDE_FROM_CASINO: {DF: (Grant(CS, "11.3.3", terms="section 79, Casino Control Act 1992"),)},
    Power.INVALIDATE_OUTCOME: {
        AC: (Grant(AGM, "7.8"),),
        IR: (Grant(AGM, "8.8"),),
        SB: (Grant(EGS_OR_AGM, "8.8"),),
        DF: (Grant(CS, "11.4"),),
        CC: (Grant(PIT_BOSS, "9.3"),),
    },
    Power.CONFIRM_WAGERS: {AC: (Grant(AGM, "6.1"),), IR: (Grant(AGM, "7.1"),), SB: (Grant(EGS, "7.1"),)},
    Power.VOID_UNCONFIRMED: {
        AC: (Grant(AGM, "6.3"),),
        IR: (Grant(AGM, "7.3", readings=("IR-05",)),),
        SB: (Grant(EGS, "7.3"),),
    },
    Power.WITHHOLD_PAYMENT: {
        AC: (Grant(OPERATOR, "4.2", terms="an inspector is notified", readings=("X-11",)),),
        IR: (Grant(OPERATOR, "5.2", terms="an inspector is notified", readings=("X-11",)),),
        SB: (Grant(OPERATOR, "5.2", terms="an inspector is notified", readings=("X-11",)),),
    },
    Power.REVIEW_WITHHOLDING: {AC: (Grant(INSPECTOR, "4.2"),), IR: (Grant(INSPECTOR, "5.2"),), SB: (Grant(INSPECTOR, "5.2"),)},
    Power.WITHHOLD_CREDIT: {
        AC: (Grant(OPERATOR, "6.5", terms="an inspector is notified", readings=("X-11",)),),
        IR: (Grant(OPERATOR, "7.5", terms="an inspector is notified", readings=("X-11",)),),
        SB: (Grant(OPERATOR, "7.5", terms="an inspector is notified", readings=("X-11",)),),
    },
    Power.DIRECT_TO_VACATE: {
        AC: (Grant(AGM, "7.13"),),
        IR: (Grant(AGM, "8.13"),),
        SB: (Grant(EGS_OR_AGM, "8.14"),),
        DF: (Grant(CS, "11.9", terms="the book names nobody; the casino supervisor is assumed"),),
    },
    Power.LIMIT_TO_ONE_TERMINAL: {AC: (Grant(AGM, "7.1"),), IR: (Grant(AGM, "8.1"),), SB: (Grant(EGS_OR_AGM, "8.1"),)},
    Power.REFUSE_WAGER: {DF: (Grant(CS, "11.11"),)},
    Power.ORDER_DICE_PASSED: {DF: (Grant(CS, "3.6.2"),)},
    Power.CHECK_FOUND_DICE: {DF: (Grant(GS, "3.4.3"),), CC: (Grant(BOXPERSON, "5.4.2(a)(iii)"),)},
    Power.ANNOUNCE_ORAL_WAGER: {CC: (Grant((*DEALER, Role.STICKPERSON), "3.3.1"),)},
    Power.ACCEPT_ORAL_WAGER: {
        DF: (Grant(DEALER, "6.7"),),
        CC: (Grant(BOXPERSON, "3.3.1", terms="confirms what was announced; at Mini Craps only as stickperson (7.4.2)"),),
    },
    Power.CONFIRM_CALL: {CC: (Grant((*DEALER, *BOXPERSON), "3.5", readings=("CC-04",)),)},
    Power.SEIZE_WINNINGS: {CC: (Grant(PIT_BOSS, "9.2.3", terms="pending investigation", readings=("CC-21",)),)},
    Power.CONFISCATE_DEVICE: {CC: (Grant(PIT_BOSS, "9.2.4"),)},
    Power.CAUSE_DETENTION: {
        DF: (Grant(CS, "11.3.4"),),
        CC: (Grant(PIT_BOSS, "9.2.5", terms="section 81(2), Casino Control Act 1991"),),
    },
    Power.LET_BOXPERSON_ACT_AS_STICKPERSON: {CC: (Grant(PIT_BOSS, "7.3.3", variant="mini"),)},
    Power.ADJUST_JACKPOT: {SB: (Grant(OPERATOR, "4.1.4", terms="under a procedure of the authority"),)},
    Power.APPOINT_TOURNAMENT_DIRECTOR: {CC: (Grant(OPERATOR, "8.1.2"),)},
    Power.RUN_TOURNAMENT: {CC: (Grant((Role.TOURNAMENT_DIRECTOR,), "8.2.1(l)", readings=("CC-32",)),)},
    Power.DIRECT_FORFEITURE: {
        AC: (Grant(AGM, "7.9", readings=("X-06",)),),
        IR: (Grant(AGM, "8.9", readings=("X-06", "IR-05")),),
        SB: (Grant(EGS_OR_AGM, "8.9", readings=("X-06",)),),
        DF: (Grant(CS, "11.5", readings=("X-06",)),),
        CC: (Grant(NOBODY, "9.4", readings=("CC-21",)),),
    },
    Power.DECIDE_DISPUTE: {
        AC: (Grant((Role.ELECTRONIC_GAMING_ATTENDANT,), "7.14", readings=("X-14",)),),
        IR: (Grant(CS, "8.14"),),
        SB: (Grant((Role.ELECTRONIC_GAMING_HOST,), "8.15", readings=("X-14",)),),
        DF: (Grant(GS, "11.12"),),
        CC: (Grant(PIT_BOSS, "9.9", terms="final, subject to review", readings=("CC-27",)),),
    },
    Power.REVIEW_DISPUTE: {
        AC: (Grant(AGM, "7.14", terms="if requested"),),
        IR: (Grant(AGM, "8.14", terms="if requested"),),
        SB: (Grant(EGS_OR_AGM, "8.15", terms="if requested"),),
        DF: (Grant(CS, "11.12", terms="if requested"),),
        CC: (Grant((Role.DIRECTOR_OF_CASINO_SURVEILLANCE,), "9.9", terms="or delegate, if requested", readings=("CC-27",)),),
    },
    Power.DECIDE_DISPUTE_FINALLY: {
        AC: (Grant(OPERATOR, "7.15"),),
        IR: (Grant(OPERATOR, "8.15"),),
        SB: (Grant(OPERATOR, "8.16"),),
        DF: (Grant(OPERATOR, "11.13"),),
    },
    Power.HEAR_COMPLAINT: {
        AC: (Grant(INSPECTOR, "7.15", terms=SECTION_33),),
        IR: (Grant(INSPECTOR, "8.15", terms=SECTION_33),),
        SB: (Grant(INSPECTOR, "8.16", terms=SECTION_33),),
        DF: (Grant(INSPECTOR, "11.13", terms=SECTION_33),),
        CC: (Grant(INSPECTOR, "9.8", terms="a right to consult an inspector", readings=("CC-27",)),),
    },
    Power.APPROVE_PROMOTION_AMENDMENT: {
        AC: (Grant(AUTHORITY, "5.9.1"),),
        IR: (Grant(AUTHORITY, "6.9.1"),),
        SB: (Grant(AUTHORITY, "6.9.1"),),
    },
    Power.APPROVE_JACKPOT_RATE: {SB: (Grant(AUTHORITY, "4.1.1"),)},
    Power.APPROVE_TOURNAMENT_CONDITIONS: {CC: (Grant((Role.EXECUTIVE_COMMISSIONER,), "8.1.3"),)},
    Power.KEEP_STAFF: {HOUSE: (Grant(OPERATOR, CONTROLS, terms=APPROVED),)},
    Power.SET_LAW: {HOUSE: (Grant(OPERATOR, CONTROLS, terms=APPROVED),)},
    Power.MOVE_GAMING_DAY: {HOUSE: (Grant(OPERATOR, CONTROLS, terms=APPROVED),)},
    Power.KEEP_PATRONS: {HOUSE: (Grant((Role.CASHIER, *MANAGERS, *OPERATOR), CONTROLS, terms=APPROVED),)},
    Power.EXCLUDE_PATRON: {HOUSE: (Grant((*MANAGERS, *OPERATOR), CONTROLS, terms=EXCLUSION),)},
    Power.FORGET_PATRON: {HOUSE: (Grant(OPERATOR, CONTROLS, terms=PRIVACY),)},
    Power.KEEP_DEVICES: {HOUSE: (Grant((Role.SYSTEM_ADMINISTRATOR, *OPERATOR), CONTROLS, terms=APPROVED),)},
    Power.ATTEND_DEVICES: {
        AC: (Grant((Role.ELECTRONIC_GAMING_ATTENDANT, *CS, *AGM, *OPERATOR), CONTROLS, terms=APPROVED),),
        IR: (Grant((*CS, *AGM, *OPERATOR), CONTROLS, terms=APPROVED),),
        SB: (Grant((Role.ELECTRONIC_GAMING_HOST, *EGS_OR_AGM, *OPERATOR), CONTROLS, terms=APPROVED),),
        DF: (Grant((*GS, *CS, *AGM, *OPERATOR), CONTROLS, terms=APPROVED),),
        CC: (Grant((*BOXPERSON, *PIT_BOSS, *OPERATOR), CONTROLS, terms=APPROVED),),
        HOUSE: (Grant((Role.SYSTEM_ADMINISTRATOR, *OPERATOR), CONTROLS, terms=APPROVED),),
    },
    Power.KEEP_SYSTEM: {HOUSE: (Grant((Role.SYSTEM_ADMINISTRATOR, *OPERATOR), CONTROLS, terms=APPROVED),)},
}

ACTS_FOR: Mapping[str, Mapping[Role, frozenset[Role]]] = {  # a higher role for a lower one
    AC: {
        Role.CASINO_SUPERVISOR: frozenset({Role.ELECTRONIC_GAMING_ATTENDANT}),
        Role.ASSISTANT_GAMING_MANAGER: frozenset({Role.ELECTRONIC_GAMING_ATTENDANT, Role.CASINO_SUPERVISOR}),
    },
    IR: {Role.ASSISTANT_GAMING_MANAGER: frozenset({Role.CASINO_SUPERVISOR})},
    SB: {  # 1.1: each of the two includes the other
        Role.ELECTRONIC_GAMING_SUPERVISOR: frozenset({Role.ELECTRONIC_GAMING_HOST, Role.ASSISTANT_GAMING_MANAGER}),
        Role.ASSISTANT_GAMING_MANAGER: frozenset({Role.ELECTRONIC_GAMING_HOST, Role.ELECTRONIC_GAMING_SUPERVISOR}),
    },
    DF: {
        Role.GAMING_SUPERVISOR: frozenset({Role.DEALER}),
        Role.CASINO_SUPERVISOR: frozenset({Role.DEALER, Role.GAMING_SUPERVISOR}),
        Role.ASSISTANT_GAMING_MANAGER: frozenset({Role.DEALER, Role.GAMING_SUPERVISOR, Role.CASINO_SUPERVISOR}),
    },
    CC: {
        Role.BOXPERSON: frozenset({Role.DEALER, Role.STICKPERSON}),
        Role.PIT_BOSS: frozenset({Role.DEALER, Role.STICKPERSON, Role.BOXPERSON}),
    },
    HOUSE: {Role.CAGE_MANAGER: frozenset({Role.CASHIER})},
}
