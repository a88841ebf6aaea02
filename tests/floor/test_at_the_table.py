"""The floor at a table: a thread, a lamp and a check; the table never depends on it."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_station.app.floor_link import floor_copy
from dealer_station.cli.main import main
from dealer_station.floor.client.link import FloorSettings
from dealer_station.floor.client.sync import SyncState
from dealer_station.floor.client.thread import SyncThread
from dealer_station.log.store.clock import SystemClock
from tests.config.stations import minimal
from tests.floor.floors import FloorUnderTest, written
from tests.floor.small_logs import SmallLog
from ui.common.translate import Speech
from ui.dealer.lamps import Lamps


def until(there: Callable[[], bool]) -> None:
    ends = time.monotonic() + 20
    while not there():
        assert time.monotonic() < ends
        time.sleep(0.01)


def test_rows_reach_the_floor_as_they_are_written(floor: FloorUnderTest, tmp_path: Path) -> None:
    log = SmallLog(tmp_path / "table.db", SystemClock())
    seen: list[SyncState] = []
    thread = SyncThread(floor.enrol("table-7"), log.path, "Table 7", seen.append)
    thread.start()
    for number in range(3):
        log.write(2)
        if number:
            thread.wake()
        until(lambda: thread.state.kept == log.writer.known.seq)
    until(lambda: len(floor.stored()) == log.writer.known.seq)
    thread.stop()
    log.close()
    assert seen[-1].status == "current"
    assert floor.stored() == written(log.path)[: len(floor.stored())]


def test_a_floor_that_is_away_disturbs_nothing_and_is_found_again(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    log = SmallLog(tmp_path / "table.db", SystemClock())
    log.write(3)
    settings = floor.enrol("table-7")
    nowhere = FloorSettings("https://127.0.0.1:1", settings.certificate, settings.key, settings.ca)
    thread = SyncThread(nowhere, log.path, "Table 7", lambda _: None)
    thread.start()
    until(lambda: thread.state.status == "away")
    assert not thread.state.ok
    log.write(3)
    assert log.writer.turn_month() is False
    thread.stop()
    log.close()


def test_no_file_of_the_floor_keeps_the_thread_waiting_and_saying_why(tmp_path: Path) -> None:
    log = SmallLog(tmp_path / "table.db")
    files = [tmp_path / name for name in ("no.pem", "no.key", "no.ca")]
    thread = SyncThread(FloorSettings("https://127.0.0.1:1", *files), log.path, "Table 7", lambda _: None)
    thread.start()
    until(lambda: thread.state.status == "refused")
    assert "no such file" in thread.state.words
    thread.stop()
    log.close()


def test_the_lamp_of_the_floor_is_that_of_a_device_and_says_what_the_trouble_is() -> None:
    lamps = Lamps()
    assert lamps.values(Speech("en")) == []
    lamps.note_floor(floor_copy(SyncState("current")))
    assert lamps.values(Speech("en")) == [{"name": "Floor copy", "ok": True, "words": "floor copy: back"}]
    lamps.note_floor(floor_copy(SyncState("away", trouble="away")))
    (lamp,) = lamps.values(Speech("es"))
    assert (lamp["name"], lamp["ok"]) == ("Copia central: sin conexión", False)


@pytest.mark.parametrize(
    ("state", "ok", "told"),
    [
        (SyncState("current", certificate_days=12), True, "certificate, 12 days"),
        (SyncState("refused", trouble="expired"), False, "certificate expired"),
        (SyncState("refused", trouble="certificate"), False, "certificate refused"),
        (SyncState("refused", trouble="untrusted"), False, "this is another floor"),
        (SyncState("refused", code="not_enrolled"), False, "not enrolled"),
        (SyncState("refused", code="disabled"), False, "disabled"),
        (SyncState("quarantined"), False, "kept apart"),
        (SyncState("set_back"), False, "the log was set back"),
        (SyncState("refused", code="untrusted_key"), False, "refused"),
        (SyncState("refused"), False, "not sent"),
    ],
)
def test_the_lamp_of_the_floor_tells_every_trouble_apart(state: SyncState, ok: bool, told: str) -> None:
    lamps = Lamps()
    lamps.note_floor(floor_copy(state))
    (lamp,) = lamps.values(Speech("en"))
    assert (lamp["name"], lamp["ok"], lamp["warns"]) == (f"Floor copy: {told}", ok, ok)


def test_the_doctor_asks_the_floor(floor: FloorUnderTest, tmp_path: Path) -> None:
    log = SmallLog(tmp_path / "station.db", SystemClock())
    log.write(3)
    log.close()
    settings = floor.enrol("table-7")
    toml = tmp_path / "station.toml"

    def asked(more: str) -> str:
        toml.write_text(minimal("massachusetts", more), "utf-8")
        done = CliRunner().invoke(main, ["doctor", "--floor", str(toml)])
        return " ".join(done.output.split())

    section = (
        f'[floor]\nurl = "{settings.url}"\ncertificate = "{settings.certificate}"\nkey = "{settings.key}"\n'
        f'ca = "{settings.ca}"\n'
    )
    assert "names no floor" in asked("")
    elsewhere = asked(section + '[log]\ndb = "other.db"\n')
    assert "other.db: no such log" in elsewhere
    assert "its log has another name" in elsewhere
    assert "the network" not in elsewhere
    told = asked(section)
    assert f"ok floor 0 of {written(log.path)[-1][0]} rows are kept there" in told
    assert "expires in 36" in told
    assert "failed floor the floor does not answer" in asked(
        section.replace(settings.url, "https://127.0.0.1:1")
    )
