"""Examines a device that is new to the house, item by item, with a person who does what is asked."""

import time
from collections.abc import Callable

from dealer_station.engine.cards import Card
from dealer_station.engine.errors import DealerStationError
from dealer_station.engine.observations import CardDrawn, CutCardSeen
from drivers.families import Chosen
from drivers.messages import Ack, Answer, Command, Event, Ident, Resend
from drivers.shoe_reference import observation_of
from hw_sim.bench.dialogue import Listener, ReferenceDialogue
from hw_sim.bench.run import Result

Say = Callable[[str], None]

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
LOCK, UNLOCK, NO_SUCH_ORDER = 1, 2, 0xEE
DONE, UNKNOWN = 0, 1


class FailedError(DealerStationError):
    """The device did not do what the item asks for."""


class NotAskedError(DealerStationError):
    """The family has no such thing."""


def examine(
    chosen: Chosen, say: Say, patience_seconds: float, marked: Callable[[Result], None]
) -> list[Result]:
    """A mark for each item; one that fails does not keep the others from being asked."""
    examiner: ReferenceExaminer | LineExaminer
    if chosen.family == "reference":
        examiner = ReferenceExaminer(chosen, say, patience_seconds)
    else:
        examiner = LineExaminer(chosen, say, patience_seconds)
    results = []
    for item in ITEMS:
        start = time.monotonic()
        verdict, reason = "passed", ""
        try:
            reason = getattr(examiner, item)()
        except NotAskedError as error:
            verdict, reason = "skipped", str(error)
        except DealerStationError as error:
            verdict, reason = "failed", str(error)
        seconds = round(time.monotonic() - start, 3)
        results.append(
            Result(scene=item, file=chosen.address, verdict=verdict, reason=reason, seconds=seconds)  # type: ignore[arg-type]
        )
        marked(results[-1])
    examiner.close()
    return results


class ReferenceExaminer:
    """A device on the reference link, asked directly: no station stands between."""

    def __init__(self, chosen: Chosen, say: Say, patience_seconds: float) -> None:
        self._say = say
        self._serial = chosen.serial
        self._wire = ReferenceDialogue(chosen, patience_seconds)
        self._ident: Ident | None = None
        self._last = 0
        self._first: list[Event] = []

    def identity(self) -> str:
        first = self._wire.hello()
        self._wire.reopen()
        again = self._wire.hello()
        self._ident, self._last = again, again.newest
        if not first.serial:
            raise FailedError("it has no serial number")
        if (first.serial, first.journal, first.boot) != (again.serial, again.journal, again.boot):
            raise FailedError(
                f"it said {first.serial}, journal {first.journal:x}, boot {first.boot}, and the second time "
                f"{again.serial}, {again.journal:x}, {again.boot}"
            )
        if self._serial and again.serial != self._serial:
            raise FailedError(f"its serial is {again.serial}, not {self._serial}")
        return f"{again.model} {again.serial}, firmware {again.firmware}"

    def sequence(self) -> str:
        self._wire.say(Resend(self._last))
        for card in FIRST:
            self._say(f"draw {card}")
            self._first.append(self._next(CardDrawn(card)))
        return ""

    def resend(self) -> str:
        since = self._last - len(self._first)
        if not self._first:
            raise FailedError("nothing was heard that could be sent again")
        self._wire.forget()
        self._wire.say(Resend(since))
        for before in self._first:
            again = self._wire.event(before.seq)
            if (again.kind, again.payload) != (before.kind, before.payload):
                raise FailedError(f"event {before.seq} was another one the second time")
        self._wire.say(Ack(self._last))
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
        self._say("pull the cable of the shoe")
        self._wire.wait_until_lost()
        self._say(f"draw {LATER}")
        self._say("put the cable of the shoe back")
        before, ident = self._ident, self._greet_again()
        if before and (ident.journal, ident.boot) != (before.journal, before.boot):
            raise FailedError("another journal or another boot after the cable was out")
        self._next(CardDrawn(LATER))
        return ""

    def reboot(self) -> str:
        before = self._ident
        self._say("switch the shoe off and on again")
        ident = self._wire.hello(lambda ident: before is None or ident.boot > before.boot)
        if before and ident.journal != before.journal:
            raise FailedError("its journal did not outlive the loss of power")
        if ident.newest < self._last:
            raise FailedError(f"its journal ends at {ident.newest}, and {self._last} was heard before")
        self._ident = ident
        self._wire.say(Resend(self._last))
        self._say(f"draw {LATER}")
        self._next(CardDrawn(LATER))
        return ""

    def lock(self) -> str:
        number = int(time.time()) & 0xFFFF_FFFF
        for offset, code, expected in ((0, LOCK, DONE), (0, LOCK, DONE), (1, UNLOCK, DONE)):
            self._order(number + offset, code, expected)
        self._order(number + 2, NO_SUCH_ORDER, UNKNOWN)
        return ""

    def close(self) -> None:
        self._wire.close()

    def _greet_again(self) -> Ident:
        ident = self._wire.hello()
        self._wire.say(Resend(self._last))
        return ident

    def _order(self, number: int, code: int, expected: int) -> None:
        self._wire.say(Command(number, code))
        answer = self._wire.answer(number)
        if answer != Answer(number, expected):
            raise FailedError(f"order {code} was answered with {answer.code}, not {expected}")

    def _next(self, expected: CardDrawn | CutCardSeen) -> Event:
        """The next event, which must say this."""
        event = self._wire.event(self._last + 1)
        self._last = event.seq
        got = observation_of(event.kind, event.payload)
        if got != expected:
            raise FailedError(f"expected {_words(expected)}; the shoe said {_words(got)}")
        return event


class LineExaminer:
    """A family that only talks: nothing can be asked of it."""

    def __init__(self, chosen: Chosen, say: Say, patience_seconds: float) -> None:
        self._say = say
        self._family = chosen.family
        self._wire = Listener(chosen, patience_seconds)

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
