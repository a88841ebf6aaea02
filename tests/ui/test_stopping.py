"""However a table at a screen is stopped, its log says so: a signal, a display that goes away, or both."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_station.log.integrity.verify import verify
from dealer_station.log.store.records import Started, Stopped
from dealer_station.people import People
from tests.config.stations import PIN, Desk, minimal
from tests.ui.processes import PATIENCE_SECONDS, rows, station, until, xvfb

ENDS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    with xvfb() as (name, _):
        yield name


def is_up(db: Path) -> bool:
    return any(isinstance(row, Started) for row in rows(db))


def is_put_away(db: Path) -> None:
    """Closed in good order, with nothing left beside it."""
    assert isinstance(rows(db)[-1], Stopped)
    assert verify(db).ok
    left = [path.name for path in db.parent.iterdir() if path.suffix in (".writer", ".port")]
    assert left == []


def ended(playing: subprocess.Popen[str]) -> tuple[int, str]:
    _, complained = playing.communicate(timeout=PATIENCE_SECONDS)
    assert "Traceback" not in complained
    return playing.returncode, complained


@pytest.mark.parametrize("kind", ENDS)
def test_a_signal_closes_a_simulated_screen(kind: signal.Signals, display: str, tmp_path: Path) -> None:
    db = tmp_path / "table.db"
    with station(
        "run", "--sim", "--screen", "--db", str(db), DISPLAY=display, TMPDIR=str(tmp_path)
    ) as playing:
        until(lambda: is_up(db), "the station")
        playing.send_signal(kind)
        assert ended(playing)[0] == 0
    is_put_away(db)


def test_a_screen_whose_log_is_not_kept_leaves_nothing_behind(display: str, tmp_path: Path) -> None:
    with station("run", "--sim", "--screen", DISPLAY=display, TMPDIR=str(tmp_path)) as playing:
        until(lambda: any(is_up(db) for db in tmp_path.glob("dealer-station-*/table.db")), "the station")
        playing.send_signal(signal.SIGTERM)
        assert ended(playing)[0] == 0
    assert list(tmp_path.glob("dealer-station-*")) == []


@pytest.mark.parametrize("kind", ENDS)
def test_a_signal_ends_a_station_without_a_screen(kind: signal.Signals, tmp_path: Path) -> None:
    db = tmp_path / "table.db"
    words = (
        "run",
        "--sim",
        "--headless",
        "--db",
        str(db),
        "--rounds",
        "500",
        "--speed",
        "4",
        "--wire",
        "reference",
    )
    with station(*words) as playing:
        until(lambda: is_up(db), "the station")
        playing.send_signal(kind)
        assert ended(playing)[0] == 0
    is_put_away(db)


def test_a_signal_ends_the_shift_that_nobody_sees(tmp_path: Path) -> None:
    db = tmp_path / "table.db"
    words = ("run", "--sim", "--screen", "--db", str(db), "--rounds", "500")
    with station(*words, TMPDIR=str(tmp_path)) as playing:
        until(lambda: is_up(db), "the station")
        playing.send_signal(signal.SIGTERM)
        assert ended(playing)[0] == 0
    is_put_away(db)


def test_a_display_that_goes_away_ends_a_simulated_screen_in_good_order(tmp_path: Path) -> None:
    db = tmp_path / "table.db"
    with (
        xvfb() as (name, server),
        station("run", "--sim", "--screen", "--db", str(db), DISPLAY=name) as playing,
    ):
        until(lambda: is_up(db), "the station")
        server.terminate()
        ended(playing)
    is_put_away(db)


def live_desk(folder: Path, size: str = "full") -> Desk:
    desk = Desk(folder, minimal("exhibit_a", f'[screen]\nsize = "{size}"\n'))
    People(folder / "people.json").add("Maria", "supervisor", pin=PIN)
    desk.go_live("\n\n")
    return desk


@pytest.mark.parametrize("also_told", [False, True], ids=["display", "display and signal"])
def test_a_display_that_goes_away_ends_a_live_table_in_good_order(also_told: bool, tmp_path: Path) -> None:
    """A service is stopped: the compositor and the station hear of it at the same time."""
    desk, db = live_desk(tmp_path), tmp_path / "station.db"
    with xvfb() as (name, server), station("run", "--config", str(desk.file), DISPLAY=name) as playing:
        until(lambda: is_up(db), "the station")
        server.terminate()
        if also_told:
            os.kill(playing.pid, signal.SIGTERM)
        ended(playing)
    is_put_away(db)


def test_a_signal_closes_a_live_table(display: str, tmp_path: Path) -> None:
    desk, db = live_desk(tmp_path), tmp_path / "station.db"
    with station("run", "--config", str(desk.file), DISPLAY=display) as playing:
        until(lambda: is_up(db), "the station")
        for _ in range(2):
            playing.send_signal(signal.SIGTERM)
        assert ended(playing)[0] == 0
    is_put_away(db)


def test_a_table_that_cannot_open_says_why_and_waits_for_a_signal(display: str, tmp_path: Path) -> None:
    desk = live_desk(tmp_path)
    desk.file.write_text(desk.file.read_text("utf-8").replace("Table 7", "Table 8"), "utf-8")
    with station("run", "--config", str(desk.file), DISPLAY=display) as playing:
        assert playing.stderr
        said = playing.stderr.readline()
        assert "was changed after Maria signed" in said
        with pytest.raises(subprocess.TimeoutExpired):
            playing.wait(timeout=1)
        playing.send_signal(signal.SIGTERM)
        assert ended(playing)[0] == 2
