"""Conformance items that every device on the reference link has; each kind of device adds its own."""

import time
from collections.abc import Callable
from typing import ClassVar, Literal, Protocol

from msgspec import Struct

from dealer_station.engine.model.errors import DealerStationError
from drivers.link.messages import Ack, Answer, Command, Event, Ident, Resend
from hw_sim.bench.device_dialogue import ReferenceDialogue

NO_SUCH_ORDER = 0xEE
DONE, UNKNOWN = 0, 1


class BenchTask(Struct, frozen=True):
    """Something that the tester is asked to do to the device."""

    request: str
    """The request, as the tester reads it."""
    control: str = ""
    """The same in the words of `hw-sim control`, for a simulated tester; "" if there are none."""


Ask = Callable[[BenchTask], None]
"""Asks the tester to do a task, and does not wait for it."""


class ItemMark(Struct, frozen=True, kw_only=True):
    """The result of a conformance item."""

    item: str
    asks: str
    """The requirement on the device, as a sentence."""
    device: str
    """The device as it was named on the command line."""
    verdict: Literal["passed", "failed", "skipped"]
    reason: str = ""
    seconds: float = 0.0


def pull_cable(device: str, name: str) -> BenchTask:
    """Return the task to pull the device's cable; `name` is the device in the request."""
    return BenchTask(f"pull the cable of the {name}", f"pull {device}")


def put_cable_back(device: str, name: str) -> BenchTask:
    """Return the task to put the device's cable back."""
    return BenchTask(f"put the cable of the {name} back", f"plug {device}")


def switch_off_and_on(device: str, name: str) -> BenchTask:
    """Return the task to take the device's power away for a moment."""
    return BenchTask(f"switch the {name} off and on again", f"fault {device} reboot")


class FailedError(DealerStationError):
    """Raised when the device does not meet the requirement of an item."""


class NotAskedError(DealerStationError):
    """Raised when an item does not apply to the family, so that it is skipped."""


class Examiner(Protocol):
    """Examines a device: one method per item, which returns a remark if the item passes."""

    items: ClassVar[dict[str, str]]

    def begin(self) -> None:
        """Prepare for the next item: drop events that are left over from the last one."""

    def close(self) -> None:
        """Release the port."""


class LinkExaminer:
    """Examines a device on the reference link directly, without a station."""

    items: ClassVar[dict[str, str]] = {}
    kind = 0
    device = ""
    name = ""
    """The device's name in requests to the tester."""

    def __init__(self, wire: ReferenceDialogue, serial: str, ask: Ask) -> None:
        self._ask = ask
        self._serial = serial
        self._wire = wire
        self._ident: Ident | None = None
        self._last = 0
        self._first: list[Event] = []

    def identity(self) -> str:
        first = self._wire.hello()
        self._wire.reopen()
        again = self._wire.hello()
        self._ident, self._last = again, again.newest
        if again.kind != self.kind:
            raise FailedError(f"it is a {again.model}, not a {self.name}")
        if not first.serial:
            raise FailedError("it has no serial number")
        if (first.serial, first.journal, first.boot) != (again.serial, again.journal, again.boot):
            raise FailedError(
                f"it was {first.serial}, journal {first.journal:x}, boot {first.boot}; on a second opening "
                f"{again.serial}, {again.journal:x}, {again.boot}"
            )
        if self._serial and again.serial != self._serial:
            raise FailedError(f"its serial is {again.serial}, not {self._serial}")
        return f"{again.model} {again.serial}, firmware {again.firmware}"

    def begin(self) -> None:
        if self._ident:
            self._last = self._wire.newest(self._last)
            self._wire.say(Ack(self._last))

    def resend(self) -> str:
        if not self._first:
            raise FailedError("no event was heard that could be repeated")
        self._wire.forget()
        self._wire.say(Resend(self._first[0].seq - 1))
        for before in self._first:
            again = self._wire.event(before.seq)
            if (again.kind, again.payload) != (before.kind, before.payload):
                raise FailedError(f"event {before.seq} differs when it is repeated")
        self._wire.say(Ack(self._last))
        return ""

    def close(self) -> None:
        self._wire.close()

    def _event(self) -> Event:
        """Return the next event and acknowledge it."""
        event = self._wire.event(self._last + 1)
        self._last = event.seq
        self._wire.say(Ack(event.seq))
        return event

    def _pulled(self, meanwhile: Callable[[], None]) -> None:
        """Have the cable pulled, run `meanwhile`, and have it put back; the
        journal and the boot number must stay the same.
        """
        self._ask(pull_cable(self.device, self.name))
        self._wire.port.wait_until_lost()
        meanwhile()
        self._ask(put_cable_back(self.device, self.name))
        before, ident = self._ident, self._wire.hello()
        self._wire.say(Resend(self._last))
        if before and (ident.journal, ident.boot) != (before.journal, before.boot):
            raise FailedError("its journal or its boot number changed while the cable was out")

    def _rebooted(self) -> None:
        """Have the power switched off and on; the journal must survive."""
        before = self._ident
        self._ask(switch_off_and_on(self.device, self.name))
        ident = self._wire.hello(lambda ident: before is None or ident.boot > before.boot)
        if before and ident.journal != before.journal:
            raise FailedError("its journal did not survive the loss of power")
        if ident.newest < self._last:
            raise FailedError(f"its journal ends at {ident.newest}, and event {self._last} was heard before")
        self._ident = ident
        self._wire.say(Resend(self._last))

    def _orders(self, *orders: tuple[int, int, int]) -> None:
        """Send orders and check their answers. Each is an offset, a code and the
        expected answer; the same offset repeats an order.
        """
        number = int(time.time()) & 0xFFFF_FFFF
        for offset, code, expected in orders:
            answer = self._order(number + offset, code)
            if answer != Answer(number + offset, expected):
                raise FailedError(f"order {code} was answered with {answer.code}, not {expected}")

    def _order(self, number: int, code: int, data: bytes = b"") -> Answer:
        self._wire.say(Command(number & 0xFFFF_FFFF, code, data))
        return self._wire.answer(number & 0xFFFF_FFFF)
