"""The people of the floor: from the first of them on, every act has a known author."""

import subprocess
import sys
from subprocess import PIPE, STDOUT

import psycopg
import pytest

from tests.floor.commands import MARIA_PIN, NEW_PIN, add_maria, done, floor_command, listed, refused
from tests.floor.floors import FloorUnderTest

REASON = ("--because", "left the house")


def test_any_name_will_do_until_there_are_people(floor: FloorUnderTest) -> None:
    done(floor, "enrol", "table-1", "--by", "Whoever")
    add_maria(floor)
    assert "not known" in refused(floor, "enrol", "table-2", "--by", "Whoever")
    assert "wrong PIN" in refused(floor, "enrol", "table-2", "--by", "Maria", answers="111222\n")
    assert floor.ask("SELECT count(*) FROM floor.station") == [(1,)]


def test_a_person_acts_under_name_or_badge_and_every_deed_is_listed(floor: FloorUnderTest) -> None:
    add_maria(floor)
    floor.ask("SELECT 1")
    done(floor, "enrol", "table-1", "--by", "17", answers=f"{MARIA_PIN}\n")
    done(floor, "disable", "table-1", "--by", "maria", *REASON, answers=f"{MARIA_PIN}\n")
    found = listed(floor, "people", "deeds")
    assert [one["what"] for one in found] == [
        *("key_named", "person_added", "station_enrolled", "station_disabled")
    ]
    assert {one["who"] for one in found[1:]} == {"Maria"}
    assert found[3]["about"] == {"station": "table-1", "because": "left the house"}
    said = done(floor, "people", "deeds")
    assert "Maria (shift manager): station disabled  because: left the house; station: table-1" in said
    assert "{" not in said
    again = refused(
        *(floor, "people", "add", "maria", "--title", "service", "--by", "Maria"), answers=f"{MARIA_PIN}\n"
    )
    assert "Maria (shift manager) is on the list of this floor already" in again


def test_a_deed_and_its_act_are_one(floor: FloorUnderTest) -> None:
    """A refused act leaves no deed."""
    done(floor, "enrol", "table-1", "--by", "Maria")
    before = floor.ask("SELECT seq, hash FROM floor.deed_head")
    assert "no station" in refused(floor, "disable", "table-2", "--by", "Maria", *REASON)
    assert floor.ask("SELECT seq, hash FROM floor.deed_head") == before


def test_wrong_pins_make_somebody_wait_and_another_unlocks(floor: FloorUnderTest) -> None:
    add_maria(floor)
    more = ("people", "add", "Paul", "--title", "floorperson", "--by", "Maria")
    done(floor, *more, answers=f"{MARIA_PIN}\n{NEW_PIN}")
    wrong = ("people", "pin", "Paul", "--by", "Paul")
    assert "wrong PIN" in refused(floor, *wrong, answers="111222\n")
    assert "too early" in refused(floor, *wrong, answers="111222\n")
    floor.owner().execute("UPDATE floor.person SET wrong = 10, wait_until = NULL WHERE name = 'Paul'")
    assert "locked" in refused(floor, *wrong, answers="111222\n")
    assert [one["locked"] for one in listed(floor, "people", "list")] == [False, True]
    done(floor, "people", "unlock", "Paul", "--by", "Maria", answers=f"{MARIA_PIN}\n")
    assert "new PIN" in done(floor, *wrong, answers=f"{MARIA_PIN}\n{NEW_PIN}")


def test_pins_that_are_tried_at_the_same_time_count_one_after_the_other(floor: FloorUnderTest) -> None:
    add_maria(floor)
    floor.owner().execute("UPDATE floor.person SET wrong = 9")
    where = ("--folder", str(floor.folder / "floor"), "--database", floor.database)
    words = ("-m", "dealer_station", "floor", "disable", "table-1", "--by", "Maria", "--because", "x", *where)
    tries = [
        subprocess.Popen([sys.executable, *words], stdin=PIPE, stdout=PIPE, stderr=STDOUT) for _ in range(5)
    ]
    prompts = [one.stdout.read(len("PIN of Maria")) for one in tries if one.stdout]
    assert set(prompts) == {b"PIN of Maria"}, "each was let in before any had answered"
    for pin, one in enumerate(tries, 111222):
        assert one.stdin
        one.stdin.write(f"{pin}\n".encode())
        one.stdin.flush()
    said = [one.communicate()[0].decode() for one in tries]
    assert sum("nothing was done" in one for one in said) == 1, said
    assert sum("locked after too many wrong PINs" in one for one in said) == 4, said
    assert floor.ask("SELECT wrong FROM floor.person") == [(10,)]
    tried = [one["about"] for one in listed(floor, "people", "deeds") if one["what"] == "wrong_pin"]
    assert tried == [{"in_a_row": 10}]
    assert "locked" in refused(
        floor, "disable", "table-1", "--by", "Maria", *REASON, answers=f"{MARIA_PIN}\n"
    )


def test_a_person_who_is_disabled_while_the_prompt_waits_is_not_let_in(floor: FloorUnderTest) -> None:
    add_maria(floor)
    more = ("people", "add", "Paul", "--title", "floorperson", "--by", "Maria")
    done(floor, *more, answers=f"{MARIA_PIN}\n{NEW_PIN}")
    where = ("--folder", str(floor.folder / "floor"), "--database", floor.database)
    words = ("-m", "dealer_station", "floor", "disable", "table-1", "--by", "Paul", "--because", "x", *where)
    with subprocess.Popen([sys.executable, *words], stdin=PIPE, stdout=PIPE, stderr=STDOUT) as waiting:
        assert waiting.stdout
        assert waiting.stdout.read(len("PIN of Paul")) == b"PIN of Paul"
        done(floor, "people", "disable", "Paul", "--by", "Maria", *REASON, answers=f"{MARIA_PIN}\n")
        said = waiting.communicate(f"{MARIA_PIN}\n".encode())[0].decode()
    assert "Paul is disabled at this floor" in said


def test_a_disabled_person_can_do_nothing_and_the_last_one_stays(floor: FloorUnderTest) -> None:
    add_maria(floor)
    last = refused(floor, "people", "disable", "Maria", "--by", "Maria", *REASON, answers=f"{MARIA_PIN}\n")
    assert "last person" in last
    more = ("people", "add", "Paul", "--title", "floorperson", "--by", "Maria")
    done(floor, *more, answers=f"{MARIA_PIN}\n{NEW_PIN}")
    done(floor, "people", "disable", "Paul", "--by", "Maria", *REASON, answers=f"{MARIA_PIN}\n")
    assert "is disabled" in refused(floor, "enrol", "x", "--by", "Paul", answers=f"{MARIA_PIN}\n")


def test_a_service_has_no_pin_and_cannot_act_for_people(floor: FloorUnderTest) -> None:
    add_maria(floor)
    more = ("people", "add", "timer", "--title", "service", "--by", "Maria")
    done(floor, *more, answers=f"{MARIA_PIN}\n")
    assert "needs a person with a PIN" in refused(floor, "enrol", "x", "--by", "timer")


def test_a_folder_without_the_floors_key_writes_no_deed(floor: FloorUnderTest) -> None:
    done(floor, "enrol", "table-1", "--by", "Maria")
    (floor.folder / "floor" / "signing.key").unlink()
    assert "copy it from the machine" in refused(floor, "enrol", "table-2", "--by", "Maria")
    (floor.folder / "floor" / "signing.key").write_text(f"another\n{'17' * 32}\n")
    assert "copy signing.key" in refused(floor, "enrol", "table-2", "--by", "Maria")
    assert floor.ask("SELECT name FROM floor.station") == [("table-1",)]


@pytest.mark.parametrize("table", ["deed", "hold", "archive", "dropped_month"])
def test_nobody_changes_what_was_recorded(floor: FloorUnderTest, table: str) -> None:
    with psycopg.connect(floor.database, autocommit=True) as connection:
        for role in ("owner", "people", "archivist", "gateway", "reader"):
            connection.execute(f"SET ROLE dealer_station_{role}")
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(f"DELETE FROM floor.{table}")


def test_the_hash_of_a_pin_is_not_for_readers(floor: FloorUnderTest) -> None:
    with psycopg.connect(floor.database, autocommit=True) as connection:
        connection.execute("SET ROLE dealer_station_reader")
        connection.execute("SELECT name, title FROM floor.person")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("SELECT pin FROM floor.person")


def test_status_and_accept_work_with_the_rights_of_people(floor: FloorUnderTest) -> None:
    done(floor, "enrol", "table-1", "--by", "Maria")
    assert floor_command(floor, "status").exit_code == 0
    assert "no case 1" in refused(floor, "accept", "1", "--by", "Maria", *REASON)
