"""Facts of devices."""

from __future__ import annotations

from casino.domain.aggregate import Event


class DeviceRegistered(Event, frozen=True):
    """A machine of the floor comes onto the books, under a name it keeps."""

    kind: str
    name: str


class DeviceKeyIssued(Event, frozen=True):
    """The machine may sign with a further key; the key itself is never in the journal."""

    key_id: str


class DeviceKeyRevoked(Event, frozen=True):
    """The machine may no longer sign with a key, and the key is destroyed."""

    key_id: str


class DeviceAnnounced(Event, frozen=True):
    """The machine has said that it is there, and which software it runs; of so many requests before this nothing was heard."""

    software: str
    sequence: int
    missed: int = 0


class TerminalCommissioned(Event, frozen=True):
    """A player terminal is fitted out for the games of a book; what the book does not name may be empty: it is not fitted."""

    book: str
    stacker: str  # serial number, as the next
    printer: str
    game_system: str
    software: str


class LayoutApproved(Event, frozen=True):
    """What the touch screen shows is substantially a diagram of the book, under this approval, with these further features."""

    diagram: str
    approval: str
    features: tuple[str, ...] = ()


class TerminalLinkedToWheel(Event, frozen=True):
    """The outcome of the games on this terminal is told by this wheel from now on."""

    wheel: str


class DiceSetSealed(Event, frozen=True):
    """A set of dice is sealed within the tumbler; of each die the three pairs of opposite faces were checked."""

    book: str
    dice_set: str
    seal: str
    dice: tuple[tuple[tuple[int, int], ...], ...]


class BallRegistered(Event, frozen=True):
    """The ball a wheel spins was measured."""

    ball: str
    material: str
    diameter_um: int


class WheelRegistered(Event, frozen=True):
    """A wheel was measured, and its compartments read clockwise from zero."""

    book: str
    housing_mm: int
    insert_mm: int
    order: tuple[int, ...]
    colours: tuple[str, ...]


class EntryTerminalFitted(Event, frozen=True):
    """The dealer's entry terminal is attached to a table and linked to the equipment that lights the winning areas."""

    book: str
    table: str
    equipment: str
    keys: tuple[int, ...]


class DeviceMoved(Event, frozen=True):
    """The machine stands here from now on."""

    place: str


class DeviceWired(Event, frozen=True):
    """The machine answers to this address on the line behind a gateway, and is polled with its bank."""

    bank: str
    host: str
    port: int
    address: int


class DevicePutInService(Event, frozen=True):
    """Everything its book demands is there: the machine may be played from now on."""


class DeviceTakenOutOfService(Event, frozen=True):
    """The machine may not be played until it is put in service again."""

    reason: str


class CreditMeterOpened(Event, frozen=True):
    """A terminal that is commissioned has a credit meter from now on, incremented only by these sources."""

    terminal: str
    book: str
    sources: tuple[str, ...]
    credit_cents: int
