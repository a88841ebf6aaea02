"""The one place where bytes cross a serial wire: pyserial on a path or a URL, and all its ways to fail."""

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

READ_BYTES_MAX = 4096
READ_SECONDS = 0.05
"""How long a read waits; so often the time is looked at while nothing comes."""
WRITE_SECONDS = 0.5
"""A port that takes nothing for so long is blocked; whoever deals knows within a second."""

# A pulled cable shows as any of these: SerialException is an OSError, termios.error is none, and a port that
# was closed under a call has None where the call expects numbers.
_FAULTS = (OSError, termios.error, TypeError, ValueError)
_WORDS = {
    errno.ENOENT: "no such port; plug the device in",
    errno.EACCES: "no permission; `dealer-station doctor` says whose it is",
    errno.EBUSY: "another program uses it; end that program",
    errno.EAGAIN: "another program uses it; end that program",
}


class Port(Protocol):
    """A wire that is open, whatever it is made of."""

    def read(self) -> bytes:
        """What has come, or nothing after a while."""

    def write(self, data: bytes) -> None:
        """Sends all of it."""

    def wake(self) -> None:
        """Ends a read that waits; from any thread."""

    def close(self) -> None:
        """By the thread that reads."""

    def now(self) -> float:
        """The time on this wire, in seconds."""


def ports_named(address: str) -> list[str]:
    """The port that an address names; all that are there, where it is a pattern such as /dev/ttyUSB*."""
    if "://" in address or not glob.has_magic(address):
        return [address]
    return sorted(glob.glob(address))  # noqa: PTH207 - a pattern may begin at the root


def _why_closed(error: Exception) -> str:
    """Why a port did not open: pyserial says it around what the system said."""
    if words := _WORDS.get(getattr(error, "errno", None) or 0):
        return words
    inside = getattr(error.__context__, "strerror", None) or error
    return f"cannot be opened ({inside}); check the cable, and what the address leads to"


class SerialPort:
    """A port that is open; it is read and written by one thread, and woken by any."""

    def __init__(self, address: str, baud: int) -> None:
        self._address = address
        self._lock = threading.Lock()
        try:
            self._serial = serial.serial_for_url(
                address, baudrate=baud, timeout=READ_SECONDS, write_timeout=WRITE_SECONDS, exclusive=True
            )
        except _FAULTS as error:
            raise DeviceFaultError(f"{address}: {_why_closed(error)}") from error
        self._woken = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        # pyserial reads as many bytes as it is asked for: with one that is waited for and the rest behind it
        # each frame would cost two turns. A tty can be asked for what there is; a URL may be anything.
        self._tty: int | None = self._serial.fileno() if type(self._serial) is serial.Serial else None

    def read(self) -> bytes:
        """What has come, or nothing after a while."""
        try:
            if self._tty is None:
                return self._serial.read(min(self._serial.in_waiting or 1, READ_BYTES_MAX))
            return self._read_tty(self._tty)
        except _FAULTS as error:
            raise DeviceFaultError(f"{self._address}: the cable was pulled") from error

    def _read_tty(self, tty: int) -> bytes:
        ready, _, _ = select.select((tty, self._woken), (), (), READ_SECONDS)
        if self._woken in ready:
            os.eventfd_read(self._woken)
        if tty not in ready:
            return b""
        if not (data := os.read(tty, READ_BYTES_MAX)):
            raise OSError(errno.EIO, "ready to be read, and nothing comes")
        return data

    def write(self, data: bytes) -> None:
        """Sends all of it."""
        try:
            self._serial.write(data)
        except _FAULTS as error:
            raise DeviceFaultError(f"{self._address}: cannot be written to ({error})") from error

    def now(self) -> float:
        return time.monotonic()

    def wake(self) -> None:
        """Ends a read that waits. The lock: a number of a closed file may belong to another one by now."""
        with self._lock:
            if not self._serial.is_open:
                return
            if self._tty is not None:
                os.eventfd_write(self._woken, 1)
            elif (cancel := getattr(self._serial, "cancel_read", None)) is not None:
                cancel()

    def close(self) -> None:
        """By the thread that reads, so that no read is under way; a port that is gone closes all the same."""
        with self._lock:
            if not self._serial.is_open:
                return
            os.close(self._woken)
            try:
                self._serial.close()
            except _FAULTS:
                self._serial.is_open = False
