"""A spare without the first months of its log goes on with its cosigned notes, and missing notes are seen."""

import shutil
from pathlib import Path

import psycopg
import pytest

from dealer_station.log.transparency.log_tree import tree_path
from tests.floor.aged import OLD, archive, arrived
from tests.floor.commands import done, floor_command
from tests.floor.cosigning.noted import bring_noted, cosigned_sizes, grow
from tests.floor.floors import FloorUnderTest, bring
from tests.floor.small_logs import SmallLog
from tests.floor.test_mirror import two_months
from tests.floor.test_restore import Spare


@pytest.fixture
def dead(floor: FloorUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Spare:
    """A spare for a table of two months, whose station has brought notes and is gone."""
    (tmp_path / "dead").mkdir()
    _, new = two_months(tmp_path / "dead" / "station.db")
    bring_noted(floor.enrol("table-7"), new)
    spare = Spare(floor, tmp_path / "desk", monkeypatch)
    done(floor, "disable", "table-7", "--by", "Maria", "--because", "it died")
    shutil.rmtree(new.parent)
    return spare


def test_a_spare_with_the_current_month_alone_is_cosigned(dead: Spare) -> None:
    before = cosigned_sizes(dead.floor)
    assert "warning: the floor will cosign nothing" not in dead.restore(0, "--months", "1")
    assert [one.name for one in dead.folder.glob("*.tree")] == [
        tree_path(dead.db).name.replace(".db", "-2026-11.db")
    ]
    brought = bring_noted(dead.settings, dead.db)
    assert brought.state.words == "", brought.state
    assert cosigned_sizes(dead.floor)[-1] > before[-1]
    assert floor_command(dead.floor, "verify").exit_code == 0


def test_a_spare_of_a_log_whose_first_month_is_archived_is_cosigned(dead: Spare) -> None:
    last = month_ends(dead.floor)
    arrived(dead.floor, 1, last, OLD)
    archive(dead.floor)
    assert dead.floor.ask("SELECT size FROM floor.tree") == [(last,)]
    assert "warning" not in dead.restore(0)
    assert len(list(dead.folder.glob("*.tree"))) == 1
    before = cosigned_sizes(dead.floor)
    bring_noted(dead.settings, dead.db)
    assert cosigned_sizes(dead.floor)[-1] > before[-1]
    assert dead.floor.ask("SELECT size FROM floor.tree") == [(last,)], "the next spare needs it as well"


def month_ends(floor: FloorUnderTest) -> int:
    """The last row of the first month."""
    ((opened,),) = floor.ask(
        "SELECT max(seq) FROM floor.event WHERE part = 'record' AND body LIKE '%%\"Opened\"%%'::bytea"
    )
    return int(opened) - 1


def test_a_tree_that_leads_elsewhere_is_not_signed(dead: Spare) -> None:
    with psycopg.connect(dead.floor.database, autocommit=True) as connection:
        connection.execute("UPDATE floor.note SET nodes = decode(repeat('17', length(nodes)), 'hex')")
        connection.execute("DELETE FROM floor.tree")
        connection.execute("UPDATE floor.event SET hash = sha256(hash) WHERE seq = 5")
    said = dead.restore(0, "--months", "1")
    assert "warning: the floor will cosign nothing of this spare" in said
    assert not list(dead.folder.glob("*.tree"))


def test_a_log_that_grows_without_notes_is_a_reason_to_act(floor: FloorUnderTest, tmp_path: Path) -> None:
    log = SmallLog(tmp_path / "table.db")
    log.write(10)
    log.close()
    settings = floor.enrol("table-7")
    bring_noted(settings, log.path)
    assert floor_command(floor, "status").exit_code == 0
    for _ in range(2):
        grow(log.path, 10)
        bring(settings, log.path)  # Without the key of the station it brings no note.
    assert floor_command(floor, "status").exit_code == 0, "the next note is not due yet"
    ((late, _), *_) = floor.ask("SELECT first_seq, 1 FROM floor.batch ORDER BY first_seq DESC LIMIT 1")
    with psycopg.connect(floor.database, autocommit=True) as connection:
        earlier = "UPDATE floor.batch SET kept_at = kept_at - interval '{}' WHERE first_seq < %s"
        connection.execute(earlier.format("50 minutes"), (late,))
        assert floor_command(floor, "status").exit_code == 0
        connection.execute(earlier.format("20 minutes"), (late,))
        shown = floor_command(floor, "status")
        assert shown.exit_code == 1, shown.output
        assert "NO NOTE of the rows since" in shown.output
        connection.execute("UPDATE floor.batch SET kept_at = kept_at - interval '25 hours'")
        assert floor_command(floor, "status").exit_code == 0, "a log that has ended brings no more notes"
    bring_noted(settings, log.path)
    assert floor_command(floor, "status").exit_code == 0
