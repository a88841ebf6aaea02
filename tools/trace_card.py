"""Trace of one card from the wire to the painted frame: `python -m tools.trace_card [--list]`.

It counts the functions that are entered, the modules they are in, the hops from one module to another, and
the calls of `decide`, in all threads of a simulated table with its screen. The simulator and its panel do not
count. Timers run beside a card, so the first cards of several rounds are traced: the fewest hops count.
"""

import os
import sys
import tempfile
import threading
import time
from collections import Counter
from copy import copy
from pathlib import Path
from types import FrameType

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop

from dealer_station.app.simulated_screen import SimulatedScreen, quiet_devices
from dealer_station.engine.due.step_types import Draw, Due
from dealer_station.engine.model.table import Round
from tests.ui.sitting import at_table_of
from ui.common.qt_ownership import destroy_kept, resume_collector
from ui.dealer.window import application, wait_a_moment

ROOT = Path(__file__).parents[1]
ROOMS = tuple(f"{ROOT / room}{os.sep}" for room in ("dealer_station", "drivers", "ui"))
BESIDE = f"{ROOT / 'ui' / 'panel'}{os.sep}"
DEVICE = "served device"
"""The thread of the simulated shoe, which speaks with the drivers' own codec."""
ROUNDS = 5
PATIENCE_SECONDS = 5.0


class Trace:
    """Modules and calls that the profiler has seen since it was switched on."""

    def __init__(self) -> None:
        self.on = False
        self.begin()

    def begin(self) -> None:
        self.functions = 0
        self.decided = 0
        self.hops: Counter[tuple[str, str]] = Counter()
        self.modules: dict[str, str] = {}
        """The thread that entered each module first, in the order of entry."""

    def taken(self) -> "Trace":
        """Return what was seen so far and start counting again."""
        done = copy(self)
        self.begin()
        return done

    def see(self, frame: FrameType, event: str, _: object) -> None:
        """Take one event of the profiler."""
        thread = threading.current_thread().name
        if not self.on or event != "call" or thread == DEVICE or not (module := _module(frame)):
            return
        self.functions += 1
        self.decided += frame.f_code.co_name == "decide"
        self.modules.setdefault(module, thread)
        caller = frame.f_back
        while caller is not None and not _module(caller):
            caller = caller.f_back
        before = _module(caller) if caller else ""
        if before != module:
            self.hops[before, module] += 1


def _module(frame: FrameType) -> str:
    """The module of a frame as a path below the repository; empty for all that does not count."""
    file = frame.f_code.co_filename
    return file[len(str(ROOT)) + 1 :] if file.startswith(ROOMS) and not file.startswith(BESIDE) else ""


def _first_card_is_due(step: Due, round_: Round) -> bool:
    dealt = any(drawn.deal == "original" for drawn in round_.draws)
    return isinstance(step, Draw) and step.deal == "original" and not dealt


def trace(db: Path) -> list[Trace]:
    """The traces of several cards at one table."""
    seen = Trace()
    threading.setprofile(seen.see)
    table = SimulatedScreen(
        at_table_of("massachusetts"), players=4, seed=1, pause_seconds=0, db=db, named=None
    )
    found: list[Trace] = []
    resume_collector()
    table.window.show()
    wait_a_moment(200)
    sys.setprofile(seen.see)
    while len(found) < ROUNDS:
        while not _first_card_is_due(step := table.station.due, table.station.table.round):
            if isinstance(step, Draw):
                table.simulation.draw()
            else:
                table.simulation.step(table.station)
            wait_a_moment(20)
        wait_a_moment(50)
        before, painted = table.station.table.round.draws, list[bool]()
        table.window.frameSwapped.connect(lambda painted=painted: painted.append(True))
        seen.on = True
        table.simulation.draw()
        until = time.monotonic() + PATIENCE_SECONDS
        while (not painted or table.station.table.round.draws == before) and time.monotonic() < until:
            application().processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        seen.on = False
        found.append(seen.taken())
    sys.setprofile(None)
    threading.setprofile(None)
    table.close()
    destroy_kept()
    return found


def main() -> None:
    """Print the counts, and with `--list` the modules in the order in which they are entered."""
    application()
    with tempfile.TemporaryDirectory() as folder, quiet_devices():
        fewest = min(trace(Path(folder) / "traced.db"), key=lambda one: one.hops.total())
    print(f"functions entered      {fewest.functions}")
    print(f"distinct modules       {len(fewest.modules)}")
    print(f"hops between modules   {fewest.hops.total()}, {len(fewest.hops)} of them different")
    print(f"calls of decide        {fewest.decided}")
    if "--list" in sys.argv:
        for module, thread in fewest.modules.items():
            print(f"{thread:12} {module}")


if __name__ == "__main__":
    main()
