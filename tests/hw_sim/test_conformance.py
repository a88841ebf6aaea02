"""Each device is examined item by item, and an examiner refuses nonsense before it begins."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from dealer_station.engine.model.cards import Card
from drivers.device_addresses import FAMILIES
from drivers.link.messages import Event, Status
from hw_sim.bench.conformance_progressive import ProgressiveExaminer
from hw_sim.bench.conformance_shoe import ITEMS, draw
from hw_sim.bench.conformance_shuffler import ShufflerExaminer
from hw_sim.bench.link_examiner import BenchTask
from hw_sim.bench.simulated_tester import SimulatedTester
from hw_sim.cli import main
from hw_sim.devices.linked_device import LinkedDevice
from hw_sim.devices.progressive_device import Controller, ProgressiveDevice
from hw_sim.devices.shuffler_device import ShufflerDevice
from hw_sim.wires.device_server import DeviceServer
from hw_sim.wires.pty import PtyCable

OF_EACH = {"shoe": ITEMS, "shuffler": ShufflerExaminer.items, "progressive": ProgressiveExaminer.items}


def bench(*words: str | Path) -> Result:
    result = CliRunner().invoke(main, ["bench", *map(str, words)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert "Traceback" not in result.output
    return result


def examined(device: str) -> dict[str, tuple[str, str]]:
    named = device if "=" in device else f"{device}=sim"
    done = bench("--conformance", "--device", named, "--patience", "2", "--json")
    told = json.loads(done.stdout)
    assert done.exit_code == (0 if told["ok"] else 1)
    assert told["device"] == named
    return {one["item"]: (one["verdict"], one["reason"]) for one in told["items"]}


@pytest.mark.parametrize("device", OF_EACH)
def test_a_simulated_device_passes_every_item_of_its_kind(device: str, tmp_path: Path) -> None:
    report = tmp_path / "marks.xml"
    done = bench("--conformance", "--device", f"{device}=sim", "--patience", "20", "--report", report)
    assert done.exit_code == 0, done.output
    marks = [line for line in done.stdout.splitlines() if not line.startswith("> ")]
    assert [line.split()[:2] for line in marks[:-1]] == [["passed", f"{item}:"] for item in OF_EACH[device]]
    assert marks[-1] == f"{len(OF_EACH[device])} items: {len(OF_EACH[device])} passed, 0 failed"
    assert 'failures="0"' in report.read_text()


@pytest.mark.parametrize("family", ["angel_eye", "scanner"])
def test_a_simulated_shoe_is_of_the_family_that_was_named(family: str, tmp_path: Path) -> None:
    named, text, xml = f"shoe={family}:sim", tmp_path / "marks.txt", tmp_path / "marks.xml"
    reports = ("--report", text, "--report", xml)
    done = bench("--conformance", "--device", named, "--patience", "20", *reports)
    assert done.exit_code == 0, done.output
    marks = [line for line in done.stdout.splitlines() if not line.startswith("> ")]
    assert f"{family} does not identify itself" in marks[0]
    assert marks[-1] == "8 items: 5 passed, 0 failed, 3 skipped"
    assert text.read_text().splitlines() == [f"device {named}", *marks]
    cases = ElementTree.parse(xml).getroot().findall("testcase")
    assert [case.get("name") for case in cases] == list(ITEMS)
    assert {(case.get("classname"), case.get("file"), case.find("properties")) for case in cases} == {
        (named, None, None)
    }


def test_a_simulated_shoe_with_another_serial_number_fails_its_identity() -> None:
    done = bench("--conformance", "--device", "shoe=sim?serial=X-1", "--patience", "2")
    assert done.exit_code == 1
    assert "its serial is SIM-1, not X-1" in done.stdout


def failed(device: str) -> dict[str, str]:
    return {item: reason for item, (verdict, reason) in examined(device).items() if verdict == "failed"}


def test_a_controller_that_forgets_its_latch_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def reboot(device: ProgressiveDevice) -> None:
        LinkedDevice.reboot(device)
        device.controller.latched = None

    monkeypatch.setattr(ProgressiveDevice, "reboot", reboot)
    found = failed("progressive")
    assert list(found) == ["reboot"]
    assert "had the map 0500, and now 0000" in found["reboot"]


def test_a_controller_that_takes_late_coins_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Controller, "_bet", lambda self, positions: setattr(self, "coins", positions))
    assert {"sequence", "lock", "latch"} <= set(failed("progressive"))


@pytest.mark.parametrize("family", FAMILIES)
def test_a_card_too_many_fails_no_item_but_its_own(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = SimulatedTester.does

    def clumsy(tester: SimulatedTester, task: BenchTask) -> None:
        honest(tester, task)
        if task == draw(Card("7c")):
            honest(tester, task)

    monkeypatch.setattr(SimulatedTester, "does", clumsy)
    assert failed(f"shoe={family}:sim") == {"sequence": "expected Td; the shoe reported 7c"}


def test_a_shuffler_whose_status_hides_a_jam_or_a_door_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ShufflerDevice._status

    def always_ready(device: ShufflerDevice, at: float) -> Status:
        now = honest(device, at)
        return Status(now.newest, now.clock_ms, now.boot, 2, 0, 0, now.count, now.batch)

    monkeypatch.setattr(ShufflerDevice, "_status", always_ready)
    assert set(failed("shuffler")) == {"status", "sort_mode", "jam"}


def test_a_shuffler_that_counts_nothing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ShufflerDevice._event

    def uncounted(device: ShufflerDevice, noticed: object, at: float) -> Event:
        event = honest(device, noticed, at)  # type: ignore[arg-type]
        payload = bytes(2) if event.kind == 18 else event.payload
        return Event(event.seq, event.clock_ms, event.boot, event.kind, payload)

    monkeypatch.setattr(ShufflerDevice, "_event", uncounted)
    assert set(failed("shuffler")) == {"count"}


def test_another_device_than_the_one_that_was_named_fails_its_identity(tmp_path: Path) -> None:
    controller = Controller(tmp_path / "memory")
    served = DeviceServer(ProgressiveDevice(controller), PtyCable(tmp_path / "port"))
    done = bench("--conformance", "--device", f"shoe={tmp_path / 'port'}", "--patience", "0.3")
    served.stop()
    controller.close()
    assert done.exit_code == 1
    assert "it is a SimProgressive, not a shoe" in done.stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (
            ("--device", "shoe=foo:/dev/x"),
            '"foo" is not a family of a shoe; use reference, angel_eye, scanner',
        ),
        (
            ("--device", "progressive=scanner:/dev/x"),
            '"scanner" is not a family of a progressive; use reference',
        ),
        (("--device", "shuffler=/dev/x"), "a shuffler is on USB; write shuffler=usb or shuffler=usb:SERIAL"),
        (("--device", "lamp=/dev/x"), "is not a device; write shoe=PORT"),
        (("--device", "shoe="), "is not a device; write shoe=PORT"),
        (("--device", "progressive=/dev/x"), "add --conformance to examine a progressive"),
        (("--device", "shuffler=usb"), "add --conformance to examine a shuffler"),
        (("--device", "shoe=sim"), "or all simulated without --device"),
        (("--device", "shoe=/dev/null", "--conformance"), "--device shoe: /dev/null: is not a serial port"),
        (("--device", "shoe=/dev/nowhere"), "--device shoe: /dev/nowhere: no such port; plug the device in"),
        (("--conformance",), "name it with --device shoe=FAMILY:PORT"),
        (
            ("--conformance", "--device", "shoe=/dev/nowhere"),
            "--device shoe: /dev/nowhere: no such port; plug the device in",
        ),
        (
            ("--conformance", "--device", "progressive=/dev/nowhere"),
            "/dev/nowhere: no such port; plug the device in",
        ),
        (("--conformance", "--device", "shuffler=usb:NOBODY"), "--device shuffler: USB"),
        (("--conformance", "--device", "shoe=sim", "a.scene"), "SCENE is for scenes, and --conformance"),
        (("--conformance", "--device", "shoe=sim", "--speed", "3"), "--speed is for scenes"),
        (("--conformance", "--device", "shoe=sim", "--keep", "x"), "--keep is for scenes"),
        (("--conformance", "--device", "shoe=sim", "--jobs", "2"), "--jobs is for scenes"),
        (("--device", "shoe=/dev/nowhere", "--jobs", "2"), "--jobs cannot be used with --device"),
        (("--patience", "3"), "--patience needs --device"),
    ],
)
def test_what_does_not_fit_is_said_before_anything_begins(words: tuple[str, ...], complaint: str) -> None:
    done = bench(*words)
    assert done.exit_code == 2
    assert complaint in done.stderr
    assert ">" not in done.stdout


def test_a_report_that_cannot_be_written_is_refused_before_the_first_scene(tmp_path: Path) -> None:
    (tmp_path / "report.json").mkdir()
    done = bench("--report", tmp_path / "report.json")
    assert done.exit_code == 2
    (tmp_path / "file").touch()
    nowhere = bench("--report", tmp_path / "file" / "report.txt")
    assert "no such folder" in nowhere.stderr
    closed = bench("--report", "/proc/report.txt")
    assert closed.exit_code == 2
    assert "/proc/report.txt: the report cannot be written" in closed.stderr
    assert closed.stdout == ""
    kept = bench("--keep", tmp_path / "file" / "logs")
    assert (kept.exit_code, kept.stdout) == (2, "")
