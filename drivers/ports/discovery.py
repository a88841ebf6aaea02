"""Who is on a port: which ports there are, who may open them, and who answers on the reference link."""

import fcntl
import grp
import os
import time
from pathlib import Path
from typing import Any

import usb.core
from msgspec import Struct
from serial.tools import list_ports

from dealer_station.engine.model.errors import DeviceFaultError
from drivers.link.frames import FrameDecoder
from drivers.link.link import HEARTBEAT_SECONDS, HOST_ID, MISSED_HEARTBEATS
from drivers.link.messages import Heartbeat, Hello, Ident, Ping, message_in
from drivers.ports.ports import Port
from drivers.ports.usb import PRODUCT, VENDOR, serial_of

ANSWER_SECONDS = HEARTBEAT_SECONDS * MISSED_HEARTBEATS
LISTEN_SECONDS = HEARTBEAT_SECONDS * 5
USB_NODES = Path("/dev/bus/usb")
LOCKS = Path("/proc/locks")
NAME_CHARACTERS_MAX = 200
_GROUP_MAY = 0o060


class Found(Struct, frozen=True):
    """A port of this machine."""

    address: str
    words: str
    usb: str = ""
    """Vendor and product, where it is a USB adapter."""


class Answered(Struct, frozen=True):
    """What came of saying hello."""

    ident: Ident | None
    heartbeats: int = 0
    expected: int = 0
    damaged: int = 0
    bytes_per_second: float = 0.0


def found_ports() -> list[Found]:
    """The serial ports that the system knows."""
    return [
        Found(
            port.device,
            port.description or "",
            f"{port.vid:04x}:{port.pid:04x}" if port.vid is not None and port.pid is not None else "",
        )
        for port in sorted(list_ports.comports())
    ]


class Owner(Struct, frozen=True):
    """Whose a port is that we may not open."""

    group: str
    may: bool
    """Whether the group may open it: else being in the group is no help."""
    joined: bool
    """Whether we are in the group since, and have not logged in again."""


def owner_of(path: Path, user: str) -> Owner | None:
    """The owner of a port which we may not open; nobody where we may, or where it is no file."""
    if not path.exists() or os.access(path, os.R_OK | os.W_OK):
        return None
    status = path.stat()
    may = status.st_mode & _GROUP_MAY == _GROUP_MAY
    try:
        group = grp.getgrgid(status.st_gid)
    except KeyError:
        return Owner(str(status.st_gid), may, joined=False)
    return Owner(group.gr_name, may, user in group.gr_mem)


def is_locked(path: Path) -> bool:
    """Whether a program has the port for itself, as stations do; nothing is sent and nothing is changed."""
    if not path.is_char_device():
        return False
    try:
        port = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return False  # Whoever opens it for good says why it cannot be opened.
    try:
        fcntl.flock(port, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(port)
    return False


def holder_of(path: Path) -> str:
    """The process that has locked a port, as every program that wants it alone does."""
    port = path.stat()
    place = f"{os.major(port.st_dev):02x}:{os.minor(port.st_dev):02x}:{port.st_ino}"
    try:
        locks = [line.split() for line in LOCKS.read_text("ascii").splitlines()]
    except OSError:
        return ""
    return next((words[4] for words in locks if words[1] == "FLOCK" and words[5] == place), "")


def users_of(path: Path) -> str:
    """The program that has a port for itself; where nobody can say which, all that have it open."""
    if (holder := holder_of(path)) and (name := _program(Path("/proc") / holder)):
        return f"process {holder} ({name})"
    real, found = str(path.resolve()), {}
    for opened in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if str(opened.readlink()) == real:
                process = opened.parent.parent
                found[process.name] = _program(process)
        except OSError:
            continue  # It has ended meanwhile, or it is somebody else's.
    return ", ".join(f"process {number} ({name})" for number, name in found.items()) or "another program"


def _program(process: Path) -> str:
    """Its name as somebody typed it; of a program in Python its own, not the language's."""
    try:
        name = (process / "comm").read_text().strip()
        words = (process / "cmdline").read_bytes().decode("utf-8", "replace").split("\0")
    except OSError:
        return ""
    if not name.startswith("python"):
        return name
    # A module is named behind -m, a script is the first word that is no option.
    typed = [word for word in words[1:] if word and (word == "-m" or not word.startswith("-"))]
    own = typed[1] if typed[:1] == ["-m"] and len(typed) > 1 else typed[0] if typed else name
    return Path(own).name if len(own) <= NAME_CHARACTERS_MAX else name


class FoundUsb(Struct, frozen=True):
    """A shuffler on the bus, whoever may open it."""

    place: str
    node: Path
    serial: str = ""
    """Unknown where nobody lets us read it."""


def found_shufflers(backend: Any) -> list[FoundUsb]:
    """The shufflers that are plugged in; looking at a bus disturbs nobody."""
    try:
        found = list(usb.core.find(find_all=True, idVendor=VENDOR, idProduct=PRODUCT, backend=backend))
    except usb.core.USBError as error:
        raise DeviceFaultError(f"the USB bus cannot be read ({error})") from error
    return [
        FoundUsb(
            f"USB bus {one.bus} device {one.address}",
            USB_NODES / f"{one.bus:03}" / f"{one.address:03}",
            serial_of(one),
        )
        for one in found
    ]


def say_hello(port: Port) -> Answered:
    """Says hello and nothing more: no event is asked for, and none is acknowledged."""
    decoder = FrameDecoder()
    port.write(Hello(HOST_ID, 0, 0).to_bytes())
    began = said_at = time.monotonic()
    ident: Ident | None = None
    heartbeats = received = 0
    while (now := time.monotonic()) - began < (LISTEN_SECONDS if ident else ANSWER_SECONDS):
        if now - said_at >= HEARTBEAT_SECONDS:
            said_at = now
            port.write((Ping() if ident else Hello(HOST_ID, 0, 0)).to_bytes())
        data = port.read()
        received += len(data)
        for frame in decoder.feed(data):
            message = message_in(frame)
            if isinstance(message, Ident) and ident is None:
                ident, began = message, now
            heartbeats += isinstance(message, Heartbeat)
    expected = int(LISTEN_SECONDS / HEARTBEAT_SECONDS) - 1
    return Answered(ident, heartbeats, expected, decoder.damaged, received / (time.monotonic() - began))
