"""Notes at the table: made without hashing the log again, across months, by a thread, and on a spare."""

from pathlib import Path

import psycopg
import pytest

from dealer_station.engine.model.errors import LogError
from dealer_station.floor.client import note_maker
from dealer_station.floor.client.note_maker import NoteMaker
from dealer_station.floor.client.outbox import Outbox
from dealer_station.floor.client.thread import SyncThread
from dealer_station.floor.store import stations
from dealer_station.log.integrity import keys as key_files
from dealer_station.log.store.clock import SystemClock
from dealer_station.log.store.snapshot import restore
from dealer_station.log.transparency import log_note
from dealer_station.log.transparency.log_tree import tree_path
from dealer_station.log.transparency.tree_process import main, start_tree
from tests.floor.aged import archive, partitions
from tests.floor.cosigning.noted import (
    bring_noted,
    cosigned_sizes,
    grow,
    kept,
    keys_beside,
    log_keys,
    prepare_witness,
    size_of,
    status,
    until,
    until_trouble,
    witnessed,
)
from tests.floor.floors import FloorUnderTest
from tests.floor.small_logs import MONTH_US, SmallLog
from tests.floor.test_forks import other_keys, small
from tests.log import shifts
from tests.log.shifts import SetClock, keys_of


def advanced(maker: NoteMaker, size: int) -> int:
    """Bring a tree to a size, and return the number of slices."""
    slices = 1
    while not maker.advance(size):
        slices += 1
    return slices


def test_a_tree_in_memory_is_extended_across_months_and_gives_the_same_notes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(note_maker, "SLICE_ROWS", 10)
    log = SmallLog(tmp_path / "table.db")
    log.write(40)
    log.writer.sign_now()
    keys = keys_of(log.path)
    maker = NoteMaker(Outbox(log.path), keys_beside(log.path))
    first = log.writer.known.seq
    assert advanced(maker, first) == 5
    assert maker.note() == log_note.sign_note(log.path, keys)
    log.turn_month()
    log.write(7)
    log.writer.sign_now()
    assert advanced(maker, log.writer.known.seq) == 2
    assert maker.note() == log_note.sign_note(log.path, keys)
    log.write(3)
    assert advanced(maker, log.writer.known.seq) == 1
    assert maker.note() is None  # Nobody has signed these rows yet.
    log.close()

    # Another process begins at the state of the closed month, without the month itself.
    (month,) = tmp_path.glob("table-*.db")
    main(month, keys.signing)
    month.unlink()
    last = keys_beside(log.path)
    again = NoteMaker(Outbox(log.path), last)
    advanced(again, log.writer.known.seq)
    assert again.note() == log_note.sign_note(log.path, keys)
    tree_path(month).unlink()
    with pytest.raises(LogError, match="which is missing"):
        NoteMaker(Outbox(log.path), last).advance(log.writer.known.seq)


def test_no_note_is_made_of_rows_that_were_changed_since_the_last_one(tmp_path: Path) -> None:
    log = small(tmp_path / "table.db")
    maker = NoteMaker(Outbox(log), keys_beside(log))
    advanced(maker, 32)
    size = grow(log, 5)
    connection = shifts.unguarded(log)
    connection.execute("UPDATE event SET who = 'Eve' WHERE seq = 34")
    connection.close()
    with pytest.raises(LogError, match="row 34 was changed"):
        advanced(maker, size)
    connection = shifts.unguarded(log)
    connection.execute("UPDATE checkpoint SET signature = zeroblob(64)")
    connection.close()
    advanced(maker, 32)
    with pytest.raises(LogError, match="the checkpoint at row 32 is not genuine"):
        maker.note()


def test_a_closed_month_gets_its_tree_by_itself(tmp_path: Path) -> None:
    log = SmallLog(tmp_path / "table.db")
    log.writer.on_month_closed = lambda month: start_tree(month, keys_of(log.path).signing)
    log.write(5)
    log.turn_month()
    (month,) = tmp_path.glob("table-*.db")
    until(tree_path(month).exists)
    log.close()
    assert log_note.write_trees(log.path, keys_of(log.path)) == []
    # A second month continues the state of the first, which is no longer needed.
    month.rename(tmp_path / "archived.db")
    again = SmallLog(log.path, log.clock)
    again.write(5)
    again.turn_month()
    again.close()
    newer = next(one for one in tmp_path.glob("table-*.db") if one != month)
    main(newer, bytes(32))
    assert not tree_path(newer).exists()
    main(newer, keys_of(log.path).signing)
    assert tree_path(newer).exists()
    # Without the earlier month and its state nothing is written, and the log works as before.
    for path in (tree_path(newer), tree_path(month)):
        path.unlink()
    main(newer, keys_of(log.path).signing)
    assert not tree_path(newer).exists()
    assert grow(log.path, 1)


def test_the_thread_of_a_station_keeps_a_cosigned_note_and_one_of_the_last_rows(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    log = SmallLog(tmp_path / "table.db", SystemClock())
    log.write(3)
    log.writer.sign_now()
    first = log.writer.known.seq
    settings = floor.enrol("table-7")
    thread = SyncThread(settings, log.path, "Table 7", lambda _: None, keys_beside(log.path))
    thread.start()
    until(lambda: thread.state.cosigned == first)
    until(log_note.note_path(log.path).exists)
    log.write(4)
    log.close()
    thread.stop()
    assert size_of(log.path) == log.writer.known.seq > first
    assert cosigned_sizes(floor) == [first, size_of(log.path)]


@pytest.mark.usefixtures("impatient")
def test_a_spare_goes_on_with_keys_that_the_floor_trusts_and_the_witness_must_learn(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    log = small(tmp_path / "table.db")
    with witnessed(floor, log) as key:
        bring_noted(floor.enrol("table-7"), log)
        identity = stations.find_log(floor.owner(), "table-7")[1]
        spare = tmp_path / "spare.db"
        fresh = other_keys(tmp_path / "fresh")
        restore(log, spare, fresh, SetClock(), by="Maria", because="broken")
        key_files.install(keys_beside(spare), fresh)
        settings = floor.enrol("spare", log=identity)
        done = bring_noted(settings, spare)
        assert done.state.cosigned == size_of(spare) > 32
        until_trouble(floor, "refused")
        code, said, _ = status(floor)
        assert (code, "REFUSED since" in said, "log verifier-key" in said) == (1, True, True)
    # Its operator adds the new key, and the witness continues where it was.
    prepare_witness(floor.folder / "witness", spare)
    floor.gateway.stop()
    floor.forget_gateways()
    with witnessed(floor, spare):
        settings = floor.enrol("spare", log=identity)
        until(lambda: floor.ask("SELECT 1 FROM floor.cosignature WHERE size = %s", size_of(spare)))
        bring_noted(settings, spare)
        assert kept(spare).times((key,))
    assert [one.name for one in log_keys(spare)] == [log_keys(log)[0].name] * 2
    assert status(floor)[0] == 0


@pytest.mark.usefixtures("impatient")
def test_months_that_left_the_database_are_cosigned_and_proved_from_their_trees(
    aged: FloorUnderTest, tmp_path: Path
) -> None:
    log = tmp_path / "table.db"
    settings = aged.enrol("table-7")
    # Nobody has sent a note before the months are dropped; the archivist has computed their tree.
    archive(aged)
    assert partitions(aged) == set()
    with witnessed(aged, log) as key:
        aged.gateway.stop()
        aged.forget_gateways()
        settings = aged.enrol("table-7")
        assert bring_noted(settings, log).state.cosigned == size_of(log)
        later = SmallLog(log, SetClock(wall=shifts.NOON_US + 2 * MONTH_US + 10**9))
        later.write(9)
        later.close()
        bring_noted(settings, log)
        assert kept(log).times((key, aged.signer.key)).keys() == {key, aged.signer.key}
    with psycopg.connect(aged.database, autocommit=True) as connection:
        connection.execute("DELETE FROM floor.tree")
        connection.execute("DELETE FROM floor.note")
        connection.execute("DELETE FROM floor.cosignature")
    lost = bring_noted(settings, log)
    assert "are in the floor's archive" in lost.state.note_words
    archive(aged)
    assert bring_noted(settings, log).state.note_words == ""


def test_notes_beside_a_log_are_joined_and_never_go_back(tmp_path: Path) -> None:
    log = small(tmp_path / "table.db")
    keys = keys_of(log)
    old, new = (log_note.sign_note(log, keys, size) for size in (20, 32))
    log_note.keep_cosigned(log, new)
    log_note.keep_cosigned(log, old)
    assert size_of(log) == 32
    log_note.note_path(log).write_text("damaged", "utf-8")
    log_note.keep_cosigned(log, old)
    assert size_of(log) == 20
