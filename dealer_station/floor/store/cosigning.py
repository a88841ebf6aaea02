"""The decision of the floor about a station's note: cosign it if the floor's own rows give the same root.

The station's key must be one that the log names and the floor trusts. The tree is that of the last cosigned
note, extended by the rows since, so that a note which is cosigned always continues the last one. Only the
branch that readers take for the log is cosigned. A note that differs is evidence: of a station that signed
two histories, or of rows that were changed here."""

from msgspec import Struct

from dealer_station.engine.model.errors import ProofFaultError
from dealer_station.floor.protocol.messages import FloorHead, Refusal
from dealer_station.floor.protocol.notes import CosignedNote, SentNote
from dealer_station.floor.store import notes, quarantine, stations, stored_logs, trees
from dealer_station.floor.store.connection import Floor
from dealer_station.floor.store.notes import StoredNote
from dealer_station.floor.store.quarantine import CasePlace, EvidenceKind
from dealer_station.floor.store.trees import RowsArchivedError, RowsChangedError, TreeState
from dealer_station.log.transparency.note import SignedNote, read_note
from dealer_station.log.transparency.note_keys import NoteKey, NoteSigner
from dealer_station.log.transparency.tree_head import TreeHead, head_of, log_key, origin_of

ROWS_AT_ONCE = 20_000
"""The most rows that are hashed for one request; a longer tree is computed over several of them."""
STATION = (
    "SELECT l.id, l.identity, l.branch, h.branch, h.seq, h.hash, h.checkpoint_seq, h.anchor_seq, h.named, "
    "h.trusted FROM floor.station s JOIN floor.log l ON l.id = s.log "
    "JOIN floor.head h ON h.log = s.log AND h.branch = %s WHERE s.name = %s"
)
NO_NOTE = Refusal("not_found", "the floor has cosigned no note of this log yet")
COMPUTING = Refusal("busy", "the floor still computes the tree of this log; send the note again")
OTHER_KEY = Refusal(
    "not_found", "witness.key of this gateway is not the key of the floor; copy it from another gateway"
)
APART = Refusal(
    "fork", "these rows are not the branch that the floor's people have accepted; only that is cosigned"
)


class NoteCase(Struct, frozen=True):
    """A note under judgement: its station, its log, and its signed and its stated content."""

    station: str
    log: int
    identity: bytes
    branch: int
    head: FloorHead
    keys: tuple[NoteKey, ...]
    """The keys that the log has named and the floor trusts."""
    note: SignedNote
    told: TreeHead


class NoteFaultError(Exception):
    """A note that is not cosigned, with the answer for its station."""

    def __init__(self, refusal: Refusal, kind: EvidenceKind | None = None) -> None:
        super().__init__(refusal.words)
        self.refusal, self.kind = refusal, kind


def take_note(
    floor: Floor,
    who: tuple[str, bytes],
    sent: SentNote,
    signer: NoteSigner,
    now: int,
    outside: tuple[NoteKey, ...] = (),
) -> CosignedNote | Refusal:
    """Cosign the note of a station and return it; the caller answers after the commit. `who` is the name of
    the station and the digest of its key, `now` the time in seconds."""
    try:
        note = read_note(sent.note.encode())
        told = head_of(note)
    except ProofFaultError as error:
        return Refusal("malformed", str(error))
    with floor.transaction():
        if refusal := stations.refusal_of(floor, *who):
            return refusal
        found = floor.execute(STATION, (sent.branch, who[0]), binary=True).fetchone()
        if found is None:
            return Refusal("gap", "the floor does not have this branch; say hello again")
        log, identity, chosen, *head, named, trusted = found
        origin = origin_of(identity)
        keys = tuple(log_key(origin, key) for key in named if key in trusted)
        case = NoteCase(who[0], log, identity, sent.branch, FloorHead(*head), keys, note, told)
        try:
            if sent.branch != chosen:
                raise NoteFaultError(APART)
            _check_signed(case)
            if not notes.register_cosigner(floor, signer.key):
                raise NoteFaultError(OTHER_KEY)
            return _judged(floor, case, signer, now, outside)
        except NoteFaultError as fault:
            return _refused(floor, case, fault)


def _check_signed(case: NoteCase) -> None:
    """Raise NoteFaultError unless a trusted key of this log signed the note."""
    told = case.told
    if told.origin != origin_of(case.identity):
        raise NoteFaultError(Refusal("foreign_log", f"the note is of the log {told.origin}"))
    if told.extensions or not told.size:
        raise NoteFaultError(Refusal("malformed", "the floor cosigns notes of an origin, a size and a root"))
    try:
        signed = case.note.times(case.keys)
    except ProofFaultError as error:
        raise NoteFaultError(Refusal("forged", str(error)), "forged") from error
    if not signed:
        words = "the note is not signed with a key that this log has named and the floor trusts"
        raise NoteFaultError(Refusal("untrusted_key", words), "untrusted_key")
    if told.size > case.head.seq:
        words = f"the floor has the rows up to {case.head.seq}, and the note is of {told.size}"
        raise NoteFaultError(Refusal("gap", words, case.head))


def _judged(
    floor: Floor, case: NoteCase, signer: NoteSigner, now: int, outside: tuple[NoteKey, ...]
) -> CosignedNote | Refusal:
    """Compare a genuine note with the floor's rows; cosign it if it is newer than the last one."""
    # Notes of one log are judged one after the other: two gateways must not cosign past each other.
    lock = "SELECT 1 FROM floor.tree WHERE log = %s AND branch = %s FOR UPDATE"
    trees.keep_state(floor, case.log, case.branch, trees.EMPTY)
    floor.execute(lock, (case.log, case.branch))
    last = notes.newest_note(floor, case.log, case.branch)
    if last is not None:
        _check_last(case, last, notes.cosigners(floor))
    try:
        state = trees.state_at(floor, case.log, case.branch, case.told.size, ROWS_AT_ONCE)
    except RowsChangedError as error:
        words = f"row {error.seq} of the floor was changed or is missing, so that no root can be computed"
        raise _differs(words) from error
    except RowsArchivedError as error:
        words = (
            f"the rows up to {error.last} are in the floor's archive, and their tree is not known; run "
            "`dealer-station floor archive` at the floor, which computes it"
        )
        raise NoteFaultError(Refusal("not_found", words)) from error
    if state.size < case.told.size:
        trees.keep_state(floor, case.log, case.branch, state)
        return COMPUTING
    if state.frontier.root() != case.told.root:
        raise _differs(f"the floor's rows up to {state.size} have another root than the note")
    if last is None or state.size > last.size:
        _cosign(floor, case, state, signer, now)
    answer = newest_cosigned(floor, case.log, case.branch, outside)
    assert answer is not None
    return answer


def _check_last(case: NoteCase, last: StoredNote, keys: list[NoteKey]) -> None:
    """Raise NoteFaultError unless the last cosigned note is genuine and has the root of its stored tree."""
    try:
        note, root = last.note, last.state.frontier.root()
        is_whole = bool(note.times(keys)) and (head_of(note).size, head_of(note).root) == (last.size, root)
    except (ProofFaultError, ValueError):
        is_whole, root = False, b""
    if not is_whole:
        raise _differs(f"the note of {last.size} rows that the floor cosigned before was changed here")
    if case.told.size == last.size and case.told.root != root:
        raise _differs(f"the floor has cosigned another root for {last.size} rows")


def _cosign(floor: Floor, case: NoteCase, state: TreeState, signer: NoteSigner, now: int) -> None:
    """Store the note with the floor's cosignature."""
    # Lines of keys that nobody here has checked are not kept.
    own = {(key.name, key.id) for key in case.keys}
    lines = tuple(one for one in case.note.signatures if (one.name, one.key_id) in own)
    note = SignedNote(case.note.text, lines).signed_by(signer, now)
    notes.keep_note(floor, case.log, case.branch, state, note)


def newest_cosigned(
    floor: Floor, log: int, branch: int, outside: tuple[NoteKey, ...] = ()
) -> CosignedNote | None:
    """The newest cosigned note of a branch with the cosignatures that it has; None if there is none."""
    last = notes.newest_note(floor, log, branch)
    if last is None:
        return None
    lines = notes.outside_lines(floor, log, branch, last.size)
    whole = last.note.with_signatures(lines.values())
    return CosignedNote(last.size, str(whole), sum(key not in lines for key in outside))


def read_cosigned(
    floor: Floor, who: tuple[str, bytes], log: bytes, first: int, outside: tuple[NoteKey, ...]
) -> CosignedNote | Refusal:
    """The newest cosigned note of a log for a station or a reader, with the state of the tree before row
    `first` if that is not zero; `log` is empty for the station's own log."""
    if refusal := stations.refusal_of(floor, *who, log or None):
        return refusal
    with floor.transaction():
        number = stored_logs.log_number(log) if log else stations.log_of(floor, who[0])
        branch = stations.branch_of(floor, number)
        found = newest_cosigned(floor, number, branch, outside)
        if found is None:
            return NO_NOTE
        if not 1 < first <= found.size:
            return found
        try:
            state = trees.state_at(floor, number, branch, first - 1)
        except (RowsChangedError, RowsArchivedError):
            return found
    return CosignedNote(found.size, found.note, found.waiting, state.size, state.frontier.nodes)


def _differs(words: str) -> NoteFaultError:
    return NoteFaultError(Refusal("note_differs", words), "note_differs")


def _refused(floor: Floor, case: NoteCase, fault: NoteFaultError) -> Refusal:
    """Keep the evidence of a note that contradicts the floor, once, and return the answer."""
    if fault.kind is None:
        return fault.refusal
    evidence = str(case.note).encode()
    where = CasePlace(case.log, case.branch, case.station, case.told.size, case.told.size)
    number = quarantine.keep_evidence(floor, fault.kind, where, evidence)
    return Refusal(fault.refusal.code, fault.refusal.words, case.head, number)
