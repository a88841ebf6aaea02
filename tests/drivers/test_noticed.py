"""Shoes without a journal on a bad wire: a card may get lost, and never without a word."""

from random import Random

import pytest

from dealer_station.engine.model.cards import CUT, PACK
from dealer_station.engine.model.observations import CardDrawn, CutCardSeen, DeviceSaid
from drivers.driver import Heard, Item
from drivers.shoe_angel_eye import QUIET_SECONDS, AngelEye
from drivers.shoe_scanner import Scanner
from hw_sim.devices.shoes_on_wires import AngelEyeDevice
from hw_sim.devices.wire_faults import WIRE_FAULTS, CablePulledError, WireFault

Out = CardDrawn | CutCardSeen
OUTS: tuple[Out, ...] = (*map(CardDrawn, PACK), CutCardSeen())
CLEAN_CARDS = 12
"""After this many without a fault, whatever was lost must have been noticed."""


def codes() -> dict[str, str]:
    """A table as a house should make it: long codes that differ in many places."""
    chance = Random("codes")
    return {f"{chance.randrange(10**9, 10**10)}": name for name in (*PACK, CUT)}


class Wire:
    """A driver, a shoe and what lies between them, on their own clock."""

    def __init__(self, family: str, faults: list[WireFault]) -> None:
        self.driver: AngelEye | Scanner = AngelEye() if family == "angel_eye" else Scanner(codes())
        self._names = {name: code for code, name in codes().items()}
        self._family = family
        self.faults = faults
        self.now = 0.0
        self.draws: list[tuple[Out, list[Out | DeviceSaid]]] = []
        """Each card that left the shoe, with what was heard meanwhile."""
        self.driver.opened(self.now)

    def draw(self, out: Out) -> None:
        self.draws.append((out, []))
        try:
            for frame in self._frames(out):
                for piece in self._carried(frame):
                    self._hear(self.driver.feed(piece, self.now))
        except CablePulledError as pulled:
            self._hear(self.driver.feed(pulled.sent, self.now))
            # What the supervisor says of a port that was closed.
            self.draws[-1][1].extend((DeviceSaid("shoe", "lost"), DeviceSaid("shoe", "back")))
            self.driver.opened(self.now)
        self.now += 2 * QUIET_SECONDS
        self._hear(self.driver.tick(self.now))

    def _frames(self, out: Out) -> list[bytes]:
        if self._family == "scanner":
            name = CUT if isinstance(out, CutCardSeen) else str(out.card)
            return [f"{self._names[name]}\r\n".encode()]
        data = b"C"
        if isinstance(out, CardDrawn) and out.card:
            face = "?dcsh".index(out.card[1]) << 4 | "?A23456789TJQK".index(out.card[0])
            data = bytes((ord("D"), 0x81, 0x80 | face))
        return [AngelEyeDevice.report(ord("0") + len(self.draws) % 10, data)] * 3

    def _carried(self, frame: bytes) -> list[bytes]:
        pieces = [frame]
        for fault in self.faults:
            pieces = [part for piece in pieces if piece for part in fault.carry(piece)]
        return pieces

    def _hear(self, items: list[Item]) -> None:
        for item in items:
            if isinstance(item, Heard) and isinstance(item.observation, CardDrawn | CutCardSeen | DeviceSaid):
                self.draws[-1][1].append(item.observation)


def check(wire: Wire) -> tuple[int, int]:
    """Each face when it was sent; one that is missing was spoken of before the next. Lost, and unread."""
    waiting = lost = unread = 0
    for out, heard in wire.draws:
        faces = [one for one in heard if not is_a_word(one)]
        assert faces in ([], [out]), f"{out} was sent, {faces} were heard"
        waiting += not faces
        before_face = heard[: heard.index(out)] if faces else heard
        unread += sum(isinstance(one, CardDrawn) for one in before_face)
        if any(is_a_word(one) for one in before_face):
            lost += waiting
            waiting = 0
        assert not (faces and waiting), f"{waiting} cards before {out} were lost without a word"
    assert not waiting
    return lost, unread


def is_a_word(one: Out | DeviceSaid) -> bool:
    """True if this stops the table: a report about the shoe, or a card that could not be read."""
    return isinstance(one, DeviceSaid) or one == CardDrawn(None)


DAMAGE = {
    "angel_eye": ("duplicate", "loss", "garbage", "bit_flips", "truncated_frame", "chatter", "cable_pull"),
    # A line of which nothing comes leaves no trace; docs/reference/protocols/scanner.md says so.
    "scanner": ("garbage", "bit_flips", "chatter", "cable_pull"),
}


def damage(family: str, *, cards: int, rate: float, seed: int) -> tuple[int, int]:
    chance = Random(f"cards {seed}")
    names = DAMAGE[family]
    faults = [WIRE_FAULTS[name](rate / len(names), Random(f"{name} {seed}")) for name in names]
    wire = Wire(family, faults)
    last: Out | None = None
    for number in range(cards + CLEAN_CARDS):
        if number == cards:
            wire.faults = []
        # No card comes twice in a row: a reader without numbers could not tell it from an echo.
        last = chance.choice([out for out in OUTS if out != last])
        wire.draw(last)
    return check(wire)


@pytest.mark.parametrize("family", sorted(DAMAGE))
@pytest.mark.parametrize("rate", [0.05, 0.4])
def test_no_card_is_lost_without_a_word(family: str, rate: float) -> None:
    lost, unread = damage(family, cards=3_000, rate=rate, seed=int(rate * 100))
    assert lost + unread > 10, "a campaign in which nothing is lost proves nothing"


@pytest.mark.campaign
@pytest.mark.parametrize("family", sorted(DAMAGE))
@pytest.mark.parametrize("seed", range(4))
def test_no_card_of_a_long_day_is_lost_without_a_word(family: str, seed: int) -> None:
    lost, unread = damage(family, cards=50_000, rate=0.3, seed=seed)
    assert lost + unread > 1_000
