"""Plays automatically on the real screen and prints its memory in kB: `screen_memory LOG FEW MANY`."""

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from dealer_station.app.simulated_screen import SimulatedScreen, quiet_devices
from tests.ui.sitting import at_table_of
from ui.dealer.window import wait_a_moment


def memory_kb() -> int:
    """The resident memory of this process."""
    status = Path("/proc/self/status").read_text("utf-8")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


if __name__ == "__main__":
    with quiet_devices():
        table = SimulatedScreen(
            at_table_of("massachusetts"), players=2, seed=1, pause_seconds=0, db=Path(sys.argv[1]), named=None
        )
        table.window.show()
        table.panel.tap("autoplay")
        for rounds in map(int, sys.argv[2:]):
            while table.simulation.round_number <= rounds:
                wait_a_moment(50)
            print(memory_kb(), flush=True)
        table.close()
