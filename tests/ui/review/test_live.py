"""A table while it is dealt: rounds grow, alarms wait to be acknowledged, rulings are only prepared."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from dealer_station.engine.model import observations as o
from tests.ui import items
from tests.ui.review.pit import Dealt, pit
from tests.ui.test_accessible import name_of
from ui.dealer.window import wait_a_moment


def test_the_round_that_is_played_is_shown_as_it_goes(tmp_path: Path) -> None:
    table = Dealt(tmp_path / "live.db")
    table.bets(1, 2)
    with pit(table.db, follow=True) as it:
        it.shows_round(1)
        table.cards("7c")
        it.until(lambda: "seven of clubs" in name_of(it.item("spot 1")), "a card")
        table.cards("4h 9s")
        it.until(lambda: name_of(it.item("dealer")) == "Dealer, nine of spades", "the dealer's card")
        table.settle()
        table.bets(1, 2)
        it.shows_round(2)
        assert it.says("found") == "Rounds: 2"
    table.close()


def test_an_alarm_that_was_acknowledged_goes_with_the_ruling(tmp_path: Path) -> None:
    table = Dealt(tmp_path / "live.db", "new_zealand")
    table.bets(1)
    with pit(table.db) as it:
        it.shows_round(1)
        assert not it.review.alarms.open
        table.cards("Kc 8h 9c")
        it.until(lambda: bool(it.review.alarms.waiting), "an alarm")
        assert "A card left the shoe when none was due" in name_of(it.item("alarm"))
        it.click("button Prepare a ruling")
        it.click("button KEEP IT READY")
        assert it.says("hint") == "Choose a ruling."
        it.click("button Ruling: Card to the rack")
        assert "Choose a ruling." not in it.words
        it.review.enter("by", "Lee")
        it.review.enter("because", "nobody saw it")
        it.click("button KEEP IT READY")
        assert "Ready: Card to the rack. nobody saw it (Lee)" in it.words
        it.touch("button Acknowledge")
        assert not it.review.alarms.waiting
        assert table.station.table.holds, "nothing reached the table"
        table.tell(o.Ruled("discard", by="Lee", because="nobody saw it"), "floor")
        it.until(lambda: not it.review.alarms.open, "the end of the alarm")
        assert not items.has(it.window, "alarm")
    table.close()


def test_an_alarm_waits_until_it_is_acknowledged_also_when_the_table_goes_on(tmp_path: Path) -> None:
    table = Dealt(tmp_path / "live.db", "new_zealand")
    table.bets(1)
    table.tell(o.DeviceSaid("shoe", "lost", "cable"), "shoe")
    table.tell(o.Ruled("accept", by="Lee", because="cable was kicked"), "floor")
    with pit(table.db) as it:
        it.shows_round(1)
        it.until(lambda: it.review.log_thread.cataloguers[0].known is not None, "the end of the log")
        assert not it.review.alarms.waiting, "what was ruled on before is history"
        table.cards("Kc 8h 9c")
        it.until(lambda: bool(it.review.alarms.waiting), "an alarm")
        table.tell(o.Ruled("discard", by="Lee", because="nobody saw it"), "floor")
        it.until(lambda: "Card to the rack; acknowledge" in name_of(it.item("alarm")), "the ruling")
        assert name_of(it.item("alarm")).startswith("WAS HELD, RESUMED: A card left the shoe")
        assert not items.has(it.window, "button Prepare a ruling")
        table.tell(o.DeviceSaid("shoe", "lost", "cable"), "shoe")
        it.until(lambda: name_of(it.item("alarm")).startswith("TABLE HELD: "), "the newest stop")
        assert "Open alarms: 2" in name_of(it.item("alarm"))
        it.key(Qt.Key.Key_A)
        assert name_of(it.item("alarm")).startswith("WAS HELD, RESUMED: ")
        it.click("button Acknowledge")
        assert name_of(it.item("alarm")).startswith("TABLE HELD: "), "it is still held"
        table.tell(o.Ruled("accept", by="Lee", because="cable was kicked"), "floor")
        it.until(lambda: not items.has(it.window, "alarm"), "the end")
    table.close()


def test_a_stop_too_short_to_be_seen_waits_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Dealt(tmp_path / "live.db", "new_zealand")
    table.bets(1)
    with pit(table.db) as it:
        it.until(lambda: it.review.log_thread.cataloguers[0].known is not None, "the end of the log")
        monkeypatch.setattr("ui.review.log_thread.POLL_SECONDS", 1.0)
        it.until(lambda: it.review.log_thread.is_done, "the catalogue")
        wait_a_moment(500)
        for _ in range(2):
            table.tell(o.DeviceSaid("shoe", "lost", "cable"), "shoe")
            table.tell(o.Ruled("accept", by="Lee", because="cable was kicked"), "floor")
        it.until(lambda: len(it.review.alarms.waiting) == 2, "two alarms")
        assert ": The device is checked; acknowledge" in name_of(it.item("alarm"))
        it.key(Qt.Key.Key_A, Qt.Key.Key_A)
        assert not items.has(it.window, "alarm")
    table.close()


def test_a_round_is_being_played_only_while_a_station_writes(tmp_path: Path) -> None:
    table = Dealt(tmp_path / "live.db")
    table.bets(1, 2)
    with pit(table.db) as it:
        it.shows_round(1)
        assert "being played" in it.words
        table.close()
        it.until(lambda: "not ended" in it.words, "the end of the station")
        it.until(lambda: any("· not ended ·" in words for words in it.words), "the head")
        assert not any("being played" in words for words in it.words)
