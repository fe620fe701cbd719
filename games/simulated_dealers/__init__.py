"""Dealers who play by themselves at the dealer tables of the demo, so that the floor lives on all five games.

A process that simulates a floor runs them in a thread: `Dealers(venue, seed=…).run(until)`. What they do goes through the
services, as the demo's own people. They never contend with anybody: a round that a person has begun is left to that person
to its end, and a table at which a person has done anything, at its screen or on the floor, for three minutes after the last
of it. In a round of theirs whoever opens the dealer's screen takes the table over with the first thing done there.
"""

from games.simulated_dealers.evening import Dealers, Way
from games.simulated_dealers.faults import MEANINGS, Fault

__all__ = ["MEANINGS", "Dealers", "Fault", "Way"]
