"""The way to an answer: through the group of a report, or by a tap on the felt."""

from typing import Any

from tests.ui import items
from ui.dealer.window import DealerWindow


def way_to(window: DealerWindow, name: str) -> tuple[str, ...]:
    """The items that a finger touches, one after the other, to give the answer with this text."""
    button = f"button {name}"
    if name.startswith("card "):
        return keys_of(window, name)
    page: dict[str, Any] = window.bridge.property("page")
    if items.has(window, "stopped") and not items.has(window, button):
        stop = items.named(window, "stopped")
        rulings = [one["text"] for one in window.bridge._now._were["hold"]["rulings"]]
        if name in rulings:
            turns = rulings.index(name) // stop.property("most")
            return (*["button More rulings"] * turns, button)
    found = [one for one in page["choices"] if one["text"] == name]
    if not found or items.has(window, button):
        return (button,)
    if page["onFelt"] and found[0]["place"] >= 0:
        place = found[0]["place"]
        spot = f"spot {place}" if place else "dealer"
        alone = sum(one["place"] == place for one in page["choices"]) == 1
        return (spot,) if alone else (spot, button)
    groups = [one["text"] for one in page["groups"] if one["group"] == found[0]["group"]]
    return (*(f"button {group}" for group in groups), button)


def keys_of(window: DealerWindow, name: str) -> tuple[str, ...]:
    """The keys for `card 9d`: rank and suit beside the felt, or the key of the pad that shows all cards."""
    rank, suit = tuple(name.removeprefix("card "))
    return (f"rank {rank}", f"suit {suit}") if items.has(window, "rank A") else (name,)
