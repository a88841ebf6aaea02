"""Faults of a shuffler, and mistakes of the person who handles it, by name.

The docstrings of the fault functions are descriptions that `hw-sim faults` prints.
"""

from collections.abc import Callable

from hw_sim.devices.shuffler import LEFT_INSIDE
from hw_sim.devices.shuffler_device import ShufflerDevice

Strike = Callable[[ShufflerDevice], None]

OTHER = "-other"
SHUFFLER_FAULTS: dict[str, Strike] = {}
"""Fault functions by name; `hung`, `slow`, `sort_mode` and `wrong_identity` are toggles."""


def _by_name(strike: Strike) -> Strike:
    SHUFFLER_FAULTS[strike.__name__] = strike
    return strike


@_by_name
def jam(device: ShufflerDevice) -> None:
    """Cards are stuck in the shuffler."""
    device.shuffler.become("jam")


@_by_name
def stopped(device: ShufflerDevice) -> None:
    """The shuffler stops in the middle of its work."""
    device.shuffler.become("stopped")


@_by_name
def incomplete(device: ShufflerDevice) -> None:
    """The shuffler reports that its shuffle is incomplete."""
    device.shuffler.become("incomplete")


@_by_name
def out_of_order(device: ShufflerDevice) -> None:
    """The shuffler reports that it is out of order."""
    device.shuffler.become("out_of_order")


@_by_name
def door(device: ShufflerDevice) -> None:
    """The door of the shuffler is opened; a shuffle stops."""
    device.shuffler.open_door()


@_by_name
def sort_mode(device: ShufflerDevice) -> None:
    """The shuffler is set to sort; the same fault again sets it to shuffle."""
    device.shuffler.set_sorting(not device.shuffler.now.sorting)


@_by_name
def slow(device: ShufflerDevice) -> None:
    """A shuffle takes an hour; the same fault again ends that."""
    device.shuffler.set_slow(not device.shuffler.slow)


@_by_name
def count_off_by_one(device: ShufflerDevice) -> None:
    """The next count is one card too low."""
    device.shuffler.miscount = -1


@_by_name
def cards_left_inside(device: ShufflerDevice) -> None:
    """Sixteen cards stay inside at the next shuffle, and the shuffler notices."""
    device.shuffler.leaves_inside = LEFT_INSIDE


@_by_name
def missing_card_not_noticed(device: ShufflerDevice) -> None:
    """A card is missing after the next shuffle, and the counter does not notice."""
    device.shuffler.lacking, device.shuffler.miscount = 1, 1


@_by_name
def ready_light_ignored(device: ShufflerDevice) -> None:
    """The batch is taken out, whatever the light shows."""
    device.shuffler.take()


@_by_name
def reboot(device: ShufflerDevice) -> None:
    """The shuffler loses power for a moment."""
    device.shuffler.reboot()
    device.started()


@_by_name
def journal_lost(device: ShufflerDevice) -> None:
    """The shuffler loses power and its journal."""
    device.shuffler.forget()
    device.started()


@_by_name
def wrong_identity(device: ShufflerDevice) -> None:
    """Another shuffler answers at the port; the same fault again brings the right one back."""
    mine = device.serial.removesuffix(OTHER)
    device.serial = mine if device.serial != mine else mine + OTHER
    reboot(device)


@_by_name
def hung(device: ShufflerDevice) -> None:
    """The shuffler is attached and does not answer; the same fault again ends that."""
    device.hung = not device.hung
