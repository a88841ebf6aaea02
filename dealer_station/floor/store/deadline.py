"""A limit to the time for which anybody waits for the database.

A machine that hangs keeps its connections, and its network card may still confirm every packet: nothing on
the connection tells that nobody will ever answer. PostgreSQL's own time limits are kept by the server, which
hangs too. So one thread of this process cuts the connections whose answer is overdue; whoever waits gets the
error of a lost connection, connects again, and finds the node that leads now."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import Connection

ANSWER_SECONDS = 15.0
"""A station has given its request up by then."""
LOOK_SECONDS = 0.5


class _DeadlineWatch:
    """The connections on which somebody waits, each with the time at which it is cut."""

    def __init__(self) -> None:
        self._due: dict[int, tuple[Connection[Any], float]] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._pause = threading.Event()

    def begin(self, connection: Connection[Any]) -> None:
        with self._lock:
            self._due[id(connection)] = connection, time.monotonic() + ANSWER_SECONDS
            if self._thread is None:
                self._thread = threading.Thread(target=self._look, name="database deadline", daemon=True)
                self._thread.start()

    def end(self, connection: Connection[Any]) -> None:
        with self._lock:
            self._due.pop(id(connection), None)

    def _look(self) -> None:
        """Cut what is overdue; the thread ends when nobody waits any more."""
        while True:
            self._pause.wait(LOOK_SECONDS)
            now = time.monotonic()
            with self._lock:
                if not self._due:
                    self._thread = None
                    return
                for one, ends in self._due.values():
                    if now > ends:
                        _cut(one)


def _cut(connection: Connection[Any]) -> None:
    """End a connection under whoever reads from it."""
    try:
        with socket.socket(fileno=connection.fileno()) as wire:
            try:
                wire.shutdown(socket.SHUT_RDWR)
            finally:
                # The descriptor belongs to the connection, which closes it.
                wire.detach()
    except (OSError, psycopg.Error):
        return


_WATCH = _DeadlineWatch()


@contextmanager
def within_deadline(connection: Connection[Any]) -> Iterator[None]:
    """Cut the connection if the block takes longer than ANSWER_SECONDS."""
    _WATCH.begin(connection)
    try:
        yield
    finally:
        _WATCH.end(connection)
