"""Rule books, tables, rounds of play, wagers, settlement, irregularities, jackpots, tournaments and disputes."""
