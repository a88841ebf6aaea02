"""Whatever is changed at the floor, `floor verify` finds it and says where."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from dealer_station.floor.store import quarantine
from tests.floor.aged import MARIA, OLD, archive, arrived, ends_of_batches, places
from tests.floor.commands import done, floor_command, listed, refused
from tests.floor.floors import FloorUnderTest, bring, written
from tests.floor.small_logs import SmallLog, copied

DISPUTE = (*MARIA, "--because", "dispute 12")
TWICE = (
    "INSERT INTO event SELECT log, branch, seq, '2024-02-20', cause, wall_us, mono_us, hash, device_seq, "
    "part, source, who, journal, body, frame, seal FROM event WHERE seq = 7"
)


@contextmanager
def superuser(floor: FloorUnderTest) -> Iterator[psycopg.Connection[Any]]:
    """Somebody against whom no right helps."""
    with psycopg.connect(floor.database, autocommit=True) as connection:
        connection.execute("SET search_path = floor")
        yield connection


def found(floor: FloorUnderTest, *more: str) -> str:
    """Verify a floor that is not intact, and return what the command says."""
    result = floor_command(floor, "verify", *more)
    assert result.exit_code == 1, result.output
    return result.output


def test_a_floor_is_verified_from_the_first_row_on(floor: FloorUnderTest, played: Path) -> None:
    bring(floor.enrol("table-7"), played)
    said = done(floor, "verify")
    rows = len(floor.stored())
    assert f"Table 7: {rows:,} rows, chain intact, signed up to row" in said
    report = listed(floor, "verify", "table-7")
    assert report["ok"]
    assert report["branches"][0]["rows"] == rows
    assert "no log" in refused(floor, "verify", "table-9")


def test_archived_months_are_verified_from_their_files(aged: FloorUnderTest) -> None:
    ends = ends_of_batches(aged)
    archive(aged)
    said = done(aged, "verify")
    assert f"{ends[-1]} rows, chain intact, {ends[1]} of them from the archive" in said
    assert "6 deeds, chain intact" in said


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE event SET wall_us = wall_us + 1 WHERE seq = 40", "BAD ROW at row 40: row 40 was changed"),
        ("UPDATE event SET hash = sha256(hash) WHERE seq = 40", "BAD ROW at row 40"),
        ("DELETE FROM event WHERE seq = 41", "BAD ROW at row 41: row 41 is missing; after 40 comes 42"),
        ("DELETE FROM event WHERE seq = (SELECT max(seq) FROM event)", "is missing; the head is row"),
        ("UPDATE head SET seq = seq - 1", "WRONG HEAD"),
        ("UPDATE head SET hash = sha256(hash)", "WRONG HEAD"),
        ("UPDATE head SET checkpoint_seq = 3", "WRONG HEAD"),
        ("DELETE FROM batch WHERE first_seq = 1", "WRONG BATCH at row"),
        ("UPDATE batch SET last_seq = last_seq + 5", "WRONG BATCH at row"),
        ("UPDATE checkpoint SET signature = sha512(signature)", "BROKEN SIGNATURE at row"),
        ("UPDATE checkpoint SET head = sha256(head)", "names another hash than the row has"),
        ("UPDATE log SET identity = sha256(identity)", "is not that of the log"),
        (TWICE, "BAD ROW at row 7: row 7 is stored twice"),
        ("DROP TABLE event_2024_01", "MISSING MONTH at row 1: the rows 1 to"),
    ],
)
def test_a_change_is_found_and_named(aged: FloorUnderTest, change: str, words: str) -> None:
    with superuser(aged) as connection:
        connection.execute(change)
    assert words in found(aged)


def test_a_missing_round_signature_and_a_changed_anchor_are_found(
    floor: FloorUnderTest, played: Path
) -> None:
    bring(floor.enrol("table-7"), played)
    ((first, last),) = floor.ask("SELECT min(seq), max(seq) FROM floor.checkpoint")
    assert first < last
    with superuser(floor) as connection:
        connection.execute(
            "DELETE FROM checkpoint WHERE seq = (SELECT min(seq) FROM checkpoint WHERE seq > 20)"
        )
        connection.execute(
            "UPDATE anchor SET state = sha256(state) WHERE seq = (SELECT max(seq) FROM anchor)"
        )
    said = found(floor)
    assert "BROKEN SIGNATURE" in said
    assert "BAD ANCHOR" in said


def test_a_key_that_nobody_named_is_not_trusted(aged: FloorUnderTest, tmp_path: Path) -> None:
    said = found(aged, "--key", "17" * 32)
    assert "checkpoints from row" in said
    assert said.count("which nobody has vouched for") == 1
    public = (tmp_path / "table.db.keys" / "signing.pub").read_text().splitlines()[-1]
    done(aged, "verify", "--key", public)
    assert "neither a key" in refused(aged, "verify", "--key", "xyz")


def test_a_damaged_archive_is_found(aged: FloorUnderTest) -> None:
    archive(aged)
    here, there = places(aged)
    (copy,) = there.glob("*/*/table-2026-11.parquet")
    content = copy.read_bytes()
    copy.unlink()
    copy.write_bytes(content[:-1])
    said = found(aged)
    assert f"DAMAGED ARCHIVE at row 1: {copy}: this file was changed" in said
    (file,) = there.glob("*/*/table-2026-12.db")
    file.unlink()
    assert f"{file}: this file is missing" in found(aged)
    (file,) = here.glob("*/*/table-2026-12.db")
    file.unlink()
    assert "no place of the archive has this file" in found(aged)


def test_a_damaged_copy_is_passed_over_while_another_is_whole(aged: FloorUnderTest, tmp_path: Path) -> None:
    archive(aged)
    here, there = places(aged)
    (first,) = here.glob("*/*/table-2026-11.db")
    (second,) = there.glob("*/*/table-2026-11.db")
    content = first.read_bytes()
    first.unlink()
    first.write_bytes(content[: len(content) // 2])
    (tmp_path / "back").mkdir()
    said = done(aged, "pull", "table-7", str(tmp_path / "back" / "table.db"))
    assert f"warning: {first}: this file was changed" in said
    assert written(tmp_path / "back" / "table-2026-11.db") == written(tmp_path / "table-2026-11.db")
    said = found(aged)
    assert f"DAMAGED ARCHIVE at row 1: {first}: this file was changed" in said
    assert f"copy it from {there}" in said
    assert f"the chain holds up to row {ends_of_batches(aged)[-1]}" in said

    second.unlink()
    second.write_bytes(b"")
    said = refused(aged, "pull", "table-7", str(tmp_path / "table-again.db"))
    assert "No place of the archive has" in said
    assert "back-up of the archive" in said
    assert "back-up of the archive" in found(aged)


def test_a_moved_archive_is_found_through_the_settings(aged: FloorUnderTest, tmp_path: Path) -> None:
    archive(aged)
    here, there = places(aged)
    here.rename(tmp_path / "moved")
    assert "DAMAGED ARCHIVE" in found(aged)
    (aged.folder / "floor" / "floor.toml").write_text(
        f'[archive]\nplaces = ["{tmp_path / "moved"}", "{there}"]\n'
    )
    done(aged, "verify")


def test_forks_are_verified_and_archived_with_the_rows_that_they_share(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    (tmp_path / "one").mkdir()
    log = SmallLog(tmp_path / "one" / "table.db")
    log.write(20)
    log.close()
    settings = floor.enrol("table-7")
    other = SmallLog(copied(log.path, tmp_path / "two"))
    for one, words in ((SmallLog(log.path), "here"), (other, "elsewhere")):
        one.write(10, words)
        one.close()
        bring(settings, one.path)
    assert floor.ask("SELECT count(*) FROM floor.branch") == [(2,)]
    case = quarantine.cases(floor.owner())[0].number
    done(floor, "accept", str(case), *DISPUTE)
    assert "Table 7, branch 2: " in done(floor, "verify")
    for branch in (1, 2):
        ((first, last),) = floor.ask("SELECT min(seq), max(seq) FROM floor.event WHERE branch = %s", branch)
        arrived(floor, first, last, OLD, branch)
    archive(floor)
    assert floor.ask("SELECT count(*) FROM floor.event") == [(0,)]
    said = done(floor, "verify")
    assert said.count("from the archive") == 2
    (tmp_path / "back").mkdir()
    done(floor, "pull", "table-7", str(tmp_path / "back" / "table.db"))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE deed SET who = 'Paul' WHERE seq = 2", "BAD DEED at deed 2: deed 2 was changed"),
        ("DELETE FROM deed WHERE seq = 2", "BAD DEED at deed 3: deed 2 is missing"),
        ("DELETE FROM deed WHERE seq = 3", "the tail is cut"),
        ("UPDATE deed SET signature = sha512(signature) WHERE seq = 3", "deed 3 has a broken signature"),
        ("DELETE FROM hold_lift", "a deed tells of it, and it is gone: lifting of hold 1"),
        ("DELETE FROM hold", "a deed tells of it, and it is gone: hold 1"),
        (
            "INSERT INTO dropped_month VALUES ('2024-05-01', 1, 'Mallory')",
            "no deed says who did this: drop of 2024-05",
        ),
    ],
)
def test_deeds_that_were_changed_are_found(floor: FloorUnderTest, change: str, words: str) -> None:
    done(floor, "hold", "put", "--since", "2026-01-01", "--until", "2026-02-01", *DISPUTE)
    done(floor, "hold", "lift", "1", *DISPUTE)
    assert "3 deeds, chain intact" in done(floor, "verify")
    with superuser(floor) as connection:
        connection.execute(change)
    assert words in found(floor)
    assert "BAD DEED" in found(floor, "--floor-key", "17" * 32)


def test_a_fork_that_was_accepted_and_given_up_again_keeps_its_deed(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    log, settings = SmallLog(tmp_path / "table.db"), floor.enrol("table-7")
    log.write(20)
    log.close()
    spares = [copied(log.path, tmp_path / name) for name in ("first", "second")]
    for path in (log.path, *spares):
        more = SmallLog(path)
        more.write(5, path.parent.name)
        more.close()
        bring(settings, path)
    for case in ("1", "2", "1"):
        done(floor, "accept", case, *MARIA, "--because", "it took over")
        assert "WRONG RECORD" not in done(floor, "verify")
    with superuser(floor) as connection:
        connection.execute("UPDATE branch SET accepted_at = NULL WHERE branch = 3")
    assert "a deed tells of it, and it is gone: acceptance of case 2" in found(floor)
