"""The files of a report: their tables, how far each can be trusted, and which file continues which."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model.errors import LogCorruptError, LogError
from dealer_station.log.catalogue.dispute_notes import refuse_review
from dealer_station.log.integrity.chain import GENESIS
from dealer_station.log.integrity.verify import Verification, verify
from dealer_station.log.read.reader import END, Reader
from dealer_station.log.read.unfit_rows import unfit_rows
from dealer_station.log.store.codec import decode
from dealer_station.log.store.records import Opened, OpenedAs, Started
from dealer_station.review.proof import signing

Progress = Callable[[int], None]
ChainState = Literal["verified", "unverified", "broken", "no log"]
SPOILS_ROWS = ("row", "file")
"""Kinds of findings after which rows cannot be trusted, from the named row on."""
OWN_KEY = "; the key was taken from the file itself: the rows are unchanged, but their author is not proved"
LAST_US = 32_503_680_000_000_000
"""The end of the year 2999: no clock of a station is that wrong, and no calendar goes further."""
OPENING_ROWS = 40
"""The kind of table and whether its station was running are in these first rows."""


class Source(Struct, frozen=True):
    """A log that a report was made from, and how far it can be trusted."""

    path: str
    chain_state: ChainState
    words: str
    """The explanation of the verification result."""
    table: str = ""
    kind: str = ""
    rows: int = 0
    """The number of trusted rows, which are counted."""
    first_us: int = 0
    last_us: int = 0
    last_seq: int = END
    """The last trusted row."""
    opening: str = ""
    """The hash of the first row, equal in all copies of a log."""
    stands_on: str = ""
    """The hash of the last row of the previous month; empty if this is the first file."""
    previous: str = ""
    """The name of the previous month's file."""
    head: str = ""
    """The hash of the last trusted row."""
    goes_on: bool = False
    """True if the station was already running when the file began."""
    played_us: int = 0
    """End of the last round."""

    @property
    def name(self) -> str:
        """The file name."""
        return Path(self.path).name


class _Opening(Struct):
    """The content of the first rows of a file."""

    table: str = ""
    kind: str = ""
    previous: str = ""
    goes_on: bool = False


def rows_in(path: Path) -> int:
    """The number of rows in a log; zero if it cannot be read."""
    try:
        with Reader(path) as log:
            first, last = log.ends()
    except LogError:
        return 0
    return last - first + 1 if last else 0


def examine(path: Path, *, verified: bool = True, progress: Progress = lambda _: None) -> Source:
    """Examine a log before it is counted: its table, and how far it can be trusted."""
    try:
        with unfit_rows():
            with Reader(path) as log:
                refuse_review(log)
            if not verified:
                return _described(path, "unverified", "the chain was not verified", END)
            found = verify(path, progress=progress)
            return known(path, found)
    except LogError as error:
        return Source(str(path), "no log", without_path(str(error), path))


def known(path: Path, found: Verification) -> Source:
    """The source for a log that is verified already."""
    try:
        with unfit_rows():
            return _described(path, *_trust(path, found))
    except LogError as error:
        return Source(str(path), "broken", without_path(str(error), path), last_seq=0)


def _trust(path: Path, found: Verification) -> tuple[ChainState, str, int]:
    """The result of a verification: state of the chain, explanation, and the last trusted row."""
    if found.ok:
        return "verified", f"chain verified, {signing(found)}{'' if found.trusted else OWN_KEY}", END
    words = without_path(found.findings[0].words, path)
    spoils = [one for one in found.findings if one.kind in SPOILS_ROWS]
    if not spoils:
        return "broken", f"{words}; the rows themselves are intact and counted", END
    # Without a row number the damage is elsewhere in the file, and the rows read so far hold.
    last = min(one.seq - 1 if one.seq else found.last_seq for one in spoils)
    if last < 1 or not found.rows:
        return "broken", f"{words}; no row can be trusted, so none is counted", 0
    where = f"broken at row {last + 1:,}: " if any(one.seq for one in spoils) else ""
    signed = "" if found.signed_seq else "; no signature covers them"
    return "broken", f"{where}{words}; rows up to {last:,} are intact and counted{signed}", last


def without_path(words: str, path: Path) -> str:
    """A message without the path in front, for use beside the file name."""
    return words.replace(f"{path}: ", "")


def _described(path: Path, state: ChainState, words: str, last_trusted: int) -> Source:
    """A source with table and time span, read from the file."""
    with Reader(path) as log:
        first, last = log.ends()
        last = min(last, last_trusted)
        begun = next(log.raw_rows(first, first), None) if last else None
        over = _last_row(log, last) if last else None
        if begun is None or over is None:
            return Source(str(path), state, words, last_seq=last_trusted)
        if log.is_partial and state == "unverified":
            state, words = "broken", "the file is damaged or cut short; what is left was not verified"
        if not 0 <= min(begun[3], over[3]) <= max(begun[3], over[3]) < LAST_US:
            raise LogCorruptError(f"{path}: its rows are dated outside of the years 1970 to 2999")
        opening = _opening(log, first, last)
        played_us = _last_played(log, over[0])
    return Source(
        *(str(path), state, words, opening.table, opening.kind, over[0] - first + 1, begun[3], over[3]),
        last_seq=over[0],
        opening=begun[-1].hex(),
        stands_on="" if begun[-2] == GENESIS else begun[-2].hex(),
        previous=opening.previous,
        head=over[-1].hex(),
        goes_on=opening.goes_on,
        played_us=played_us,
    )


def _last_row(log: Reader, last: int) -> tuple[Any, ...] | None:
    """The last existing row; the one with the last number may have been removed."""
    return next(
        (row for seq in range(last, max(0, last - OPENING_ROWS), -1) for row in log.raw_rows(seq, seq)), None
    )


def _last_played(log: Reader, last: int) -> int:
    """End of the last round; zero if there is none or the index cannot be read."""
    try:
        found = log.newest_rounds(last + 1, 0, 1)
    except LogCorruptError:
        return 0
    return found[0][1].ended_us if found else 0


def _opening(log: Reader, first: int, last: int) -> _Opening:
    """Read kind of table, previous file and state of the station from the first rows."""
    found = _Opening()
    for row in log.rows(first, min(first + OPENING_ROWS, last)):
        content = decode(row.part, row.body) if row.part == "record" else None
        if isinstance(content, Opened) and content.previous_seq:
            found.previous, found.goes_on = content.previous_file, True
            carried = (content.carried or {}).get("opened_as")
            if carried:
                found.table, found.kind = carried.get("table", ""), carried["kind"]
        elif isinstance(content, OpenedAs):
            found.table, found.kind = content.table, content.kind
        elif isinstance(content, Started) and row.seq <= first + _BEFORE_A_START:
            found.goes_on = False
    return found


_BEFORE_A_START = 6
"""Rows for opening, keys, rules and kind of table; the record of a start follows right after them."""


def in_chains(sources: tuple[Source, ...]) -> Iterator[tuple[Source, ...]]:
    """Groups of files that continue each other, in order; every other file alone."""
    left = {one.path: one for one in sources if one.rows}
    after = {one.stands_on: one for one in left.values() if one.stands_on}
    heads = {one.head for one in left.values()}
    for one in sorted(left.values(), key=lambda one: one.stands_on in heads):
        chain: list[Source] = []
        following: Source | None = one
        while following is not None and following.path in left:
            chain.append(left.pop(following.path))
            following = after.get(following.head)
        if chain:
            yield tuple(chain)


def not_covered(sources: tuple[Source, ...], first_us: int) -> Iterator[Source]:
    """Files whose previous month is missing, although the span begins in it."""
    heads = {one.head for one in sources if one.rows}
    for one in sources:
        if one.rows and one.previous and one.stands_on not in heads and first_us < one.first_us:
            yield one


def without_copies(sources: list[Source]) -> tuple[Source, ...]:
    """The sources with copies of the same log marked, so that only the longest is counted."""
    best: dict[str, Source] = {}
    for one in sources:
        longest = best.get(one.opening)
        if one.opening and (longest is None or one.rows > longest.rows):
            best[one.opening] = one
    kept = []
    for one in sources:
        longest = best.get(one.opening, one)
        kept.append(one if longest is one else _a_copy(one, longest))
    return tuple(sorted(kept, key=lambda one: (one.first_us, one.path)))


def _a_copy(one: Source, longest: Source) -> Source:
    """A source that is not counted; its text tells if it diverges from the longer copy."""
    shared = _agree_up_to(one, longest)
    words = f"a copy of {longest.name}, which has as many rows or more; not counted twice"
    if shared < one.last_seq:
        words = (
            f"agrees with {longest.name} up to row {shared:,} and then diverges: two stations continued one "
            f"copy. Its own rows from {shared + 1:,} to {one.last_seq:,} are not counted; report on it alone"
        )
    return replace(one, words=words, rows=0, last_seq=0, head="", stands_on="")


def _agree_up_to(one: Source, other: Source) -> int:
    """The last common row of two logs, by bisection: chains that have diverged never agree again."""
    try:
        with Reader(Path(one.path)) as log, Reader(Path(other.path)) as beside:
            same, parted = 0, min(one.last_seq, other.last_seq) + 1
            while parted - same > 1:
                middle = (same + parted) // 2
                ours, theirs = (list(islice(each.raw_rows(middle, middle), 1)) for each in (log, beside))
                if not ours or not theirs or ours[0][-1] == theirs[0][-1]:
                    same = middle
                else:
                    parted = middle
            return same
    except LogError:
        return min(one.last_seq, other.last_seq)
