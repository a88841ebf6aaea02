"""The real window with touches, the simulator on the wire: rounds, irregularities, pulled cables."""

from pathlib import Path

import pytest

from dealer_station.engine.due import irregularity_kinds
from dealer_station.log.integrity.verify import verify
from dealer_station.rulebooks import NAMES
from tests.ui import items
from tests.ui.sitting import Sitting, sitting

PHASES = ("betting", "deal", "settlement", "tie", "war", "pick-up")


@pytest.mark.parametrize("book", NAMES)
def test_whole_rounds_are_dealt_by_touch_with_the_shoe_on_a_wire(book: str, tmp_path: Path) -> None:
    db = tmp_path / "table.db"
    with sitting(db, book) as here:
        here.sign_in()
        here.bets()
        number = here.state.round.number
        here.play_round()
        here.play_round()
        assert here.state.round.number == number + 2
        assert not here.state.holds
    assert verify(db).ok


def test_a_plain_round_with_the_same_bets_takes_two_taps_on_the_wire(tmp_path: Path) -> None:
    with sitting(tmp_path / "table.db", players=1) as here:
        here.sign_in()
        here.bets()
        for _ in range(12):
            number, here.taps = here.state.round.number, 0
            here.tap("Closing call")
            here.until(lambda: here.state.round.closed, "the call")
            items.breathe()
            here.deal()
            if here.step != "settle":
                # A tie: it has its own count.
                here.taps = -1
            while here.state.round.number == number and here.step != "pick_up":
                here.do_what_is_due()
            if here.taps > 0:
                assert here.taps <= 2
                return
            if here.step == "pick_up":
                here.tap("Done")
                here.until(lambda number=number: here.state.round.number > number, "the end")  # type: ignore[misc]
                items.breathe()
        raise AssertionError("twelve ties in a row")


def test_a_card_that_the_reader_cannot_read_is_keyed_in(tmp_path: Path) -> None:
    with sitting(tmp_path / "table.db") as here:
        here.sign_in()
        here.bets()
        here.tap("Closing call")
        here.until(lambda: here.state.round.closed, "the call")
        here.tap_beside("Shoe: Next card unreadable")
        here.draw()
        here.until(lambda: items.has(here.window, "stopped"), "a hold")
        here.taps = 0
        here.tap("KEY THE CARD IN", "card Ts")
        here.until(lambda: not here.state.holds, "the card")
        assert here.taps <= 4
        assert here.state.round.card_at(1, "original") == "Ts"


def test_a_card_drawn_when_none_is_due_is_ruled_on(tmp_path: Path) -> None:
    with sitting(tmp_path / "table.db") as here:
        here.sign_in()
        here.draw()
        here.until(lambda: items.has(here.window, "stopped"), "a hold")
        here.tap("CARD IS THE NEXT ONE OUT", "Enter")
        here.until(lambda: not here.state.holds, "the ruling")


def test_what_the_book_resolves_by_itself_takes_two_taps(tmp_path: Path) -> None:
    with sitting(tmp_path / "table.db") as here:
        here.sign_in()
        here.bets()
        here.tap("Closing call")
        here.until(lambda: here.state.round.closed, "the call")
        here.draw()
        here.taps = 0
        here.tap("Something is wrong", irregularity_kinds.CATALOGUE["face_up"].words)
        here.until(lambda: here.step == "deal" and not items.has(here.window, "stopped"), "the steps")
        assert here.taps <= 4
        here.deal()


def to_phase(here: Sitting, phase: str) -> bool:
    """Deals until the table is there; False where this shoe did not lead there in time."""
    steps = {"deal": "deal", "settlement": "settle", "tie": "offer", "war": "burn", "pick-up": "pick_up"}
    if phase == "betting":
        return True
    for _ in range(400):
        items.breathe()
        at_war = any(hand.choice == "war" for hand in here.state.round.hands)
        there = here.step == steps[phase] and (phase != "war" or at_war) and (phase != "deal" or not at_war)
        if there and (phase != "deal" or here.state.round.card_at(1, "original") is not None):
            return True
        if here.step in ("bets", "call"):
            here.tap("Closing call")
            here.until(lambda: here.state.round.closed, "the call")
        else:
            here.do_what_is_due()
    return False


SHORT = {("massachusetts", "deal"), ("maryland", "war")}
CABLES = [
    pytest.param(book, phase, marks=() if (book, phase) in SHORT else pytest.mark.campaign)
    for book in NAMES
    for phase in PHASES
]


@pytest.mark.parametrize(("book", "phase"), CABLES)
def test_a_cable_that_is_pulled_stops_the_table_and_nothing_is_lost(
    book: str, phase: str, tmp_path: Path
) -> None:
    db = tmp_path / "table.db"
    with sitting(db, book) as here:
        here.sign_in()
        here.bets()
        if not to_phase(here, phase):
            pytest.skip(f"this shoe has no {phase} in {book}")
        number = here.state.round.number
        here.tap_beside("Shoe: Pull the cable")
        here.until(lambda: items.has(here.window, "stopped"), "device trouble")
        here.tap_beside("Shoe: Plug it in")
        here.until(lambda: here.window.bridge.lamps.statuses.get("shoe") == "back", "the shoe")
        here.until(lambda: not here.state.holds, "the end of the stop")
        items.breathe()
        if here.step == "confirm_layout":
            here.tap("The cards are as shown")
        while here.state.round.number == number and here.step not in ("bets", "call"):
            here.do_what_is_due()
            items.breathe()
        assert not here.state.holds
    assert verify(db).ok
