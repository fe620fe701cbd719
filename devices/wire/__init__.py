"""Bytes and messages: what devices say on the wire, both ends, pure. Nothing here opens a socket, waits or guesses.

- `sas`: the SAS-compatible subset towards player terminals, and `records`, which carries its frames over TCP;
- `slingshot`: the status line of the automatic roulette wheel;
- `feed`: our own lines between server and table; `signing`: the requests devices sign;
- `tape`: all of these in one file, to be played again.

Whatever cannot be read raises one of `errors`, each with a sentence.
"""
