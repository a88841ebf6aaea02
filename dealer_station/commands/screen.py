"""`dealer-station run --sim --screen`: the dealer's touchscreen at a station with simulated devices."""

import signal
import tempfile
from pathlib import Path

import click

from dealer_station.commands.headless import open_station
from dealer_station.commands.shell import Mendable
from dealer_station.commands.station_file import Settings
from dealer_station.commands.station_keys import keys_for
from dealer_station.log.append import Writer
from dealer_station.log.clock import SystemClock
from dealer_station.station import Seen, Shown
from hw_sim.beside_screen import BesideScreen
from hw_sim.shift import DEALERS
from ui.bridge import Bridge
from ui.keyed_window import KeyedWindow, has_display, until_closed
from ui.lifetimes import let_go
from ui.signing import Acquaintances
from ui.window import application


class ScreenTable:
    """A station on its log, the simulated shoe and players, and the window, wired together."""

    def __init__(
        self,
        settings: Settings,
        *,
        players: int,
        seed: int,
        pause_seconds: float,
        db: Path,
        named: Path | None,
    ) -> None:
        application()
        self._world = BesideScreen(settings.rules, seed, players, db)
        dealers = {str(number): name for number, name in enumerate(DEALERS, start=1)}
        # A simulated floor is there already and has no PIN; its rulings come from the floor all the same.
        self._bridge = Bridge(
            settings.rules,
            self._tell,
            name=settings.opened_as.table or settings.rules.book.title,
            mark=settings.kind.upper(),
            signing=Acquaintances(dealers, {}),
        )
        log = Writer(db, keys_for(db, named), SystemClock(), start="loaded")
        self.station = open_station(log, settings, self._world, self._show)
        self._world.sit_down(self.station)
        self.window = KeyedWindow(
            self._bridge,
            lambda: self._world.draw(self.station),
            lambda: self._world.step(self.station),
            round(pause_seconds * 1000),
        )

    def _tell(self, seen: Seen) -> None:
        self.station.tell(seen)

    def _show(self, shown: Shown) -> None:
        self._world.show(shown)
        self._bridge.show(shown)

    def close(self) -> None:
        """The window first, then the station, then the shoe, which is acknowledged to the last."""
        self.window.close()
        try:
            self.station.stop()
        finally:
            self._world.close()
            # The station speaks to the bridge until it has stopped.
            let_go()


def open_screen(
    settings: Settings, *, players: int, seed: int, pause_seconds: float, db: Path | None, named: Path | None
) -> None:
    """Opens the window, and keeps the table until it is closed; without `db` the log goes with it."""
    if not has_display():
        raise Mendable(
            "there is no display for --screen; start it in a graphical session, or leave --screen out "
            "for a shift in the terminal"
        )
    with tempfile.TemporaryDirectory(prefix="dealer-station-") as folder:
        table = ScreenTable(
            settings,
            players=players,
            seed=seed,
            pause_seconds=pause_seconds,
            db=db or Path(folder) / "table.db",
            named=named,
        )
        click.echo("space: a card leaves the shoe; a: everybody does what is due, again to stop them")
        before = signal.signal(signal.SIGINT, lambda *_: table.window.close())
        try:
            until_closed(table.window)
        finally:
            signal.signal(signal.SIGINT, before)
            table.close()
