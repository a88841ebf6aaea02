"""Conformance: examines a new device item by item, with a tester who does what is asked."""

import time
from collections.abc import Callable
from typing import Any, ClassVar, Literal

from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.errors import DealerStationError
from dealer_station.engine.model.observations import CardDrawn, CutCardSeen
from drivers.driver import SHOE
from drivers.families import Chosen
from drivers.link.messages import SHOE_KIND, Event, Resend
from drivers.ports.usb import UsbPort, libusb
from drivers.shoe_reference import observation_of
from hw_sim.bench.conformance_progressive import ProgressiveExaminer
from hw_sim.bench.conformance_shuffler import ShufflerExaminer
from hw_sim.bench.dialogue import Listener, ReferenceDialogue, UsbDialogue
from hw_sim.bench.examined import (
    DONE,
    NO_SUCH_ORDER,
    UNKNOWN,
    Examiner,
    FailedError,
    ItemMark,
    LinkExaminer,
    NotAskedError,
    Say,
)

ITEMS = {
    "identity": "says who it is, and the same each time the port is opened",
    "sequence": "names each card, once and in order",
    "resend": "sends again what it is asked for",
    "misread": "says so when it cannot read a card",
    "cut_card": "tells the cut card from a card",
    "cable_pull": "goes on after its cable was out",
    "reboot": "goes on after its power was gone",
    "lock": "does an order once, however often it is told",
}
FIRST = tuple(Card(name) for name in ("7c", "Td", "As"))
LATER = Card("2h")
LOCK, UNLOCK = 1, 2


def examiner_of(device: str, chosen: Chosen, say: Say, patience_seconds: float, bus: Any = None) -> Examiner:
    """Return the examiner for a device; `bus` replaces libusb if the shuffler is simulated."""
    match device, chosen.family:
        case ("shuffler", _):
            backend = bus or libusb()
            wire = UsbDialogue("usb", patience_seconds, lambda: UsbPort(chosen.serial, backend))
            return ShufflerExaminer(wire, chosen.serial, say)
        case ("progressive", _):
            dialogue = ReferenceDialogue(chosen.address, patience_seconds)
            return ProgressiveExaminer(dialogue, chosen.serial, say)
        case (_, "reference"):
            return ShoeExaminer(ReferenceDialogue(chosen.address, patience_seconds), chosen.serial, say)
        case _:
            return LineExaminer(chosen, say, patience_seconds)


def examine(examiner: Examiner, device: str, marked: Callable[[ItemMark], None]) -> list[ItemMark]:
    """Return a mark for each item; a failed item does not stop the others."""
    marks = []
    for item, asks in examiner.items.items():
        start = time.monotonic()
        verdict: Literal["passed", "failed", "skipped"] = "passed"
        try:
            examiner.begin()
            reason = getattr(examiner, item)()
        except NotAskedError as error:
            verdict, reason = "skipped", str(error)
        except DealerStationError as error:
            verdict, reason = "failed", str(error)
        seconds = round(time.monotonic() - start, 3)
        marks.append(
            ItemMark(item=item, asks=asks, device=device, verdict=verdict, reason=reason, seconds=seconds)
        )
        marked(marks[-1])
    examiner.close()
    return marks


class ShoeExaminer(LinkExaminer):
    """Examines a shoe on the reference link."""

    items: ClassVar = ITEMS
    kind = SHOE_KIND
    name = SHOE

    def sequence(self) -> str:
        self._wire.say(Resend(self._last))
        for card in FIRST:
            self._say(f"draw {card}")
            self._first.append(self._next(CardDrawn(card)))
        return ""

    def misread(self) -> str:
        self._say("cover the reader, so that it cannot read the next card")
        self._say("draw a card")
        self._next(CardDrawn(None))
        return ""

    def cut_card(self) -> str:
        self._say("draw the cut card")
        self._next(CutCardSeen())
        return ""

    def cable_pull(self) -> str:
        self._pulled(lambda: self._say(f"draw {LATER}"))
        self._next(CardDrawn(LATER))
        return ""

    def reboot(self) -> str:
        self._rebooted()
        self._say(f"draw {LATER}")
        self._next(CardDrawn(LATER))
        return ""

    def lock(self) -> str:
        self._orders((0, LOCK, DONE), (0, LOCK, DONE), (1, UNLOCK, DONE), (2, NO_SUCH_ORDER, UNKNOWN))
        return ""

    def _next(self, expected: CardDrawn | CutCardSeen) -> Event:
        """Return the next event, which must be `expected`."""
        event = self._event()
        got = observation_of(event.kind, event.payload)
        if got != expected:
            raise FailedError(f"expected {_words(expected)}; the shoe said {_words(got)}")
        return event


class LineExaminer:
    """Examines a shoe of a family that only sends and takes no requests."""

    items: ClassVar = ITEMS

    def __init__(self, chosen: Chosen, say: Say, patience_seconds: float) -> None:
        self._say = say
        self._family = chosen.family
        self._wire = Listener(chosen, patience_seconds)

    def begin(self) -> None:
        self._wire.forget()

    def identity(self) -> str:
        raise NotAskedError(f"{self._family} does not say who it is")

    def sequence(self) -> str:
        for card in FIRST:
            self._say(f"draw {card}")
            self._next(CardDrawn(card))
        return ""

    def resend(self) -> str:
        raise NotAskedError(f"{self._family} keeps no journal")

    def misread(self) -> str:
        self._say("cover the reader, so that it cannot read the next card")
        self._say("draw a card")
        self._next(CardDrawn(None))
        return ""

    def cut_card(self) -> str:
        self._say("draw the cut card")
        self._next(CutCardSeen())
        return ""

    def cable_pull(self) -> str:
        self._say("pull the cable of the shoe")
        self._wire.wait_until_lost()
        self._say("put the cable of the shoe back")
        self._wire.wait_until_open()
        return self._draw_later()

    def reboot(self) -> str:
        self._say("switch the shoe off and on again")
        return self._draw_later()

    def _draw_later(self) -> str:
        self._say(f"draw {LATER}")
        self._next(CardDrawn(LATER))
        return ""

    def lock(self) -> str:
        raise NotAskedError(f"{self._family} is only listened to")

    def close(self) -> None:
        self._wire.close()

    def _next(self, expected: CardDrawn | CutCardSeen) -> None:
        got = self._wire.card()
        if got != expected:
            raise FailedError(f"expected {_words(expected)}; the shoe said {_words(got)}")


def _words(seen: object) -> str:
    match seen:
        case CardDrawn(None):
            return "a card that could not be read"
        case CardDrawn(card):
            return str(card)
        case CutCardSeen():
            return "the cut card"
        case _:
            return str(seen)
