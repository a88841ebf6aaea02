"""A dead station is replaced from the floor's copy: one gapless chain, and no fork."""

import json
import os
import shutil
import signal
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_station.cli import log_restore
from dealer_station.cli.main import main
from dealer_station.floor.store import stations
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.records import Restored
from hw_sim.tables.direct_table import journal_path
from tests.floor.floors import FloorUnderTest, bring, written
from tests.floor.small_logs import SmallLog
from tests.floor.test_mirror import two_months
from tests.log import shifts


def run(code: int, *words: object) -> str:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == code, done.output
    return done.output


class Spare:
    """A spare station that is enrolled for the log of table 7, with a file that names the floor."""

    def __init__(self, floor: FloorUnderTest, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.floor, self.folder = floor, folder
        self.db = folder / "station.db"
        identity = stations.find_log(floor.owner(), "Table 7")[1]
        self.settings = floor.enrol("spare", log=identity)
        folder.mkdir()
        monkeypatch.chdir(folder)
        monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        files = {"certificate": self.settings.certificate, "key": self.settings.key, "ca": self.settings.ca}
        lines = [f'{name} = "{path}"' for name, path in files.items()]
        (folder / "floor.toml").write_text("\n".join(["[floor]", f'url = "{self.settings.url}"', *lines]))

    def restore(self, code: int, *more: object) -> str:
        by = ("--by", "Rosa", "--because", "the machine died")
        return run(code, "log", "restore", "--from-floor", self.folder / "floor.toml", *more, self.db, *by)

    def bury(self) -> None:
        stations.disable(self.floor.owner(), "table-7", by="Maria", because="it died")


def test_a_spare_continues_in_the_middle_of_a_shift_with_one_chain_at_the_floor(
    floor: FloorUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "dead").mkdir()
    db = shifts.play(tmp_path / "dead" / "log.db", rounds=4)
    bring(floor.enrol("table-7"), db)
    before, journal = written(db), journal_path(db).read_bytes()
    spare = Spare(floor, tmp_path / "desk", monkeypatch)
    assert "two stations on one log would fork it" in spare.restore(2)
    assert not spare.db.exists()
    spare.bury()
    shutil.rmtree(db.parent)

    output = spare.restore(0)
    assert f"restored from the floor, {before[-1][0]} rows of Table 7" in output
    assert not spare.db.with_name("station.db.from-floor").exists()
    journal_path(spare.db).write_bytes(journal)  # The shoe itself did not die.
    run(
        *(0, "run", "--sim", "--headless", "--speed", "0", "--rounds", "2", "--players", "2"),
        *("--db", spare.db),
    )
    done = bring(spare.settings, spare.db)
    assert done.state.status == "current", done.state
    assert floor.stored() == written(spare.db)
    assert floor.stored()[: len(before)] == before
    assert [seq for seq, _ in floor.stored()] == list(range(1, len(floor.stored()) + 1))
    assert floor.ask("SELECT count(*) FROM floor.quarantine") == [(0,)]
    assert floor.ask("SELECT count(*) FROM floor.branch") == [(1,)]
    assert "replayed with the same results" in run(0, "log", "verify", spare.db, "--replay")
    listed = json.loads(run(0, "log", "rounds", spare.db, "--json"))["rounds"]
    assert [one["number"] for one in listed] == list(range(1, 7))
    assert "by Rosa: the machine died" in run(0, "log", "stats", spare.db)
    with Reader(spare.db) as log:
        told = next(one for row in log.rows() if b'"Restored"' in row.body for one in [row.body.decode()])
    assert spare.settings.url in told
    assert Restored.__name__ in told
    again = run(0, "log", "verify", spare.settings.url, "--cache", tmp_path / "cache", "--replay")
    assert "replayed with the same results" in again
    assert "already exists" in spare.restore(2)


def test_closed_months_come_along_or_are_left_for_later(
    floor: FloorUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "dead").mkdir()
    old, new = two_months(tmp_path / "dead" / "station.db")
    bring(floor.enrol("table-7"), new)
    rows = shifts.rows(old), shifts.rows(new)
    spare = Spare(floor, tmp_path / "desk", monkeypatch)
    spare.bury()
    shutil.rmtree(new.parent)
    assert "with 1 closed month beside it" in spare.restore(0)
    assert shifts.rows(spare.folder / old.name) == rows[0]
    assert shifts.rows(spare.db)[: len(rows[1])] == rows[1]
    report = verify(spare.db)
    assert report.ok
    assert not report.absent
    first, spare.db = spare.db, tmp_path / "desk" / "quick.db"
    assert "closed month" not in spare.restore(0, "--months", "1")
    assert bring(spare.settings, first).state.status == "current"


@pytest.mark.parametrize("step", ["_bring_months", "_restored"])
def test_a_restore_that_was_killed_is_repeated(
    floor: FloorUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    (tmp_path / "dead").mkdir()
    old, new = two_months(tmp_path / "dead" / "station.db")
    bring(floor.enrol("table-7"), new)
    rows = shifts.rows(old)
    spare = Spare(floor, tmp_path / "desk", monkeypatch)
    spare.bury()
    child = os.fork()
    if not child:
        setattr(log_restore, step, lambda *_: os.kill(os.getpid(), signal.SIGKILL))
        spare.restore(0)
        os._exit(0)
    assert os.WIFSIGNALED(os.waitpid(child, 0)[1])
    assert "with 1 closed month beside it" in spare.restore(0)
    assert shifts.rows(spare.folder / old.name) == rows
    assert not verify(spare.db).absent
    assert not spare.db.with_name("station.db.from-floor").exists()


def test_a_spare_that_is_not_enrolled_for_the_log_gets_nothing(
    floor: FloorUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = SmallLog(tmp_path / "log.db")
    log.write(5)
    log.close()
    bring(floor.enrol("table-7"), log.path)
    spare = Spare(floor, tmp_path / "desk", monkeypatch)
    other = floor.enrol("other")
    text = (spare.folder / "floor.toml").read_text()
    (spare.folder / "floor.toml").write_text(text.replace("/spare/station", "/other/station"))
    assert other.certificate.exists()
    assert "no log with rows yet" in spare.restore(2)
    assert "name FILE and TO" in run(2, "log", "restore", "x", "--by", "R", "--because", "x")
    assert "name FILE and TO" in spare.restore(2, log.path)
    assert not spare.db.exists()


def test_a_reader_restores_nothing_because_its_rows_would_never_be_kept(
    floor: FloorUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = SmallLog(tmp_path / "log.db")
    log.write(5)
    log.close()
    bring(floor.enrol("table-7"), log.path)
    spare = Spare(floor, tmp_path / "desk", monkeypatch)
    spare.bury()
    floor.enrol("pit", reader=True)
    text = (spare.folder / "floor.toml").read_text()
    (spare.folder / "floor.toml").write_text(text.replace("/spare/station", "/pit/station"))
    assert "floor.toml: names the certificate of a reader, which brings no rows" in spare.restore(2)
    assert [one.name for one in spare.folder.iterdir()] == ["floor.toml"]
