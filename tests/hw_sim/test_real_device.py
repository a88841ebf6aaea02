"""The bench before a device that it did not make: somebody does what is asked, and the rest is checked."""

import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from dealer_station.rulebooks import load
from drivers.device_addresses import Family
from hw_sim.bench.conformance_shoe import ITEMS
from hw_sim.bench.hands_at_devices import _NO_SHIFT
from hw_sim.tables.served_devices import DeviceSettings
from hw_sim.tables.virtual_table_commands import VirtualTable
from tests.house.rules import ROOT


class Volunteer:
    """A person with a shoe: reads what to do and does it; whoever slips takes another card."""

    def __init__(self, folder: Path, family: Family = "reference") -> None:
        self.table = VirtualTable(DeviceSettings(load("massachusetts"), folder, 1, family))
        self.port = folder / "shoe"
        self.family = family
        self.told: list[str] = []
        self.slips: dict[str, str] = {}

    def does(self, what: str) -> None:
        self.told.append(what)
        reply = self.table.do(self._word(self.slips.get(what, what)))
        assert reply.ok, reply.said

    def _word(self, what: str) -> str:
        match what.split():
            case ["draw", "the", "cut", "card"]:
                return "draw shoe cut"
            case ["draw", "a", "card"]:
                return "draw"
            case ["draw", card]:
                return f"draw shoe {card}"
            case ["pull", *_, "while", "it", "reads", "the", "next", "card,", "and", "put", "it", "back"]:
                return "fault shoe cable_pull at 4"
            case ["pull", *_]:
                return "pull shoe"
            case ["put", "the", "cable", *_]:
                return "plug shoe"
            case ["cover", *_]:
                return "fault shoe misread"
            case ["switch", *_]:
                return "fault shoe reboot"
            case _:
                raise AssertionError(f"nobody understands {what!r}")

    def bench(self, *words: str | Path) -> tuple[int, list[str]]:
        """Runs the bench as a person does, in a separate terminal."""
        device = f"shoe={self.family}:{self.port}"
        command = [sys.executable, "-u", "-c", "from hw_sim.cli import main; main()", "bench"]
        command += ["--device", device, "--patience", "5", *map(str, words)]
        said = []
        with subprocess.Popen(command, cwd=ROOT, stdout=PIPE, stderr=PIPE, text=True) as bench:
            assert bench.stdout
            for line in bench.stdout:
                said.append(line.rstrip("\n"))
                if line.startswith("> "):
                    self.does(line[2:].strip())
            assert bench.stderr
            assert "Traceback" not in bench.stderr.read()
        return bench.returncode, said


ROUND = """# a round by hand
profile massachusetts
{more}
bets 1:25
call
shoe 7c -> 1
pull shoe -> due ruling
plug shoe
floor accept
fault shoe misread
shoe 9d -> held
report unreadable 9d -> dealer
settle -> 1 main take 25
end
"""


def test_a_tester_is_told_what_to_draw_and_what_to_pull(tmp_path: Path) -> None:
    tester = Volunteer(tmp_path)
    (tmp_path / "a.scene").write_text(ROUND.format(more="wire reference"))
    code, said = tester.bench(tmp_path / "a.scene")
    tester.table.close()
    assert code == 0, said
    assert tester.told == [
        *("draw 7c", "pull the cable of the shoe", "put the cable of the shoe back"),
        *("cover the reader, so that it cannot read the next card", "draw 9d"),
    ]
    assert said[-1] == "1 scene: 1 passed, 0 failed; 2 cards"
    assert "2 cards sent, 2 logged, 0 duplicated, 0 lost, 1 reconnects; wire to log unknown" in said[-2]


def test_another_card_than_the_one_that_was_asked_for_fails_the_scene(tmp_path: Path) -> None:
    tester = Volunteer(tmp_path, "scanner")
    tester.slips = {"draw 7c": "draw 8c"}
    (tmp_path / "a.scene").write_text(ROUND.format(more="wire scanner").replace("fault shoe misread\n", ""))
    code, said = tester.bench(tmp_path / "a.scene")
    tester.table.close()
    assert code == 1
    assert any(line.startswith("failed  a:") for line in said)


def test_what_nobody_can_do_by_hand_is_left_out_with_the_reason(tmp_path: Path) -> None:
    tester = Volunteer(tmp_path)
    scenes = ROOT / "hw_sim" / "scenes"
    names = ("wire_bit_flips", "scanner_cut_card", "shift_maryland_reference")
    code, said = tester.bench(*(scenes / f"{name}.scene" for name in names))
    tester.table.close()
    assert code == 0
    assert tester.told == []
    assert said == [
        "skipped wire_bit_flips: bit_flips cannot be caused by hand",
        "skipped scanner_cut_card: the scene is for scanner, the shoe is reference",
        f"skipped shift_maryland_reference: {_NO_SHIFT}",
        "3 scenes: 0 passed, 0 failed, 3 skipped; 0 cards",
    ]


def test_a_device_that_conforms_passes_every_item(tmp_path: Path) -> None:
    tester = Volunteer(tmp_path)
    code, said = tester.bench("--conformance", "--report", tmp_path / "marks.json")
    state = tester.table.state()["shoe"]
    tester.table.close()
    marks = [line for line in said if not line.startswith("> ")]
    assert code == 0, said
    assert [line.split()[:2] for line in marks[:-1]] == [["passed", f"{item}:"] for item in ITEMS]
    assert "SimShoe SIM-1, firmware 1.0" in marks[0]
    assert state["locked"] is False
    assert '"verdict": "passed"' in (tmp_path / "marks.json").read_text()


@pytest.mark.parametrize("family", ["angel_eye", "scanner"])
def test_a_family_that_only_talks_is_not_asked_for_what_it_has_not(family: Family, tmp_path: Path) -> None:
    tester = Volunteer(tmp_path, family)
    code, said = tester.bench("--conformance")
    tester.table.close()
    assert code == 0, said
    skipped = [line.split()[1] for line in said if line.startswith("skipped")]
    assert skipped == ["identity:", "resend:", "lock:"]
    assert said[-1].startswith("8 items: 5 passed, 0 failed, 3 skipped")


def test_a_device_that_names_another_card_fails_that_item_alone(tmp_path: Path) -> None:
    tester = Volunteer(tmp_path)
    tester.slips = {"draw the cut card": "draw 5c"}
    code, said = tester.bench("--conformance")
    tester.table.close()
    assert code == 1
    failed = [line for line in said if line.startswith("failed")]
    assert len(failed) == 1
    assert failed[0].endswith("expected the cut card; the shoe reported 5c")
