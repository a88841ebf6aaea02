"""Every scene of the simulator passes on the bench, and a scene that cannot be played says why."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.observations import CardDrawn, DeviceSaid
from dealer_station.log.integrity.chain import Row
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.codec import decode
from hw_sim.bench.compare_devices_with_log import Comparison, _aligned, _compare_cards, _Entry, with_events
from hw_sim.bench.devices_beside_shoe import Memory, NoticedEvent
from hw_sim.bench.hands_at_devices import Out
from hw_sim.cli import main
from hw_sim.cli.bench import OWN_SCENES
from hw_sim.devices.fault_catalogue import CANNOT_HAPPEN, FAULTS, is_of_the_wire
from hw_sim.devices.progressive_faults import PROGRESSIVE_FAULTS
from hw_sim.devices.shoe_faults import SHOE_FAULTS
from hw_sim.devices.wire_faults import WIRE_FAULTS
from hw_sim.scenes.reader import AWAITED, FORMS, SETTINGS, scene_of
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
    for fault in set(WIRE_FAULTS) | set(SHOE_FAULTS):
        device = "progressive" if fault == "pull_during_command" else "shoe"  # A shoe is given no orders.
        assert any(f"fault {device} {fault}" in text for text in texts.values()), fault
    for fault in FAULTS["shuffler"]:
        assert any(f"fault shuffler {fault}" in text for text in texts.values()), fault
    for fault in (*PROGRESSIVE_FAULTS, "cable_pull"):
        assert any(f"fault progressive {fault}" in text for text in texts.values()), fault
    assert sum("attach shuffler" in text for text in texts.values()) >= 20
    assert sum("attach progressive" in text for text in texts.values()) >= 14
    phases = (
        "while_betting in_the_deal at_the_tie_choice in_the_settlement at_the_pick_up in_the_war "
        "in_the_shuffle"
    )
    for what in ("cable_pulled", "reboot", "hung", "station_restarted"):
        assert {f"{what}_{phase}" for phase in phases.split()} <= set(texts)
    in_the_war = {f"progressive_{what}_in_the_war" for what in ("cable_pulled", "hung", "reboot")}
    in_the_war |= {f"shuffler_{what}_in_the_war" for what in ("cable_pulled", "jam")}
    assert in_the_war <= set(texts)
    for name in in_the_war:
        dealt = texts[name].partition(" war\n")[2]
        assert re.search(r"^(pull|fault) (progressive|shuffler)", dealt, re.MULTILINE), name


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


@pytest.mark.parametrize(
    ("device", "complaint"),
    [
        ("shuffler", "attach shuffler: this table uses "),
        ("progressive", "attach progressive: this table has none; write option progressive=on"),
    ],
)
def test_a_device_that_the_table_cannot_have_is_refused(device: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "a.scene"
    path.write_text(f"profile massachusetts\nattach {device}\nbets 1:25\ncall\n")
    done = bench(path)
    assert done.exit_code == 2
    assert f"{path}: {complaint}" in done.stderr


def test_a_book_that_there_is_not_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.scene"
    path.write_text("profile nope\nbets 1:25\n")
    done = bench(path)
    assert done.exit_code == 2
    assert f'{path}: no rulebook is called "nope"' in done.stderr


def test_events_of_a_device_are_laid_beside_the_log_too(tmp_path: Path) -> None:
    done = bench(OWN_SCENES / "shuffler_jam.scene", "--keep", tmp_path, "--json")
    (told,) = json.loads(done.stdout)["scenes"]
    assert told["events_sent"] == told["events_logged"] > 5
    with Reader(tmp_path / "shuffler_jam" / "log.db") as log:
        rows = [row for row in log.rows() if (row.part, row.source) == ("seen", "shuffler")]
    said = [
        NoticedEvent(row.journal, row.device_seq or 0, f"{one.status} {one.told}".rstrip())
        for row in rows
        if isinstance(one := decode(row.part, row.body), DeviceSaid) and one.status != "back" and row.journal
    ]
    journal, last = said[-1].journal, said[-1].seq
    more = [*said, NoticedEvent(journal, last + 1, "jam")]

    def found(
        rows: list[Row], did: list[NoticedEvent], acknowledged: int = last
    ) -> tuple[int, int, int, bool, str]:
        one = with_events(Comparison(0, 0), rows, Memory(did, journal, acknowledged))
        return one.losses, one.silent_events, one.duplicates, one.out_of_order, one.altered

    assert found(rows, said) == found(rows, more) == (0, 0, 0, False, "")
    assert found(rows, more, last + 1) == (1, 1, 0, False, "")
    assert found([*rows, rows[-1]], said) == (0, 0, 1, True, "")
    assert found(rows, [*said[:-1], NoticedEvent(journal, last, "other")])[4] == said[-1].words


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
        ("fault shoe hiccup", 'line 3: "hiccup" is not a fault of a shoe; use one of one_byte_at_a_time'),
        ("fault lamp loss", 'line 3: "fault lamp loss": expected fault DEVICE NAME'),
        ("fault shoe loss 2", 'line 3: "2": after loss expected nothing, xTIMES, a RATE'),
        ("fault shoe reboot x2", 'line 3: "x2": after reboot expected nothing'),
        ("wire laser", 'line 3: "wire laser": expected wire reference | angel_eye | scanner'),
        ("expect tips 3", 'line 3: "expect tips 3": expected wire'),
        ("await shoe sleepy", 'line 3: "await shoe sleepy": expected await shoe and one of lost, back'),
        ("pull", 'line 3: "pull": expected pull DEVICE'),
        ("draw shoe 1c", 'line 3: "1c" is not a card'),
        ("draw shoe", 'line 3: "draw shoe": expected draw shoe CARD'),
        ("shift none", 'line 3: "shift none": expected shift ROUNDS'),
        ("plug shoe -> 3", 'line 3: "-> 3": expected due STEP'),
        ("device shoe lost", "line 3: device shoe lost: a scene does not write what a device reports"),
        ("bets", "line 3: expected wagers"),
        ("fault shuffler jam", "line 3: fault shuffler jam: there is no shuffler; write attach shuffler"),
        ("attach lamp", 'line 3: "attach lamp": expected wire'),
        ("await shuffler cards", 'line 3: "await shuffler cards": expected await shuffler and one of lost'),
        ("bet progressive 17", "line 3: a position is a number from 1 to 16"),
        ("meter progressive", 'line 3: "meter progressive": expected meter progressive CENTS'),
        (f"meter progressive {2**64}", f'line 3: "{2**64}": a meter is a number of cents from 0 to'),
        (f"meter progressive {'9' * 5000}", "line 3: "),
        ("shift 0", 'line 3: "shift 0": expected shift ROUNDS, from 1 to 100000'),
        ("shift 100001", 'line 3: "shift 100001": expected shift ROUNDS, from 1 to 100000'),
        ("shift 999999999999", "line 3: "),
        ("frobnicate", 'line 3: "frobnicate" is not a line of play; expected one of bets, '),
        ("frobnicate", "end, wire, attach, seed, expect, fault, mend, pull, plug, draw"),
        ("fault shoe pull_during_command", 'line 3: "pull_during_command" is not a fault of a shoe'),
        ("fault shoe cable_pull at 256", 'line 3: "at 256": after cable_pull expected nothing, xTIMES'),
        (f"fault shoe cable_pull at {'9' * 14}", "or at BYTE from 0 to 255"),
        ("seed \u0663", 'line 3: "seed \u0663": expected wire'),
        ("wire scanner\nwire reference", "line 4: a scene has one shoe: line 3 says wire scanner"),
        ("bets 1:25\nwire scanner", "line 4: wire scanner: must stand before line 3"),
        *(
            (f"wire {family}\nbets 1:25\nfault shoe {fault}", f'"{fault}" cannot happen to a {family} shoe')
            for family, faults in CANNOT_HAPPEN.items()
            for fault in faults
        ),
        ("shuffler jam", "line 3: device shuffler jam: a scene does not write what a device reports"),
    ],
)
def test_a_scene_that_cannot_be_read_says_its_line(line: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "a.scene"
    path.write_text(f"# a title\nprofile massachusetts\n{line}\n")
    done = bench(path)
    assert done.exit_code == 2
    assert f"{path} line " in done.stderr
    assert complaint in done.stderr


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nowhere.scene"], "nowhere.scene: cannot be read: No such file"),
        (["."], "no .scene file in this folder"),
        (["--report", "report.pdf"], "report.pdf: unknown form of a report; use .txt, .json, or .xml"),
        (["--report", "nowhere/r.xml"], "nowhere: no such folder"),
        (["--device", "lamp=/dev/x"], '"lamp=/dev/x" is not a device; write shoe=PORT, shoe=FAMILY:PORT'),
        (["--conformance"], "name it with --device"),
        (["--speed", "nan"], "nan is not a finite number"),
        (["--speed", "inf"], "inf is not a finite number"),
        (["--device", "shoe=/dev/x", "--patience", "nan"], "nan is not a finite number"),
        (["--device", "shoe=/dev/x", "--jobs", "2"], "a tester plays one scene at a time"),
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
    text = (ROOT / "docs" / "reference" / "scenes.md").read_text("utf-8")
    shown = text.split("```")[1]
    scene = scene_of(shown, "shown")
    assert scene.title
    rows = dict(re.findall(r"^\| the (.+?) \| (.+) \|$", text.partition("\n## Faults\n")[2], re.MULTILINE))
    wire, missing = rows["wire of a shoe or a controller"], []
    for device, row in (("shoe", "shoe"), ("shuffler", "shuffler"), ("progressive", "controller")):
        for name in FAULTS[device]:
            of = wire if is_of_the_wire(device, name) else rows[row]
            missing += [f"{device} {name}"] if f"`{name}`" not in of else []
    assert not missing, f"missing in the table of faults of docs/reference/scenes.md: {', '.join(missing)}"
    for word in (*SETTINGS, *FORMS):
        assert f"`{word} " in text
    for device, words in AWAITED.items():
        assert f"`await {device} " in text
        for word in words:
            assert f"`{word}`" in text or f"`await {device} {word}`" in text


def test_what_was_sent_and_what_was_logged_are_laid_side_by_side() -> None:
    sent = [CardDrawn(Card(name)) for name in ("7c", "8c", "9c", "Tc")]
    unread = CardDrawn(None)
    assert _aligned(sent, sent) == [(0, 0), (1, 1), (2, 2), (3, 3)]
    assert _aligned(sent, [sent[0], sent[2], sent[2], sent[3]]) == [(0, 0), (2, 1), (3, 3)]
    assert _aligned(sent, [sent[0], unread, sent[3]]) in ([(0, 0), (1, 1), (3, 2)], [(0, 0), (2, 1), (3, 2)])


LOST_FIRST = """\
profile massachusetts
wire scanner
expect losses any

bets 1:25
call
fault shoe loss x1
draw shoe Qh
shoe 7c -> 1
shoe 9d -> dealer
settle all
end
"""


def test_a_loss_is_told_only_by_words_of_missing_cards_where_it_happened(tmp_path: Path) -> None:
    path = tmp_path / "a.scene"
    path.write_text(LOST_FIRST)
    done = bench(path)
    assert done.exit_code == 1
    assert "1 cards were lost and the log does not say so" in done.stdout
    sent: list[Out] = [CardDrawn(Card(name)) for name in ("7c", "8c", "9c")]
    first, _, last = (_Entry(one) for one in sent)
    other, unread = _Entry(CardDrawn(Card("Ah"))), _Entry(CardDrawn(None))
    told, silent_word, back = _Entry(None, told_missing=True), _Entry(None), _Entry(None, back=True)

    def silent(*entries: _Entry) -> int:
        return _compare_cards(list(entries), sent).silent

    assert silent(first, told, last) == silent(first, unread, last) == 0
    assert silent(first, back, last) == silent(first, silent_word, last) == silent(first, other, last) == 1
    assert silent(told, first, last, told) == 1, "said of something else"
    assert silent(back, last) == 2


EIGHT_CARDS = "\n".join(
    [f"bets {' '.join(f'{spot}:25' for spot in range(1, 8))}", "call"]
    + [f"shoe {spot + 1}c -> {spot}" for spot in range(1, 8)]
    + ["shoe 9c -> dealer", "settle all", "end"]
)


@pytest.mark.parametrize(
    ("before", "lost"),
    [
        (EIGHT_CARDS, "fault shoe loss x3\ndraw shoe Qh"),
        ("", "fault shoe truncated_frame x2\ndraw shoe cut"),
        ("", "fault shoe misread\nfault shoe truncated_frame x2\ndraw shoe Qh"),
    ],
    ids=["the tenth report", "two copies of the cut card", "two copies of a card that cannot be read"],
)
def test_what_an_angel_eye_lost_stops_the_table_at_the_next_card(
    before: str, lost: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.scene"
    head = "profile massachusetts\nwire angel_eye\nexpect losses any"
    path.write_text(f"{head}\n{before}\nbets 1:25\ncall\nshoe 2d -> 1\n{lost}\nshoe 9d -> held\n")
    done = bench(path)
    assert done.exit_code == 0, done.stdout
