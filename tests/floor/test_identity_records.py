"""People, stations and vouched keys that were changed past the deeds: `floor verify` finds it."""

import psycopg
import pytest

from tests.floor.commands import MARIA_PIN, NEW_PIN, add_maria, done, floor_command
from tests.floor.floors import FloorUnderTest, bring
from tests.floor.small_logs import SmallLog

MARIA, BECAUSE = ("--by", "Maria"), ("--because", "left the house")
MALLORY = "INSERT INTO person (name, title, pin, added_by) VALUES ('Mallory', 'shift manager', '', 'Maria')"
GHOST = (
    "INSERT INTO station (name, public_key, expires_at, enrolled_by) "
    "VALUES ('ghost', sha256('x'), now(), 'Maria')"
)
FOREIGN = (
    "INSERT INTO log_key (log, key, station, vouched_by) SELECT log, sha256('x'), 'table-7', '{}' "
    "FROM station WHERE name = 'table-7'"
)


@pytest.fixture
def staffed(floor: FloorUnderTest) -> FloorUnderTest:
    """A floor with Maria, Paul who was disabled, a station that has brought a log, a spare and a reader."""
    log = SmallLog(floor.folder / "table.db")
    log.write(5)
    log.close()
    bring(floor.enrol("table-7"), log.path)
    add_maria(floor)
    pin = f"{MARIA_PIN}\n"
    done(floor, "people", "add", "Paul", "--title", "floorperson", *MARIA, answers=pin + NEW_PIN)
    done(floor, "people", "disable", "Paul", *MARIA, *BECAUSE, answers=pin)
    done(floor, "enrol", "spare", "--log", "table-7", *MARIA, answers=pin)
    done(floor, "enrol", "pit", "--reader", *MARIA, answers=pin)
    done(floor, "disable", "spare", *MARIA, *BECAUSE, answers=pin)
    done(floor, "verify")
    return floor


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            "UPDATE person SET disabled_at = NULL WHERE name = 'Paul'",
            'person Paul: state is "may act", and the deeds up to 5 say "disabled"',
        ),
        ("UPDATE person SET title = 'licensee' WHERE name = 'Maria'", 'title is "licensee"'),
        ("UPDATE person SET badge = '18' WHERE name = 'Maria'", 'badge is "18", and the deeds up to'),
        (MALLORY, "no deed says who did this: person Mallory"),
        ("UPDATE station SET public_key = sha256('x') WHERE name = 'table-7'", "station table-7: key of the"),
        ("UPDATE station SET state = 'enrolled' WHERE name = 'spare'", 'station spare: state is "enrolled"'),
        ("UPDATE station SET role = 'station' WHERE name = 'pit'", 'station pit: role is "station"'),
        ("UPDATE station SET enrolled_by = 'Paul' WHERE name = 'pit'", 'station pit: enrolled by is "Paul"'),
        ("UPDATE station SET log = NULL WHERE name = 'spare'", 'station spare: log is ""'),
        (GHOST, "no deed says who did this: station ghost"),
        (FOREIGN.format("Maria"), "station table-7 has 2 keys that no person named"),
        (FOREIGN.format("Paul"), "is vouched for by Paul, who never enrolled it"),
        (
            "UPDATE station SET vouched = ARRAY[sha256('x'), sha256('y')] WHERE name = 'spare'",
            "station spare has 2 keys that no person named",
        ),
    ],
)
def test_what_the_role_of_people_changes_without_a_deed_is_found(
    staffed: FloorUnderTest, change: str, words: str
) -> None:
    with psycopg.connect(staffed.database, autocommit=True) as connection:
        connection.execute("SET ROLE dealer_station_people")
        connection.execute("SET search_path = floor")
        assert connection.execute(change).rowcount == 1
    result = floor_command(staffed, "verify")
    assert result.exit_code == 1, result.output
    assert words in result.output
    assert result.output.count("WRONG RECORD") == 1, result.output


def test_a_person_or_station_that_is_gone_is_missed(staffed: FloorUnderTest) -> None:
    with psycopg.connect(staffed.database, autocommit=True) as connection:
        connection.execute("DELETE FROM floor.person WHERE name = 'Paul'")
        connection.execute("DELETE FROM floor.station WHERE name = 'spare'")
    said = floor_command(staffed, "verify").output
    assert "a deed tells of it, and it is gone: person Paul" in said
    assert "a deed tells of it, and it is gone: station spare" in said
