"""Reads scenes: written rounds with lines about devices and faults. See docs/reference/scenes.md."""

import re
from pathlib import Path
from typing import Literal, get_args

from msgspec import Struct

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import CUT, UNREAD, parse_card
from dealer_station.engine.model.errors import DealerStationError, NotationError
from dealer_station.engine.notation import model as w
from dealer_station.engine.notation.reader import PLAY_WORDS, SHUFFLER_WORDS, read
from drivers.device_addresses import FAMILIES, Family
from drivers.driver import PROGRESSIVE, SHOE, SHUFFLER
from hw_sim.devices.fault_catalogue import DEVICES, FAULTS, FaultOrder, check_family, is_of_the_wire
from hw_sim.devices.progressive_device import cents_of, positions_of
from hw_sim.devices.wire_faults import WIRE_FAULTS

BESIDE = (SHUFFLER, PROGRESSIVE)
"""Devices that a scene can attach beside the shoe."""
Counted = Literal["losses", "duplicates", "reconnects"]
EVENTS = "events"
SETTLED = "settled"
AWAITED = {
    SHOE: ("lost", "back", "door", "closed", "error", "cards"),
    SHUFFLER: ("lost", "back", *SHUFFLER_WORDS, EVENTS),
    PROGRESSIVE: (*"lost back wagered latched meter lit late error".split(), SETTLED, EVENTS),
}
"""Words that `await` accepts for each device. `events` and `cards` wait until the log has all that the device
reported, `settled` until the controller shows the table's state.
"""
BYTE_MAX = 255
"""No frame is longer, so a fault at a later byte would never strike."""
ROUNDS_MAX = 100_000
"""Largest number of rounds in one shift line, which keeps a bench run within a day."""
COUNTED: tuple[Counted, ...] = get_args(Counted)
NUMBER = re.compile("[0-9]{1,18}")


class MendWire(Struct, frozen=True):
    """End all faults of a wire."""

    device: str


class Pulled(Struct, frozen=True):
    """Pull the cable; the station must report it."""

    device: str


class PluggedLine(Struct, frozen=True):
    """Put the cable back; the station must report it."""

    device: str


class DrawnUnheard(Struct, frozen=True):
    """Draw cards without waiting for them to arrive."""

    cards: tuple[o.CardDrawn | o.CutCardSeen, ...]


class AwaitStatus(Struct, frozen=True):
    """Wait until the station reports this status of the device, or has all its cards or events."""

    device: str
    status: str
    """One of AWAITED for this device."""


class Cleared(Struct, frozen=True):
    """Clear what is wrong with the shuffler, so that it starts over."""

    device: str = SHUFFLER


class Wagered(Struct, frozen=True):
    """Place coins on exactly these positions of the controller."""

    positions: tuple[int, ...]
    device: str = PROGRESSIVE


class MeterSet(Struct, frozen=True):
    """Set the meter of the controller, as a person with the key does."""

    cents: int
    device: str = PROGRESSIVE


class Restarted(Struct, frozen=True):
    """Stop the station and start it again."""


class Shift(Struct, frozen=True):
    """Let simulated people play a number of rounds; they rule on every hold."""

    rounds: int


AtDevice = FaultOrder | MendWire | Pulled | PluggedLine | AwaitStatus | Cleared | Wagered | MeterSet
Deed = AtDevice | DrawnUnheard | Restarted | Shift


class DeviceLine(Struct, frozen=True):
    """A line about a device: its number in the file, the action, and the step that must be due after it."""

    number: int
    text: str
    deed: Deed
    expect: w.StepDue | None = None


class Scene(Struct, frozen=True):
    """A scene: the lines to play, and the losses, duplicates and reconnects that it expects."""

    name: str
    title: str
    header: w.Header
    family: Family
    seed: int
    lines: tuple[w.WrittenLine | DeviceLine, ...]
    expected: dict[Counted, int]
    attached: tuple[str, ...] = ()
    """Devices beside the shoe."""


def scenes_in(paths: tuple[Path, ...]) -> list[Path]:
    """Return the files; a folder stands for every scene in it."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(path.rglob("*.scene"))
            if not inside:
                raise DealerStationError(f"{path}: no .scene file in this folder")
            found += inside
        else:
            found.append(path)
    return found


def read_scene(path: Path) -> Scene:
    """Read a scene from a file; raise DealerStationError with the line number if it is not valid."""
    try:
        return scene_of(path.read_text("utf-8-sig"), path.stem)
    except OSError as error:
        raise DealerStationError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise DealerStationError(f"{path}: is not UTF-8 text; a scene is plain text") from error
    except NotationError as error:
        raise DealerStationError(f"{path} line {error.line}: {error.message}") from error


def scene_of(text: str, name: str) -> Scene:
    """Parse a scene; raise NotationError with the line number if it is not valid."""
    # The lines about devices are taken out and replaced by empty ones, so that the reader of written rounds
    # sees only its own lines, under their true numbers. Both kinds are merged by line number at the end.
    reader = _Reader()
    rest = []
    lines = re.split(r"\r\n|\r|\n", text)
    for number, raw in enumerate(lines, start=1):
        words = raw.partition("#")[0].split()
        taken = bool(words) and words[0] in _WORDS and (words[0] != "meter" or PROGRESSIVE in words)
        if taken:
            reader.take(number, words)
        rest.append("" if taken else raw)
    written = _written("\n".join(rest))
    for line in written.lines:
        _check(line)
    for told in reader.lines:
        _check_device(told, reader)
    title = next((line.lstrip("# ").strip() for line in lines if line.startswith("#")), "")
    story: list[w.WrittenLine | DeviceLine] = [*written.lines, *reader.lines]
    story.sort(key=lambda line: line.number)
    if story and reader.wired_at > story[0].number:
        why = f"wire {reader.family}: must stand before line {story[0].number}, the first that uses the shoe"
        raise NotationError(reader.wired_at, why)
    return Scene(
        name=name,
        title=title,
        header=written.header,
        family=reader.family,
        seed=reader.seed,
        lines=tuple(story),
        expected=reader.expected,
        attached=tuple(reader.attached),
    )


def _check(line: w.WrittenLine) -> None:
    if isinstance(line.act, o.DeviceSaid) and line.act.device in DEVICES:
        said = f"device {line.act.device} {line.act.status}"
        raise NotationError(
            line.number, f"{said}: a scene does not write what a device reports; write pull, plug or fault"
        )


def _written(text: str) -> w.Written:
    """Parse the written round in a scene; the error for an unknown line also lists the words of scenes."""
    words = [word for word in (*PLAY_WORDS, *_WORDS) if word != SHUFFLER]
    return read(text, tuple(dict.fromkeys(words)))


def _check_device(line: DeviceLine, reader: "_Reader") -> None:
    """Raise NotationError if the line's device is not attached, or its family cannot have the fault."""
    deed = line.deed
    device = deed.device if isinstance(deed, AtDevice) else SHOE
    if device != SHOE and device not in reader.attached:
        raise NotationError(line.number, f"{line.text}: there is no {device}; write attach {device}")
    if isinstance(deed, FaultOrder) and device == SHOE:
        try:
            check_family(reader.family, deed.fault)
        except DealerStationError as error:
            raise NotationError(line.number, str(error)) from error


class _Reader:
    """Parses the lines that a written round does not have."""

    def __init__(self) -> None:
        self.family: Family = "reference"
        self.wired_at = 0
        """Number of the line that set the family; 0 if none did."""
        self.seed = 1
        self.expected: dict[Counted, int] = {"losses": 0, "duplicates": 0}
        self.lines: list[DeviceLine] = []
        self.attached: list[str] = []

    def take(self, number: int, words: list[str]) -> None:
        """Parse one line of the file."""
        try:
            if words[0] == "wire" and self.wired_at:
                raise ValueError(f"a scene has one shoe: line {self.wired_at} says wire {self.family}")
            if words[0] in SETTINGS:
                self._setting(words)
                self.wired_at = number if words[0] == "wire" else self.wired_at
            else:
                self.lines.append(_device_line(number, words))
        except (ValueError, DealerStationError) as error:
            raise NotationError(number, str(error)) from error

    def _setting(self, words: list[str]) -> None:
        match words:
            case ["wire", word] if family := next((one for one in FAMILIES if one == word), None):
                self.family = family
            case ["attach", device] if device in BESIDE and device not in self.attached:
                self.attached.append(device)
            case ["seed", digits] if NUMBER.fullmatch(digits):
                self.seed = int(digits)
            case ["expect", word, digits] if NUMBER.fullmatch(digits) and word in COUNTED:
                self.expected[word] = int(digits)
            case ["expect", word, "any"] if word in COUNTED:
                self.expected.pop(word, None)
            case _:
                forms = (
                    f"wire {' | '.join(FAMILIES)}, attach {' | '.join(BESIDE)}, seed N, "
                    f"or expect {' | '.join(COUNTED)} N or any"
                )
                raise ValueError(f'"{" ".join(words)}": expected {forms}')


def _device_line(number: int, words: list[str]) -> DeviceLine:
    happened, arrow, follows = " ".join(words).partition(" -> ")
    expect = None
    if arrow:
        match follows.split():
            case ["due", step]:
                expect = w.StepDue(step)
            case _:
                raise ValueError(f'"-> {follows}": expected due STEP')
    return DeviceLine(number, happened, deed_of(happened.split()), expect)


def deed_of(words: list[str]) -> Deed:
    """Parse an action; raise ValueError with the expected form if it is not valid."""
    match words:
        case ["restart", "station"]:
            return Restarted()
        case ["shift", rounds] if re.fullmatch(r"[1-9][0-9]{0,5}", rounds) and int(rounds) <= ROUNDS_MAX:
            return Shift(int(rounds))
        case ["fault", device, name, *how] if device in DEVICES:
            return _struck(device, name, how)
        case ["mend", device] if device in DEVICES:
            return MendWire(device)
        case ["pull", device] if device in DEVICES:
            return Pulled(device)
        case ["plug", device] if device in DEVICES:
            return PluggedLine(device)
        case ["draw", "shoe", *cards] if cards:
            return DrawnUnheard(tuple(_card(card) for card in cards))
        case ["await", device, status] if status in AWAITED.get(device, ()):
            return AwaitStatus(device, status)
        case _:
            return _at_its_own_device(words)


def _at_its_own_device(words: list[str]) -> Deed:
    """Parse an action that only one device has."""
    match words:
        case ["clear", "shuffler"]:
            return Cleared()
        case ["bet", "progressive", *positions]:
            return Wagered(positions_of(positions))
        case ["meter", "progressive", cents] if re.fullmatch(r"[+-]?[0-9]+", cents):
            return MeterSet(cents_of(cents))
    raise ValueError(f'"{" ".join(words)}": expected {_form(words)}')


def _form(words: list[str]) -> str:
    match words:
        case ["await", device, *_] if device in AWAITED:
            return f"await {device} and one of {', '.join(AWAITED[device])}"
        case _:
            return FORMS.get(words[0], ", ".join(FORMS))


def _struck(device: str, name: str, how: list[str]) -> FaultOrder:
    if name not in FAULTS[device]:
        raise ValueError(f'"{name}" is not a fault of a {device}; use one of {", ".join(FAULTS[device])}')
    of_the_wire = is_of_the_wire(device, name)
    takes_a_byte = of_the_wire and WIRE_FAULTS[name].takes_a_byte
    match how:
        case []:
            return FaultOrder(device, name)
        case [times] if of_the_wire and re.fullmatch(r"x[1-9][0-9]{0,3}", times):
            return FaultOrder(device, name, times=int(times[1:]))
        case ["at", byte] if takes_a_byte and re.fullmatch("[0-9]{1,3}", byte) and int(byte) <= BYTE_MAX:
            return FaultOrder(device, name, at_byte=int(byte))
        case [rate] if of_the_wire and re.fullmatch(r"0?\.[0-9]+|[01]", rate):
            return FaultOrder(device, name, rate=float(rate))
    at_byte = f", or at BYTE from 0 to {BYTE_MAX}" if takes_a_byte else ""
    forms = f"nothing, xTIMES, a RATE from 0 to 1{at_byte}" if of_the_wire else "nothing"
    raise ValueError(f'"{" ".join(how)}": after {name} expected {forms}')


def _card(word: str) -> o.CardDrawn | o.CutCardSeen:
    if word == CUT:
        return o.CutCardSeen()
    return o.CardDrawn(None if word == UNREAD else parse_card(word))


FORMS = {
    "fault": "fault DEVICE NAME, optionally with xTIMES, RATE or at BYTE",
    "mend": "mend DEVICE",
    "pull": "pull DEVICE",
    "plug": "plug DEVICE",
    "draw": "draw shoe CARD...",
    "await": f"await DEVICE STATUS, DEVICE one of {', '.join(DEVICES)}",
    "clear": "clear shuffler",
    "bet": "bet progressive POSITION...",
    "meter": "meter progressive CENTS",
    "restart": "restart station",
    "shift": f"shift ROUNDS, from 1 to {ROUNDS_MAX}",
}
SETTINGS = ("wire", "attach", "seed", "expect")
_WORDS = (*SETTINGS, *FORMS)
