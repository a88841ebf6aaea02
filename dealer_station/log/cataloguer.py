"""Fills a catalogue from one log: the newest rounds at once, older ones batch by batch, then what is new."""

from collections.abc import Iterator

from dealer_station.engine.errors import LogCorruptError, LogError
from dealer_station.log.catalogue import Catalogue
from dealer_station.log.codec import decode
from dealer_station.log.marks import marked
from dealer_station.log.read import END, Reader
from dealer_station.log.recollect import Recollection
from dealer_station.log.records import Marks, RoundKept

SCREENFUL, BATCH = 60, 250


class Cataloguer:
    """One log's part of the catalogue; used in one thread."""

    def __init__(self, reader: Reader, catalogue: Catalogue, log: int) -> None:
        self.reader = reader
        self._catalogue = catalogue
        self._log = log
        self._inode = reader.path.stat().st_ino
        self._oldest, self._newest = END, 0
        self.known: Recollection | None = None
        """What the station knows at the end of the file, once everything is catalogued."""
        self.unreadable = 0
        """Rounds whose line in the list could not be read."""
        self.fault = ""
        """Why the end of the file says nothing about the table."""

    def begin(self) -> None:
        """The first screenful."""
        self._newest = self._last_end()
        self.more(SCREENFUL)

    def more(self, most: int = BATCH) -> bool:
        """Some older rounds; whether there may be more of them."""
        if not self._oldest:
            return False
        try:
            found = self.reader.newest_rounds(self._oldest, 0, most)
        except LogCorruptError:
            found = list(self._one_by_one(most))
        else:
            self._oldest = found[-1][0] if len(found) == most else 0
        self._catalogue.add(self._log, [(seq, kept, self._marks(seq, kept)) for seq, kept in found])
        return bool(self._oldest)

    def news(self) -> bool:
        """Whether something was written since: rounds that ended, and the one that is being played."""
        if self.known is None:
            changed = self._recollect()
        else:
            before = self.known.seq
            for row in self.reader.rows(before + 1):
                self.known.take(row)
            changed = self.known.seq > before
        if changed and self.known is not None:
            self._add_new(self.known)
        return changed

    @property
    def was_replaced(self) -> bool:
        """The month was closed: the file has another name now, and a new one goes on under its own."""
        try:
            return self.reader.path.stat().st_ino != self._inode
        except OSError:
            return False

    def last_row(self) -> int:
        """How much there is to verify, as far as a damaged file can tell."""
        try:
            return self.reader.ends()[1]
        except LogCorruptError:
            return 0

    def _recollect(self) -> bool:
        if self.fault:
            return False
        try:
            self.known = self.reader.recollect_before(END)
        except LogError as error:
            self.fault = str(error)
        return self.known is not None

    def _add_new(self, known: Recollection) -> None:
        ended = self.reader.newest_rounds(END, self._newest, known.seq)
        if ended:
            self._newest = ended[0][0]
        told = [(seq, kept, self._marks(seq, kept)) for seq, kept in reversed(ended)]
        now = self.reader.being_played(known)
        if now is not None:
            told.append((known.seq, now, now.marks or Marks()))
        self._catalogue.add(self._log, told, anew=True)

    def _marks(self, last_seq: int, kept: RoundKept) -> Marks:
        """As the round was kept; of an old log, whose stations kept none, from its rows."""
        if kept.marks is not None:
            return kept.marks
        marks = Marks()
        try:
            for row in self.reader.rows(kept.first_seq, last_seq):
                if row.part == "fact":
                    marks = marked(marks, decode(row.part, row.body))
        except LogCorruptError:
            self.unreadable += 1
        return marks

    def _one_by_one(self, most: int) -> Iterator[tuple[int, RoundKept]]:
        """Around what is damaged: every round that can still be read."""
        for _ in range(most):
            try:
                self._oldest = self.reader.last_end(self._oldest)
            except LogCorruptError:
                yield from self._without_the_list()
            if not self._oldest:
                return
            try:
                yield from self.reader.newest_rounds(self._oldest + 1, self._oldest - 1, 1)
            except LogCorruptError:
                self.unreadable += 1

    def _without_the_list(self) -> Iterator[tuple[int, RoundKept]]:
        """The list of rounds is damaged: those that the rows themselves tell of."""
        before, self._oldest = self._oldest, 0
        left = [(seq, kept) for seq, kept in self.reader.kept_one_by_one() if seq < before]
        yield from reversed(left)

    def _last_end(self, before: int = END) -> int:
        try:
            return self.reader.last_end(before)
        except LogCorruptError:
            return 0
