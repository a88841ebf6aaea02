"""The client of a witness: submits a checkpoint with its proof and returns the verified cosignature."""

import http.client
from collections.abc import Callable, Sequence
from typing import Literal
from urllib.parse import urlsplit

from dealer_station.engine.model.errors import ProofFaultError, ProofTrouble
from dealer_station.floor.witness.cosigning import SIZE_TYPE
from dealer_station.log.transparency.note import NoteSignature, SignedNote, read_signature
from dealer_station.log.transparency.note_keys import NoteKey
from dealer_station.log.transparency.tree_head import head_of, number
from dealer_station.log.transparency.witness_request import WitnessRequest

TRIES = 4
"""A witness may learn of another checkpoint between two requests, so its size is asked for again."""
SECONDS_MAX = 15
_ANSWER_BYTES_MAX = 256 * 1024
_OK, _CONFLICT, _INCONSISTENT, _TOO_OFTEN, _SERVER_ERROR = 200, 409, 422, 429, 500

Prove = Callable[[int], Sequence[bytes]]
"""Returns the consistency proof from an older size to the size of the checkpoint."""
Refused = Literal["away", "refused", "ahead", "contradiction", "dishonest"]
"""The reason why there is no cosignature: no answer; the witness does not know the log or its key; it knows
more rows; it knows another history; its answer is not signed with its key."""


class WitnessFaultError(ProofFaultError):
    """A witness that did not cosign, with the reason."""

    def __init__(self, words: str, trouble: ProofTrouble, refused: Refused, known: int = 0) -> None:
        super().__init__(words, trouble)
        self.refused: Refused = refused
        self.known = known
        """The size that the witness named, if it knows more rows."""


def cosigned(url: str, key: NoteKey, note: SignedNote, prove: Prove, known: int = 0) -> NoteSignature:
    """Submit a checkpoint to the witness at `url` and return its cosignature, verified with `key`; `known` is
    the size that the witness is thought to know. Raise WitnessFaultError if the witness refuses."""
    size = head_of(note).size
    known = min(known, size)
    for _ in range(TRIES):
        proof = tuple(prove(known)) if known else ()
        status, body, kind = _post(url, WitnessRequest(known, proof, note).body)
        if status == _OK:
            return _verified(url, body, key, note)
        if status != _CONFLICT or kind != SIZE_TYPE:
            words = body.decode(errors="replace").strip()[:300]
            told = f"{url}: refused the checkpoint ({status}): {words}"
            raise WitnessFaultError(told, "proof", _refusal(status))
        try:
            known = number(body.decode(errors="replace").rstrip("\n"))
        except ProofFaultError as error:
            raise WitnessFaultError(f"{url}: names no size: {error}", "malformed", "dishonest") from error
        if known > size:
            raise WitnessFaultError(
                f"{url}: has cosigned {known:,} rows of this log, and the checkpoint has only {size:,}: "
                "submit a newer one, or find out why rows are missing",
                "proof",
                "ahead",
                known,
            )
    raise WitnessFaultError(f"{url}: named another size {TRIES} times; try again", "proof", "dishonest")


def _refusal(status: int) -> Refused:
    if status == _INCONSISTENT:
        return "contradiction"
    return "away" if status >= _SERVER_ERROR or status == _TOO_OFTEN else "refused"


def _verified(url: str, body: bytes, key: NoteKey, note: SignedNote) -> NoteSignature:
    """The witness's line among the lines of an answer; raise WitnessFaultError unless it is genuine."""
    try:
        lines = tuple(map(read_signature, body.decode(errors="replace").removesuffix("\n").split("\n")))
        SignedNote(note.text, lines).check_signed_by(key)
    except ProofFaultError as error:
        raise WitnessFaultError(f"{url}: {error}", error.trouble, "dishonest") from error
    return next(one for one in lines if (one.name, one.key_id) == (key.name, key.id))


def _post(url: str, body: bytes) -> tuple[int, bytes, str]:
    """Post a request; return the status, the body and the type of the answer."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ProofFaultError(f"{url}: is not the address of a witness; it begins with https://", "malformed")
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname, parts.port, timeout=SECONDS_MAX)
    try:
        connection.request("POST", f"{parts.path.rstrip('/')}/add-checkpoint", body)
        answer = connection.getresponse()
        content_type: str = answer.headers.get_content_type()
        return answer.status, answer.read(_ANSWER_BYTES_MAX), content_type
    except (OSError, http.client.HTTPException) as error:
        words = str(error) or type(error).__name__
        raise WitnessFaultError(
            f"{url}: the witness does not answer: {words}; try again", "malformed", "away"
        ) from error
    finally:
        connection.close()
