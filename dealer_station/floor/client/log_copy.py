"""The copy of one log of the floor: a folder with the current month and the closed months that were asked
for.

The current month is continued by increments. A closed month is pulled once and kept. The note `copy.json`
says which log, which branch and which files these are, and how large each file was when it was closed; a
file that no longer is as noted is verified before it is used, and pulled again if it is damaged."""

import os
import re
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from dealer_station.engine.model.errors import (
    FloorError,
    LogCorruptError,
    LogError,
    LogFaultError,
    LogHeldError,
)
from dealer_station.floor.client.reading_link import ReadingLink
from dealer_station.floor.protocol.log_list import ListedLog, last_common
from dealer_station.floor.protocol.messages import Page
from dealer_station.floor.protocol.table_names import shown_name
from dealer_station.log.integrity import sign
from dealer_station.log.integrity.sign import Checkpoint
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader, first_round
from dealer_station.log.read.unfit_rows import unfit_rows
from dealer_station.log.store.codec import decode
from dealer_station.log.store.durable_rename import put_in_place
from dealer_station.log.store.mirror_file import ADVICE, MirrorFile, MirrorMismatchError, month_name
from dealer_station.log.store.records import Opened
from dealer_station.log.store.stored_states import month_begins

NOTE = "copy.json"
PULLING = ".pulling"
SILENT_US = 15_000_000
"""A station that was not heard of for this time does not write; its copy is closed until it does."""
OTHER_SECONDS = 15.0
"""The time that another process, which keeps the same copy, gets for bringing it up to date."""
CopyStatus = Literal["current", "empty", "altered", "unreadable", "unwritable", "archived", "set_aside"]
"""The state of a copy: as the floor has it; without rows; not what was copied before; not to be continued,
because its rows or the floor's answers are wrong; not to be continued, because of trouble on this machine;
with all rows in the archive; or left out, as somebody decided."""
Progress = Callable[[int], None]


class CopyNote(Struct):
    """The note in the folder of a copy."""

    log: str
    table: str
    branch: int
    live: str = ""
    """The name of the current month's file; empty if there is none yet."""
    stamps: dict[str, tuple[int, int]] = {}
    """Size and modification time of each file when it was closed and known to be whole."""
    set_aside: str = ""
    """The decision by which readers leave this log out; empty if there is none."""


class CopyFaultError(FloorError):
    """Trouble with a copy on the machine of its reader; neither floor nor station has a part in it."""


class RowsGoneError(FloorError):
    """Rows that the database of the floor no longer has."""


class CopyState(Struct, frozen=True):
    """A copy as people see it."""

    table: str
    log: str
    status: CopyStatus
    path: Path | None
    """The file of the current month; None if there is none, or if readers leave the log out."""
    seq: int = 0
    words: str = ""
    """The alarm, if the log was altered or cannot be read."""
    notes: tuple[str, ...] = ()
    heard_us_ago: int = -1
    """The time since its station was heard of, at the last refresh; negative if it was not."""


class LogCopy:
    """The copy of one log; used by one thread at a time."""

    def __init__(self, folder: Path, link: ReadingLink, listed: ListedLog | None = None) -> None:
        self.folder, self._link = folder, link
        self._file: MirrorFile | None = None
        self._seq, self._head = 0, b""
        self.words = ""
        self._trouble: CopyStatus | None = None
        self._archived = ""
        self._heard_us_ago = -1
        self.notes: list[str] = []
        self._note = self._read_note(listed)

    def _read_note(self, listed: ListedLog | None) -> CopyNote:
        """The note of the folder; a new one for a log that is copied for the first time."""
        try:
            found = msgspec.json.decode((self.folder / NOTE).read_bytes(), type=CopyNote)
            if listed is None or found.log == listed.log.hex():
                return found
        except (OSError, msgspec.MsgspecError) as error:
            if listed is None:
                raise FloorError(f"{self.folder / NOTE}: cannot be read: {error}") from error
        assert listed is not None
        return CopyNote(listed.log.hex(), listed.table, listed.head.branch)

    def _write_note(self) -> None:
        unfinished = self.folder / f"{NOTE}.{os.getpid()}"
        try:
            unfinished.write_bytes(msgspec.json.format(msgspec.json.encode(self._note), indent=1))
            put_in_place(unfinished, self.folder / NOTE)
        except OSError as error:
            raise CopyFaultError(f"{self.folder}: cannot be written: {error.strerror}; {ADVICE}") from error

    @property
    def table(self) -> str:
        """The name of the table."""
        return self._note.table

    @property
    def live(self) -> Path | None:
        """The file of the current month, if there is one."""
        path = self.folder / self._note.live
        return path if self._note.live and path.is_file() else None

    def state(self) -> CopyState:
        """The copy as it is now."""
        status: CopyStatus = self._trouble or ("current" if self.live else "empty")
        notes = (*self.notes, *(one for one in (self._note.set_aside, self._archived) if one))
        path = self.live
        if self._note.set_aside:
            status, path = "set_aside", None
        return CopyState(
            *(self.table, self._note.log, status, path, self._seq, self.words, notes),
            heard_us_ago=self._heard_us_ago,
        )

    def follow(self, listed: ListedLog, progress: Progress = lambda _: None) -> None:
        """Bring the copy up to the floor's head. Whatever is wrong with this log is noted, and the copy
        stays: other logs must not suffer. Raise LinkError if the floor does not answer."""
        self._trouble, self.words, self._archived = None, "", ""
        self._heard_us_ago = listed.heard_us_ago
        try:
            self._decide("")
            with unfit_rows():
                self._follow(listed, progress)
        except MirrorMismatchError as error:
            self._rest_quietly()
            kept = f"; the copy in {self.folder} keeps what the floor had told before" if self.live else ""
            self._note_trouble("altered", f"{listed.table}: the floor's log was altered: {error}{kept}")
        except RowsGoneError as error:
            self._rest_quietly()
            self._note_gone(listed, str(error))
        except (CopyFaultError, LogFaultError) as error:
            self._rest_quietly()
            self._note_trouble("unwritable", f"{listed.table}: its copy on this machine: {error}")
        except OSError as error:
            self._rest_quietly()
            words = f"{error.filename or self.folder}: {error.strerror}; {ADVICE}"
            self._note_trouble("unwritable", f"{listed.table}: its copy on this machine: {words}")
        except (LogError, FloorError) as error:
            self._rest_quietly()
            self.fail(listed, str(error))
        except BaseException:
            self._rest_quietly()
            raise

    def fail(self, listed: ListedLog, words: str) -> None:
        """Note that this log cannot be read, and the reason."""
        advice = (
            f"; if its station is not to be trusted, disable it, and leave the log out with `dealer-station "
            f"floor set-aside {self._note.log[:16]}`"
        )
        self._note_trouble("unreadable", f"{listed.table}: this log cannot be read: {words}{advice}")

    def miss(self) -> None:
        """Note that the floor no longer lists this log, although it shows every log."""
        words = f"{self.table}: the floor no longer lists this log; its copy is {self.live}"
        self._note_trouble("altered", words)

    def leave_out(self, listed: ListedLog) -> None:
        """Follow the log no further, as somebody at the floor has decided."""
        self._trouble, self.words, self._archived = None, "", ""
        self._rest_quietly()
        who, why = shown_name(listed.set_aside_by), shown_name(listed.set_aside_because)
        self._decide(f"{listed.table} ({self._note.log[:16]}): left out; {who} has set it aside: {why}")

    def _decide(self, set_aside: str) -> None:
        """Note the decision by which readers leave this log out, or that there is none."""
        if self._note.set_aside != set_aside:
            self._note.set_aside = set_aside
            if self.folder.is_dir():
                self._write_note()

    def _note_trouble(self, trouble: CopyStatus, words: str) -> None:
        self._trouble, self.words = trouble, words

    def _note_gone(self, listed: ListedLog, words: str) -> None:
        """Note that the database of the floor no longer has the rows that are to be copied next."""
        if self.live is None:
            self._trouble = "archived"
            self._archived = (
                f"{listed.table}: {words}; read the files that `dealer-station floor archives` lists"
            )
        else:
            self._note_trouble(
                "unreadable",
                f"{listed.table}: {words}, and the copy here ends before it. Read the files in between from "
                f"the archive; to go on with what the floor still has, move {self.folder} away",
            )

    def _follow(self, listed: ListedLog, progress: Progress) -> None:
        if listed.head.branch != self._note.branch:
            self._change_branch(listed)
        if self._note.table != listed.table:
            self._note.table = listed.table
            self._write_note()
        if not listed.head.seq:
            if self.live is not None:
                raise MirrorMismatchError(f"it is empty, and {self._end()[0]} rows were copied before")
            return
        try:
            self._continue(listed, progress)
        except LogHeldError:
            self._await_other(listed)

    def _continue(self, listed: ListedLog, progress: Progress) -> None:
        """Pull everything that is new, and compare the ends."""
        known = (listed.head.seq, listed.head.hash)
        if (self._seq, self._head) != known or self._is_written(listed):
            file = self._opened(listed)
            while file.seq < listed.head.seq or file.checkpoint_seq < listed.head.checkpoint_seq:
                before = file.seq, file.checkpoint_seq
                first = file.seq + 1
                if file.checkpoint_seq < listed.head.checkpoint_seq:
                    first = min(first, file.checkpoint_seq + 1)
                progress(_take(file, first, self._page(first, max(listed.head.seq, first))))
                if (file.seq, file.checkpoint_seq) == before:
                    break
            self._seq, self._head = file.seq, file.head
            self._note_signers(file)
        if listed.head.seq < self._seq:
            raise MirrorMismatchError(f"it ends at row {listed.head.seq}, and had {self._seq} rows before")
        if known != (self._seq, self._head):
            raise MirrorMismatchError(f"row {listed.head.seq} has another hash than the chain gives it")
        if self._file is not None and not 0 <= listed.heard_us_ago < SILENT_US:
            self.rest()

    def _is_written(self, listed: ListedLog) -> bool:
        """True if the file must be open: checkpoints are missing, or its station writes."""
        if self._file is None:
            return 0 <= listed.heard_us_ago < SILENT_US
        return self._file.checkpoint_seq < listed.head.checkpoint_seq

    def _note_signers(self, file: MirrorFile) -> None:
        for seq, signer in file.new_signers:
            self.notes.append(
                f"{self.table}: from row {seq} on the log is signed with {signer.hex()[:16]}, for which the "
                "key before did not vouch; a spare that continues a log does that, and the log says who "
                "restored it"
            )
        file.new_signers.clear()

    def _await_other(self, listed: ListedLog) -> None:
        """Wait until another process, which keeps this copy, has brought it up to date."""
        ends = time.monotonic() + OTHER_SECONDS
        while (found := self._end())[0] < listed.head.seq:
            if time.monotonic() > ends:
                raise CopyFaultError(
                    f"{self.folder}: another process keeps this copy, and has not brought it up to date for "
                    f"{OTHER_SECONDS:.0f} seconds; end it, or try again"
                )
            time.sleep(0.1)
        self._seq, self._head = found
        if found[0] == listed.head.seq and found[1] != listed.head.hash:
            raise MirrorMismatchError(f"row {found[0]} has another hash than it had when it was copied")

    def _end(self) -> tuple[int, bytes]:
        """Number and hash of the last row of the copy."""
        live = self.live
        if live is None:
            return 0, b""
        with Reader(live) as log:
            last = log.ends()[1]
            return last, next((row[-1] for row in log.raw_rows(last, last)), b"")

    def _opened(self, listed: ListedLog) -> MirrorFile:
        """The current month's file, open for writing; a new one begins at the month's first row."""
        if self._file is not None:
            return self._file
        live = self.live
        if live is not None and not os.access(self.folder, os.W_OK):
            raise CopyFaultError(f"{self.folder}: cannot be written; {ADVICE}")
        if live is not None and self._is_whole(live):
            self._file = MirrorFile(live)
            if not self._file.is_empty:
                return self._file
            self.rest()  # A process ended right after it had begun this file.
            live.unlink()
        elif live is not None:
            self._discard(live)
        first = self._month_begins(listed.head.seq)
        page = self._page(first, listed.head.seq)
        self._check_begins(page)
        self._make_folder()
        self._note.live = f"{file_name(listed.table)}.db"
        self._write_note()
        made = self.folder / self._note.live
        self._file = MirrorFile(made, after=first - 1, head=page.prev)
        try:
            _take(self._file, first, page)
        except BaseException:
            # A file without rows would be taken for a log whose rows were deleted.
            if self._file.is_empty:
                self._rest_quietly()
                made.unlink(missing_ok=True)
            raise
        return self._file

    def _make_folder(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise CopyFaultError(f"{self.folder}: cannot be made: {error.strerror}; {ADVICE}") from error

    def _check_begins(self, page: Page) -> None:
        """Raise MirrorMismatchError unless a page begins with the opening of a file."""
        opened = decode("record", page.rows[0][9]) if page.rows and page.rows[0][1] == "record" else None
        if not isinstance(opened, Opened):
            raise MirrorMismatchError("its rows do not begin with the opening of a file")

    def _month_begins(self, seq: int) -> int:
        """The first row of the month of a row, or of an earlier month if there is no anchor between them."""
        anchor = self._link.anchor(bytes.fromhex(self._note.log), seq)
        if anchor:
            if not 0 < anchor.seq <= seq:
                raise LogCorruptError(f"the floor sent the anchor at row {anchor.seq} for row {seq}")
            return month_begins(anchor.state, anchor.seq)
        # Older months may have left the database: the floor then sends its first whole month.
        page = self._stretch(1, seq)
        return page.rows[0][0] if page.rows else 1

    def _page(self, first: int, last: int) -> Page:
        page = self._stretch(first, last)
        begins = page.rows[0][0] if page.rows else last + 1
        if first <= min(last, page.head.seq) and begins > first:
            raise RowsGoneError(f"the floor no longer has row {first}; older months are in its archive")
        return page

    def _stretch(self, first: int, last: int) -> Page:
        return self._link.stretch(bytes.fromhex(self._note.log), self._note.branch, first, last)

    def month_before(self, path: Path, progress: Progress = lambda _: None) -> Path | None:
        """The file of the month before a file of this copy, pulled if it is not here yet; None if there is
        none."""
        with Reader(path) as log:
            first, _ = log.ends()
            opening = next(log.rows(first, first))
        opened = decode("record", opening.body)
        if not isinstance(opened, Opened) or not opened.previous_seq:
            return None
        found = self.folder / month_name(opened.previous_file, path)
        if found.is_file():
            if self._is_whole(found):
                return found
            self._discard(found)
        self._pull_month(found, opened.previous_seq, opening.prev, progress)
        return found

    def _pull_month(self, path: Path, last: int, digest: bytes, progress: Progress) -> None:
        """Pull a closed month up to its last row, whose hash the next month names."""
        first = self._month_begins(last)
        unfinished = path.with_name(path.name + PULLING)
        if not unfinished.with_name(unfinished.name + ".writer").exists():
            unfinished.unlink(missing_ok=True)
        page = self._page(first, last)
        file = MirrorFile(unfinished, after=first - 1, head=page.prev)
        try:
            progress(_take(file, first, page))
            while file.seq < last:
                progress(_take(file, file.seq + 1, self._page(file.seq + 1, last)))
            if file.head != digest:
                raise MirrorMismatchError(f"row {last} is not the one that the next month continues")
            file.finish_as(path)
        except BaseException:
            with suppress(LogError):
                file.close()
            unfinished.unlink(missing_ok=True)
            raise
        for closed in (*file.closed, path):
            report = verify(closed)
            if not report.ok:
                raise MirrorMismatchError(f"{closed.name}: {report.findings[0].words}")
            self._stamp(closed)

    def first_round(self, path: Path) -> int:
        """The number of the round in which a file of this copy begins."""
        with Reader(path) as log:
            first = log.ends()[0]
            opened = decode("record", next(log.rows(first, first)).body)
        return first_round(opened) if isinstance(opened, Opened) else 1

    def pull_again(self, path: Path, listed: ListedLog, progress: Progress = lambda _: None) -> Path | None:
        """Replace a damaged file of the copy; the damaged one is kept aside."""
        self.rest()
        after = next((one for one in self._files() if self._is_before(path, one)), None)
        self._discard(path)
        if path.name == self._note.live or after is None:
            self._seq, self._head = 0, b""
            self.follow(listed, progress)
            return self.live
        return self.month_before(after, progress)

    def _is_before(self, path: Path, other: Path) -> bool:
        with suppress(LogError), Reader(other) as log:
            return log.previous == path
        return False

    def _files(self) -> list[Path]:
        return [one for one in sorted(self.folder.glob("*")) if one.is_file() and one.suffix == ".db"]

    def _is_whole(self, path: Path) -> bool:
        """True if a file is as it was closed, or else if a verification finds it whole."""
        if self._note.stamps.get(path.name) == _stamp_of(path):
            return True
        try:
            return verify(path).ok
        except LogError:
            return False

    def _stamp(self, path: Path) -> None:
        """Note that a file is closed and whole."""
        self._note.stamps = {**self._note.stamps, path.name: _stamp_of(path)}
        self._write_note()

    def _discard(self, path: Path) -> None:
        """Move a damaged file out of the way; the newest one is kept for whoever wants to look at it."""
        self.notes.append(f"{path}: was damaged and is pulled again; it is kept as {path.name}.damaged")
        path.replace(path.with_name(path.name + ".damaged"))
        for name in (f"{path.name}-wal", f"{path.name}-shm", sign.outside_path(path).name):
            path.with_name(name).unlink(missing_ok=True)

    def _change_branch(self, listed: ListedLog) -> None:
        """Begin anew on another branch, which somebody accepted; the files of the old one are kept."""
        self.rest()
        aside = self.folder / f"branch-{self._note.branch}"
        if self.live is not None:
            aside.mkdir(exist_ok=True)
            for one in list(self.folder.iterdir()):
                if one.is_file() and one.name != NOTE:
                    shutil.move(one, aside / one.name)
            first = last_common(listed.forks, self._note.branch, listed.head.branch) + 1
            self.notes.append(
                f"{listed.table}: {listed.accepted_by or 'somebody'} accepted another branch of the log from "
                f"row {first} on ({listed.accepted_because or 'no reason given'}); the rows that it replaces "
                f"are kept in {aside}"
            )
        self._note = CopyNote(self._note.log, listed.table, listed.head.branch)
        self._seq, self._head = 0, b""

    def _rest_quietly(self) -> None:
        """Close the file of a copy about which something is wrong already."""
        with suppress(LogError, FloorError, OSError):
            self.rest()

    def rest(self) -> None:
        """Close the current month's file until there is something new."""
        file, self._file = self._file, None
        if file is None:
            return
        for closed in file.closed:
            self._stamp(closed)
        file.close()
        self._stamp(file.path)


def file_name(table: str) -> str:
    """The name of a table as part of a file name."""
    return (re.sub(r"[^\w.-]+", "-", table).strip("-.") or "table")[:40]


def _take(file: MirrorFile, first: int, page: Page) -> int:
    """Check and write a page; return the number of new rows."""
    checkpoints = {
        one.seq: Checkpoint(one.seq, one.head, one.wall_us, one.signer, one.signature)
        for one in page.checkpoints
    }
    return file.take(first, page.prev, page.rows, checkpoints, {one.seq: one.state for one in page.anchors})


def _stamp_of(path: Path) -> tuple[int, int]:
    told = path.stat()
    return told.st_size, told.st_mtime_ns
