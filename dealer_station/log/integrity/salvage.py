"""Rescue of a damaged file: rebuilds the b-tree above the remaining rows, in a copy.

SQLite finds a row through interior pages that lie anywhere in the file. If one of them is lost, by truncation
or a disk fault, the rows below it still exist but cannot be reached. This module therefore scans the copy
page by page for leaf pages of the table `event` and builds new interior pages above them. It does not judge
the rows: the hash chain shows whether they are as they were written. The page format is that of
https://www.sqlite.org/fileformat2.html.
"""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from dealer_station.log.integrity.chain import COLUMNS

HEAD_BYTES = 100
"""Length of the database header at the start of the first page."""
_LEAF, _INTERIOR = 0x0D, 0x05
_INTERIOR_HEAD, _CELL_MAX = 12, 4 + 9 + 2
"""Header length of an interior page, and the maximum length of one cell: page number, row number, cell
pointer."""


class _Page(Struct, frozen=True, order=True):
    """A page of the b-tree: the first and last row that can be reached through it, and its page number."""

    first: int
    last: int
    number: int


def page_bytes(head: bytes) -> int:
    """The page size of a file; zero if the header is not one of SQLite."""
    if len(head) < HEAD_BYTES or head[:16] != b"SQLite format 3\0":
        return 0
    size = int.from_bytes(head[16:18], "big")
    return 65536 if size == 1 else size


def is_cut(path: Path) -> bool:
    """True if the file is shorter than its header says."""
    try:
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
        length = path.stat().st_size
    except OSError:
        return False  # SQLite reports this with a better message.
    size, pages = page_bytes(head), int.from_bytes(head[28:32], "big")
    # The page count in the header is valid only if it was written together with the last change.
    return bool(size) and head[24:28] == head[92:96] and pages * size > length


def rebuild_tree(content: bytearray, root: int) -> int:
    """Rebuild the b-tree of `event` in place, from its root page to every remaining leaf; return the number
    of leaves."""
    size = page_bytes(bytes(content[:HEAD_BYTES]))
    content += bytes(-len(content) % size)
    # Build the tree bottom up. `level` holds the pages of the current level in row order, at first the
    # leaves. While they do not fit into one interior page, groups of `room` pages get a new interior page
    # each, appended to the file, and those form the next level. The last level goes into the root page, whose
    # number is fixed by sqlite_master. Finally the page count in the file header (bytes 28 to 31) is set to
    # the new length.
    level = _in_order(_leaves(content, size))
    found = len(level)
    room = (size - _INTERIOR_HEAD) // _CELL_MAX
    while len(level) > room:
        above = []
        for at in range(0, len(level), room):
            below = level[at : at + room]
            content += _interior(below, size)
            above.append(_Page(below[0].first, below[-1].last, len(content) // size))
        level = above
    if found:
        content[(root - 1) * size : root * size] = _interior(level, size)
        content[28:32] = (len(content) // size).to_bytes(4, "big")
    return found


def _leaves(content: bytearray, size: int) -> Iterator[_Page]:
    """The leaf pages whose first and last cell are rows of `event`; page 1 is never one."""
    for number in range(2, len(content) // size + 1):
        page = bytes(content[(number - 1) * size : number * size])
        cells = int.from_bytes(page[3:5], "big")
        # A leaf may hold rows of another table, or be a page that SQLite no longer uses. Its first and last
        # cell tell: only `event` has so many columns. Damage in between is left to the chain to find.
        if page[0] != _LEAF or not 0 < cells <= (size - 8) // 2:
            continue
        ends = [_row_number(page, int.from_bytes(page[at : at + 2], "big")) for at in (8, 6 + 2 * cells)]
        if None not in ends:
            yield _Page(ends[0] or 0, ends[1] or 0, number)


def _row_number(page: bytes, at: int) -> int | None:
    """The number of the row in a cell, or None unless it has as many columns as `event`, as no other table
    has."""
    try:
        _, at = _varint(page, at)
        number, at = _varint(page, at)
        length, after = _varint(page, at)
        columns = 0
        while after < at + length:
            _, after = _varint(page, after)
            columns += 1
    except IndexError:
        return None
    return number if columns == len(COLUMNS) else None


def _varint(page: bytes, at: int) -> tuple[int, int]:
    """Read a variable-length integer of one to nine bytes; return it and the position after it."""
    value = 0
    for length in range(8):
        byte = page[at + length]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + length + 1
    return value << 8 | page[at + 8], at + 9


def _in_order(found: Iterator[_Page]) -> list[_Page]:
    """The pages in the order of their rows; a page that overlaps an earlier one is stale and left out."""
    # When SQLite splits a page it may leave the old one in the file unchanged. Both then claim the same rows;
    # the b-tree may reach each row once only.
    kept: list[_Page] = []
    for page in sorted(found):
        if page.last >= page.first and (not kept or page.first > kept[-1].last):
            kept.append(page)
    return kept


def _interior(below: list[_Page], size: int) -> bytes:
    """Return an interior page above these pages; the last one is the right-most pointer and needs no row
    number."""
    cells = [page.number.to_bytes(4, "big") + _as_varint(page.last) for page in below[:-1]]
    places, end = [], size
    for cell in cells:
        end -= len(cell)
        places.append(end.to_bytes(2, "big"))
    head = bytes([_INTERIOR]) + bytes(2) + len(cells).to_bytes(2, "big") + (end % 65536).to_bytes(2, "big")
    head += bytes(1) + below[-1].number.to_bytes(4, "big")
    start = head + b"".join(places)
    return start + bytes(end - len(start)) + b"".join(reversed(cells))


def _as_varint(value: int) -> bytes:
    """Encode a row number; they stay far below the values whose ninth byte has another form."""
    pieces = [value & 0x7F]
    while value := value >> 7:
        pieces.append(value & 0x7F | 0x80)
    return bytes(reversed(pieces))
