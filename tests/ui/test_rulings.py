"""A hold offers findings and remedies in full; a departure is never taken by accident."""

from pathlib import Path

import pytest

from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.codec import decode
from dealer_station.people.roles import highest
from dealer_station.rulebooks import NAMES
from dealer_station.rulebooks.citations import gist
from dealer_station.station.station import Seen
from tests.ui import items
from tests.ui.ruling_buttons import buttons
from tests.ui.sitting import sitting
from tests.ui.table import Table
from tests.ui.test_rounds import STAKE, call

PIN = ("1", "2", "3", "4", "Enter")
WHY = "the players agreed"


@pytest.fixture
def late(tmp_path: Path) -> Table:
    """A table that is held by a late wager of 200 on spot 3."""
    return late_at(tmp_path / "log.db", "massachusetts")


def late_at(db: Path, book: str) -> Table:
    table = Table(db, book)
    table.sign_in()
    stake = STAKE.get(book, "50")
    table.place(f"1:{stake} 3:{stake}")
    call(table)
    table.deal("7c")
    lies = int(stake) * 100 if book in STAKE else 20000
    table.station.observe(Seen(o.Reported("late_wager", spot=3, cents=lies), "dealer", "Ana"))
    items.breathe()
    return table


def texts(table: Table) -> list[str]:
    return [item.property("text") for item in items.texts(table.window)]


def ruled(table: Table) -> e.HoldRuled:
    """The last ruling of the log."""
    with Reader(table.db) as log:
        facts = [decode(row.part, row.body) for row in log.rows() if row.part == "fact"]
    return [fact for fact in facts if isinstance(fact, e.HoldRuled)][-1]


def test_the_buttons_say_what_they_do_in_full(late: Table) -> None:
    shown = texts(late)
    assert {
        "RETURN 200 TO SPOT 3",
        "IT WAS IN TIME: 200 MORE COUNT ON SPOT 3",
        "Depart from the book…",
    } <= set(shown)
    assert not {"ACCEPT", "REFUSE", "PLAY ON", "it stands"} & set(shown)
    # A departure is behind its own button.
    assert "LET 200 STAND ON SPOT 3" not in shown
    late.close()


def test_a_finding_is_a_fact_found_by_a_named_person(late: Table) -> None:
    late.tap("IT WAS IN TIME: 200 MORE COUNT ON SPOT 3", "the camera was looked at", *PIN)
    assert not late.station.table.holds
    found = ruled(late)
    assert (found.ruling, found.by, found.cite, found.departs_from) == ("unfounded", "Lee", "", "")
    assert next(hand for hand in late.station.table.round.hands if hand.name == "3").bet.main_cents == 25000
    late.close()


def test_every_page_says_what_is_ruled_and_for_which_spot(late: Table) -> None:
    late.tap("RETURN 200 TO SPOT 3")
    assert "RETURN 200 TO SPOT 3" in texts(late)
    late.tap("as the book says")
    assert "Lee · RETURN 200 TO SPOT 3" in texts(late)
    late.tap(*PIN)
    assert ruled(late).cite == "§6(b)"
    late.close()


def test_an_amount_joins_the_words_once_it_is_keyed_in(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "massachusetts")
    table.sign_in()
    table.place("1:50 3:50")
    call(table)
    table.deal("7c 8c 9c")
    table.tap("This hand is settled, next hand")
    table.station.observe(Seen(o.Reported("wrong_pay", spot=3), "dealer", "Ana"))
    items.breathe()
    table.tap("PAY SPOT 3", "2", "0", "Enter")
    assert "PAY 20 TO SPOT 3" in texts(table)
    table.close()


def depart(table: Table) -> None:
    table.tap("Depart from the book…", "LET 200 STAND ON SPOT 3", WHY)


def test_a_departure_takes_a_reason_a_confirmation_and_the_highest_title(late: Table) -> None:
    depart(late)
    shown = " ".join(texts(late))
    assert f"This is against §6(b): {gist('massachusetts', '§6(b)').rstrip('.')}." in shown
    assert "The book's remedy: Return 200 to spot 3. Depart all the same?" in shown
    assert f"Reason: {WHY}. It takes the {highest(late.rules).title}." in shown
    assert late.station.table.holds
    late.tap("DEPART ALL THE SAME")
    assert f"PIN of the {highest(late.rules).title}" in texts(late)
    late.tap(*PIN)
    assert not late.station.table.holds
    made = ruled(late)
    assert (made.ruling, made.by, made.because) == ("accept", "Lee", WHY)
    assert (made.cite, made.departs_from) == ("", "§6(b)")
    late.close()


def test_the_book_is_no_reason_to_depart_from_it(late: Table) -> None:
    late.tap("Depart from the book…", "LET 200 STAND ON SPOT 3")
    assert "as the book says" not in texts(late)
    assert "LET 200 STAND ON SPOT 3" in texts(late)
    late.close()


def test_whoever_keeps_to_the_book_departs_from_nothing(late: Table) -> None:
    depart(late)
    late.tap("KEEP TO THE BOOK")
    assert late.station.table.holds
    assert "RETURN 200 TO SPOT 3" in texts(late)
    depart(late)
    late.tap("Back", "a fault of a device")
    assert "Reason: a fault of a device. It takes the licensee." in texts(late)
    late.close()


def test_a_departure_is_marked_for_the_rest_of_the_round(late: Table) -> None:
    depart(late)
    late.tap("DEPART ALL THE SAME", *PIN)
    assert "DEPARTED FROM §6(b)" in texts(late)
    late.deal("4h 9s")
    late.tap("All hands are settled", "Done")
    assert "DEPARTED FROM §6(b)" not in texts(late)
    late.close()


@pytest.mark.parametrize("book", NAMES)
def test_no_book_lets_a_late_wager_stand_without_a_departure(book: str, tmp_path: Path) -> None:
    table = late_at(tmp_path / "log.db", book)
    shown = table.bridge.shown
    assert shown
    hold = shown.view.holds[0]
    assert "accept" not in buttons(shown.view)
    assert buttons(shown.view, "finding")["unfounded"].startswith("IT WAS IN TIME")
    table.tap("Depart from the book…", buttons(shown.view, "departure", book)["accept"], WHY)
    assert any(hold.departs_from in text for text in texts(table))
    table.close()


def test_a_silent_book_cannot_be_departed_from(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "massachusetts")
    table.sign_in()
    table.station.observe(Seen(o.DeviceSaid("shoe", "lost"), "shoe"))
    items.breathe()
    assert not items.has(table.window, "button Depart from the book…")
    table.close()


def test_a_simulated_table_asks_for_reason_and_confirmation_too(tmp_path: Path) -> None:
    with sitting(tmp_path / "table.db") as here:
        here.sign_in()
        here.draw()
        here.until(lambda: items.has(here.window, "stopped"), "a hold")
        here.tap("Depart from the book…", "CARD TO THE RACK", WHY)
        assert here.state.holds
        here.tap("DEPART ALL THE SAME")
        here.until(lambda: not here.state.holds, "the ruling")
        assert here.state.round.departures


def dealt(db: Path) -> Table:
    table = Table(db, "massachusetts")
    table.sign_in()
    table.place("1:50 3:50")
    call(table)
    table.deal("7c")
    return table


def recorded(table: Table) -> e.RulingRecorded:
    """The last ruling of the log that no stop had asked for."""
    with Reader(table.db) as log:
        facts = [decode(row.part, row.body) for row in log.rows() if row.part == "fact"]
    return [fact for fact in facts if isinstance(fact, e.RulingRecorded)][-1]


def test_stepping_in_takes_a_reason_that_is_not_the_book(tmp_path: Path) -> None:
    table = dealt(tmp_path / "log.db")
    table.tap("Floor")
    assert "PAY" not in texts(table), "no hand is settled"
    table.tap("VOID THE ROUND")
    assert "as the book says" not in texts(table)
    table.tap("a fault of a device", *PIN)
    assert table.station.table.round.voided
    made = recorded(table)
    assert (made.kind, made.by, made.because) == ("intervention", "Lee", "a fault of a device")
    table.close()


def test_a_report_that_was_settled_at_once_is_found_mistaken_on_the_floor_page(tmp_path: Path) -> None:
    table = dealt(tmp_path / "log.db")
    before = table.station.table.round
    table.tap("Floor")
    assert "The report was mistaken" not in texts(table)
    table.tap("Back to the table")
    table.station.observe(Seen(o.Reported("face_up"), "dealer", "Ana"))
    items.breathe()
    assert table.station.table.round != before
    table.tap("Floor", "The report was mistaken", "the camera was looked at", *PIN)
    assert table.station.table.round == before
    assert (recorded(table).ruling, recorded(table).kind) == ("unfounded", "face_up")
    table.close()


@pytest.mark.parametrize(
    ("book", "words"),
    [
        ("massachusetts", "ALLOW PLAYERS OUT OF THE HAND"),
        ("house_manual", "PLAYERS MAY OPT OUT OF THE HAND"),
    ],
)
def test_players_are_let_out_in_the_words_of_the_book(book: str, words: str, tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", book)
    table.sign_in()
    table.place("1:25 3:25")
    call(table)
    table.deal("7c 8d")
    seen = o.Reported("misplaced", lies=5) if book == "massachusetts" else o.Reported("missed_spot", spot=1)
    table.station.observe(Seen(seen, "dealer", "Ana"))
    items.breathe()
    assert words in texts(table)
    table.close()
