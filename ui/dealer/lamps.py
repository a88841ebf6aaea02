"""The device lamps and the restart notice of the station; both follow the device events in the log."""

from typing import Any

from dealer_station.engine.model import events as e
from dealer_station.engine.model.table import Table
from dealer_station.station.messages import Shown
from ui.common.translate import Speech
from ui.dealer.floor_copy import FloorCopy, lamp_name

TROUBLED = ("lost", "jam", "stopped", "incomplete", "out_of_order", "door", "sort_mode", "error")
BACK = "back"
FLOOR_COPY = "floor copy"


class Lamps:
    """The last known status of each device."""

    def __init__(self) -> None:
        self.statuses: dict[str, str] = {}
        self._came_up = False
        self._floor = FloorCopy("kept")

    def note(self, shown: Shown) -> None:
        """Take the device events of a view. A device that is present but silent counts as working."""
        for device in shown.met:
            self.statuses.setdefault(device, BACK)
        for event in shown.events:
            if not isinstance(event, e.DeviceNoted) or event.device == "reader":
                continue
            if event.device != "station":
                self.statuses[event.device] = event.status
            elif event.cause == "came_up_again":
                self._came_up = True

    def note_floor(self, copy: FloorCopy) -> None:
        """Take the state of the log's copy at the floor; it is shown like a device that is there, or lost
        with a reason."""
        self.statuses[FLOOR_COPY] = BACK if copy.ok else "lost"
        self._floor = copy

    def looked(self) -> None:
        """Clear the restart notice: the dealer has confirmed the layout."""
        self._came_up = False

    def words(self, table: Table, say: Speech) -> str:
        """The restart notice while the table asks for the layout after a crash; empty otherwise."""
        if not (self._came_up and table.round.reread):
            return ""
        return say("STATION FAULT: the station restarted. Check every card.")

    def values(self, say: Speech) -> list[dict[str, Any]]:
        """The lamps for the top bar."""
        return [self._value(device, status, say) for device, status in self.statuses.items()]

    def _value(self, device: str, status: str, say: Speech) -> dict[str, Any]:
        words = say("{device}: {status}", device=device, status=status.replace("_", " "))
        value = {"name": say(device.capitalize()), "ok": status not in TROUBLED, "words": words}
        if device != FLOOR_COPY or (self._floor.ok and not self._floor.warns):
            return value
        name = lamp_name(self._floor, say)
        return value | {"name": name, "words": name, "warns": self._floor.warns}
