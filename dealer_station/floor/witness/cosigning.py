"""The decision of a witness: cosign a checkpoint that continues the newest one, refuse every other.

The state of a log is the newest note that the witness cosigned for it, in a file of its own. It is replaced
atomically and synced before anybody is answered. After a crash in between, the log asks again from the size
that the witness then names.
"""

import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Literal

from msgspec import Struct

from dealer_station.engine.model.errors import ProofFaultError
from dealer_station.floor.witness.settings import Witness
from dealer_station.log.transparency.log_tree import write_durably
from dealer_station.log.transparency.note import SignedNote, read_note
from dealer_station.log.transparency.tree import EMPTY_ROOT, is_consistent
from dealer_station.log.transparency.tree_head import TreeHead, head_of
from dealer_station.log.transparency.witness_request import WitnessRequest, read_request

SIZE_TYPE = "text/x.tlog.size"
TEXT_TYPE = "text/plain; charset=utf-8"

Verdict = Literal[
    "cosigned", "malformed", "unknown_log", "bad_signature", "other_size", "inconsistent", "no_checkpoint"
]
"""The outcome of a request: cosigned, or the reason for a refusal."""
_STATUS: dict[Verdict, int] = {
    "cosigned": 200,
    "malformed": 400,
    "bad_signature": 403,
    "unknown_log": 404,
    "no_checkpoint": 404,
    "other_size": 409,
    "inconsistent": 422,
}


class WitnessAnswer(Struct, frozen=True):
    """An answer to a request."""

    verdict: Verdict
    body: str
    origin: str = ""
    size: int = 0
    known: int = 0
    """The size that the witness knew before the request."""

    @property
    def status(self) -> int:
        """The HTTP status code."""
        return _STATUS[self.verdict]

    @property
    def content_type(self) -> str:
        """The type of the body."""
        return SIZE_TYPE if self.verdict == "other_size" else TEXT_TYPE


def _seconds() -> int:
    return int(time.time())


class Cosigner:
    """Answers requests; one at a time, because the check and the new state belong together."""

    def __init__(self, witness: Witness, now: Callable[[], int] = _seconds) -> None:
        self.witness = witness
        self._now = now
        self._lock = Lock()

    def add_checkpoint(self, body: bytes) -> WitnessAnswer:
        """Answer a request for a cosignature."""
        try:
            request = read_request(body)
            head = head_of(request.note)
        except ProofFaultError as error:
            return WitnessAnswer("malformed", f"{error}\n")
        keys = self.witness.logs.get(head.origin)
        if keys is None:
            return WitnessAnswer("unknown_log", f"this witness does not know {head.origin}\n", head.origin)
        try:
            signed = request.note.times(keys)
        except ProofFaultError as error:
            return WitnessAnswer("bad_signature", f"{error}\n", head.origin, head.size)
        if not signed:
            words = f"no signature is by a key that this witness knows for {head.origin}\n"
            return WitnessAnswer("bad_signature", words, head.origin, head.size)
        if request.old > head.size:
            words = f"the old size {request.old} is larger than the size of the checkpoint\n"
            return WitnessAnswer("malformed", words, head.origin, head.size)
        with self._lock:
            return self._decide(request, head)

    def _decide(self, request: WitnessRequest, head: TreeHead) -> WitnessAnswer:
        """Compare a genuine checkpoint with the newest one, and store and cosign it."""
        path = self.path(head.origin)
        kept = self._kept(path)
        known = TreeHead(head.origin, 0, EMPTY_ROOT) if kept is None else head_of(kept)
        told = (head.origin, head.size, known.size)
        if request.old != known.size:
            return WitnessAnswer("other_size", f"{known.size}\n", *told)
        if not is_consistent(known.size, known.root, head.size, head.root, request.proof):
            words = f"the checkpoint does not continue the one of {known.size} rows that is cosigned here\n"
            return WitnessAnswer("inconsistent", words, *told)
        # Signatures of unknown keys are not stored: nobody here has checked them.
        own = {(key.name, key.id) for key in self.witness.logs[head.origin]}
        lines = tuple(one for one in request.note.signatures if (one.name, one.key_id) in own)
        note = SignedNote(request.note.text, lines).signed_by(self.witness.signer, self._now())
        self.store(path, note)
        return WitnessAnswer("cosigned", note.signatures[-1].line, *told)

    def store(self, path: Path, note: SignedNote) -> None:
        """Store the newest note of a log; after the return it survives a power cut."""
        write_durably(path, str(note))

    def path(self, origin: str) -> Path:
        """The file with the newest note of a log."""
        return self.witness.folder / "logs" / sha256(origin.encode()).hexdigest()

    def newest(self, origin_hash: str) -> WitnessAnswer:
        """Answer a monitor with the newest cosigned note of the log whose origin has this SHA-256, in hex."""
        known = {self.path(origin).name for origin in self.witness.logs}
        kept = self._kept(self.witness.folder / "logs" / origin_hash) if origin_hash in known else None
        if kept is None:
            return WitnessAnswer("no_checkpoint", "no checkpoint of such a log was cosigned here\n")
        head = head_of(kept)
        return WitnessAnswer("cosigned", str(kept), head.origin, head.size, head.size)

    def _kept(self, path: Path) -> SignedNote | None:
        """The stored note, or None; raise ProofFaultError if the file was damaged or changed."""
        try:
            note = read_note(path.read_bytes())
            note.check_signed_by(self.witness.signer.key)
        except FileNotFoundError:
            return None
        except ProofFaultError as error:
            raise ProofFaultError(f"{path}: {error}; restore it from a copy", error.trouble) from error
        return note
