"""Checks of `dealer-station doctor` on USB shufflers: libusb, permission, and the device that answers."""

from collections.abc import Iterator
from typing import Any

from dealer_station.cli.doctor_machine import CheckItem, State
from dealer_station.cli.doctor_ports import RULES_GROUP, ident_item, shut_item
from dealer_station.engine.model.errors import DeviceFaultError
from drivers.link.frames import FrameDecoder
from drivers.link.messages import Ident, Status, message_in
from drivers.ports.discovery import FoundUsb, found_shufflers
from drivers.ports.packaging_paths import INSTALL_RULE
from drivers.ports.usb_port import PRODUCT, VENDOR, UsbPort, libusb
from drivers.shuffler_reference import NOT_COUNTED, door_word, state_word

NAME = f"USB {VENDOR:04x}:{PRODUCT:04x}"
_WORKS = ("idle", "shuffling", "ready")


def check_shufflers(wanted: str | None) -> Iterator[CheckItem]:
    """Check every connected shuffler; `wanted` must be among them (empty: any; None: none required)."""
    missing: State = "ok" if wanted is None else "failed"
    try:
        backend = libusb()
    except (DeviceFaultError, ImportError):
        remedy = "run `make table`, which includes libusb, or install it: sudo apt install libusb-1.0-0"
        state: State = "warning" if wanted is None else "failed"
        yield CheckItem("libusb", state, "libusb was not found: no shuffler can be reached", remedy)
        return
    try:
        found = found_shufflers(backend)
    except DeviceFaultError as error:
        remedy = "check that /dev/bus/usb exists and that this machine has USB"
        yield CheckItem(NAME, missing, str(error), remedy)
        return
    if not found:
        remedy = "" if wanted is None else "check its cable and power, and the output of `lsusb`"
        yield CheckItem(NAME, missing, "no shuffler is plugged in", remedy)
        return
    for one in found:
        yield _shuffler(one, backend)
    if wanted and not any(one.serial == wanted for one in found):
        remedy = "connect the right one, or leave out the serial number"
        yield CheckItem(NAME, "failed", f"no shuffler with the serial number {wanted} was found", remedy)


def _shuffler(found: FoundUsb, backend: Any) -> CheckItem:
    """Read a shuffler's identity and status, which changes nothing in the device."""
    if shut := shut_item(found.place, found.node):
        return shut
    try:
        port = UsbPort(found.serial, backend)
        try:
            data = port.read()
        finally:
            port.close()
    except DeviceFaultError as error:
        return _silent(found.place, error)
    messages = [message_in(frame) for frame in FrameDecoder().feed(data)]
    ident = next((one for one in messages if isinstance(one, Ident)), None)
    status = next((one for one in messages if isinstance(one, Status)), None)
    if ident is None or status is None:
        remedy = "switch it off and on again; if that does not help, ask its maker for newer firmware"
        return CheckItem(found.place, "failed", "its answer is not that of a shuffler", remedy)
    return _working(ident_item(found.place, ident, f"; {_words(status)}"), status)


def _silent(place: str, fault: DeviceFaultError) -> CheckItem:
    """Turn the driver's reason for a failed read into a check with a remedy."""
    if fault.cause == "in_use":
        remedy = "to check it, stop that program first"
        return CheckItem(place, "warning", "is in use by another program and was not checked", remedy)
    if fault.cause == "no_permission":
        remedy = f"{INSTALL_RULE} && sudo udevadm trigger; then join the group {RULES_GROUP} and log in again"
        return CheckItem(place, "failed", "you have no permission to open it", remedy)
    return CheckItem(
        place, "failed", f"does not answer: {fault}", "check its cable and power, and restart it"
    )


def _working(item: CheckItem, status: Status) -> CheckItem:
    """Turn the check into a warning unless the device is in a working state with its door closed."""
    if state_word(status.state, status.mode) in _WORKS and not status.door:
        return item
    remedy = "clear the fault at the device before the table opens"
    return CheckItem(item.name, "warning", item.words, remedy, item.facts)


def _words(status: Status) -> str:
    counted = "not counted" if status.count == NOT_COUNTED else f"{status.count} cards counted"
    return f"{state_word(status.state, status.mode)}, door {door_word(status.door)}, {counted}".replace(
        "door door", "door open"
    )
