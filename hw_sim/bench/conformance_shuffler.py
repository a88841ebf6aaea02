"""Conformance items for a shuffler."""

from typing import ClassVar

from drivers.driver import SHUFFLER
from drivers.link.messages import SHUFFLER_KIND, Event, Resend, Status
from drivers.shuffler_reference import NOT_COUNTED, OPEN, SORTING, door_word, observation_of, state_word
from hw_sim.bench.dialogue import UsbDialogue
from hw_sim.bench.examined import FailedError, LinkExaminer, Say

OPEN_DOOR = "open the door of the shuffler"
CLOSE_DOOR = "close the door of the shuffler"
SHUFFLE = "put a whole batch in, and take the finished one out where there is one, so that it shuffles"
SORT = "set the shuffler to sort"
SHUFFLE_AGAIN = "set the shuffler to shuffle again"
JAM = "make it jam"
CLEAR = "clear the jam, and let it shuffle again"


class ShufflerExaminer(LinkExaminer):
    """Examines a shuffler on USB: its journal, and its status, which is a level and not an event."""

    items: ClassVar = {
        "identity": "says who it is, and the same each time the port is opened",
        "sequence": "tells what happens to it, once and in order",
        "resend": "sends again what it is asked for",
        "status": "says what it is in, and the same as its journal",
        "count": "counts a shuffle, and says ready after it, not before",
        "sort_mode": "says so when it is set to sort",
        "jam": "says so when it jams, and as long as it does",
        "cable_pull": "tells afterwards what happened while its cable was out",
        "reboot": "goes on after its power was gone",
    }
    kind = SHUFFLER_KIND
    name = SHUFFLER

    def __init__(self, wire: UsbDialogue, serial: str, say: Say) -> None:
        super().__init__(wire, serial, say)
        self._usb = wire

    def sequence(self) -> str:
        self._wire.say(Resend(self._last))
        for deed, word in ((OPEN_DOOR, "door"), (CLOSE_DOOR, "closed")):
            self._say(deed)
            self._first.append(self._until(word))
        return ""

    def status(self) -> str:
        self._say(OPEN_DOOR)
        self._until("door")
        opened = self._now()
        self._say(CLOSE_DOOR)
        self._until("closed")
        now = self._now()
        if opened.door != OPEN:
            raise FailedError("its journal says that the door is open, its status says closed")
        if now.door:
            raise FailedError("its journal says that the door is closed, its status says open")
        return f"{state_word(now.state, now.mode)}, door {door_word(now.door)}"

    def count(self) -> str:
        self._say(SHUFFLE)
        self._until("shuffling")
        counted = self._until("count")
        self._until("ready")
        number = int(observation_of(counted.kind, counted.payload).detail)
        now = self._now()
        if now.count not in (number, NOT_COUNTED):
            raise FailedError(f"it counted {number}, and its status says {now.count}")
        if not number:
            raise FailedError("it counted no card")
        return f"{number} cards"

    def sort_mode(self) -> str:
        self._say(SORT)
        self._until("sort_mode")
        sorts = self._now().mode == SORTING
        self._say(SHUFFLE_AGAIN)
        self._event()
        if not sorts:
            raise FailedError("its status does not say that it sorts")
        if self._now().mode == SORTING:
            raise FailedError("its status still says that it sorts")
        return ""

    def jam(self) -> str:
        self._say(JAM)
        self._until("jam")
        levels = [self._now(), self._now()]
        self._say(CLEAR)
        self._until("ready")
        if any(state_word(now.state, now.mode) != "jam" for now in levels):
            raise FailedError("its status does not say so, although nobody has cleared it")
        return ""

    def cable_pull(self) -> str:
        def meanwhile() -> None:
            self._say(OPEN_DOOR)
            self._say(CLOSE_DOOR)

        self._pulled(meanwhile)
        self._until("door")
        self._until("closed")
        return ""

    def reboot(self) -> str:
        self._rebooted()
        now, ident = self._now(), self._ident
        if ident and now.boot != ident.boot:
            raise FailedError(f"its status says boot {now.boot}, and it said {ident.boot} of itself")
        self._say(OPEN_DOOR)
        self._until("door")
        self._say(CLOSE_DOOR)
        self._until("closed")
        return ""

    def _now(self) -> Status:
        return self._usb.status(self._last)

    def _until(self, word: str) -> Event:
        """Take events until one has this status, and return it."""
        while True:
            event = self._event()
            if observation_of(event.kind, event.payload).status == word:
                return event
