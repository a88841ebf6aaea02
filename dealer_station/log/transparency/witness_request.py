"""The request in which a log asks a witness for a cosignature.

old NUMBER OF ROWS THAT THE WITNESS KNOWS
HASHES OF THE CONSISTENCY PROOF, ONE ON EACH LINE
                                                  (an empty line)
THE SIGNED NOTE
"""

from msgspec import Struct

from dealer_station.engine.model.errors import ProofFaultError
from dealer_station.log.transparency.note import SignedNote, read_note
from dealer_station.log.transparency.tree import PROOF_HASHES_MAX
from dealer_station.log.transparency.tree_head import encoded, hashes, number

_OLD = "old "


class WitnessRequest(Struct, frozen=True):
    """A signed note with the proof that it continues what the witness knows."""

    old: int
    proof: tuple[bytes, ...]
    note: SignedNote

    @property
    def body(self) -> bytes:
        """The body of the HTTP request."""
        lines = "".join(f"{encoded(one)}\n" for one in self.proof)
        return f"{_OLD}{self.old}\n{lines}\n{self.note}".encode()


def read_request(body: bytes) -> WitnessRequest:
    """Read a request; raise ProofFaultError if it is malformed."""
    head, blank, note = body.partition(b"\n\n")
    try:
        old, *proof = head.decode("ascii").split("\n")
    except UnicodeDecodeError as error:
        raise ProofFaultError("the lines before the checkpoint are not ASCII", "malformed") from error
    if not blank or not old.startswith(_OLD):
        raise ProofFaultError(
            'not a witness request: it needs an "old" line, a proof, an empty line and a checkpoint',
            "malformed",
        )
    if len(proof) > PROOF_HASHES_MAX:
        raise ProofFaultError(f"the proof has more than {PROOF_HASHES_MAX} hashes", "malformed")
    return WitnessRequest(number(old.removeprefix(_OLD)), hashes(proof), read_note(note))
