"""A floor that a review window follows: its mirror, and the thread that keeps it up to date."""

from collections.abc import Callable
from pathlib import Path

from dealer_station.cli.floor_access import FloorAccess, PulledFloor, complain, refreshed, told
from dealer_station.config.floor_address import FloorAddress
from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.client.mirror import MirrorState
from dealer_station.floor.client.mirror_thread import FollowState, MirrorThread, followed

Tell = Callable[[FollowState, dict[Path, str]], None]
"""Gets the state of the connection, and the files of all tables with their names."""


class FollowedFloor:
    """One floor behind a review window. A floor that is away leaves the copies of an earlier day."""

    def __init__(self, address: FloorAddress, access: FloorAccess, months: int) -> None:
        self._address, self._months = address, months
        self._mirror = access.mirror(address)
        self._thread: MirrorThread | None = None
        self._state = followed(self._mirror, FollowState(), lambda: told(refreshed(self._mirror)))
        if self._state.mirror is None:
            complain(f"{address.url}: {self._state.words}")

    def files(self) -> dict[Path, str]:
        """The files to show with the name of each; raise FloorError if there are none."""
        state = self._state.mirror
        if state is None:
            found = _named(self._mirror.known())
        else:
            floor = PulledFloor(self._mirror, state)
            found = {}
            for path, name in _named(state).items():
                for month in floor.newest_months(path, self._months):
                    found[month] = name if month == path else f"{name}, {month.stem}"
        if not found:
            self.close()
            raise FloorError(
                f"{self._address.url}: there is no log to show; {self._state.words or 'no rows yet'}"
            )
        return found

    def start(self, tell: Tell) -> None:
        """Keep the mirror up to date, and tell how that goes; `tell` is called from a thread."""

        def changed(state: FollowState) -> None:
            tell(state, _named(state.mirror) if state.mirror is not None else {})

        changed(self._state)
        self._thread = MirrorThread(self._mirror, changed, self._state)
        self._thread.start()

    def stop(self) -> None:
        """End the thread."""
        if self._thread is not None:
            self._thread.stop()

    def close(self) -> None:
        """Close the files; a thread that still waits for the network keeps them until the program ends."""
        if self._thread is None or self._thread.stop():
            self._mirror.close()


def _named(state: MirrorState) -> dict[Path, str]:
    """The current month of each table, with the table's name."""
    return {one.path: one.table for one in state.copies if one.path is not None}
