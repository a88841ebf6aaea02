"""Brings signed notes to the floor, and keeps the cosigned ones in FILE.note beside the log.

A note goes to the floor about every five minutes, if the log has grown. The answer has the floor's
cosignature; those of outside witnesses come a little later and are asked for. What goes wrong with a note
never keeps a row from the floor."""

import time
from pathlib import Path

from dealer_station.engine.model.errors import LogError
from dealer_station.floor.client.link import FloorLink
from dealer_station.floor.client.note_maker import NoteMaker
from dealer_station.floor.client.outbox import Outbox
from dealer_station.floor.protocol.messages import Code, FloorHead, Refusal
from dealer_station.floor.protocol.notes import CosignedNote, SentNote
from dealer_station.log.transparency.log_note import keep_cosigned
from dealer_station.log.transparency.note import SignedNote, read_note

NOTE_SECONDS = 300.0
SLICE_SECONDS = 0.01
"""Pause between two slices of the first tree, so that the station's thread is never kept waiting."""
UNSIGNED_SECONDS = 2.0
"""Interval at which the first checkpoint of a new log is looked for."""
BUSY_SECONDS = 0.5
REFUSED_SECONDS = 3_600.0
"""Pause after a refusal that another note would meet too."""
WITNESS_SECONDS = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Pauses before the cosignatures of outside witnesses are asked for, one after the other."""


class NoteSender:
    """The notes of one log, for one thread."""

    def __init__(self, outbox: Outbox, link: FloorLink, keys: Path) -> None:
        self._log, self._link = outbox.path, link
        self._maker = NoteMaker(outbox, keys)
        self._next = 0.0
        """The time before which nothing is to be done."""
        self._sent: SignedNote | None = None
        """A note that the floor has cosigned and outside witnesses have not."""
        self._asked = 0
        self.size = 0
        """The size of the last note that the floor has cosigned."""
        self.words, self.code = "", ""
        """The trouble with the last note, for people and as a code; empty if there is none."""

    @property
    def has_key(self) -> bool:
        """True if the station's signing key is at hand."""
        return self._maker.has_key

    def hurry(self) -> None:
        """Make the next note now; a refused one is not sent again."""
        if self.code in ("", "busy"):
            self._next = 0.0

    def is_done(self, head: FloorHead) -> bool:
        """True if there is nothing to wait for: the newest note is cosigned by all, or is refused."""
        return bool(self.words) or (self.size >= head.checkpoint_seq and self._sent is None)

    def step(self, head: FloorHead) -> float:
        """Do the next piece of work; return the seconds after which there may be more. Raise LinkError if the
        floor does not answer."""
        wait = self._next - time.monotonic()
        if wait > 0 or not self._maker.has_key:
            return max(wait, SLICE_SECONDS) if wait > 0 else NOTE_SECONDS
        try:
            pause = self._work(head)
        except (LogError, OSError) as error:
            self.words, self.code = str(error), ""
            pause = NOTE_SECONDS
        self._next = time.monotonic() + pause
        return pause

    def _work(self, head: FloorHead) -> float:
        if self._sent is not None:
            return self._ask_again(self._sent)
        size = head.checkpoint_seq
        if not size:
            return UNSIGNED_SECONDS
        if size <= self.size:
            return NOTE_SECONDS
        if not self._maker.advance(size):
            return SLICE_SECONDS
        note = self._maker.note()
        if note is None:
            self.words, self.code = "the newest checkpoint is not signed with the station's present key", ""
            return NOTE_SECONDS
        answer = self._link.send_note(SentNote(head.branch, str(note)))
        if isinstance(answer, Refusal):
            return self._refused(answer)
        self.words, self.code, self.size, self._asked = "", "", size, 0
        return self._taken(note, answer)

    def _refused(self, refusal: Refusal) -> float:
        """Note a refusal; return the pause before the next note."""
        code: Code = refusal.code
        if code in ("busy", "unavailable"):
            return BUSY_SECONDS
        self.words, self.code = f"the floor does not cosign: {refusal.words}", code
        return NOTE_SECONDS if code == "gap" else REFUSED_SECONDS

    def _taken(self, note: SignedNote, answer: CosignedNote) -> float:
        """Keep a cosigned note; if outside witnesses are missing, wait for them a little first."""
        found = read_note(answer.note.encode())
        if found.text != note.text:
            # A newer note of another station on this log; ours is part of that history.
            self._sent = None
            return NOTE_SECONDS
        if answer.waiting and self._asked < len(WITNESS_SECONDS):
            self._sent = note
            pause = WITNESS_SECONDS[self._asked]
            self._asked += 1
            return pause
        self._sent = None
        keep_cosigned(self._log, note.with_signatures(found.signatures))
        return NOTE_SECONDS

    def _ask_again(self, note: SignedNote) -> float:
        """Ask for the cosignatures of outside witnesses."""
        answer = self._link.note()
        if isinstance(answer, Refusal):
            self._sent = None
            return NOTE_SECONDS
        return self._taken(note, answer)

    def keep_what_there_is(self) -> None:
        """Keep the newest note without the witnesses that are still missing: nobody waits any longer."""
        if self._sent is not None:
            self._asked = len(WITNESS_SECONDS)
            self._ask_again(self._sent)
