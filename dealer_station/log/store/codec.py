"""Encoding of rows: events, observations and records as tagged JSON, each with the version of its kind.

Stored bytes are never rewritten. If a kind changes its shape, it gets a new version in VERSIONS and a
function in UPCASTERS that turns the old shape into the next one. So every log remains readable.
"""

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from dealer_station.engine.model.errors import LogCorruptError
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Observation
from dealer_station.log.store import old_row_translation
from dealer_station.log.store.records import Record

Part = Literal["seen", "fact", "record"]
"""The part of a row: an observation, one of its consequences, or a record of the log about itself."""
Content = Observation | Event | Record
Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

VERSIONS: dict[str, int] = {
    "Opened": 3,
    "DeviceSaid": 2,
    "DeviceNoted": 2,
    "HoldRaised": 2,
    "LeftForLater": 2,
}
"""The version of each kind that has changed since its first."""
UPCASTERS: dict[tuple[str, int], Upcaster] = {
    # Version 1 dates from before monthly files: nothing was carried, written as an empty text.
    ("Opened", 1): lambda old: {**old, "carried": None},
    # Up to these versions a sentence alone named the cause of a device's trouble.
    ("Opened", 2): old_row_translation.opened,
    ("DeviceSaid", 1): old_row_translation.device_said,
    ("DeviceNoted", 1): old_row_translation.device_noted,
    ("HoldRaised", 1): old_row_translation.hold_raised,
    # What waits for the end of a round was a word or two in one text.
    ("LeftForLater", 1): old_row_translation.left_for_later,
}
"""Functions from a kind and version to the next version, which may also have another kind (`type`)."""


class _Head(msgspec.Struct):
    v: int
    type: str


_HEAD = msgspec.json.Decoder(_Head)
_UNIONS: dict[Part, Any] = {"seen": Observation, "fact": Event, "record": Record}
_DECODERS: dict[Part, msgspec.json.Decoder[Any]] = {
    part: msgspec.json.Decoder(union) for part, union in _UNIONS.items()
}
# A Sentence, which keeps its template for translation, is stored as its text.
_ENCODER = msgspec.json.Encoder(enc_hook=str)


def encode(content: Content) -> bytes:
    """The bytes of a content, as they are stored and hashed."""
    version = VERSIONS.get(type(content).__name__, 1)
    return b'{"v":%d,' % version + _ENCODER.encode(content)[1:]


def decode(part: Part, body: bytes) -> Any:
    """Decode stored bytes into today's types; raise LogCorruptError if that is not possible."""
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
    except (msgspec.MsgspecError, RecursionError) as error:
        raise LogCorruptError(f"a stored {part} cannot be read: {error}") from error


def kind_of(body: bytes) -> str:
    """The kind of a stored row, as it was written, without decoding the rest."""
    try:
        return _HEAD.decode(body).type
    except (msgspec.MsgspecError, RecursionError) as error:
        raise LogCorruptError(f"a stored row cannot be read: {error}") from error


def _upcast(raw: dict[str, Any]) -> dict[str, Any]:
    """Apply upcasters until the newest version is reached."""
    try:
        while upcaster := UPCASTERS.get((raw["type"], raw["v"])):
            raw = {**upcaster(raw), "v": raw["v"] + 1}
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        words = f"a stored {raw['type']} has not the shape of its version {raw['v']}"
        raise LogCorruptError(words) from error
    return raw
