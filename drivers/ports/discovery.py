"""Discovery: lists ports and shufflers, their permissions and users, and says hello to devices."""

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
from drivers.ports.serial_port import Port
from drivers.ports.usb_port import PRODUCT, VENDOR, serial_of

ANSWER_SECONDS = HEARTBEAT_SECONDS * MISSED_HEARTBEATS
LISTEN_SECONDS = HEARTBEAT_SECONDS * 5
USB_NODES = Path("/dev/bus/usb")
LOCKS = Path("/proc/locks")
NAME_CHARACTERS_MAX = 200
_GROUP_MAY = 0o060


class FoundPort(Struct, frozen=True):
    """A serial port of this machine."""

    address: str
    words: str
    usb: str = ""
    """Vendor and product id, if it is a USB adapter."""


class DeviceAnswer(Struct, frozen=True):
    """The result of saying hello on a port."""

    ident: Ident | None
    heartbeats: int = 0
    expected: int = 0
    damaged: int = 0
    bytes_per_second: float = 0.0


def found_ports() -> list[FoundPort]:
    """Return the serial ports that the system lists."""
    return [
        FoundPort(
            port.device,
            port.description or "",
            f"{port.vid:04x}:{port.pid:04x}" if port.vid is not None and port.pid is not None else "",
        )
        for port in sorted(list_ports.comports())
    ]


class PortGroup(Struct, frozen=True):
    """The group of a port that this process may not open."""

    group: str
    may: bool
    """True if the group may open the port; if not, joining the group does not help."""
    joined: bool
    """True if the user has joined the group but not logged in again since."""


def owner_of(path: Path, user: str) -> PortGroup | None:
    """Return the owner of a port that we may not open; None if we may, or if the path does not exist."""
    if not path.exists() or os.access(path, os.R_OK | os.W_OK):
        return None
    status = path.stat()
    may = status.st_mode & _GROUP_MAY == _GROUP_MAY
    try:
        group = grp.getgrgid(status.st_gid)
    except KeyError:
        return PortGroup(str(status.st_gid), may, joined=False)
    return PortGroup(group.gr_name, may, user in group.gr_mem)


def is_locked(path: Path) -> bool:
    """True if another program has locked the port, as stations do; sends and changes nothing."""
    if not path.is_char_device():
        return False
    try:
        port = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return False  # Opening it for use reports the reason.
    try:
        fcntl.flock(port, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(port)
    return False


def holder_of(path: Path) -> str:
    """Return the id of the process that has locked a port, or ""."""
    port = path.stat()
    place = f"{os.major(port.st_dev):02x}:{os.minor(port.st_dev):02x}:{port.st_ino}"
    try:
        locks = [line.split() for line in LOCKS.read_text("ascii").splitlines()]
    except OSError:
        return ""
    return next((words[4] for words in locks if words[1] == "FLOCK" and words[5] == place), "")


def users_of(path: Path) -> str:
    """Describe the program that has locked a port, or if that is unknown all programs that have it open."""
    if (holder := holder_of(path)) and (name := _program(Path("/proc") / holder)):
        return f"process {holder} ({name})"
    real, found = str(path.resolve()), {}
    for opened in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if str(opened.readlink()) == real:
                process = opened.parent.parent
                found[process.name] = _program(process)
        except OSError:
            continue  # The process has ended, or belongs to another user.
    return ", ".join(f"process {number} ({name})" for number, name in found.items()) or "another program"


def _program(process: Path) -> str:
    """Return the name of a process; for a Python program the module or script, not the interpreter."""
    try:
        name = (process / "comm").read_text().strip()
        words = (process / "cmdline").read_bytes().decode("utf-8", "replace").split("\0")
    except OSError:
        return ""
    if not name.startswith("python"):
        return name
    # A module follows -m; a script is the first word that is not an option.
    typed = [word for word in words[1:] if word and (word == "-m" or not word.startswith("-"))]
    own = typed[1] if typed[:1] == ["-m"] and len(typed) > 1 else typed[0] if typed else name
    return Path(own).name if len(own) <= NAME_CHARACTERS_MAX else name


class FoundUsb(Struct, frozen=True):
    """A shuffler on the USB bus, whether we may open it or not."""

    place: str
    node: Path
    serial: str = ""
    """Serial number; empty if we may not read it."""


def found_shufflers(backend: Any) -> list[FoundUsb]:
    """Return the shufflers that are plugged in; listing the bus disturbs no device."""
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


def say_hello(port: Port) -> DeviceAnswer:
    """Say hello and listen; no event is requested and none is acknowledged."""
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
    return DeviceAnswer(ident, heartbeats, expected, decoder.damaged, received / (time.monotonic() - began))
