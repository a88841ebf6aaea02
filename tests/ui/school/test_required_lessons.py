"""A house may require lessons: a live table then takes no dealer who has not passed them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from dealer_station.engine.model.observations import DealerArrived
from dealer_station.log.read.reader import Reader
from dealer_station.log.school.results import ResultsLog
from dealer_station.log.store.codec import decode
from dealer_station.log.store.records import Denied, ExerciseFinished
from dealer_station.station.station import Seen
from tests.ui.test_live import LiveTable, run, table_of, until

LESSON = "massachusetts/round"


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveTable]:
    made = LiveTable(tmp_path)
    with made.desk.file.open("a", encoding="utf-8") as file:
        file.write(f'\n[training]\nrequired = ["{LESSON}"]\n')
    yield made
    made.shoe.close()


def test_a_dealer_signs_in_after_the_lesson_and_not_before(live: LiveTable) -> None:
    def story() -> None:
        sign_in_refused(live)
        assert table_of(live).dealer == ""
        refused = len(denied(live))
        # No screen is asked here: the station itself refuses.
        assert live.screen
        live.screen.station.tell(Seen(DealerArrived("214"), "dealer"))
        done = ExerciseFinished("BO", "massachusetts", "lesson", "round", 30, 33, True, 0, 0, 0, 60.0)
        until(lambda: len(denied(live)) == refused + 1)
        with ResultsLog(live.desk.folder / "training-results.db") as log:
            log.add(done)
        live.tap("Bo")
        until(lambda: table_of(live).dealer == "Bo")

    run(live, story)


def sign_in_refused(live: LiveTable) -> None:
    """Tap the name and read the refusal, which stands for six seconds: on a busy machine, more than once."""
    for _ in range(5):
        live.tap("Bo")
        for _ in range(500):
            if any(f"requires: {LESSON}" in text for text in live.texts()):
                return
            QTest.qWait(20)
    live.until_text(f"requires: {LESSON}")


def denied(live: LiveTable) -> list[Denied]:
    with Reader(live.desk.folder / "station.db") as log:
        found = [decode(row.part, row.body) for row in log.rows()]
    return [record for record in found if isinstance(record, Denied)]
