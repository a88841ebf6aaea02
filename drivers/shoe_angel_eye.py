"""Angel Eye II-EX: each card as the shoe names it, from three copies. Read-only; docs/protocols/angel_eye.md.

The shoe was made for baccarat: whose card it is, and who won, is its own idea and is left out.
"""

from msgspec import Struct

from dealer_station.engine.cards import Card
from dealer_station.engine.observations import CardDrawn, CutCardSeen, DeviceSaid, Observation
from drivers.heard import SHOE, USED_MEANWHILE, Heard, Item, Quality

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
_STATES = {
    "S": "started",
    "P": "standby",
    "M": "preset",
    "e": "error_cleared",
    "R": "repeated",
    "G": "result",
}


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

    def feed(self, data: bytes) -> tuple[list[Report], int]:
        """The copies that `data` completes, and how many bytes were thrown away as noise."""
        before = len(self._kept) + len(data)
        found = self._whole(data)
        return found, before - len(self._kept) - sum(len(report.raw) for report in found)

    def _whole(self, data: bytes) -> list[Report]:
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
    """The shoe as the host sees it: a report counts when its first two copies agree."""

    baud = 4800
    loses_cards = True
    device = SHOE

    def __init__(self, last: int | None = None, *, used_before: bool = False) -> None:
        self.quality = Quality()
        self.missing_before = USED_MEANWHILE if used_before and last is None else ""
        self._recalled = last is not None
        """The last number is that of an earlier run, and nothing of it can come again."""
        self._decoder = ReportDecoder()
        self._copies: list[Report] = []
        self._taken = False
        self._done: bytes | None = None
        """The report that was taken last, until it is quiet: a fourth copy is no other card."""
        self._heard_at = 0.0
        self._last = last
        self._has_zero = False
        """Whether this shoe counts from zero; some may not."""

    def opened(self, now: float) -> None:  # noqa: ARG002
        """Copies from before the cable was pulled stay: they may be all that will ever be heard of a card."""
        self._decoder = ReportDecoder()

    def feed(self, data: bytes, now: float) -> list[Item]:
        items = self.tick(now)
        if now - self._heard_at >= QUIET_SECONDS:
            self._done = None
        if data:
            self._heard_at = now
        reports, noise = self._decoder.feed(data)
        self.quality.noise_bytes += noise
        for report in reports:
            if not self._copies and report.raw == self._done:
                continue
            if self._copies and self._copies[0].seq != report.seq:
                items += self._finish()
            if not self._copies:
                items += self._missing_before(report)
            self._copies.append(report)
            agree = all(copy.data == report.data for copy in self._copies)
            if not self._taken and agree and len(self._copies) == AGREEING:
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

    def accept(self, serial: str) -> None:
        """The shoe has no serial number that it could say."""

    def _missing_before(self, report: Report) -> list[Item]:
        """A number that was left out is a report of which no copy came: perhaps a card, and nobody has it."""
        seq, last = report.seq, self._last
        recalled, self._recalled = self._recalled, False
        self._last = seq
        self._has_zero |= seq == ord("0")
        # A shoe that was switched on counts as it likes; one whose cable was out goes on.
        if last is None or report.letter == "S":
            return []
        if seq == last + 1 or (seq == last and not recalled) or self._begins_anew(last, seq, recalled):
            return []
        why = f"number {chr(last)!r} was followed by {chr(seq)!r}: a card may be missing"
        return [Heard(DeviceSaid(SHOE, "lost", why), b"")]

    def _begins_anew(self, last: int, seq: int, recalled: bool) -> bool:
        """Digits go round after nine; how far other letters go nobody has said."""
        if last == ord("9"):
            return seq == ord("0") or (seq == ord("1") and not self._has_zero and not recalled)
        return seq < last and not chr(last).isdecimal()

    def _finish(self) -> list[Item]:
        """A report whose copies did not agree: if any spoke of a card, one left the shoe, face unknown."""
        copies, taken = self._copies, self._taken
        self.quality.damaged += COPIES - len(copies)
        self._copies, self._taken = [], False
        self._done = copies[-1].raw if taken else None
        if not taken and any(copy.letter in _CARDS for copy in copies):
            return [Heard(CardDrawn(None), b"".join(copy.raw for copy in copies), number=copies[-1].seq)]
        return []


def _heard(report: Report) -> list[Item]:
    observation = observation_of(report)
    # The frame of a repeated card is left out: the card may be a burn, and only a drawn one is sealed.
    frame = b"" if report.letter == "R" else report.raw
    return [] if observation is None else [Heard(observation, frame, number=report.seq)]


def observation_of(report: Report) -> Observation | None:
    """What a report says about this table; the result of a baccarat hand only that the shoe has counted."""
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
