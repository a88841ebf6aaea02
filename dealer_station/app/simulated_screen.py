"""`dealer-station run --sim --screen`: the dealer's touchscreen at a station with simulated devices."""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

from dealer_station.app.offered_school import OfferedSchool
from dealer_station.app.open_station import open_station
from dealer_station.app.screen_settings import KeptSettings, look_of
from dealer_station.app.station_keys import keys_for
from dealer_station.app.stop_signals import Stopping
from dealer_station.app.table_settings import TableSettings
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.log.store.append import Writer
from dealer_station.log.store.clock import SystemClock
from dealer_station.people.sign_in import FixedStaff
from dealer_station.station.station import Look, Shown, Station, Told
from dealer_station.technical_messages import silenced
from drivers.device_addresses import Family
from hw_sim.people.shift_crew import DEALERS, Crew
from hw_sim.tables.interactive_table import InteractiveTable
from hw_sim.tables.simulated_devices import SimulatedDevices
from ui.common.lost_display import on_lost_display
from ui.common.qt_ownership import destroy_kept, resume_collector
from ui.common.settings import Settings
from ui.dealer.bridge import Bridge, ShiftHands
from ui.dealer.loading_screen import Opening
from ui.dealer.simulated_table_window import SimulatedTableWindow
from ui.dealer.station_liveness import LivenessProbe
from ui.dealer.window import application, size_of
from ui.panel.panel import Panel, PanelHands, PanelWindow

MARKS = {"simulated": "SIMULATED", "training": "TRAINING", "school": "TRAINING"}
"""The mark on every screen of a table that is not live."""


class SimulatedScreen:
    """A simulated table: the station with its log, simulated devices and players, and the windows."""

    def __init__(
        self,
        settings: TableSettings,
        *,
        players: int,
        seed: int,
        pause_seconds: float,
        db: Path,
        named: Path | None,
        family: Family = "reference",
        opening: Opening | None = None,
        look: Settings | None = None,
        size: str = "",
    ) -> None:
        application()
        opening = opening or Opening()
        self._away = False
        self.simulation = InteractiveTable(
            Crew(settings.rules, seed, players), SimulatedDevices(settings.rules, seed, db, family)
        )
        dealers = {str(number): name for number, name in enumerate(DEALERS, start=1)}
        # A simulated floor needs no PIN; its rulings still carry the source "floor".
        self._bridge = Bridge(
            RulebookView(settings.rules),
            self._tell,
            name=settings.opened_as.table or settings.rules.book.title,
            mark=MARKS.get(settings.kind, ""),
            signing=FixedStaff(dealers, {}),
            settings=look or (look_of(settings.file.config.screen) if settings.file else None),
            # Nobody signs in here, so the settings of a live table's file are not changed; the log records
            # the change.
            keep=KeptSettings(self._tell, None).keep,
            # A shift of the school is dealt at a table of its own.
            has_school=settings.kind != "school",
            shift=ShiftHands(self.simulation.draw, self._end) if settings.kind == "school" else None,
        )
        self._school = OfferedSchool(self._bridge, lambda: self.window, settings.file)

        def open_log() -> Station:
            log = Writer(db, keys_for(db, named), SystemClock(), start="loaded")
            return open_station(log, settings, self.simulation, self._show)

        self.station = opening.meanwhile("log", open_log)
        self.simulation.sit_down(self.station)
        hands = PanelHands(
            self.simulation.draw,
            lambda: self.simulation.everybody_bets(self.station),
            lambda: self.simulation.step(self.station),
            self.simulation.cause,
            self.simulation.state,
        )
        self.panel = Panel(hands, round(pause_seconds * 1000))
        self.window = (
            opening.window
            if isinstance(opening.window, SimulatedTableWindow)
            else SimulatedTableWindow(size_of(size), full=size == "full")
        )
        self.window.show_table_with_panel(self._bridge, self.panel)
        self.beside = PanelWindow(self.panel)
        self.pulse = LivenessProbe(lambda answer: self.station.tell(Look(answer)), self._bridge.is_late)

    def _tell(self, told: Told) -> None:
        self.station.tell(told)

    def _show(self, shown: Shown) -> None:
        self.simulation.show(shown)
        self._bridge.show(shown)

    def _end(self) -> None:
        """End a shift. The tap comes from the window's own page, which must not be unloaded under it."""
        self.window.soon(self.window.close)

    def put_away(self) -> None:
        """Stop the station, then the devices, so that every event is acknowledged; later calls do nothing."""
        if self._away:
            return
        self._away = True
        try:
            self.station.stop()
        finally:
            self.simulation.close()

    def close(self) -> None:
        """Close the windows, then stop the station and the devices."""
        self.pulse.rest()
        self.beside.close()
        self.window.close()
        try:
            self.put_away()
        finally:
            # The station calls the bridge until it has stopped, so Qt objects are released last.
            destroy_kept()


def open_screen(
    settings: TableSettings,
    *,
    players: int,
    seed: int,
    pause_seconds: float,
    rounds: int,
    db: Path | None,
    named: Path | None,
    opening: Opening,
    stop: Stopping,
    family: Family | None = None,
) -> None:
    """Open the windows and run the table until they are closed; without `db` the log is temporary."""
    if opening.window is None:
        from dealer_station.app.play_shift_offscreen import play_offscreen

        with quiet_devices():
            play_offscreen(settings, players=players, seed=seed, rounds=rounds, db=db, named=named, stop=stop)
        return
    with quiet_devices(), tempfile.TemporaryDirectory(prefix="dealer-station-") as folder:
        table = SimulatedScreen(
            settings,
            players=players,
            seed=seed,
            pause_seconds=pause_seconds,
            db=db or Path(folder) / "table.db",
            named=named,
            family=family or "reference",
            opening=opening,
        )
        click.echo(
            "You are the dealer. The panel beside the screen draws cards, lets players bet and causes "
            "faults. On the dealer's screen the space bar draws a card, and `a` starts and stops autoplay"
        )

        def lost() -> None:
            table.put_away()
            shutil.rmtree(folder, ignore_errors=True)

        try:
            with on_lost_display(lost):
                stop.then(table.window.close)
                until_closed(table)
        finally:
            table.close()


@contextlib.contextmanager
def quiet_devices() -> Iterator[None]:
    """Silence the device log on stderr; the panel already shows what simulated devices do."""
    with silenced():
        yield


def until_closed(table: SimulatedScreen) -> None:
    """Show the panel beside the dealer's window and return when the dealer's window is closed."""
    resume_collector()
    # A whole screen has no room for the panel.
    if not table.window.full:
        table.beside.setGeometry(table.window.beside)
        table.beside.show()
    table.window.requestActivate()
    table.window.until_closed()
