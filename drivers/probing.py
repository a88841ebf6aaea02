"""Who is on a port: which ports there are, who may open them, and who answers on the reference link."""

import getpass
import glob
import grp
import os
import stat
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import serial
from msgspec import Struct
from serial.tools import list_ports

from dealer_station.engine.errors import DeviceFaultError
from drivers.frames import FrameDecoder
from drivers.link import HEARTBEAT_SECONDS, HOST_ID, MISSED_HEARTBEATS
from drivers.messages import Heartbeat, Hello, Ident, Ping, message_in
from drivers.ports import Port

ANSWER_SECONDS = HEARTBEAT_SECONDS * MISSED_HEARTBEATS
LISTEN_SECONDS = HEARTBEAT_SECONDS * 5
LOCKS = Path("/proc/locks")
_NETWORK = ("socket", "rfc2217")


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


def group_that_may(address: str) -> str:
    """The group that owns a port which we may not open; empty where we may, or where it is no file."""
    path = Path(address)
    if "://" in address or not path.exists() or os.access(path, os.R_OK | os.W_OK):
        return ""
    number = path.stat().st_gid
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


def refuse_hopeless(addresses: Mapping[str, str]) -> None:
    """Raises where a device's port can never work, however long one waits; nothing is opened for it."""
    for device, address in addresses.items():
        if why := _why_hopeless(address):
            raise DeviceFaultError(f"{device}: {address}: {why}")
    places = {device: os.path.realpath(address) for device, address in addresses.items()}
    for device, place in places.items():
        others = [other for other in places if other != device and places[other] == place]
        if others and not glob.has_magic(place):
            raise DeviceFaultError(
                f"{device}: {addresses[device]}: is the port of the {others[0]} too; "
                "a port has one device, give each its own"
            )


def _why_hopeless(address: str) -> str:
    """What is wrong and what to do; nothing where the port is good, or may still come."""
    if "://" in address:
        return _why_no_url(address)
    path = Path(address)
    if path.is_dir():
        return "is a folder; name a serial port, such as /dev/ttyUSB0"
    if not path.exists():
        return ""
    found = path.stat()
    kind = Path(f"/sys/dev/char/{os.major(found.st_rdev)}:{os.minor(found.st_rdev)}/subsystem")
    if not stat.S_ISCHR(found.st_mode) or (kind.exists() and kind.resolve().name != "tty"):
        return "is no serial port; `dealer-station doctor` lists those of this machine"
    if group := group_that_may(address):
        return (
            f"may be opened by the group {group} only; do `sudo usermod -aG {group} {getpass.getuser()}` "
            "and log in again, or install packaging/70-dealer-station.rules"
        )
    if holder := _holder(found):
        return f"process {holder} uses it; end that program, or name another port"
    return ""


def _why_no_url(address: str) -> str:
    try:
        serial.serial_for_url(address, do_not_open=True)
        parts = urlsplit(address)
        named = parts.scheme not in _NETWORK or (parts.hostname and parts.port)
    except serial.SerialException:
        # The kind of URL is known, and what it looks for is not there yet.
        return ""
    except ValueError as error:
        return f"is no URL of a port ({error}); write a path, or socket://HOST:PORT"
    return "" if named else f"has no host or no port; write {parts.scheme}://HOST:PORT"


def _holder(port: os.stat_result) -> str:
    """The process that has locked a port, as every program that wants it alone does."""
    place = f"{os.major(port.st_dev):02x}:{os.minor(port.st_dev):02x}:{port.st_ino}"
    try:
        locks = [line.split() for line in LOCKS.read_text("ascii").splitlines()]
    except OSError:
        return ""
    return next((words[4] for words in locks if words[1] == "FLOCK" and words[5] == place), "")


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
