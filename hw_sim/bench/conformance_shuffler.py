"""Conformance items for a shuffler."""

from typing import ClassVar

from drivers.driver import SHUFFLER
from drivers.link.messages import SHUFFLER_KIND, Event, Resend, Status
from drivers.shuffler_reference import NOT_COUNTED, OPEN, SORTING, door_word, observation_of, state_word
from hw_sim.bench.device_dialogue import UsbDialogue
from hw_sim.bench.link_examiner import Ask, BenchTask, FailedError, LinkExaminer

OPEN_DOOR = BenchTask("open the door of the shuffler", "fault shuffler door")
CLOSE_DOOR = BenchTask("close the door of the shuffler")
SHUFFLE = BenchTask(
    "put a whole batch in, and take the finished one out if there is one, so that it shuffles"
)
SORT = BenchTask("set the shuffler to sort", "fault shuffler sort_mode")
SHUFFLE_AGAIN = BenchTask("set the shuffler to shuffle again", "fault shuffler sort_mode")
JAM = BenchTask("make it jam", "jam")
CLEAR = BenchTask("clear the jam, and let it shuffle again", "clear shuffler")


class ShufflerExaminer(LinkExaminer):
    """Examines a shuffler on USB: its journal, and its status, which is a level and not an event."""

    items: ClassVar = {
        "identity": "identifies itself, in the same way each time the port is opened",
        "sequence": "reports what happens to it, once and in order",
        "resend": "repeats the events that the host asks for",
        "status": "has a status that agrees with its journal",
        "count": "counts a shuffle, and reports ready after it, not before",
        "sort_mode": "reports that it is set to sort",
        "jam": "reports a jam for as long as it lasts",
        "cable_pull": "reports afterwards what happened while its cable was out",
        "reboot": "continues after a loss of power",
    }
    kind = SHUFFLER_KIND
    device = name = SHUFFLER

    def __init__(self, wire: UsbDialogue, serial: str, ask: Ask) -> None:
        super().__init__(wire, serial, ask)
        self._usb = wire

    def sequence(self) -> str:
        self._wire.say(Resend(self._last))
        for task, word in ((OPEN_DOOR, "door"), (CLOSE_DOOR, "closed")):
            self._ask(task)
            self._first.append(self._until(word))
        return ""

    def status(self) -> str:
        self._ask(OPEN_DOOR)
        self._until("door")
        opened = self._now()
        self._ask(CLOSE_DOOR)
        self._until("closed")
        now = self._now()
        if opened.door != OPEN:
            raise FailedError("its journal says that the door is open, its status says closed")
        if now.door:
            raise FailedError("its journal says that the door is closed, its status says open")
        return f"{state_word(now.state, now.mode)}, door {door_word(now.door)}"

    def count(self) -> str:
        self._ask(SHUFFLE)
        self._until("shuffling")
        counted = self._until("count")
        self._until("ready")
        number = observation_of(counted.kind, counted.payload).count
        now = self._now()
        if now.count not in (number, NOT_COUNTED):
            raise FailedError(f"it counted {number}, and its status says {now.count}")
        if not number:
            raise FailedError("it counted no card")
        return f"{number} cards"

    def sort_mode(self) -> str:
        self._ask(SORT)
        self._until("sort_mode")
        sorts = self._now().mode == SORTING
        self._ask(SHUFFLE_AGAIN)
        self._event()
        if not sorts:
            raise FailedError("its status does not say that it sorts")
        if self._now().mode == SORTING:
            raise FailedError("its status still says that it sorts")
        return ""

    def jam(self) -> str:
        self._ask(JAM)
        self._until("jam")
        levels = [self._now(), self._now()]
        self._ask(CLEAR)
        self._until("ready")
        if any(state_word(now.state, now.mode) != "jam" for now in levels):
            raise FailedError("its status hides the jam, although nobody has cleared it")
        return ""

    def cable_pull(self) -> str:
        def meanwhile() -> None:
            self._ask(OPEN_DOOR)
            self._ask(CLOSE_DOOR)

        self._pulled(meanwhile)
        self._until("door")
        self._until("closed")
        return ""

    def reboot(self) -> str:
        self._rebooted()
        now, ident = self._now(), self._ident
        if ident and now.boot != ident.boot:
            raise FailedError(f"its status says boot {now.boot}, and its identity says {ident.boot}")
        self._ask(OPEN_DOOR)
        self._until("door")
        self._ask(CLOSE_DOOR)
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
