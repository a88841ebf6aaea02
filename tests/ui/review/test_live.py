"""A table while it is dealt: rounds grow, alarms wait to be acknowledged, rulings are only prepared."""

from pathlib import Path

from dealer_station.engine import observations as o
from tests.ui.review.pit import Dealt, pit
from tests.ui.test_accessible import name_of


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


def test_an_alarm_waits_until_it_is_acknowledged_and_goes_with_the_ruling(tmp_path: Path) -> None:
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
        it.click("button Ruling: TO THE RACK")
        it.review.enter("by", "Lee")
        it.review.enter("because", "nobody saw it")
        it.click("button KEEP IT READY")
        assert "Ready: TO THE RACK. nobody saw it (Lee)" in it.words
        it.touch("button Acknowledge")
        assert not it.review.alarms.waiting
        assert table.station.table.holds, "nothing reached the table"
        table.tell(o.Ruled("discard", by="Lee", because="nobody saw it"), "floor")
        it.until(lambda: not it.review.alarms.open, "the end of the alarm")
    table.close()
