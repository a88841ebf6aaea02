"""The mirror of a floor: a folder of real log files, kept up to date by pulls.

Everything that works on a log file works on the mirror, with the same proofs. The mirror remembers what the
floor had told before. A floor that rewrites, shortens or drops a log is therefore found out by whoever has
read it once."""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from dealer_station.engine.model.errors import FloorError, LogError
from dealer_station.floor.client.floor_proof import tree_before, write_floor_proof
from dealer_station.floor.client.link import LinkError
from dealer_station.floor.client.log_copy import NOTE, CopyState, LogCopy, Progress, file_name
from dealer_station.floor.client.reading_link import ReadingLink
from dealer_station.floor.protocol.log_list import ListedLog, LogList
from dealer_station.log.read.unfit_rows import unfit_rows
from dealer_station.log.transparency.log_tree import LogTree

HASH_DIGITS = 8
"""The least digits of a hash that name a log."""


class MirrorState(Struct, frozen=True):
    """The copies after a refresh."""

    copies: tuple[CopyState, ...]
    warning: str = ""
    """A warning about the certificate; empty if there is none."""

    @property
    def files(self) -> list[Path]:
        """The current month's file of each table that has one."""
        return [one.path for one in self.copies if one.path is not None]

    @property
    def alarms(self) -> list[str]:
        """A sentence for each log that was altered or cannot be read."""
        return [one.words for one in self.copies if one.words]

    @property
    def local_trouble(self) -> str:
        """The trouble with a copy on this machine, if there is any."""
        return next((one.words for one in self.copies if one.status == "unwritable"), "")

    @property
    def is_altered(self) -> bool:
        """True if a log is not the one that was copied before."""
        return any(one.status == "altered" for one in self.copies)

    @property
    def notes(self) -> list[str]:
        """Remarks that are no alarm."""
        return [words for one in self.copies for words in one.notes]


class FloorMirror:
    """The copies of one floor in one folder; `wanted` names a single table, or is empty for all."""

    def __init__(self, folder: Path, link: ReadingLink, wanted: str = "") -> None:
        self.folder, self._link, self._wanted = folder, link, wanted
        self._copies: dict[str, LogCopy] = {}
        self._listed: dict[str, ListedLog] = {}

    def refresh(self, begin: Callable[[int], Progress] = lambda _: lambda _: None) -> MirrorState:
        """Ask the floor for its logs and pull everything new; `begin` gets the number of rows to come."""
        listed = self._link.logs()
        chosen = self._chosen(listed)
        self._listed = {one.log.hex(): one for one in chosen}
        for one in chosen:
            if one.log.hex() not in self._copies:
                self._copies[one.log.hex()] = LogCopy(self._folder_of(one), self._link, one)
        before = {log: copy.state().seq for log, copy in self._copies.items()}
        progress = begin(sum(max(0, one.head.seq - before.get(one.log.hex(), 0)) for one in chosen))
        for one in chosen:
            self._follow(self._copies[one.log.hex()], one, progress)
        return MirrorState((*self._states(), *self._dropped(listed)), self._link.warning)

    def _follow(self, copy: LogCopy, listed: ListedLog, progress: Progress) -> None:
        """Bring one copy up to date; raise LinkError only if the floor answers nothing else either."""
        if listed.set_aside_by and not self._wanted:
            copy.leave_out(listed)
            return
        try:
            copy.follow(listed, progress)
        except LinkError as error:
            self._link.logs()  # It still answers, so that the trouble is with this one log.
            copy.fail(listed, error.words)

    def _states(self) -> list[CopyState]:
        return [self._copies[log].state() for log in self._listed]

    def known(self) -> MirrorState:
        """The copies as the last refresh left them, without asking the floor."""
        if self._copies:
            return MirrorState(tuple(copy.state() for copy in self._copies.values()))
        found = [LogCopy(path.parent, self._link) for path in sorted(self.folder.glob(f"*/{NOTE}"))]
        states = [copy.state() for copy in found]
        chosen = [one for one in states if self._wanted in ("", one.table) or self._is_hash(one.log)]
        return MirrorState(tuple(one for one in chosen if one.path is not None))

    def _is_hash(self, log: str) -> bool:
        wanted = self._wanted.lower()
        return len(wanted) >= HASH_DIGITS and log.startswith(wanted)

    def _chosen(self, listed: LogList) -> list[ListedLog]:
        """The wanted logs; raise FloorError if the floor has no such table, or two."""
        if not self._wanted:
            return listed.logs
        found = [one for one in listed.logs if one.table == self._wanted or self._is_hash(one.log.hex())]
        if len(found) == 1:
            return found
        if found:
            hashes = ", ".join(one.log.hex()[:16] for one in found)
            raise FloorError(
                f'the floor has {len(found)} logs of "{self._wanted}"; name one by its hash: {hashes}'
            )
        there = ", ".join(one.table for one in listed.logs) or "none"
        raise FloorError(f'the floor has no table "{self._wanted}"; its tables are: {there}')

    def _dropped(self, listed: LogList) -> list[CopyState]:
        """The copies of logs that a floor no longer lists, although it shows every log."""
        if not listed.every or self._wanted:
            return []
        there = {one.log.hex() for one in listed.logs}
        gone: list[CopyState] = []
        for path in sorted(self.folder.glob(f"*/{NOTE}")):
            copy = LogCopy(path.parent, self._link)
            state = copy.state()
            if state.log not in there and copy.live is not None:
                copy.miss()
                gone.append(copy.state())
        return gone

    def _folder_of(self, listed: ListedLog) -> Path:
        """The folder of a copy, named after log and table; it keeps its name if the table gets another."""
        ending = f"-{listed.log.hex()[:16]}"
        known = sorted(self.folder.glob(f"*{ending}/{NOTE}"))
        return known[0].parent if known else self.folder / f"{file_name(listed.table)}{ending}"

    def copy_of(self, path: Path) -> LogCopy:
        """The copy to which a file of this mirror belongs."""
        return next(one for one in self._copies.values() if one.folder == path.parent)

    def months(
        self,
        path: Path,
        is_enough: Callable[[Path], bool],
        progress: Progress = lambda _: None,
        tell: Callable[[str], None] = lambda _: None,
    ) -> list[Path]:
        """A file and the months before it, the oldest first, back to one that is enough or cannot be had."""
        found, copy = [path], self.copy_of(path)
        while True:
            try:
                with unfit_rows():
                    before = None if is_enough(found[0]) else copy.month_before(found[0], progress)
            except (LinkError, FloorError, LogError, OSError) as error:
                tell(f"{copy.table}: the month before {found[0].name} could not be pulled: {error}")
                break
            if before is None:
                break
            found.insert(0, before)
        return found

    def write_proof(self, months: list[Path], number: int, out: Path) -> None:
        """Write the proof of a round in the newest note that the floor has cosigned; `months` are files of
        this mirror, from that of the round on."""
        log = bytes.fromhex(self.copy_of(months[-1]).state().log)
        write_floor_proof(self._link, log, months, number, out)

    def tree_before(self, months: list[Path]) -> LogTree:
        """The tree of some months, with the state before them; it leads to a note that the floor has
        cosigned."""
        return tree_before(self._link, bytes.fromhex(self.copy_of(months[-1]).state().log), months)

    def pull_again(self, path: Path, progress: Progress = lambda _: None) -> Path | None:
        """Replace a damaged file of the mirror."""
        copy = self.copy_of(path)
        return copy.pull_again(path, self._listed[copy.state().log], progress)

    def rest(self) -> None:
        """Close all files; the link stays open."""
        for copy in self._copies.values():
            copy.rest()

    def close(self) -> None:
        """Close all files and the link."""
        self.rest()
        self._link.close()
