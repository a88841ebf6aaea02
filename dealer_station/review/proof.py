"""Proof of a round: the rows that were verified and when, the findings, and the signatures that cover it."""

from contextlib import suppress

from msgspec import Struct

from dealer_station.engine.model.errors import LogCorruptError
from dealer_station.log.integrity.chain import hash_of
from dealer_station.log.integrity.keys import fingerprint
from dealer_station.log.integrity.sign import Checkpoint
from dealer_station.log.integrity.verify import Verification, now_us
from dealer_station.log.read.reader import END, Reader
from dealer_station.review.times import day_text

SPOILS = ("row", "file", "cut")
"""Kinds of findings that affect rows."""
ANCHOR_BEFORE = "SELECT max(seq) FROM anchor WHERE seq < ?"


class HashedRows(Struct, frozen=True):
    """Rows that were hashed again while a sheet was made."""

    first: int
    last: int
    bad: int
    """The first changed row; zero if there is none."""
    at_us: int
    end: int
    """The last row of the round."""
    missing: bool = False
    """True if the bad row is missing or unreadable."""


def hash_again(log: Reader, first: int, last: int) -> HashedRows:
    """Hash the rows again from the anchor before the round to the first checkpoint that covers its end."""
    signed = log.signatures_for(last)
    start, end = _anchor_before(log, first), signed[0].seq if signed else END
    at_us, before, seq = now_us(), None, start - 1
    try:
        for values in log.raw_rows(start, end):
            prev, digest = values[-2], values[-1]
            if values[0] != seq + 1:
                return HashedRows(start, seq, seq + 1, at_us, last, missing=True)
            if (before is not None and prev != before) or hash_of(prev, values[:-2]) != digest:
                return HashedRows(start, seq, seq + 1, at_us, last)
            seq, before = values[0], digest
    except LogCorruptError:
        return HashedRows(start, seq, seq + 1, at_us, last, missing=True)
    except ValueError:
        return HashedRows(start, seq, seq + 1, at_us, last)
    if seq < last:
        return HashedRows(start, seq, seq + 1, at_us, last, missing=True)
    forged = bool(signed) and not (signed[0].is_genuine and signed[0].head == before)
    return HashedRows(start, seq, seq if forged else 0, at_us, last)


def _anchor_before(log: Reader, first: int) -> int:
    """The row of the anchor from which the round is rebuilt, or the first row."""
    lowest = log.ends()[0]
    with suppress(Exception):  # Schema 0001 has no anchors, and their table may be damaged.
        return max(lowest, log.driver.execute(ANCHOR_BEFORE, (first,)).fetchone()[0] or 0)
    return lowest


def chain_words(report: Verification, stretch: HashedRows | None = None) -> str:
    """The state of the chain: verified when and up to which row, or broken where."""
    broken = [seq for seq in (report.broken_seq, stretch.bad if stretch else 0) if seq]
    if broken:
        return f"chain broken at row {min(broken):,}"
    if not report.ok:
        return "chain broken"
    when = f" on {day_text(report.looked_us)}" if report.looked_us else ""
    return f"chain verified{when}: all {report.rows:,} rows, up to row {report.last_seq:,}, as written"


def is_sound(report: Verification, stretch: HashedRows) -> bool:
    """True if neither the verification nor the second hashing found a fault."""
    return report.ok and not stretch.bad


def proof(log: Reader, report: Verification, stretch: HashedRows, span: tuple[int, int]) -> tuple[str, ...]:
    """Sentences about the proof of these rows, ending with the signatures."""
    first, last = span
    whole = chain_words(report, stretch)
    words = [f"{whole[0].upper()}{whole[1:]}. This round has rows {first:,} to {last:,}."]
    words += [f"{finding.words}." for finding in report.findings[:4]]
    words.append(_again(stretch))
    if any(finding.kind in SPOILS for finding in report.findings):
        words.append(
            "They come before the bad row and are as they were written."
            if last <= report.sound_seq
            else "They are not proved: a bad row comes before their end."
        )
        words.append(f"{holding(report)}.")
    if not report.trusted:
        words.append(
            "The key was taken from the file itself: the rows are unchanged, but their author is not proved."
        )
    signed = log.signatures_for(last)
    words += [_signed(one) for one in signed] or ["No signature covers this round yet."]
    return tuple(words)


def holding(report: Verification) -> str:
    """The rows up to which the chain of a broken log holds and is signed, as a sentence."""
    signed = min(report.signed_seq, report.sound_seq)
    whose = f"signed up to row {signed:,}" if signed else "no signature covers it"
    return f"The chain is intact up to row {report.sound_seq:,}; {whose}"


def signing(report: Verification) -> str:
    """The row up to which an intact log is signed, and the number of unsigned rows, as a sentence."""
    unsigned = min(report.rows, report.last_seq - report.signed_seq)
    if not report.signed_seq:
        return f"none of its {unsigned:,} rows is signed yet"
    tail = f"; the last {unsigned:,} rows are not signed yet" if unsigned else ""
    return f"signed up to row {report.signed_seq:,}{tail}"


def _again(stretch: HashedRows) -> str:
    """A sentence about the rows that were hashed again."""
    rows = f"Rows {stretch.first:,} to {stretch.last:,} were read and hashed again for this sheet"
    when = day_text(stretch.at_us)
    if stretch.bad:
        what = "IS MISSING" if stretch.missing else "WAS CHANGED"
        before = stretch.bad > stretch.end
        proved = "The rows of the round come before it." if before else "The round is not proved."
        return f"{rows}, {when}: ROW {stretch.bad:,} {what}. {proved}"
    return f"{rows}, {when}: each is chained to the one before it."


def _signed(one: Checkpoint) -> str:
    """A sentence about a checkpoint."""
    holds = "" if one.is_genuine else " THIS SIGNATURE IS INVALID."
    return (
        f"Checkpoint at row {one.seq:,}, {day_text(one.wall_us)}, key {fingerprint(one.signer)}.{holds} "
        f"Head {one.head.hex()}, signature {one.signature.hex()}"
    )
