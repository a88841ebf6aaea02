"""The device in a port: known by serial and journal, after restarts too, until the floor accepts another."""

import queue
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.kinds import Ruling
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.rulebooks import load
from dealer_station.station.device_adapter import Arrived, Attached
from dealer_station.station.station import Seen, Shown, Station
from drivers.device_addresses import DeviceAddress, Family, driver_for
from drivers.driver import SHOE
from drivers.link.link import Link
from hw_sim.devices.journaled_shoe import JournaledShoe
from hw_sim.devices.shoe_faults import SHOE_FAULTS
from hw_sim.devices.shoes_on_wires import device_for
from hw_sim.wires.device_server import ShoeServer
from hw_sim.wires.pty import PtyCable
from tests.log import shifts
from tests.log.shifts import SetClock

PATIENCE_SECONDS = 120


class Table:
    """A station with a shoe on a cable; what is shown and what arrives comes out of one queue."""

    def __init__(
        self, folder: Path, *, serial: str = "S1", seed: int = 1, family: Family = "reference"
    ) -> None:
        self.db = folder / "log.db"
        self.shoe = JournaledShoe(load("massachusetts"), seed, folder / f"journal{seed}")
        cable = PtyCable(folder / "port")
        self.server = ShoeServer(self.shoe, device_for(family, self.shoe, serial), cable)
        self.news: queue.SimpleQueue[Shown | Arrived] = queue.SimpleQueue()
        self.attached: Attached | None = None
        self.station: Station = shifts.station_on(self.db, SetClock(), publish=self._show)
        known = self.station.expected(SHOE)
        driver = driver_for(DeviceAddress(family, str(cable.link)), known.journal, known.seq, known.serial)
        self.attached = Attached(self.station, str(cable.link), driver, self.news.put)
        self.station.start()
        self.attached.start()

    def _show(self, shown: Shown) -> None:
        if self.attached:
            self.attached.show(shown)
        self.news.put(shown)

    def stopped(self, cause: o.DeviceTrouble, serial: str = "") -> Shown:
        """Waits until the shoe has stopped the table for this cause."""
        about = ("shoe", cause, serial)
        while True:
            news = self.news.get(timeout=PATIENCE_SECONDS)
            if isinstance(news, Shown) and any(
                (hold.device, hold.cause, hold.serial) == about for hold in news.table.holds
            ):
                return news

    def arrived(self, seq: int) -> None:
        """Waits until the log has this event of the shoe."""
        while (news := self.news.get(timeout=PATIENCE_SECONDS)) != Arrived(seq, card=True):
            assert not isinstance(news, Arrived) or (news.seq or 0) <= seq

    def quiet(self) -> None:
        """Waits for anything that is shown; earlier reports of the shoe do not count."""
        while isinstance(self.news.get(timeout=1.5), Arrived):
            pass

    def draw(self) -> None:
        self.shoe.draw()
        self.server.nudge()

    def rule(self, ruling: Ruling) -> None:
        self.station.tell(Seen(o.Ruled(ruling, by="floor"), "floor", "floor"))

    def close(self) -> None:
        assert self.attached
        self.attached.stop()
        self.station.stop()
        self.server.stop()
        self.shoe.close()


def serials(db: Path) -> dict[str, str]:
    with Reader(db) as log:
        return log.recollect().serials


def first_shift(folder: Path) -> None:
    """A shoe with the serial number S1 has dealt a card here."""
    table = Table(folder)
    table.draw()
    while not isinstance(table.news.get(timeout=PATIENCE_SECONDS), Arrived):
        pass
    table.close()
    assert serials(folder / "log.db") == {"shoe": "S1"}


def test_another_shoe_after_a_restart_waits_until_the_floor_accepts_it(tmp_path: Path) -> None:
    first_shift(tmp_path)
    table = Table(tmp_path, serial="S2", seed=2)
    table.draw()
    table.draw()
    shown = table.stopped("stranger", "S2")
    assert "accept" in shown.view.holds[0].rulings
    table.rule("accept")
    shown = table.stopped("replaced", "S2")
    assert shown.view.holds[0].missed
    assert shown.table.holds[-1].detail in shown.view.prompt.do
    table.draw()
    table.arrived(3)
    table.close()
    assert serials(table.db) == {"shoe": "S2"}
    assert verify(table.db).ok


def test_a_stranger_that_is_not_accepted_stays_out(tmp_path: Path) -> None:
    first_shift(tmp_path)
    table = Table(tmp_path, serial="S2", seed=2)
    table.stopped("stranger", "S2")
    table.rule("play_on")
    while isinstance(table.news.get(timeout=PATIENCE_SECONDS), Arrived):
        pass
    with pytest.raises(queue.Empty):
        table.quiet()
    table.close()
    assert serials(table.db) == {"shoe": "S1"}


def test_a_serial_number_that_is_named_at_the_start_is_accepted() -> None:
    driver = driver_for(DeviceAddress("reference", "x", "S2"), "", 0, "S1")
    assert isinstance(driver, Link)
    assert driver.serial == "S2"


def test_a_lost_journal_is_an_incident_on_the_screen_and_in_the_messages(tmp_path: Path) -> None:
    with capture_logs() as messages:
        first_shift(tmp_path)
        table = Table(tmp_path)
        table.server.strike(SHOE_FAULTS["journal_lost"])
        shown = table.stopped("other_journal")
        assert shown.view.prompt.step == "ruling"
        assert shown.view.holds[0].missed
        assert shown.table.holds[-1].detail in shown.view.prompt.do
        table.close()
    losses = [message for message in messages if message["event"] == "data loss"]
    assert losses
    assert (losses[-1]["device"], losses[-1]["serial"]) == ("shoe", "S1")
    attached = [message for message in messages if message["event"] == "attached"]
    assert {"device", "serial", "journal", "newest", "firmware"} <= set(attached[0])


@pytest.mark.parametrize("family", ["angel_eye", "scanner"])
def test_what_a_shoe_without_a_journal_may_have_lost_is_on_the_screen(family: Family, tmp_path: Path) -> None:
    table = Table(tmp_path, family=family)
    while not isinstance(table.news.get(timeout=PATIENCE_SECONDS), Arrived):
        pass
    table.server.pull()
    shown = table.stopped("unplugged")
    assert shown.view.holds[0].missed
    assert shown.table.holds[-1].detail in shown.view.prompt.do
    table.close()
