"""The proof of a round that a reader of the floor writes: rows of the mirror in the floor's cosigned note;
and the tree that a spare needs to go on with the notes of the log.

A mirror has only the months that somebody asked for. The floor sends the compact state of the tree before
them. Nobody has to trust that state: what does not lead to the signed root is not written."""

from pathlib import Path

from dealer_station.engine.model.errors import LogError, ProofFaultError
from dealer_station.floor.client.reading_link import ReadingLink
from dealer_station.log.read.reader import END, Reader
from dealer_station.log.transparency import row_proof
from dealer_station.log.transparency.log_note import keep_cosigned
from dealer_station.log.transparency.log_tree import LogTree, round_rows, signing_keys, write_durably
from dealer_station.log.transparency.note import SignedNote, read_note
from dealer_station.log.transparency.tree import Frontier
from dealer_station.log.transparency.tree_head import head_of, log_key, origin_of


def write_floor_proof(link: ReadingLink, log: bytes, months: list[Path], number: int, out: Path) -> None:
    """Write the proof of a round in the newest note that the floor has cosigned; `months` are the files of a
    mirror from that of the round to the current one, and `log` is the identity of the log."""
    first, last = round_rows(months[-1], number)
    note, whole = _noted_tree(link, log, months, last)
    proof = row_proof.prove(months[-1], first, last, note, whole)
    keep_cosigned(months[-1], note)
    write_durably(out, proof.text)


def tree_before(link: ReadingLink, log: bytes, months: list[Path]) -> LogTree:
    """The tree of months of a mirror, with the compact state before them; raise LogError if the floor does
    not know it, and ProofFaultError unless it leads to the root of a note that the station of this log has
    signed."""
    note, whole = _noted_tree(link, log, months)
    head = head_of(note)
    known: list[bytes] = []
    for month in months:
        with Reader(month) as one:
            known += signing_keys(one)
            named = one.recollect_before(END).keys
            known += [bytes.fromhex(named.signing)] if named else []
    if not note.times(log_key(whole.origin, key) for key in dict.fromkeys(known)):
        raise ProofFaultError("the floor's newest note is not signed with a key of this log", "signature")
    if head.origin != whole.origin or whole.head(head.size).root != head.root:
        raise ProofFaultError("the tree that the floor sent does not lead to the signed root", "proof")
    return whole


def _noted_tree(
    link: ReadingLink, log: bytes, months: list[Path], last: int = 0
) -> tuple[SignedNote, LogTree]:
    """The newest note that the floor has cosigned, and the tree of some months with the state that the floor
    sent for the rows before them; the note must cover row `last`."""
    with Reader(months[0]) as first_month:
        before = first_month.first_seq - 1
    answer = link.note_of(log, before + 1)
    note = read_note(answer.note.encode())
    if head_of(note).size < last:
        raise ProofFaultError(
            f"the floor's newest cosigned note ends at row {head_of(note).size:,} and does not cover row "
            f"{last:,} yet; try again in a minute",
            "proof",
        )
    if answer.before != before:
        raise LogError(
            f"the floor no longer knows the tree before {months[0].name}; its archive has the rows"
        )
    try:
        return note, LogTree(origin_of(log), Frontier(before, answer.nodes), tuple(months))
    except ValueError as error:
        raise ProofFaultError(f"the floor sent a tree that cannot be used: {error}", "malformed") from error
