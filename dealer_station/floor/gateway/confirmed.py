"""A connection whose commits count only if the standbys that the cluster asks for have confirmed them."""

from collections.abc import Callable
from typing import TypeVar

import psycopg

from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.store.connection import GATEWAY, Floor, connect
from dealer_station.floor.store.deadline import within_deadline

Result = TypeVar("Result")


class ConfirmedConnection:
    """Runs functions on a connection of its own, for one thread; a lost connection is opened again."""

    def __init__(self, database: str, slot: str) -> None:
        self._database, self._slot = database, slot
        self._floor: Floor | None = None
        self._warnings: list[str] = []

    def run(self, work: Callable[[Floor], Result]) -> Result:
        """Run a function; raise FloorError or psycopg.Error if its commit is not known to be durable."""
        try:
            if self._floor is None or self._floor.closed:
                self._floor = connect(self._database, GATEWAY, self._slot)
                self._floor.add_notice_handler(self._warned)
            self._warnings.clear()
            with within_deadline(self._floor):
                result = work(self._floor)
            if self._warnings:
                # Somebody has ended the wait for the standbys; the server alone has the commit.
                raise FloorError(f"the commit is not confirmed by a quorum: {self._warnings[-1]}")
        except (psycopg.Error, FloorError):
            self.close()
            raise
        return result

    def _warned(self, notice: psycopg.errors.Diagnostic) -> None:
        """Note a warning of the database; no statement here gives one on its own."""
        if notice.severity_nonlocalized == "WARNING":
            self._warnings.append(notice.message_primary or "")

    def close(self) -> None:
        """Close the connection; the next function opens another."""
        floor, self._floor = self._floor, None
        if floor is not None:
            floor.close()
