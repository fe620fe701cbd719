"""What people of the house confirm or decide about a player's wagers: calls of ON and OFF, advice, a change begun in time."""

from __future__ import annotations

from casino.domain import authority
from casino.domain.aggregate import ReadingId, RuleId
from casino.domain.instant import Instant
from casino.domain.powers import AC, BOOK_NAMES, Power
from casino.domain.refusals import MoneyRefusal
from games.domain.position import Position, named, require_taken, require_wager
from games.domain.setting import MINI, Setting
from games.domain.vocabulary import WagerNumber, kind_of
from games.domain.wager import laid, lying_of
from games.domain.wager_events import BelowMinimumAdvised, ClosingRuleModified, WagerCalled

CALLED = {"ON": "3.5.1", "OFF": "3.5.2"}
CALLED_KIND = ReadingId("CC-04")


class CallRefused(MoneyRefusal):
    """The rule lets no such wager be called."""

    code = "call-refused"
    rule = "CC 3.5"


class NotHandledNow(MoneyRefusal):
    """At Mini Craps no wager is handled between no more bets and the decision."""

    code = "call-not-now"
    rule = "CC 7.4.1"


class CallUnconfirmed(MoneyRefusal):
    """A call counts only when it is confirmed."""

    code = "call-unconfirmed"
    rule = "CC 3.5"


class NotToBeAdvised(MoneyRefusal):
    """The book knows no such advice, or it was given."""

    code = "below-minimum-advice-refused"


class ClosingRuleStands(MoneyRefusal):
    """The closing rule cannot be modified here."""

    code = "closing-rule-stands"


def call(position: Position, *, wager: WagerNumber, to: str, confirmed_by: str, setting: Setting) -> list[WagerCalled]:
    """Call a wager and all of its kind ON or OFF until called otherwise or closed (CC 3.5, CC-04)."""
    there = require_wager(position, wager)
    if not setting.book.has_calls or to not in setting.book.wagers[there.selection].states[there.lying.state]["calls"]:
        name = setting.book.wagers[there.selection].name
        raise CallRefused(f"{name} cannot be called {to}.")
    if setting.variant == MINI and setting.is_closed:
        raise NotHandledNow("At Mini Craps no wager is handled until the decision once no more bets was announced.")
    if not confirmed_by:
        raise CallUnconfirmed("A call of ON or OFF counts only when a Dealer or Boxperson has confirmed it.")
    similar = (each for each in position.wagers.values() if kind_of(each.selection) == kind_of(there.selection))
    called = []
    for each in similar:
        on = laid(each, setting)
        on.call(to)
        of = {key: said for key, said in named(position, each, setting).items() if key not in {"stake_kind", "purse"}}
        called.append(
            WagerCalled(
                **of,
                to=to,
                confirmed_by=confirmed_by,
                lying=lying_of(on, setting, each.lying),
                rule=(setting.cite(CALLED[to]),),
                readings=(CALLED_KIND,),
            )
        )
    return called


def advise_below_minimum(position: Position, *, advised_by: str, setting: Setting) -> BelowMinimumAdvised:
    """Tell a player that further wagers below the minimum will be returned whatever the result (CC 4.2.1, CC-11)."""
    require_taken(position)
    limits = setting.book.limits
    rule = setting.cite(limits["below"])
    if not limits["once_warned"]:
        raise NotToBeAdvised(f"{BOOK_NAMES[setting.book.book_id]} knows no such advice.", rule=rule)
    if position.is_advised:
        raise NotToBeAdvised("The player was advised already.", rule=rule)
    readings = tuple(map(ReadingId, limits["readings"]))
    return BelowMinimumAdvised(
        position=position.id, round_id=setting.round_id, advised_by=advised_by, rule=(rule,), readings=readings
    )


def modify_closing_rule(
    position: Position, *, begun_at: Instant, closed_at: Instant, reason: str, setting: Setting
) -> ClosingRuleModified:
    """Accept a change that was begun in time; the change itself is decided in the setting reopened (AC 3.3.8, AC-20)."""
    require_taken(position)
    rule = _modified_under(setting)
    if begun_at > closed_at:
        raise ClosingRuleStands("The change was begun after the wagering period: it cannot be accepted.", rule=rule)
    if not reason.strip():
        raise ClosingRuleStands("Say why refusing the change would be unfair.", rule=rule)
    return ClosingRuleModified(
        position=position.id,
        round_id=setting.round_id,
        begun_at=begun_at,
        closed_at=closed_at,
        reason=reason,
        rule=(rule,),
        readings=(ReadingId("AC-20"),) if setting.book.book_id == AC else (),
    )


def _modified_under(setting: Setting) -> RuleId:
    """The rule that lets somebody modify the closing rule; confirming a late wager at Crown is another thing (CC 3.2)."""
    grant = authority.granted(setting.book.book_id, Power.MODIFY_CLOSING_RULE, variant=setting.variant)[0]
    rule = setting.cite(grant.rule)
    if not grant.roles or not setting.refuses:
        raise ClosingRuleStands("This book lets nobody accept a change after the wagering period.", rule=rule)
    return rule
