"""Every byte of every device, both ways, as lines of a file; and the wire that such a file makes later.

Append-only, one JSON object for each piece that crossed a wire. What comes from a shoe names burn cards, so
whoever captures says how it is sealed; without that the file shows every face.
"""

import base64
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import msgspec
import structlog
from msgspec import Struct

from dealer_station.engine.errors import DeviceFaultError
from drivers.heard import SHOE
from drivers.ports import Port, SerialPort

FILE_BYTES_MAX = 64 * 1024 * 1024
FILES_KEPT = 8
"""So a capture never takes more than half a gigabyte: the oldest file goes when a new one begins."""

What = Literal["open", "in", "out", "closed"]
Cipher = Callable[[bytes], bytes]


class Line(Struct, frozen=True, omit_defaults=True):
    """One thing on one wire."""

    at: str
    seconds: float
    """On a clock that only goes forward."""
    device: str
    family: str
    what: What
    hex: str = ""
    sealed: str = ""


log = structlog.get_logger()


class Capture:
    """A file that devices write to from their own threads; `seal` closes what comes from a shoe."""

    def __init__(self, path: Path, seal: Cipher | None) -> None:
        self._path = path
        self._seal = seal
        self._lock = threading.Lock()
        self._ended = False
        try:
            path.touch(0o600)
            self._file = path.open("ab", buffering=0)
        except OSError as error:
            raise DeviceFaultError(f"{path}: no capture can be written there: {error.strerror}") from error

    def keep(self, device: str, family: str, what: What, data: bytes = b"") -> None:
        """One line more."""
        secret = self._seal is not None and device == SHOE and what == "in"
        line = Line(
            at=datetime.now(UTC).isoformat(timespec="microseconds"),
            seconds=round(time.monotonic(), 6),
            device=device,
            family=family,
            what=what,
            hex="" if secret else data.hex(" "),
            sealed=base64.b64encode(self._seal(data)).decode() if self._seal and secret else "",
        )
        with self._lock:
            if not self._ended:
                self._write(msgspec.json.encode(line) + b"\n")

    def _write(self, line: bytes) -> None:
        """A disk that is full ends the capture, loudly, and never the table."""
        try:
            if self._file.tell() > FILE_BYTES_MAX:
                self._turn()
            if self._file.write(line) == len(line):
                return
            why = "the disk took a part of it only"
        except OSError as error:
            why = str(error.strerror)
        self._ended = True
        log.error("the capture has ended", capture=str(self._path), why=why)

    def _turn(self) -> None:
        """FILE becomes FILE.1, and so on; the last one goes."""
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

    def port(self, device: str, family: str) -> Callable[[str, int], Port]:
        """Opens ports whose bytes are kept."""
        return lambda address, baud: CapturedPort(SerialPort(address, baud), self, device, family)


class CapturedPort:
    """A port that is listened to."""

    def __init__(self, port: Port, capture: Capture, device: str, family: str) -> None:
        self._port = port
        self._capture, self._device, self._family = capture, device, family
        self._keep("open")
        self.now, self.wake = port.now, port.wake

    def _keep(self, what: What, data: bytes = b"") -> None:
        self._capture.keep(self._device, self._family, what, data)

    def read(self) -> bytes:
        """Kept before anybody tries to understand it."""
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


def read_capture(path: Path, unseal: Cipher | None = None) -> Iterator[tuple[Line, bytes]]:
    """The lines of a capture with their bytes; a last line that was cut short never happened."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise DeviceFaultError(f"{path}: the capture cannot be read: {error.strerror}") from error
    for number, raw in enumerate(text[: text.rfind(b"\n") + 1].splitlines(), start=1):
        try:
            line = msgspec.json.decode(raw, type=Line)
            data = bytes.fromhex(line.hex)
        except (msgspec.MsgspecError, ValueError) as error:
            raise DeviceFaultError(f"{path} line {number}: is no line of a capture: {error}") from error
        if line.sealed:
            if unseal is None:
                raise DeviceFaultError(f"{path} line {number}: is sealed; name the escrow key that opens it")
            data = unseal(base64.b64decode(line.sealed))
        yield line, data


class Replay:
    """The wire of one device out of a capture, opened again as often as it was."""

    def __init__(self, path: Path, device: str, unseal: Cipher | None = None) -> None:
        self.lines = [one for one in read_capture(path, unseal) if one[0].device == device]
        if not self.lines:
            raise DeviceFaultError(f"{path}: nothing of a {device} was captured")
        self.family = self.lines[0][0].family
        self.at = 0
        self.ended = threading.Event()

    def port(self, address: str, baud: int) -> Port:  # noqa: ARG002
        """The next life of the cable."""
        if self.at < len(self.lines) and self.lines[self.at][0].what == "open":
            self.at += 1
        return ReplayedPort(self)


class ReplayedPort:
    """Gives what came then, at the time of then; what the host says now is not listened to."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._woken = threading.Event()
        self._seconds = replay.lines[min(replay.at, len(replay.lines) - 1)][0].seconds

    def read(self) -> bytes:
        replay = self._replay
        while replay.at < len(replay.lines):
            line, data = replay.lines[replay.at]
            if line.what == "open":
                break
            replay.at += 1
            self._seconds = line.seconds
            if line.what == "in":
                return data
            if line.what == "closed" and replay.at < len(replay.lines):
                raise DeviceFaultError("the cable was pulled then")
        if replay.at < len(replay.lines):
            raise DeviceFaultError("the station was ended then, and started again")
        replay.ended.set()
        self._woken.wait()
        self._woken.clear()
        return b""

    def write(self, data: bytes) -> None:
        """Nobody hears it."""

    def wake(self) -> None:
        self._woken.set()

    def close(self) -> None:
        """There is nothing to let go of."""

    def now(self) -> float:
        return self._seconds
