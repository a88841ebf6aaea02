"""A simulated device that is made again is another one, and no device takes another one's memory."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealer_station.cli.main import main as station
from dealer_station.engine.model.observations import DeviceSaid
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.codec import decode
from hw_sim.cli import main


def shift(db: Path, *words: str) -> Result:
    run = ["run", "--sim", "--headless", "--speed", "0", "--rounds", "1", "--db", str(db), *words]
    return CliRunner().invoke(station, run)


def tui(folder: Path, *words: str, said: str = "quit\n") -> Result:
    return CliRunner().invoke(main, ["tui", "--folder", str(folder), *words], input=said)


def told(db: Path, device: str) -> list[DeviceSaid]:
    with Reader(db) as log:
        seen = [decode(row.part, row.body) for row in log.rows() if row.part == "seen"]
    return [one for one in seen if isinstance(one, DeviceSaid) and one.device == device]


@pytest.mark.parametrize("wire", [(), ("--wire", "reference")])
def test_a_shoe_that_was_thrown_away_and_made_again_is_another_journal(
    wire: tuple[str, ...], tmp_path: Path
) -> None:
    db = tmp_path / "log.db"
    assert shift(db, *wire).exit_code == 0
    assert not any(said.status == "lost" for said in told(db, "shoe"))
    (tmp_path / "log.db.shoe").unlink()
    assert shift(db, *wire).exit_code == 0
    assert any(said.is_data_loss for said in told(db, "shoe"))


def test_a_seed_deals_the_same_cards_from_two_journals(tmp_path: Path) -> None:
    one, two = shift(tmp_path / "one.db", "--seed", "6"), shift(tmp_path / "two.db", "--seed", "6")
    rounds = [line for line in one.stdout.splitlines() if line.startswith("round ")]
    assert [line for line in two.stdout.splitlines() if line.startswith("round ")] == rounds
    journals = {path.read_text().splitlines()[0] for path in tmp_path.glob("*.db.shoe")}
    assert len(journals) == 2


def test_the_memory_of_one_device_is_not_put_into_another(tmp_path: Path) -> None:
    assert tui(tmp_path, "--serial", "A-1").exit_code == 0
    other = tui(tmp_path, "--serial", "A-2")
    assert other.exit_code == 2
    assert (
        "shoe.journal: is the memory of the device A-1, not of A-2; use its seed and serial" in other.stderr
    )
    assert tui(tmp_path, "--serial", "A-1").exit_code == 0
    assert not (tmp_path / "shoe").is_symlink()
    assert "progressive.memory: is the memory of the device SIM-P1, not of SIM-P2" in (
        tui(tmp_path, "--serial", "A-1", "--seed", "2").stderr
    )


def test_a_log_goes_on_with_its_own_shoe_only(tmp_path: Path) -> None:
    db = tmp_path / "log.db"
    assert shift(db).exit_code == 0
    other = shift(db, "--seed", "2")
    assert other.exit_code == 2
    assert "log.db.shoe: is the memory of the device SIM-1, not of SIM-2" in other.stderr


@pytest.mark.parametrize("device", ["shoe.journal", "progressive.memory"])
def test_a_memory_without_a_number_is_refused(device: str, tmp_path: Path) -> None:
    (tmp_path / device).write_text('{"did":"begin_round"}\n')
    done = tui(tmp_path)
    assert done.exit_code == 2
    assert f"{device}: does not begin with a journal number; move it away" in done.stderr


@pytest.mark.parametrize("value", [2**64, 2**80, -1])
def test_a_memory_with_a_meter_that_cannot_be_is_refused(value: int, tmp_path: Path) -> None:
    assert tui(tmp_path).exit_code == 0
    memory = tmp_path / "progressive.memory"
    kept = memory.read_text()
    memory.write_text(f'{kept}{{"did":"meter","value":{value}}}\n')
    done = tui(tmp_path)
    assert done.exit_code == 2
    assert "progressive.memory" in done.stderr
    assert "remove it with its log" in done.stderr
    memory.write_text(kept.replace('"journal":', '"journal":1'.ljust(40, "0")))
    assert tui(tmp_path).exit_code == 2
