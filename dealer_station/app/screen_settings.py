"""Screen settings: read from station.toml, and written back when a supervisor changes them."""

import json
import threading
from collections.abc import Callable

from dealer_station.config import StationFile, editing, text_of
from dealer_station.config.schema import ScreenConfig
from dealer_station.engine.model.errors import DealerStationError
from dealer_station.station.station import SettingChanged, Told
from dealer_station.technical_messages import TechnicalMessages
from ui.common.settings import Change, Settings, nearest_scale

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
    )


class KeptSettings:
    """Saves a changed setting: the station logs it, then the file is edited; comments in it are kept."""

    def __init__(self, tell: Callable[[Told], None], file: StationFile | None) -> None:
        self._tell = tell
        self._file = file
        self._writing = threading.Lock()

    def keep(self, change: Change) -> None:
        """Ask the station to log the change; another thread writes the file, so the GUI never waits."""

        def answered(why_not: str) -> None:
            if why_not or self._file is None:
                change.answer(not why_not, why_not)
            else:
                threading.Thread(target=self._write, args=(self._file, change), name="settings").start()

        key, by = f"screen.{change.key}", change.by
        self._tell(SettingChanged(key, json.dumps(change.value), "floor", by.name, answered, by.signed))

    def _write(self, file: StationFile, change: Change) -> None:
        complaint = ""
        with self._writing:
            try:
                text = text_of(file.path).decode("utf-8-sig")
                editing.write(file.path, editing.with_values(text, {("screen", change.key): change.value}))
            except Exception as error:  # noqa: BLE001 - whoever changed it must get an answer
                why = str(error) if isinstance(error, DealerStationError) else type(error).__name__
                log.warning("setting not kept", why=why)
                complaint = f"This lasts only until the station restarts: {why}"
        change.answer(True, complaint)
