"""A damaged file, read as far as it goes: a copy in which the way to the rows that are left is made anew.

SQLite finds a row by way of pages that lie anywhere in the file. Where one of those is gone, by a cut or a
fault of the disk, the rows below it are still there, and nobody can reach them. So the pages that hold rows
are looked for one by one, in a copy; whether the rows are as they were written is for the chain to say. The
form of the pages is that of https://www.sqlite.org/fileformat2.html.
"""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from dealer_station.log.integrity.chain import COLUMNS

HEAD_BYTES = 100
"""The file begins with them, on its first page."""
_LEAF, _INTERIOR = 0x0D, 0x05
_INTERIOR_HEAD, _CELL_MAX = 12, 4 + 9 + 2
"""An interior page: its head, and a way to another page with the last row that is found on it."""


class _Page(Struct, frozen=True, order=True):
    """A page with rows of the table, or one that leads to them."""

    first: int
    last: int
    number: int


def page_bytes(head: bytes) -> int:
    """How large the pages of a file are; zero where the head is none of SQLite's."""
    if len(head) < HEAD_BYTES or head[:16] != b"SQLite format 3\0":
        return 0
    size = int.from_bytes(head[16:18], "big")
    return 65536 if size == 1 else size


def is_cut(path: Path) -> bool:
    """The file is shorter than its head says."""
    try:
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
        length = path.stat().st_size
    except OSError:
        return False  # SQLite says so itself, and better.
    size, pages = page_bytes(head), int.from_bytes(head[28:32], "big")
    # The number of pages is only meant where it was written together with the last change.
    return bool(size) and head[24:28] == head[92:96] and pages * size > length


def made_anew(content: bytearray, root: int) -> int:
    """Leads from the root to every page of rows that is left, in place; how many there are."""
    size = page_bytes(bytes(content[:HEAD_BYTES]))
    content += bytes(-len(content) % size)
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
    for number in range(2, len(content) // size + 1):
        page = bytes(content[(number - 1) * size : number * size])
        cells = int.from_bytes(page[3:5], "big")
        if page[0] != _LEAF or not 0 < cells <= (size - 8) // 2:
            continue
        ends = [_row_number(page, int.from_bytes(page[at : at + 2], "big")) for at in (8, 6 + 2 * cells)]
        if None not in ends:
            yield _Page(ends[0] or 0, ends[1] or 0, number)


def _row_number(page: bytes, at: int) -> int | None:
    """The number of a row, where it has the columns of an event: no other table has as many."""
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
    """A number of one to nine bytes, and where it ends."""
    value = 0
    for length in range(8):
        byte = page[at + length]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + length + 1
    return value << 8 | page[at + 8], at + 9


def _in_order(found: Iterator[_Page]) -> list[_Page]:
    """By their rows; of two pages that claim the same row the second is none of this log."""
    kept: list[_Page] = []
    for page in sorted(found):
        if page.last >= page.first and (not kept or page.first > kept[-1].last):
            kept.append(page)
    return kept


def _interior(below: list[_Page], size: int) -> bytes:
    """A page that leads to these; the last one needs no row, everything beyond is found on it."""
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
    """Row numbers stay far below the nine bytes that would need another form."""
    pieces = [value & 0x7F]
    while value := value >> 7:
        pieces.append(value & 0x7F | 0x80)
    return bytes(reversed(pieces))
