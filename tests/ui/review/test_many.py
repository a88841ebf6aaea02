"""A log of very many rounds: open, filter, jump and step."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from dealer_station.log.catalogue.rounds import RoundQuery
from tests.ui.review.pit import pit
from tools.bench.log_of_copied_shoes import write_copied_shoes

COUNTS = [5_000, pytest.param(500_000, marks=pytest.mark.campaign)]


@pytest.mark.parametrize("count", COUNTS)
def test_very_many_rounds_are_opened_filtered_and_reached(count: int, tmp_path: Path) -> None:
    log = tmp_path / "many.db"
    rounds = write_copied_shoes(log, count)
    with pit(log) as it:
        assert it.review._rounds.rowCount() >= 60, "the first screenful is there at once"
        it.shows_round(rounds)
        for _ in range(count // 20_000 + 1):
            it.is_catalogued()
        assert it.says("found") == f"Rounds: {rounds:,}"
        it.key(Qt.Key.Key_End)
        it.shows_round(1)
        it.key(Qt.Key.Key_Home, control=True)
        it.key(Qt.Key.Key_Right, Qt.Key.Key_Right)
        assert it.at == 2
        it.click("button Only: war")
        wars = it.review.log_thread.catalogue.ids(RoundQuery(flags=("war",)))
        assert it.says("found") == f"Rounds: {len(wars):,}"
        assert 0 < len(wars) < rounds
        it.key(Qt.Key.Key_Slash)
        it.write(f"#{wars[len(wars) // 2]}")
        it.shows_round(wars[len(wars) // 2])
        pages = it.review._rounds._pages
        assert len(pages) <= 40, "lines are read when they come into sight"
