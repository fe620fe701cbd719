"""Tables, rounds of play, shooters and the wagers of a position: what happened and what may happen. Pure Python."""
