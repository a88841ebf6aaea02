"""The school that a table offers at *Who deals?*; it is loaded only when somebody asks for it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from dealer_station.config import StationFile
from ui.dealer.bridge import Bridge
from ui.dealer.window import DealerWindow

if TYPE_CHECKING:
    from dealer_station.app.school_window import SchoolAtTable


class OfferedSchool:
    """Opens the school in the window of a table when its screen asks for it."""

    def __init__(self, bridge: Bridge, window: Callable[[], DealerWindow], file: StationFile | None) -> None:
        self._bridge, self._window, self._file = bridge, window, file
        self._school: SchoolAtTable | None = None
        # The tap comes from the table's own page, which must not be unloaded under it.
        bridge.schoolAsked.connect(lambda: self._window().soon(self._open))

    def _open(self) -> None:
        if self._school is None:
            from dealer_station.app.school_window import SchoolAtTable

            self._school = SchoolAtTable(self._window(), self._bridge, self._file)
        self._school.open()
