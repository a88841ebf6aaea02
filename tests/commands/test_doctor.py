"""`dealer-station doctor` as a person runs it: what is found, what is wrong, and what to do about it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dealer_station.cli import main
from dealer_station.commands import doctor as command
from dealer_station.commands import doctor_machine
from dealer_station.profiles import load
from drivers.probing import Found
from hw_sim.faults import WIRE_FAULTS
from hw_sim.journal import JournaledShoe
from hw_sim.progressive_device import Controller, ProgressiveDevice
from hw_sim.served import Served, ServedShoe
from hw_sim.shoe_devices import ReferenceDevice
from hw_sim.wires.pty import PtyCable
from tests.house.rules import ROOT


@pytest.fixture(autouse=True)
def quiet_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine without ports, with a synchronised clock and the rule in its place; Qt is not started."""
    (tmp_path / "70-dealer-station.rules").touch()
    monkeypatch.setattr(command, "found_ports", list)
    monkeypatch.setattr(doctor_machine, "RULES_FOLDERS", (tmp_path,))
    monkeypatch.setattr(doctor_machine, "clock_state", lambda: 0)
    monkeypatch.setattr(doctor_machine, "_QT", "")
    monkeypatch.setattr(doctor_machine, "MOUNTS", tmp_path / "no mounts")
    monkeypatch.setenv("DISPLAY", ":0")


def doctor(*words: str) -> Result:
    result = CliRunner().invoke(main, ["doctor", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert "Traceback" not in result.output
    return result


def items(*words: str) -> dict[str, dict[str, Any]]:
    return {item["name"]: item for item in json.loads(doctor(*words, "--json").stdout)}


@pytest.fixture
def shoe(tmp_path: Path) -> Iterator[ServedShoe]:
    journal = JournaledShoe(load("massachusetts"), 1, tmp_path / "journal")
    served = ServedShoe(journal, ReferenceDevice(journal, "S1"), PtyCable(tmp_path / "port"))
    yield served
    served.stop()
    journal.close()


def test_a_machine_without_devices_is_looked_at() -> None:
    found = items()
    assert set(found) == {
        *("python", "pyside6", "sqlite", "clock", "time service", "disk", "fsync"),
        *("fonts", "display", "udev rule", "ports"),
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


def test_a_bad_wire_is_a_warning(shoe: ServedShoe, tmp_path: Path) -> None:
    shoe.faults = [WIRE_FAULTS["garbage"](1.0, Random(1))]
    address = str(tmp_path / "port")
    link = items("--port", f"reference:{address}")[f"link of {address}"]
    assert link["state"] == "warning"
    assert link["facts"]["damaged"] > 0


def test_ports_that_are_found_are_asked_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    controller = Controller(tmp_path / "memory")
    served = Served(ProgressiveDevice(controller), PtyCable(tmp_path / "one"))
    mute = PtyCable(tmp_path / "two")
    mute.plug()
    ports = [Found(str(tmp_path / name), "an adapter", "0403:6001") for name in ("one", "two", "gone")]
    monkeypatch.setattr(command, "found_ports", lambda: ports)
    found = items()
    assert found[str(tmp_path / "one")]["facts"]["kind"] == "progressive"
    assert "nobody answers" in found[str(tmp_path / "two")]["words"]
    assert found[str(tmp_path / "gone")]["state"] == "warning"
    assert doctor("--port", f"scanner:{tmp_path / 'two'}").exit_code == 0
    silent = doctor("--port", f"reference:{tmp_path / 'two'}")
    assert silent.exit_code == 1
    assert "is open, and nobody answers" in silent.stdout
    assert doctor("--port", f"reference:{tmp_path / 'gone'}").exit_code == 1
    served.stop()
    mute.pull()
    controller.close()


def test_a_port_of_another_group_names_the_group_and_the_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tty").touch()
    monkeypatch.setattr("drivers.probing.os.access", lambda *_: False)
    group = type("Group", (), {"gr_name": "dialout"})
    monkeypatch.setattr("drivers.probing.grp.getgrgid", lambda _: group)
    monkeypatch.setattr("dealer_station.commands.doctor.getpass.getuser", lambda: "ana")
    for words in (("--port", f"reference:{tmp_path / 'tty'}"), ()):
        monkeypatch.setattr(command, "found_ports", lambda: [Found(str(tmp_path / "tty"), "")])
        result = doctor(*words)
        assert result.exit_code == 1
        assert "sudo usermod -aG dialout ana" in result.stdout
        assert "70-dealer-station.rules" in result.stdout


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
    assert states | {"python": "", "clock": "", "ports": ""} == {
        **dict.fromkeys(("python", "clock", "ports"), ""),
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
    assert "name a folder that the station may write to" in missing.stdout


def test_a_log_tells_how_well_its_shoe_was_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "log.db"
    words = ["run", "--sim", "--headless", "--speed", "0", "--rounds", "2", "--db", str(db)]
    assert CliRunner().invoke(main, words).exit_code == 0
    found = items("--db", str(db))
    assert found["read rate"]["state"] == found["clock"]["state"] == "ok"
    assert found["read rate"]["facts"]["read"] == found["read rate"]["facts"]["drawn"] > 0
    monkeypatch.setattr("dealer_station.commands.doctor_machine.time.time", lambda: 1_000_000_000.0)
    assert "before the last row" in items("--db", str(db))["clock"]["words"]
    assert "before this program was installed" in items()["clock"]["words"]


def test_the_rule_that_is_shipped_is_the_one_that_is_looked_for() -> None:
    rules = (ROOT / "packaging" / doctor_machine.RULES_FILE).read_text()
    assert 'ATTR{idVendor}=="1209", ATTR{idProduct}=="0d51"' in rules
    for line in rules.splitlines():
        assert re.fullmatch(r'(#.*|(\w+(\{\w+\})?(==|!=|=|\+=)"[^"]*"(, |$))+)?', line), line
    labels = set(re.findall(r'LABEL="(\w+)"', rules))
    assert set(re.findall(r'GOTO="(\w+)"', rules)) == labels
