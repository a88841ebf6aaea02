"""What systemd is told of a station: that it is up, that it lives, and that it stops on purpose."""

import os
import socket


class Watchdog:
    """Speaks to whoever started the service; to nobody where that is not systemd."""

    def __init__(self) -> None:
        self._address = os.environ.get("NOTIFY_SOCKET", "")

    @property
    def watched(self) -> bool:
        """A service manager started this, and waits for a word."""
        return bool(self._address)

    def ready(self) -> None:
        """The first screen is there."""
        self._say("READY=1")

    def beat(self) -> None:
        """The screen's thread asked the station, and the station answered."""
        self._say("WATCHDOG=1")

    def stopping(self) -> None:
        """Somebody closes the table."""
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
                # A beat that is lost is made up for by the next one.
                return
