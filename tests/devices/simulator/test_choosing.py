"""What somebody asks for at a terminal is something the sign allows, for which there are credits and a free area."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from devices.simulator import choosing
from devices.simulator.shown import EVERY_KIND, WAGERING, Credits, Limit, Lying, Round, Shown
from devices.simulator.wishes import Want, Wish

AREAS = {"small": 1, "big": 1, "four:1-2-3-4": 6, "pair:1-2": 1, "split:0-1": 2}
PLAY = Round("a round", WAGERING, shooter=None, shoot_by=None)
LIMITS = st.builds(
    lambda least, steps, unit, multiples: Limit(least, least * steps, unit, multiples),
    st.sampled_from([100, 500, 1_000]),
    st.integers(1, 50),
    st.sampled_from([50, 100]),
    st.booleans(),
)


@st.composite
def shows(draw: st.DrawFn) -> Shown:
    """A terminal with any limits, closed areas and credits, and wagers that could have been placed."""
    limits = {EVERY_KIND: draw(LIMITS), "pair": draw(LIMITS)}
    taken = draw(st.lists(st.sampled_from(sorted(AREAS)), unique=True, max_size=3))
    bare = Shown(PLAY, limits, dict.fromkeys(draw(st.sets(st.sampled_from(sorted(AREAS))))), Credits(0, 1), ())
    wagers = tuple(Lying(n, each, bare.limit(each).minimum_cents * AREAS[each], PLAY.id) for n, each in enumerate(taken))
    return Shown(PLAY, limits, bare.closed, Credits(draw(st.integers(0, 20_000)), 1), wagers)


@given(shown=shows(), want=st.sampled_from(Want), chance=st.integers(0, 2**32 - 1))
def test_it_is_allowed_by_the_sign_and_there_are_credits_for_it(shown: Shown, want: Want, chance: int) -> None:
    asked = choosing.choose(Wish(want, chance), shown, AREAS)
    assume(asked is not None)
    assert asked is not None
    lying = {f"/{each.number}/{asked.what.value}": each for each in shown.wagers}
    wager = lying.get(asked.path)
    selection = asked.body.get("selection") or (wager.selection if wager else "")
    limit, pieces = shown.limit(selection), AREAS[selection]
    if asked.what in (Want.PLACE, Want.MOVE):
        assert selection not in shown.closed
        assert selection not in {each.selection for each in shown.wagers}
    if asked.what is not Want.CANCEL:
        stake = _stake(asked.what, asked.body, wager)
        assert limit.minimum_cents * pieces <= stake <= limit.maximum_cents
        assert stake - (wager.stake_cents if wager else 0) <= shown.credits.cents


def _stake(what: Want, body: dict[str, int], wager: Lying | None) -> int:
    match what:
        case Want.PLACE:
            return body["stake_cents"]
        case Want.REDUCE:
            return body["to_cents"]
    assert wager is not None, "only a wager that lies is changed"
    return wager.stake_cents + (body["by_cents"] if what is Want.INCREASE else 0)
