"""What can go wrong on a shoe's wire and in the shoe, each by its own name."""

import time
from random import Random
from typing import ClassVar

from dealer_station.engine.cards import Card
from hw_sim.journal import JournaledShoe
from hw_sim.shoe_devices import ReferenceDevice, ShoeDevice

ACE_OF_SPADES = Card("As")
NOISE_BYTES_MAX = 40
FLOOD_BYTES = 2000
DELAY_SECONDS_MAX = 0.02


class CablePulledError(Exception):
    """The cable came out in the middle of what was being sent."""

    def __init__(self, sent: bytes) -> None:
        super().__init__("the cable came out")
        self.sent = sent


class WireFault:
    """Something that now and then happens to what is sent: `rate` of all frames, by chance."""

    name: ClassVar[str]

    def __init__(self, rate: float, chance: Random) -> None:
        self.rate = rate
        self._chance = chance

    def carry(self, frame: bytes) -> list[bytes]:
        """What arrives of a frame, in pieces."""
        return self.spoil(frame) if self._chance.random() < self.rate else [frame]

    def spoil(self, frame: bytes) -> list[bytes]:
        """What arrives when the fault strikes."""
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

    def spoil(self, frame: bytes) -> list[bytes]:
        return [frame[: self._chance.randrange(len(frame))]]


class Chatter(WireFault):
    """A flood without sense comes with it."""

    name = "chatter"

    def spoil(self, frame: bytes) -> list[bytes]:
        return [self._chance.randbytes(FLOOD_BYTES), frame]


class CablePull(WireFault):
    """The cable comes out at any byte of it."""

    name = "cable_pull"

    def spoil(self, frame: bytes) -> list[bytes]:
        raise CablePulledError(frame[: self._chance.randrange(len(frame))])


WIRE_FAULTS: dict[str, type[WireFault]] = {
    fault.name: fault
    for fault in (
        OneByteAtATime, Delay, Loss, Duplicate, Garbage, BitFlips, TruncatedFrame, Chatter, CablePull
    )
}  # fmt: skip


class DeviceFault:
    """Something that happens to the shoe itself, once."""

    name: ClassVar[str]

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:
        """It happens now."""


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
        device.reboot()


class WrongIdentity(DeviceFault):
    """Another shoe is in the port: where the family has serial numbers it says another one."""

    name = "wrong_identity"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:  # noqa: ARG002
        if isinstance(device, ReferenceDevice):
            device.serial += "-other"
        device.reboot()


class Hung(DeviceFault):
    """The port is open and nobody answers, until it is told `hung` again."""

    name = "hung"

    def strike(self, device: ShoeDevice, shoe: JournaledShoe) -> None:  # noqa: ARG002
        if isinstance(device, ReferenceDevice):
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


DEVICE_FAULTS: dict[str, DeviceFault] = {
    fault.name: fault
    for fault in (Reboot(), JournalLost(), WrongIdentity(), Hung(), Misread(), ImpossibleCard())
}
