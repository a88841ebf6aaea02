"""A slow disk, a dead disk and a flood never freeze the screen: fingers go on, and it says what is wrong."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dealer_station.engine import observations as o
from dealer_station.engine.errors import LogError
from dealer_station.station import Seen
from tests.ui import items
from tests.ui.sitting import Sitting, sitting

FLOOD = 300


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Sitting]:
    with sitting(tmp_path / "table.db") as made:
        made.sign_in()
        made.bets()
        yield made


def test_a_disk_that_does_not_answer_is_said_while_fingers_go_on(
    here: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, answers = here.table.station._log, threading.Event()
    append = log.append

    def late(*told: Any) -> Any:
        answers.wait()
        return append(*told)

    monkeypatch.setattr(log, "append", late)
    here.tap("Closing call")
    here.until(lambda: items.has(here.window, "late"), "a word about it")
    assert not here.state.round.closed
    here.tap("Dealer")
    here.until(lambda: items.has(here.window, "button Shift summary"), "a page while the disk is waited for")
    answers.set()
    here.until(lambda: here.state.round.closed, "the call")
    here.until(lambda: not items.has(here.window, "late"), "the end of the word")


def test_a_dead_disk_stops_the_table_with_a_sentence(here: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    def dead(*_: Any) -> None:
        raise LogError("table.db: the disk does not take it; call the floor")

    monkeypatch.setattr(here.table.station._log, "append", dead)
    here.tap("Closing call")
    here.until(lambda: items.has(here.window, "fault"), "a sentence")
    assert any("the disk does not take it" in item.property("text") for item in items.texts(here.window))
    here.table.station.fault = None
    monkeypatch.undo()


def test_a_flood_of_events_does_not_hold_up_a_finger(here: Sitting) -> None:
    station, done = here.table.station, threading.Event()
    for _ in range(FLOOD):
        station.tell(Seen(o.DeviceSaid("shuffler", "ready"), "shuffler"))
    station.tell(Seen(o.DeviceSaid("shuffler", "ready"), "shuffler", acknowledge=done.set))
    here.tap("Dealer")
    here.until(lambda: items.has(here.window, "button Shift summary"), "a page in the flood")
    here.until(done.is_set, "the end of the flood")
    here.until(lambda: not items.has(here.window, "late"), "the end of the word")
