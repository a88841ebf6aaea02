"""A shift of the school: dealt at a simulated table, with a log that no table continues, and scored."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication

from dealer_station.app import school as school_app
from dealer_station.app.school import deal_shift
from dealer_station.app.school_window import KeptResults
from dealer_station.app.stop_signals import Stopping
from dealer_station.cli.main import main
from dealer_station.log.read.reader import END, Reader
from dealer_station.log.store.records import ExerciseFinished
from dealer_station.training.shift_score import POINTS, score_of
from tests.ui import items
from ui.dealer.simulated_table_window import SimulatedTableWindow
from ui.panel.panel import PanelWindow
from ui.school.school import ShiftWanted

ROUNDS = 6
TURN_MS = 20


class PersonAtTheShift:
    """Starts autoplay on the panel, looks at the mark, and closes the window after some rounds."""

    def __init__(self) -> None:
        self.marked: list[bool] = []
        self.failed = ""
        self._turns = QTimer(interval=TURN_MS)
        self._turns.timeout.connect(self._turn)
        self._turns.start()

    def _turn(self) -> None:
        try:
            self._look()
        except AssertionError as error:
            # A timer swallows what goes wrong; the test says it once the windows are closed.
            self.failed = str(error)
            self._turns.stop()
            for window in QGuiApplication.allWindows():
                window.close()

    def _look(self) -> None:
        windows = [one for one in QGuiApplication.allWindows() if one.isVisible()]
        panel = next((one for one in windows if isinstance(one, PanelWindow)), None)
        table = next((one for one in windows if isinstance(one, SimulatedTableWindow)), None)
        if panel is None or table is None:
            return
        self.marked.append("TRAINING" in _said(table))
        # A tap that comes before the panel is painted is missed, and a person taps again.
        if not panel.rootContext().contextProperty("panel").property("now")["autoplay"]:
            items.click(panel, "button Autoplay")
        shown = table.bridge.shown
        if shown is not None and shown.view.round_number > ROUNDS:
            self._turns.stop()
            table.close()


def _said(table: SimulatedTableWindow) -> set[str]:
    return {str(item.property("text")) for item in items.texts(table)}


@pytest.fixture
def shift(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, ExerciseFinished]:
    monkeypatch.setattr(school_app, "AUTOPLAY_SECONDS", 0.01)
    person = PersonAtTheShift()
    store = KeptResults(tmp_path / "results.db")
    finished = deal_shift(ShiftWanted("Lee Ann", "massachusetts", 2.0, faults=False), store, Stopping())
    assert person.failed == ""
    assert person.marked
    assert all(person.marked), "the table of a trainee did not say that it is training"
    assert [row.about for row in store.rows()] == [finished]
    (log,) = (tmp_path / "results-shifts").glob("*.db")
    return log, finished


def test_a_shift_without_errors_is_passed_and_its_log_is_the_schools(
    shift: tuple[Path, ExerciseFinished],
) -> None:
    log, finished = shift
    assert (finished.kind, finished.passed, finished.points) == ("shift", True, POINTS)
    score = score_of(log)
    assert score.rounds >= ROUNDS
    assert (score.errors, score.refused) == (0, 0)
    assert score.taps > score.spoken >= ROUNDS
    assert score.steps["settle"].count > 0
    with Reader(log) as reader:
        opened = reader.recollect_before(END).opened_as
    assert opened is not None
    assert opened.kind == "school"
    # Another simulated shoe would be refused for itself before anybody looks at the kind of the table.
    log.with_name(f"{log.name}.shoe").unlink()
    for kind in ((), ("--training",)):
        run = ["run", "--sim", "--headless", "--rounds", "1", "--speed", "0", "--db", str(log), *kind]
        told = CliRunner().invoke(main, run)
        assert told.exit_code == 2
        assert "is the log of a school table" in told.output
