"""A live table with a floor: its rows arrive while it deals, and its screen has the floor's lamp."""

from pathlib import Path

import pytest

from dealer_station.log.read.reader import Reader
from drivers.link import link
from tests.floor.floors import FloorUnderTest
from tests.ui.conftest import no_qt_warning
from tests.ui.test_live import LiveTable, run

__all__ = ["no_qt_warning"]  # the fixture of every test with a screen


def test_a_live_table_brings_its_log_to_the_floor(
    floor: FloorUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "MISSED_HEARTBEATS", 80)
    (tmp_path / "station").mkdir()
    live = LiveTable(tmp_path / "station")
    settings = floor.enrol("table-7")
    with live.desk.file.open("a", encoding="utf-8") as file:
        file.write(f'\n[floor]\nurl = "{settings.url}"\ncertificate = "{settings.certificate}"\n')
        file.write(f'key = "{settings.key}"\nca = "{settings.ca}"\n')

    def story() -> None:
        live.until("device floor copy: back")
        floor.gateway.stop()
        floor.forget_gateways()
        live.until("device Floor copy: no connection")

    try:
        run(live, story)
    finally:
        live.shoe.close()
    stored = floor.stored()
    assert len(stored) > 5
    with Reader(tmp_path / "station" / "station.db") as log:
        assert [(row.seq, row.hash) for row in log.rows()][: len(stored)] == stored
