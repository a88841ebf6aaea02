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
    """Cards are stuck in it."""
    device.shuffler.become("jam")


@_by_name
def stopped(device: ShufflerDevice) -> None:
    """It stops in the middle of what it does."""
    device.shuffler.become("stopped")


@_by_name
def incomplete(device: ShufflerDevice) -> None:
    """It says that its shuffle was not completed."""
    device.shuffler.become("incomplete")


@_by_name
def out_of_order(device: ShufflerDevice) -> None:
    """It says that it is out of order."""
    device.shuffler.become("out_of_order")


@_by_name
def door(device: ShufflerDevice) -> None:
    """Somebody opens its door; a shuffle stops."""
    device.shuffler.open_door()


@_by_name
def sort_mode(device: ShufflerDevice) -> None:
    """Somebody sets it to sort, or back to shuffle."""
    device.shuffler.set_sorting(not device.shuffler.now.sorting)


@_by_name
def slow(device: ShufflerDevice) -> None:
    """A shuffle takes an hour, until it is told `slow` again."""
    device.shuffler.set_slow(not device.shuffler.slow)


@_by_name
def count_off_by_one(device: ShufflerDevice) -> None:
    """Its next count has one card too few."""
    device.shuffler.miscount = -1


@_by_name
def cards_left_inside(device: ShufflerDevice) -> None:
    """Sixteen cards stay behind in the next shuffle, and it notices."""
    device.shuffler.leaves_inside = LEFT_INSIDE


@_by_name
def missing_card_not_noticed(device: ShufflerDevice) -> None:
    """A card is missing after the next shuffle, and its counter says that all are there."""
    device.shuffler.lacking, device.shuffler.miscount = 1, 1


@_by_name
def ready_light_ignored(device: ShufflerDevice) -> None:
    """Somebody takes the batch out, whatever its light says."""
    device.shuffler.take()


@_by_name
def reboot(device: ShufflerDevice) -> None:
    """The power was gone for a moment."""
    device.shuffler.reboot()
    device.started()


@_by_name
def journal_lost(device: ShufflerDevice) -> None:
    """The power was gone and the journal with it."""
    device.shuffler.forget()
    device.started()


@_by_name
def wrong_identity(device: ShufflerDevice) -> None:
    """Another shuffler is in the port; told again, the right one is back."""
    mine = device.serial.removesuffix(OTHER)
    device.serial = mine if device.serial != mine else mine + OTHER
    reboot(device)


@_by_name
def hung(device: ShufflerDevice) -> None:
    """It is there and does not answer, until it is told `hung` again."""
    device.hung = not device.hung
