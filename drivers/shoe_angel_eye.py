"""Angel Eye II-EX: each card as the shoe names it, from three copies. Read-only; docs/protocols/angel_eye.md.

The shoe was made for baccarat: whose card it is, and who won, is its own idea and is left out.
"""

from msgspec import Struct

from dealer_station.engine.cards import Card
from dealer_station.engine.observations import CardDrawn, CutCardSeen, DeviceSaid, Observation
from drivers.heard import SHOE, Heard, Item

START, END = 0x05, 0x03
COPIES = 3
AGREEING = 2
QUIET_SECONDS = 0.25
"""After this long no further copy of a report comes."""
_SHORTEST = 6
_LONGEST = 16
_RANKS = "A23456789TJQK"
_SUITS = {1: "d", 2: "c", 3: "s", 4: "h"}
_CARDS = "Dd"
_UNREADABLE = (1, 6)
_ERRORS = {
    2: "overdraw",
    3: "button misuse",
    4: "reverse run",
    5: "reverse run",
    7: "draw time-out",
}
_STATES = {"S": "started", "P": "standby", "M": "preset", "e": "error_cleared", "R": "repeated"}


class Report(Struct, frozen=True):
    """One copy whose check was right."""

    seq: int
    data: bytes
    """The letter, and the bytes behind it without their bit 7."""
    raw: bytes

    @property
    def letter(self) -> str:
        return chr(self.data[0])


class ReportDecoder:
    """Bytes in, single copies out; after damage the next start byte begins anew."""

    def __init__(self) -> None:
        self._kept = bytearray()

    def feed(self, data: bytes) -> list[Report]:
        """The copies that `data` completes."""
        self._kept += data
        found: list[Report] = []
        while (start := self._kept.find(START)) >= 0:
            del self._kept[:start]
            end = self._kept.find(END, 2, _LONGEST)
            following = self._kept.find(START, 1, end if end >= 0 else _LONGEST)
            if following > 0:
                del self._kept[:following]
            elif end < 0 and len(self._kept) >= _LONGEST:
                del self._kept[0]
            elif end < 0 or len(self._kept) < end + 3:
                return found
            elif (report := _checked(bytes(self._kept[: end + 3]))) is not None:
                found.append(report)
                del self._kept[: end + 3]
            else:
                del self._kept[0]
        self._kept.clear()
        return found


def _checked(raw: bytes) -> Report | None:
    """A copy with the right check; the two digits are upper-case."""
    if len(raw) < _SHORTEST:
        return None
    check = 0
    for byte in raw[1:-2]:
        check ^= byte
    if f"{check:02X}".encode() != raw[-2:]:
        return None
    return Report(raw[1], bytes(byte & 0x7F for byte in raw[2:-3]), raw)


class AngelEye:
    """The shoe as the host sees it: a report counts when two of its copies agree."""

    baud = 4800
    loses_cards = True
    device = SHOE

    def __init__(self) -> None:
        self._decoder = ReportDecoder()
        self._copies: list[Report] = []
        self._taken = False
        self._heard_at = 0.0

    def opened(self, now: float) -> None:  # noqa: ARG002
        """Copies from before the cable was pulled stay: they may be all that will ever be heard of a card."""
        self._decoder = ReportDecoder()

    def feed(self, data: bytes, now: float) -> list[Item]:
        items = self.tick(now)
        if data:
            self._heard_at = now
        for report in self._decoder.feed(data):
            if self._copies and self._copies[0].seq != report.seq:
                items += self._finish()
            self._copies.append(report)
            agreeing = [copy for copy in self._copies if copy.data == report.data]
            if not self._taken and len(agreeing) == AGREEING:
                self._taken = True
                items += _heard(report)
            if len(self._copies) == COPIES:
                items += self._finish()
        return items

    def tick(self, now: float) -> list[Item]:
        """No further copy will come."""
        return self._finish() if self._copies and now - self._heard_at >= QUIET_SECONDS else []

    def outgoing(self) -> bytes:
        return b""

    def greeted(self, journal: str, seq: int) -> None:
        """The shoe keeps no journal."""

    def committed(self, journal: str, seq: int) -> None:
        """The shoe hears nothing."""

    def _finish(self) -> list[Item]:
        """A report of which no two copies agreed: if any spoke of a card, one left the shoe, face unknown."""
        copies, taken = self._copies, self._taken
        self._copies, self._taken = [], False
        if not taken and any(copy.letter in _CARDS for copy in copies):
            return [Heard(CardDrawn(None), b"".join(copy.raw for copy in copies))]
        return []


def _heard(report: Report) -> list[Item]:
    observation = observation_of(report)
    # The frame of a repeated card is left out: the card may be a burn, and only a drawn one is sealed.
    frame = b"" if report.letter == "R" else report.raw
    return [] if observation is None else [Heard(observation, frame)]


def observation_of(report: Report) -> Observation | None:
    """What a report says about this table; the result of a baccarat hand says nothing."""
    data = report.data
    match report.letter:
        case "D" | "d":
            return CardDrawn(_card(data))
        case "C":
            return CutCardSeen()
        case "E":
            code = data[1] & 0x3F if len(data) > 1 else 0
            if code in _UNREADABLE:
                return CardDrawn(None)
            return DeviceSaid(SHOE, "error", _ERRORS.get(code, f"code {code}"))
        case "L":
            return DeviceSaid(SHOE, "locked" if len(data) > 1 and data[1] & 1 else "unlocked")
        case letter:
            return DeviceSaid(SHOE, _STATES[letter]) if letter in _STATES else None


def _card(data: bytes) -> Card | None:
    """The face, or nothing where the bytes name none."""
    if len(data) != 3:
        return None
    suit, rank = divmod(data[2], 16)
    if suit not in _SUITS or not 1 <= rank <= len(_RANKS):
        return None
    return Card(_RANKS[rank - 1] + _SUITS[suit])
