"""What can go wrong in a shuffler and with whoever stands before it, each by its own name."""

from collections.abc import Callable
from typing import get_args

from hw_sim.shuffler import LEFT_INSIDE, Shuffler, State
from hw_sim.shuffler_device import ShufflerDevice

Strike = Callable[[ShufflerDevice], None]


def _becomes(state: State) -> Strike:
    return lambda device: device.shuffler.become(state)


def _does(what: Callable[[Shuffler], object]) -> Strike:
    def strike(device: ShufflerDevice) -> None:
        what(device.shuffler)

    return strike


def _count_off_by_one(shuffler: Shuffler) -> None:
    shuffler.miscount = -1


def _cards_left_inside(shuffler: Shuffler) -> None:
    shuffler.leaves_inside = LEFT_INSIDE


def _missing_card_not_noticed(shuffler: Shuffler) -> None:
    """A card stays behind, and the counter says that all are there."""
    shuffler.lacking, shuffler.miscount = 1, 1


def _reboot(device: ShufflerDevice) -> None:
    device.shuffler.reboot()
    device.started()


def _journal_lost(device: ShufflerDevice) -> None:
    device.shuffler.forget()
    device.started()


def _wrong_identity(device: ShufflerDevice) -> None:
    device.serial += "-other"
    device.shuffler.forget()
    device.started()


def _hung(device: ShufflerDevice) -> None:
    device.hung = not device.hung


SHUFFLER_FAULTS: dict[str, Strike] = {
    **{state: _becomes(state) for state in get_args(State) if state not in ("idle", "shuffling", "ready")},
    "door": _does(Shuffler.open_door),
    "sort_mode": _does(lambda shuffler: shuffler.set_sorting(not shuffler.now.sorting)),
    "count_off_by_one": _does(_count_off_by_one),
    "cards_left_inside": _does(_cards_left_inside),
    "missing_card_not_noticed": _does(_missing_card_not_noticed),
    "ready_light_ignored": _does(Shuffler.take),
    "reboot": _reboot,
    "journal_lost": _journal_lost,
    "wrong_identity": _wrong_identity,
    "hung": _hung,
}
"""By name; `hung` and `sort_mode` are ended by the same word, the next count or shuffle has the others."""
