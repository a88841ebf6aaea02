"""Driver for the Angel Eye II-EX shoe. Read-only: each report arrives in three copies and names one card.

docs/reference/protocols/angel_eye.md describes the bytes.

The shoe was made for baccarat. The driver ignores the hands and winners that it reports.
"""

from msgspec import Struct

from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.kinds import DeviceStatus
from dealer_station.engine.model.observations import CardDrawn, CutCardSeen, DeviceSaid, Observation
from drivers.driver import SHOE, USED_MEANWHILE, Heard, Item, Quality

START, END = 0x05, 0x03
COPIES = 3
AGREEING = 2
QUIET_SECONDS = 0.25
"""After this much silence no further copy of a report is expected."""
_SHORTEST = 6
_LONGEST = 16
_RANKS = "A23456789TJQK"
_SUITS = {1: "d", 2: "c", 3: "s", 4: "h"}
_UNREADABLE = (1, 6)
_ERRORS = {
    2: "overdraw",
    3: "button misuse",
    4: "reverse run",
    5: "reverse run",
    7: "draw time-out",
}
_STATES: dict[str, DeviceStatus] = {
    "S": "started",
    "P": "standby",
    "M": "preset",
    "e": "error_cleared",
    "R": "repeated",
    "G": "result",
}


class CardReport(Struct, frozen=True):
    """One copy of a report with a correct checksum."""

    seq: int
    data: bytes
    """The letter and the bytes after it, with bit 7 cleared."""
    raw: bytes

    @property
    def letter(self) -> str:
        return chr(self.data[0])


class ReportDecoder:
    """Splits a byte stream into single copies; after damage it resumes at the next start byte."""

    def __init__(self) -> None:
        self._kept = bytearray()

    def feed(self, data: bytes) -> tuple[list[CardReport], int]:
        """Return the copies that `data` completes and the number of bytes discarded as noise."""
        before = len(self._kept) + len(data)
        found = self._whole(data)
        return found, before - len(self._kept) - sum(len(report.raw) for report in found)

    def _whole(self, data: bytes) -> list[CardReport]:
        self._kept += data
        found: list[CardReport] = []
        # A copy is START, number, data, END and two check digits. A second START before END means that the
        # first copy was cut short, so the scan resumes there. A copy that is too long or whose check fails
        # loses only its START byte, because a good copy may begin inside it.
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


def _checked(raw: bytes) -> CardReport | None:
    """Return the copy if its checksum is right, else None; the two hexadecimal digits must be upper-case."""
    if len(raw) < _SHORTEST:
        return None
    check = 0
    for byte in raw[1:-2]:
        check ^= byte
    if f"{check:02X}".encode() != raw[-2:]:
        return None
    return CardReport(raw[1], bytes(byte & 0x7F for byte in raw[2:-3]), raw)


class AngelEye:
    """Host side of the shoe; a report counts when its first two copies agree."""

    baud = 4800
    loses_cards = True
    device = SHOE

    def __init__(self, last: int | None = None, *, used_before: bool = False) -> None:
        self.quality = Quality()
        self.missing_before = USED_MEANWHILE if used_before and last is None else ""
        self._decoder = ReportDecoder()
        self._copies: list[CardReport] = []
        """Copies of the latest number. They are kept after the report is finished, so that a late copy is not
        taken for a new card.
        """
        self._taken: CardReport | None = None
        self._over = True
        """True if no further copy is expected."""
        self._was_quiet = self._said_again = False
        self._heard_at = 0.0
        self._last = last
        self._has_zero = False
        self._way_round: tuple[int, int] | None = None
        """The last wrap-around seen, as (from, to), if it was not from nine to zero."""

    def opened(self, now: float) -> None:  # noqa: ARG002
        """Reset the decoder. Copies from before the cable was pulled stay: they may be the only trace of a
        card.
        """
        self._decoder = ReportDecoder()

    def feed(self, data: bytes, now: float) -> list[Item]:
        items = self.tick(now)
        if now - self._heard_at >= QUIET_SECONDS:
            self._was_quiet, self._said_again = True, False
        if data:
            self._heard_at = now
        reports, noise = self._decoder.feed(data)
        self.quality.noise_bytes += noise
        for report in reports:
            if not self._copies or self._copies[0].seq != report.seq:
                items += self._finish()
                items += self._missing_before(report)
                self._copies, self._taken, self._over = [report], None, False
                self._was_quiet = self._said_again = False
            elif not self._is_copy(report):
                items += self._again(report)
            else:
                items += self._copy(report)
        return items

    def _is_copy(self, report: CardReport) -> bool:
        """True if `report` is one of the three copies; further identical copies count only without a pause
        between them.
        """
        # If a report was taken, a copy is what equals it. If it was closed without agreement, any of its
        # copies may come again. Otherwise it is still open, and whatever has its number belongs to it.
        told = [self._taken] if self._taken is not None else self._copies if self._over else [report]
        if all(copy.data != report.data for copy in told):
            return False
        return len(self._copies) < COPIES or not self._was_quiet

    def _copy(self, report: CardReport) -> list[Item]:
        if len(self._copies) < COPIES:
            self._copies.append(report)
        if self._over:
            return []
        items: list[Item] = []
        if len(self._copies) == AGREEING and self._copies[0].data == report.data:
            self._taken = report
            items += _heard(report)
        if len(self._copies) == COPIES:
            items += self._finish()
        return items

    def _again(self, report: CardReport) -> list[Item]:
        """Report a repeated number as a possible loss, never as a card. Its bytes are left out because they
        may name a burn.
        """
        if self._said_again:
            return []
        self._said_again = True
        same = any(copy.data == report.data for copy in self._copies)
        why = "came again" if same else "came again with other data"
        return [_lost(f"number {chr(report.seq)!r} {why}: a card may be missing")]

    def tick(self, now: float) -> list[Item]:
        """Finish the current report if no further copy can come."""
        return self._finish() if now - self._heard_at >= QUIET_SECONDS else []

    def outgoing(self) -> bytes:
        return b""

    def greeted(self, journal: str, seq: int) -> None:
        """Do nothing: the shoe keeps no journal."""

    def committed(self, journal: str, seq: int) -> None:
        """Do nothing: the shoe takes no messages."""

    def accept(self, serial: str) -> None:
        """Do nothing: the shoe sends no serial number."""

    def _missing_before(self, report: CardReport) -> list[Item]:
        """Report a skipped number: no copy of that report arrived, and it may have been a card."""
        seq, last = report.seq, self._last
        self._last = seq
        self._has_zero |= seq == ord("0")
        if last is None or seq == last + 1 or self._goes_round(last, seq):
            return []
        return [_lost(f"number {chr(last)!r} was followed by {chr(seq)!r}: a card may be missing")]

    def _goes_round(self, last: int, seq: int) -> bool:
        """True if `seq` follows `last` by wrap-around. Nine to zero always counts; any other wrap is accepted
        only after it has stopped the table once.
        """
        # A shoe may count from 1 to 9 or through letters instead of 0 to 9. Accepting every jump backwards
        # would hide a lost card, so a wrap that is not 9 to 0 is reported as a loss the first time, and only
        # the same wrap once more is taken as the habit of this shoe.
        if last == ord("9"):
            if seq == ord("0"):
                return True
            may_be = seq == ord("1") and not self._has_zero
        else:
            may_be = seq < last and not chr(last).isdecimal()
        before, way = self._way_round, (last, seq)
        self._way_round = way if may_be else before
        return may_be and way == before

    def _finish(self) -> list[Item]:
        """Close the current report. If its copies did not agree and a card may be concerned, return an unread
        card or a warning.
        """
        if self._over:
            return []
        self._over = True
        copies = self._copies
        self.quality.damaged += COPIES - len(copies)
        if self._taken is not None:
            return []
        seq, raw = copies[0].seq, b"".join(copy.raw for copy in copies)
        seen = [observation_of(copy) for copy in copies]
        if any(isinstance(one, CardDrawn) for one in seen):
            return [Heard(CardDrawn(None), raw, number=seq)]
        why = f"number {chr(seq)!r} came once, or its copies do not agree"
        if any(isinstance(one, CutCardSeen) for one in seen):
            return [_lost(f"{why}: the cut card may be missing", raw, seq)]
        if any(copy.letter == "E" for copy in copies):
            return [_lost(f"{why}: an error, and a card may be missing", raw, seq)]
        return []


def _lost(why: str, frame: bytes = b"", number: int | None = None) -> Heard:
    return Heard(DeviceSaid(SHOE, "lost", why, missed=True, cause="number_gap"), frame, number=number)


def _heard(report: CardReport) -> list[Item]:
    observation = observation_of(report)
    # Omit the frame of a repeated card: the card may be a burn, and only drawn cards are sealed.
    frame = b"" if report.letter == "R" else report.raw
    return [] if observation is None else [Heard(observation, frame, number=report.seq)]


def observation_of(report: CardReport) -> Observation | None:
    """Return the observation in a report, or None for an unknown letter; a baccarat result becomes the status
    `result` without its content.
    """
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
    """Return the card, or None if the bytes do not name one."""
    if len(data) != 3:
        return None
    suit, rank = divmod(data[2], 16)
    if suit not in _SUITS or not 1 <= rank <= len(_RANKS):
        return None
    return Card(_RANKS[rank - 1] + _SUITS[suit])
