"""A departure from the book stands out in the review window: in the list, on the strip, in the steps."""

from pathlib import Path

import pytest

from dealer_station.engine.model import observations as o
from tests.ui.review.pit import Dealt, pit


@pytest.fixture(scope="module")
def departed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A plain round, then one in which a late wager was let stand against the book."""
    table = Dealt(tmp_path_factory.mktemp("departed") / "table9.db", "massachusetts")
    table.bets(1, 3)
    table.cards("7c 4h 9s")
    table.settle()
    table.bets(1, 3)
    table.cards("7d")
    table.tell(o.Reported("late_wager", spot=3, cents=20000), "dealer")
    ruled = o.Ruled("accept", by="Lee", because="the players agreed", departs=True, confirmed="§6(b)")
    table.tell(ruled, "floor")
    table.cards("4c 9h")
    table.settle()
    table.close()
    return table.db


def test_a_departure_is_marked_and_found(departed: Path) -> None:
    with pit(departed) as it:
        it.is_catalogued()
        assert it.says("found") == "Rounds: 2"
        it.click("button Only: departed")
        assert it.says("found") == "Rounds: 1"
        it.shows_round(2)
        line = it.review._rounds.data(it.review._rounds.index(0))
        assert line["marks"][0]["word"] == "departed"
        assert "departed" in line["says"]
        steps = it.review.playback.reviewed
        assert steps is not None
        assert any(step.did == "Lee departed from §6(b): Let 200 stand on spot 3" for step in steps.steps)
        (bar,) = it.review._strip["bars"]
        assert "departed" in bar["says"]
        assert {"shape": "barred", "tone": "warn"} in bar["marks"]
