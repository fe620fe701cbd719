"""What is wrong with what was heard, by the name it is counted under."""

from __future__ import annotations

from devices.host.findings import Kind
from devices.wire import errors

KINDS: dict[type[errors.WireError], Kind] = {
    errors.BadCrc: Kind.BAD_CRC,
    errors.ForeignAddress: Kind.FOREIGN_ADDRESS,
    errors.TruncatedFrame: Kind.TRUNCATED,
    errors.OverlongFrame: Kind.OVERLONG,
    errors.NotDecimal: Kind.NOT_DECIMAL,
    errors.UnaskedAnswer: Kind.UNASKED,
    errors.UnknownException: Kind.UNKNOWN_EXCEPTION,
    errors.BadRecord: Kind.BROKEN_FRAMING,
    errors.BadLine: Kind.GARBLED,
    errors.LineGone: Kind.GARBLED,
    errors.BadMac: Kind.BAD_MAC,
    errors.LineMissing: Kind.LOST_LINE,
}


def kind_of(error: errors.WireError) -> Kind:
    """The name; everything without one of its own is malformed."""
    return KINDS.get(type(error), Kind.MALFORMED)
