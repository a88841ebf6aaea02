"""Connections for everything but appends: a few threads, each with its own connection."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import psycopg

from dealer_station.floor.store.connection import GATEWAY, Floor, connect
from dealer_station.floor.store.deadline import within_deadline

THREADS = 2
Result = TypeVar("Result")


class Readers:
    """Runs functions on a connection of the floor, away from the event loop."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._own = threading.local()
        self._opened: list[Floor] = []
        self.pool = ThreadPoolExecutor(THREADS, thread_name_prefix="reader")

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
        floor = self._own.floor = connect(self._database, GATEWAY)
        self._opened.append(floor)
        with within_deadline(floor):
            return work(floor)

    def close(self) -> None:
        """End the threads and close their connections."""
        self.pool.shutdown()
        for floor in self._opened:
            floor.close()
