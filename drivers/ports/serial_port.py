"""Serial ports: the only module that reads and writes serial wires, with pyserial on a path or a URL."""

import errno
import glob
import os
import select
import termios
import threading
import time
from typing import Protocol

import serial

from dealer_station.engine.model.errors import DeviceFaultError
from dealer_station.engine.model.observations import DeviceTrouble

READ_BYTES_MAX = 4096
READ_SECONDS = 0.05
"""Longest wait of a read, and so the longest time between two readings of the clock."""
WRITE_SECONDS = 0.5
"""A port that accepts nothing for this long is blocked; the dealer learns of it within a second."""

# A pulled cable raises any of these. SerialException is an OSError, termios.error is not, and a port that was
# closed during a call has None where the call expects a number.
_FAULTS = (OSError, termios.error, TypeError, ValueError)
_WORDS = {
    errno.ENOENT: "no such port; plug the device in",
    errno.EACCES: "no permission; run `dealer-station doctor` to see who may open it",
    errno.EBUSY: "another program uses it; stop that program",
    errno.EAGAIN: "another program uses it; stop that program",
}
_CAUSES: dict[int, DeviceTrouble] = {
    errno.ENOENT: "no_port",
    errno.EACCES: "no_permission",
    errno.EBUSY: "in_use",
    errno.EAGAIN: "in_use",
}


class Port(Protocol):
    """An open port, serial, USB or replayed."""

    def read(self) -> bytes:
        """Return the bytes that have arrived, or b"" after a short wait."""

    def write(self, data: bytes) -> None:
        """Send all of `data`."""

    def wake(self) -> None:
        """End a waiting read; may be called from any thread."""

    def close(self) -> None:
        """Close the port; only the reading thread may call it."""

    def now(self) -> float:
        """Return the time on this wire, in seconds."""


def ports_named(address: str) -> list[str]:
    """Return the address itself, or for a pattern such as /dev/ttyUSB* all ports that match it."""
    if "://" in address or not glob.has_magic(address):
        return [address]
    return sorted(glob.glob(address))  # noqa: PTH207 - a pattern may begin at the root


def _why_closed(error: Exception) -> str:
    """Return the reason why a port did not open; pyserial wraps the system's message in its own."""
    if words := _WORDS.get(getattr(error, "errno", None) or 0):
        return words
    inside = getattr(error.__context__, "strerror", None) or error
    return f"cannot be opened ({inside}); check the cable and the address"


class SerialPort:
    """An open serial port; one thread reads and writes, any thread may wake it."""

    def __init__(self, address: str, baud: int) -> None:
        self._address = address
        self._lock = threading.Lock()
        try:
            self._serial = serial.serial_for_url(
                address, baudrate=baud, timeout=READ_SECONDS, write_timeout=WRITE_SECONDS, exclusive=True
            )
        except _FAULTS as error:
            cause = _CAUSES.get(getattr(error, "errno", None) or 0, "")
            raise DeviceFaultError(f"{address}: {_why_closed(error)}", cause) from error
        self._woken = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        # pyserial waits until it has as many bytes as requested. Reading one byte and then the rest would
        # take two turns per frame. A tty can be asked for whatever is there; a URL may be anything.
        self._tty: int | None = self._serial.fileno() if type(self._serial) is serial.Serial else None

    def read(self) -> bytes:
        """Return the bytes that have arrived, or b"" after a short wait."""
        try:
            if self._tty is None:
                return self._serial.read(min(self._serial.in_waiting or 1, READ_BYTES_MAX))
            return self._read_tty(self._tty)
        except _FAULTS as error:
            raise DeviceFaultError(f"{self._address}: the cable was pulled", "unplugged") from error

    def _read_tty(self, tty: int) -> bytes:
        ready, _, _ = select.select((tty, self._woken), (), (), READ_SECONDS)
        if self._woken in ready:
            os.eventfd_read(self._woken)
        if tty not in ready:
            return b""
        if not (data := os.read(tty, READ_BYTES_MAX)):
            raise OSError(errno.EIO, "the port is ready to be read, but returns no bytes")
        return data

    def write(self, data: bytes) -> None:
        """Send all of `data`."""
        try:
            self._serial.write(data)
        except _FAULTS as error:
            raise DeviceFaultError(f"{self._address}: cannot be written to ({error})") from error

    def now(self) -> float:
        return time.monotonic()

    def wake(self) -> None:
        """End a waiting read; the lock guards against a closed descriptor whose number is reused."""
        with self._lock:
            if not self._serial.is_open:
                return
            if self._tty is not None:
                os.eventfd_write(self._woken, 1)
            elif (cancel := getattr(self._serial, "cancel_read", None)) is not None:
                cancel()

    def close(self) -> None:
        """Close the port, even if the device is gone; only the reading thread may call it, between reads."""
        with self._lock:
            if not self._serial.is_open:
                return
            os.close(self._woken)
            try:
                self._serial.close()
            except _FAULTS:
                self._serial.is_open = False
