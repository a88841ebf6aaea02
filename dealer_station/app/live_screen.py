"""`dealer-station run`: the dealer's touchscreen at a table with real devices and its own people."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dealer_station.app.command_group import CommandError
from dealer_station.app.live_devices import LiveDevices
from dealer_station.app.offered_school import OfferedSchool
from dealer_station.app.open_station import open_station
from dealer_station.app.required_lessons import RequiredLessons
from dealer_station.app.screen_settings import KeptSettings, look_of
from dealer_station.app.station_keys import kept_keys_for, keys_folder, keys_for
from dealer_station.app.stop_signals import Stopping
from dealer_station.app.table_settings import TableSettings
from dealer_station.app.watchdog import Watchdog
from dealer_station.config import StationFile
from dealer_station.config.floor_file import FloorFile
from dealer_station.engine.model.observations import DealerArrived
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.log.store.append import Writer
from dealer_station.log.store.clock import SystemClock
from dealer_station.log.store.records import OpenedAs
from dealer_station.people import People, SignedIn
from dealer_station.people.authorization import PinAuthorizer
from dealer_station.people.own_settings import OwnSettingsFile
from dealer_station.people.sign_in import Staff
from dealer_station.station.station import Look, Seen, Shown, Station, Told
from dealer_station.technical_messages import write_json_lines
from ui.common.lost_display import on_lost_display
from ui.common.no_display import why_no_display
from ui.common.qt_ownership import destroy_kept, resume_collector
from ui.dealer.bridge import Bridge
from ui.dealer.loading_screen import Opening
from ui.dealer.station_liveness import LivenessProbe
from ui.dealer.window import DealerWindow, application, size_of

if TYPE_CHECKING:
    from dealer_station.floor.client.sync import SyncState
    from dealer_station.floor.client.thread import SyncThread

NO_SHOE = "station.toml names no shoe: the floor switches to keyed cards, on the screen under Floor"


class LiveScreen:
    """A live table: the station with its log, the devices of station.toml and the window, wired together."""

    def __init__(
        self,
        settings: TableSettings,
        file: StationFile,
        people: People,
        opened_as: OpenedAs,
        db: Path,
        named: Path | None,
        opening: Opening,
    ) -> None:
        application()
        self.devices = LiveDevices(file)
        kept = KeptSettings(self._tell, file, OwnSettingsFile.beside(people.path))
        self._bridge = Bridge(
            RulebookView(settings.rules),
            self._tell,
            name=file.config.table.name,
            mark="" if settings.kind == "live" else settings.kind.upper(),
            signing=Staff(people, settings.rules, self._sign_in, self._stranger),
            settings=look_of(file.config.screen),
            keep=kept.keep,
            own=kept.own(),
            has_school=True,
        )
        self._school = OfferedSchool(self._bridge, lambda: self.window, file)

        def open_log() -> Station:
            keys = kept_keys_for(db, named) if settings.kind == "live" else keys_for(db, named)
            log = Writer(db, keys, SystemClock(), start="closed")
            required = RequiredLessons(file) if settings.kind == "live" else None
            authorizer = PinAuthorizer(people, required.objection_to if required else None)
            return open_station(
                log, settings, self.devices, self._show, authorizer=authorizer, opened_as=opened_as
            )

        self._away = False
        self._floor = self._floor_thread(settings, file, db, keys_folder(db, named))
        self.station = opening.meanwhile("log", open_log)
        try:
            self.devices.sit_down(self.station)
        except BaseException:
            self.station.stop()
            raise
        self.watchdog = Watchdog()
        self.pulse = LivenessProbe(self._ask, self._bridge.is_late, self.watchdog.beat)
        self.window = opening.window or DealerWindow(None, size_of(file.config.screen.size))
        self.window.show_table(self._bridge)
        if self._floor is not None:
            self._floor.start()

    def _floor_thread(
        self, settings: TableSettings, file: StationFile, db: Path, keys: Path
    ) -> "SyncThread | None":
        """The thread that brings the log of a live table to its floor; None if there is no floor."""
        if not file.config.floor.url or settings.kind != "live":
            return None
        # A table without a floor loads nothing that speaks HTTPS.
        from dealer_station.app.floor_link import floor_settings
        from dealer_station.floor.client.thread import SyncThread

        named = floor_settings(FloorFile(file.path, file.config.floor))
        assert named is not None
        return SyncThread(named, db, file.config.table.name, self._show_floor, keys)

    def _show_floor(self, state: "SyncState") -> None:
        """Show the floor's lamp; nothing else at the table depends on the floor."""
        from dealer_station.app.floor_link import floor_copy

        self._bridge.show_floor(floor_copy(state))

    def _tell(self, told: Told) -> None:
        self.station.tell(told)

    def _ask(self, answer: Callable[[], None]) -> None:
        shown = self._bridge.shown
        if shown and shown.fault and not shown.is_unexpected:
            # The station has stopped with a known fault and the screen shows it. Answer the watchdog in its
            # place: a restart would not repair a disk.
            answer()
        else:
            self.station.tell(Look(answer))

    def _sign_in(self, who: str, pin: str) -> SignedIn:
        return self.station.sign_in(who, pin)

    def _stranger(self, who: str) -> None:
        """Send the unknown name to the station, which refuses it and logs that."""
        self.station.tell(Seen(DealerArrived(who), "dealer"))

    def _show(self, shown: Shown) -> None:
        self.devices.show(shown)
        self._bridge.show(shown)
        if self._floor is not None:
            self._floor.wake()

    def put_away(self) -> None:
        """Stop the devices, then the station, which takes their last messages; later calls do nothing."""
        if self._away:
            return
        self._away = True
        self.watchdog.stopping()
        try:
            self.devices.close()
        finally:
            try:
                self.station.stop()
            finally:
                # Last of all: the log is closed, and a network that hangs delays nothing but this.
                if self._floor is not None:
                    self._floor.stop()

    def close(self) -> None:
        """Close the window, then stop the devices and the station."""
        self.pulse.rest()
        self.window.close()
        try:
            self.put_away()
        finally:
            destroy_kept()


def live_screen(
    settings: TableSettings,
    people: People,
    opened_as: OpenedAs,
    db: Path,
    named: Path | None,
    opening: Opening,
) -> LiveScreen:
    """Open the live table on its log and with its devices; raise an error that names what is missing."""
    assert settings.file
    if opening.window is None:
        raise CommandError(
            f"{why_no_display()}. The dealer's screen needs one: start it in a graphical session or under "
            "cage with the packages of docs/how-to/install-a-station.md, "
            "or deal at a simulated table with --sim"
        )
    write_json_lines()
    return LiveScreen(settings, settings.file, people, opened_as, db, named, opening)


def keep_open(table: LiveScreen, stop: Stopping) -> None:
    """Keep the table open until the service stops, the window is closed, or the display is lost."""
    if table.devices.shoe is None:
        click.echo(NO_SHOE, err=True)
    try:
        with on_lost_display(table.put_away):
            stop.then(table.window.close)
            until_closed(table)
    finally:
        table.close()


def until_closed(table: LiveScreen) -> None:
    """Run the window and return when it is closed."""
    resume_collector()
    table.watchdog.ready()
    table.window.until_closed()
