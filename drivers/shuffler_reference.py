"""A shuffler on the reference link over USB: what it says, as docs/reference/protocols/shuffler.md has it."""

from msgspec.structs import replace

from dealer_station.engine.evolve.table_evolution import SPOILED
from dealer_station.engine.model.observations import DeviceSaid
from drivers.driver import SHUFFLER, Down, Heard, Item
from drivers.link.link import Link, Meaning
from drivers.link.messages import SHUFFLER_KIND, Event, Message, Status

STATES = ("idle", "shuffling", "ready", "jam", "stopped", "incomplete", "out_of_order")
SORTING = 1
OPEN = 1
NOT_COUNTED = 0xFFFF
STATE, DOOR, COUNT, BATCH = 16, 17, 18, 19
_WORKING = ("idle", "shuffling", "ready")
_UNDER_WAY = ("shuffling", "sort_mode")
_COLOUR_BYTES_MAX = 16


def reference_shuffler(serial: str = "", journal: str = "", last: int = 0, known: str = "") -> "ShufflerLink":
    """A shuffler on the reference link; the log has `journal` up to `last`, and the shuffler as `known`."""
    return ShufflerLink(observation_of, serial, journal, last, Shuffle(known))


def observation_of(kind: int, payload: bytes) -> DeviceSaid:
    """What happened; what nobody can make sense of is a shuffler that cannot be relied on."""
    match kind, len(payload):
        case (16, 2):
            return DeviceSaid(SHUFFLER, state_word(payload[0], payload[1]))
        case (17, 1):
            return DeviceSaid(SHUFFLER, door_word(payload[0]))
        case (18, 2):
            return DeviceSaid(SHUFFLER, "count", str(int.from_bytes(payload, "little")))
        case (19, length) if 0 < length <= _COLOUR_BYTES_MAX and payload.isascii():
            return DeviceSaid(SHUFFLER, "batch", payload.decode("ascii"))
        case _:
            return DeviceSaid(SHUFFLER, "stopped", f"it sent an event of kind {kind} that makes no sense")


def state_word(state: int, mode: int) -> str:
    """A device that sorts does not shuffle, however ready it says it is."""
    word = STATES[state] if state < len(STATES) else "stopped"
    return "sort_mode" if mode and word in _WORKING else word


def door_word(door: int) -> str:
    """Anything but a plain `closed` is an open door."""
    return "door" if door else "closed"


class Shuffle:
    """Whether the shuffle under way can be one: some devices go on as if nothing had happened to it."""

    def __init__(self, known: str = "") -> None:
        self._before = known
        self._boot: int | None = None
        self._distrusted = False

    def word(self, state: str, boot: int, *, is_level: bool = False) -> str:
        """What is told of a state: only a shuffle that begins anew ends what became of the one before."""
        before, self._before = self._before, state
        power_gone = before == "shuffling" and self._boot not in (None, boot)
        self._boot = boot
        # The mode falls back in the middle of a shuffle; or a level says that it shuffles what was spoiled.
        goes_on = before in SPOILED if is_level else before == "sort_mode"
        if state == "idle" or (state == "shuffling" and not is_level and before not in _UNDER_WAY):
            self._distrusted = False
        elif power_gone or (state == "shuffling" and goes_on):
            self._distrusted = True
        return "incomplete" if self._distrusted and state in ("shuffling", "ready") else state


class ShufflerLink(Link):
    """A shuffler as the host sees it: its journal in order, and its status where the two do not agree."""

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
        # No card moves in a journal, so nobody has to look at the layout for it.
        return [
            replace(item, observation=said, resent=False) if isinstance(item, Heard) else item
            for item in items
        ]

    def _snapshot(self, status: Status, raw: bytes, now: float) -> list[Item]:
        """It is kept until the journal is read as far as the status knows."""
        if self._ident is None:
            return []
        if status.boot != self._ident.boot:
            return [Down("it has started again")]
        self._status = (status, raw)
        if self._live and status.newest > self._told:
            self._ask(now)
        return []

    def _compared(self) -> list[Item]:
        """Where journal and status do not agree the status is right: it is what is so now."""
        if self._status is None or not self._live or self._status[0].newest > self._told:
            return []
        (status, raw), self._status = self._status, None
        # One that is older than the journal was on its way while something happened.
        return [Heard(said, raw) for said in self._differences(status)] if status.newest == self._told else []

    def _differences(self, status: Status) -> list[DeviceSaid]:
        """What the journal did not tell: it was lost, or this run of the station has only begun."""
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
            said.append(DeviceSaid(SHUFFLER, "count", str(status.count)))
        return said

    def _remember(self, event: Event) -> DeviceSaid:
        """What this event tells, which need not be told again by a status."""
        said = observation_of(event.kind, event.payload)
        if event.kind == STATE:
            said = replace(said, status=self._shuffle.word(said.status, event.boot))
            self._state = said.status
        elif event.kind == DOOR:
            self._door = said.status
        elif said.status == "count":
            self._count = int(said.detail)
        return said
