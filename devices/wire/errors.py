"""What can be wrong with what came over the wire, or with what was to be sent: one class each, with a sentence."""


class WireError(Exception):
    """Bytes that are no message, or a message that is no bytes."""


class BadCrc(WireError):
    """The check sum is not that of the bytes before it."""


class BadMac(WireError):
    """The authentication code is not that of the line."""


class ForeignAddress(WireError):
    """The frame is from or for another machine."""


class TruncatedFrame(WireError):
    """There are fewer bytes than the frame needs."""


class OverlongFrame(WireError):
    """There are more bytes than the frame has."""


class UnknownCommand(WireError):
    """A command outside the subset; a machine stays silent."""


class UnaskedAnswer(WireError):
    """An answer to another question."""


class UnknownException(WireError):
    """An exception code nobody knows."""


class UnknownCode(WireError):
    """A code its field does not have."""


class UnknownMeter(WireError):
    """A meter whose size is not known, so that nothing after it can be read."""


class NotDecimal(WireError):
    """A BCD field holds a digit above nine."""


class FieldOverflow(WireError):
    """A value that its field cannot hold. It is never cut short."""


class BadMoment(WireError):
    """A date or time that no calendar has."""


class BadText(WireError):
    """Characters outside ASCII in a text field."""


class BadRecord(WireError):
    """The framing over TCP is broken; the connection cannot be read any further."""


class BadLine(WireError):
    """A line of text that is none of its protocol."""


class LineGone(WireError):
    """A line asked for again that is no longer kept here."""


class LineMissing(WireError):
    """A line came before the one that precedes it."""


class BadAuthorization(WireError):
    """A request that does not carry a well-formed signature."""
