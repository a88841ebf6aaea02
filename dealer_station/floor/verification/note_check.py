"""Verifies the cosigned notes of a branch while its rows go by: every root follows from one tree, so that
each note continues the one before it.

A note must be signed with a key that the log has named and that is trusted there, and cosigned with the
floor's own key. Cosignatures of outside witnesses must be genuine for the keys that are stored with them."""

from collections.abc import Callable, Iterable

from dealer_station.engine.model.errors import ProofFaultError
from dealer_station.floor.store import notes
from dealer_station.floor.store.connection import Floor
from dealer_station.floor.store.notes import StoredNote
from dealer_station.log.transparency.note_keys import NoteKey
from dealer_station.log.transparency.tree import Frontier
from dealer_station.log.transparency.tree_head import head_of, log_key, origin_of

_SIZES = "SELECT size FROM floor.note WHERE log = %s AND branch = %s ORDER BY size"
_NOTE = (
    "SELECT size, head, nodes, text, cosigned_at FROM floor.note WHERE log = %s AND branch = %s AND size = %s"
)
Report = Callable[[int, str], object]
"""Takes the row and the words of a finding."""


class NoteCheck:
    """The tree of one branch, and the notes that must fit it."""

    def __init__(
        self,
        floor: Floor,
        where: tuple[int, int],
        identity: bytes,
        cosigners: list[NoteKey],
        start: Frontier | None,
        forks: Iterable[int] = (),
    ) -> None:
        self._floor, self._where, self._origin = floor, where, origin_of(identity)
        self._cosigners = cosigners
        self._tree = start.copy() if start is not None else Frontier()
        self._forks = set(forks)
        self.at_forks: dict[int, Frontier] = {}
        """The states of the tree at the rows at which other branches begin."""
        self._sizes = {size for (size,) in floor.execute(_SIZES, where)}
        self.newest = 0
        """The rows that the newest sound note covers."""

    def take(self, seq: int, digest: bytes) -> bool:
        """Add a row to the tree; True if there is a note of this size."""
        self._tree.append(digest)
        if seq in self._forks:
            self.at_forks[seq] = self._tree.copy()
        return seq in self._sizes

    def check(self, size: int, head: bytes, signers: set[bytes], report: Report) -> None:
        """Check the note of the rows so far; `signers` are the keys that are named and trusted here."""
        self._sizes.discard(size)
        found = self._floor.execute(_NOTE, (*self._where, size), binary=True).fetchone()
        assert found
        faults = list(self._faults(StoredNote(*found), head, signers))
        for words in faults:
            report(size, f"the note of {size} rows {words}")
        if not faults:
            self.newest = size

    def _faults(self, stored: StoredNote, head: bytes, signers: set[bytes]) -> Iterable[str]:
        try:
            note, told = stored.note, head_of(stored.note)
            signed = note.times(log_key(self._origin, key) for key in signers)
            lines = notes.outside_lines(self._floor, *self._where, stored.size)
            note.with_signatures(lines.values()).times(lines)
            cosigned = note.times(self._cosigners)
        except ProofFaultError as error:
            yield f"is not genuine: {error}"
            return
        if (told.origin, told.size, told.root) != (self._origin, stored.size, self._tree.root()):
            yield "has another root than the rows"
        if (stored.head, stored.nodes) != (head, b"".join(self._tree.nodes)):
            yield "has a stored tree that does not follow from the rows"
        if not signed:
            yield "is not signed with a key that the log has named and somebody has vouched for"
        if not cosigned:
            yield "is not cosigned with the floor's key"

    def finish(self, report: Report) -> None:
        """Report notes of more rows than the branch has."""
        for size in sorted(self._sizes):
            report(size, f"the note of {size} rows is of more rows than the floor has")
