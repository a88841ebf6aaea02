"""The calls about signed notes: a station brings one, and anybody who may read a log gets the newest one.

| call                | message  | answer       |
| POST /v1/note       | SentNote | CosignedNote |
| GET /v1/log/ID/note | `from=`  | CosignedNote |

The floor cosigns a note only if its own rows give the same root. A note that differs is refused as
*note_differs*, kept as evidence, and never cosigned."""

from msgspec import Struct

NOTE, NOTE_OF_LOG = "/v1/note", "note"
NOTE_CHARACTERS_MAX = 16_384
"""A note of a station has some 300 characters."""


class SentNote(Struct, frozen=True):
    """A signed note of the newest checkpoint that the floor has acknowledged."""

    branch: int
    note: str


class CosignedNote(Struct, frozen=True, omit_defaults=True):
    """The newest note that the floor has cosigned, with all cosignatures that it has."""

    size: int
    note: str
    waiting: int = 0
    """The outside witnesses of the floor that have not cosigned this note yet."""
    before: int = 0
    """The row after which a reader's files begin, if the reader asked for the tree before them."""
    nodes: list[bytes] = []
    """The compact state of the tree up to that row."""
