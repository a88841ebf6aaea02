"""Driver for a card reader that sends one line per card. docs/reference/protocols/scanner.md describes the
codes.
"""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path

from dealer_station.engine.model.cards import CUT, PACK, parse_card
from dealer_station.engine.model.errors import DeviceFaultError
from dealer_station.engine.model.observations import CardDrawn, CutCardSeen
from drivers.driver import SHOE, USED_MEANWHILE, Heard, Item, Quality

LINE_BYTES_MAX = 64
SOME = 1
"""The number of every event. A reader does not count, so the next run only learns that something was read."""
OWN_NAMES: Mapping[str, str] = {name: name for name in (*PACK, CUT)}
"""The default code table: each code is the name of its card."""


def read_table(path: Path) -> dict[str, str]:
    """Read a code table from a TOML file: under [cards], a line `"CODE" = "7c"` for each card, `"cut"` for
    the cut card.
    """
    try:
        codes = tomllib.loads(path.read_text("utf-8")).get("cards", {})
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DeviceFaultError(f"{path}: cannot be read as a table of codes: {error}") from error
    if not isinstance(codes, dict) or not codes:
        raise DeviceFaultError(f'{path}: has no codes; write [cards] and lines such as "4902505" = "7c"')
    for code, name in codes.items():
        if why := _why_never_read(code) or _why_no_card(name):
            shown = json.dumps(code[:LINE_BYTES_MAX], ensure_ascii=False)
            raise DeviceFaultError(f"{path}: [cards], code {shown}: {why}")
    if missing := sorted(set(PACK) - set(codes.values())):
        raise DeviceFaultError(f"{path}: no code for {', '.join(missing)}; every card needs one")
    return codes


def _why_never_read(code: str) -> str:
    """Return the reason why no line can ever equal this code, or ""."""
    try:
        line = code.encode("latin-1")
    except UnicodeEncodeError as error:
        sign = code[error.start]
        return f'"{sign}" is not a single byte (latin-1), so no reader sends it; write what it sends'
    if not line:
        return "is empty, and empty lines are ignored; write what the reader sends, or leave it out"
    if len(line) > LINE_BYTES_MAX:
        return f"has {len(line)} bytes, and a line has at most {LINE_BYTES_MAX}; let the reader send less"
    if line != line.strip():
        return "begins or ends with a blank, which is stripped from each line; leave the blank out"
    if b"\r" in line or b"\n" in line:
        return (
            "contains a line end, so it would arrive as two lines; let the reader send one line for each card"
        )
    return ""


def _why_no_card(name: object) -> str:
    if not isinstance(name, str):
        return 'does not name a card; write one name in quotes, such as "7c"'
    try:
        if name != CUT:
            parse_card(name)
    except ValueError as error:
        return str(error)
    return ""


class Scanner:
    """Host side of the reader: every line is a card, either one of the code table or an unread one."""

    baud = 9600
    loses_cards = True
    device = SHOE

    def __init__(self, codes: Mapping[str, str] = OWN_NAMES, *, used_before: bool = False) -> None:
        self._codes = codes
        self.missing_before = USED_MEANWHILE if used_before else ""
        self.quality = Quality()
        self._kept = bytearray()
        self._too_long = False
        self._cut_short = b""

    def opened(self, now: float) -> None:  # noqa: ARG002
        """Keep half a line from before the cable was pulled: a card was read, and `tick` reports it as
        unread.
        """
        self._cut_short = bytes(self._kept).strip()
        self._kept.clear()
        self._too_long = False

    def feed(self, data: bytes, now: float) -> list[Item]:
        items = self.tick(now)
        *ended, rest = data.replace(b"\r", b"\n").split(b"\n")
        for part in ended:
            self._keep(part)
            line, too_long = bytes(self._kept), self._too_long
            self._kept.clear()
            self._too_long = False
            if line.strip():
                items.append(self._card("" if too_long else line.strip().decode("latin-1"), line))
        self._keep(rest)
        return items

    def _keep(self, part: bytes) -> None:
        room = LINE_BYTES_MAX - len(self._kept)
        self._too_long |= len(part) > room
        self.quality.noise_bytes += max(len(part) - room, 0)
        self._kept += part[:room]

    def _card(self, code: str, line: bytes) -> Item:
        name = self._codes.get(code)
        if name == CUT:
            return Heard(CutCardSeen(), line, number=SOME)
        if not name:
            self.quality.damaged += 1
            self.quality.noise_bytes += len(line)
        return Heard(CardDrawn(parse_card(name) if name else None), line, number=SOME)

    def tick(self, now: float) -> list[Item]:  # noqa: ARG002
        line, self._cut_short = self._cut_short, b""
        return [Heard(CardDrawn(None), line, number=SOME)] if line else []

    def outgoing(self) -> bytes:
        return b""

    def greeted(self, journal: str, seq: int) -> None:
        """Do nothing: a reader keeps no journal."""

    def committed(self, journal: str, seq: int) -> None:
        """Do nothing: a reader takes no messages."""

    def accept(self, serial: str) -> None:
        """Do nothing: a reader sends no serial number."""
