"""Driver for a shoe on the reference link. docs/reference/protocols/reference.md describes the bytes."""

from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.observations import CardDrawn, CutCardSeen, DeviceSaid, Observation
from drivers.driver import SHOE
from drivers.link.link import Link

_RANKS = "A23456789TJQK"
_SUITS = "cdhs"


def reference_shoe(serial: str = "", journal: str = "", last: int = 0) -> Link:
    """Return the driver of a shoe on the reference link; the log has `journal` up to `last`."""
    return Link(observation_of, serial, journal, last)


def observation_of(kind: int, payload: bytes) -> Observation:
    """Decode an event of the shoe; even a card that cannot be read has left the shoe."""
    detail = str(payload[0]) if payload else ""
    match kind:
        case 1:
            return CardDrawn(card_of(payload))
        case 2:
            return CutCardSeen()
        case 3:
            return CardDrawn(None)
        case 4:
            return DeviceSaid(SHOE, "closed" if payload == b"\x00" else "door")
        case 5:
            return DeviceSaid(SHOE, "error", detail)
        case _:
            return DeviceSaid(SHOE, "error", f"event of the unknown kind {kind}")


def card_of(payload: bytes) -> Card | None:
    """Decode a card byte: suit in the upper half (1 clubs, 4 spades), rank in the lower (1 ace, 13 king)."""
    if len(payload) != 1:
        return None
    suit, rank = divmod(payload[0], 16)
    if not (1 <= suit <= len(_SUITS) and 1 <= rank <= len(_RANKS)):
        return None
    return Card(_RANKS[rank - 1] + _SUITS[suit - 1])


def byte_of(card: Card) -> bytes:
    """Encode a card as the shoe sends it."""
    return bytes(((_SUITS.index(card[1]) + 1) << 4 | (_RANKS.index(card[0]) + 1),))
