"""Captures: a file with every byte of every wire, in both directions, and ports that replay such a file.

A capture is append-only, one JSON object per transfer. Bytes from a shoe name burn cards, so the caller
passes a cipher to seal them; without one the file shows every face. A shuffler and a controller know no
faces, so their bytes are stored in the clear.
"""

import base64
import io
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, Protocol, runtime_checkable

import msgspec
from msgspec import Struct

from dealer_station.engine.model.errors import DeviceFaultError
from dealer_station.technical_messages import TechnicalMessages
from drivers.driver import SHOE
from drivers.ports.serial_port import Port

FILE_BYTES_MAX = 64 * 1024 * 1024
LINE_BYTES_MAX = 1024 * 1024
LOOK_SECONDS = 0.005
TOGETHER_SECONDS = 1.0
"""Longest wait of a replayed device for another one that was opened just before it."""
FILES_KEPT = 8
"""Number of files kept: a new file replaces the oldest, so a capture has at most half a gigabyte."""

What = Literal["open", "in", "out", "closed"]
Cipher = Callable[[bytes], bytes]
OpenPort = Callable[[str, int], Port]


@runtime_checkable
class NamedPort(Protocol):
    """A port that knows the serial number of its device without asking, as USB does."""

    serial: str


class CapturedLine(Struct, frozen=True, omit_defaults=True):
    """One line of a capture: a transfer, or the opening or closing of a port."""

    at: str
    seconds: float
    """Time on a monotonic clock."""
    device: str
    family: str
    what: What
    hex: str = ""
    sealed: str = ""
    serial: str = ""
    """Serial number of the device when the port was opened, if the wire itself names it, as USB does."""


log = TechnicalMessages()


class Capture:
    """A capture file that device threads write to; `seal` encrypts the bytes that come from a shoe."""

    def __init__(self, path: Path, seal: Cipher | None) -> None:
        self._path = path
        self._seal = seal
        self._lock = threading.Lock()
        self._ended = False
        try:
            path.touch(0o600)
            self._file = path.open("ab", buffering=0)
        except OSError as error:
            raise DeviceFaultError(f"{path}: the capture cannot be written: {error.strerror}") from error

    def keep(self, device: str, family: str, what: What, data: bytes = b"", serial: str = "") -> None:
        """Append one line."""
        secret = self._seal is not None and device == SHOE and what == "in"
        line = CapturedLine(
            at=datetime.now(UTC).isoformat(timespec="microseconds"),
            seconds=round(time.monotonic(), 6),
            device=device,
            family=family,
            what=what,
            hex="" if secret else data.hex(" "),
            sealed=base64.b64encode(self._seal(data)).decode() if self._seal and secret else "",
            serial=serial,
        )
        with self._lock:
            if not self._ended:
                self._write(msgspec.json.encode(line) + b"\n")

    def _write(self, line: bytes) -> None:
        """Write a line. A full disk ends the capture with an error in the log, but never stops the table."""
        try:
            if self._file.tell() > FILE_BYTES_MAX:
                self._turn()
            if self._file.write(line) == len(line):
                return
            why = "the disk took only part of it"
        except OSError as error:
            why = str(error.strerror)
        self._ended = True
        log.error("the capture has ended", capture=str(self._path), why=why)

    def _turn(self) -> None:
        """Rotate the files: FILE becomes FILE.1 and so on, and the oldest is overwritten."""
        self._file.close()
        for number in range(FILES_KEPT - 1, 0, -1):
            older = self._numbered(number - 1)
            if older.exists():
                older.replace(self._numbered(number))
        self._path.touch(0o600)
        self._file = self._path.open("ab", buffering=0)

    def _numbered(self, number: int) -> Path:
        return self._path.with_name(f"{self._path.name}.{number}") if number else self._path

    def close(self) -> None:
        self._file.close()

    def port(self, device: str, family: str, opens: OpenPort) -> OpenPort:
        """Wrap `opens` so that the bytes of its ports are captured."""
        return lambda address, baud: CapturedPort(opens(address, baud), self, device, family)


class CapturedPort:
    """A port whose bytes are captured."""

    def __init__(self, port: Port, capture: Capture, device: str, family: str) -> None:
        self._port = port
        self._capture, self._device, self._family = capture, device, family
        capture.keep(device, family, "open", serial=port.serial if isinstance(port, NamedPort) else "")
        self.now, self.wake = port.now, port.wake

    def _keep(self, what: What, data: bytes = b"") -> None:
        self._capture.keep(self._device, self._family, what, data)

    def read(self) -> bytes:
        """Read, and capture the bytes before anything decodes them."""
        data = self._port.read()
        if data:
            self._keep("in", data)
        return data

    def write(self, data: bytes) -> None:
        self._port.write(data)
        self._keep("out", data)

    def close(self) -> None:
        self._port.close()
        self._keep("closed")


def is_no_capture(path: Path) -> bool:
    """True if the file exists and is not a capture; an unreadable file is refused later, on opening."""
    try:
        with path.open("rb") if path.is_file() else io.BytesIO() as file:
            first = file.readline(LINE_BYTES_MAX)
    except OSError:
        return False
    try:
        if first:
            msgspec.json.decode(first, type=CapturedLine)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return True
    return False


def broken_end(path: Path) -> str:
    """Return a sentence if the capture's last line is cut short; "" if it is whole or cannot be read."""
    try:
        text = path.read_bytes() if path.is_file() else b""
    except OSError:
        return ""
    whole, _, rest = text.rpartition(b"\n")
    number = whole.count(b"\n") + 2 if whole else 1
    return f"the last line, {number}, is cut off after {len(rest)} bytes" if rest else ""


def shoe_in(path: Path) -> tuple[str, bool | None]:
    """Return the family of the shoe in a capture, and whether its bytes are sealed (None if unknown)."""
    family = ""
    try:
        with path.open("rb") if path.is_file() else io.BytesIO() as file:
            for raw in file:
                line = msgspec.json.decode(raw, type=CapturedLine)
                if line.device == SHOE:
                    family = line.family
                    if line.what == "in":
                        return family, bool(line.sealed)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return family, None
    return family, None


def read_capture(path: Path, unseal: Cipher | None = None) -> Iterator[tuple[CapturedLine, bytes]]:
    """Yield the lines of a capture with their bytes; a last line that was cut short is ignored."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise DeviceFaultError(f"{path}: the capture cannot be read: {error.strerror}") from error
    for number, raw in enumerate(text[: text.rfind(b"\n") + 1].splitlines(), start=1):
        try:
            line = msgspec.json.decode(raw, type=CapturedLine)
            data = bytes.fromhex(line.hex)
        except (msgspec.MsgspecError, ValueError) as error:
            raise DeviceFaultError(f"{path} line {number}: is not a line of a capture: {error}") from error
        if line.sealed:
            if unseal is None:
                raise DeviceFaultError(f"{path} line {number}: is sealed; name the escrow key")
            data = unseal(base64.b64decode(line.sealed))
        yield line, data


class CaptureReplay:
    """The wire of one device from a capture; it can be opened as often as it was captured.

    `behind` is another device of the same capture: no line is replayed before that device's earlier lines.
    """

    def __init__(
        self, path: Path, device: str, unseal: Cipher | None = None, behind: "CaptureReplay | None" = None
    ) -> None:
        numbered = enumerate(read_capture(path, unseal))
        self.lines = [(number, *one) for number, one in numbered if one[0].device == device]
        if not self.lines and behind is None:
            raise DeviceFaultError(f"{path}: no bytes of a {device} were captured")
        self.family = self.lines[0][1].family if self.lines else ""
        self.at = 0
        self.done = 0
        """Index of the first line that is not yet read, decoded and reported."""
        self._behind = behind
        self.ended = threading.Event()
        if not self.lines:
            self.ended.set()

    def has_passed(self, number: int) -> bool:
        """True if every line of this device before line `number` of the capture has been reported."""
        return self.done >= len(self.lines) or self.lines[self.done][0] > number

    @property
    def number(self) -> int:
        """The number of the line in the capture that was read last."""
        return self.lines[self.at - 1][0]

    def is_early(self) -> bool:
        """True if the next line must wait for the other device."""
        return self._behind is not None and not self._behind.has_passed(self.lines[self.at][0])

    def port(self, address: str, baud: int) -> Port:  # noqa: ARG002
        """Open the next connection of the capture."""
        if self.at < len(self.lines) and self.lines[self.at][1].what == "open":
            # Two devices that were opened together are opened by two threads in either order. Only a device
            # that stays early was really plugged in later.
            until = time.monotonic() + TOGETHER_SECONDS
            while self.is_early() and time.monotonic() < until:
                time.sleep(LOOK_SECONDS)
            if self.is_early():
                raise DeviceFaultError("it is not plugged in at this point of the capture", "no_port")
            self.at += 1
        return ReplayedPort(self)


class ReplayedPort:
    """Replays the captured bytes with their original timing; ignores everything the host writes."""

    def __init__(self, replay: CaptureReplay) -> None:
        self._replay = replay
        self._woken = threading.Event()
        self._seconds = replay.lines[min(replay.at, len(replay.lines) - 1)][1].seconds

    def read(self) -> bytes:
        replay = self._replay
        while replay.at < len(replay.lines):
            replay.done = replay.at
            _, line, data = replay.lines[replay.at]
            if line.what == "open":
                break
            if replay.is_early():
                return self._waited(LOOK_SECONDS)
            replay.at += 1
            self._seconds = line.seconds
            if line.what == "in":
                return data
            if line.what == "closed" and replay.at < len(replay.lines):
                raise DeviceFaultError("the cable was pulled at this point of the capture", "unplugged")
        if replay.at < len(replay.lines):
            raise DeviceFaultError("the station was restarted at this point of the capture")
        replay.done = replay.at
        replay.ended.set()
        return self._waited(None)

    def _waited(self, seconds: float | None) -> bytes:
        """Wait until the port is woken or the time is up; return no bytes."""
        self._woken.wait(seconds)
        self._woken.clear()
        return b""

    def write(self, data: bytes) -> None:
        """Discard the data."""

    def wake(self) -> None:
        self._woken.set()

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def now(self) -> float:
        return self._seconds
