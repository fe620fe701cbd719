"""Machines that answer bytes: the other end of every wire, to try the house against.

- `terminal`: a player terminal, what people do at it and what time does to it; `answers` and `port` put it on a SAS line;
- `cable`: the wire between a terminal and its line, with the faults of `faults`; `line`: many terminals on one TCP port;
- `wheel`, `tumbler`: what a wheel and a dice tumbler send; `machines`: either of them on a TCP port;
- `player`: what the people do, from a seed; `table`: what is played at one table, by a script that games can replace;
- `plan`, `floor`: a whole floor; `report`: what came of it; `memory`: what machines keep while they are switched off;
- `evening`: a floor on its ports, turn after turn.

All but `line`, `machines` and `evening` are pure: time is handed in as seconds, chance comes from a seed.
"""
