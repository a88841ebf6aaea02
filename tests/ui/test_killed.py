"""The process of the screen is killed in the middle; started again it asks for the layout and goes on."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from dealer_station.engine.model.errors import DealerStationError
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import END, Reader
from dealer_station.rulebooks import NAMES
from tests.ui import items
from tests.ui.sitting import sitting

PATIENCE_SECONDS = 120
CASES = [
    pytest.param(book, rows, marks=() if (book, rows) == ("massachusetts", 60) else pytest.mark.campaign)
    for book in NAMES
    for rows in (20, 41, 60, 83, 121, 157)
]


def rows_in(db: Path) -> int:
    """Nothing yet where the file is only being made."""
    try:
        with Reader(db) as log:
            return log.recollect_before(END).seq
    except DealerStationError:
        return 0


@pytest.mark.parametrize(("book", "rows"), CASES)
def test_a_killed_screen_goes_on_where_it_was(book: str, rows: int, tmp_path: Path) -> None:
    db = tmp_path / "table.db"
    command = [sys.executable, "-m", "tests.ui.autoplay", str(db), book]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as playing:
        until = time.monotonic() + PATIENCE_SECONDS
        try:
            while time.monotonic() < until and rows_in(db) < rows:
                time.sleep(0.02)
        finally:
            playing.kill()
    with sitting(db, book, players=3) as here:
        here.until(lambda: here.step in ("confirm_layout", "ruling"), "the question about the layout")
        items.breathe()
        # A card that is sent again is shown first, and then it is asked again.
        here.until_step("confirm_layout")
        here.tap("The cards are as shown")
        here.until(lambda: here.step != "confirm_layout", "what is due")
        number = here.state.round.number
        for _ in range(300):
            items.breathe()
            if here.state.round.number > number:
                break
            if here.step == "ruling":
                # Cards that went back into a shuffler just before, untapped: its count is rightly not ours.
                assert [hold.kind for hold in here.state.holds] == ["count"]
                here.tap("THE DEVICE IS CHECKED", "a device fault")
                here.until(lambda: not here.state.holds, "the ruling")
            elif here.step in ("bets", "call"):
                here.tap("Closing call")
                here.until(lambda: here.state.round.closed, "the call")
            else:
                here.do_what_is_due()
        assert here.state.round.number == number + 1
    assert verify(db).ok
