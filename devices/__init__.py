"""Player terminals and their credit meters, dice tumblers, wheels."""
