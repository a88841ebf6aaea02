"""A simulated shuffler under Debian's umockdev, where the real libusb of another process finds it on a bus.

Run it with the system's Python under umockdev-wrapper. It prints the folder of its test bed and obeys words
on its standard input: `plug`, `pull`, `stall` and the names of the shuffler's faults.
"""

import errno
import struct
import sys
import time
from pathlib import Path
from typing import Any

import gi

from hw_sim.devices.shuffler import Shuffler
from hw_sim.devices.shuffler_device import ShufflerDevice
from hw_sim.devices.shuffler_faults import SHUFFLER_FAULTS

gi.require_version("UMockdev", "1.0")
from gi.repository import GLib, UMockdev  # noqa: E402 - only after its version is required

NODE, SYSFS = "/dev/bus/usb/001/002", "/sys/devices/usb1/1-1"
CONTROL, EVENTS_IN, COMMANDS_OUT, JOURNAL_IN = 2, 0x81, 0x02, 0x82
SETUP = struct.Struct("<BBHHH")
SETUP_BYTES = 8
URB_BYTES, STATUS_AT, BUFFER_AT, LENGTH_AT, ACTUAL_AT = 56, 4, 16, 24, 28
HOLD_MS = 10
"""Delay of an empty answer: the test bed's poll is always ready, so without it libusb would spin."""

# Numbers of linux/usbdevice_fs.h: direction, size, 'U', number.
GET_DRIVER, SUBMIT, DISCARD, REAP_AT_ONCE = 0x41045508, 0x8038550A, 0x0000550B, 0x4008550D
SET_CONFIGURATION, CLAIM, RELEASE, RESET = 0x80045505, 0x8004550F, 0x80045510, 0x00005514
CLEAR_HALT, CAPABILITIES, SPEED = 0x80045515, 0x8004551A, 0x0000551F
STRINGS = {1: "Dealer Station", 2: "Reference Shuffler"}
SERIAL_STRING = 3


def descriptors() -> bytes:
    """Return the descriptors of the device, its configuration, its interface and its three pipes."""
    device = struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x200, 0xFF, 0, 0, 64, 0x1209, 0x0D51, 0x100, 1, 2, 3, 1)
    pipes = b"".join(
        struct.pack("<BBBBHB", 7, 5, address, kind, 64, 10)
        for address, kind in ((EVENTS_IN, 3), (COMMANDS_OUT, 2), (JOURNAL_IN, 2))
    )
    interface = struct.pack("<BBBBBBBBB", 9, 4, 0, 0, 3, 0xFF, 0, 0, 0)
    configuration = struct.pack("<BBHBBBBB", 9, 2, 9 + len(interface) + len(pipes), 1, 1, 0, 0xC0, 50)
    return device + configuration + interface + pipes


class Urb:
    """A transfer that the host has submitted, in the host's own memory."""

    def __init__(self, argument: Any) -> None:
        self.key = bytes(argument.retrieve())[:8]
        self.data = argument.resolve(0, URB_BYTES)
        raw = bytes(self.data.retrieve())
        self.kind, self.pipe = raw[0], raw[1]
        (self.length,) = struct.unpack_from("<i", raw, LENGTH_AT)
        self.buffer = self.data.resolve(BUFFER_AT, self.length)

    def sent(self) -> bytes:
        return bytes(self.buffer.retrieve())

    def end(self, status: int, data: bytes = b"", at: int = 0, actual: int | None = None) -> None:
        """Write the result of the transfer; data that does not fit is an overflow."""
        if len(data) > self.length - at:
            status, data = -errno.EOVERFLOW, b""
        if data:
            self.buffer.update(at, data)
        self.data.update(STATUS_AT, struct.pack("<i", status))
        self.data.update(ACTUAL_AT, struct.pack("<i", len(data) if actual is None else actual))


class MockBus:
    """A bus with one device that can be plugged in, pulled out and stalled."""

    def __init__(self, device: ShufflerDevice) -> None:
        self.device = device
        self.bed = UMockdev.Testbed.new()
        self._handler = UMockdev.IoctlBase()
        self._handler.connect("handle-ioctl", self._asked)
        self._pending: list[Urb] = []
        self._done: list[Urb] = []
        self._known = self._plugged = False
        self.stalled: set[int] = set()

    def plug(self) -> None:
        self.device.started()
        self._plugged = True
        if not self._known:
            self._known = True
            self._make_node()
        self.bed.uevent(SYSFS, "add")

    def _make_node(self) -> None:
        self.bed.add_from_string(
            f"P: {SYSFS.removeprefix('/sys')}\nN: bus/usb/001/002\nE: DEVNAME={NODE}\nE: DEVTYPE=usb_device\n"
            "E: BUSNUM=001\nE: DEVNUM=002\nE: PRODUCT=1209/d51/100\nE: SUBSYSTEM=usb\n"
            "A: busnum=1\\n\nA: devnum=2\\n\nA: bConfigurationValue=1\\n\nA: speed=12\\n\n"
            f"H: descriptors={descriptors().hex()}\n"
        )
        self.bed.attach_ioctl(NODE, self._handler)

    def pull(self) -> None:
        """Fail every transfer from now on; the node stays, because pending
        transfers would hang without it.
        """
        self._plugged = False
        for urb in self._pending:
            urb.end(-errno.ESHUTDOWN)
        self._done += self._pending
        self._pending.clear()
        self.bed.uevent(SYSFS, "remove")

    def _asked(self, _: Any, client: Any) -> bool:
        request, argument = client.get_request(), client.get_arg()
        if not self._plugged and not (request == REAP_AT_ONCE and self._done):
            client.complete(-1, errno.ENODEV)
        elif request == SUBMIT:
            self._submit(Urb(argument))
            client.complete(0, 0)
        elif request == REAP_AT_ONCE:
            self._reap(client, argument, again=True)
        elif request == DISCARD:
            self._discard(bytes(argument.retrieve())[:8])
            client.complete(0, 0)
        else:
            self._plain(client, request, argument)
        return True

    def _plain(self, client: Any, request: int, argument: Any) -> None:
        if request == CAPABILITIES:
            argument.resolve(0, 4).update(0, struct.pack("<I", 0))
            client.complete(0, 0)
        elif request == CLEAR_HALT:
            self.stalled.discard(bytes(argument.resolve(0, 4).retrieve())[0])
            client.complete(0, 0)
        elif request == GET_DRIVER:
            client.complete(-1, errno.ENODATA)
        elif request in (SET_CONFIGURATION, CLAIM, RELEASE, RESET):
            client.complete(0, 0)
        else:
            client.complete(2 if request == SPEED else -1, 0 if request == SPEED else errno.ENOTTY)

    def _submit(self, urb: Urb) -> None:
        if urb.kind == CONTROL:
            self._control(urb)
        elif urb.pipe in self.stalled:
            urb.end(-errno.EPIPE)
        elif urb.pipe == COMMANDS_OUT:
            self.device.receive(urb.sent(), time.monotonic())
            urb.end(0, actual=urb.length)
        else:
            self._pending.append(urb)
            return
        self._done.append(urb)

    def _control(self, urb: Urb) -> None:
        kind, request, value, _, length = SETUP.unpack(urb.sent()[:SETUP_BYTES])
        answer: bytes | None = None
        if kind == 0xC0:
            answer = self.device.control(request, time.monotonic())
        elif (kind, request, value >> 8) == (0x80, 6, 3):
            number = value & 0xFF
            text = self.device.serial if number == SERIAL_STRING else STRINGS.get(number, "")
            words = text.encode("utf-16-le") if number else b"\x09\x04"
            answer = bytes((len(words) + 2, 3)) + words
        if answer is None:
            urb.end(-errno.EPIPE)
        else:
            urb.end(0, answer[:length], SETUP_BYTES)

    def _discard(self, key: bytes) -> None:
        for urb in [urb for urb in self._pending if urb.key == key]:
            self._pending.remove(urb)
            urb.end(-errno.ENOENT)
            self._done.append(urb)

    def _look(self) -> None:
        """Complete the waiting transfers for which the device has data."""
        for urb in list(self._pending):
            now = time.monotonic()
            source = self.device.interrupt if urb.pipe == EVENTS_IN else self.device.journal
            if not self.device.hung and (data := source(now)):
                self._pending.remove(urb)
                urb.end(0, data)
                self._done.append(urb)

    def _reap(self, client: Any, argument: Any, *, again: bool) -> None:
        self._look()
        if self._done:
            argument.resolve(0, 8).set_ptr(0, self._done.pop(0).data)
            client.complete(0, 0)
        elif again and self._pending:
            GLib.timeout_add(HOLD_MS, self._reap_later, client, argument)
        else:
            client.complete(-1, errno.EAGAIN if self._plugged else errno.ENODEV)

    def _reap_later(self, client: Any, argument: Any) -> bool:
        self._reap(client, argument, again=False)
        return False


def main() -> None:
    """Serve the device until standard input is closed."""
    shuffler = Shuffler(312, Path(sys.argv[1]))
    device = ShufflerDevice(shuffler, "SIM-S7")
    bed = MockBus(device)
    bed.plug()
    loop = GLib.MainLoop()

    def obey(*_: object) -> bool:
        word = sys.stdin.readline().strip()
        if not word:
            loop.quit()
        elif word in ("plug", "pull"):
            getattr(bed, word)()
        elif word == "stall":
            bed.stalled.add(EVENTS_IN)
        else:
            SHUFFLER_FAULTS[word](device)
        print(f"done {word}", flush=True)
        return bool(word)

    GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, obey)
    print(bed.bed.get_root_dir(), flush=True)
    loop.run()
    shuffler.close()


if __name__ == "__main__":
    main()
