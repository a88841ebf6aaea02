"""Shifts of the school at a station: dealt with touches alone, in a process beside the table."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from PySide6.QtCore import QElapsedTimer, QTimer
from PySide6.QtGui import QGuiApplication

from dealer_station.app.school import deal_shift
from dealer_station.app.school_window import KeptResults
from dealer_station.app.stop_signals import Stopping
from dealer_station.cli.main import main
from dealer_station.log.store.records import ExerciseFinished
from dealer_station.training.shift_score import score_of
from tests.ui import items
from tests.ui.scenes import SIZES
from tests.ui.test_live import until
from ui.common.settings import Settings
from ui.dealer.simulated_table_window import SimulatedTableWindow
from ui.dealer.window import SECOND_TAP_MS, DealerWindow, application
from ui.panel.panel import PanelWindow
from ui.school.school import School, ShiftWanted
from ui.school.shift_process import ShiftInItsOwnProcess
from ui.school.window import show_school

ROUNDS, TURN_MS, ENOUGH = 2, 30, 600
IN_ORDER = (
    *("button Ana", "button Closing call", "button All hands are settled", "button These hands are settled"),
    *("button The card is turned", "button The cards are as shown", "button Done"),
)
"""The buttons that a dealer touches in plain rounds, the one that is due first."""


class PersonWithoutPanel:
    """Deals with touches on the one window that there is, and ends the shift where a dealer looks for it."""

    def __init__(self) -> None:
        self.failed, self.touches, self.drawn = "", 0, 0
        self.panels = False
        self._drew_at = (0, 0)
        self._busy = False
        self._since_touch = QElapsedTimer()
        self._since_touch.start()
        self._turns = QTimer(interval=TURN_MS)
        self._turns.timeout.connect(self._turn)
        self._turns.start()

    def _turn(self) -> None:
        # A touch that comes sooner is taken for an accidental second one, and has no effect.
        if self._busy or self._since_touch.elapsed() < 2 * SECOND_TAP_MS:
            return
        self._busy = True
        try:
            self._look()
        except AssertionError as error:
            # What was there a moment ago may be gone, so a person looks again; only a dead end fails.
            if self.touches >= ENOUGH:
                self.failed = str(error)
                self._turns.stop()
                for window in QGuiApplication.allWindows():
                    window.close()
        finally:
            self._busy = False

    def _touch(self, window: SimulatedTableWindow, name: str) -> None:
        items.click(window, name)
        self._since_touch.start()

    def _look(self) -> None:
        windows = [one for one in QGuiApplication.allWindows() if one.isVisible()]
        self.panels = self.panels or any(isinstance(one, PanelWindow) for one in windows)
        window = next((one for one in windows if isinstance(one, SimulatedTableWindow)), None)
        shown = window.bridge.shown if window else None
        if window is None or shown is None:
            return
        self.touches += 1
        assert self.touches < ENOUGH, [item.property("text") for item in items.texts(window)]
        if shown.view.round_number > ROUNDS:
            open_already = items.has(window, "button End the shift")
            self._touch(window, "button End the shift" if open_already else "button Dealer")
            if open_already:
                self._turns.stop()
            return
        if shown.view.step.kind == "draw" and shown.view.dealer:
            # The card takes a moment from the simulated shoe; another touch would draw another card.
            lying = (shown.view.round_number, len(shown.table.round.draws))
            if lying != self._drew_at:
                self.drawn, self._drew_at = self.drawn + 1, lying
                self._touch(window, "dealer")
            return
        if shown.view.step.kind == "offer" and shown.view.step.hand:
            self._touch(window, items.named(window, self._war(window)).objectName())
            return
        name = next((one for one in IN_ORDER if items.has(window, one)), None)
        if name:
            self._touch(window, name)

    def _war(self, window: SimulatedTableWindow) -> str:
        return next(one.objectName() for one in items.targets(window) if one.objectName().endswith(": war"))


def test_a_shift_is_dealt_with_touches_alone_on_a_whole_screen(tmp_path: Path) -> None:
    person = PersonWithoutPanel()
    store = KeptResults(tmp_path / "results.db")
    wanted = ShiftWanted("Lee Ann", "massachusetts", 2.0, faults=False)
    finished = deal_shift(wanted, store, Stopping(), size="full")
    assert person.failed == ""
    assert not person.panels
    (log,) = (tmp_path / "results-shifts").glob("*.db")
    score = score_of(log)
    assert score.rounds >= ROUNDS
    assert score.errors == 0
    assert person.drawn >= 3 * ROUNDS
    assert [row.about for row in store.rows()] == [finished]


def test_the_school_waits_for_the_shift_and_shows_its_result(tmp_path: Path) -> None:
    application()
    path = tmp_path / "results.db"
    window = DealerWindow(None, SIZES["1280x800"])
    shifts = ShiftInItsOwnProcess(path, window)
    school = School(
        KeptResults(path), settings=Settings(language="es"), trainee="Bo", book="maryland", deal=shifts
    )
    show_school(window, school)
    window.show()
    school.tap("shift steady alone")
    assert school.page == "dealing"
    until(lambda: bool(list(tmp_path.glob("results-shifts/*.db"))))
    items.click(window, "button TERMINAR EL TURNO")
    until(lambda: school.page == "result", lambda: school.page)
    (kept,) = [row.about for row in KeptResults(path).rows()]
    assert isinstance(kept, ExerciseFinished)
    assert (kept.trainee, kept.book, kept.kind) == ("Bo", "maryland", "shift")
    window.close()


@pytest.mark.parametrize("size", ["big", "0x0", "1280 x 800"])
def test_a_size_that_is_none_is_refused(size: str, tmp_path: Path) -> None:
    words = ["train", "shift", "--trainee", "Bo", "--book", "maryland", "--size", size]
    told = CliRunner().invoke(main, [*words, "--results", str(tmp_path / "results.db")])
    assert told.exit_code == 2
    assert "write width and height such as 1280x800, or full" in told.output
