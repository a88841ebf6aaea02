"""What can go wrong in a progressive controller, each by its own name; its wire has faults of its own."""

from collections.abc import Callable

from hw_sim.devices.progressive_device import ProgressiveDevice
from hw_sim.devices.shuffler_faults import OTHER

Strike = Callable[[ProgressiveDevice], None]

OWN_ERROR = 2
PROGRESSIVE_FAULTS: dict[str, Strike] = {}
"""By name; `hung` and `wrong_identity` are ended by the same word."""


def _by_name(strike: Strike) -> Strike:
    PROGRESSIVE_FAULTS[strike.__name__] = strike
    return strike


@_by_name
def reboot(device: ProgressiveDevice) -> None:
    """The power was gone for a moment; what was latched stays latched."""
    device.reboot()


@_by_name
def journal_lost(device: ProgressiveDevice) -> None:
    """The power was gone, and the journal and the latch with it."""
    device.controller.forget()
    device.reboot()


@_by_name
def wrong_identity(device: ProgressiveDevice) -> None:
    """Another controller is in the port; told again, the right one is back."""
    mine = device.serial.removesuffix(OTHER)
    device.serial = mine if device.serial != mine else mine + OTHER
    device.reboot()


@_by_name
def hung(device: ProgressiveDevice) -> None:
    """The port is open and nobody answers, until it is told `hung` again."""
    device.hung = not device.hung


@_by_name
def count_mismatch(device: ProgressiveDevice) -> None:
    """The coin on the lowest position is no longer seen by its sensor."""
    device.controller.bet(*sorted(device.controller.coins)[1:])


@_by_name
def controller_error(device: ProgressiveDevice) -> None:
    """The controller reports a fault of its own."""
    device.controller.fail(OWN_ERROR)
