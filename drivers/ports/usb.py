"""The one place where bytes cross a USB cable: pyusb, and all its ways to fail."""

import errno
import time
from collections.abc import Callable, Iterable
from typing import Any

import usb.core
import usb.util

from dealer_station.engine.model.errors import DeviceFaultError
from drivers.ports.udev_rule import RULE

VENDOR, PRODUCT = 0x1209, 0x0D51
EVENTS_IN, COMMANDS_OUT, JOURNAL_IN = 0x81, 0x02, 0x82
FROM_VENDOR_DEVICE = 0xC0
IDENT, STATUS = 1, 2
EVENT_BYTES, JOURNAL_BYTES, CONTROL_BYTES = 256, 4096, 256
WAIT_MS = 50
"""How long a read waits for an event; so often the time is looked at while nothing comes."""
JOURNAL_WAIT_MS = 5
CONTROL_WAIT_MS = 500

_PASSING = (errno.ETIMEDOUT, errno.EPIPE, errno.EOVERFLOW)
"""Nothing came, the pipe was halted, or too much came: the link asks again for what it lacks."""
_WORDS = {
    errno.EACCES: f"no permission; install {RULE} or ask for the group of the device",
    errno.EPERM: f"no permission; install {RULE} or ask for the group of the device",
    errno.EBUSY: "another program uses it; end that program",
    errno.ENODEV: "the cable was pulled",
}


def libusb() -> Any:
    """The library behind pyusb: the one that came with the package, or the system's."""
    import libusb_package
    import usb.backend.libusb1

    found = libusb_package.get_libusb1_backend() or usb.backend.libusb1.get_backend()
    if found is None:
        raise DeviceFaultError(
            "USB: libusb was not found; run make table, or install Debian's libusb-1.0-0, and start again"
        )
    return found


class UsbPort:
    """A shuffler that is plugged in and ours; `serial` is preferred where there are several."""

    def __init__(self, serial: str, backend: Any) -> None:
        self._name = f"USB {VENDOR:04x}:{PRODUCT:04x}"
        self._fresh = True
        try:
            found = usb.core.find(find_all=True, idVendor=VENDOR, idProduct=PRODUCT, backend=backend)
            self._device = _preferred(list(found), serial)
        except usb.core.USBError as error:
            raise self._fault(error) from error
        if self._device is None:
            raise DeviceFaultError(f"{self._name}: no shuffler is plugged in; check its cable and its power")
        self.serial = serial_of(self._device)
        try:
            self._claim()
        except BaseException:
            self.close()
            raise

    def _claim(self) -> None:
        try:
            try:
                self._device.get_active_configuration()
            except usb.core.USBError as error:
                if error.errno in _WORDS:
                    raise
                self._device.set_configuration()
            usb.util.claim_interface(self._device, 0)
        except usb.core.USBError as error:
            raise self._fault(error) from error

    def read(self) -> bytes:
        """Who it is and what it is in, first of all; then what happened, and what its journal holds."""
        if self._fresh:
            self._fresh = False
            return self._asked(IDENT) + self._asked(STATUS)
        events = self._tried(EVENTS_IN, lambda: self._device.read(EVENTS_IN, EVENT_BYTES, WAIT_MS))
        journal = self._tried(
            JOURNAL_IN, lambda: self._device.read(JOURNAL_IN, JOURNAL_BYTES, JOURNAL_WAIT_MS)
        )
        return events + journal

    def _asked(self, request: int) -> bytes:
        """A device that does not answer is asked again when the port is opened the next time."""
        try:
            answer = self._device.ctrl_transfer(
                FROM_VENDOR_DEVICE, request, 0, 0, CONTROL_BYTES, CONTROL_WAIT_MS
            )
        except usb.core.USBError as error:
            raise self._fault(error) from error
        return bytes(answer)

    def write(self, data: bytes) -> None:
        """A command that does not get through is said again by the link."""
        self._tried(COMMANDS_OUT, lambda: self._device.write(COMMANDS_OUT, data, CONTROL_WAIT_MS))

    def _tried(self, pipe: int, transfer: Callable[[], Iterable[int] | int]) -> bytes:
        try:
            done = transfer()
        except usb.core.USBError as error:
            if error.errno not in _PASSING:
                raise self._fault(error) from error
            if error.errno == errno.EPIPE:
                self._clear_halt(pipe)
            return b""
        return b"" if isinstance(done, int) else bytes(done)

    def _clear_halt(self, pipe: int) -> None:
        try:
            self._device.clear_halt(pipe)
        except usb.core.USBError as error:
            raise self._fault(error) from error

    def _fault(self, error: Exception) -> DeviceFaultError:
        number = getattr(error, "errno", None)
        return DeviceFaultError(f"{self._name}: {_WORDS.get(number or 0, f'does not work ({error})')}")

    def now(self) -> float:
        return time.monotonic()

    def wake(self) -> None:
        """A transfer cannot be ended from outside; it waits for a twentieth of a second at most."""

    def close(self) -> None:
        try:
            usb.util.dispose_resources(self._device)
        except usb.core.USBError:
            # Whoever is gone has let go of everything.
            self._device = None


def _preferred(found: list[Any], serial: str) -> Any:
    """The one with this serial number, in whichever port; else the first, which then says who it is."""
    for device in found if serial else ():
        if serial_of(device) == serial:
            return device
    return found[0] if found else None


def serial_of(device: Any) -> str:
    """What a device says that it is called; nothing where we may not ask."""
    try:
        return str(device.serial_number)
    except (usb.core.USBError, ValueError):
        # Without permission nobody may even read its name: opening it says so.
        return ""
