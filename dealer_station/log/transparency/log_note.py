"""The signed notes of a log: made with the station's key on demand, cosigned, and kept beside the log.

FILE.note    the newest note that witnesses cosigned
FILE.tree    the state of the tree at the end of a month, for the months after it
"""

from pathlib import Path

from dealer_station.engine.model.errors import KeyFaultError, LogError, ProofFaultError
from dealer_station.log.integrity import keys as key_files
from dealer_station.log.integrity import sign
from dealer_station.log.integrity.keys import Keys
from dealer_station.log.read.reader import Reader
from dealer_station.log.transparency import row_proof
from dealer_station.log.transparency.log_tree import (
    LogTree,
    Progress,
    check_is_signed,
    month_with,
    newest_signed,
    open_tree,
    round_rows,
    signing_keys,
    silent,
    tree_path,
    write_durably,
    write_tree,
)
from dealer_station.log.transparency.note import SignedNote, read_note
from dealer_station.log.transparency.row_proof import RowProof
from dealer_station.log.transparency.tree_head import TreeHead, head_of, log_signer


def sign_note(path: Path, keys: Keys, seq: int | None = None, *, progress: Progress = silent) -> SignedNote:
    """Return the signed note of a row, or of the newest row that the station has signed."""
    seq = _signed_row(path, keys, seq)
    whole = open_tree(path, seq + 1)
    return whole.head(seq, progress).note(log_signer(whole.origin, keys.signing))


def write_trees(path: Path, keys: Keys) -> list[Path]:
    """Write the state of the tree at the end of each closed month before a log that has none yet; return the
    new files."""
    _signed_row(path, keys, None)
    whole = open_tree(path)
    return _write_states(whole, whole.files[:-1], keys.signing)


def write_closed_trees(month: Path, signing: bytes) -> list[Path]:
    """Write the state of the tree at the end of a closed month, and of those before it that have none yet;
    return the new files. `signing` is the station's private key."""
    whole = open_tree(month)
    for one in whole.files:
        with Reader(one) as log:
            check_is_signed(log, log.ends()[1])
    with Reader(month) as log:
        if sign.public_key(signing) not in signing_keys(log):
            raise KeyFaultError(f"{month}: never named this signing key; use the keys of its own station")
    return _write_states(whole, whole.files, signing)


def write_tree_before(month: Path, before: LogTree, keys: Keys) -> Path:
    """Write the state of the tree before the oldest month of a log that is here, signed with the station's
    key; `before` has led to a note that its former station has signed."""
    with Reader(month) as log:
        previous = log.previous
    if previous is None:
        raise LogError(f"{month}: is the first month of its log; there is no tree before it")
    start = before.start
    note = TreeHead(before.origin, start.size, start.root()).note(log_signer(before.origin, keys.signing))
    write_tree(tree_path(previous), start, note)
    return tree_path(previous)


def _write_states(whole: LogTree, months: tuple[Path, ...], signing: bytes) -> list[Path]:
    """Write the state of a tree at the end of each of its first months, in one pass over the rows."""
    signer, state = log_signer(whole.origin, signing), whole.start.copy()
    ends: dict[int, Path] = {}
    for month in months:
        with Reader(month) as log:
            ends[log.ends()[1]] = month
    for digest in whole.row_hashes(max(ends, default=0)) if ends else ():
        state.append(digest)
        if state.size in ends:
            note = TreeHead(whole.origin, state.size, state.root()).note(signer)
            write_tree(tree_path(ends[state.size]), state, note)
    return [tree_path(month) for month in months]


def _signed_row(path: Path, keys: Keys, seq: int | None) -> int:
    """Return the row, or the newest signed one; raise LogError unless the station has signed it before and
    the keys are its own."""
    with Reader(path) as log:
        seq = seq or newest_signed(log)
        if not seq:
            raise LogError(f"{path}: no row is signed yet; wait until a round has ended, or a minute")
        if keys.signer not in signing_keys(log):
            raise KeyFaultError(
                f"{path}: never named this signing key; use the keys of its own station, or for a closed "
                "month the log that continues it"
            )
    with Reader(month_with(path, seq)) as log:
        check_is_signed(log, seq)
    return seq


def note_path(log: Path) -> Path:
    """The path of the newest cosigned note, beside the log."""
    return log.with_name(log.name + ".note")


def kept_note(log: Path) -> SignedNote | None:
    """The newest cosigned note beside a log, or None."""
    return read_note_file(note_path(log)) if note_path(log).exists() else None


def keep_cosigned(log: Path, note: SignedNote) -> None:
    """Keep a cosigned note beside a log, atomically; a note of more rows is never replaced by one of fewer,
    and cosignatures of the same note are joined."""
    try:
        kept = kept_note(log)
    except ProofFaultError:
        kept = None  # A damaged file is replaced.
    if kept is not None and kept.text == note.text:
        note = kept.with_signatures(note.signatures)
    elif kept is not None:
        old, new = head_of(kept), head_of(note)
        if old.origin == new.origin and old.size > new.size:
            return
    if kept != note:
        write_durably(note_path(log), str(note))


def read_note_file(path: Path) -> SignedNote:
    """Read a signed note from a file; raise ProofFaultError with its name if it holds none."""
    try:
        return read_note(path.read_bytes())
    except ProofFaultError as error:
        raise ProofFaultError(f"{path}: {error}", error.trouble) from error


def prove_rows(path: Path, first: int, last: int, keys: Path) -> RowProof:
    """Return the proof of rows in the cosigned note beside the log; if that does not cover them, in a new
    note that is signed with the keys in a folder. Raise KeyFaultError if there are none."""
    note = kept_note(path)
    if note is None or head_of(note).size < last:
        if not (keys / "signing.key").exists():
            raise KeyFaultError(
                f"{path}: no cosigned checkpoint covers row {last:,}, and {keys} has no keys to sign a new "
                "one; name the folder of the station's keys with --keys"
            )
        note = sign_note(path, key_files.load(keys))
    return row_proof.prove(path, first, last, note)


def proof_path(sheet: Path) -> Path:
    """The path of the proof beside a dispute sheet."""
    return sheet.with_suffix(".tlog-proof")


def write_round_proof(path: Path, number: int, out: Path, keys: Path) -> None:
    """Write the proof of all rows of a round to a file."""
    write_durably(out, prove_rows(path, *round_rows(path, number), keys).text)
