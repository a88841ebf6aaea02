"""Notes that the floor has cosigned, as the database has them."""

from datetime import datetime

from msgspec import Struct

from dealer_station.floor.store.connection import Floor
from dealer_station.floor.store.trees import TreeState, state_from
from dealer_station.log.transparency.note import NoteSignature, SignedNote, read_note
from dealer_station.log.transparency.note_keys import NoteKey, read_key

NEWEST = (
    "SELECT size, head, nodes, text, cosigned_at FROM floor.note WHERE log = %s AND branch = %s "
    "ORDER BY size DESC LIMIT 1"
)
KEEP = "INSERT INTO floor.note (log, branch, size, head, nodes, text) VALUES (%s, %s, %s, %s, %s, %s)"
LINES = (
    "SELECT witness, signature FROM floor.cosignature WHERE log = %s AND branch = %s AND size = %s "
    "ORDER BY at, witness"
)


class StoredNote(Struct, frozen=True):
    """A cosigned note with the state of its tree."""

    size: int
    head: bytes
    nodes: bytes
    text: str
    """The note with the signatures of the station and of the floor."""
    cosigned_at: datetime

    @property
    def note(self) -> SignedNote:
        """The note; raise ProofFaultError if the stored text is damaged."""
        return read_note(self.text.encode())

    @property
    def state(self) -> TreeState:
        """The state of the tree; raise ValueError if it is damaged."""
        return state_from(self.size, self.head, self.nodes)


def newest_note(floor: Floor, log: int, branch: int) -> StoredNote | None:
    """The newest note of a branch itself; None if none was cosigned there yet."""
    found = floor.execute(NEWEST, (log, branch), binary=True).fetchone()
    return StoredNote(*found) if found else None


def keep_note(floor: Floor, log: int, branch: int, state: TreeState, note: SignedNote) -> None:
    """Store a note that the floor has cosigned."""
    floor.execute(KEEP, (log, branch, state.size, state.head, state.nodes, str(note)))


def outside_lines(floor: Floor, log: int, branch: int, size: int) -> dict[NoteKey, NoteSignature]:
    """The cosignatures of outside witnesses under a note, by key."""
    found = floor.execute(LINES, (log, branch, size), binary=True)
    keys = {read_key(witness): signature for witness, signature in found}
    return {key: NoteSignature(key.name, key.id, signature) for key, signature in keys.items()}


def cosigners(floor: Floor) -> list[NoteKey]:
    """The keys with which this floor cosigned, the newest first; only that one cosigns."""
    return [read_key(key) for (key,) in floor.execute("SELECT key FROM floor.cosigner ORDER BY number DESC")]


def register_cosigner(floor: Floor, key: NoteKey, *, anew: bool = False) -> bool:
    """Name the key with which this floor cosigns, if it has none yet, or `anew`; return True if it is the
    floor's key now."""
    if anew or not cosigners(floor):
        add = "INSERT INTO floor.cosigner (key) VALUES (%s) ON CONFLICT (key) DO NOTHING"
        floor.execute(add, (key.text,))
    return cosigners(floor)[0] == key
