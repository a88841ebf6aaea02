"""A serial cable made of a pseudo-terminal; another program opens its end like any port."""

import contextlib
import os
import pty
import tty
from pathlib import Path

from dealer_station.engine.model.errors import DealerStationError

READ_BYTES = 4096


class PtyCable:
    """The device's end of a cable; `link` is the path of the other end while it is plugged in."""

    def __init__(self, link: Path) -> None:
        self.link = link
        self._ends: tuple[int, int] | None = None
        if link.exists() and not link.is_symlink():
            raise DealerStationError(f"{link}: is a file; name a path for the port")

    @property
    def plugged(self) -> bool:
        return self._ends is not None

    def plug(self) -> None:
        """Open a new pseudo-terminal, as a real port gets a new number, and point the link to it."""
        if self._ends is not None:
            return
        device_end, host_end = pty.openpty()
        tty.setraw(host_end)
        os.set_blocking(device_end, False)
        # The link is put in place by a rename, so that an old link is replaced in one step.
        beside = self.link.with_name(f"{self.link.name}.new")
        beside.unlink(missing_ok=True)
        beside.symlink_to(os.ttyname(host_end))
        beside.replace(self.link)
        self._ends = device_end, host_end

    def pull(self) -> None:
        """Close both ends; a host that has its end open finds it dead, and unread bytes are lost."""
        if self._ends is None:
            return
        self.link.unlink(missing_ok=True)
        device_end, host_end = self._ends
        self._ends = None
        os.close(device_end)
        os.close(host_end)

    def fileno(self) -> int:
        """Return the descriptor for select; only valid while plugged in."""
        assert self._ends is not None
        return self._ends[0]

    def read(self) -> bytes:
        """Return the bytes that the host has sent."""
        try:
            return os.read(self._ends[0], READ_BYTES) if self._ends else b""
        except OSError:
            return b""

    def write(self, data: bytes) -> None:
        """Send bytes to the host; if it does not read, what no longer fits is lost, as on a real line."""
        with contextlib.suppress(OSError):
            if self._ends:
                os.write(self._ends[0], data)
