"""Faults of a serial wire, each by its name.

The docstrings of the fault classes are descriptions that `hw-sim faults` prints.
"""

import time
from random import Random
from typing import ClassVar

from drivers.link.frames import FrameDecoder
from drivers.link.messages import Answer, Event

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
    """Every byte of the frame arrives separately."""

    name = "one_byte_at_a_time"

    def spoil(self, frame: bytes) -> list[bytes]:
        return [bytes((byte,)) for byte in frame]


class Delay(WireFault):
    """The frame arrives late."""

    name = "delay"

    def spoil(self, frame: bytes) -> list[bytes]:
        time.sleep(self._chance.uniform(0, DELAY_SECONDS_MAX))
        return [frame]


class Loss(WireFault):
    """The frame is lost."""

    name = "loss"

    def spoil(self, frame: bytes) -> list[bytes]:  # noqa: ARG002
        return []


class Duplicate(WireFault):
    """The frame arrives twice."""

    name = "duplicate"

    def spoil(self, frame: bytes) -> list[bytes]:
        return [frame, frame]


class Reorder(WireFault):
    """The frame arrives after the next one."""

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
    """Random bytes arrive before the frame."""

    name = "garbage"

    def spoil(self, frame: bytes) -> list[bytes]:
        return [self._chance.randbytes(self._chance.randint(1, NOISE_BYTES_MAX)), frame]


class BitFlips(WireFault):
    """Some bits of the frame are flipped."""

    name = "bit_flips"

    def spoil(self, frame: bytes) -> list[bytes]:
        flipped = bytearray(frame)
        for _ in range(self._chance.randint(1, 3)):
            flipped[self._chance.randrange(len(flipped))] ^= 1 << self._chance.randrange(8)
        return [bytes(flipped)]


class TruncatedFrame(WireFault):
    """The end of the frame is cut off."""

    name = "truncated_frame"
    takes_a_byte = True

    def spoil(self, frame: bytes) -> list[bytes]:
        return [frame[: self._place(frame)]]


class Chatter(WireFault):
    """A flood of random bytes arrives before the frame."""

    name = "chatter"

    def spoil(self, frame: bytes) -> list[bytes]:
        return [self._chance.randbytes(FLOOD_BYTES), frame]


class CablePull(WireFault):
    """The cable comes out in the middle of the frame."""

    name = "cable_pull"
    takes_a_byte = True

    def spoil(self, frame: bytes) -> list[bytes]:
        raise CablePulledError(frame[: self._place(frame)])


class PullDuringCommand(WireFault):
    """The cable comes out while the answer to an order is being sent."""

    name = "pull_during_command"
    takes_a_byte = True
    meant = Answer.TYPE

    def carry(self, frame: bytes) -> list[bytes]:
        answered = any(one.type == self.meant for one in FrameDecoder().feed(frame))
        return super().carry(frame) if answered else [frame]

    def spoil(self, frame: bytes) -> list[bytes]:
        raise CablePulledError(frame[: self._place(frame)])


class Damage(WireFault):
    """The frame is lost, duplicated, preceded by noise, flipped or cut off, at random."""

    name = "damage"
    _ways = (Loss, Duplicate, Garbage, BitFlips, TruncatedFrame)

    def spoil(self, frame: bytes) -> list[bytes]:
        return self._chance.choice(self._ways)(1, self._chance).spoil(frame)


WIRE_FAULTS: dict[str, type[WireFault]] = {
    fault.name: fault
    for fault in (
        OneByteAtATime,
        Delay,
        Loss,
        Duplicate,
        Reorder,
        Garbage,
        BitFlips,
        TruncatedFrame,
        Chatter,
        Damage,
        CablePull,
        PullDuringCommand,
    )
}
