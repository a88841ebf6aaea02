"""Driver for a shuffler on the reference link over USB. Bytes: docs/reference/protocols/shuffler.md."""

from msgspec.structs import replace

from dealer_station.engine.evolve.table_evolution import SPOILED
from dealer_station.engine.model.kinds import DeviceStatus
from dealer_station.engine.model.observations import DeviceSaid
from drivers.driver import SHUFFLER, DeviceDown, Heard, Item
from drivers.link.link import Link, Meaning
from drivers.link.messages import SHUFFLER_KIND, Event, Message, Status

STATES: tuple[DeviceStatus, ...] = (
    "idle",
    "shuffling",
    "ready",
    "jam",
    "stopped",
    "incomplete",
    "out_of_order",
)
SORTING = 1
OPEN = 1
NOT_COUNTED = 0xFFFF
STATE, DOOR, COUNT, BATCH = 16, 17, 18, 19
_WORKING = ("idle", "shuffling", "ready")
_UNDER_WAY = ("shuffling", "sort_mode")
_COLOUR_BYTES_MAX = 16


def reference_shuffler(serial: str = "", journal: str = "", last: int = 0, known: str = "") -> "ShufflerLink":
    """Return the driver of a shuffler; the log has `journal` up to `last`, and `known` as the shuffler's last
    state.
    """
    return ShufflerLink(observation_of, serial, journal, last, Shuffle(known))


def observation_of(kind: int, payload: bytes) -> DeviceSaid:
    """Decode an event of the shuffler; an event that makes no sense is reported as `stopped`."""
    match kind, len(payload):
        case (16, 2):
            return DeviceSaid(SHUFFLER, state_word(payload[0], payload[1]))
        case (17, 1):
            return DeviceSaid(SHUFFLER, door_word(payload[0]))
        case (18, 2):
            return DeviceSaid(SHUFFLER, "count", count=int.from_bytes(payload, "little"))
        case (19, length) if 0 < length <= _COLOUR_BYTES_MAX and payload.isascii():
            return DeviceSaid(SHUFFLER, "batch", batch=payload.decode("ascii"))
        case _:
            return DeviceSaid(SHUFFLER, "stopped", f"it sent an event of kind {kind} that makes no sense")


def state_word(state: int, mode: int) -> DeviceStatus:
    """Return the name of a state; a working device in sort mode does not shuffle, so it is `sort_mode`."""
    word = STATES[state] if state < len(STATES) else "stopped"
    return "sort_mode" if mode and word in _WORKING else word


def door_word(door: int) -> DeviceStatus:
    """Return `closed` for zero and `door` for any other value."""
    return "door" if door else "closed"


class Shuffle:
    """Tracks whether the current shuffle can be trusted; some devices carry on after an interruption as if
    nothing had happened.
    """

    def __init__(self, known: str = "") -> None:
        self._before = known
        self._boot: int | None = None
        self._distrusted = False

    def word(self, state: DeviceStatus, boot: int, *, is_level: bool = False) -> DeviceStatus:
        """Return the state to report: an untrusted `shuffling` or `ready` becomes `incomplete`."""
        # A shuffle is distrusted if the power went during it (the boot number changed), or if it continues
        # after something spoiled it. Only the idle state, or a journal event that starts a new shuffle,
        # restores trust; a status does not, because it is a level and may describe the spoiled shuffle.
        before, self._before = self._before, state
        power_gone = before == "shuffling" and self._boot not in (None, boot)
        self._boot = boot
        # Either sort mode was switched off during the shuffle, or a status says `shuffling` after a spoiled
        # state.
        goes_on = before in SPOILED if is_level else before == "sort_mode"
        if state == "idle" or (state == "shuffling" and not is_level and before not in _UNDER_WAY):
            self._distrusted = False
        elif power_gone or (state == "shuffling" and goes_on):
            self._distrusted = True
        return "incomplete" if self._distrusted and state in ("shuffling", "ready") else state


class ShufflerLink(Link):
    """Host side of a shuffler: reads its journal in order; where the status disagrees, the status wins."""

    device = SHUFFLER
    kind = SHUFFLER_KIND
    _state = ""
    _door = "closed"
    _count = NOT_COUNTED
    _status: tuple[Status, bytes] | None = None

    def __init__(self, meaning: Meaning, serial: str, journal: str, last: int, shuffle: Shuffle) -> None:
        super().__init__(meaning, serial, journal, last)
        self._shuffle = shuffle

    def opened(self, now: float) -> None:
        self._status = None
        super().opened(now)

    def tick(self, now: float) -> list[Item]:
        return super().tick(now) + self._compared()

    def _take(self, message: Message, raw: bytes, now: float) -> list[Item]:
        if isinstance(message, Status):
            return self._snapshot(message, raw, now)
        items = super()._take(message, raw, now)
        if not items or not isinstance(message, Event):
            return items
        said = self._remember(message)
        # A shuffler's journal moves no card, so a resent event gives nobody a reason to check the layout.
        return [
            replace(item, observation=said, resent=False) if isinstance(item, Heard) else item
            for item in items
        ]

    def _snapshot(self, status: Status, raw: bytes, now: float) -> list[Item]:
        """Keep the status until the journal has been read as far as the status goes."""
        if self._ident is None:
            return []
        if status.boot != self._ident.boot:
            return [DeviceDown("it has started again", "started_again")]
        self._status = (status, raw)
        if self._live and status.newest > self._told:
            self._ask(now)
        return []

    def _compared(self) -> list[Item]:
        """Compare the kept status with the journal; the status wins, because it is the state now."""
        if self._status is None or not self._live or self._status[0].newest > self._told:
            return []
        (status, raw), self._status = self._status, None
        # A status older than the journal was under way while the event happened.
        return [Heard(said, raw) for said in self._differences(status)] if status.newest == self._told else []

    def _differences(self, status: Status) -> list[DeviceSaid]:
        """Return the states that the journal did not report, because they were lost or because this run has
        just begun.
        """
        said = []
        state = self._shuffle.word(state_word(status.state, status.mode), status.boot, is_level=True)
        if state != self._state:
            self._state = state
            said.append(DeviceSaid(SHUFFLER, state))
        if (door := door_word(status.door)) != self._door:
            self._door = door
            said.append(DeviceSaid(SHUFFLER, door))
        if status.count not in (NOT_COUNTED, self._count):
            self._count = status.count
            said.append(DeviceSaid(SHUFFLER, "count", count=status.count))
        return said

    def _remember(self, event: Event) -> DeviceSaid:
        """Decode an event and remember its state, so that a status does not report it again."""
        said = observation_of(event.kind, event.payload)
        if event.kind == STATE:
            said = replace(said, status=self._shuffle.word(said.status, event.boot))
            self._state = said.status
        elif event.kind == DOOR:
            self._door = said.status
        elif said.count is not None:
            self._count = said.count
        return said
