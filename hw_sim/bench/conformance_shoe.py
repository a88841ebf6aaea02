"""Conformance items for a shoe, on the reference link or of a family that only sends."""

from typing import ClassVar

from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.observations import CardDrawn, CutCardSeen
from drivers.device_addresses import DeviceAddress
from drivers.driver import SHOE
from drivers.link.messages import SHOE_KIND, Event, Resend
from drivers.shoe_reference import observation_of
from hw_sim.bench.device_dialogue import Listener
from hw_sim.bench.link_examiner import (
    DONE,
    NO_SUCH_ORDER,
    UNKNOWN,
    Ask,
    BenchTask,
    FailedError,
    LinkExaminer,
    NotAskedError,
    pull_cable,
    put_cable_back,
    switch_off_and_on,
)

ITEMS = {
    "identity": "identifies itself, in the same way each time the port is opened",
    "sequence": "reports each card once and in order",
    "resend": "repeats the events that the host asks for",
    "misread": "reports a card that it cannot read",
    "cut_card": "reports the cut card as such",
    "cable_pull": "continues after its cable was out",
    "reboot": "continues after a loss of power",
    "lock": "carries out an order once, however often it is repeated",
}
FIRST = tuple(Card(name) for name in ("7c", "Td", "As"))
LATER = Card("2h")
LOCK, UNLOCK = 1, 2
COVER_READER = BenchTask("cover the reader, so that it cannot read the next card", "fault shoe misread")
DRAW_ANY = BenchTask("draw a card", "draw")
DRAW_CUT_CARD = BenchTask("draw the cut card", "draw shoe cut")


def draw(card: Card) -> BenchTask:
    """Return the task to draw this card."""
    return BenchTask(f"draw {card}", f"draw shoe {card}")


class ShoeExaminer(LinkExaminer):
    """Examines a shoe on the reference link."""

    items: ClassVar = ITEMS
    kind = SHOE_KIND
    device = name = SHOE

    def sequence(self) -> str:
        self._wire.say(Resend(self._last))
        for card in FIRST:
            self._ask(draw(card))
            self._first.append(self._next(CardDrawn(card)))
        return ""

    def misread(self) -> str:
        self._ask(COVER_READER)
        self._ask(DRAW_ANY)
        self._next(CardDrawn(None))
        return ""

    def cut_card(self) -> str:
        self._ask(DRAW_CUT_CARD)
        self._next(CutCardSeen())
        return ""

    def cable_pull(self) -> str:
        self._pulled(lambda: self._ask(draw(LATER)))
        self._next(CardDrawn(LATER))
        return ""

    def reboot(self) -> str:
        self._rebooted()
        self._ask(draw(LATER))
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
            raise FailedError(f"expected {_words(expected)}; the shoe reported {_words(got)}")
        return event


class LineExaminer:
    """Examines a shoe of a family that only sends and takes no requests."""

    items: ClassVar = ITEMS

    def __init__(self, chosen: DeviceAddress, ask: Ask, patience_seconds: float) -> None:
        self._ask = ask
        self._family = chosen.family
        self._wire = Listener(chosen, patience_seconds)

    def begin(self) -> None:
        self._wire.forget()

    def identity(self) -> str:
        raise NotAskedError(f"{self._family} does not identify itself")

    def sequence(self) -> str:
        for card in FIRST:
            self._ask(draw(card))
            self._next(CardDrawn(card))
        return ""

    def resend(self) -> str:
        raise NotAskedError(f"{self._family} keeps no journal")

    def misread(self) -> str:
        self._ask(COVER_READER)
        self._ask(DRAW_ANY)
        self._next(CardDrawn(None))
        return ""

    def cut_card(self) -> str:
        self._ask(DRAW_CUT_CARD)
        self._next(CutCardSeen())
        return ""

    def cable_pull(self) -> str:
        self._ask(pull_cable(SHOE, SHOE))
        self._wire.port.wait_until_lost()
        self._ask(put_cable_back(SHOE, SHOE))
        self._wire.port.wait_until_open()
        return self._draw_later()

    def reboot(self) -> str:
        self._ask(switch_off_and_on(SHOE, SHOE))
        return self._draw_later()

    def _draw_later(self) -> str:
        self._ask(draw(LATER))
        self._next(CardDrawn(LATER))
        return ""

    def lock(self) -> str:
        raise NotAskedError(f"{self._family} takes no orders")

    def close(self) -> None:
        self._wire.close()

    def _next(self, expected: CardDrawn | CutCardSeen) -> None:
        got = self._wire.card()
        if got != expected:
            raise FailedError(f"expected {_words(expected)}; the shoe reported {_words(got)}")


def _words(seen: object) -> str:
    match seen:
        case CardDrawn(None):
            return "an unread card"
        case CardDrawn(card):
            return str(card)
        case CutCardSeen():
            return "the cut card"
        case _:
            return str(seen)
