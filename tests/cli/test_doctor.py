"""`dealer-station doctor` as a person runs it: what is found, what is wrong, and what to do about it."""

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from grp import struct_group
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dealer_station.cli import doctor_machine, doctor_usb
from dealer_station.cli import doctor_ports as command
from dealer_station.cli.main import main
from dealer_station.engine.model.errors import DeviceFaultError
from dealer_station.rulebooks import load
from drivers.ports.discovery import FoundPort, users_of
from drivers.ports.packaging_paths import INSTALL_RULE, RULE, RULES_FILE, packaged
from drivers.ports.serial_port import SerialPort
from hw_sim.devices.journaled_shoe import JournaledShoe
from hw_sim.devices.progressive_device import Controller, ProgressiveDevice
from hw_sim.devices.shoes_on_wires import ReferenceDevice
from hw_sim.devices.shuffler import Shuffler
from hw_sim.devices.shuffler_device import ShufflerDevice
from hw_sim.devices.shuffler_faults import SHUFFLER_FAULTS
from hw_sim.devices.wire_faults import WIRE_FAULTS
from hw_sim.wires.device_server import DeviceServer, ShoeServer
from hw_sim.wires.pty import PtyCable
from hw_sim.wires.usb_bus import SimulatedBus
from tests.house.rules import ROOT
from ui.common import no_display


@pytest.fixture(autouse=True)
def quiet_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine without ports, with a synchronised clock and the rule in its place; Qt is not started."""
    (tmp_path / "70-dealer-station.rules").touch()
    monkeypatch.setattr(command, "found_ports", list)
    monkeypatch.setattr(doctor_usb, "libusb", SimulatedBus)
    monkeypatch.setattr(doctor_machine, "RULES_FOLDERS", (tmp_path,))
    monkeypatch.setattr(doctor_machine, "clock_state", lambda: 0)
    monkeypatch.setattr(doctor_machine, "_QT", "")
    monkeypatch.setattr(doctor_machine, "_WINDOW", "")
    monkeypatch.setattr(doctor_machine, "MOUNTS", tmp_path / "no mounts")
    for name in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":0")


def doctor(*words: str) -> Result:
    result = CliRunner().invoke(main, ["doctor", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert "Traceback" not in result.output
    return result


def items(*words: str) -> dict[str, dict[str, Any]]:
    return {item["name"]: item for item in json.loads(doctor(*words, "--json").stdout)}


@pytest.fixture
def shoe(tmp_path: Path) -> Iterator[ShoeServer]:
    journal = JournaledShoe(load("massachusetts"), 1, tmp_path / "journal")
    served = ShoeServer(journal, ReferenceDevice(journal, "S1"), PtyCable(tmp_path / "port"))
    yield served
    served.stop()
    journal.close()


def test_a_machine_without_devices_is_looked_at() -> None:
    found = items()
    assert set(found) == {
        *("python", "pyside6", "sqlite", "clock", "time service", "disk", "fsync"),
        *("fonts", "display", "udev rule", "ports", "USB 1209:0d51"),
    }
    assert found["ports"]["state"] == "warning"
    assert all(item["remedy"] for item in found.values() if item["state"] != "ok")
    said = doctor()
    assert said.exit_code == 0
    assert re.search(r"^ok +sqlite +SQLite 3\.", said.stdout, re.MULTILINE)


@pytest.mark.usefixtures("shoe")
def test_a_device_that_answers_says_who_it_is_and_how_good_its_wire_is(tmp_path: Path) -> None:
    address = str(tmp_path / "port")
    found = items("--port", f"reference:{address}")
    assert found[address]["state"] == "ok"
    assert found[address]["words"] == "shoe: SimShoe, serial S1, firmware 1.0"
    assert found[f"link of {address}"]["facts"]["damaged"] == 0
    wrong = doctor("--port", f"reference:{address}?serial=S2")
    assert wrong.exit_code == 1
    assert "serial S1 answers, not S2" in wrong.stdout


def test_a_bad_wire_is_a_warning(shoe: ShoeServer, tmp_path: Path) -> None:
    shoe.faults = [WIRE_FAULTS["garbage"](1.0, Random(1))]
    address = str(tmp_path / "port")
    link = items("--port", f"reference:{address}")[f"link of {address}"]
    assert link["state"] == "warning"
    assert link["facts"]["damaged"] > 0


def test_ports_that_are_found_are_asked_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    controller = Controller(tmp_path / "memory")
    served = DeviceServer(ProgressiveDevice(controller), PtyCable(tmp_path / "one"))
    mute = PtyCable(tmp_path / "two")
    mute.plug()
    ports = [FoundPort(str(tmp_path / name), "an adapter", "0403:6001") for name in ("one", "two", "gone")]
    monkeypatch.setattr(command, "found_ports", lambda: ports)
    found = items()
    assert found[str(tmp_path / "one")]["facts"]["kind"] == "progressive"
    assert "no answer on the reference link" in found[str(tmp_path / "two")]["words"]
    assert found[str(tmp_path / "gone")]["state"] == "warning"
    assert doctor("--port", f"scanner:{tmp_path / 'two'}").exit_code == 0
    silent = doctor("--port", f"reference:{tmp_path / 'two'}")
    assert silent.exit_code == 1
    assert "opens, but nothing answers" in silent.stdout
    assert doctor("--port", f"reference:{tmp_path / 'gone'}").exit_code == 1
    served.stop()
    mute.pull()
    controller.close()


@pytest.mark.parametrize(
    ("group", "mode", "members", "remedy"),
    [
        ("dialout", 0o660, [], "sudo usermod -aG dialout ana and log in again"),
        ("uucp", 0o660, [], "sudo usermod -aG uucp ana and log in again"),
        ("plugdev", 0o660, ["ana"], "log in again"),
        ("root", 0o600, [], "&& sudo udevadm trigger; then sudo usermod -aG dialout ana and log in again"),
        ("dialout", 0o600, [], f"install the rule: {INSTALL_RULE}"),
    ],
)
def test_a_port_of_somebody_else_names_its_own_group_and_what_helps(
    group: str, mode: int, members: list[str], remedy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    device_end, host_end = pty.openpty()
    tty = os.ttyname(host_end)
    Path(tty).chmod(mode)
    monkeypatch.setattr("drivers.ports.discovery.os.access", lambda *_: False)
    found = struct_group((group, "x", 5, members))
    monkeypatch.setattr("drivers.ports.discovery.grp.getgrgid", lambda _: found)
    monkeypatch.setattr("dealer_station.cli.doctor_ports.getpass.getuser", lambda: "ana")
    for words in (("--port", f"reference:{tty}"), ()):
        monkeypatch.setattr(command, "found_ports", lambda: [FoundPort(tty, "")])
        item = items(*words)[tty]
        assert item["state"] == "failed"
        assert item["facts"]["group"] == group
        assert remedy in item["remedy"]
        assert doctor(*words).exit_code == 1
    os.close(device_end)
    os.close(host_end)


@pytest.mark.parametrize(
    ("port", "words", "remedy"),
    [
        ("/etc/passwd", "is not a serial port", "lists the ports of this machine"),
        ("/tmp", "is a folder", "name a serial port, such as /dev/ttyUSB0"),
        ("foo://x", "is not the URL of a port", "write a path, or socket://HOST:PORT"),
    ],
)
def test_what_can_never_be_a_port_is_told_as_a_run_tells_it(port: str, words: str, remedy: str) -> None:
    item = items("--port", f"reference:{port}")[port]
    assert item["state"] == "failed"
    assert item["words"].startswith(words)
    assert remedy in item["remedy"]


def test_what_is_to_be_copied_has_its_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert RULE == ROOT / "packaging" / RULES_FILE
    installed = tmp_path / "share" / RULES_FILE
    installed.parent.mkdir()
    installed.touch()
    monkeypatch.setattr("drivers.ports.packaging_paths._PLACES", (tmp_path / "source", tmp_path / "share"))
    assert packaged(RULES_FILE) == installed


def test_a_port_is_used_by_who_has_it_for_himself(tmp_path: Path) -> None:
    device_end, host_end = pty.openpty()
    port = Path(os.ttyname(host_end))
    hold = "import fcntl, sys, time; f = open(sys.argv[1], 'r+b', 0); fcntl.flock(f, 2); print(flush=True)"
    (tmp_path / "dealer-table").write_text(f"{hold}; sys.stdin.read()\n")
    command = [sys.executable, str(tmp_path / "dealer-table"), str(port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as station:
        assert station.stdout
        station.stdout.readline()
        assert users_of(port) == f"process {station.pid} (dealer-table)", (
            "and not by us, who have it open too"
        )
    os.close(device_end)
    os.close(host_end)


@pytest.mark.usefixtures("shoe")
def test_a_port_that_a_station_uses_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = str(tmp_path / "port")
    station = SerialPort(address, 115200)
    for words in (("--port", f"reference:{address}"), ()):
        monkeypatch.setattr(command, "found_ports", lambda: [FoundPort(address, "an adapter")])
        item = items(*words)[address]
        assert item["state"] == "warning"
        assert f"is in use by process {os.getpid()} (" in item["words"]
        assert "stop that program first" in item["remedy"]
        assert doctor(*words).exit_code == 0
    assert station.read() == b"", "nobody has said hello"
    station.close()
    assert items("--port", f"reference:{address}")[address]["state"] == "ok"


@pytest.mark.usefixtures("shoe")
def test_a_pattern_must_find_its_device_in_one_of_its_ports(tmp_path: Path) -> None:
    mute = PtyCable(tmp_path / "port2")
    mute.plug()
    found = items("--port", f"reference:{tmp_path}/port*?serial=S1")
    assert [found[str(tmp_path / name)]["state"] for name in ("port", "port2")] == ["ok", "warning"]
    assert doctor("--port", f"reference:{tmp_path}/port*").exit_code == 0
    assert doctor("--port", f"reference:{tmp_path}/port*?serial=S2").exit_code == 1
    nothing = items("--port", f"reference:{tmp_path}/none*")[f"{tmp_path}/none*"]
    assert (nothing["state"], nothing["words"]) == ("failed", "no port matches this name")
    mute.pull()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("loop://", "is not a device: it echoes what it is sent"),
        ("nosuch://x", "is not the URL of a port"),
        ("socket://127.0.0.1:1", "cannot be opened"),
    ],
)
def test_a_url_that_leads_to_no_device_fails_with_a_sentence(url: str, words: str) -> None:
    item = items("--port", f"reference:{url}")[url]
    assert item["state"] == "failed"
    assert words in item["words"]
    assert item["remedy"]


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SimulatedBus]:
    shuffler = Shuffler(312, tmp_path / "memory")
    bus = SimulatedBus()
    bus.plug(ShufflerDevice(shuffler, "SIM-S4"))
    monkeypatch.setattr(doctor_usb, "libusb", lambda: bus)
    yield bus
    bus.pull()
    shuffler.close()


SHUFFLER = "USB bus 1 device 1"


@pytest.mark.usefixtures("bus")
def test_a_shuffler_on_usb_says_who_it_is_and_what_it_is_in() -> None:
    found = items("--shuffler", "reference:SIM-S4")
    assert found[SHUFFLER]["state"] == "ok"
    who = "shuffler: SimShuffler, serial SIM-S4, firmware 1.0; ready, door closed, not counted"
    assert found[SHUFFLER]["words"] == who
    assert found[SHUFFLER]["facts"]["firmware"] == "1.0"
    other = doctor("--shuffler", "reference:SIM-S5")
    assert other.exit_code == 1
    assert "no shuffler with the serial number SIM-S5 was found" in other.stdout
    assert doctor("--shuffler", "wooden").exit_code == 2


def test_what_is_wrong_with_a_shuffler_has_its_remedy(
    bus: SimulatedBus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus.used_by_others = True
    assert "was not checked" in items()[SHUFFLER]["words"]
    assert items()[SHUFFLER]["state"] == "warning"
    bus.used_by_others, bus.forbidden = False, True
    shut = items()[SHUFFLER]
    assert shut["state"] == "failed"
    assert INSTALL_RULE in shut["remedy"]
    node = tmp_path / "001" / "001"
    node.parent.mkdir()
    node.touch()
    node.chmod(0o660)
    monkeypatch.setattr("drivers.ports.discovery.USB_NODES", tmp_path)
    monkeypatch.setattr("drivers.ports.discovery.os.access", lambda *_: False)
    found = struct_group(("plugdev", "x", 46, []))
    monkeypatch.setattr("drivers.ports.discovery.grp.getgrgid", lambda _: found)
    assert "sudo usermod -aG plugdev" in items()[SHUFFLER]["remedy"]


@pytest.mark.parametrize("fault", ["jam", "door", "sort_mode"])
def test_a_shuffler_that_is_not_in_order_is_a_warning(bus: SimulatedBus, fault: str) -> None:
    device = next(bus.enumerate_devices()).device
    bus.act(lambda: SHUFFLER_FAULTS[fault](device))
    assert items()[SHUFFLER]["state"] == "warning"
    assert items()[SHUFFLER]["remedy"]


def test_a_hung_shuffler_and_none_at_all(bus: SimulatedBus) -> None:
    device = next(bus.enumerate_devices()).device
    bus.act(lambda: SHUFFLER_FAULTS["hung"](device))
    assert "does not answer" in items()[SHUFFLER]["words"]
    bus.pull()
    assert items()["USB 1209:0d51"]["state"] == "ok"
    missing = items("--shuffler", "reference")["USB 1209:0d51"]
    assert (missing["state"], missing["words"]) == ("failed", "no shuffler is plugged in")


def test_without_libusb_no_shuffler_can_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise DeviceFaultError("USB: libusb was not found")

    monkeypatch.setattr(doctor_usb, "libusb", missing)
    assert (items()["libusb"]["state"], doctor().exit_code) == ("warning", 0)
    assert "make table" in items()["libusb"]["remedy"]
    assert doctor("--shuffler", "reference").exit_code == 1


def test_what_is_wrong_with_the_machine_has_a_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_machine, "RULES_FOLDERS", ())
    monkeypatch.setattr(doctor_machine, "FONT_FOLDERS", ())
    monkeypatch.setattr(doctor_machine, "clock_state", lambda: 5)
    monkeypatch.setattr(doctor_machine, "SQLITE_VERSION", "3.31.1")
    monkeypatch.setattr(doctor_machine, "_QT", "raise ImportError('libEGL.so.1: no such file')")
    monkeypatch.setattr(doctor_machine, "FSYNC_SECONDS_SLOW", 0.0)
    monkeypatch.setattr(doctor_machine, "FREE_BYTES_LEAST", 10**18)
    for name in ("WAYLAND_DISPLAY", "DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    found = items()
    states = {name: item["state"] for name, item in found.items()}
    others = dict.fromkeys(("python", "clock", "ports", "USB 1209:0d51"), "")
    assert states | others == {
        **others,
        **dict.fromkeys(("pyside6", "sqlite", "disk"), "failed"),
        **dict.fromkeys(("time service", "fsync", "fonts", "display", "udev rule"), "warning"),
    }
    assert all(item["remedy"] for item in found.values() if item["state"] != "ok")
    assert "libEGL.so.1" in found["pyside6"]["words"]
    monkeypatch.setattr(doctor_machine, "clock_state", lambda: -1)
    (tmp_path / "no mounts").write_text("none / tmpfs rw 0 0\n")
    assert "tmpfs" in items()["fsync"]["words"]
    missing = doctor("--db", str(tmp_path / "missing" / "log.db"))
    assert missing.exit_code == 1
    assert "choose a folder that the station may write to" in missing.stdout


@pytest.mark.parametrize(
    ("found", "words", "remedy"),
    [
        (
            "\tlibxcb-keysyms.so.1 => not found\n",
            "libxcb-keysyms.so.1 missing",
            "apt-get install libxcb-keysyms1",
        ),
        ("\tlibodd.so.3 => not found\n", "libodd.so.3 missing", "install the system packages"),
        (
            "\tlibxcb.so.1 => /lib/libxcb.so.1 (0x7f)\n",
            "no display server answers there",
            "start the display server",
        ),
    ],
)
def test_a_display_that_qt_cannot_open_is_said_with_what_it_lacks(
    found: str, words: str, remedy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor_machine, "_WINDOW", "raise SystemExit(3)")
    monkeypatch.setattr(no_display, "linked", lambda _: found)
    seen = items()["display"]
    assert (seen["state"], doctor().exit_code) == ("failed", 1)
    assert "DISPLAY=:0 cannot be opened" in seen["words"]
    assert words in seen["words"]
    assert remedy in seen["remedy"]


def test_a_display_that_nobody_sees_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert items()["display"]["words"] == "Qt opens DISPLAY=:0"
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    seen = items()["display"]
    assert seen["state"] == "warning"
    assert "no visible display (QT_QPA_PLATFORM=offscreen)" in seen["words"]


def test_a_log_tells_how_well_its_shoe_was_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "log.db"
    words = ["run", "--sim", "--headless", "--speed", "0", "--rounds", "2", "--db", str(db)]
    assert CliRunner().invoke(main, words).exit_code == 0
    found = items("--db", str(db))
    assert found["read rate"]["state"] == found["clock"]["state"] == "ok"
    assert found["read rate"]["facts"]["read"] == found["read rate"]["facts"]["drawn"] > 0
    monkeypatch.setattr("dealer_station.cli.doctor_machine.time.time", lambda: 1_000_000_000.0)
    assert "before the last row" in items("--db", str(db))["clock"]["words"]
    assert "before this program was installed" in items()["clock"]["words"]


def test_the_rule_that_is_shipped_is_the_one_that_is_looked_for() -> None:
    rules = (ROOT / "packaging" / RULES_FILE).read_text()
    assert 'ATTR{idVendor}=="1209", ATTR{idProduct}=="0d51"' in rules
    for line in rules.splitlines():
        assert re.fullmatch(r'(#.*|(\w+(\{\w+\})?(==|!=|=|\+=)"[^"]*"(, |$))+)?', line), line
    labels = set(re.findall(r'LABEL="(\w+)"', rules))
    assert set(re.findall(r'GOTO="(\w+)"', rules)) == labels
