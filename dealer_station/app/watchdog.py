"""Notifications to systemd: the station is ready, is alive, or is stopping."""

import os
import socket


class Watchdog:
    """Sends notifications to systemd; does nothing if systemd did not start the process."""

    def __init__(self) -> None:
        self._address = os.environ.get("NOTIFY_SOCKET", "")

    @property
    def watched(self) -> bool:
        """True if a service manager started this process and expects notifications."""
        return bool(self._address)

    def ready(self) -> None:
        """Report that the first screen is shown."""
        self._say("READY=1")

    def beat(self) -> None:
        """Report that the GUI thread asked the station and got an answer."""
        self._say("WATCHDOG=1")

    def stopping(self) -> None:
        """Report that the table is being closed."""
        self._say("STOPPING=1")

    def _say(self, words: str) -> None:
        if not self._address:
            return
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to_systemd:
            to_systemd.setblocking(False)
            try:
                to_systemd.sendto(words.encode(), address)
            except OSError:
                # The next beat makes up for a lost one.
                return
