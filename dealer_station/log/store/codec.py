"""Stored bytes: events, observations and records as tagged JSON, each with the version of its kind.

What was stored is never rewritten. A kind that changes its shape gets a new version in VERSIONS and a
function in UPCASTERS that turns the old shape into the next; so every log reads for ever.
"""

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from dealer_station.engine.model.errors import LogCorruptError
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Observation
from dealer_station.log.store.records import Record

Part = Literal["seen", "fact", "record"]
"""What a row holds: an observation, one of its consequences, or a word of the log about itself."""
Content = Observation | Event | Record
Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

VERSIONS: dict[str, int] = {"Opened": 2}
"""The version of each kind that is not at its first."""
UPCASTERS: dict[tuple[str, int], Upcaster] = {
    # Before there were months nothing was carried, and that was written as an empty text.
    ("Opened", 1): lambda old: {**old, "carried": None},
}
"""From a kind and its version to the next; the new shape may also have another kind (`type`)."""


class _Head(msgspec.Struct):
    v: int
    type: str


_HEAD = msgspec.json.Decoder(_Head)
_UNIONS: dict[Part, Any] = {"seen": Observation, "fact": Event, "record": Record}
_DECODERS: dict[Part, msgspec.json.Decoder[Any]] = {
    part: msgspec.json.Decoder(union) for part, union in _UNIONS.items()
}
# A sentence that remembers its template is stored as the words that it says.
_ENCODER = msgspec.json.Encoder(enc_hook=str)


def encode(content: Content) -> bytes:
    """The bytes that are stored, and hashed."""
    version = VERSIONS.get(type(content).__name__, 1)
    return b'{"v":%d,' % version + _ENCODER.encode(content)[1:]


def decode(part: Part, body: bytes) -> Any:
    """What stored bytes say, in the shapes of today."""
    try:
        head = _HEAD.decode(body)
        if (head.type, head.v) in UPCASTERS:
            return msgspec.convert(_upcast(msgspec.json.decode(body)), _UNIONS[part])
        if head.v > VERSIONS.get(head.type, 1):
            raise LogCorruptError(
                f"{head.type} is stored in version {head.v}, which this station does not know; "
                "use the version of Dealer Station that wrote it, or a newer one"
            )
        return _DECODERS[part].decode(body)
    except msgspec.MsgspecError as error:
        raise LogCorruptError(f"a stored {part} cannot be read: {error}") from error


def kind_of(body: bytes) -> str:
    """The kind as it was stored, without reading the rest."""
    try:
        return _HEAD.decode(body).type
    except msgspec.MsgspecError as error:
        raise LogCorruptError(f"a stored row cannot be read: {error}") from error


def _upcast(raw: dict[str, Any]) -> dict[str, Any]:
    while upcaster := UPCASTERS.get((raw["type"], raw["v"])):
        raw = {**upcaster(raw), "v": raw["v"] + 1}
    return raw
