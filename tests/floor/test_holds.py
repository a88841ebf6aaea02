"""Holds on rounds, tables and spans of time: put, listed and lifted by named people."""

from pathlib import Path

from dealer_station.log.read.reader import Reader
from tests.floor.commands import done, listed, refused
from tests.floor.floors import FloorUnderTest, bring

MARIA = ("--by", "Maria", "--because", "dispute 12")


def test_a_round_is_held_with_all_its_rows(floor: FloorUnderTest, played: Path) -> None:
    bring(floor.enrol("table-7"), played)
    with Reader(played) as log:
        rounds = {number: (first, last) for last, first, number in log.spans()}
    assert len(rounds) > 20
    for number in (1, 2, 17, max(rounds)):
        done(floor, "hold", "put", "table-7", "--round", str(number), *MARIA)
        assert floor.ask("SELECT first_seq, last_seq FROM floor.hold ORDER BY id DESC LIMIT 1") == [
            rounds[number]
        ]
    assert "no end of a round 4000" in refused(floor, "hold", "put", "Table 7", "--round", "4000", *MARIA)


def test_a_hold_is_lifted_once_and_stays_recorded(floor: FloorUnderTest, played: Path) -> None:
    bring(floor.enrol("table-7"), played)
    done(floor, "hold", "put", "table-7", *MARIA)
    assert "all tables" in done(
        *(floor, "hold", "put", "--since", "2026-01-01", "--until", "2026-02-01", *MARIA)
    )
    assert [one["kind"] for one in listed(floor, "hold", "list")] == ["table", "span"]
    done(floor, "hold", "lift", "1", "--by", "Paul", "--because", "settled")
    assert "lifted by Paul" in refused(floor, "hold", "lift", "1", *MARIA)
    assert [one["number"] for one in listed(floor, "hold", "list")] == [2]
    both = listed(floor, "hold", "list", "--all")
    assert [one["lifted_by"] for one in both] == ["Paul", None]
    assert [one["what"] for one in listed(floor, "people", "deeds")] == [
        *("key_named", "station_enrolled", "hold_put", "hold_put", "hold_lifted")
    ]


def test_a_hold_on_nothing_is_refused(floor: FloorUnderTest) -> None:
    assert "name the TABLE" in refused(floor, "hold", "put", *MARIA)
    assert "both --since and --until" in refused(floor, "hold", "put", "--since", "2026-01-01", *MARIA)
    assert "no log" in refused(floor, "hold", "put", "table-9", *MARIA)
    backwards = ("--since", "2026-02-01", "--until", "2026-01-01")
    assert "ends before it begins" in refused(floor, "hold", "put", *backwards, *MARIA)
    assert "no hold 7" in refused(floor, "hold", "lift", "7", *MARIA)
    assert floor.ask("SELECT count(*) FROM floor.hold") == [(0,)]
