"""Equipment checked against the books: dice, balls, wheels, displays, keys. What is not as a rule demands is refused with it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from casino.domain.powers import BOOK_NAMES
from casino.domain.refusals import Refusal
from devices.domain.demands import (
    BALL,
    BALL_UM,
    COLOURS,
    COMPARTMENT_COLOURS,
    COMPARTMENTS,
    DEMANDS,
    DIAGRAMS,
    DICE,
    ENTRY_KEYS,
    FACES,
    HOUSING,
    HOUSING_MM,
    INSERT,
    INSERT_MM,
    METALLIC,
    OPPOSITE_FACES_SUM_TO,
    ORDER,
    Material,
    Part,
    books_of,
    rule_of,
)
from devices.domain.device import Kind

Die = tuple[tuple[int, int], ...]
"""The pairs of opposite faces of one die."""


class EquipmentRefused(Refusal):
    """The equipment is not what the rule demands."""

    code = "equipment-refused"


class NotOfTheBook(EquipmentRefused):
    """No game of this book is played with such a machine."""

    code = "equipment-not-of-the-book"


class PartMissing(EquipmentRefused):
    """Something that the book demands is not there."""

    code = "equipment-missing"


class LayoutUnknown(EquipmentRefused):
    """The display is none of the book's diagrams."""

    code = "equipment-layout"


class DiceUnsealed(EquipmentRefused):
    """The dice are not sealed within the tumbler."""

    code = "equipment-dice-unsealed"


class DiceMiscounted(EquipmentRefused):
    """There are more or fewer dice than the book demands."""

    code = "equipment-dice-count"


class FacesWrong(EquipmentRefused):
    """The faces of a die are not one to six, or opposite ones do not sum to seven."""

    code = "equipment-dice-faces"


class BallMetallic(EquipmentRefused):
    """The ball is not made completely of a non-metallic substance."""

    code = "equipment-ball-metallic"


class BallSize(EquipmentRefused):
    """The ball is too small or too large."""

    code = "equipment-ball-size"


class WheelSize(EquipmentRefused):
    """The housing or the rotating insert is too large."""

    code = "equipment-wheel-size"


class CompartmentsWrong(EquipmentRefused):
    """The compartments of the wheel are not those of the book."""

    code = "equipment-wheel-compartments"


class KeysWrong(EquipmentRefused):
    """The keys of the entry terminal are not numbered 1 to 6."""

    code = "equipment-entry-keys"


def check_book(book: str, kind: Kind) -> None:
    """Refuse a machine that no game of the book is played with."""
    if kind not in DEMANDS.get(book, {}):
        known = " or ".join(BOOK_NAMES[each] for each in books_of(kind))
        game = BOOK_NAMES.get(book, "This game")
        raise NotOfTheBook(f"{game} is played with no {kind}: {known} is.", rule=rules_for(kind))


def rules_for(kind: Kind) -> str:
    """Where the books speak of this kind of machine."""
    return ", ".join(demands[0].rule for book in books_of(kind) if (demands := DEMANDS[book][kind]))


def check_fitted(book: str, kind: Kind, fitted: Mapping[Part, str]) -> None:
    """Refuse a machine on which something is missing that the book demands (AC 2.2, IR 2.5)."""
    for demand in DEMANDS[book][kind]:
        if demand.part in fitted and not fitted[demand.part].strip():
            raise PartMissing(f"Every {kind} of {BOOK_NAMES[book]} has {demand.part}: this one has not.", rule=demand.rule)


def check_layout(book: str, *, diagram: str, approval: str) -> None:
    """Refuse a display that is none of the book's diagrams, or was not approved (AC 2.3, IR 2.6, SB 2.3)."""
    rule = rule_of(book, Kind.PLAYER_TERMINAL, Part.LAYOUT)
    known = DIAGRAMS[book]
    if diagram not in known:
        raise LayoutUnknown(f"A terminal of {BOOK_NAMES[book]} shows diagram {' or '.join(known)}.", rule=rule)
    if not approval.strip():
        raise PartMissing("The layout must have been approved: say under which reference.", rule=rule)


def check_dice(book: str, *, dice_set: str, seal: str, dice: Sequence[Die]) -> None:
    """Refuse dice that are not sealed, or too few or many, or not dotted as the book demands (AC 2.2.4, SB 2.2)."""
    rule = rule_of(book, Kind.DICE_TUMBLER, Part.DICE)
    if not dice_set.strip() or not seal.strip():
        raise DiceUnsealed("The set of dice and the seal of the tumbler each have a number: write both.", rule=rule)
    if len(dice) != DICE[book]:
        raise DiceMiscounted(f"The tumbler of {BOOK_NAMES[book]} holds {DICE[book]} dice, not {len(dice)}.", rule=rule)
    for number, die in enumerate(dice, start=1):
        _check_die(die, number, rule)


def _check_die(die: Die, number: int, rule: str) -> None:
    if sorted(face for pair in die for face in pair) != list(FACES):
        raise FacesWrong(f"Die {number} must have each face from one to six once.", rule=rule)
    for one, other in die:
        if one + other != OPPOSITE_FACES_SUM_TO:
            raise FacesWrong(f"On die {number} the {one} lies opposite the {other}: opposite faces sum to seven.", rule=rule)


def check_ball(*, ball: str, material: Material, diameter_um: int) -> None:
    """Refuse a ball that is not non-metallic, or not between 17 and 23 millimetres (IR 2.2)."""
    if not ball.strip():
        raise PartMissing("The ball has a number: write it.", rule=BALL)
    if material in METALLIC:
        raise BallMetallic(f"A ball of {material} is not completely non-metallic.", rule=BALL)
    if diameter_um not in BALL_UM:
        raise BallSize(f"The ball measures {millimetres(diameter_um)} mm: not less than 17 nor more than 23 mm.", rule=BALL)


def check_wheel(*, housing_mm: int, insert_mm: int, order: Sequence[int], colours: Sequence[str]) -> None:
    """Refuse a wheel that is too large, or whose compartments are not those of diagram A (IR 2.3, IR 2.4, IR-08)."""
    if housing_mm not in HOUSING_MM:
        raise WheelSize(f"The housing measures {housing_mm} mm: not more than {HOUSING_MM[-1]} mm.", rule=HOUSING)
    if insert_mm not in INSERT_MM:
        raise WheelSize(f"The rotating insert measures {insert_mm} mm: not more than {INSERT_MM[-1]} mm.", rule=INSERT)
    counted = len(COMPARTMENTS)
    if len(order) != counted or len(colours) != counted:
        raise CompartmentsWrong(f"The wheel has {counted} compartments, each with a number and a colour.", rule=COLOURS)
    for place, (number, colour) in enumerate(zip(order, colours, strict=True)):
        _check_compartment(place, number, colour)


def _check_compartment(place: int, number: int, colour: str) -> None:
    where = f"The compartment {place} clockwise from zero" if place else "The first compartment"
    if number != COMPARTMENTS[place]:
        raise CompartmentsWrong(f"{where} is marked {number}: diagram A has {COMPARTMENTS[place]} there.", rule=ORDER)
    if colour != COMPARTMENT_COLOURS[place]:
        raise CompartmentsWrong(f"{where}, {number}, is {colour}: it must be {COMPARTMENT_COLOURS[place]}.", rule=COLOURS)


def check_keys(book: str, keys: Collection[int]) -> None:
    """Refuse an entry terminal whose keys are not numbered 1 to 6, where the book demands them (DF 2.4)."""
    demanded = [demand.rule for demand in DEMANDS[book][Kind.ENTRY_TERMINAL] if demand.part is Part.KEYS]
    if demanded and tuple(keys) != ENTRY_KEYS:
        raise KeysWrong("The entry terminal has keys numbered 1, 2, 3, 4, 5 and 6.", rule=demanded[0])


def millimetres(micrometres: int) -> str:
    """Whole micrometres as millimetres with three decimals."""
    return f"{micrometres // 1000}.{micrometres % 1000:03}"
