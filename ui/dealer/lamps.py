"""The lamps of the devices, and the word that the station itself had died; from what the log says of each."""

from typing import Any

from dealer_station.engine.model import events as e
from dealer_station.engine.model.table import Table
from dealer_station.station.startup import CAME_UP_AGAIN
from dealer_station.station.station import Shown
from ui.common.translate import Speech

TROUBLED = ("lost", "jam", "stopped", "incomplete", "out_of_order", "door", "sort_mode", "error")
BACK = "back"


class Lamps:
    """What was said last of each device."""

    def __init__(self) -> None:
        self.statuses: dict[str, str] = {}
        self._came_up = False

    def note(self, shown: Shown) -> None:
        """What a view came with, and who is there although nothing was said of them."""
        for device in shown.met:
            self.statuses.setdefault(device, BACK)
        for event in shown.events:
            if not isinstance(event, e.DeviceNoted) or event.device == "reader":
                continue
            if event.device != "station":
                self.statuses[event.device] = event.status
            elif event.detail.startswith(CAME_UP_AGAIN):
                self._came_up = True

    def looked(self) -> None:
        """The dealer has confirmed what lies there."""
        self._came_up = False

    def words(self, table: Table, say: Speech) -> str:
        """As long as the layout is asked for because the station died."""
        if not (self._came_up and table.round.reread):
            return ""
        return say("STATION FAULT: it ended and came up again. Look at every card.")

    def values(self, say: Speech) -> list[dict[str, Any]]:
        """For the bar of the screen."""
        return [
            {
                "name": say(device.capitalize()),
                "ok": status not in TROUBLED,
                "words": say("{device}: {status}", device=device, status=status.replace("_", " ")),
            }
            for device, status in self.statuses.items()
        ]
