"""`dealer-station report`, as somebody in the pit types it: figures that were counted by hand."""

import csv
import json
import shutil
from pathlib import Path

import pytest

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.odds import exact, exact_spread
from dealer_station.rulebooks import load
from tests.log.shifts import put_guards_back, unguarded
from tests.review.asking import data, run, table, words
from tests.review.days import ByHand, at, dealt

BERLIN = "Europe/Berlin"


def test_pace_by_hour_marks_the_high_and_the_low(tmp_path: Path) -> None:
    day = ByHand(tmp_path / "t.db", "2026-11-16T10:00")
    for hour, rounds in ((10, 3), (11, 1), (12, 5)):
        day.go_to(at(f"2026-11-16T{hour}:10"))
        for _ in range(rounds):
            day.plain(seconds=10)
    day.go_to(at("2026-11-16T13:00"))
    found = data(day.close())
    rows = table(found, "Rounds by hour")
    assert [(row["Hour"], row["Minutes open"], row["Rounds"], row["Mark"]) for row in rows] == [
        ("10:00", 60, 3, ""),
        ("11:00", 60, 1, "low"),
        ("12:00", 60, 5, "high"),
    ]
    assert found["rounds"] == 9
    assert "High: 5.0 rounds an hour at 12:00." in words(found, "pace")


@pytest.mark.parametrize(
    ("day", "hours", "doubled"),
    [
        ("2026-10-24", 25, ["02:00 +0200", "02:00 +0100"]),
        ("2026-03-28", 23, []),
        ("2026-06-01", 24, ["02:00"]),
    ],
)
def test_a_day_of_23_or_25_hours_is_right(tmp_path: Path, day: str, hours: int, doubled: list[str]) -> None:
    # One round in every hour, by the clock that knows no summer.
    table_ = ByHand(tmp_path / "t.db", f"{day}T06:00", BERLIN)
    for number in range(hours):
        table_.go_to(at(f"{day}T06:00", BERLIN) + (number * 60 + 20) * 60_000_000)
        table_.plain()
    table_.go_to(at(f"{day}T06:00", BERLIN) + hours * 3_600_000_000 - 1)
    found = data(table_.close(), "--zone", BERLIN)
    rows = table(found, "Rounds by hour")
    assert found["hours"] == hours == len(rows) == found["rounds"]
    assert {row["Rounds an hour"] for row in rows} == {1.0}
    assert [row["Hour"] for row in rows if row["Hour"].startswith("02:")] == doubled


def test_a_time_that_comes_twice_is_said_to_be_the_first(tmp_path: Path) -> None:
    day = ByHand(tmp_path / "t.db", "2026-10-25T01:00", BERLIN)
    for minutes in (95, 155):
        day.go_to(at("2026-10-25T01:00", BERLIN) + minutes * 60_000_000)
        day.plain()
    db, span = day.close(), ("--to", "2026-10-25T04:00", "--zone", BERLIN)
    heard = run(db, "--from", "2026-10-25T02:30", *span)
    assert (
        "2026-10-25T02:30 occurs twice on this day; the first is used, 2026-10-25T02:30+02:00" in heard.stderr
    )
    assert "2026-10-25 02:30+02:00 to 2026-10-25 04:00" in heard.stdout
    typed = run(db, "--from", "2026-10-25T02:30+01:00", *span, "--format", "json")
    assert "occurs twice" not in typed.stderr
    assert json.loads(typed.stdout)["rounds"] == 1


def test_a_gaming_day_begins_at_its_own_hour(tmp_path: Path) -> None:
    day = ByHand(tmp_path / "t.db", "2026-11-16T22:00")
    for when in ("2026-11-16T23:00", "2026-11-17T05:59", "2026-11-17T06:01"):
        day.go_to(at(when))
        day.plain()
    db = day.close()
    assert data(db)["rounds"] == 1, "the last gaming day began at 06:00"
    assert data(db, "--from", "2026-11-16", "--to", "2026-11-16")["rounds"] == 2
    assert data(db, "--day-starts", "00:00")["rounds"] == 2
    assert data(db, "--day-starts", "06:15")["rounds"] == 3
    assert data(db, "--from", "2026-11-17T05:00", "--to", "2026-11-17T06:00")["rounds"] == 1
    (tmp_path / "station.toml").write_text(
        '[table]\nname = "7"\nprofile = "massachusetts"\ngaming_day_start_hour = 7\n[log]\ndb = "t.db"\n'
    )
    found = data()
    assert (found["rounds"], found["gaming_day_starts"]) == (3, "07:00")


def test_a_table_that_pays_too_well_is_seen(tmp_path: Path) -> None:
    day = ByHand(tmp_path / "t.db", "2026-11-16T10:00")
    for number in range(120):
        # The player wins nine of ten: what honest cards would hardly do.
        day.plain(wins=number % 10 != 0, seconds=5)
    found = data(day.close())
    (row,) = table(found, "House result against exact expectation")
    assert (row["Hands"], row["Staked"], row["House"]) == (120, 120_000, 12_000 - 108_000)
    worth = exact.main_value(load("massachusetts"), "war")
    spread = exact_spread.spread(load("massachusetts"), "main", "war")
    assert row["Expected"] == round(-worth * 120_000)
    by_deviations = row["Expected"] - 3.2905 * (120 * 1000**2 * spread.variance) ** 0.5
    assert abs(row["Band from"] - by_deviations) < 1_500, "so many hands lie nearly even around their mean"
    assert row["House"] < row["Band from"]
    assert "outside the band: the table pays too well, one shift in" in row["Judgement"]
    (taken,) = table(found, "Takes and pays by wager")
    assert (taken["Taken"], taken["Paid"], taken["Returned"]) == (12_000, 108_000, 108_000)


def test_an_honest_table_lies_inside_the_band(tmp_path: Path) -> None:
    db = dealt(tmp_path / "t.db", "2026-11-16T10:00", rounds=80)
    rows = table(data(db), "House result against exact expectation")
    assert rows[0]["Wager"] == "main and war"
    assert rows[0]["Judgement"] == "inside the band"


def test_what_the_reader_could_not_read_is_counted_per_thousand_cards(tmp_path: Path) -> None:
    day = ByHand(tmp_path / "t.db", "2026-11-16T10:00")
    day.round(["2c", "9c", "5d"])
    day.see(o.BetsPlaced((o.Bet(1, main_cents=1000),)), o.Called(), o.CardDrawn(None))
    found = data(day.close())
    (row,) = table(found, "Reader errors by reader")
    assert (row["Cards"], row["Not read"], row["Per thousand"]) == (3, 1, 333.33)


def test_a_device_that_was_away_for_a_while_has_its_up_time(tmp_path: Path) -> None:
    day = ByHand(tmp_path / "t.db", "2026-11-16T10:00")
    day.see(o.DeviceSaid("shuffler", "back", "met for the first time", cause="first_met"), source="shuffler")
    day.wait(3000)
    day.see(o.DeviceSaid("shuffler", "lost", "no heartbeat"), source="shuffler")
    day.wait(600)
    day.see(o.DeviceSaid("shuffler", "back"), source="shuffler")
    found = data(day.close())
    (row,) = (one for one in table(found, "Device up-time") if one["Device"] == "shuffler")
    assert (row["Minutes there"], row["Minutes away"], row["Times lost"]) == (50, 10, 1)
    assert row["Up-time"] == 83.333


def test_a_count_that_is_not_ours_and_a_jam_are_in_the_checks(tmp_path: Path) -> None:
    day = ByHand(tmp_path / "t.db", "2026-11-16T10:00")
    day.see(
        o.DeviceSaid("shuffler", "count", count=312),
        o.DeviceSaid("shuffler", "count", count=311),
        source="shuffler",
    )
    day.see(o.DeviceSaid("shuffler", "jam"), source="shuffler")
    found = data(day.close())
    rows = {row["What"]: row["Times"] for row in table(found, "Counts and shuffles")}
    assert (rows["counts compared"], rows["counts that agreed"]) == (2, 1)
    assert rows["shuffles failed: jam"] == 1
    assert "2 counts compared, 1 of them wrong. 1 shuffle failed" in words(found, "checks")


def test_seconds_per_step_are_those_of_the_clock_that_never_goes_back(tmp_path: Path) -> None:
    day = ByHand(tmp_path / "t.db", "2026-11-16T10:00")
    day.round(["2c", "9c", "5d"], seconds=4)
    day.clock.wall -= 1_800_000_000
    day.round(["9c", "5d"], seconds=2)
    rows = {row["Step"]: row for row in table(data(day.close()), "Seconds per step")}
    assert (rows["first cards"]["Times"], rows["first cards"]["Mean"]) == (4, 3.0)
    assert (rows["hand settled"]["Longest"], rows["hand settled"]["Together"]) == (4.0, 6.0)


def test_whom_an_irregularity_favoured_is_told_by_the_chips_that_put_it_right(tmp_path: Path) -> None:
    day = ByHand(tmp_path / "t.db", "2026-11-16T10:00")
    day.see(o.DealerArrived("Ana"))
    day.see(o.BetsPlaced((o.Bet(1, main_cents=1000),)), o.Called())
    day.see(*(o.CardDrawn(Card(card)) for card in ("2c", "9c", "5d")))
    day.see(o.Settled(), o.Reported("wrong_pay", 1))
    day.see(o.Ruled("take", ("1",), 500, by="Maria", because="paid twice"), source="floor", who="Maria")
    found = data(day.close())
    (row,) = table(found, "Irregularities by kind")
    assert (row["Kind"], row["Times"], row["For a player"]) == ("wrong_pay", 1, 1)
    assert "1 favoured a player, by 5.00 in total." in words(found, "irregularities")
    assert table(found, "Irregularities by dealer")[0]["Dealer"] == "Ana"


def test_a_dealer_alone_and_a_dealer_who_was_not_there(tmp_path: Path) -> None:
    db = dealt(tmp_path / "t.db", "2026-11-16T10:00", rounds=20)
    everybody = {row["Dealer"]: row["Rounds"] for row in table(data(db), "Rounds by dealer")}
    assert sum(everybody.values()) == 20
    name, rounds = next(iter(everybody.items()))
    assert data(db, "--dealer", name)["rounds"] == rounds
    refused = run(db, "--dealer", "Zoe")
    assert refused.exit_code == 2
    assert 'was ended by "Zoe"; dealers in this time: ' in refused.output


def test_csv_and_text_say_the_same_and_nothing_is_overwritten(tmp_path: Path) -> None:
    db = dealt(tmp_path / "t.db", "2026-11-16T10:00", rounds=5)
    before = db.read_bytes()
    out = tmp_path / "r.csv"
    assert run(db, "--format", "csv", "--out", out).exit_code == 0
    lines = list(csv.reader(out.read_text("utf-8").splitlines()))
    assert lines[0] == ["Report", "t.db"]
    assert ["Rounds by hour"] in lines
    assert "5 rounds in " in run(db).output
    for taken in (out, db):
        done = run(db, "--format", "csv", "--out", taken)
        assert done.exit_code == 2
        assert "already exists; name a new file" in done.output
    assert db.read_bytes() == before
    assert "a PDF cannot be printed to the terminal" in run(db, "--format", "pdf").output
    assert "no such folder" in run(db, "--out", tmp_path / "no" / "r.txt").output


def test_a_damaged_log_is_counted_up_to_its_first_bad_row(tmp_path: Path) -> None:
    db = dealt(tmp_path / "t.db", "2026-11-16T10:00", rounds=12)
    copy = tmp_path / "copy.db"
    shutil.copy(db, copy)
    whole = data(db)["sources"][0]["rows"]
    bad = whole // 2
    connection = unguarded(db)
    connection.execute("UPDATE event SET who = 'somebody' WHERE seq = ?", (bad,))
    connection.close()
    put_guards_back(db, copy)
    done = run(db, "--format", "json")
    assert done.exit_code == 1
    found = json.loads(done.stdout)
    assert found["seal"] == "broken"
    assert found["sources"][0]["rows"] == bad - 1
    assert f"broken at row {bad:,}" in done.stderr
    assert f"rows up to {bad - 1:,} are intact and counted" in done.stderr
    assert 0 < found["rounds"] < 12
    assert "the chain was not verified" in run(copy, "--unverified").output


def test_a_foreign_file_beside_a_good_one_and_alone(tmp_path: Path) -> None:
    db = dealt(tmp_path / "t.db", "2026-11-16T10:00", rounds=3)
    foreign = tmp_path / "holiday.txt"
    foreign.write_text("no log at all, whatever its name may be")
    done = run(db, foreign, "--format", "json")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["rounds"] == 3
    assert "holiday.txt" in done.stderr
    alone = run(foreign)
    assert alone.exit_code == 2
    assert "holiday.txt" in alone.output


def test_a_copy_of_a_log_is_not_counted_twice(tmp_path: Path) -> None:
    db = dealt(tmp_path / "t.db", "2026-11-16T10:00", rounds=3)
    copy = tmp_path / "copy.db"
    shutil.copy(db, copy)
    assert data(db, copy)["rounds"] == 3


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        (("--zone", "Europe/Atlantis"), '"Europe/Atlantis" is not a known time zone'),
        (("--day-starts", "25:00"), '"25:00" is not a valid start of a gaming day'),
        (("--from", "yesterday"), '"yesterday" is neither a day nor a time'),
        (("--from", "2026-11-18", "--to", "2026-11-16"), "must be before --to"),
    ],
)
def test_what_cannot_be_meant_is_answered_in_a_sentence(
    tmp_path: Path, given: tuple[str, ...], complaint: str
) -> None:
    db = dealt(tmp_path / "t.db", "2026-11-16T10:00", rounds=1)
    done = run(db, *given)
    assert done.exit_code == 2
    assert complaint in done.output


def test_without_a_log_the_way_on_is_named() -> None:
    done = run()
    assert done.exit_code == 2
    assert "station.toml" in done.output


def test_a_tie_wager_on_a_void_hand_is_weighed_too(tmp_path: Path) -> None:
    day = ByHand(tmp_path / "t.db", "2026-11-16T10:00")
    day.see(o.BetsPlaced((o.Bet(1, main_cents=1000, tie_cents=5000),)), o.Called())
    day.see(*(o.CardDrawn(Card(card)) for card in ("2c", "9c", "9d")))
    day.see(o.Reported("dispute", 1))
    day.see(o.Ruled("void_round", (), 0, by="Maria", because="cards were mixed"), source="floor", who="Maria")
    found = data(day.close())
    (row,) = table(found, "Irregularities by kind")
    assert row["For the house"] == 1
    assert "1 favoured the house, by 500.00 in total." in words(found, "irregularities")
    assert "1 irregularity" in words(found, "irregularities")
