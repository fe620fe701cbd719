"""Who may do what at a game, under which rule, and where a dispute goes next."""

from dataclasses import dataclass

from casino.domain.powers import ACTS_FOR, CC, GRANTS, Grant, Power, Role

WRITTEN = {(CC, Role.DEALER): "1.2", (CC, Role.STICKPERSON): "1.2"}  # a Game Supervisor or above for a Dealer; elsewhere X-14
LADDER = (Power.DECIDE_DISPUTE, Power.REVIEW_DISPUTE, Power.DECIDE_DISPUTE_FINALLY, Power.HEAR_COMPLAINT)


@dataclass(frozen=True)
class Standing:
    """Whether a role may exercise a power: under which rule, and for which lower role if not as itself."""

    allowed: bool
    rule: str | None  # none: the book knows no such power
    acts_for: Role | None = None
    acting_rule: str | None = None  # none: assumed, by the readings
    readings: tuple[str, ...] = ()


def standing(book_id: str, power: Power, role: Role, *, variant: str | None = None) -> Standing:
    """Whether the role may, as itself or for a lower role (CC 1.2, X-14)."""
    grants = granted(book_id, power, variant=variant)
    for grant in grants:
        if role in grant.roles:
            return Standing(allowed=True, rule=grant.rule, readings=grant.readings)
    for grant in grants:
        for lower in grant.roles:
            if may_act_for(book_id, role, lower):
                return _for_a_lower(book_id, grant, lower)
    rule = grants[0].rule if grants else None
    return Standing(allowed=False, rule=rule, readings=grants[0].readings if grants else ())


def granted(book_id: str, power: Power, *, variant: str | None = None) -> tuple[Grant, ...]:
    """The grants of a power at this variant of a game, the variant's own first; none: the book knows no such power."""
    grants = GRANTS[power].get(book_id, ())
    own = tuple(grant for grant in grants if grant.variant is not None and grant.variant == variant)
    return own or tuple(grant for grant in grants if grant.variant is None)


def may_act_for(book_id: str, role: Role, lower: Role) -> bool:
    """Whether the role stands above the other at this game."""
    return lower in ACTS_FOR[book_id].get(role, frozenset())


def ladder(book_id: str) -> tuple[tuple[Power, Grant], ...]:
    """Who decides a dispute, in turn: first instance, review, final decision, and the inspector outside the house."""
    return tuple((power, grant) for power in LADDER for grant in granted(book_id, power))


def next_instance(book_id: str, decided: Power | None) -> tuple[Power, Grant] | None:
    """Where a dispute goes after this instance; before any, the first; none: there is no further one."""
    steps = ladder(book_id)
    if decided is None:
        return steps[0]
    position = [power for power, _ in steps].index(decided)
    return steps[position + 1] if position + 1 < len(steps) else None


def _for_a_lower(book_id: str, grant: Grant, lower: Role) -> Standing:
    written = WRITTEN.get((book_id, lower))
    readings = grant.readings if written else (*grant.readings, "X-14")
    return Standing(allowed=True, rule=grant.rule, acts_for=lower, acting_rule=written, readings=readings)
