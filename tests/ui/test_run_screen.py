"""`dealer-station run --sim --screen`: a person deals a round at the window that the command opens."""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from dealer_station.app import simulated_screen
from dealer_station.app.simulated_screen import SimulatedScreen
from dealer_station.cli.main import main
from dealer_station.engine.model.values import DEALER, Place
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import END, Reader
from dealer_station.log.read.state import Recollection
from tests.house.rules import ROOT
from tests.ui import items
from tests.ui.test_station import PATIENCE_MS, wait_for
from ui.common.display_check import DISPLAYS
from ui.dealer.window import DealerWindow


def run(*words: str) -> Result:
    result = CliRunner().invoke(main, ["run", "--sim", "--screen", "--speed", "0", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def known(db: Path) -> Recollection:
    with Reader(db) as reader:
        return reader.recollect_before(END)


def draw(window: DealerWindow, place: Place | None) -> None:
    """Draw the card for this place, or a burn, once it is due: a key before that would be an error."""
    for _ in range(PATIENCE_MS // 20):
        shown = window.bridge.shown
        due = shown.view.step if shown and shown.view.dealer else None
        if due and due.kind == "draw" and due.place == place:
            break
        QTest.qWait(20)
    QTest.keyClick(window, Qt.Key.Key_Space)


def deal_one_round(table: SimulatedScreen) -> None:
    window = table.window
    window.show()
    wait_for(window, "button Bo")
    items.click(window, "button Bo")
    draw(window, None)
    wait_for(window, "button WAGERS")
    items.click(window, "button WAGERS")
    items.click(window, "button A chip of 25")
    items.click(window, "button These are the wagers")
    wait_for(window, "button Closing call")
    items.click(window, "button Closing call")
    draw(window, 1)
    draw(window, DEALER)
    wait_for(window, "button All hands are settled")
    items.click(window, "button All hands are settled")
    wait_for(window, "button Closing call")


def play_on(done: Callable[[], bool]) -> Callable[[SimulatedScreen], None]:
    def watch(table: SimulatedScreen) -> None:
        window = table.window
        window.show()
        QTest.keyClick(window, Qt.Key.Key_A)
        for _ in range(PATIENCE_MS // 20):
            if done():
                break
            QTest.qWait(20)
        QTest.keyClick(window, Qt.Key.Key_A)

    return watch


def test_a_person_deals_a_round_and_the_others_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "table.db"
    monkeypatch.setattr(simulated_screen, "until_closed", deal_one_round)
    result = run("--db", str(db))
    assert result.exit_code == 0, result.output
    assert "You are the dealer" in result.stdout
    dealt = known(db)
    assert dealt.table.dealer == "Bo"
    assert dealt.opened_as is not None
    assert dealt.opened_as.kind == "simulated"
    assert not dealt.table.holds
    number = dealt.table.round.number
    monkeypatch.setattr(
        simulated_screen, "until_closed", play_on(lambda: known(db).table.round.number > number + 1)
    )
    assert run("--db", str(db)).exit_code == 0
    assert known(db).table.round.number > number + 1


def test_without_a_display_a_shift_is_played_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    result = run("--rounds", "3")
    assert result.exit_code == 0, result.output
    assert "there is no display" in result.stdout
    folder = next(tmp_path.glob("dealer-station-shift-*"))
    assert str(folder) in result.stdout
    assert {"01-burn.png", "panel.png"} <= {path.name for path in folder.iterdir()}
    assert QImage(str(folder / "panel.png")).height() == 800
    assert known(folder / "table.db").table.round.number == 4
    assert verify(folder / "table.db").ok


def test_a_display_that_is_named_and_not_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = "import sys; from ui.common.display_check import has_display; sys.exit(0 if has_display() else 3)"

    def answer() -> int:
        """Of a process that has no window yet; a display that is not there does not end it."""
        return subprocess.run([sys.executable, "-c", asked], check=False, cwd=ROOT).returncode

    for name in DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    assert answer() == 3
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert answer() == 0
    monkeypatch.setenv("QT_QPA_PLATFORM", "no-such-platform")
    assert answer() == 3


def test_a_simulated_log_goes_on_with_its_own_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "table.db"
    monkeypatch.setattr(simulated_screen, "until_closed", lambda _: None)
    assert run("--db", str(db)).exit_code == 0
    refused = run("--db", str(db), "--profile", "maryland")
    assert refused.exit_code == 2
    assert "was dealt by massachusetts, and this table is maryland" in refused.stderr
    assert "--profile massachusetts, or name another log" in refused.stderr
    assert run("--db", str(db), "--profile", "massachusetts").exit_code == 0


@pytest.mark.parametrize("words", [("--headless", "--db", "x.db"), ("--svg", "x.svg"), ("--keys", "k")])
def test_what_does_not_go_with_a_window_is_refused(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert "--screen" in result.stderr or "--db" in result.stderr


def test_without_qt_a_shift_is_played_in_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dealer_station.app.loading_window", None)
    result = run("--rounds", "2")
    assert result.exit_code == 0, result.output
    assert "Qt cannot be loaded" in result.stderr
    assert "2 rounds," in result.stdout
