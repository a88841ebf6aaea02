"""Findings, remedies and departures in the log, on the dispute sheet and in the day's report."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from dealer_station.cli.main import main
from dealer_station.engine.model import observations as o
from dealer_station.engine.notation import model as w
from dealer_station.engine.notation.reader import read
from dealer_station.engine.view.table_view import view
from dealer_station.log.catalogue.cataloguer import Cataloguer
from dealer_station.log.catalogue.rounds import LOG_SHIFT, Catalogue, RoundQuery
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.review.dispute_data import dispute_data_of
from dealer_station.rulebooks import load
from dealer_station.station.station import Seen
from tests.log.shifts import SetClock, station_on
from tests.review.asking import data, table, words
from tests.review.pdf_text import pages
from ui.paper.dispute_sheet import dispute_sheet

ROUNDS = (
    "dealer Ana\nshoe 2c\n"
    # 1: the book's remedy.
    "bets 1:50 3:50\ncall\nshoe 7c\nreport late_wager 3 200\nfloor refuse by Maria\n"
    "shoe 4h\nshoe 9s\nsettle\nsettle\nconfirm pick_up\n"
    # 2: a departure from it.
    "bets 1:50 3:50\ncall\nshoe 7d\nreport late_wager 3 200\n"
    'floor depart accept by Lee because "the players agreed"\n'
    "shoe 4c\nshoe 9h\nsettle\nsettle\nconfirm pick_up\n"
    # 3: a finding.
    "bets 1:50 3:50\ncall\nshoe 7h\nreport late_wager 3 200\n"
    'floor unfounded by Maria because "the camera was looked at"\n'
    "shoe 4d\nshoe 9c\nsettle\nsettle\nconfirm pick_up\n"
    # 4: the floor steps in although nothing is stopped.
    "bets 1:50 3:50\ncall\nshoe 7s\n"
    'floor void 3 by Maria because "the player may not play here"\n'
    "shoe 9d\nsettle\nsettle\nconfirm pick_up\n"
)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three rounds with a late wager: a remedy, a departure, a finding; and one with an intervention."""
    return dealt(tmp_path_factory.mktemp("departed") / "table7.db", ROUNDS)


def dealt(db: Path, rounds: str) -> Path:
    """The log of these rounds."""
    station = station_on(db, SetClock(), publish=lambda _: None)
    for line in read(f"profile massachusetts\n{rounds}").lines:
        assert not isinstance(line.act, w.End | w.SettleAll)
        act = line.act
        if isinstance(act, o.Ruled) and act.departs:
            confirmed = view(station.table, load("massachusetts")).holds[0].departs_from
            act = replace(act, confirmed=confirmed)
        station.observe(Seen(act, "floor" if isinstance(act, o.Ruled) else "dealer", "Ana"))
    station.stop()
    return db


def run(*typed: object) -> str:
    done = CliRunner().invoke(main, [str(word) for word in typed])
    assert done.exit_code == 0, done.output
    return done.output


def test_the_log_shows_each_ruling_for_what_it_is(log: Path) -> None:
    assert "RULING: Return 200 to spot 3" in run("log", "show", log, 1)
    departed = run("log", "show", log, 2)
    assert "DEPARTURE from §6(b): Let 200 stand on spot 3" in departed
    assert "departures from the book: 1" in departed
    assert "against §6(b)" in departed, "the paragraph must not read like the authority of the ruling"
    assert "Lee departed from §6(b): Let 200 stand on spot 3. Reason: the players agreed." in departed
    found = run("log", "show", log, 3)
    assert "FINDING: It was in time" in found
    assert "departures from the book" not in found
    assert "INTERVENTION: Spot 3 void, wagers back" in run("log", "show", log, 4)


def test_the_list_of_rounds_counts_departures(log: Path) -> None:
    head = run("log", "rounds", log).splitlines()[0]
    place = head.split().index("Departures") - head.split().index("Holds")
    assert place == 1
    kept = json.loads(run("log", "rounds", log, "--json"))
    kept = kept if isinstance(kept, list) else kept["rounds"]
    departures = {one["number"]: [r["departs_from"] for r in one["marks"]["rulings"]] for one in kept}
    assert departures == {1: [""], 2: ["§6(b)"], 3: [""], 4: [""]}
    assert [r["intervenes"] for one in kept for r in one["marks"]["rulings"]] == [False, False, False, True]


def test_the_statistics_count_them_apart_and_by_person(log: Path) -> None:
    found = json.loads(run("log", "stats", log, "--json"))["rulings"]
    assert found == {
        "remedies": 1,
        "findings": 1,
        "departures": 1,
        "interventions": 1,
        "departures by Lee": 1,
        "interventions by Maria": 1,
    }


def test_the_written_round_has_them_and_plays_again(log: Path, tmp_path: Path) -> None:
    text = run("log", "export", log, "--form", "rounds")
    assert 'floor depart accept by Lee because "the players agreed"' in text
    assert 'floor unfounded by Maria because "the camera was looked at"' in text
    again = tmp_path / "again.round"
    again.write_text(text)
    run("play", again)


@pytest.mark.parametrize(
    "sought", [RoundQuery(flags=("departed",)), RoundQuery(text="departure"), RoundQuery(text="6(b)")]
)
def test_rounds_with_a_departure_are_found(log: Path, sought: RoundQuery) -> None:
    catalogue = Catalogue()
    with Reader(log) as reader:
        book = Cataloguer(reader, catalogue, 0)
        book.begin()
        while book.more():
            pass
    assert [key & ((1 << LOG_SHIFT) - 1) for key in catalogue.ids(sought)] == [2]


def test_the_dispute_sheet_says_by_whom_why_and_from_which_rule(log: Path, tmp_path: Path) -> None:
    with Reader(log) as reader:
        one = dispute_data_of(reader, 2, tmp_path / "none.db", verify(log))
    assert one.departures == (
        "Lee departed from §6(b): Let 200 stand on spot 3. Reason: the players agreed.",
    )
    rulings = next(found for found in one.tables if found.title == "Stops, rulings and refusals")
    row = next(row for row in rulings.rows if "DEPARTURE" in str(row[1]))
    assert row[2:] == ("Lee", "the players agreed", "against §6(b)")
    sheet = dispute_sheet((one,))
    shown = [text for page in range(len(sheet.pages)) for text, _ in sheet.image(page)[1].texts]
    assert "DEPARTURES FROM THE BOOK: 1" in shown
    behind = next(found for found in one.tables if found.title == "The rules behind the round")
    assert any("§6(b)" in str(row[0]) for row in behind.rows), "the rule is there to be read"


def test_the_dispute_sheet_names_an_intervention(log: Path, tmp_path: Path) -> None:
    with Reader(log) as reader:
        one = dispute_data_of(reader, 4, tmp_path / "none.db", verify(log))
    rulings = next(found for found in one.tables if found.title == "Stops, rulings and refusals")
    row = next(row for row in rulings.rows if str(row[1]).startswith("INTERVENTION: "))
    assert row[2:] == ("Maria", "the player may not play here", "no rule")


def test_the_days_report_counts_them_by_person(log: Path, tmp_path: Path) -> None:
    found = data(log, "--from", "2026-11-16")
    assert "Departures from the book: 1." in words(found, "irregularities")
    assert "Rulings: 1 remedy, 1 finding." in words(found, "irregularities")
    by = {row["Ruled by"]: row for row in table(found, "Rulings by person")}
    assert (by["Lee"]["Departures"], by["Maria"]["Departures"]) == (1, 0)
    assert (by["Maria"]["Remedies"], by["Maria"]["Findings"]) == (1, 1)
    assert "Interventions while play was not stopped: 1." in words(found, "irregularities")
    assert (by["Lee"]["Interventions"], by["Maria"]["Interventions"]) == (0, 1)
    (row,) = table(found, "Departures from the book")
    assert (row["Round"], row["By"], row["Against"], row["Because"]) == (
        "2",
        "Lee",
        "§6(b)",
        "the players agreed",
    )
    assert "Departures from the book: 1." in run("report", log, "--from", "2026-11-16")
    out = tmp_path / "day.pdf"
    run("report", log, "--from", "2026-11-16", "--format", "pdf", "--out", out)
    assert "Departuresfromthebook:1." in " ".join(pages(out)), "the text of a PDF has no spaces"


def test_a_finding_that_makes_chips_count_with_the_cards_out_is_marked_and_counted(tmp_path: Path) -> None:
    rounds = ROUNDS[: ROUNDS.index("bets")] + (
        "bets 1:50 3:50\ncall\nshoe 7h\nshoe Kd\nreport late_wager 3 200\n"
        'floor unfounded by Lee because "the camera was looked at"\n'
        "shoe 9c\nsettle\nsettle\nconfirm pick_up\n"
    )
    log = dealt(tmp_path / "table7.db", rounds)
    shown = run("log", "show", log, 1)
    assert "FINDING WITH THE CARDS OUT: It was in time: 200 more count on spot 3" in shown
    counted = json.loads(run("log", "stats", log, "--json"))["rulings"]
    assert counted["findings"] == 1
    assert counted["findings with the cards out by Lee"] == 1
    with Reader(log) as reader:
        one = dispute_data_of(reader, 1, tmp_path / "none.db", verify(log))
    rulings = next(found for found in one.tables if found.title == "Stops, rulings and refusals")
    row = next(row for row in rulings.rows if str(row[1]).startswith("found on"))
    assert row[2:] == ("Lee", "the camera was looked at", "a finding with the cards out")
    told = words(data(log, "--from", "2026-11-16"), "irregularities")
    assert "Wagers found to be in time with the cards out: 1 (Lee 1)." in told
