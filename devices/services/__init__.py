"""The commands of devices: the only way to change anything about them."""

from devices.services.equipment import (
    approve_layout,
    commission_terminal,
    fit_entry_terminal,
    link_to_wheel,
    put_in_service,
    register_ball,
    register_wheel,
    seal_dice,
    take_out_of_service,
)
from devices.services.registry import (
    announce,
    issue_key,
    move_device,
    refuse_replayed,
    register_device,
    revoke_key,
    wire_device,
)

__all__ = [
    "announce",
    "approve_layout",
    "commission_terminal",
    "fit_entry_terminal",
    "issue_key",
    "link_to_wheel",
    "move_device",
    "put_in_service",
    "refuse_replayed",
    "register_ball",
    "register_device",
    "register_wheel",
    "revoke_key",
    "seal_dice",
    "take_out_of_service",
    "wire_device",
]
