"""The mirror of a floor: real files, continued by increments; a floor that lies is found out."""

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.client.link import LinkError
from dealer_station.floor.client.log_copy import LogCopy
from dealer_station.floor.client.mirror import FloorMirror, MirrorState
from dealer_station.floor.client.mirror_thread import FollowState, followed
from dealer_station.floor.client.reading_link import ReadingLink
from dealer_station.floor.protocol.log_list import last_common
from dealer_station.floor.store import quarantine
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.append import Writer
from dealer_station.review.replay_check import replay
from tests.floor.floors import FloorUnderTest, bring
from tests.floor.small_logs import MONTH_US, SmallLog, copied
from tests.floor.test_months import three_months
from tests.log import shifts


class Pit:
    """A reader of a floor with a mirror of its own."""

    def __init__(self, floor: FloorUnderTest, folder: Path) -> None:
        self.floor, self.folder = floor, folder
        self.settings = floor.enrol("pit", reader=True)
        self.mirror = self.begin()

    def begin(self, wanted: str = "") -> FloorMirror:
        """A mirror as another process opens it."""
        return FloorMirror(self.folder, ReadingLink(self.settings), wanted)

    def pull(self) -> MirrorState:
        return self.mirror.refresh()

    def only(self) -> Path:
        (path,) = self.pull().files
        return path

    def lie(self, deed: str) -> None:
        """Change rows of the floor as nobody may but who owns the machine."""
        with psycopg.connect(self.floor.database, autocommit=True) as connection:
            connection.execute("SET session_replication_role = replica")
            connection.execute(deed)


@pytest.fixture
def pit(floor: FloorUnderTest, tmp_path: Path) -> Iterator[Pit]:
    made = Pit(floor, tmp_path / "mirror")
    yield made
    made.mirror.close()


def everything(path: Path) -> list[object]:
    with Reader(path) as log:
        return [list(log.raw_rows()), list(log.checkpoints()), list(log.anchors()), log.spans()]


def test_the_copy_of_a_table_is_the_log_and_replays(floor: FloorUnderTest, pit: Pit, played: Path) -> None:
    bring(floor.enrol("table-7"), played)
    path = pit.only()
    assert everything(path) == everything(played)
    pit.mirror.rest()
    report = verify(path)
    assert report.ok
    assert report.signed_seq == report.last_seq
    assert not replay(path, lambda _: None).differences


def test_the_copy_is_continued_also_by_another_process_and_across_months(
    floor: FloorUnderTest, pit: Pit, tmp_path: Path
) -> None:
    log, settings = SmallLog(tmp_path / "table.db"), floor.enrol("table-7")
    for turn in range(3):
        log.write(7)
        bring(settings, log.path)
        (path,) = pit.pull().files
        with Reader(path) as shown:  # A window has the file open, as a review does.
            log.write(5)
            log.turn_month()
            bring(settings, log.path)
            assert pit.pull().alarms == []
            assert shown.ends()[1] > 0
        if turn == 1:
            pit.mirror.close()
            pit.mirror = pit.begin()
    log.write(3)
    log.close()
    bring(settings, log.path)
    path = pit.only()
    pit.mirror.rest()
    months = sorted(tmp_path.glob("table-*.db"))
    assert len(months) == 3
    for month in (*months, log.path):
        copy = path.with_name(month.name) if month != log.path else path
        assert everything(copy) == everything(month)
        assert verify(copy).ok
    assert not verify(path).absent


def two_months(path: Path) -> list[Path]:
    """A log whose months are long enough for anchors."""
    clock = shifts.SetClock()
    shifts.play(path, rounds=45, clock=clock)
    clock.wall += MONTH_US
    writer = Writer(path, shifts.keys_of(path), clock)
    assert writer.turn_month()
    writer.close()
    shifts.play(path, rounds=50, clock=clock)
    return [*sorted(path.parent.glob(f"{path.stem}-*.db")), path]


def test_only_the_current_month_is_pulled_until_an_older_one_is_asked_for(
    floor: FloorUnderTest, pit: Pit, tmp_path: Path
) -> None:
    (tmp_path / "here").mkdir()
    old, new = two_months(tmp_path / "here" / "seven.db")
    bring(floor.enrol("table-7"), new)
    path = pit.only()
    assert path.name == "Table-7.db"
    assert everything(path) == everything(new)
    assert not path.with_name(old.name).exists()
    assert verify(path).absent == old.name

    first, second = pit.mirror.months(path, lambda _: False)
    assert (first, second) == (path.with_name(old.name), path)
    assert everything(first) == everything(old)
    assert not verify(path).absent
    assert first.stat().st_mode & 0o222 == 0

    asked = pit.floor.ask("SELECT count(*) FROM floor.batch")
    assert pit.mirror.months(path, lambda _: False) == [first, second]
    assert asked == pit.floor.ask("SELECT count(*) FROM floor.batch")
    first.chmod(0o600)
    with first.open("r+b") as file:
        file.seek(first.stat().st_size // 2)
        file.write(b"\0" * 2_000)
    assert pit.mirror.months(path, lambda _: False) == [first, second]
    assert everything(first) == everything(old)
    assert any("damaged" in words for words in pit.pull().notes)


def test_a_damaged_current_month_is_pulled_again(floor: FloorUnderTest, pit: Pit, played: Path) -> None:
    bring(floor.enrol("table-7"), played)
    path = pit.only()
    pit.mirror.close()
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(b"\0" * 2_000)
    pit.mirror = pit.begin()
    found = pit.pull()
    assert found.files == [path]
    assert everything(path) == everything(played)
    assert "pulled again" in found.notes[0]
    assert path.with_name(path.name + ".damaged").exists()


def test_a_copy_left_by_a_killed_process_is_continued(
    floor: FloorUnderTest, pit: Pit, tmp_path: Path
) -> None:
    log, settings = SmallLog(tmp_path / "table.db"), floor.enrol("table-7")
    log.write(10)
    bring(settings, log.path)
    path = pit.only()
    shutil.copytree(path.parent, tmp_path / "killed")
    pit.mirror.close()
    shutil.rmtree(path.parent)
    shutil.move(tmp_path / "killed", path.parent)
    log.write(10)
    log.close()
    bring(settings, log.path)
    pit.mirror = pit.begin()
    assert pit.only() == path
    pit.mirror.rest()
    assert everything(path) == everything(log.path)


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        ("DELETE FROM floor.event WHERE seq > 20; UPDATE floor.head SET seq = 20", "ends at row 20"),
        ("UPDATE floor.head SET hash = sha256('x')", "another hash"),
        ("UPDATE floor.log SET id = id", ""),
        ("DELETE FROM floor.log", "no longer lists"),
    ],
)
def test_a_floor_that_takes_rows_back_is_found_out(
    floor: FloorUnderTest, pit: Pit, tmp_path: Path, deed: str, words: str
) -> None:
    log = SmallLog(tmp_path / "table.db")
    log.write(40)
    log.close()
    bring(floor.enrol("table-7"), log.path)
    path = pit.only()
    pit.lie(deed)
    alarms = pit.pull().alarms
    assert bool(alarms) == bool(words), alarms
    assert words in "".join(alarms)
    pit.mirror.close()
    pit.mirror = pit.begin()
    assert words in "".join(pit.pull().alarms), "also another process finds it out, again and again"
    assert everything(path) == everything(log.path), "the copy stays as evidence"


def test_a_floor_that_rewrites_rows_is_found_out_as_soon_as_it_tells_more(
    floor: FloorUnderTest, pit: Pit, tmp_path: Path
) -> None:
    log, settings = SmallLog(tmp_path / "table.db"), floor.enrol("table-7")
    log.write(20)
    bring(settings, log.path)
    path = pit.only()
    before = everything(path)
    log.write(20)
    log.close()
    bring(settings, log.path)
    forged = "replace(convert_from(body, 'UTF8'), 'Maria', 'Mario')::bytea"
    pit.lie(f"UPDATE floor.event SET body = {forged} WHERE seq = 30")
    (alarm,) = pit.pull().alarms
    assert "Table 7: the floor's log was altered" in alarm
    assert everything(path) == before


def test_a_forged_signature_is_found_out(floor: FloorUnderTest, pit: Pit, tmp_path: Path) -> None:
    log = SmallLog(tmp_path / "table.db")
    log.write(20)
    log.close()
    bring(floor.enrol("table-7"), log.path)
    pit.lie("UPDATE floor.checkpoint SET wall_us = wall_us + 1")
    found = pit.pull()
    assert "broken signature" in "".join(found.alarms)


def test_an_accepted_branch_replaces_the_copy_and_the_old_rows_are_kept(
    floor: FloorUnderTest, pit: Pit, tmp_path: Path
) -> None:
    log, settings = SmallLog(tmp_path / "table.db"), floor.enrol("table-7")
    log.write(20)
    log.close()
    spare = copied(log.path, tmp_path / "spare")
    for path, rows in ((log.path, 9), (spare, 4)):
        more = SmallLog(path)
        more.write(rows, path.parent.name)
        more.close()
        bring(settings, path)
    path = pit.only()
    before = everything(path)
    assert before == everything(log.path)
    quarantine.accept(floor.owner(), 1, "Maria", "the spare took over")
    found = pit.pull()
    assert found.alarms == []
    shared = floor.ask("SELECT parent_seq FROM floor.branch WHERE branch = 2")[0][0]
    told = f"Maria accepted another branch of the log from row {shared + 1} on"
    assert told in found.notes[0]
    pit.mirror.rest()
    assert everything(path) == everything(spare)
    assert everything(path.parent / "branch-1" / path.name) == before
    floor.owner().execute("UPDATE floor.log SET branch = 1")
    back = pit.pull().notes[-1]
    assert f"another branch of the log from row {shared + 1} on" in back, "also on the way back"


@pytest.mark.parametrize(
    ("one", "other", "last"),
    [(1, 2, 40), (2, 1, 40), (1, 3, 20), (2, 3, 20), (3, 4, 70), (2, 4, 20), (1, 1, 2**62), (5, 1, 0)],
)
def test_two_branches_share_the_rows_up_to_their_fork(one: int, other: int, last: int) -> None:
    assert last_common([(2, 1, 40), (3, 1, 20), (4, 3, 70)], one, other) == last


def test_two_processes_share_a_mirror_and_one_table_can_be_named(
    floor: FloorUnderTest, pit: Pit, tmp_path: Path
) -> None:
    log, settings = SmallLog(tmp_path / "table.db"), floor.enrol("table-7")
    log.write(10)
    log.close()
    bring(settings, log.path)
    path = pit.only()  # This process holds the file, because its station was heard of just now.
    other = pit.begin("Table 7")
    assert other.refresh().files == [path]
    other.close()
    identity = pit.mirror.refresh().copies[0].log
    by_hash = pit.begin(identity[:10])
    assert by_hash.refresh().files == [path]
    by_hash.close()
    unknown = pit.begin("Table 8")
    with pytest.raises(FloorError, match='no table "Table 8"; its tables are: Table 7'):
        unknown.refresh()
    unknown.close()


def test_a_floor_that_is_away_leaves_the_copies(floor: FloorUnderTest, pit: Pit, tmp_path: Path) -> None:
    log = SmallLog(tmp_path / "table.db")
    log.write(10)
    log.close()
    bring(floor.enrol("table-7"), log.path)
    path = pit.only()
    before = followed(pit.mirror, FollowState())
    assert before.status == "current"
    floor.gateway.stop()
    after = followed(pit.mirror, before)
    assert (after.status, after.asked_us) == ("away", before.asked_us)
    with pytest.raises(LinkError):
        pit.pull()
    pit.mirror.close()
    offline = pit.begin()
    assert offline.known().files == [path]
    assert everything(path) == everything(log.path)


def test_months_that_end_before_the_first_pull_come_along_if_they_are_short(
    floor: FloorUnderTest, pit: Pit, tmp_path: Path
) -> None:
    (tmp_path / "here").mkdir()
    months = three_months(tmp_path / "here" / "seven.db")
    bring(floor.enrol("table-7"), months[-1])
    path = pit.only()
    pit.mirror.rest()
    assert pit.mirror.months(path, lambda _: False) == [path.with_name(one.name) for one in months[:-1]] + [
        path
    ]
    assert everything(path) == everything(months[-1])


def test_the_note_of_a_copy_may_be_lost(floor: FloorUnderTest, pit: Pit, tmp_path: Path) -> None:
    log = SmallLog(tmp_path / "table.db")
    log.write(10)
    log.close()
    bring(floor.enrol("table-7"), log.path)
    path = pit.only()
    pit.mirror.close()
    (path.parent / "copy.json").write_text("{")
    with pytest.raises(FloorError, match="cannot be read"):
        LogCopy(path.parent, ReadingLink(pit.settings))
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT count(*) FROM event").fetchone()[0] > 10
    pit.mirror = pit.begin()
    assert pit.only() == path
    pit.mirror.rest()
    assert everything(path) == everything(log.path)
