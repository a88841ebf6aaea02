"""Connections for everything but appends: a few threads, each with its own connection."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import psycopg

from dealer_station.floor.store.connection import GATEWAY, Floor, connect
from dealer_station.floor.store.deadline import within_deadline

Result = TypeVar("Result")


class Readers:
    """Runs functions on a connection of the floor, away from the event loop."""

    def __init__(self, database: str, slots: list[str]) -> None:
        self._database = database
        self._slots = list(slots)
        self._own = threading.local()
        self._opened: dict[str, Floor] = {}
        self.pool = ThreadPoolExecutor(len(slots), thread_name_prefix="reader")

    def run(self, work: Callable[[Floor], Result]) -> Result:
        """Run a function on this thread's connection; an idle connection that was lost is replaced once."""
        floor: Floor | None = getattr(self._own, "floor", None)
        if floor is not None and not floor.closed:
            try:
                with within_deadline(floor):
                    return work(floor)
            except psycopg.OperationalError:
                if not floor.closed:
                    raise
        slot: str | None = getattr(self._own, "slot", None)
        if slot is None:
            slot = self._own.slot = self._slots.pop()
        elif floor is not None:
            floor.close()
        floor = self._own.floor = self._opened[slot] = connect(self._database, GATEWAY, slot)
        with within_deadline(floor):
            return work(floor)

    def close(self) -> None:
        """End the threads and close their connections."""
        self.pool.shutdown()
        for floor in self._opened.values():
            floor.close()
