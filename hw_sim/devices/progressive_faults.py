"""Faults of a progressive controller by name; faults of its wire are in `wire_faults.py`.

The docstrings of the fault functions are descriptions that `hw-sim faults` prints.
"""

from collections.abc import Callable

from hw_sim.devices.progressive_device import ProgressiveDevice
from hw_sim.devices.shuffler_faults import OTHER

Strike = Callable[[ProgressiveDevice], None]

OWN_ERROR = 2
PROGRESSIVE_FAULTS: dict[str, Strike] = {}
"""Fault functions by name; `hung` and `wrong_identity` are toggles."""


def _by_name(strike: Strike) -> Strike:
    PROGRESSIVE_FAULTS[strike.__name__] = strike
    return strike


@_by_name
def reboot(device: ProgressiveDevice) -> None:
    """The controller loses power for a moment; a latched round stays latched."""
    device.reboot()


@_by_name
def journal_lost(device: ProgressiveDevice) -> None:
    """The controller loses power, its journal and its latched round."""
    device.controller.forget()
    device.reboot()


@_by_name
def wrong_identity(device: ProgressiveDevice) -> None:
    """Another controller answers at the port; the same fault again brings the right one back."""
    mine = device.serial.removesuffix(OTHER)
    device.serial = mine if device.serial != mine else mine + OTHER
    device.reboot()


@_by_name
def hung(device: ProgressiveDevice) -> None:
    """The controller is attached and does not answer; the same fault again ends that."""
    device.hung = not device.hung


@_by_name
def count_mismatch(device: ProgressiveDevice) -> None:
    """The sensor no longer sees the coin on the lowest position."""
    device.controller.bet(*sorted(device.controller.coins)[1:])


@_by_name
def controller_error(device: ProgressiveDevice) -> None:
    """The controller reports an error of its own."""
    device.controller.fail(OWN_ERROR)
