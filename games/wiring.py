"""What the games add to the lists the ground keeps: navigation, and what Find finds."""

from __future__ import annotations

from casino import demo, finding, homes, listening, navigation, sentences
from casino.domain.powers import Power
from casino.navigation import Item
from devices import inbox, outbox, sections
from games import announcing, demo_tables, finders, hearing, last_games, told, wagers_told, waiting
from games.domain import position, round_of_play
from games.views.readers import WATCHING
from games.views.results import READERS

navigation.ITEMS += [
    Item("Now", "Dealer’s screen", "dealer-tables", powers=[Power.DEAL_GAME]),
    Item("Now", "Live floor", "floor", powers=WATCHING, go="f", count=waiting.count),
    Item("Look up", "Rounds of play", "rounds", powers=WATCHING),
    Item("Look up", "Tables", "tables", powers=WATCHING),
    Item("Look up", "Results and hold", "results", powers=READERS),
    Item("Know", "Rule books", "rules", go="r"),
    Item("Know", "Ask the rule book", "ask"),
    Item("Know", "Signs and rules", "signs"),
]
finding.FINDERS += [finders.shelf, finders.wagers, finders.rules, finders.our_readings, finders.tables, finders.rounds]
sentences.SAID.update({**told.SAID, **wagers_told.SAID})
demo.OPENERS.append(demo_tables.open_tables)
homes.NEEDS.append(waiting.needs)
homes.KINDS.append("waiting")
listening.GLANCES["waiting"] = waiting.glance
inbox.HANDLERS |= hearing.HANDLERS
outbox.PRESENT.append(announcing.rounds_played)
outbox.SEATED.append(announcing.seated)
outbox.CHANGED |= {round_of_play.AGGREGATE.name: announcing.rounds, position.AGGREGATE.name: announcing.positions}
sections.SECTIONS.append(last_games.section)
