"""A USB bus in memory under the real pyusb: descriptors, claims, time-outs, stalls and pulled cables."""

import array
import errno
import threading
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import usb.backend
import usb.core
import usb.util

from hw_sim.devices.shuffler_device import ShufflerDevice

VENDOR, PRODUCT = 0x1209, 0x0D51
ENDPOINTS = ((0x81, usb.util.ENDPOINT_TYPE_INTR), (0x02, usb.util.ENDPOINT_TYPE_BULK), (0x82, 2))
PACKET_BYTES = 64
LOOK_SECONDS = 0.02
"""Interval at which a waiting read asks the device whether something has become due."""
STANDARD_DEVICE_IN, GET_DESCRIPTOR = 0x80, 6
MAKER, NAME, SERIAL = 1, 2, 3

Hook = Callable[[str], None]
"""Called before each transfer with its name; an exception that it raises goes to the host."""


def fault(number: int) -> usb.core.USBError:
    """Return an error as libusb would report it."""
    kind = usb.core.USBTimeoutError if number == errno.ETIMEDOUT else usb.core.USBError
    return kind(errno.errorcode.get(number, "error"), -1, number)


class Plugged:
    """A device in a port; a new object for each time it is plugged in."""

    def __init__(self, device: ShufflerDevice, port: int) -> None:
        self.device, self.port = device, port
        self.gone = False
        self.claimed = False
        self.halted: set[int] = set()


class SimulatedBus(usb.backend.IBackend):  # type: ignore[misc]  # pyusb has no types
    """A libusb backend for pyusb; ports are numbers, and a device can be plugged in and pulled out."""

    def __init__(self) -> None:
        self._ports: dict[int, Plugged] = {}
        self._news = threading.Condition()
        self.before: Hook = lambda _: None
        self.used_by_others = self.forbidden = False

    def plug(self, device: ShufflerDevice, port: int = 1) -> None:
        """Plug the device into the port; it starts."""
        with self._news:
            device.started()
            self._ports[port] = Plugged(device, port)

    def pull(self, port: int = 1) -> None:
        """Pull the device; waiting transfers fail with ENODEV."""
        with self._news:
            if plugged := self._ports.pop(port, None):
                plugged.gone = True
            self._news.notify_all()

    def act(self, what: Callable[[], object]) -> None:
        """Carry out an action on a device, and wake the waiting reads so that it is reported at once."""
        with self._news:
            what()
            self._news.notify_all()

    def stall(self, pipe: int, port: int = 1) -> None:
        """Halt the pipe until the host clears it."""
        self._ports[port].halted.add(pipe)

    def enumerate_devices(self) -> Any:
        return iter(list(self._ports.values()))

    def get_device_descriptor(self, dev: Plugged) -> Any:
        return SimpleNamespace(
            bLength=18, bDescriptorType=1, bcdUSB=0x200, bDeviceClass=0xFF, bDeviceSubClass=0,
            bDeviceProtocol=0, bMaxPacketSize0=PACKET_BYTES, idVendor=VENDOR, idProduct=PRODUCT,
            bcdDevice=0x100, iManufacturer=MAKER, iProduct=NAME, iSerialNumber=SERIAL, bNumConfigurations=1,
            bus=1, address=dev.port, port_number=dev.port, port_numbers=(dev.port,), speed=2,
        )  # fmt: skip

    def get_configuration_descriptor(self, dev: Plugged, config: int) -> Any:  # noqa: ARG002
        if config:
            raise IndexError(config)
        return SimpleNamespace(
            bLength=9, bDescriptorType=2, wTotalLength=39, bNumInterfaces=1, bConfigurationValue=1,
            iConfiguration=0, bmAttributes=0xC0, bMaxPower=50, extra_descriptors=[],
        )  # fmt: skip

    def get_interface_descriptor(self, dev: Plugged, intf: int, alt: int, config: int) -> Any:  # noqa: ARG002
        if intf or alt:
            raise IndexError(intf)
        return SimpleNamespace(
            bLength=9, bDescriptorType=4, bInterfaceNumber=0, bAlternateSetting=0,
            bNumEndpoints=len(ENDPOINTS), bInterfaceClass=0xFF, bInterfaceSubClass=0, bInterfaceProtocol=0,
            iInterface=0, extra_descriptors=[],
        )  # fmt: skip

    def get_endpoint_descriptor(self, dev: Plugged, ep: int, intf: int, alt: int, config: int) -> Any:  # noqa: ARG002
        address, kind = ENDPOINTS[ep]
        return SimpleNamespace(
            bLength=7, bDescriptorType=5, bEndpointAddress=address, bmAttributes=kind,
            wMaxPacketSize=PACKET_BYTES, bInterval=10, bRefresh=0, bSynchAddress=0, extra_descriptors=[],
        )  # fmt: skip

    def open_device(self, dev: Plugged) -> Plugged:
        self._transfer(dev, "open")
        if self.forbidden:
            raise fault(errno.EACCES)
        return dev

    def close_device(self, dev_handle: Plugged) -> None:
        dev_handle.claimed = False

    def get_configuration(self, dev_handle: Plugged) -> int:
        self._transfer(dev_handle, "configuration")
        return 1

    def set_configuration(self, dev_handle: Plugged, config_value: int) -> None:  # noqa: ARG002
        self._transfer(dev_handle, "configure")

    def claim_interface(self, dev_handle: Plugged, intf: int) -> None:  # noqa: ARG002
        self._transfer(dev_handle, "claim")
        if self.used_by_others or dev_handle.claimed:
            raise fault(errno.EBUSY)
        dev_handle.claimed = True

    def release_interface(self, dev_handle: Plugged, intf: int) -> None:  # noqa: ARG002
        self._transfer(dev_handle, "release")
        dev_handle.claimed = False

    def clear_halt(self, dev_handle: Plugged, ep: int) -> None:
        self._transfer(dev_handle, "clear_halt")
        dev_handle.halted.discard(ep)

    def ctrl_transfer(
        self, dev_handle: Plugged, kind: int, request: int, value: int, index: int, data: Any, timeout: int
    ) -> int:
        self._transfer(dev_handle, "control")
        if kind == STANDARD_DEVICE_IN and request == GET_DESCRIPTOR:
            words = {MAKER: "Dealer Station", NAME: "Reference Shuffler", SERIAL: dev_handle.device.serial}
            number = value & 0xFF
            text = words[number].encode("utf-16-le") if number else b"\x09\x04"
            return _fill(data, bytes((len(text) + 2, 3)) + text)
        if dev_handle.device.hung:
            self._wait(dev_handle, timeout)
        answer = dev_handle.device.control(request, time.monotonic())
        if answer is None or index:
            raise fault(errno.EPIPE)
        return _fill(data, answer)

    def bulk_write(self, dev_handle: Plugged, ep: int, intf: int, data: Any, timeout: int) -> int:  # noqa: ARG002
        self._transfer(dev_handle, "commands", ep)
        if dev_handle.device.hung:
            self._wait(dev_handle, timeout)
        with self._news:
            dev_handle.device.receive(bytes(data), time.monotonic())
        return len(data)

    def bulk_read(self, dev_handle: Plugged, ep: int, intf: int, buff: Any, timeout: int) -> int:  # noqa: ARG002
        return self._read(dev_handle, "journal", ep, buff, timeout)

    def intr_read(self, dev_handle: Plugged, ep: int, intf: int, size: Any, timeout: int) -> int:  # noqa: ARG002
        return self._read(dev_handle, "events", ep, size, timeout)

    def _read(self, plugged: Plugged, name: str, pipe: int, into: Any, timeout_ms: int) -> int:
        self._transfer(plugged, name, pipe)
        source = plugged.device.interrupt if name == "events" else plugged.device.journal
        until = time.monotonic() + timeout_ms / 1000
        with self._news:
            while (now := time.monotonic()) < until:
                if not plugged.device.hung and (data := source(now)):
                    return _fill(into, data)
                self._news.wait(min(LOOK_SECONDS, until - now))
                if plugged.gone:
                    raise fault(errno.ENODEV)
        raise fault(errno.ETIMEDOUT)

    def _wait(self, plugged: Plugged, timeout_ms: int) -> None:
        """Wait for the whole time-out and fail, because a hung device takes and gives nothing."""
        time.sleep(timeout_ms / 1000)
        raise fault(errno.ENODEV if plugged.gone else errno.ETIMEDOUT)

    def _transfer(self, plugged: Plugged, name: str, pipe: int | None = None) -> None:
        self.before(name)
        if plugged.gone:
            raise fault(errno.ENODEV)
        if pipe in plugged.halted:
            raise fault(errno.EPIPE)


def _fill(into: "array.array[int]", data: bytes) -> int:
    """Fill the host's buffer and return the length; raise EOVERFLOW if the data
    does not fit, as on a real bus.
    """
    if len(data) > len(into):
        raise fault(errno.EOVERFLOW)
    into[: len(data)] = array.array("B", data)
    return len(data)
