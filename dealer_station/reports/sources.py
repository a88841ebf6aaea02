"""The files that a report is made from: whose they are, how far to trust each, which goes on from which."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model.errors import LogCorruptError, LogError
from dealer_station.log.catalogue.disputes import refuse_review
from dealer_station.log.integrity.chain import GENESIS
from dealer_station.log.integrity.verify import Report as Verification
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import END, Reader
from dealer_station.log.store.codec import decode
from dealer_station.log.store.records import Opened, OpenedAs, Started
from dealer_station.review.proof import signing

Progress = Callable[[int], None]
Seal = Literal["verified", "unverified", "broken", "no log"]
SPOILS_ROWS = ("row", "file")
"""What is found so at a row is not to be trusted from that row on."""
OWN_KEY = "; the key was taken from the file itself: the rows are unchanged, who wrote them is not proved"
OPENING_ROWS = 40
"""A file says what kind of table it is of, and whether its station was running, in its first rows."""


class Source(Struct, frozen=True):
    """A log that a report was made from, and how far it can be trusted."""

    path: str
    seal: Seal
    words: str
    """What the seal means here."""
    table: str = ""
    kind: str = ""
    rows: int = 0
    """Those that could be trusted, and were counted."""
    first_us: int = 0
    last_us: int = 0
    last_seq: int = END
    """The last row that can be trusted."""
    opening: str = ""
    """The hash of the first row: copies of one log have it in common."""
    stands_on: str = ""
    """The hash of the last row of the month before; nothing where the story begins here."""
    previous: str = ""
    """What that file was called."""
    head: str = ""
    """The hash of the last row that can be trusted."""
    goes_on: bool = False
    """The station was running when the file began, and ran on."""
    played_us: int = 0
    """When the last round ended."""

    @property
    def name(self) -> str:
        return Path(self.path).name


class _Opening(Struct):
    """What the first rows of a file say."""

    table: str = ""
    kind: str = ""
    previous: str = ""
    goes_on: bool = False


def rows_in(path: Path) -> int:
    """How many rows a log has, as far as anybody can tell."""
    try:
        with Reader(path) as log:
            first, last = log.ends()
    except LogError:
        return 0
    return last - first + 1 if last else 0


def looked_at(path: Path, *, verified: bool = True, progress: Progress = lambda _: None) -> Source:
    """A log before it is counted: whose it is, and how far it can be trusted."""
    try:
        with Reader(path) as log:
            refuse_review(log)
        if not verified:
            return _described(path, "unverified", "the chain was not verified", END)
        found = verify(path, progress=progress)
        return known(path, found)
    except LogError as error:
        return Source(str(path), "no log", without_path(str(error), path))


def known(path: Path, found: Verification) -> Source:
    """A log that somebody has verified already."""
    try:
        return _described(path, *_trust(path, found))
    except LogError as error:
        return Source(str(path), "broken", without_path(str(error), path), last_seq=0)


def _trust(path: Path, found: Verification) -> tuple[Seal, str, int]:
    if found.ok:
        return "verified", f"chain verified, {signing(found)}{'' if found.trusted else OWN_KEY}", END
    words = without_path(found.findings[0].words, path)
    spoils = [one for one in found.findings if one.kind in SPOILS_ROWS]
    if not spoils:
        return "broken", f"{words}; the rows themselves hold and are counted", END
    # Where no row is named another part of the file is damaged: what was read of the chain holds.
    last = min(one.seq - 1 if one.seq else found.last_seq for one in spoils)
    if last < 1 or not found.rows:
        return "broken", f"{words}; nothing of it can be trusted, nothing is counted", 0
    where = f"broken at row {last + 1:,}: " if any(one.seq for one in spoils) else ""
    signed = "" if found.signed_seq else "; nobody's signature stands for them"
    return "broken", f"{where}{words}; rows up to {last:,} hold and are counted{signed}", last


def without_path(words: str, path: Path) -> str:
    """A sentence that stands beside the name of the file already."""
    return words.replace(f"{path}: ", "")


def _described(path: Path, seal: Seal, words: str, last_trusted: int) -> Source:
    """Whose log it is, and from when up to when."""
    with Reader(path) as log:
        first, last = log.ends()
        last = min(last, last_trusted)
        begun = next(log.raw_rows(first, first), None) if last else None
        over = _last_row(log, last) if last else None
        if begun is None or over is None:
            return Source(str(path), seal, words, last_seq=last_trusted)
        if log.is_partial and seal == "unverified":
            seal, words = "broken", "the file is damaged or cut short; what is left was not verified"
        opening = _opening(log, first, last)
        played_us = _last_played(log, over[0])
    return Source(
        *(str(path), seal, words, opening.table, opening.kind, over[0] - first + 1, begun[3], over[3]),
        last_seq=over[0],
        opening=begun[-1].hex(),
        stands_on="" if begun[-2] == GENESIS else begun[-2].hex(),
        previous=opening.previous,
        head=over[-1].hex(),
        goes_on=opening.goes_on,
        played_us=played_us,
    )


def _last_row(log: Reader, last: int) -> tuple[Any, ...] | None:
    """The last row that is there; somebody may have taken out the one that should be."""
    return next(
        (row for seq in range(last, max(0, last - OPENING_ROWS), -1) for row in log.raw_rows(seq, seq)), None
    )


def _last_played(log: Reader, last: int) -> int:
    """When the last round ended; zero where none did, or the list of rounds cannot be read."""
    try:
        found = log.newest_rounds(last + 1, 0, 1)
    except LogCorruptError:
        return 0
    return found[0][1].ended_us if found else 0


def _opening(log: Reader, first: int, last: int) -> _Opening:
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
"""Opening, keys, rules and the kind of the table: a station that was started comes right after them."""


def in_chains(sources: tuple[Source, ...]) -> Iterator[tuple[Source, ...]]:
    """Files that stand on each other, one after the other; each other file alone."""
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
    """Files that go on from another, which is not here, though the time in question begins in it."""
    heads = {one.head for one in sources if one.rows}
    for one in sources:
        if one.rows and one.previous and one.stands_on not in heads and first_us < one.first_us:
            yield one


def without_copies(sources: list[Source]) -> tuple[Source, ...]:
    """Of two copies of one log the longer one counts; rounds are not counted twice."""
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
    """Not counted; a log that went its own way after some row is said to have done so."""
    shared = _agree_up_to(one, longest)
    words = f"a copy of {longest.name}, which has as many rows or more; not counted twice"
    if shared < one.last_seq:
        words = (
            f"agrees with {longest.name} up to row {shared:,} and goes on in its own way: two stations went "
            f"on from one copy. Its own rows from {shared + 1:,} to {one.last_seq:,} are not counted; report "
            "on it alone"
        )
    return replace(one, words=words, rows=0, last_seq=0, head="", stands_on="")


def _agree_up_to(one: Source, other: Source) -> int:
    """The last row that two logs have in common: a chain that has parted never meets again."""
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
