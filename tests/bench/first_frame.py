"""Opens the dealer's screen and says when its first frame is painted: `first_frame LOG`."""

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from dealer_station.commands.screen import SimulatedScreen, quiet_devices
from dealer_station.commands.station_file import settings
from ui.window import application

if __name__ == "__main__":
    with quiet_devices():
        here = settings(None, "massachusetts", {}, sim=True, training=False)
        table = SimulatedScreen(here, players=4, seed=1, pause_seconds=1, db=Path(sys.argv[1]), named=None)
        app = application()
        table.window.frameSwapped.connect(app.quit)
        table.window.show()
        app.exec()
        print("painted", flush=True)
        table.close()
