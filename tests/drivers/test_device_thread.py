"""A device that is lost in each way and comes back: said once, tried again, and never taken for another."""

import queue
from collections.abc import Iterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from dealer_station.engine.model.observations import DeviceSaid
from dealer_station.rulebooks import load
from drivers.device_addresses import DeviceAddress, Family, driver_for
from drivers.device_thread import DeviceThread
from drivers.driver import Heard, Met
from hw_sim.devices.journaled_shoe import JournaledShoe
from hw_sim.devices.shoe_faults import SHOE_FAULTS
from hw_sim.devices.shoes_on_wires import device_for
from hw_sim.wires.device_server import ShoeServer
from hw_sim.wires.pty import PtyCable

PATIENCE_SECONDS = 120


class Table:
    """A shoe on a cable, and somebody who writes down what its driver hears."""

    def __init__(self, folder: Path, family: Family, pattern: str = "port") -> None:
        self.shoe = JournaledShoe(load("massachusetts"), 1, folder / "journal")
        device = device_for(family, self.shoe, "SIM-1")
        self.server = ShoeServer(self.shoe, device, PtyCable(folder / "port"))
        chosen = DeviceAddress(family, str(folder / "port"), "SIM-1" if family == "reference" else "")
        self.thread = DeviceThread(str(folder / pattern), driver_for(chosen, "", 0), self._hear)
        self.heard: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._last = 0
        self.thread.start()

    def _hear(self, item: Heard | Met) -> None:
        match item:
            case Met():
                self.thread.greeted(item.journal, self._last)
            case Heard(DeviceSaid(_, status, detail)):
                self.heard.put(f"{status} {detail}".rstrip())
            case Heard():
                if item.seq is not None:
                    self._last = item.seq
                    self.thread.committed(item.journal, item.seq)
                self.heard.put("card")

    def draw(self) -> None:
        self.shoe.draw()
        self.server.nudge()

    def strike(self, name: str) -> None:
        self.server.strike(SHOE_FAULTS[name])

    def next(self) -> str:
        return self.heard.get(timeout=PATIENCE_SECONDS)

    def close(self) -> None:
        self.thread.stop()
        self.server.stop()
        self.shoe.close()


@pytest.fixture
def reference(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path, "reference")
    yield table
    table.close()


def test_what_is_drawn_while_the_cable_is_out_comes_when_it_is_back(reference: Table) -> None:
    reference.draw()
    assert reference.next() == "card"
    reference.server.pull()
    assert reference.next().startswith("lost ")
    reference.draw()
    reference.draw()
    reference.server.plug()
    assert [reference.next() for _ in range(3)] == ["back", "card", "card"]


def test_a_shoe_that_hangs_or_starts_again_is_noticed_by_its_silence(reference: Table) -> None:
    reference.draw()
    assert reference.next() == "card"
    reference.strike("hung")
    assert reference.next().endswith("silent for 4 heartbeats")
    reference.draw()
    reference.strike("hung")
    assert [reference.next() for _ in range(2)] == ["back", "card"]
    reference.strike("reboot")
    assert reference.next().endswith("silent for 4 heartbeats")
    reference.draw()
    assert [reference.next() for _ in range(2)] == ["back", "card"]


def test_a_driver_that_fails_is_said_and_begins_again(
    reference: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    reference.draw()
    assert reference.next() == "card"
    driver = reference.thread._driver
    feed = driver.feed

    def spoiled(data: bytes, _: float) -> object:
        monkeypatch.setattr(driver, "feed", feed)
        return data[len(data)]

    monkeypatch.setattr(driver, "feed", spoiled)
    reference.draw()
    assert reference.next() == "lost its driver crashed (IndexError) and is started again"
    # The card that came meanwhile is in the journal of the shoe.
    assert [reference.next() for _ in range(2)] == ["back", "card"]


def test_another_shoe_in_the_same_port_is_refused_and_its_cards_are_not_taken(reference: Table) -> None:
    reference.draw()
    assert reference.next() == "card"
    reference.server.pull()
    assert reference.next().startswith("lost ")
    reference.strike("wrong_identity")
    reference.draw()
    reference.server.plug()
    assert reference.next() == "lost another device answers: serial SIM-1-other, not SIM-1"
    # And once only, however often it is tried.
    with pytest.raises(queue.Empty):
        reference.heard.get(timeout=0.5)


@pytest.mark.parametrize("family", ["angel_eye", "scanner"])
def test_a_shoe_without_a_journal_says_that_cards_may_be_missing(family: Family, tmp_path: Path) -> None:
    table = Table(tmp_path, family)
    unknown = "back cards that were drawn before are not known"
    assert table.next() == unknown
    table.draw()
    assert table.next() == "card"
    table.server.pull()
    assert table.next().startswith("lost ")
    table.draw()
    table.server.plug()
    assert table.next() == unknown
    table.draw()
    if family == "angel_eye":
        assert table.next() == "lost number '1' was followed by '3': a card may be missing"
    assert table.next() == "card"
    table.close()


def test_a_port_that_is_not_there_yet_is_waited_for(tmp_path: Path) -> None:
    heard: queue.SimpleQueue[Heard | Met] = queue.SimpleQueue()
    address = str(tmp_path / "port")
    thread = DeviceThread(address, driver_for(DeviceAddress("scanner", address), "", 0), heard.put)
    thread.start()
    lost = heard.get(timeout=PATIENCE_SECONDS)
    assert isinstance(lost, Heard)
    assert isinstance(lost.observation, DeviceSaid)
    assert lost.observation.status == "lost"
    cable = PtyCable(tmp_path / "port")
    cable.plug()
    back = heard.get(timeout=PATIENCE_SECONDS)
    assert isinstance(back, Heard)
    thread.stop()
    cable.pull()


def test_who_was_found_by_a_pattern_is_attached_at_the_port_that_answered(tmp_path: Path) -> None:
    with capture_logs() as messages:
        table = Table(tmp_path, "reference", "po*")
        table.draw()
        while table.next() != "card":
            pass
        table.close()
    attached = [message for message in messages if message["event"] == "attached"]
    assert attached[-1]["port"] == str(tmp_path / "port")


def test_what_is_said_of_a_lost_angel_eye_has_its_last_number(tmp_path: Path) -> None:
    with capture_logs() as messages:
        table = Table(tmp_path, "angel_eye")
        while not table.next().startswith("back"):
            pass
        for _ in range(2):
            table.draw()
            assert table.next() == "card"
        table.server.pull()
        while not table.next().startswith("lost"):
            pass
        table.close()
    said = {message["event"]: message.get("seq") for message in messages}
    assert (said["heard"], said["lost"]) == (ord("2"), ord("2"))
