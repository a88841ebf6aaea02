"""Protocol v1: msgpack messages over HTTP/1.1.

| call                | message  | answer   |
| POST /v1/hello      | LogHello | Welcome  |
| POST /v1/append     | Append   | KeptUpTo |
| POST /v1/renew      | nothing  | Renewed  |
| GET /v1/log/ID/rows | query    | Page     |

Every other answer is a Refusal; STATUS gives the HTTP status of each code. Unknown fields are ignored, and
every field that a later version adds has a default, so that stations and gateways can be upgraded in any
order."""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from dealer_station.log.integrity.chain import GENESIS
from dealer_station.log.store.codec import Part
from dealer_station.log.transparency import tree_head

HELLO, APPEND, RENEW, LOG = "/v1/hello", "/v1/append", "/v1/renew", "/v1/log/"
OWN = "own"
"""Stands in an address for the log that the station is enrolled for."""
MEDIA = "application/msgpack"
PACKED = "deflate"
"""The content encoding of a compressed message (zlib)."""
ROWS_MAX = 1_000
"""The most rows of a batch."""
BATCH_BYTES = 1_000_000
"""The size at which a station ends a batch; a single larger row is a batch of its own."""
BODY_BYTES_MAX = 16_000_000
"""The largest message, compressed or not, that a gateway reads."""
MARKS_MAX = 128
IDENTITY_SEQ = tree_head.IDENTITY_SEQ
"""The row whose hash names a log, here and in its signed notes."""

RowValues = tuple[int, Part, int, int, int, str, str, str, int | None, bytes, bytes | None, bytes | None]
"""The columns of a row up to `seal`, in the order of the log; `prev` and `hash` follow from the chain."""


class Mark(Struct, frozen=True, array_like=True):
    """A row number and the hash of that row."""

    seq: int
    hash: bytes


class SentCheckpoint(Struct, frozen=True, array_like=True):
    """A signed checkpoint, as the log stores it."""

    seq: int
    head: bytes
    wall_us: int
    signer: bytes
    signature: bytes


class SentAnchor(Struct, frozen=True, array_like=True):
    """A stored state, as the log stores it."""

    seq: int
    state: bytes


class LogHello(Struct, frozen=True, omit_defaults=True):
    """A station introduces its log and asks where to continue."""

    log: bytes
    """The log's identity: the hash of row IDENTITY_SEQ; empty if that row is no longer on the station."""
    name: str
    """The name of the table."""
    key: bytes
    """The public signing key that the log names last."""
    version: str
    size: int
    """The number of the last row."""
    wall_us: int
    marks: list[Mark] = []
    """Rows of the log, spread from the first to the last; the floor answers with the last one that it has."""


class FloorHead(Struct, frozen=True):
    """The end of a branch at the floor: the only cursor of the transfer."""

    branch: int
    seq: int = 0
    hash: bytes = GENESIS
    checkpoint_seq: int = 0
    anchor_seq: int = 0


class Welcome(Struct, frozen=True, omit_defaults=True):
    """The floor knows the station, and says where its log continues."""

    log: bytes
    head: FloorHead
    common: int
    """The last of the station's marks that the floor has on this branch; zero if it has none."""
    server_us: int
    quarantined: bool = False
    renew: bool = False
    """True if two thirds of the certificate's life are over."""
    expires_us: int = 0
    others: list[FloorHead] = []
    """The heads of the other branches of the log. A station that does not know `head` says hello again with
    its hashes of these rows: the floor keeps the hash of a head, even if its rows are in the archive."""


class Append(Struct, frozen=True, omit_defaults=True):
    """The next rows of a log, with the checkpoints and anchors that the floor does not have yet."""

    branch: int
    prev: bytes
    """The hash of the row before the first one."""
    rows: list[RowValues]
    head: bytes
    """The hash of the last row."""
    wall_us: int
    checkpoints: list[SentCheckpoint] = []
    anchors: list[SentAnchor] = []
    size: int = 0
    """The number of the last row on the station; later rows follow in other batches."""


class KeptUpTo(Struct, frozen=True, omit_defaults=True):
    """Everything up to `head` is durable."""

    head: FloorHead
    server_us: int
    quarantined: bool = False


class Renewed(Struct, frozen=True):
    """A new certificate for the same key, as PEM."""

    certificate: str


class Page(Struct, frozen=True, omit_defaults=True):
    """A stretch of a log as the floor has it; `prev` is the hash of the row before the first one."""

    prev: bytes
    rows: list[RowValues]
    head: FloorHead
    checkpoints: list[SentCheckpoint] = []
    anchors: list[SentAnchor] = []


Code = Literal[
    "malformed",
    "not_enrolled",
    "disabled",
    "foreign_log",
    "not_found",
    "gap",
    "too_large",
    "fork",
    "too_many_forks",
    "forged",
    "untrusted_key",
    "note_differs",
    "busy",
    "unavailable",
]
"""The reason of a refusal."""
STATUS: dict[Code, int] = {
    "malformed": 400,
    "not_enrolled": 403,
    "disabled": 403,
    "foreign_log": 403,
    "not_found": 404,
    "gap": 409,
    "too_large": 413,
    "fork": 422,
    "too_many_forks": 422,
    "forged": 422,
    "untrusted_key": 422,
    "note_differs": 422,
    "busy": 429,
    "unavailable": 503,
}
RETRY_SECONDS: dict[Code, int] = {"busy": 1, "unavailable": 2}
"""The codes whose answer has a Retry-After header, in seconds."""


class Refusal(Struct, frozen=True, omit_defaults=True):
    """The floor did not take a message, or took it into quarantine."""

    code: Code
    words: str
    head: FloorHead | None = None
    """The head to continue from, for a gap, and for a fork, whose rows are kept on a branch of their own."""
    quarantine: int = 0
    """The number in quarantine of a fork or of a batch that was kept as evidence."""


def packed(message: Struct) -> bytes:
    """The bytes of a message."""
    return msgspec.msgpack.encode(message)


def unpacked(body: bytes, kind: Any) -> Any:
    """Decode a message; raise MsgspecError if it is not one of this kind."""
    try:
        return msgspec.msgpack.decode(body, type=kind)
    except (UnicodeDecodeError, RecursionError) as error:
        # The decoder leaves these two as Python raises them.
        raise msgspec.DecodeError(f"the message cannot be decoded: {error}") from error
