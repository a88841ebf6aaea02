"""`dealer-station run --headless --scene`: a scene of the bench at a station whose log is kept."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealer_station.cli.main import main
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import END, Reader
from dealer_station.review.replay_check import replay

SCENE = """\
# A cable is pulled in the deal, and the shoe keeps the card.
profile massachusetts
wire reference
expect reconnects 1

bets 1:25
call
pull shoe -> due ruling
plug shoe
floor accept
shoe 7c
shoe 9d -> dealer
settle -> 1 main take 25
end
"""


def run(*words: str) -> Result:
    result = CliRunner().invoke(main, ["run", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert "Traceback" not in result.output
    return result


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    path = tmp_path / "pulled.scene"
    path.write_text(SCENE, "utf-8")
    return path


def play(scene: Path, *words: str) -> Result:
    db = scene.with_name("table.db")
    return run("--headless", "--scene", str(scene), "--speed", "0", "--db", str(db), *words)


def test_a_scene_is_played_and_its_log_can_be_looked_at(scene: Path) -> None:
    result = play(scene)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("SIMULATED TABLE; pulled: A cable is pulled in the deal")
    assert "passed  pulled: 2 cards sent, 2 logged, 0 duplicated, 0 lost, 1 reconnects" in result.stdout
    db = scene.with_name("table.db")
    assert verify(db).ok
    assert replay(db).differences == ()
    with Reader(db) as log:
        opened_as = log.recollect_before(END).opened_as
    assert opened_as is not None
    assert opened_as.kind == "simulated"
    assert not list(scene.parent.rglob("escrow*.key"))
    listed = CliRunner().invoke(main, ["log", "rounds", str(db)])
    assert "complete" in listed.stdout


def test_a_scene_that_comes_out_otherwise_ends_with_its_line(scene: Path) -> None:
    scene.write_text(SCENE.replace("take 25", "take 30"), "utf-8")
    result = play(scene)
    assert result.exit_code == 1
    assert "line 13: expected" in result.stdout


def test_a_training_scene_is_marked_and_simulation_may_be_said(scene: Path) -> None:
    result = play(scene, "--training", "--sim")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("TRAINING TABLE; ")


def test_a_bad_file_is_named_with_its_line(scene: Path) -> None:
    scene.write_text(SCENE.replace("pull shoe", "pull the shoe"), "utf-8")
    result = play(scene)
    assert result.exit_code == 2
    assert f'{scene} line 8: "pull the shoe"' in result.stderr
    assert not scene.with_name("table.db").exists()


def test_a_scene_begins_at_a_table_of_its_own(scene: Path) -> None:
    assert play(scene).exit_code == 0
    result = play(scene)
    assert result.exit_code == 2
    assert "already exists; name a new file with --db" in result.stderr


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--headless",), "needs --headless and --db FILE"),
        (("--db", "table.db"), "needs --headless and --db FILE"),
        (("--headless", "--db", "t.db", "--rounds", "3"), "--scene and --rounds cannot be combined"),
        (("--headless", "--db", "t.db", "--option", "decks=8"), "--scene and --option cannot"),
        (("--headless", "--db", "t.db", "--wire", "scanner"), "--scene and devices cannot"),
        (("--headless", "--db", "nowhere/t.db"), "nowhere: no such folder"),
    ],
)
def test_what_does_not_go_with_a_scene_is_refused(
    words: tuple[str, ...], complaint: str, scene: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(scene.parent)
    result = run("--scene", str(scene), *words)
    assert result.exit_code == 2
    assert complaint in result.stderr


def test_a_scene_that_is_not_there_is_named(tmp_path: Path) -> None:
    result = play(tmp_path / "none.scene")
    assert result.exit_code == 2
    assert "none.scene" in result.stderr
