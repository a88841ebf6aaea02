"""Who is on a port: which ports there are, who may open them, and who answers on the reference link."""

import grp
import os
import time
from pathlib import Path

from msgspec import Struct
from serial.tools import list_ports

from drivers.frames import FrameDecoder
from drivers.link import HEARTBEAT_SECONDS, HOST_ID, MISSED_HEARTBEATS
from drivers.messages import Heartbeat, Hello, Ident, Ping, message_in
from drivers.ports import Port

ANSWER_SECONDS = HEARTBEAT_SECONDS * MISSED_HEARTBEATS
LISTEN_SECONDS = HEARTBEAT_SECONDS * 5


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
