"""The files and the time of a report: months, copies, spans, terminals, and what is missing."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_station.cli.main import main
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.kinds import as_ruling
from dealer_station.log.integrity.verify import verify
from dealer_station.log.store.append import Writer
from dealer_station.review.proof import signing
from tests.log import shifts
from tests.review.asking import data, run, table, words
from tests.review.days import ByHand, at, dealt
from tests.review.pdf_text import pages

BERLIN = "Europe/Berlin"


def through_a_month_end(db: Path) -> Path:
    """Eight hours with the end of October in them, a round every half hour, the shoe away for ten minutes."""
    begins = at("2026-10-31T20:00")
    night = ByHand(db, "2026-10-31T20:00")
    night.see(o.DeviceSaid("shoe", "back", "met for the first time", cause="first_met"), source="shoe")
    night.see(o.DealerArrived("Ana"))
    for number in range(15):
        night.go_to(begins + (number * 1800 + 600) * 1_000_000)
        night.plain()
    night.go_to(at("2026-11-01T03:30"))
    night.see(o.DeviceSaid("shoe", "lost", "cable"), source="shoe")
    night.wait(600)
    night.see(o.DeviceSaid("shoe", "back"), source="shoe")
    night.go_to(at("2026-11-01T04:00"))
    return night.close()


def test_a_station_that_runs_through_the_end_of_a_month_was_open_all_the_time(tmp_path: Path) -> None:
    db = through_a_month_end(tmp_path / "t.db")
    october = tmp_path / "t-2026-10.db"
    assert october.exists()
    both = data(october, db)
    assert "15 rounds in 8.00 hours open" in words(both, "pace")
    (row,) = table(both, "Device up-time")
    assert (row["Minutes there"], row["Minutes away"]) == (470, 10)
    (dealer,) = table(both, "Rounds by dealer")
    assert (dealer["Dealer"], dealer["Minutes open"]) == ("Ana", 480)


def test_the_second_month_alone_is_open_from_its_first_row_with_its_dealer_and_devices(
    tmp_path: Path,
) -> None:
    db = through_a_month_end(tmp_path / "t.db")
    alone = data(db)
    (dealer,) = table(alone, "Rounds by dealer")
    assert (dealer["Dealer"], dealer["Minutes open"]) == ("Ana", 230), "the month was turned after a round"
    (row,) = table(alone, "Device up-time")
    assert (row["Device"], row["Minutes there"], row["Minutes away"]) == ("shoe", 220, 10)


def test_a_station_that_starts_in_a_new_month_was_not_open_before(tmp_path: Path) -> None:
    first = ByHand(tmp_path / "t.db", "2026-10-31T20:00")
    first.plain(seconds=10)
    # The power goes: all that is on the disk goes on elsewhere.
    shutil.copytree(tmp_path, tmp_path / "after")
    first.close()
    second = ByHand(tmp_path / "after" / "t.db", "2026-11-01T02:00")
    second.go_to(at("2026-11-01T03:00"))
    db = second.close()
    for files in ((db.with_name("t-2026-10.db"), db), (db.with_name("t-2026-10.db"),)):
        rows = table(data(*files), "Rounds by hour")
        assert sum(row["Minutes open"] for row in rows) == (61.2 if len(files) == 2 else 1.2)


def test_a_shuffle_is_done_only_where_it_had_begun(tmp_path: Path) -> None:
    day = ByHand(tmp_path / "t.db", "2026-11-16T10:00")
    for status in ("ready", "shuffling", "ready", "ready", "shuffling", "stopped", "ready"):
        day.see(o.DeviceSaid("shuffler", status), source="shuffler")
    found = data(day.close())
    rows = {row["What"]: row["Times"] for row in table(found, "Counts and shuffles")}
    assert (rows["shuffles begun by the device"], rows["shuffles done by the device"]) == (2, 1)
    assert "All dealers are counted." in words(found, "checks")


def test_corrections_have_lines_of_their_own_and_large_ones_a_sentence(tmp_path: Path) -> None:
    day = ByHand(tmp_path / "t.db", "2026-11-16T10:00")
    for ruling, cents, by in (("pay", 4000, "Maria"), ("take", 500, "Sam")):
        day.see(o.BetsPlaced((o.Bet(1, main_cents=1000),)), o.Called())
        burn = ("2c",) if ruling == "pay" else ()
        day.see(*(o.CardDrawn(Card(card)) for card in (*burn, "9c", "5d")))
        day.see(o.Settled(), o.Reported("wrong_pay", 1))
        day.see(o.Ruled(as_ruling(ruling), ("1",), cents, by=by, because="put right"), source="floor", who=by)
        day.see(o.Confirmed("pick_up"))
    db = day.close()
    found = data(db)
    lines = {row["Wager"]: row for row in table(found, "Takes and pays by wager")}
    assert (lines["corrections"]["Paid"], lines["corrections"]["Taken"]) == (4000, 500)
    assert lines["corrections"]["House"] == -3500
    rulers = {row["Ruled by"]: row for row in table(found, "Corrections by person")}
    assert (rulers["Maria"]["Paid to players"], rulers["Sam"]["Taken back"]) == (4000, 500)
    said = words(found, "money")
    assert "40.00 paid to players, 5.00 taken back. They are counted separately" in said
    assert "CORRECTIONS TO PLAYERS ARE LARGE: 35.00" in said
    assert "corrections,,5.00,40.00,,-35.00" in run(db, "--format", "csv").output
    assert "Corrections by person" in run(db).output


@pytest.mark.parametrize("columns", [50, 80, 200])
def test_no_figure_is_shortened_however_narrow_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    db = dealt(tmp_path / "t.db", "2026-11-16T10:00", rounds=30, manner="clumsy")
    for name, value in (("TTY_COMPATIBLE", "1"), ("COLUMNS", str(columns)), ("NO_COLOR", "1")):
        monkeypatch.setenv(name, value)
    shown = run(db).output
    assert "…" not in shown
    for row in table(data(db), "House result against exact expectation"):
        for cents in (row["Staked"], row["House"], row["Expected"], row["Band from"], row["Band to"]):
            assert f"{cents / 100:,.2f}" in shown


def test_a_month_that_is_missing_is_said_with_what_each_file_covers(tmp_path: Path) -> None:
    db = through_a_month_end(tmp_path / "t.db")
    october = tmp_path / "t-2026-10.db"
    alone = run(db).output
    assert "NOT COVERED: t.db continues t-2026-10.db, which is not among the files" in alone
    assert "t.db: 2026-11-01 00:10 to 2026-11-01 04:00; chain verified" in alone
    assert "Not covered" in run(db, "--format", "csv").output
    assert data(db)["not_covered"]
    assert "NOT COVERED" not in run(october, db).output
    assert "NOT COVERED" not in run(db, "--from", "2026-11-01T01:00").output


def test_a_table_that_is_not_live_says_so_in_every_form(tmp_path: Path) -> None:
    db = tmp_path / "t.db"
    sim = ("run", "--sim", "--headless", "--rounds", "3", "--seed", "1", "--speed", "0", "--db", str(db))
    assert CliRunner().invoke(main, list(sim)).exit_code == 0
    for form in ("text", "csv"):
        assert "SIMULATED TABLE" in run(db, "--format", form).output
    assert data(db)["sources"][0]["kind"] == "simulated"
    out = tmp_path / "r.pdf"
    assert run(db, "--format", "pdf", "--out", out).exit_code == 0
    assert all("SIMULATEDTABLE" in page for page in pages(out))


@pytest.mark.parametrize(
    "given", [("--to", "9999-12-31"), ("--from", "0001-01-01", "--zone", "Pacific/Auckland")]
)
def test_a_day_beyond_every_log_is_answered_in_a_sentence(tmp_path: Path, given: tuple[str, ...]) -> None:
    db = dealt(tmp_path / "t.db", "2026-11-16T10:00", rounds=1)
    done = run(db, *given)
    assert done.exit_code == 2
    assert "is out of range; use a year from 1970 to 2999" in done.output


def test_an_hour_that_comes_twice_is_told_apart_by_its_distance_from_utc(tmp_path: Path) -> None:
    day = ByHand(tmp_path / "t.db", "2026-10-25T00:00")
    for when in ("2026-10-25T00:30", "2026-10-25T01:30"):  # Both are half past two in Berlin.
        day.go_to(at(when))
        day.plain()
    db = day.close()
    for offset in ("+02:00", "+01:00"):
        span = (f"2026-10-25T02:10{offset}", f"2026-10-25T02:50{offset}")
        assert data(db, "--zone", BERLIN, "--from", span[0], "--to", span[1])["rounds"] == 1


def test_two_stations_that_went_on_from_one_copy_are_no_copies(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    dealt(tmp_path / "one" / "t.db", "2026-11-16T10:00", rounds=3)
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    for folder, rounds in (("one", 4), ("two", 2)):
        dealt(tmp_path / folder / "t.db", f"2026-11-16T1{rounds}:00", rounds=rounds)
    done = run(tmp_path / "one" / "t.db", tmp_path / "two" / "t.db")
    assert "then diverges: two stations continued one copy" in done.output


def test_a_name_that_begins_like_a_formula_is_a_text_in_the_head_too(tmp_path: Path) -> None:
    db = dealt(tmp_path / "t.db", "2026-11-16T10:00", rounds=1)
    odd = tmp_path / "=1+1.db"
    shutil.copy(db, odd)
    assert "Report,'=1+1.db" in run(odd, "--format", "csv").output


def test_without_a_span_it_is_the_day_of_the_last_round(tmp_path: Path) -> None:
    day = ByHand(tmp_path / "t.db", "2026-11-16T10:00")
    day.plain()
    day.go_to(at("2026-11-17T06:00"))
    assert data(day.close())["rounds"] == 1


def test_a_span_in_which_nothing_was_written_is_no_report(tmp_path: Path) -> None:
    db = shifts.play(tmp_path / "table.db", rounds=1)
    done = run(db, "--from", "2020-01-01", "--to", "2020-01-02")
    assert (done.exit_code, "no rows from 2020-01-01" in done.output) == (2, True), done.output


def test_a_key_out_of_the_file_itself_is_said_to_be_so(tmp_path: Path) -> None:
    db = shifts.play(tmp_path / "table.db", rounds=1)
    assert "taken from the file itself" not in run(db).stdout
    db.with_name("table.db.checkpoint").unlink()
    assert "the key was taken from the file itself" in run(db).stdout


def test_rows_of_a_new_month_are_counted_from_its_own_first(tmp_path: Path) -> None:
    clock = shifts.SetClock()
    db = shifts.play(tmp_path / "table.db", rounds=2, clock=clock)
    clock.wall += 31 * 86_400_000_000
    log = Writer(db, shifts.keys_of(db), clock)
    assert log.turn_month()
    log.close()
    connection = shifts.unguarded(db)
    connection.execute("DELETE FROM checkpoint")
    connection.close()
    db.with_name("table.db.checkpoint").unlink(missing_ok=True)
    report = verify(db)
    assert signing(report) == f"none of its {report.rows} rows is signed yet"
