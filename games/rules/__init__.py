"""The rule books: exact settlement that quotes the rule. Pure Python; money in whole numbers, never a float.

How a book is written
---------------------
One file, `games/rules/<book>.py`, in the book's own order, its rule number on everything, ending in `BOOK = Book(...)`;
then one line in `books.py`. Tables of odds are data (`PLACE_ODDS = {4: (9, 5), ...}`: x to y). Two books share dice and
these words, never a judgement. `aruze_craps.py` is the example to follow.

A **wager** has one or more **states**; a state has **clauses**, each about some outcomes (`on`, a question put to a
`Roll` or a number), and an `otherwise`. Clauses of a state may not overlap; the compiler refuses a book in which they do.

    wins(totals(7, 11), EVENS, "3.9.1.1.1")       closes; pays x to y and returns the stake
    loses(totals(2, 3, 12), "3.9.1.2.1")          closes
    draws(totals(12), "3.9.10.3")                 closes, stake returned
    handed_back(totals(7), "3.5.1")               closes as `inactive`, stake returned
    goes_to("6", totals(6), "rule")               stays, in another state; or a function from the outcome to the state
    stays(totals(2), "3.6.3(c)")                  stays as it is (an `otherwise` is `UNDECIDED` unless said)

Without a rule a clause cites the wager's own. `State(name, clauses, otherwise, shows, moved, calls)`: `shows` is the
result while it lies there (`inactive`, `frozen`); `moved` says that a roll brought it there; `calls` is ON/OFF -> state.
The first state is the one a new wager is in. `Entry({"wager_point": 6}, "6")` says which state a context means; the
first that fits decides. A wager that is on or off with the table's point has the point and the call in its state's name
and follows the point: `otherwise=goes_to(lambda roll: name_of(next_point(point, roll), call), anything, rule)`.

`one_roll(id, name, *wins, rule=, odds_rule=, permits=, lose_rule=)` is decided by the next outcome. `split_over(id, name,
pieces, outcomes, ...)` is a composite of equal parts of one-roll wagers; a piece listed twice has two parts;
`limited_by_piece=True` holds minimum and maximum against each area instead of the whole.

`commission=(1, 20)` is a part of the stake. `odds_limit=OddsLimit((2, 1), rule)` is the most behind a flat wager, as a
multiple of it (for a limit on winnings at x to y: `(2 * y, x)`). `number` is the point the odds stand behind.

**Permits** answer place, increase, reduce, remove; the first that fits decides, so refusals by time stand first:

    refuses(ACTIONS, "3.3.6", closed=True), allows(("place",), come_out=True), refuses(("place",)), ...

Facts (`interpreter.FACTS`): closed, confirmed, mini, come_out (no point on the table), own_point (the point is the
wager's `number`), moved, exposed (has met a roll), has_base, was_reduced (since the current point was established).

The **book** says what its table does: `Limits(below, above, refuses)` for a terminal, which refuses what lies outside;
at a dealer table it is settled, capped, or with `once_warned` returned. `rounding_rule` means payment up to the chip,
None up to the cent. `grounds` are the table events this game knows beside remove, reduce, increase and call: each voids
what it reaches (`spares` names what it does not), or `voids=False`: the wagers stand, under `rule` unless that is None.
`forfeits=True` lets a manager direct forfeiture. `correction` is the rule by which the actual outcome prevails.
`next_point` moves the table's point. `shooter` is a function of the question (see `turns.py`), None without dice.

Where the text is doubtful, the clause, wager, permit or ground carries the reading's id: `readings=("AC-05",)`.

What becomes of it: `compiler.py` writes the book out as canonical JSON, whose SHA-256 is its version; `interpreter.py`
settles from that alone; `layout.py` follows one wager to its close; `whatif.py` answers questions; `edges.py` counts.
Each book's test pins its hash: a change to a book in force needs a new `revision`.
"""
