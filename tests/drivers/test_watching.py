"""A port that appears is noticed at once: by its folder, by udev, and by the clock where there is neither."""

import os
import queue
import threading
import time
from pathlib import Path

import pytest

from drivers.device_addresses import DeviceAddress, driver_for, progressive_for
from drivers.device_thread import DeviceThread
from drivers.driver import Heard, Met
from drivers.ports import hotplug
from drivers.ports.hotplug import PortWatch
from drivers.ports.serial_port import ports_named
from hw_sim.devices.progressive_device import Controller, ProgressiveDevice
from hw_sim.wires.device_server import DeviceServer
from hw_sim.wires.pty import PtyCable

LONG_SECONDS = 30.0


class Udev:
    """A stand-in for pyudev's monitor, driven by a test."""

    def __init__(self) -> None:
        self._out, self._in = os.pipe()

    def fileno(self) -> int:
        return self._out

    def say(self) -> None:
        os.write(self._in, b"!")

    def poll(self, timeout: float) -> object | None:  # noqa: ARG002
        os.set_blocking(self._out, False)
        try:
            return os.read(self._out, 1)
        except BlockingIOError:
            return None

    def close(self) -> None:
        os.close(self._out)
        os.close(self._in)


@pytest.mark.parametrize("port", ["port", "port*", "by-id/port", "a/b/port"])
def test_a_port_that_appears_ends_the_wait(tmp_path: Path, port: str) -> None:
    watch = PortWatch(str(tmp_path / port), udev=lambda: None)
    (tmp_path / "another").touch()
    assert not watch.wait(0)
    path = tmp_path / port.replace("*", "7")
    for folder in [*reversed(path.relative_to(tmp_path).parents)][1:]:
        (tmp_path / folder).mkdir()
        assert watch.wait(LONG_SECONDS)
    path.symlink_to("/dev/null")
    assert watch.wait(LONG_SECONDS)
    assert not watch.wait(0)
    watch.close()


def test_what_udev_says_ends_the_wait() -> None:
    udev = Udev()
    watch = PortWatch("/dev/ttyUSB0", udev=lambda: udev)
    assert not watch.wait(0)
    udev.say()
    udev.say()
    assert watch.wait(LONG_SECONDS)
    assert not watch.wait(0)
    watch.close()
    udev.close()


def test_a_url_is_only_waited_for_and_a_wait_can_be_ended() -> None:
    watch = PortWatch("socket://localhost:1")
    assert not watch.wait(0)
    threading.Timer(0.01, watch.wake).start()
    assert not watch.wait(LONG_SECONDS)
    watch.close()


def test_udev_is_asked_only_where_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hotplug, "UDEV_CONTROL", tmp_path / "control")
    assert hotplug.udev_monitor() is None
    (tmp_path / "control").touch()
    monitor = hotplug.udev_monitor()
    assert monitor is None or monitor.fileno() > 0


def test_discovery_cuts_the_back_off_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drivers.device_thread.SHORTEST_WAIT_SECONDS", LONG_SECONDS)
    heard: queue.SimpleQueue[Heard | Met] = queue.SimpleQueue()
    chosen = DeviceAddress("scanner", str(tmp_path / "port"))
    thread = DeviceThread(chosen.address, driver_for(chosen, "", 0), heard.put)
    thread.start()
    heard.get(timeout=LONG_SECONDS)
    began = time.monotonic()
    cable = PtyCable(tmp_path / "port")
    cable.plug()
    heard.get(timeout=LONG_SECONDS)
    assert time.monotonic() - began < LONG_SECONDS / 2
    thread.stop()
    cable.pull()


def test_a_pattern_names_the_ports_that_are_there(tmp_path: Path) -> None:
    pattern = str(tmp_path / "ttyUSB*")
    assert ports_named(pattern) == []
    for name in ("ttyUSB1", "ttyUSB0", "ttyS0"):
        (tmp_path / name).touch()
    assert ports_named(pattern) == [str(tmp_path / name) for name in ("ttyUSB0", "ttyUSB1")]
    assert ports_named("/dev/x") == ["/dev/x"]
    assert ports_named("socket://[::1]:5") == ["socket://[::1]:5"]


def test_the_same_device_in_another_port_is_the_same_device(tmp_path: Path) -> None:
    controllers = [Controller(tmp_path / f"memory{number}") for number in (1, 2)]
    mine, other = (
        ProgressiveDevice(one, serial) for one, serial in zip(controllers, ("MINE", "OTHER"), strict=True)
    )
    stranger = DeviceServer(other, PtyCable(tmp_path / "ttyUSB0"))
    served = DeviceServer(mine, PtyCable(tmp_path / "ttyUSB1"))
    heard: queue.SimpleQueue[Heard | Met] = queue.SimpleQueue()
    chosen = DeviceAddress("reference", str(tmp_path / "ttyUSB*"), "MINE")
    thread = DeviceThread(chosen.address, progressive_for(chosen, "", 0), heard.put)
    thread.start()
    met = heard.get(timeout=LONG_SECONDS)
    assert isinstance(met, Met)
    assert met.serial == "MINE"
    served.stop()
    lost = heard.get(timeout=LONG_SECONDS)
    assert isinstance(lost, Heard)
    moved = DeviceServer(mine, PtyCable(tmp_path / "ttyUSB2"))
    back, again = heard.get(timeout=LONG_SECONDS), heard.get(timeout=LONG_SECONDS)
    assert isinstance(back, Heard)
    assert "back" in repr(back)
    assert again == met
    thread.stop()
    for one in (moved, stranger):
        one.stop()
    for controller in controllers:
        controller.close()
