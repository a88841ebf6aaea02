"""Checkpoints as signed notes: three lines that state the log, its size and the root of its tree.

    dealer-station/HASH OF ROW 2, IN HEX
    NUMBER OF ROWS
    ROOT OF THE TREE, IN BASE64

The first line is the origin. It follows from the second row of the first month, so that copies, snapshots and
closed months of a log share it. The first row may be the same in two logs; the second names the station's
keys. The floor identifies a log by the same hash. The name of the log's key is the origin too.

A note has no zero byte. Everything else that the station's key signs begins with a domain that is padded with
zero bytes, so neither signature can be taken for the other.
"""

from base64 import b64decode, b64encode
from collections.abc import Sequence

from msgspec import Struct

from dealer_station.engine.model.errors import ProofFaultError
from dealer_station.log.transparency.note import SignedNote
from dealer_station.log.transparency.note_keys import LOG, NoteKey, NoteSigner
from dealer_station.log.transparency.tree import HASH_BYTES

IDENTITY_SEQ = 2
"""The row whose hash names a log. It names the station's keys, so that no two logs share it."""
SIZE_MAX = 2**62
_LINES = 3


class TreeHead(Struct, frozen=True):
    """The size and the root of the tree of a log, and the origin that names the log."""

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()
    """Further lines; this station writes none and passes those of other logs on."""

    @property
    def text(self) -> str:
        """The text of the note."""
        lines = (self.origin, str(self.size), encoded(self.root), *self.extensions)
        return "".join(f"{line}\n" for line in lines)

    def note(self, signer: NoteSigner) -> SignedNote:
        """The signed note."""
        return SignedNote(self.text, ()).signed_by(signer)


def origin_of(identity: bytes) -> str:
    """The origin of a log whose second row has this hash."""
    return f"dealer-station/{identity.hex()}"


def log_key(origin: str, public: bytes) -> NoteKey:
    """The public key of a log, named by its origin."""
    return NoteKey(origin, LOG, public)


def log_signer(origin: str, signing: bytes) -> NoteSigner:
    """The private key of a log, named by its origin."""
    return NoteSigner(origin, LOG, signing)


def head_of(note: SignedNote) -> TreeHead:
    """The tree head that a note states; raise ProofFaultError if the note states something else."""
    lines = note.text.split("\n")[:-1]
    if len(lines) < _LINES or not all(lines):
        raise ProofFaultError("not a checkpoint: it needs an origin, a size and a root", "malformed")
    size = number(lines[1])
    (root,) = hashes(lines[2:_LINES])
    return TreeHead(lines[0], size, root, tuple(lines[_LINES:]))


def number(text: str) -> int:
    """Read a size or an index: decimal digits without leading zeros."""
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(SIZE_MAX)) or int(text) >= SIZE_MAX:
        raise ProofFaultError(f'"{text[:40]}" is not the number of a row', "malformed")
    if str(int(text)) != text:
        raise ProofFaultError(f'"{text}" begins with a zero', "malformed")
    return int(text)


def hashes(lines: Sequence[str]) -> tuple[bytes, ...]:
    """Read hashes, one on each line in base64."""
    found = []
    for line in lines:
        try:
            raw = b64decode(line, validate=True)
        except ValueError:
            raw = b""
        if len(raw) != HASH_BYTES or encoded(raw) != line:
            raise ProofFaultError(f'"{line[:60]}" is not a hash of {HASH_BYTES} bytes in base64', "malformed")
        found.append(raw)
    return tuple(found)


def encoded(raw: bytes) -> str:
    """Bytes in base64, on one line."""
    return b64encode(raw).decode()
