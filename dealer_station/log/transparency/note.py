"""Signed notes: a text, an empty line, and a line for each signature.

    — NAME base64( key id || signature )

Lines of unknown keys are kept and ignored, so a note has room for signatures of other kinds. A line that
names a known key must be genuine, or the whole note is refused.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model.errors import ProofFaultError
from dealer_station.log.transparency.note_keys import NoteKey, NoteSigner, is_name

NOTE_BYTES_MAX = 256 * 1024
SIGNATURES_MAX = 64
_DASH = "— "
_ID_BYTES = 4
_FIRST_PRINTABLE = 0x20


class NoteSignature(Struct, frozen=True):
    """One signature line: the name of the key, its id, and the signature."""

    name: str
    key_id: bytes
    signature: bytes

    @property
    def line(self) -> str:
        """The line as the note has it."""
        return f"{_DASH}{self.name} {b64encode(self.key_id + self.signature).decode()}\n"


class SignedNote(Struct, frozen=True):
    """A text with its signatures, not verified yet."""

    text: str
    """The signed text, with its last newline."""
    signatures: tuple[NoteSignature, ...]

    def __str__(self) -> str:
        return self.text + "\n" + "".join(one.line for one in self.signatures)

    def signed_by(self, signer: NoteSigner, at: int = 0) -> "SignedNote":
        """The note with one more signature, in place of an earlier one by the same key."""
        key = signer.key
        line = NoteSignature(key.name, key.id, signer.sign(self.text.encode(), at))
        return self.with_signatures((line,))

    def with_signatures(self, more: Iterable[NoteSignature]) -> "SignedNote":
        """The note with more signatures; a newer one replaces an earlier one by the same key."""
        lines = {(one.name, one.key_id): one for one in (*self.signatures, *more)}
        return replace(self, signatures=tuple(lines.values()))

    def times(self, keys: Iterable[NoteKey]) -> dict[NoteKey, int]:
        """The keys that signed this note, each with the time of its signature; raise ProofFaultError if a
        signature of a known key is not genuine."""
        found: dict[NoteKey, int] = {}
        for key in keys:
            for one in self.signatures:
                if (one.name, one.key_id) != (key.name, key.id):
                    continue
                at = key.signed_at(self.text.encode(), one.signature)
                if at is None:
                    raise ProofFaultError(
                        f"the signature of {key.name} is not genuine: the note or its signature was changed",
                        "signature",
                    )
                found[key] = at
        return found

    def check_signed_by(self, key: NoteKey) -> None:
        """Raise ProofFaultError unless this key signed the note."""
        if key not in self.times((key,)):
            raise ProofFaultError(f"no signature is by {key.name} with the id {key.id.hex()}", "signature")


def read_note(raw: bytes) -> SignedNote:
    """Read a signed note; raise ProofFaultError if it is malformed."""
    if len(raw) > NOTE_BYTES_MAX:
        raise _malformed(f"it has more than {NOTE_BYTES_MAX:,} bytes")
    try:
        whole = raw.decode()
    except UnicodeDecodeError as error:
        raise _malformed("it is not UTF-8") from error
    if any(ord(one) < _FIRST_PRINTABLE and one != "\n" for one in whole):
        raise _malformed("it contains control characters")
    text, blank, lines = whole.rpartition("\n\n")
    if not blank or not lines.endswith("\n"):
        raise _malformed("it needs a text, an empty line, and lines of signatures")
    rows = lines[:-1].split("\n")
    if len(rows) > SIGNATURES_MAX:
        raise _malformed(f"it has more than {SIGNATURES_MAX} signatures")
    return SignedNote(text + "\n", tuple(map(read_signature, rows)))


def read_signature(line: str) -> NoteSignature:
    """Read one signature line, without its newline; raise ProofFaultError if it is malformed."""
    dash, name, packed = line[: len(_DASH)], *line[len(_DASH) :].partition(" ")[::2]
    try:
        raw = b64decode(packed, validate=True)
        # One signature has one spelling: base64 with other bits in its padding is refused.
        if dash != _DASH or not is_name(name) or len(raw) <= _ID_BYTES or b64encode(raw).decode() != packed:
            raise ValueError(line)
    except ValueError as error:
        raise _malformed(f'"{line[:80]}" is not a signature line') from error
    return NoteSignature(name, raw[:_ID_BYTES], raw[_ID_BYTES:])


def _malformed(why: str) -> ProofFaultError:
    return ProofFaultError(f"not a signed note: {why}", "malformed")
