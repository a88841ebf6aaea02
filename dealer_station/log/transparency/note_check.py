"""Verification of a log against a signed note that was kept elsewhere."""

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from dealer_station.engine.model.errors import LogCorruptError, LogError, ProofFaultError
from dealer_station.log.integrity.verify import Finding, Verification, verify
from dealer_station.log.read.reader import Reader
from dealer_station.log.transparency.log_tree import open_tree, signing_keys
from dealer_station.log.transparency.note import NOTE_BYTES_MAX, SignedNote, read_note
from dealer_station.log.transparency.tree_head import TreeHead, head_of, log_key


def note_in(path: Path) -> SignedNote | None:
    """The signed note in a file, or None if the file is the station's own `.checkpoint`, which is JSON."""
    with path.open("rb") as file:
        raw = file.read(NOTE_BYTES_MAX + 1)
    if not raw.strip() or raw.lstrip().startswith(b"{"):
        return None
    try:
        note = read_note(raw)
        head_of(note)
    except ProofFaultError as error:
        raise LogError(
            f"{path}: this is not a checkpoint: {error}; name a copy of the .checkpoint file of a log, or a "
            "signed note"
        ) from error
    return note


def verify_against(
    path: Path, note: SignedNote, keys: tuple[bytes, ...], progress: Callable[[int], None]
) -> Verification:
    """Verify a log and compare its tree with a signed note; `keys` are the keys that the reader trusts.
    Without any, the key of the log that signed the note is trusted."""
    head = head_of(note)
    try:
        with Reader(path) as log:
            candidates = {log_key(head.origin, key): key for key in (*keys, *signing_keys(log))}
            first_seq = log.first_seq
        whole = open_tree(path)
    except LogCorruptError:
        return verify(path, keys=keys, progress=progress)  # It says where the damage is.
    try:
        signers = tuple(candidates[key] for key in note.times(candidates))
    except ProofFaultError:
        signers = ()
    report = verify(path, keys=keys or signers, progress=progress)
    if not signers:
        return _with(report, Finding("signature", head.size, _not_signed(head)))
    if whole.origin != head.origin:
        return _with(report, Finding("signature", 0, f"the checkpoint is of another log, {head.origin}"))
    if head.size > report.last_seq:
        words = f"the tail is cut: the log ends at row {report.last_seq}, but row {head.size} was signed"
        return _with(report, Finding("cut", report.last_seq + 1, words))
    # A note of an earlier month is compared with that month's file, not with this one.
    if head.size < first_seq or report.sound_seq < head.size:
        return report
    if whole.head(head.size).root != head.root:
        words = f"the rows up to row {head.size} differ from the signed checkpoint: the file was rewritten"
        return _with(report, Finding("row", head.size, words))
    return report


def _not_signed(head: TreeHead) -> str:
    return f"the checkpoint of row {head.size} outside the file is not signed with a key of this log"


def _with(report: Verification, finding: Finding) -> Verification:
    return replace(report, findings=(*report.findings, finding))
