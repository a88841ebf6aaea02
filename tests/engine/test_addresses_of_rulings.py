"""Chips and cards that a ruling moves stand under the paragraph of their own cause."""

import pytest

from dealer_station.engine.model import events as e
from dealer_station.engine.notation.reader import read
from dealer_station.engine.view.table_view import view
from dealer_station.rulebooks import load
from tests.engine.test_addresses import Remembering
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


def recorded(*lines: str) -> list[tuple[str, str]]:
    """The rulings on record that ended no stop, each with its paragraph."""
    written = read("\n".join(lines))
    player = Remembering.at_table_of(written.header)
    player.play(written.lines)
    assert isinstance(player, Remembering)
    assert player.failure is None
    return [(event.ruling, event.cite) for event in player.events if isinstance(event, e.RulingRecorded)]


MISSED = ("bets 1:20 2:20 3:20", "call", "shoe Kc", "shoe Qh", "shoe 9d", "shoe 4s")


@pytest.mark.parametrize(
    ("book", "reported", "cite"),
    [
        ("massachusetts", ("report misplaced 1",), "§10(a)"),
        ("house_manual", ("confirm turn_dealer_card", "report missed_spot 1"), "Disputes 5"),
    ],
)
def test_players_are_let_out_at_an_open_stop_under_the_paragraph_that_lets_them(
    book: str, reported: tuple[str, ...], cite: str
) -> None:
    lines = (f"profile {book}", *MISSED, *reported)
    player = player_at(*lines)
    told = [one for one in view(player.table, player.rules).holds[0].choices if one.ruling == "out"]
    assert [(one.kind, one.cite) for one in told] == [("remedy", cite)]
    assert recorded(*lines, 'floor out 3 by Lee because "asked"') == [("out", cite)]


def test_a_void_names_all_that_goes_back() -> None:
    header = "profile maryland\noption progressive=on"
    steps = ("lock_progressive", "collect_progressive", "count_progressive")
    before = ("bets 1:100+10*5 2:20", "call", *(f"confirm {step}" for step in steps))
    player = player_at(header, *before, "shoe 9d", "shoe 8c", "shoe 4c", "settle", "report missed_spot 1")
    told = {one.ruling: one.detail for one in view(player.table, player.rules).holds[0].choices}
    assert told["void"] == "return 115 to spot 1"


def test_each_card_of_a_war_has_its_own_paragraph() -> None:
    lines = [
        "bets 1:20 2:20",
        "call",
        "shoe 7c",
        "shoe 7d",
        "shoe 7s",
        "1 war",
        "2 war",
        "confirm confirm_war",
    ]
    found = []
    for card in ("2c", "3c", "4c", "9c", "9d", "9s"):
        shown = prompt_at("profile maryland", *lines)
        found.append((shown.step, shown.cite, shown.status))
        lines.append(f"shoe {card}")
    assert found == [
        *[("burn", "9.H", "interpretive")] * 3,
        ("deal", "9.H, 9.H(1)", "stated"),
        ("deal", "9.H(2)", "stated"),
        ("deal", "9.H(2)", "stated"),
    ]


@pytest.mark.parametrize(
    ("dealt", "after", "refused", "cite", "status"),
    [
        ("9c 3d Td cut 8d", (), 6, "5.E(4)", "stated"),
        ("9c 3d Td 8d", ("order shuffle",), 6, "5.E(6)", "stated"),
        ("9c cut 3d Td 8d", (), 4, "5.E(4), 5.E(6)", "inferred"),
    ],
)
def test_a_refused_cut_goes_round_under_the_paragraph_of_whoever_was_asked_first(
    dealt: str, after: tuple[str, ...], refused: int, cite: str, status: str
) -> None:
    cards = (f"shoe {card}" for card in dealt.split())
    lines = ("bets 1:10 4:10 6:10", "call", *cards, "settle all", "end", *after, "confirm shuffle")
    shown = prompt_at("profile maryland", *lines, f"cut offer {refused} refused")
    assert (shown.step, shown.cite, shown.status) == ("offer_cut", cite, status)


def test_the_dealers_matching_chips_are_under_method_b_alone() -> None:
    lines = ("bets 1:20 2:20", "call", "shoe 7c", "shoe 9d", "shoe 7s", "settle", "1 war")
    shown = prompt_at("profile new_zealand\noption war_stake=dealer_matches", *lines)
    assert (shown.step, shown.cite) == ("match_war", "8.7.1(b)")


def test_no_ruling_is_due_under_paragraphs_about_people() -> None:
    assert load("maryland").roles.role_map.cite == "4.A, 5.A(3)"
