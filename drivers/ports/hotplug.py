"""Hot-plug: waits for a port to appear, with udev if it runs, inotify on its folder, and a time-out."""

import ctypes
import fnmatch
import os
import select
import struct
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

ANY_USB = "usb"
"""The address of a device that is found by its identity, in any USB port."""
UDEV_CONTROL = Path("/run/udev/control")
_CREATED, _MOVED_TO, _CHANGED = 0x100, 0x80, 0x4
"""inotify masks: a port was created, renamed into place, or changed owner, which udev does last."""
_HEAD = struct.Struct("iIII")
_READ_BYTES = 65536


class Monitor(Protocol):
    """The part of pyudev's Monitor that is used here."""

    def fileno(self) -> int:
        """Return the file descriptor for select."""

    def poll(self, timeout: float) -> object | None:
        """Return the next device that udev reports, or None."""


def udev_monitor() -> Monitor | None:
    """Return a started udev monitor for serial ports and USB devices, or None if udev does not run."""
    if not UDEV_CONTROL.exists():
        return None
    try:
        # pyudev loads the udev library on import, so it is imported only where udev runs.
        import pyudev

        monitor = pyudev.Monitor.from_netlink(pyudev.Context())
        for subsystem in ("tty", "usb"):
            monitor.filter_by(subsystem)
        monitor.start()
    except (ImportError, OSError):
        return None
    found: Monitor = monitor
    return found


class PortWatch:
    """Waits for a port: a path, a pattern of paths, any USB device, or a URL, which cannot be watched."""

    def __init__(self, port: str, udev: Callable[[], Monitor | None] = udev_monitor) -> None:
        self._stop = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._udev = None if "://" in port else udev()
        self._folder = None if "://" in port or port == ANY_USB else FolderWatch(Path(port).absolute())

    def wait(self, seconds: float) -> bool:
        """True if the port appears, or udev reports any device, within `seconds`; other files are ignored."""
        watched = [self._stop, *([self._udev.fileno()] if self._udev else [])]
        if self._folder and self._folder.fd is not None:
            watched.append(self._folder.fd)
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            ready, _, _ = select.select(watched, [], [], left)
            if self._stop in ready:
                return False
            if self._news(ready):
                return True
        return False

    def _news(self, ready: list[int]) -> bool:
        found = False
        if self._udev and self._udev.fileno() in ready:
            while self._udev.poll(timeout=0) is not None:
                found = True
        if self._folder and self._folder.fd in ready:
            found |= self._folder.news()
        return found

    def wake(self) -> None:
        """End this and every later wait; may be called from any thread."""
        os.eventfd_write(self._stop, 1)

    def close(self) -> None:
        os.close(self._stop)
        if self._folder:
            self._folder.close()


class FolderWatch:
    """inotify on the folder of a path, or on its nearest existing parent."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._libc = ctypes.CDLL(None, use_errno=True)
        fd = self._libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        self.fd: int | None = fd if fd >= 0 else None
        self._names: dict[int, str] = {}
        self._arm()

    def _arm(self) -> None:
        """Watch the nearest existing folder; a folder that is already watched keeps its watch number."""
        folder, name = self._path.parent, self._path.name
        while not folder.is_dir() and folder != folder.parent:
            folder, name = folder.parent, folder.name
        if self.fd is not None:
            mask = _CREATED | _MOVED_TO | _CHANGED
            self._names[self._libc.inotify_add_watch(self.fd, os.fsencode(folder), mask)] = name

    def news(self) -> bool:
        """Read the pending events; True if one of them is about the path."""
        found = False
        events = os.read(self.fd, _READ_BYTES) if self.fd is not None else b""
        while events:
            watch, _, _, length = _HEAD.unpack_from(events)
            name = os.fsdecode(events[_HEAD.size : _HEAD.size + length].rstrip(b"\0"))
            events = events[_HEAD.size + length :]
            found |= fnmatch.fnmatch(name, self._names.get(watch, ""))
        if found:
            self._arm()
        return found

    def close(self) -> None:
        if self.fd is not None:
            os.close(self.fd)
