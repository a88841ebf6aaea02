"""What devices cost a station that waits: the processor time of three wires on which nothing happens."""

import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import DEVNULL, PIPE

from dealer_station.attached import Attached, AttachedProgressive
from drivers.families import Chosen, driver_for, progressive_for
from drivers.heard import SHOE
from tests.bench.measures import Measure
from tests.log import shifts
from tests.log.shifts import SetClock

SETTLE_SECONDS = 2.0
IDLE_SECONDS = 10.0
AIM_PERCENT = 2.0
DEVICES = (("shoe", "--serial", "S1"), ("progressive", "--serial", "P1"), ("shoe", "--family", "angel_eye"))


def measure() -> Iterator[Measure]:
    """A shoe, a controller and a shoe of another family, attached and quiet; the simulators are elsewhere."""
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        for number, (kind, *words) in enumerate(DEVICES):
            stack.enter_context(_served(folder / f"port{number}", kind, words))
        percent = _idle_percent(folder)
    yield Measure(
        "an idle station with three devices",
        percent,
        "% of a core",
        f"below {AIM_PERCENT:.0f} %",
        percent < AIM_PERCENT,
    )


@contextlib.contextmanager
def _served(link: Path, kind: str, words: list[str]) -> Iterator[None]:
    """A device of another process, so that only the station is measured."""
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
    station = shifts.station_on(folder / "log.db", SetClock(), publish=lambda _: None)
    known = station.expected(SHOE)
    ports = [Chosen("reference", str(folder / f"port{number}")) for number in range(3)]
    attached = [
        Attached(station, ports[0].address, driver_for(ports[0], known.journal, known.seq), lambda _: None),
        AttachedProgressive(station, ports[1].address, progressive_for(ports[1], "", 0), lambda _: None),
        Attached(station, ports[2].address, driver_for(Chosen("angel_eye", ""), "", 0), lambda _: None),
    ]
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
    return percent
