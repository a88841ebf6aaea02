"""Runs `dealer-station run --sim --screen` and reports its frames: `first_frame LOG`.

Prints `painted` at the first frame and `dealer` when the dealer's screen appears, then closes the
window.
"""

import os
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from dealer_station.cli.main import main
from ui.common import display_check
from ui.dealer.window import DealerWindow

WORDS = {"Start.qml": "painted", "Main.qml": "dealer"}


class Watched:
    """Prints one word when a screen is first painted."""

    def __init__(self, window: DealerWindow) -> None:
        self._window = window
        self._said: set[str] = set()
        window.frameSwapped.connect(self._painted)

    def _painted(self) -> None:
        word = WORDS.get(self._window.source().fileName())
        if word and word not in self._said:
            self._said.add(word)
            print(word, flush=True)
            if word == "dealer":
                self._window.close()


if __name__ == "__main__":
    show_window = DealerWindow.show_window
    watching: list[Watched] = []

    def watched(window: DealerWindow) -> None:
        watching.append(Watched(window))
        show_window(window)

    # Treat the offscreen platform as a display, so that the start is measured without one.
    setattr(display_check, "UNSEEN", ())  # noqa: B010 - mypy knows no other way
    setattr(DealerWindow, "show_window", watched)  # noqa: B010 - mypy knows no other way
    main(["run", "--sim", "--screen", "--db", sys.argv[1]])
