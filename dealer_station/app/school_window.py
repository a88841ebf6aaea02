"""The school in a window: its results, the people who may learn, and the way in from the start screen."""

from pathlib import Path

from dealer_station.app.screen_settings import look_of
from dealer_station.app.stop_signals import Stopping
from dealer_station.app.watchdog import Watchdog
from dealer_station.config import StationFile
from dealer_station.engine.model.errors import PeopleError
from dealer_station.log.school.results import ResultsLog, SchoolRecord, SchoolRow, results, usual_results
from dealer_station.people import People
from dealer_station.people.required_titles import DEALER
from ui.common.qt_ownership import resume_collector
from ui.common.settings import Settings
from ui.dealer.bridge import Bridge
from ui.dealer.loading_screen import Opening
from ui.dealer.window import DealerWindow
from ui.school.school import School
from ui.school.shift_process import ShiftInItsOwnProcess
from ui.school.window import show_school


class KeptResults:
    """The results of the school in their file; it is open only while results are written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._rows: tuple[SchoolRow, ...] | None = None

    def rows(self) -> tuple[SchoolRow, ...]:
        if self._rows is None:
            self._rows = results(self.path)
        return self._rows

    def read_again(self) -> tuple[SchoolRow, ...]:
        self._rows = None
        return self.rows()

    def add(self, *records: SchoolRecord) -> None:
        self._rows = None
        with ResultsLog(self.path) as log:
            log.add(*records)


def results_of(file: StationFile | None) -> Path:
    """The file of the results: that of station.toml, or the user's own."""
    return file.training_results if file else usual_results()


def dealers_of(file: StationFile | None) -> tuple[str, ...]:
    """The dealers of a table, who need not enter their names."""
    if file is None:
        return ()
    try:
        return tuple(one.name for one in People(file.people).everybody if one.role == DEALER)
    except PeopleError:
        return ()  # Whoever learns may enter a name; the file is reported when the table opens.


def attend(window: DealerWindow, school: School) -> None:
    """Show the school until the trainee leaves it or closes the window."""
    resume_collector()
    show_school(window, school)
    window.show_window()
    school.left.connect(window.close)
    window.until_closed()


def _school(window: DealerWindow, file: StationFile | None) -> School:
    """The school in the window of a station."""
    path = results_of(file)
    settings = look_of(file.config.screen) if file else Settings()
    return School(
        KeptResults(path),
        settings=settings,
        people=dealers_of(file),
        deal=ShiftInItsOwnProcess(path, window),
        # A whole screen has no room for the instructor's panel.
        has_panel=not window.full,
    )


class SchoolAtTable:
    """The school in the window of a table at which nobody deals.

    The table is not touched: its station keeps running, with its log and its devices. Its screen comes back
    when the trainee leaves, and by itself as soon as somebody is needed there: a stop, a fault, a card.
    """

    def __init__(self, window: DealerWindow, bridge: Bridge, file: StationFile | None) -> None:
        self._window, self._bridge = window, bridge
        self._school = _school(window, file)
        self._is_open = False
        self._school.left.connect(self._leave)
        bridge.stirred.connect(self._look_at_the_table)

    def open(self) -> None:
        """Show the school in place of the table."""
        self._is_open = True
        self._school.receive(self._bridge.settings)
        show_school(self._window, self._school)

    def _leave(self) -> None:
        # The tap that leaves comes from the page itself, which must not be unloaded under it.
        self._window.soon(self._show_table)

    def _look_at_the_table(self) -> None:
        if self._is_open and not self._bridge.is_idle:
            self._leave()

    def _show_table(self) -> None:
        if self._is_open and self._window.isVisible():
            self._is_open = False
            self._school.rest()
            self._window.show_table(self._bridge)


def attend_from_start(opening: Opening, file: StationFile | None, stop: Stopping) -> None:
    """Show the school in the window of the start screen; afterwards the start goes on."""
    assert opening.window
    watchdog = Watchdog()
    # A lesson may take longer than systemd waits for a start.
    watchdog.ready()
    school = _school(opening.window, file)
    show_school(opening.window, school)
    stop.then(opening.window.close)
    opening.until_left(school.left, watchdog.beat)
    school.rest()
    stop.then(lambda: None)
