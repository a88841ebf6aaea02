"""Every scene of the simulator passes on the bench, and a scene that cannot be played says why."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from dealer_station.engine.cards import Card
from dealer_station.engine.observations import CardDrawn
from hw_sim.bench.command import OWN_SCENES
from hw_sim.bench.compare import _aligned
from hw_sim.cli import main
from hw_sim.faults import DEVICE_FAULTS, WIRE_FAULTS
from hw_sim.scene import scene_of
from tests.house.rules import ROOT

SCENES = sorted(OWN_SCENES.glob("*.scene"))


def bench(*words: str | Path) -> Result:
    result = CliRunner().invoke(main, ["bench", *map(str, words)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert "Traceback" not in result.output
    return result


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_the_scene_passes(path: Path) -> None:
    done = bench(path)
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith(f"passed  {path.stem}: ")


def test_there_are_scenes_for_every_fault_and_every_phase() -> None:
    texts = {path.stem: path.read_text("utf-8") for path in SCENES}
    assert len(texts) >= 40
    for fault in set(WIRE_FAULTS) | set(DEVICE_FAULTS):
        if fault != "pull_during_command":  # The station gives a shoe no orders.
            assert any(f"fault shoe {fault}" in text for text in texts.values()), fault
    phases = (
        "while_betting in_the_deal at_the_tie_choice in_the_settlement at_the_pick_up in_the_war "
        "in_the_shuffle"
    )
    for what in ("cable_pulled", "reboot", "hung", "station_restarted"):
        assert {f"{what}_{phase}" for phase in phases.split()} <= set(texts)


ROUND = "profile massachusetts\nbets 1:25\ncall\nshoe 7c -> 1\nshoe 9d -> {place}\nsettle all\nend\n"


def test_reports_are_written_in_three_forms_and_a_failure_is_exit_code_1(tmp_path: Path) -> None:
    (tmp_path / "good.scene").write_text(ROUND.format(place="dealer"))
    (tmp_path / "wrong.scene").write_text(ROUND.format(place="2"))
    (tmp_path / "lossy.scene").write_text("expect losses 1\n" + ROUND.format(place="dealer"))
    reports = [tmp_path / f"report.{ending}" for ending in ("txt", "json", "xml")]
    done = bench(tmp_path, "--keep", tmp_path / "kept", *(w for path in reports for w in ("--report", path)))
    assert done.exit_code == 1
    assert done.stdout.splitlines()[-1] == "3 scenes: 1 passed, 2 failed; 6 cards"
    assert "line 5: expected 2; got dealer" in done.stdout
    assert reports[0].read_text() == done.stdout
    told = json.loads(reports[1].read_text())
    assert told["ok"] is False
    good, lossy, _ = told["scenes"]
    assert (good["scene"], good["verdict"], good["cards_sent"], good["cards_logged"]) == (
        "good",
        "passed",
        2,
        2,
    )
    assert good["latency_p99_ms"] >= good["latency_p50_ms"] > 0
    assert lossy["reason"] == "expected 1 losses; got 0"
    suite = ElementTree.fromstring(reports[2].read_text())
    assert (suite.get("tests"), suite.get("failures")) == ("3", "2")
    assert [case.get("name") for case in suite if case.find("failure") is not None] == ["lossy", "wrong"]
    assert (tmp_path / "kept" / "good" / "log.db").is_file()


def test_several_scenes_at_the_same_time_are_told_in_their_order(tmp_path: Path) -> None:
    for name in ("b", "a", "c"):
        (tmp_path / f"{name}.scene").write_text(ROUND.format(place="dealer"))
    done = bench(tmp_path, "--jobs", "2", "--json")
    assert [one["scene"] for one in json.loads(done.stdout)["scenes"]] == ["a", "b", "c"]


def test_a_scene_may_be_played_in_the_time_that_people_take(tmp_path: Path) -> None:
    (tmp_path / "a.scene").write_text(ROUND.format(place="dealer"))
    done = bench(tmp_path / "a.scene", "--speed", "100", "--json")
    assert json.loads(done.stdout)["scenes"][0]["seconds"] >= 6 * 1.2 / 100


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("fault shoe hiccup", 'line 3: "hiccup" is no fault of a shoe; use one of one_byte_at_a_time'),
        ("fault lamp loss", 'line 3: "fault lamp loss": expected fault DEVICE NAME'),
        ("fault shoe loss 2", 'line 3: "2": behind loss expected nothing, xTIMES, a RATE'),
        ("fault shoe reboot x2", 'line 3: "x2": behind reboot expected nothing'),
        ("wire laser", 'line 3: "wire laser": expected wire reference | angel_eye | scanner'),
        ("expect tips 3", 'line 3: "expect tips 3": expected wire'),
        ("await shoe sleepy", 'line 3: "await shoe sleepy": expected await shoe and one of lost, back'),
        ("pull", 'line 3: "pull": expected pull DEVICE'),
        ("draw shoe 1c", 'line 3: "1c" is not a card'),
        ("draw shoe", 'line 3: "draw shoe": expected draw shoe CARD'),
        ("shift none", 'line 3: "shift none": expected shift ROUNDS'),
        ("plug shoe -> 3", 'line 3: "-> 3": expected due STEP'),
        ("device shoe lost", "line 3: device shoe lost: in a scene devices speak for themselves"),
        ("bets", "line 3: expected wagers"),
    ],
)
def test_a_scene_that_cannot_be_read_says_its_line(line: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "a.scene"
    path.write_text(f"# a title\nprofile massachusetts\n{line}\n")
    done = bench(path)
    assert done.exit_code == 2
    assert f"{path} {complaint}" in done.stderr


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nowhere.scene"], "nowhere.scene: cannot be read: No such file"),
        (["."], "there is no .scene file in this folder"),
        (["--report", "report.pdf"], "report.pdf: the ending says the form; use .txt, .json, or .xml"),
        (["--report", "nowhere/r.xml"], "nowhere: there is no such folder"),
        (["--device", "lamp=/dev/x"], '"lamp=/dev/x" is no device; write shoe=PORT or shoe=FAMILY:PORT'),
        (["--conformance"], "name it with --device"),
        (["--device", "shoe=/dev/x", "--jobs", "2"], "one scene at a time with --device"),
    ],
)
def test_a_bench_that_cannot_begin_says_so_in_a_sentence(
    words: list[str], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = bench(*words)
    assert done.exit_code == 2
    assert complaint in done.stderr


def test_the_document_names_every_word_and_its_scene_can_be_read() -> None:
    text = (ROOT / "docs" / "scenes.md").read_text("utf-8")
    shown = text.split("```")[1]
    scene = scene_of(shown, "shown")
    assert scene.title
    for name in (*WIRE_FAULTS, *DEVICE_FAULTS):
        assert f"`{name}`" in text


def test_what_was_sent_and_what_was_logged_are_laid_side_by_side() -> None:
    sent = [CardDrawn(Card(name)) for name in ("7c", "8c", "9c", "Tc")]
    unread = CardDrawn(None)
    assert _aligned(sent, sent) == [(0, 0), (1, 1), (2, 2), (3, 3)]
    assert _aligned(sent, [sent[0], sent[2], sent[2], sent[3]]) == [(0, 0), (2, 1), (3, 3)]
    assert _aligned(sent, [sent[0], unread, sent[3]]) in ([(0, 0), (1, 1), (3, 2)], [(0, 0), (2, 1), (3, 2)])
