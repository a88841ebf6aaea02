"""Faults of a shoe, each by its name; faults of its wire are in `wire_faults`.

The docstrings of the fault classes are descriptions that `hw-sim faults` prints.
"""

from typing import ClassVar

from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.observations import DeviceSaid
from drivers.driver import SHOE
from hw_sim.devices.journaled_shoe import JournaledShoe
from hw_sim.devices.shoes_on_wires import ReferenceDevice, ShoeDevice

ACE_OF_SPADES = Card("As")


class ShoeFault:
    """Base of faults of the shoe itself; each call of `strike` causes one."""

    name: ClassVar[str]

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:
        """Cause the fault now."""


class Reboot(ShoeFault):
    """The shoe loses power for a moment."""

    name = "reboot"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:  # noqa: ARG002
        device.reboot()


class JournalLost(ShoeFault):
    """The shoe loses power and its journal."""

    name = "journal_lost"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:
        shoe.forget()
        if isinstance(device, ReferenceDevice):
            device.forgotten = 0
        device.reboot()


class WrongIdentity(ShoeFault):
    """Another shoe answers at the port; the same fault again brings the right one back."""

    name = "wrong_identity"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:  # noqa: ARG002
        if isinstance(device, ReferenceDevice):
            other = "-other"
            mine = device.serial.removesuffix(other)
            device.serial = mine if device.serial != mine else mine + other
        device.reboot()


class JournalWrapped(ShoeFault):
    """The journal overflows: events that the station has not heard yet are gone."""

    name = "journal_wrapped"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:
        if isinstance(device, ReferenceDevice):
            device.forgotten = shoe.newest


class Hung(ShoeFault):
    """The shoe is attached and does not answer; the same fault again ends that."""

    name = "hung"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:  # noqa: ARG002
        device.hung = not device.hung


class Misread(ShoeFault):
    """The next card cannot be read."""

    name = "misread"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:  # noqa: ARG002
        shoe.misreading.append(None)


class ImpossibleCard(ShoeFault):
    """The next cards are all read as the same card, once more than the decks contain it."""

    name = "impossible_card"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:  # noqa: ARG002
        shoe.misreading += [ACE_OF_SPADES] * (shoe.decks + 1)


class LidOpen(ShoeFault):
    """The lid of the shoe is opened."""

    name = "lid_open"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:  # noqa: ARG002
        shoe.say(DeviceSaid(SHOE, "door"))


class LidClosed(ShoeFault):
    """The lid of the shoe is closed."""

    name = "lid_closed"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:  # noqa: ARG002
        shoe.say(DeviceSaid(SHOE, "closed"))


class ReaderError(ShoeFault):
    """The reader reports an error of its own."""

    name = "reader_error"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:  # noqa: ARG002
        shoe.say(DeviceSaid(SHOE, "error", "2"))


SHOE_FAULTS: dict[str, ShoeFault] = {
    fault.name: fault
    for fault in (
        Reboot(),
        JournalLost(),
        JournalWrapped(),
        WrongIdentity(),
        Hung(),
        Misread(),
        ImpossibleCard(),
        LidOpen(),
        LidClosed(),
        ReaderError(),
    )
}
