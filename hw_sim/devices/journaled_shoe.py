"""A simulated shoe with a journal: it remembers each event until the station has committed it.

The file stands for the shoe's own memory, which outlives the station. It has one line per action on the shoe.
Replaying the lines with the same seed restores the same cards in the same places. The journal number is in
the first line and does not depend on the seed.
"""

from pathlib import Path
from random import Random
from typing import assert_never

import msgspec
from msgspec import Struct

from dealer_station.engine.model.cards import CUT, UNREAD, Card
from dealer_station.engine.model.errors import DealerStationError
from dealer_station.engine.model.kinds import as_status
from dealer_station.engine.model.observations import CardDrawn, CutCardSeen, DeviceSaid
from dealer_station.engine.rulebook.rules import Rules
from drivers.driver import SHOE
from hw_sim.devices.journal_identity import check_made, check_owner, new_journal
from hw_sim.devices.shoe import SimulatedShoe

Out = CardDrawn | CutCardSeen | DeviceSaid


class SentEvent(Struct, frozen=True):
    """An event of the shoe, as sent over the wire."""

    seq: int
    out: Out

    @property
    def frame(self) -> bytes:
        """The bytes on the wire."""
        return f"{self.seq} {_name(self.out)}".encode()


class _Line(Struct, frozen=True):
    """One action on the shoe, or one message to it, as stored in the journal file."""

    did: str
    seq: int = 0
    out: str = ""
    told: str = ""
    """The card that the reader reported, if it differs from the one drawn."""
    journal: int = 0
    """Number of the journal that begins with this line."""


class JournaledShoe(SimulatedShoe):
    """A shoe that stores in a file what it dealt and what the station has acknowledged."""

    def __init__(
        self, rules: Rules, seed: int, path: Path, serial: str = "", *, stacked: bool = False
    ) -> None:
        super().__init__(rules, Random(f"shoe {seed}"))
        self._stacked = stacked
        """True if cards may be chosen. Then the seed does not tell which ones left
        the shoe, so a replay of the journal takes out the cards that it names.
        """
        self._number = 0
        self._serial = serial
        self.misreading: list[Card | None] = []
        """Cards that the reader will report in place of the next ones; None is an unread card."""
        self.sent: list[SentEvent] = []
        self.acknowledged = 0
        self.cards_out = 0
        """Number of cards drawn since the shoe was made, including those whose journal was lost."""
        self.lid_open = False
        self._path = path
        lines = self._lines()
        for line in lines:
            self._again(line)
        self._file = path.open("ab", buffering=0)
        if not lines:
            self._number = new_journal()
            self._write(_Line("made", out=serial, journal=self._number))

    def _lines(self) -> list[_Line]:
        """Read the journal file; a last line that was cut short is removed and ignored."""
        text = self._path.read_bytes() if self._path.exists() else b""
        whole = text[: text.rfind(b"\n") + 1]
        if whole != text:
            self._path.write_bytes(whole)
        try:
            return [msgspec.json.decode(line, type=_Line) for line in whole.splitlines()]
        except msgspec.MsgspecError as error:
            raise DealerStationError(
                f"{self._path}: is not the journal of a simulated shoe, or is damaged ({error}). "
                "The log is intact: move the journal away, and the table stops until the floor has looked"
            ) from error

    def _again(self, line: _Line) -> None:
        if line.did == "made":
            check_owner(self._path, line.out, self._serial)
            self._number = line.journal
        check_made(self._path, self._number)
        match line.did:
            case "made":
                pass
            case "draw":
                out = self._leaves(_named(line.out) if self._stacked else None)
                if out is None or _name(out) != line.out:
                    raise DealerStationError(
                        f"{self._path}: was written with another seed, book or number of decks; use those"
                    )
                self.sent.append(SentEvent(line.seq, _named(line.told) if line.told else out))
                self.cards_out += 1
            case "reload":
                super().reload()
            case "begin_round":
                super().begin_round()
            case "shuffle_discards":
                super().shuffle_discards()
            case "say":
                self._said(line.seq, DeviceSaid(SHOE, as_status(line.out), line.told))
            case "forget":
                self._forget(line)
            case _:
                self.acknowledged = line.seq

    def _write(self, line: _Line) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")

    @property
    def id(self) -> str:
        """The journal's id; it changes when the journal is lost."""
        return f"{self._number:016x}"

    @property
    def newest(self) -> int:
        return len(self.sent)

    def draw(self, chosen: CardDrawn | CutCardSeen | None = None) -> CardDrawn | CutCardSeen | None:
        """Draw the chosen card, or the next one; return it as the reader reports it, or None if the shoe is
        empty.
        """
        out = self._leaves(chosen)
        if out is None:
            return None
        told: CardDrawn | CutCardSeen = out
        if isinstance(out, CardDrawn) and self.misreading:
            told = CardDrawn(self.misreading.pop(0))
        seq = self.newest + 1
        self._write(_Line("draw", seq, _name(out), "" if told is out else _name(told)))
        self.cards_out += 1
        # Appended last, because the serving thread may read the list at any moment.
        self.sent.append(SentEvent(seq, told))
        return told

    def _leaves(self, chosen: CardDrawn | CutCardSeen | None) -> CardDrawn | CutCardSeen | None:
        if isinstance(chosen, CardDrawn) and chosen.card:
            self.take_out(chosen)
        return chosen or super().draw()

    def say(self, said: DeviceSaid) -> None:
        """Report an event other than a card, such as the lid."""
        seq = self.newest + 1
        self._write(_Line("say", seq, said.status, said.detail))
        self._said(seq, said)

    def _said(self, seq: int, said: DeviceSaid) -> None:
        if said.status in ("door", "closed"):
            self.lid_open = said.status == "door"
        self.sent.append(SentEvent(seq, said))

    def forget(self) -> None:
        """Lose the journal: a new one begins."""
        line = _Line("forget", journal=new_journal())
        self._write(line)
        self._forget(line)

    def _forget(self, line: _Line) -> None:
        self._number = line.journal
        self.sent, self.acknowledged = [], 0

    def reload(self) -> None:
        super().reload()
        self._write(_Line("reload"))

    def begin_round(self) -> None:
        super().begin_round()
        self._write(_Line("begin_round"))

    def shuffle_discards(self) -> None:
        super().shuffle_discards()
        self._write(_Line("shuffle_discards"))

    def acknowledge(self, seq: int) -> None:
        """Note that the station has committed every event up to `seq`."""
        self._write(_Line("acknowledged", seq))
        self.acknowledged = seq

    def close(self) -> None:
        self._file.close()


def _name(out: Out) -> str:
    match out:
        case CutCardSeen():
            return CUT
        case CardDrawn(card):
            return str(card or UNREAD)
        case DeviceSaid(_, status):
            return status
        case _:
            assert_never(out)


def _named(name: str) -> CardDrawn | CutCardSeen:
    if name == CUT:
        return CutCardSeen()
    return CardDrawn(None if name == UNREAD else Card(name))
