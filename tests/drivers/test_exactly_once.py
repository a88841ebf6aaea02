"""Real pyserial on a real pseudo-terminal, with damage and cable pulls: every card once, and in order."""

import threading
from pathlib import Path
from random import Random

import pytest

from dealer_station.engine.model.observations import DeviceSaid
from dealer_station.rulebooks import load
from drivers.device_thread import DeviceThread
from drivers.driver import Heard, Met
from drivers.shoe_reference import reference_shoe
from hw_sim.devices.journaled_shoe import JournaledShoe
from hw_sim.devices.shoes_on_wires import ReferenceDevice
from hw_sim.devices.wire_faults import WIRE_FAULTS, CablePull
from hw_sim.wires.device_server import ShoeServer
from hw_sim.wires.pty import PtyCable

DAMAGE = ("loss", "duplicate", "garbage", "bit_flips", "truncated_frame")
PATIENCE_SECONDS = 120
AHEAD_EVENTS_MAX = 1_000
"""A journal has an end: no dealer is so much faster than the wire."""


class Log:
    """Takes each number once, as a station does, and commits it in a separate thread."""

    def __init__(self, wanted: int) -> None:
        self.taken: list[Heard] = []
        self.said: list[str] = []
        self.full = threading.Event()
        self._wanted = wanted
        self.thread: DeviceThread | None = None

    def hear(self, item: Heard | Met) -> None:
        assert self.thread
        if isinstance(item, Met):
            assert item.oldest <= len(self.taken) + 1, "the journal was wrapped"
            self.thread.greeted(item.journal, len(self.taken))
        elif isinstance(item.observation, DeviceSaid):
            self.said.append(item.observation.status)
        elif item.seq is not None:
            assert item.seq <= len(self.taken) + 1, "a gap was skipped"
            if item.seq == len(self.taken) + 1:
                self.taken.append(item)
            self.thread.committed(item.journal, item.seq)
            if len(self.taken) == self._wanted:
                self.full.set()


def deliver(folder: Path, *, events: int, pulls: int, rate: float, seed: int) -> None:
    """So many events over a bad wire, with at least so many cable pulls."""
    chance = Random(seed)
    shoe = JournaledShoe(load("massachusetts"), seed, folder / "journal")
    faults = [WIRE_FAULTS[name](rate / len(DAMAGE), Random(f"{name} {seed}")) for name in DAMAGE]
    cable = PtyCable(folder / "port")
    served = ShoeServer(shoe, ReferenceDevice(shoe), cable, faults)
    log = Log(events)
    log.thread = DeviceThread(str(folder / "port"), reference_shoe("SIM-1"), log.hear)
    log.thread.start()
    try:
        for number in range(events):
            if shoe.draw() is None:
                shoe.reload()
                shoe.draw()
            if number % 7 == 0:
                served.nudge()
            while number - len(log.taken) > AHEAD_EVENTS_MAX:
                log.full.wait(0.005)
            if served.pulls < (number + 1) * pulls // events:
                # The cable comes out at some byte of what the shoe says next.
                served.faults = [*faults, CablePull(0.2, chance)]
                while served.pulls < (number + 1) * pulls // events:
                    log.full.wait(0.005)
                served.faults = faults
        assert log.full.wait(PATIENCE_SECONDS), f"{len(log.taken)} of {events} arrived"
    finally:
        log.thread.stop()
        served.stop()
        shoe.close()
    assert [item.seq for item in log.taken] == list(range(1, events + 1))
    assert [item.observation for item in log.taken] == [sent.out for sent in shoe.sent]
    assert served.pulls >= pulls
    assert log.said.count("back") == log.said.count("lost")


@pytest.mark.parametrize("rate", [0.02, 0.1])
def test_every_card_arrives_once_and_in_order(tmp_path: Path, rate: float) -> None:
    deliver(tmp_path, events=5_000, pulls=30, rate=rate, seed=int(rate * 100))


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(1, 51))
def test_every_card_of_a_million_arrives_once_and_in_order(tmp_path: Path, seed: int) -> None:
    """A million cards and five thousand pulled cables in all."""
    deliver(tmp_path, events=20_000, pulls=100, rate=0.1, seed=seed)
