"""Measures the processor time of an idle station with three quiet devices attached."""

import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import DEVNULL, PIPE

from dealer_station.rulebooks import load
from dealer_station.station.device_adapter import Attached, AttachedProgressive
from dealer_station.station.station import Shown
from drivers.device_addresses import DeviceAddress, driver_for, progressive_for
from drivers.driver import SHOE
from hw_sim.bench.run_scene import quiet
from hw_sim.tables.shuffler_at_table import TableShuffler
from tests.log import shifts
from tests.log.shifts import SetClock
from tools.bench.measures import Measure

SETTLE_SECONDS = 2.0
IDLE_SECONDS = 10.0
AIM_PERCENT = 2.0
DEVICES = (("shoe", "--serial", "S1"), ("progressive", "--serial", "P1"))
PROFILE, OPTIONS = "maryland", {"card_supply": "two_batch_shuffler", "progressive": "on"}


def measure() -> Iterator[Measure]:
    """Measure a station with a shoe, a controller and a shuffler; the first two run in other processes."""
    # A simulated USB bus cannot be reached from another process, so its cost counts as the station's.
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack, quiet():
        folder = Path(name)
        for number, (kind, *words) in enumerate(DEVICES):
            stack.enter_context(_served(folder / f"port{number}", kind, words))
        percent = _idle_percent(folder)
    yield Measure(
        "an idle station with shoe, controller and shuffler",
        percent,
        "% of a core",
        f"below {AIM_PERCENT:.0f} %",
        percent < AIM_PERCENT,
    )


@contextlib.contextmanager
def _served(link: Path, kind: str, words: list[str]) -> Iterator[None]:
    """Run a device in another process, so that only the station is measured."""
    command = [
        sys.executable,
        "-u",
        "-c",
        "from hw_sim.cli import main; main()",
        "serve",
        kind,
        "--link",
        str(link),
    ]
    with subprocess.Popen([*command, *words], stdin=PIPE, stdout=PIPE, stderr=DEVNULL, text=True) as device:
        assert device.stdout
        device.stdout.readline()
        try:
            yield
        finally:
            device.communicate("quit\n")


def _idle_percent(folder: Path) -> float:
    db = folder / "log.db"
    attached: list[Attached] = []

    def show(shown: Shown) -> None:
        for one in attached:
            one.show(shown)

    station = shifts.station_on(db, SetClock(), profile=PROFILE, options=OPTIONS, publish=show)
    known = station.expected(SHOE)
    ports = [DeviceAddress("reference", str(folder / f"port{number}")) for number in range(2)]
    shuffler = TableShuffler(load(PROFILE, OPTIONS), 1, db)
    attached += [
        Attached(station, ports[0].address, driver_for(ports[0], known.journal, known.seq), lambda _: None),
        AttachedProgressive(station, ports[1].address, progressive_for(ports[1], "", 0), lambda _: None),
        shuffler.attach(station, lambda _: None),
    ]
    shuffler.plug()
    station.start()
    for one in attached:
        one.start()
    time.sleep(SETTLE_SECONDS)
    began, used = time.perf_counter(), time.process_time()
    time.sleep(IDLE_SECONDS)
    percent = 100 * (time.process_time() - used) / (time.perf_counter() - began)
    for one in attached:
        one.stop()
    station.stop()
    shuffler.close()
    return percent
