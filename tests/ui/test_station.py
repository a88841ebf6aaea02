"""The screen and the station in their own threads: a round is dealt, a dead station is seen at once."""

from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QSize
from PySide6.QtTest import QTest

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.log.store.append import Writer
from dealer_station.rulebooks import load
from dealer_station.station.station import Seen, Station
from tests.log import shifts
from tests.log.shifts import SetClock
from tests.ui import items
from tests.ui.scenes import PEOPLE, SCENES, SIZES, Stage
from ui.dealer.bridge import Bridge
from ui.dealer.window import DealerWindow, application

PATIENCE_MS = 120_000


def wait_for(window: DealerWindow, name: str) -> None:
    for _ in range(PATIENCE_MS // 20):
        if items.has(window, name):
            return
        QTest.qWait(20)
    raise AssertionError(name)


def test_a_round_goes_through_both_threads_and_a_restart_asks_for_the_layout(tmp_path: Path) -> None:
    application()
    db, rules = tmp_path / "log.db", load("massachusetts")
    for again in (False, True):
        log = Writer(db, shifts.keys_of(db), SetClock(), start="loaded")
        station = Station(log, rules, shifts.words("massachusetts"), lambda _: None)
        bridge = Bridge(RulebookView(rules), station.tell, name="War 3", mark="", signing=PEOPLE)
        station._publish = bridge.show
        station.resume()
        window = DealerWindow(bridge, QSize(1280, 800))
        window.show()
        station.start()
        if again:
            wait_for(window, "button The cards are as shown")
            items.click(window, "button The cards are as shown")
            wait_for(window, "button All hands are settled")
        else:
            deal_a_round(window, station)
        window.close()
        station.stop()


def deal_a_round(window: DealerWindow, station: Station) -> None:
    wait_for(window, "button Ana")
    items.click(window, "button Ana")
    QTest.qWait(50)
    station.tell(Seen(o.CardDrawn(Card("2c")), "shoe"))
    wait_for(window, "button WAGERS")
    items.click(window, "button WAGERS")
    items.click(window, "button A chip of 25")
    items.click(window, "button These are the wagers")
    QTest.qWait(50)
    wait_for(window, "button Closing call")
    items.click(window, "button Closing call")
    for face in ("9c", "8d"):
        station.tell(Seen(o.CardDrawn(Card(face)), "shoe"))
    wait_for(window, "button All hands are settled")


def test_a_station_that_stops_is_seen_at_once() -> None:
    stage = Stage(SCENES["deal"])
    window = stage.window(SIZES["1280x800"])
    shown = stage.bridge._shown
    assert shown is not None
    stage.bridge.show(replace(shown, fault="the disk is full; free some space"))
    items.breathe()
    assert items.has(window, "fault")
    assert items.targets(window) == []
    window.close()
