"""USB ports: the only module that transfers bytes over USB, with pyusb."""

import errno
import time
from collections.abc import Callable, Iterable
from typing import Any

import usb.core
import usb.util

from dealer_station.engine.model.errors import DeviceFaultError
from dealer_station.engine.model.observations import DeviceTrouble
from drivers.ports.packaging_paths import RULE

VENDOR, PRODUCT = 0x1209, 0x0D51
EVENTS_IN, COMMANDS_OUT, JOURNAL_IN = 0x81, 0x02, 0x82
FROM_VENDOR_DEVICE = 0xC0
IDENT, STATUS = 1, 2
EVENT_BYTES, JOURNAL_BYTES, CONTROL_BYTES = 256, 4096, 256
WAIT_MS = 50
"""Longest wait for an event, and so the longest time between two readings of the clock."""
JOURNAL_WAIT_MS = 5
CONTROL_WAIT_MS = 500

_PASSING = (errno.ETIMEDOUT, errno.EPIPE, errno.EOVERFLOW)
"""Passing errors: time-out, halted pipe or overflow. The link asks again for the missing events."""
_WORDS = {
    errno.EACCES: f"no permission; install {RULE} or join the group of the device",
    errno.EPERM: f"no permission; install {RULE} or join the group of the device",
    errno.EBUSY: "another program uses it; stop that program",
    errno.ENODEV: "the cable was pulled",
}
_CAUSES: dict[int, DeviceTrouble] = {
    errno.EACCES: "no_permission",
    errno.EPERM: "no_permission",
    errno.EBUSY: "in_use",
    errno.ENODEV: "unplugged",
}


def libusb() -> Any:
    """Return the packaged libusb backend, or the system's; raise DeviceFaultError if there is none."""
    import libusb_package
    import usb.backend.libusb1

    found = libusb_package.get_libusb1_backend() or usb.backend.libusb1.get_backend()
    if found is None:
        raise DeviceFaultError(
            "USB: libusb was not found; run make table, or install Debian's libusb-1.0-0 and restart"
        )
    return found


class UsbPort:
    """A shuffler that is plugged in and claimed; `serial` is preferred if there are several."""

    def __init__(self, serial: str, backend: Any) -> None:
        self._name = f"USB {VENDOR:04x}:{PRODUCT:04x}"
        self._fresh = True
        try:
            found = usb.core.find(find_all=True, idVendor=VENDOR, idProduct=PRODUCT, backend=backend)
            self._device = _preferred(list(found), serial)
        except usb.core.USBError as error:
            raise self._fault(error) from error
        if self._device is None:
            raise DeviceFaultError(
                f"{self._name}: no shuffler is plugged in; check its cable and its power", "no_port"
            )
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
        """Return identity and status on the first call, then the event and journal bytes received."""
        if self._fresh:
            self._fresh = False
            return self._asked(IDENT) + self._asked(STATUS)
        events = self._tried(EVENTS_IN, lambda: self._device.read(EVENTS_IN, EVENT_BYTES, WAIT_MS))
        journal = self._tried(
            JOURNAL_IN, lambda: self._device.read(JOURNAL_IN, JOURNAL_BYTES, JOURNAL_WAIT_MS)
        )
        return events + journal

    def _asked(self, request: int) -> bytes:
        """Send a vendor request and return the answer; after a failure the port must be opened again."""
        try:
            answer = self._device.ctrl_transfer(
                FROM_VENDOR_DEVICE, request, 0, 0, CONTROL_BYTES, CONTROL_WAIT_MS
            )
        except usb.core.USBError as error:
            raise self._fault(error) from error
        return bytes(answer)

    def write(self, data: bytes) -> None:
        """Send a command; if it does not get through, the link repeats it."""
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
        number = getattr(error, "errno", None) or 0
        words = _WORDS.get(number, f"does not work ({error})")
        return DeviceFaultError(f"{self._name}: {words}", _CAUSES.get(number, ""))

    def now(self) -> float:
        return time.monotonic()

    def wake(self) -> None:
        """Do nothing: a transfer cannot be interrupted, but it waits for a twentieth of a second at most."""

    def close(self) -> None:
        try:
            usb.util.dispose_resources(self._device)
        except usb.core.USBError:
            # A device that is gone holds no resources.
            self._device = None


def _preferred(found: list[Any], serial: str) -> Any:
    """Return the device with this serial number, else the first one or None; the caller checks it."""
    for device in found if serial else ():
        if serial_of(device) == serial:
            return device
    return found[0] if found else None


def serial_of(device: Any) -> str:
    """Return a device's serial number, or "" if we may not read it."""
    try:
        return str(device.serial_number)
    except (usb.core.USBError, ValueError):
        # Without permission even the name is unreadable; opening the device reports that.
        return ""
