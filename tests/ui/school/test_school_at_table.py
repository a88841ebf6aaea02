"""The school from *Who deals?*: at a live table at which nobody deals, and back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from dealer_station.engine.model import observations as o
from dealer_station.log.read.reader import Reader
from dealer_station.log.school.results import results
from dealer_station.log.store.records import ExerciseFinished
from dealer_station.station.station import Seen
from drivers.link import link
from tests.ui import items
from tests.ui.school.trainee import PersonWhoLearns
from tests.ui.test_live import LiveTable, run, table_of, until
from ui.dealer.window import DealerWindow

TRAINING = "button TRAINING"
BOOK, LESSON = "Exhibit A: Casino War", "The opening of the table"


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveTable]:
    # A simulated shoe in a busy process is late, and a lost shoe needs somebody: then nobody may train.
    monkeypatch.setattr(link, "MISSED_HEARTBEATS", 80)
    made = LiveTable(tmp_path)
    yield made
    made.shoe.close()


def contents(live: LiveTable) -> list[bytes]:
    """The rows of the live table's log."""
    assert live.screen
    with Reader(live.screen.station._log.path) as log:
        return [row.body for row in log.rows()]


def test_a_trainee_passes_a_lesson_at_who_deals_and_the_live_table_is_unchanged(live: LiveTable) -> None:
    seen: list[PersonWhoLearns] = []

    def story() -> None:
        live.until("button Bo")
        before, rows = table_of(live), contents(live)
        back: list[DealerWindow] = []
        person = PersonWhoLearns("LEE", BOOK, LESSON, back.append, dealer="Bo")
        seen.append(person)
        until(lambda: bool(back or person.failed), live.texts)
        assert person.failed == ""
        assert table_of(live) == before
        assert contents(live) == rows
        assert live.texts().count("TRAINING") == 1, "the button says so, and not the bar of a live table"
        live.tap("Bo")
        until(lambda: table_of(live).dealer == "Bo")

    run(live, story)
    (person,) = seen
    assert person.verdicts == ["NOT PASSED YET", "PASSED"]
    assert person.marks
    assert all(person.marks)
    done = [row.about for row in results(live.desk.folder / "training-results.db")]
    assert [(one.topic, one.passed) for one in done if isinstance(one, ExerciseFinished)] == [
        ("opening", False),
        ("opening", True),
    ]


def test_the_table_comes_back_by_itself_when_somebody_is_needed_there(live: LiveTable) -> None:
    def story() -> None:
        assert live.screen
        live.tap("TRAINING")
        live.until("button Somebody new")
        live.screen.station.tell(Seen(o.DeviceSaid("shoe", "lost"), "shoe"))
        until(lambda: bool(table_of(live).holds))
        until(lambda: "Who deals?" in live.texts())
        assert not items.has(live.screen.window, TRAINING), "somebody is needed here"

    run(live, story)


def test_training_is_not_offered_while_somebody_deals_or_a_round_is_open(live: LiveTable) -> None:
    def story() -> None:
        assert live.screen
        live.until(TRAINING)
        live.tap("Bo")
        until(lambda: table_of(live).dealer == "Bo")
        live.tap("Dealer", "Another dealer")
        live.until("button Bo")
        QTest.qWait(50)
        assert not items.has(live.screen.window, TRAINING)
        live.screen._bridge.tap("train")
        QTest.qWait(50)
        assert items.has(live.screen.window, "button Bo"), "a tap from before changes nothing"

    run(live, story)
