"""What the games add to the lists the ground keeps: navigation, and what Find finds."""

from __future__ import annotations

from casino import finding, navigation
from casino.navigation import Item
from games import finders

navigation.ITEMS += [Item("Know", "Rule books", "rules", go="r")]
finding.FINDERS += [finders.shelf, finders.wagers, finders.rules, finders.our_readings]
