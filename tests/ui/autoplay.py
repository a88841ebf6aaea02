"""A screen that plays automatically until somebody kills its process: `python -m tests.ui.autoplay LOG`."""

import os
import sys
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from dealer_station.app.simulated_screen import SimulatedScreen, quiet_devices
from tests.ui.sitting import at_table_of
from ui.dealer.window import application

if __name__ == "__main__":
    with quiet_devices():
        table = SimulatedScreen(
            at_table_of(sys.argv[2]),
            players=3,
            seed=3,
            pause_seconds=0,
            db=Path(sys.argv[1]),
            named=None,
        )
        table.window.show()
        table.panel.tap("autoplay")
        application().exec()
