"""A slow disk, a dead disk and a flood never freeze the screen: fingers go on, and it says what is wrong."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.errors import LogError
from dealer_station.station import station as station_module
from dealer_station.station.startup_checks import DEATHS_MOST
from dealer_station.station.station import Seen
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


def dies(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """A mistake that nobody has found yet: the station dies of a card so often."""
    left = [times]

    def spoiled(state: Any, rules: Any, seen: Any) -> Any:
        if isinstance(seen, o.CardDrawn) and left[0]:
            left[0] -= 1
            raise ZeroDivisionError
        return decide(state, rules, seen)

    monkeypatch.setattr(station_module, "decide", spoiled)


def test_a_station_that_dies_comes_up_again_and_the_screen_asks_for_the_layout(
    here: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    here.tap("Closing call")
    here.until(lambda: here.state.round.closed, "the call")
    dies(monkeypatch, 1)
    here.draw()
    here.until_step("confirm_layout")
    here.until(lambda: items.has(here.window, "late"), "a word about it")
    assert any("STATION FAULT" in item.property("text") for item in items.texts(here.window))
    # The card that it died of is there.
    assert here.state.round.card_at(1, "original")
    here.tap("The cards are as shown")
    here.until_step("deal")
    items.breathe()
    assert not items.has(here.window, "late")
    number = here.state.round.number
    while here.state.round.number == number and here.step != "pick_up":
        here.do_what_is_due()
        items.breathe()
    assert not here.state.holds


def test_a_station_that_dies_and_dies_says_that_it_must_be_started_again(
    here: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    here.tap("Closing call")
    here.until(lambda: here.state.round.closed, "the call")
    dies(monkeypatch, DEATHS_MOST)
    here.tap_beside("DRAW A CARD")
    here.until(lambda: items.has(here.window, "fault"), "a sentence")
    assert any("start it again" in item.property("text") for item in items.texts(here.window))
    here.table.station.fault = None
