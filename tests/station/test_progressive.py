"""A controller at a station: locked at the call, latched once, and compared with the wagers."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from subprocess import DEVNULL, PIPE

import pytest
from click.testing import CliRunner

from dealer_station.engine.due.step_types import Due
from dealer_station.engine.model.observations import DeviceSaid
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.append import Writer
from dealer_station.log.store.codec import decode
from dealer_station.log.store.records import RulesKept
from dealer_station.rulebooks import load, words_of
from dealer_station.station.device_adapter import Arrived, Attached, wanted_by
from dealer_station.station.station import Shown, Station
from drivers.progressive_reference import WantedState
from hw_sim.cli import main as hw_sim
from hw_sim.devices.wire_faults import WIRE_FAULTS, WireFault
from hw_sim.people.people import SimulatedPlayer
from hw_sim.people.shift_crew import Crew
from hw_sim.tables.progressive_at_table import TableProgressive
from hw_sim.tables.simulated_devices import SimulatedDevices
from hw_sim.tables.wired_table import WiredTable
from tests.house.rules import ROOT
from tests.log import shifts
from tests.log.shifts import SetClock
from tests.station.test_wire import happened, run

ON = ("--option", "progressive=on")


def said(db: Path, status: str) -> list[str]:
    """The controller's reports of this status in the log."""
    with Reader(db) as log:
        contents = [decode(row.part, row.body) for row in log.rows() if row.part == "seen"]
    return [
        one.told
        for one in contents
        if isinstance(one, DeviceSaid) and (one.device, one.status) == ("progressive", status)
    ]


def play(
    db: Path,
    devices: SimulatedDevices,
    *,
    profile: str = "maryland",
    rounds: int,
    saw: Callable[[Shown], None],
) -> None:
    """A shift in this process, with whatever happens to its devices."""
    rules = load(profile, {"progressive": "on"})
    words = RulesKept(profile, rules.digest, words_of(profile), rules.options)
    log = Writer(db, shifts.keys_of(db), SetClock(), start="loaded")
    table = WiredTable(Crew(rules, 5, 3), devices)
    station = Station(log, rules, words, table.show)
    station.resume()
    try:
        table.play(station, rounds=rounds, pause_seconds=0, saw=saw)
    finally:
        station.stop()
        table.close()


@pytest.mark.parametrize("profile", ["massachusetts", "maryland"])
def test_the_shift_with_a_controller_is_the_shift_without(profile: str, tmp_path: Path) -> None:
    shift = ("--profile", profile, *ON, "--rounds", "6", "--seed", "5")
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    here, there = tmp_path / "here" / "log.db", tmp_path / "there" / "log.db"
    inside, outside = run(here, *shift), run(there, *shift, "--wire", "reference")
    assert (inside.exit_code, outside.exit_code) == (0, 0), outside.stderr
    assert happened(there) == happened(here)
    latched = said(there, "latched")
    assert [detail.partition("of ")[2] for detail in latched] == [str(number) for number in range(1, 7)]
    assert said(there, "meter") == sorted(said(there, "meter"), key=int)
    assert verify(there).ok
    again = run(there, "--profile", profile, *ON, "--rounds", "2", "--seed", "5", "--wire", "reference")
    assert again.exit_code == 0, again.stderr
    assert len(said(there, "latched")) == 8
    assert not list(there.parent.glob("*.port"))


class Forgetful(TableProgressive):
    """A controller whose player at spot 1 forgets the coin."""

    def attend(self, step: Due, players: tuple[SimulatedPlayer, ...]) -> None:
        super().attend(step, tuple(player for player in players if player.bet.spot != 1))


def test_coins_that_are_not_the_wagers_stop_the_table_on_the_screen(tmp_path: Path) -> None:
    db = tmp_path / "log.db"
    rules = load("maryland", {"progressive": "on"})
    devices = SimulatedDevices(rules, 5, db)
    devices.progressive = Forgetful(rules, 5, db)
    stopped: list[str] = []

    def saw(shown: Shown) -> None:
        stopped.extend(hold.words for hold in shown.view.holds if hold.kind == "progressive_count")

    play(db, devices, rounds=3, saw=saw)
    assert stopped
    assert stopped[0].startswith("The progressive chips do not match (the system accepted ")
    assert said(db, "latched")


class PulledController(SimulatedDevices):
    """The controller's cable comes out now and then, at any byte."""

    faults: list[WireFault]

    def attach(
        self, station: Station, arrived: Callable[[Arrived], None], spoke: Callable[[], None]
    ) -> Iterator[Attached]:
        yield from super().attach(station, arrived, spoke)
        assert self.progressive
        assert self.progressive.plugged
        self.progressive.plugged.server.faults = self.faults


def test_pulled_cables_and_damage_cost_no_latch(tmp_path: Path) -> None:
    db = tmp_path / "log.db"
    devices = PulledController(load("maryland", {"progressive": "on"}), 5, db)
    devices.faults = [
        WIRE_FAULTS[name](0.03, Random(name)) for name in ("bit_flips", "duplicate", "cable_pull")
    ]
    play(db, devices, rounds=10, saw=lambda _: None)
    assert devices.progressive
    assert devices.progressive.plugged
    assert devices.progressive.plugged.server.pulls
    latched = said(db, "latched")
    assert [detail.partition("of ")[2] for detail in latched] == [str(number) for number in range(1, 11)]
    assert verify(db).ok


def test_the_lock_and_the_lights_are_those_of_the_view(tmp_path: Path) -> None:
    db = tmp_path / "log.db"
    devices = SimulatedDevices(load("maryland", {"progressive": "on"}), 5, db)
    wanted: list[WantedState] = []
    play(db, devices, rounds=1, saw=lambda shown: wanted.append(wanted_by(shown.view)))
    locks = [one.locked for one in wanted]
    assert locks[0] is locks[-1] is False
    assert True in locks
    first, last = locks.index(True), len(locks) - 1 - locks[::-1].index(True)
    assert all(locks[first : last + 1])


def test_a_controller_of_another_program_is_locked_and_latched(tmp_path: Path) -> None:
    link, db = tmp_path / "controller", tmp_path / "log.db"
    serve = [sys.executable, "-u", "-c", "from hw_sim.cli import main; main()"]
    serve += ["serve", "progressive", "--link", str(link), "--serial", "P-9"]
    with subprocess.Popen(serve, cwd=ROOT, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, text=True) as controller:
        assert controller.stdin
        assert controller.stdout
        controller.stdout.readline()
        done = run(db, *ON, "--rounds", "2", "--wire", "reference", "--progressive", f"reference:{link}")
        assert done.exit_code == 0, done.stderr
        out, _ = controller.communicate("\nquit\n")
    # A station that ends leaves it as it was: locked, or open already.
    assert "coins none, lights none" in out
    assert [detail.rpartition("of ")[2] for detail in said(db, "latched")] == ["1", "2"]
    with Reader(db) as log:
        assert log.recollect().serials["progressive"] == "P-9"


def test_a_controller_on_a_port_does_what_a_person_types(tmp_path: Path) -> None:
    words = [
        "bet 1 3",
        "",
        "meter 500",
        "collect",
        "bet 77",
        "jump",
        *("reboot", "hung", "pull", "plug"),
        "quit",
    ]
    link = tmp_path / "port"
    done = CliRunner().invoke(hw_sim, ["serve", "progressive", "--link", str(link)], input="\n".join(words))
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[1:5] == [
        "bet: done",
        "open, not latched, coins 1 3, lights none, meter 0",
        *("meter: done", "collect: done"),
    ]
    assert lines[5] == "a position is a number from 1 to 16"
    assert lines[6].startswith('"jump" is not a word of a controller')
    assert lines[7:] == [f"{word}: done" for word in ("reboot", "hung", "pull", "plug")]
    (tmp_path / "file").write_text("mine")
    refused = CliRunner().invoke(hw_sim, ["serve", "progressive", "--link", str(tmp_path / "file")])
    assert (refused.exit_code, "is a file" in refused.stderr) == (2, True)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--wire", "reference", "--progressive", "reference:/dev/x"], "add --option progressive=on"),
        (["--progressive", "reference:/dev/x"], "--progressive needs --wire or --shoe"),
        (["--wire", "reference", "--progressive", "laser:/dev/x", *ON], "is not a progressive controller"),
    ],
)
def test_a_controller_that_cannot_be_attached_is_said_in_a_sentence(
    words: list[str], complaint: str, tmp_path: Path
) -> None:
    result = run(tmp_path / "log.db", *words)
    assert result.exit_code == 2
    assert complaint in result.stderr
