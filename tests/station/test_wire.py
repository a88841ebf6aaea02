"""A shift whose cards come over a real wire is the shift dealt in one process, pulled cables or not."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from subprocess import DEVNULL, PIPE

import pytest
from click.testing import CliRunner, Result

from dealer_station.cli.main import main
from dealer_station.engine.model.events import HoldRaised
from dealer_station.engine.model.observations import CardDrawn, DeviceSaid
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.codec import decode
from dealer_station.rulebooks import load
from dealer_station.station.device_adapter import Arrived, Attached
from dealer_station.station.station import Station
from drivers.device_addresses import Family
from hw_sim.devices.shoe_faults import SHOE_FAULTS
from hw_sim.devices.wire_faults import WIRE_FAULTS, WireFault
from hw_sim.people.shift_crew import Crew
from hw_sim.tables.direct_table import journal_path
from hw_sim.tables.served_devices import VirtualShoe
from hw_sim.tables.simulated_devices import SimulatedDevices
from hw_sim.tables.wired_table import WiredTable
from tests.house.rules import ROOT
from tests.log import shifts
from tests.log.shifts import SetClock


def run(db: Path, *words: str) -> Result:
    """A station without a screen, as the console script runs it."""
    shift = ["run", "--sim", "--headless", "--speed", "0", "--db", str(db), *words]
    result = CliRunner().invoke(main, shift)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert "Traceback" not in result.output
    return result


def happened(db: Path) -> list[tuple[str, str, bytes]]:
    """Observations and events with their sources; without what a device says of its cable."""
    with Reader(db) as log:
        rows = list(log.rows())
    told = [(row.part, row.source, row.body) for row in rows if row.part != "record"]
    return [one for one in told if b"DeviceSaid" not in one[2] and b"DeviceNoted" not in one[2]]


@pytest.mark.parametrize(
    ("family", "profile"),
    [
        *(("reference", "massachusetts"), ("reference", "house_manual")),
        *(("angel_eye", "new_zealand"), ("scanner", "maryland")),
    ],
)
def test_the_shift_over_the_wire_is_the_shift_in_one_process(
    family: str, profile: str, tmp_path: Path
) -> None:
    shift = ("--profile", profile, "--rounds", "12", "--seed", "5")
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    here, there = tmp_path / "here" / "log.db", tmp_path / "there" / "log.db"
    inside, outside = run(here, *shift), run(there, *shift, "--wire", family)
    assert outside.exit_code == 0, outside.stderr
    rounds = [line for line in inside.stdout.splitlines() if line.startswith("round ")]
    assert [line for line in outside.stdout.splitlines() if line.startswith("round ")] == rounds
    assert happened(there) == happened(here)
    assert verify(there).ok
    if family == "reference":
        with Reader(here) as one, Reader(there) as other:
            first, second = one.recollect().devices["shoe"], other.recollect().devices["shoe"]
        assert first.seq == second.seq
        assert first.journal != second.journal, "two shoes that dealt the same are two"
    assert not there.with_name("log.db.port").is_symlink()


def test_what_is_said_about_a_wire_names_no_card(tmp_path: Path) -> None:
    done = run(tmp_path / "log.db", "--rounds", "2", "--wire", "reference")
    lines = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    heard = [line for line in lines if line["event"] == "heard"]
    assert [line["seq"] for line in heard] == list(range(1, len(heard) + 1))
    assert {(line["device"], line["serial"]) for line in heard} == {("shoe", "SIM-1")}
    assert {line["what"] for line in heard} == {"CardDrawn"}
    assert set(heard[0]) == {"device", "port", "serial", "seq", "what", "event", "timestamp"}


def test_what_is_said_of_an_angel_eye_has_its_own_numbers(tmp_path: Path) -> None:
    done = run(tmp_path / "log.db", "--rounds", "2", "--wire", "angel_eye")
    lines = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    numbers = [line["seq"] for line in lines if line["event"] == "heard"]
    assert numbers[:3] == [ord("1"), ord("2"), ord("3")], "as its SEQ goes over the wire"


def test_a_shift_goes_on_where_it_was_over_the_wire(tmp_path: Path) -> None:
    db = tmp_path / "log.db"
    assert run(db, "--rounds", "2", "--wire", "reference").exit_code == 0
    again = run(db, "--rounds", "2", "--wire", "reference")
    assert "round 4 complete" in again.stdout
    assert run(db, "--rounds", "1").exit_code == 0, "the same shoe without its wire"
    check_every_number(db)


def check_every_number(db: Path) -> int:
    """Every event of the shoe is in the log once and in order; how many."""
    with Reader(db) as log:
        numbers = [
            row.device_seq
            for row in log.rows()
            if row.source == "shoe" and row.device_seq and isinstance(decode(row.part, row.body), CardDrawn)
        ]
    assert numbers == sorted(set(numbers))
    assert verify(db).ok
    return len(numbers)


class PulledShoe(SimulatedDevices):
    """A shoe whose cable comes out now and then, at any byte."""

    faults: list[WireFault]

    def attach(
        self, station: Station, arrived: Callable[[Arrived], None], spoke: Callable[[], None]
    ) -> Iterator[Attached]:
        yield from super().attach(station, arrived, spoke)
        assert self.server
        self.server.faults = self.faults


def play(db: Path, family: Family, faults: list[WireFault], *, rounds: int) -> PulledShoe:
    rules = load("massachusetts")
    devices = PulledShoe(rules, 3, db, family)
    devices.faults = faults
    table = WiredTable(Crew(rules, 3, 3), devices)
    station = shifts.station_on(db, SetClock(), publish=table.show)
    try:
        table.play(station, rounds=rounds, pause_seconds=0, saw=lambda _: None)
    finally:
        station.stop()
        table.close()
    return devices


def said_by_the_shoe(db: Path) -> list[DeviceSaid]:
    with Reader(db) as log:
        contents = [decode(row.part, row.body) for row in log.rows() if row.part == "seen"]
    return [said for said in contents if isinstance(said, DeviceSaid) and said.device == "shoe"]


def test_cables_that_come_out_in_a_shift_cost_no_card(tmp_path: Path) -> None:
    db = tmp_path / "log.db"
    faults = [WIRE_FAULTS[name](0.04, Random(name)) for name in ("bit_flips", "duplicate", "cable_pull")]
    devices = play(db, "reference", faults, rounds=12)
    assert devices.server
    assert devices.server.pulls > 1
    with Reader(db) as log:
        rows = [row for row in log.rows() if row.source == "shoe" and row.device_seq and row.part == "seen"]
    drawn = [row for row in rows if b"DeviceSaid" not in row.body]
    assert [row.device_seq for row in drawn] == list(range(1, len(devices.cards.sent) + 1))
    for row, sent in zip(drawn, devices.cards.sent, strict=True):
        face = getattr(decode(row.part, row.body), "card", None)
        assert face == getattr(sent.out, "card", None) or row.seal is not None
    statuses = [said.status for said in said_by_the_shoe(db)]
    assert statuses.count("lost") >= 1
    assert statuses.count("back") - statuses.count("lost") in (0, 1), "met once; perhaps out at the end"
    assert verify(db).ok


def test_a_lost_journal_is_a_data_loss_that_stops_the_table(tmp_path: Path) -> None:
    db = tmp_path / "log.db"
    play(db, "reference", [], rounds=2)
    rules = load("massachusetts")
    devices = SimulatedDevices(rules, 3, db)
    SHOE_FAULTS["journal_lost"].strike(_Nobody(), devices.cards)
    again = WiredTable(Crew(rules, 3, 3), devices)
    station = shifts.station_on(db, SetClock(), publish=again.show)
    again.play(station, rounds=1, pause_seconds=0, saw=lambda _: None)
    station.stop()
    again.close()
    lost = [(said.cause, said.missed) for said in said_by_the_shoe(db) if said.status == "lost"]
    assert lost == [("other_journal", True)]


def test_what_is_left_of_a_journal_that_went_back_is_not_taken_twice(tmp_path: Path) -> None:
    db = tmp_path / "log.db"
    play(db, "reference", [], rounds=3)
    memory = journal_path(db)
    left = memory.read_bytes().splitlines(keepends=True)[:11]
    memory.write_bytes(b"".join(left))
    newest = sum(b'"draw"' in line for line in left)
    play(db, "reference", [], rounds=1)
    with Reader(db) as log:
        rows = [row for row in log.rows() if row.source == "shoe" and row.part == "seen"]
    lost = max(index for index, row in enumerate(rows) if b"has no event" in row.body)
    numbers = [row.device_seq for row in rows[lost + 1 :]]
    assert numbers
    assert min(number for number in numbers if number) == newest + 1
    assert verify(db).ok


class _Nobody:
    """A device that is switched off."""

    hung = True

    def receive(self, data: bytes, now: float) -> list[bytes]:  # noqa: ARG002
        return []

    def tick(self, now: float) -> list[bytes]:  # noqa: ARG002
        return []

    def reboot(self) -> None:
        """Nothing runs."""


def test_a_shoe_of_another_program_deals_a_shift(tmp_path: Path) -> None:
    """Two programs and a port between them: whoever has the shoe draws when the station says so."""
    link, db = tmp_path / "port", tmp_path / "log.db"
    serve = [
        sys.executable,
        "-c",
        "from hw_sim.cli import main; main()",
        "serve",
        "shoe",
        "--link",
        str(link),
    ]
    words = ["run", "--sim", "--headless", "--speed", "0", "--rounds", "2", "--db", str(db)]
    listen = [
        sys.executable,
        "-u",
        "-m",
        "dealer_station",
        *words,
        "--shoe",
        f"reference:{link}?serial=SIM-1",
    ]
    drawn = 0
    with subprocess.Popen(serve, cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True) as shoe:
        assert shoe.stdin
        assert shoe.stdout
        shoe.stdout.readline()
        with subprocess.Popen(listen, cwd=ROOT, stdout=PIPE, stderr=DEVNULL, text=True) as station:
            assert station.stdout
            for line in station.stdout:
                if line.startswith("draw a card: "):
                    shoe.stdin.write("\n")
                    shoe.stdin.flush()
                    drawn += 1
        shoe.communicate("quit\n")
    assert (station.returncode, shoe.returncode) == (0, 0)
    assert check_every_number(db) == drawn
    assert not any(b"HoldRaised" in body for _, _, body in happened(db))


def test_whoever_draws_the_cards_reads_why_the_table_stands_still(tmp_path: Path) -> None:
    link, db = tmp_path / "port", tmp_path / "log.db"
    shoe = VirtualShoe(load("massachusetts"), link, 1, "scanner", "")
    words = ["run", "--sim", "--headless", "--speed", "0", "--rounds", "1", "--db", str(db)]
    listen = [sys.executable, "-u", "-m", "dealer_station", *words, "--shoe", f"scanner:{link}"]
    said: list[str] = []
    with subprocess.Popen(listen, cwd=ROOT, stdout=PIPE, stderr=DEVNULL, text=True) as station:
        assert station.stdout
        for line in station.stdout:
            said.append(line)
            stopped = [one for one in said if one.startswith("STOP: ")]
            if line.startswith("draw a card: ") and not stopped:
                shoe.pull()
            elif line.startswith("STOP: ") and len(stopped) == 1:
                shoe.plug()
            elif line.startswith("draw a card: "):
                shoe.draw()
    shoe.close()
    assert station.returncode == 0
    first = next(number for number, one in enumerate(said) if one.startswith("STOP: "))
    with Reader(db) as log:
        facts = [decode(row.part, row.body) for row in log.rows() if row.part == "fact"]
    stop = next(fact.hold for fact in facts if isinstance(fact, HoldRaised))
    assert (stop.device, stop.trouble, stop.missed) == ("shoe", "lost", True)
    assert stop.known in said[first]
    assert any(one.startswith("the simulated floor rules ") for one in said[first:])


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--wire", "laser"], "--wire"),
        (["--shoe", "laser:/dev/x"], "is not a shoe; write FAMILY:PORT"),
        (["--wire", "scanner", "--shoe", "scanner:/dev/x"], "the cards come from one shoe"),
    ],
)
def test_a_shoe_that_cannot_be_attached_is_said_in_a_sentence(
    words: list[str], complaint: str, tmp_path: Path
) -> None:
    result = run(tmp_path / "log.db", *words)
    assert result.exit_code == 2
    assert complaint in result.stderr


def test_a_shoe_on_a_wire_needs_a_log() -> None:
    result = CliRunner().invoke(main, ["run", "--sim", "--wire", "scanner"])
    assert result.exit_code == 2
    assert "--wire, --shoe and --shuffler need --headless" in result.stderr
