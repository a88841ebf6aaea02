"""Chips and cards that a ruling moves stand under the paragraph of their own cause."""

import pytest

from dealer_station.engine.view.table_view import view
from tests.engine.test_words import player_at, prompt_at

IN_TIME = 'floor unfounded by Lee because "the camera was looked at"'


@pytest.mark.parametrize(
    ("book", "report", "cite", "why"),
    [
        ("massachusetts", "6 +5", '§1 "Tie wager", §7(c)(1)', "a tie wager needs the Initial wager"),
        ("house_manual", "6 +5", "step 7", "a tie wager needs the primary wager"),
        ("maryland", "6 +5", "7.F(1), 7.F(2)", "a tie wager needs the Initial Wager"),
        ("exhibit_a", "6 +1", "Tie 1", "a tie wager needs the original wager"),
        ("house_manual", "6 6", "Table Limit", "the primary wager of 6 is below the minimum, 10"),
        ("house_manual", "6 12", "Table Limit", "the primary wager of 12 is not a multiple of 5"),
        ("house_manual", "2 +6", "Table Limit", "the Tie wager of 6 is not a multiple of 5"),
    ],
)
def test_chips_in_time_that_no_book_takes_go_back_under_its_own_rule(
    book: str, report: str, cite: str, why: str
) -> None:
    unit = 2 if book == "exhibit_a" else 20
    lines = (f"profile {book}", f"bets 1:{unit} 2:{unit}", "call", f"report late_wager {report}")
    player = player_at(*lines)
    told = next(one for one in view(player.table, player.rules).holds[0].choices if one.kind == "finding")
    spot, amount = report.replace("+", "").split()
    assert told.words == f"It was in time: {amount} go back to spot {spot}"
    assert told.detail == f"spot {spot}: {why}"
    shown = prompt_at(*lines, IN_TIME)
    assert (shown.step, shown.cite, shown.status, shown.note) == ("carry_out", cite, "stated", "")


def test_an_excess_that_was_in_time_goes_back_under_the_rule_about_the_maximum() -> None:
    lines = ("profile house_manual", "bets 1:1000 2:100", "call", "report late_wager 1 200")
    shown = prompt_at(*lines, IN_TIME)
    assert (shown.do, shown.cite, shown.status) == ("Return 200 to spot 1", "Disputes 3", "stated")
    assert shown.note == "A wager is over the limit"


@pytest.mark.parametrize(
    ("book", "report", "ruling", "cite", "status"),
    [
        ("massachusetts", "face_up", "discard", "§10(b)", "stated"),
        ("massachusetts", "misplaced 1", "burn", "§10(a)", "stated"),
        ("massachusetts", "drawn_exposed", "burn", "§10(a)", "interpretive"),
        ("maryland", "face_up", "discard", "11.A", "stated"),
        ("maryland", "misplaced 1", "burn", "not addressed", "silent"),
        ("maryland", "drawn_exposed", "burn", "not addressed", "silent"),
        ("exhibit_a", "face_up", "discard", "Irreg 1", "stated"),
        ("exhibit_a", "misplaced 1", "burn", "Irreg 5", "inferred"),
        ("exhibit_a", "drawn_exposed", "burn", "Irreg 5", "stated"),
        ("new_zealand", "face_up", "discard", "9.1", "stated"),
        ("new_zealand", "misplaced 1", "discard", "9.3", "stated"),
        ("new_zealand", "drawn_exposed", "discard", "9.3", "stated"),
    ],
)
def test_chips_lie_as_before_under_the_paragraph_that_took_the_card(
    book: str, report: str, ruling: str, cite: str, status: str
) -> None:
    unit = 2 if book == "exhibit_a" else 20
    dealt = (f"bets 1:{unit} 2:{unit}", "call", "shoe 7c", "shoe 9d", "shoe 5s", "settle")
    ruled = (f"report {report}", f"floor {ruling} by Lee", "confirm carry_out")
    shown = prompt_at(f"profile {book}", *dealt, *ruled)
    assert (shown.step, shown.cite, shown.status) == ("restore_wagers", cite, status)
