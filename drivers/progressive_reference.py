"""Driver for a progressive controller on the reference link.

The host sends the state that the controller must show (lock, latched round, lights), never a change of it.
After a loss the host sends the orders again until the controller has confirmed the whole state.

docs/reference/protocols/progressive.md describes the bytes.
"""

import struct
from collections.abc import Iterable

from msgspec import Struct

from dealer_station.engine.model.kinds import DeviceStatus
from dealer_station.engine.model.observations import DeviceSaid, Observation
from drivers.driver import PROGRESSIVE, Heard, Item
from drivers.link.link import ASK_AGAIN_SECONDS, HEARTBEAT_SECONDS, MISSED_HEARTBEATS, Link
from drivers.link.messages import PROGRESSIVE_KIND, Answer, Command

LOCK, UNLOCK, CLEAR_ERROR, LATCH, LIGHTS = range(1, 6)
DONE = 0
POSITIONS = 16

_ROUND = struct.Struct("<I")
_MAP = struct.Struct("<H")
_LATCHED = struct.Struct("<IH")
_CENTS = struct.Struct("<Q")


class WantedState(Struct, frozen=True):
    """The state that the table wants the controller to show."""

    round: int
    locked: bool
    lit: tuple[int, ...] = ()
    """Positions whose light is on."""


class _Shown(Struct, frozen=True):
    """The state that the controller has confirmed; None means unknown."""

    locked: bool | None = None
    latched: int | None = None
    lit: bytes | None = None


class _Order(Struct):
    """An order that waits for its answer; it is repeated under the same number."""

    command: Command
    first_at: float
    given_at: float


class Progressive(Link):
    """The host side of the controller; `first_order` is a number that no recent run has used."""

    device = PROGRESSIVE
    kind = PROGRESSIVE_KIND

    def __init__(self, serial: str = "", journal: str = "", last: int = 0, first_order: int = 1) -> None:
        super().__init__(observation_of, serial, journal, last)
        self._wanted: WantedState | None = None
        self._shown = _Shown()
        self._order: _Order | None = None
        self._number = first_order
        self._disobeyed = ""
        self._latched_to = 0
        """The highest round latched since the port was opened. A round whose end is taken back comes up again
        and must not be latched twice.
        """

    def opened(self, now: float) -> None:
        """Forget the confirmed state; a waiting order keeps its number."""
        super().opened(now)
        self._shown, self._latched_to = _Shown(), 0
        if self._order:
            self._order.first_at = now

    def want(self, wanted: WantedState, now: float) -> None:
        """Set the wanted state, and send the first order that leads to it."""
        self._wanted = wanted
        self._go_on(now)

    def shows(self, wanted: WantedState | None) -> bool:
        """True if the controller has confirmed the state `wanted`."""
        return self._live and self._order is None and _due(wanted, self._shown, self._latched_to) is None

    def tick(self, now: float) -> list[Item]:
        if items := super().tick(now):
            return items
        self._go_on(now)
        order = self._order
        if self._live and order and now - order.first_at > HEARTBEAT_SECONDS * MISSED_HEARTBEATS:
            return self._disobeys(f"does not answer order {order.command.code}")
        return []

    def answered(self, answer: Answer, now: float) -> list[Item]:
        order = self._order
        if order is None or answer.id != order.command.id:
            return []
        self._order = None
        # An unknown order counts as done too. Repeating it before the next open would get the same answer.
        self._shown = _after(self._shown, order.command)
        self._latched_to = max(self._latched_to, self._shown.latched or 0)
        self._go_on(now)
        if answer.code != DONE:
            return self._disobeys(f"does not know order {order.command.code}")
        obeys_again, self._disobeyed = self._disobeyed != "", ""
        return (
            [Heard(DeviceSaid(PROGRESSIVE, "back", "obeys again", cause="obeys_again"), b"")]
            if obeys_again
            else []
        )

    def _disobeys(self, why: str) -> list[Item]:
        """Report the controller as lost, once, so that the table stops; its events are still read."""
        if self._disobeyed:
            return []
        self._disobeyed = why
        return [Heard(DeviceSaid(PROGRESSIVE, "lost", why, cause="disobeys"), b"")]

    def _go_on(self, now: float) -> None:
        """Send the next order that is due, or repeat the outstanding one; there is at most one."""
        if not self._live:
            return
        if self._order is None:
            due = _due(self._wanted, self._shown, self._latched_to)
            if due is None:
                return
            code, data = due
            self._order = _Order(Command(self._number, code, data), first_at=now, given_at=now)
            self._number = self._number + 1 & 0xFFFF_FFFF
        elif now - self._order.given_at < ASK_AGAIN_SECONDS:
            return
        else:
            self.quality.orders_again += 1
        self._order.given_at = now
        self._say(self._order.command, now)

    def greeted(self, journal: str, seq: int) -> None:
        super().greeted(journal, seq)
        if self._live and self._order:
            # The cable or the power was out: send the waiting order at once and restart its time limit.
            self._order.given_at = 0.0
            self._order.first_at = self._heard_at


def _due(wanted: WantedState | None, shown: _Shown, latched_to: int) -> tuple[int, bytes] | None:
    """Return the first order that brings the controller closer to the wanted state; None if it agrees."""
    if wanted is None:
        return None
    if shown.locked != wanted.locked:
        return (LOCK if wanted.locked else UNLOCK), b""
    if wanted.locked and shown.latched != wanted.round and wanted.round > latched_to:
        return LATCH, _ROUND.pack(wanted.round)
    lit = map_of(wanted.lit)
    return (LIGHTS, lit) if shown.lit != lit else None


def _after(shown: _Shown, command: Command) -> _Shown:
    """Return the state that the controller shows after it has carried out `command`."""
    match command.code:
        case 1:
            return _Shown(True, shown.latched, shown.lit)
        case 2:
            return _Shown(False, None, shown.lit)
        case 4:
            return _Shown(shown.locked, _ROUND.unpack(command.data)[0], shown.lit)
        case _:
            return _Shown(shown.locked, shown.latched, command.data)


def observation_of(kind: int, payload: bytes) -> Observation:
    """Decode an event of the controller; an undecodable event is reported as an error, never skipped."""
    try:
        match kind:
            case 1:
                return _said("wagered", _words(positions_in(payload)))
            case 2:
                number, positions = _LATCHED.unpack(payload)
                hands = tuple(map(str, positions_in(_MAP.pack(positions))))
                return DeviceSaid(PROGRESSIVE, "latched", hands=hands, of_round=number)
            case 3:
                return _said("meter", str(_CENTS.unpack(payload)[0]))
            case 4:
                return _said("lit", _words(positions_in(payload)))
            case 5:
                return _said("error", str(payload[0]) if payload else "")
            case 6:
                return _said("late", str(payload[0]) if payload else "")
            case _:
                return _said("error", f"event of the unknown kind {kind}")
    except struct.error:
        return _said("error", f"event of kind {kind} with {len(payload)} bytes")


def _said(status: DeviceStatus, detail: str) -> DeviceSaid:
    return DeviceSaid(PROGRESSIVE, status, detail)


def _words(positions: tuple[int, ...]) -> str:
    return " ".join(map(str, positions))


def map_of(positions: Iterable[int]) -> bytes:
    """Encode positions as a two-byte bit map; bit 0 is position 1."""
    return _MAP.pack(sum(1 << position - 1 for position in set(positions) if 1 <= position <= POSITIONS))


def positions_in(payload: bytes) -> tuple[int, ...]:
    """Return the positions whose bit is set."""
    (bits,) = _MAP.unpack(payload)
    return tuple(position for position in range(1, POSITIONS + 1) if bits >> position - 1 & 1)
