"""Remote control of a virtual table: a local socket that takes one line and answers with one JSON object."""

import contextlib
import os
import socket
import threading
from pathlib import Path

import msgspec

from dealer_station.engine.model.errors import DealerStationError
from hw_sim.tables.virtual_table_commands import Reply, VirtualTable

NAME = "control"
PATIENCE_SECONDS = 10.0
LINE_BYTES_MAX = 4096
PATH_BYTES_MAX = 107
"""Longest path that fits into the address of a local socket."""


def socket_of(folder: Path) -> Path:
    """Return the path of the socket of a virtual table."""
    return folder / NAME


class ControlServer:
    """The server; each line is one action, each answer one line of JSON."""

    def __init__(self, table: VirtualTable, folder: Path) -> None:
        self._table = table
        self._path = socket_of(folder)
        if len(os.fsencode(self._path)) > PATH_BYTES_MAX:
            raise DealerStationError(
                f"{self._path}: is too long for the path of a socket; use a shorter folder"
            )
        if is_served(folder):
            raise DealerStationError(
                f"{folder}: another table is served here; use hw-sim control, or another folder"
            )
        self._path.unlink(missing_ok=True)
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(self._path))
        self._path.chmod(0o600)
        self._socket.listen()
        self._thread = threading.Thread(target=self._work, name="control", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        while True:
            try:
                caller, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._attend, args=(caller,), daemon=True).start()

    def _attend(self, caller: socket.socket) -> None:
        """Serve one connection; an incomplete last line is ignored."""
        with caller, contextlib.suppress(OSError), caller.makefile("rb") as lines:
            while (line := lines.readline(LINE_BYTES_MAX)).endswith(b"\n"):
                reply = self._table.do(line.decode("utf-8", "replace").strip())
                caller.sendall(msgspec.json.encode(reply) + b"\n")

    def close(self) -> None:
        # Closing alone does not wake a thread that waits in accept; shutdown does.
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join()
        self._path.unlink(missing_ok=True)


def is_served(folder: Path) -> bool:
    """True if a table answers there; a socket file that was left behind does not answer."""
    try:
        return ask(folder, "state").ok
    except DealerStationError:
        return False


def ask(folder: Path, line: str) -> Reply:
    """Send one line to the table served in a folder and return its reply; raise
    DealerStationError if there is none.
    """
    if "\n" in line or len(line.encode()) >= LINE_BYTES_MAX:
        raise DealerStationError("send one line at a time, with at most 4000 characters")
    with socket.socket(socket.AF_UNIX) as caller:
        caller.settimeout(PATIENCE_SECONDS)
        try:
            caller.connect(str(socket_of(folder)))
            caller.sendall(line.encode() + b"\n")
            with caller.makefile("rb") as answers:
                return msgspec.json.decode(answers.readline(), type=Reply)
        except (OSError, msgspec.MsgspecError) as error:
            raise DealerStationError(
                f"{folder}: no table is served here ({error}); start one with hw-sim serve --folder {folder}"
            ) from error
