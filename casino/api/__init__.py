"""The JSON API of the ground: what pages do for people, for their programs. Refusals are problem+json; nothing is anonymous."""
