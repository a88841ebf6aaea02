"""Faults of a serial wire and of a shoe, each by its name.

The docstrings of the fault classes are descriptions that `hw-sim faults` prints.
"""

import time
from random import Random
from typing import ClassVar

from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.observations import DeviceSaid
from drivers.driver import SHOE
from drivers.link.frames import FrameDecoder
from drivers.link.messages import Answer, Event
from hw_sim.devices.journal import JournaledShoe
from hw_sim.devices.shoe_devices import ReferenceDevice, ShoeDevice

ACE_OF_SPADES = Card("As")
NOISE_BYTES_MAX = 40
FLOOD_BYTES = 2000
DELAY_SECONDS_MAX = 0.02


class CablePulledError(Exception):
    """Raised when the cable comes out during a transfer; `sent` is the part that got through."""

    def __init__(self, sent: bytes) -> None:
        super().__init__("the cable came out")
        self.sent = sent


class WireFault:
    """Base of wire faults: strikes a share of all frames (`rate`), or the next `times` frames."""

    name: ClassVar[str]
    meant: ClassVar[int] = Event.TYPE
    """On the reference link a counted fault strikes only messages of this type, and so never a heartbeat."""
    takes_a_byte: ClassVar = False
    """True if the fault strikes at one byte, which may be chosen."""

    def __init__(
        self, rate: float, chance: Random, *, times: int | None = None, at_byte: int | None = None
    ) -> None:
        self.rate = rate
        self.times = times
        self._chance = chance
        self._at_byte = at_byte

    def carry(self, frame: bytes) -> list[bytes]:
        """Return the pieces of a frame that arrive."""
        if self.times is None:
            return self.spoil(frame) if self._chance.random() < self.rate else [frame]
        if self.times == 0 or not self._is_meant(frame):
            return [frame]
        self.times -= 1
        return self.spoil(frame)

    def _is_meant(self, frame: bytes) -> bool:
        """True if a counted fault may strike this frame; families without message
        types send nothing but cards.
        """
        found = FrameDecoder().feed(frame)
        return all(one.type == self.meant for one in found)

    def _place(self, frame: bytes) -> int:
        """Return the index of the byte where the fault strikes."""
        if self._at_byte is not None:
            return min(self._at_byte, len(frame))
        return self._chance.randrange(len(frame))

    def spoil(self, frame: bytes) -> list[bytes]:
        """Return the pieces that arrive when the fault strikes."""
        return [frame]


class OneByteAtATime(WireFault):
    """Every byte comes by itself."""

    name = "one_byte_at_a_time"

    def spoil(self, frame: bytes) -> list[bytes]:
        return [bytes((byte,)) for byte in frame]


class Delay(WireFault):
    """It comes later."""

    name = "delay"

    def spoil(self, frame: bytes) -> list[bytes]:
        time.sleep(self._chance.uniform(0, DELAY_SECONDS_MAX))
        return [frame]


class Loss(WireFault):
    """It never comes."""

    name = "loss"

    def spoil(self, frame: bytes) -> list[bytes]:  # noqa: ARG002
        return []


class Duplicate(WireFault):
    """It comes twice."""

    name = "duplicate"

    def spoil(self, frame: bytes) -> list[bytes]:
        return [frame, frame]


class Reorder(WireFault):
    """It comes after the one that follows it."""

    name = "reorder"
    _held: bytes | None = None

    def carry(self, frame: bytes) -> list[bytes]:
        if (held := self._held) is not None:
            self._held = None
            return [frame, held]
        return super().carry(frame)

    def spoil(self, frame: bytes) -> list[bytes]:
        self._held = frame
        return []


class Garbage(WireFault):
    """Noise comes before it."""

    name = "garbage"

    def spoil(self, frame: bytes) -> list[bytes]:
        return [self._chance.randbytes(self._chance.randint(1, NOISE_BYTES_MAX)), frame]


class BitFlips(WireFault):
    """Some bits arrive as others."""

    name = "bit_flips"

    def spoil(self, frame: bytes) -> list[bytes]:
        flipped = bytearray(frame)
        for _ in range(self._chance.randint(1, 3)):
            flipped[self._chance.randrange(len(flipped))] ^= 1 << self._chance.randrange(8)
        return [bytes(flipped)]


class TruncatedFrame(WireFault):
    """Its end is missing."""

    name = "truncated_frame"
    takes_a_byte = True

    def spoil(self, frame: bytes) -> list[bytes]:
        return [frame[: self._place(frame)]]


class Chatter(WireFault):
    """A flood without sense comes with it."""

    name = "chatter"

    def spoil(self, frame: bytes) -> list[bytes]:
        return [self._chance.randbytes(FLOOD_BYTES), frame]


class CablePull(WireFault):
    """The cable comes out at any byte of it."""

    name = "cable_pull"
    takes_a_byte = True

    def spoil(self, frame: bytes) -> list[bytes]:
        raise CablePulledError(frame[: self._place(frame)])


class PullDuringCommand(CablePull):
    """The cable comes out when an order was done and its answer is on the way."""

    name = "pull_during_command"
    meant = Answer.TYPE

    def carry(self, frame: bytes) -> list[bytes]:
        answered = any(one.type == self.meant for one in FrameDecoder().feed(frame))
        return super().carry(frame) if answered else [frame]


class Damage(WireFault):
    """It is lost, doubled, behind noise, with other bits or cut short, whichever comes."""

    name = "damage"
    _ways = (Loss, Duplicate, Garbage, BitFlips, TruncatedFrame)

    def spoil(self, frame: bytes) -> list[bytes]:
        return self._chance.choice(self._ways)(1, self._chance).spoil(frame)


WIRE_FAULTS: dict[str, type[WireFault]] = {
    fault.name: fault
    for fault in (
        *(OneByteAtATime, Delay, Loss, Duplicate, Reorder, Garbage, BitFlips, TruncatedFrame, Chatter),
        *(Damage, CablePull, PullDuringCommand),
    )
}


class DeviceFault:
    """Base of faults of the shoe itself; each call of `strike` causes one."""

    name: ClassVar[str]

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:
        """Cause the fault now."""


class Reboot(DeviceFault):
    """The power was gone for a moment."""

    name = "reboot"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:  # noqa: ARG002
        device.reboot()


class JournalLost(DeviceFault):
    """The power was gone and the journal with it."""

    name = "journal_lost"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:
        shoe.forget()
        if isinstance(device, ReferenceDevice):
            device.forgotten = 0
        device.reboot()


class WrongIdentity(DeviceFault):
    """Another shoe is in the port, where the family has serial numbers; told again, the right one is back."""

    name = "wrong_identity"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:  # noqa: ARG002
        if isinstance(device, ReferenceDevice):
            other = "-other"
            mine = device.serial.removesuffix(other)
            device.serial = mine if device.serial != mine else mine + other
        device.reboot()


class JournalWrapped(DeviceFault):
    """So much has happened that the journal no longer holds what the station has not heard yet."""

    name = "journal_wrapped"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:
        if isinstance(device, ReferenceDevice):
            device.forgotten = shoe.newest


class Hung(DeviceFault):
    """The port is open and nobody answers, until it is told `hung` again."""

    name = "hung"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:  # noqa: ARG002
        device.hung = not device.hung


class Misread(DeviceFault):
    """The next card cannot be read."""

    name = "misread"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:  # noqa: ARG002
        shoe.misreading.append(None)


class ImpossibleCard(DeviceFault):
    """The next cards are all read as one and the same, one more often than the decks hold it."""

    name = "impossible_card"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:  # noqa: ARG002
        shoe.misreading += [ACE_OF_SPADES] * (shoe.decks + 1)


class LidOpen(DeviceFault):
    """Somebody opens the lid of the shoe."""

    name = "lid_open"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:  # noqa: ARG002
        shoe.say(DeviceSaid(SHOE, "door"))


class LidClosed(DeviceFault):
    """The lid is closed again."""

    name = "lid_closed"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:  # noqa: ARG002
        shoe.say(DeviceSaid(SHOE, "closed"))


class ReaderError(DeviceFault):
    """The reader reports a fault of its own."""

    name = "reader_error"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:  # noqa: ARG002
        shoe.say(DeviceSaid(SHOE, "error", "2"))


DEVICE_FAULTS: dict[str, DeviceFault] = {
    fault.name: fault
    for fault in (
        *(Reboot(), JournalLost(), JournalWrapped(), WrongIdentity(), Hung(), Misread(), ImpossibleCard()),
        *(LidOpen(), LidClosed(), ReaderError()),
    )
}
