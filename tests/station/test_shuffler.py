"""A station with a shuffler on USB: what it says reaches the table, and nothing of it is overlooked."""

import queue
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_station.cli.main import main
from dealer_station.engine.model.events import DeviceNoted, HoldRaised, TapRefused
from dealer_station.engine.model.observations import DeviceSaid, Ruled
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.codec import decode
from dealer_station.rulebooks import load
from dealer_station.station.station import Shown
from hw_sim.devices.shuffler import Shuffler
from hw_sim.devices.shuffler_device import ShufflerDevice
from hw_sim.devices.shuffler_faults import SHUFFLER_FAULTS
from hw_sim.people.shift_crew import Crew
from hw_sim.tables.real_port_devices import Wiring
from hw_sim.tables.shuffler_at_table import memory_path
from hw_sim.tables.simulated_devices import SimulatedDevices
from hw_sim.tables.wired_table import WiredTable
from tests.house.rules import ROOT
from tests.log import shifts
from tests.log.shifts import SetClock

BATCHES = ("--profile", "massachusetts", "--option", "card_supply=two_batch_shuffler")


TWO_BATCHES = {"card_supply": "two_batch_shuffler"}


def run(db: Path, *words: str) -> str:
    shift = ["run", "--sim", "--headless", "--speed", "0", "--db", str(db), *words]
    result = CliRunner().invoke(main, shift)
    assert result.exit_code == 0, result.output
    return result.output


def told(db: Path) -> list[tuple[int | None, str]]:
    """The shuffler's reports with their numbers; each has its frame as evidence."""
    with Reader(db) as log:
        rows = [row for row in log.rows() if row.source == "shuffler" and row.part == "seen"]
    words = []
    for row in rows:
        said = decode(row.part, row.body)
        assert isinstance(said, DeviceSaid)
        assert row.frame is not None or said.status in ("back", "lost")
        words.append((row.device_seq, f"{said.status} {said.told}".rstrip()))
    return words


def facts(db: Path, kind: type) -> list[object]:
    with Reader(db) as log:
        contents = [decode(row.part, row.body) for row in log.rows() if row.part == "fact"]
    return [fact for fact in contents if isinstance(fact, kind)]


def numbers(db: Path) -> list[int]:
    return [seq for seq, words in told(db) if seq and not words.startswith(("back", "lost"))]


def test_a_shift_with_a_batch_shuffler_changes_batches_and_stops_nobody(tmp_path: Path) -> None:
    db = tmp_path / "log.db"
    run(db, *BATCHES, "--rounds", "45", "--players", "7", "--wire", "reference")
    words = [words for _, words in told(db)]
    assert words[:2] == ["back met for the first time", "ready"]
    assert {"batch blue", "shuffling", "count 312"} <= set(words)
    assert facts(db, HoldRaised) == facts(db, TapRefused) == []
    assert numbers(db) == list(range(1, len(numbers(db)) + 1))
    assert verify(db).ok


@pytest.mark.parametrize("profile", ["house_manual", "new_zealand"])
def test_a_shift_with_a_continuous_shuffler_counts_after_every_round(profile: str, tmp_path: Path) -> None:
    db = tmp_path / "log.db"
    supply = () if profile == "house_manual" else ("--option", "card_supply=csm")
    run(db, "--profile", profile, *supply, "--rounds", "4", "--wire", "reference")
    run(db, "--profile", profile, *supply, "--rounds", "2", "--wire", "reference")
    assert [words for _, words in told(db)].count("count 312") >= 5
    assert facts(db, HoldRaised) == facts(db, TapRefused) == []
    assert numbers(db) == list(range(1, len(numbers(db)) + 1))


class StruckDevices(SimulatedDevices):
    """Something happens to the shuffler before the first round that comes after it was met."""

    strike: Callable[[Shuffler], None]
    _struck = False

    def may_act(self, shown: Shown) -> bool:
        if not super().may_act(shown):
            return False
        if self.shuffler and not self._struck and shown.view.round_number == 2:
            self._struck = True
            one = self.shuffler
            one.bus.act(lambda: self.strike(one.shuffler))
            return False
        return True


def struck(db: Path, strike: Callable[[Shuffler], None], rounds: int = 4) -> list[str]:
    """A shift in which that happens; what stopped the table."""
    rules = load("massachusetts", TWO_BATCHES)
    devices = StruckDevices(rules, 3, db)
    devices.strike = strike
    table = WiredTable(Crew(rules, 3, 3), devices)
    station = shifts.station_on(db, SetClock(), publish=table.show, options=TWO_BATCHES)
    try:
        table.play(station, rounds=rounds, pause_seconds=0, saw=lambda _: None)
    finally:
        station.stop()
        table.close()
    return [
        f"{fact.hold.kind}: {fact.hold.known}"
        for fact in facts(db, HoldRaised)
        if isinstance(fact, HoldRaised)
    ]


def by_name(name: str) -> Callable[[Shuffler], None]:
    return lambda shuffler: SHUFFLER_FAULTS[name](ShufflerDevice(shuffler))


@pytest.mark.parametrize(
    ("name", "hold"),
    [
        ("jam", "shuffler_fault: shuffler jam"),
        ("stopped", "shuffler_fault: shuffler stopped"),
        ("incomplete", "shuffler_fault: shuffler incomplete"),
        ("out_of_order", "device: shuffler out_of_order"),
        ("door", "device: shuffler door"),
        ("sort_mode", "device: shuffler sort_mode"),
    ],
)
def test_what_the_shuffler_warns_of_stops_the_table_until_somebody_has_ruled(
    name: str, hold: str, tmp_path: Path
) -> None:
    db = tmp_path / "log.db"
    assert struck(db, by_name(name))[0] == hold
    with Reader(db) as log:
        rulings = [one for row in log.rows() if isinstance(one := decode(row.part, row.body), Ruled)]
    assert rulings
    assert all(ruling.by == "floor" for ruling in rulings)


def test_a_jam_while_the_station_was_away_is_told_when_it_is_back(tmp_path: Path) -> None:
    db = tmp_path / "log.db"
    run(db, *BATCHES, "--rounds", "2", "--seed", "3", "--wire", "reference")
    memory = Shuffler(312, memory_path(db))
    memory.become("jam")
    memory.become("ready")
    memory.close()
    run(db, *BATCHES, "--rounds", "1", "--seed", "3", "--wire", "reference")
    words = [words for _, words in told(db)]
    assert words[words.index("jam") :][:2] == ["jam", "ready"]
    assert len(facts(db, HoldRaised)) == 1


def test_a_lost_journal_of_the_shuffler_is_a_data_loss_that_stops_the_table(tmp_path: Path) -> None:
    db = tmp_path / "log.db"
    run(db, *BATCHES, "--rounds", "2", "--seed", "3", "--wire", "reference")
    memory = Shuffler(312, memory_path(db))
    memory.forget()
    memory.close()
    run(db, *BATCHES, "--rounds", "1", "--seed", "3", "--wire", "reference")
    lost = [one for one in facts(db, DeviceNoted) if isinstance(one, DeviceNoted) and one.status == "lost"]
    assert [(one.cause, one.is_data_loss) for one in lost] == [("other_journal", True)]


def test_a_station_that_is_killed_takes_every_word_of_the_shuffler_once(tmp_path: Path) -> None:
    """Killed at any moment, between commit and acknowledgement too; then another run goes on."""
    db = tmp_path / "log.db"
    book = ("--profile", "house_manual", "--wire", "reference", "--rounds")
    shift = ["run", "--sim", "--headless", "--speed", "0", "--db", str(db), *book, "400"]
    for kills in range(3):
        with subprocess.Popen(
            [sys.executable, "-u", "-m", "dealer_station", *shift],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as station:
            assert station.stdout
            rounds = 0
            for line in station.stdout:
                rounds += line.startswith("round ")
                if rounds == 2 + kills:
                    station.send_signal(signal.SIGKILL)
                    break
    run(db, *book, "2")
    assert numbers(db) == list(range(1, len(numbers(db)) + 1))
    assert len(numbers(db)) > 20
    assert verify(db).ok


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--headless", "--shuffler", "laser"], "is not a shuffler; write reference, or reference:SERIAL"),
        (["--shuffler", "reference"], "--shuffler need --headless"),
    ],
)
def test_a_shuffler_that_cannot_be_attached_is_said_in_a_sentence(
    words: list[str], complaint: str, tmp_path: Path
) -> None:
    db = ["--db", str(tmp_path / "log.db")] if "--headless" in words else []
    result = CliRunner().invoke(main, ["run", "--sim", *words, *db])
    assert result.exit_code == 2
    assert complaint in result.stderr


def test_a_shuffler_that_is_not_plugged_in_is_asked_for(tmp_path: Path) -> None:
    """With the real libusb: there is none in a test, so the table stops and says so."""
    rules = load("massachusetts", TWO_BATCHES)
    db = tmp_path / "log.db"
    devices = SimulatedDevices(rules, 3, db, wiring=Wiring(shuffler="NOBODY"))
    table = WiredTable(Crew(rules, 3, 3), devices)
    shown: queue.SimpleQueue[Shown] = queue.SimpleQueue()
    station = shifts.station_on(db, SetClock(), publish=table.show, options=TWO_BATCHES)
    table.play(station, rounds=1, pause_seconds=0, saw=shown.put)
    station.stop()
    table.close()
    (lost,) = [words for _, words in told(db) if words.startswith("lost")]
    assert lost.startswith("lost USB 1209:0d51: no shuffler is plugged in")
