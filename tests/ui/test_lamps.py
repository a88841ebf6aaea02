"""The lamps of the devices: who is there, even after a restart, and who is in trouble."""

from pathlib import Path

import pytest

from dealer_station.engine.model.kinds import DeviceStatus
from dealer_station.engine.model.observations import DeviceSaid
from dealer_station.station.station import Seen
from tests.ui import items
from tests.ui.sitting import sitting
from ui.common.translate import Speech


def test_after_a_restart_the_lamp_of_a_shoe_that_is_there_is_there(tmp_path: Path) -> None:
    db = tmp_path / "table.db"
    for _ in range(2):
        with sitting(db) as here:
            here.until(lambda: items.has(here.window, "device shoe: back"), "the lamp of the shoe")


@pytest.mark.parametrize("status", ["error", "lost"])
def test_trouble_is_trouble(status: DeviceStatus, tmp_path: Path) -> None:
    with sitting(tmp_path / "table.db") as here:
        here.table.station.tell(Seen(DeviceSaid("shuffler", status), "shuffler"))
        lamps = here.window.bridge.lamps
        here.until(lambda: lamps.statuses.get("shuffler") == status, "the lamp of the shuffler")
        lit = {one["name"]: one["ok"] for one in lamps.values(Speech("en"))}
        assert not lit["Shuffler"]
