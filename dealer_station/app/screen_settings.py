"""Screen settings: the table's own in station.toml, those of each dealer in a file beside the people."""

import json
import threading
from collections.abc import Callable

from dealer_station.config import StationFile, editing, text_of
from dealer_station.config.schema import ScreenConfig
from dealer_station.engine.model.errors import DealerStationError
from dealer_station.people.own_settings import OwnSettingsFile
from dealer_station.station.station import SettingChanged, Told
from dealer_station.technical_messages import TechnicalMessages
from ui.common.settings import Change, Settings, Value, nearest_scale

log = TechnicalMessages()


def look_of(screen: ScreenConfig) -> Settings:
    """The screen settings of station.toml, with the nearest supported text size."""
    return Settings(
        theme=screen.theme,
        hand=screen.hand,
        text_percent=nearest_scale(screen.text_scale),
        language=screen.language,
        sound=screen.sound,
        four_colours=screen.four_colour_suits,
        motion=screen.motion,
        quiet_from=screen.quiet_from,
        quiet_to=screen.quiet_to,
        quiet_volume=screen.quiet_volume,
    )


class KeptSettings:
    """Saves a changed setting: the station logs it, then a file is written; comments in it are kept."""

    def __init__(
        self,
        tell: Callable[[Told], None],
        file: StationFile | None,
        own: OwnSettingsFile | None = None,
    ) -> None:
        self._tell = tell
        self._file = file
        self._own = own
        self._writing = threading.Lock()

    def own(self) -> dict[str, dict[str, Value]]:
        """The choices of each dealer; none, and a warning, if their file cannot be read."""
        try:
            return self._own.read() if self._own else {}
        except DealerStationError as error:
            log.warning("own settings not read", why=str(error))
            return {}

    def keep(self, change: Change) -> None:
        """Ask the station to log the change; another thread writes the file, so the GUI never waits."""

        stored = (self._own if change.dealer else self._file) is not None

        def answered(why_not: str) -> None:
            if why_not or not stored:
                change.answer(not why_not, why_not)
            else:
                threading.Thread(target=self._write, args=(change,), name="settings").start()

        value = json.dumps(change.value)
        if change.dealer:
            key = f"own.{change.key}"
            self._tell(SettingChanged(key, value, "dealer", change.dealer, answered, is_own=True))
        else:
            key, by = f"screen.{change.key}", change.by
            self._tell(SettingChanged(key, value, "floor", by.name, answered, by.signed))

    def _write(self, change: Change) -> None:
        complaint = ""
        with self._writing:
            try:
                if change.dealer and self._own:
                    self._own.keep(change.dealer, change.key, change.value)
                elif self._file:
                    text = text_of(self._file.path).decode("utf-8-sig")
                    edited = editing.with_values(text, {("screen", change.key): change.value})
                    editing.write(self._file.path, edited)
            except Exception as error:  # noqa: BLE001 - whoever changed it must get an answer
                why = str(error) if isinstance(error, DealerStationError) else type(error).__name__
                log.warning("setting not kept", why=why)
                complaint = f"This lasts only until the station restarts: {why}"
        change.answer(True, complaint)
