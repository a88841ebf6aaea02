"""Arrays in PostgreSQL's binary format, packed by hand: every live append passes here.

The driver would find out the type of each element for each call, which takes longer than the database needs
for the whole append, and would prepare one statement for each mixture of types."""

import struct
from collections.abc import Callable, Iterable
from datetime import date

from msgspec import Struct

_EPOCH = date(2000, 1, 1)
_HEADER = struct.Struct(">iiiii").pack
_INTEGER = struct.Struct(">iq").pack
_DAY = struct.Struct(">ii").pack
_LENGTH = struct.Struct(">i").pack
_ABSENT = b"\xff\xff\xff\xff"


class ArrayKind(Struct, frozen=True):
    """A type of array: its name, the number of its element in PostgreSQL, and how an element is packed."""

    name: str
    element: int
    pack: Callable[[object], bytes]

    def of(self, values: Iterable[object]) -> bytes:
        """The bytes of an array."""
        pieces = [_ABSENT if one is None else self.pack(one) for one in values]
        if not pieces:
            return _HEADER(0, 0, self.element, 0, 0)[:12]
        has_absent = 1 if _ABSENT in pieces else 0
        return _HEADER(1, has_absent, self.element, len(pieces), 1) + b"".join(pieces)


def _integer(value: object) -> bytes:
    return _INTEGER(8, value)


def _bytes(value: object) -> bytes:
    assert isinstance(value, bytes)
    return _LENGTH(len(value)) + value


def _text(value: object) -> bytes:
    assert isinstance(value, str)
    return _bytes(value.encode())


def _day(value: object) -> bytes:
    assert isinstance(value, date)
    return _DAY(4, (value - _EPOCH).days)


BIGINTS = ArrayKind("bigint[]", 20, _integer)
BYTEAS = ArrayKind("bytea[]", 17, _bytes)
TEXTS = ArrayKind("text[]", 25, _text)
DATES = ArrayKind("date[]", 1082, _day)
