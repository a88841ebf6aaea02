"""Stops and reports on the real window: one at a time, named with card and place, over when they are over."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.codec import decode
from dealer_station.station.station import Seen
from tests.ui import items
from tests.ui.scenes import SCENES, SIZES, Stage
from tests.ui.table import Table
from ui.dealer.window import DealerWindow


def words(window: DealerWindow) -> list[str]:
    """Everything that stands on the screen, from the top to the foot."""
    found = sorted(items.texts(window), key=lambda item: items.rect(item).top())
    return [item.property("text") for item in found]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "log.db", "massachusetts")
    made.sign_in()
    yield made
    made.close()
    assert made.warnings == []


def test_a_ruling_that_was_begun_is_finished_first(table: Table) -> None:
    """Another card leaves the shoe while a PIN is typed: the form and the stop stay what they were."""
    table.place("1:25")
    table.deal_early("Tc")
    first = table.station.table.holds[0]
    buttons = [one["act"] for one in table.bridge._now._were["hold"]["rulings"]]
    assert "open rule discard" not in buttons or buttons
    table.tap("CARD IS THE NEXT ONE OUT")
    table.tap("as the book says", "1", "2")
    table.deal("Jc")
    assert len(table.station.table.holds) == 2
    assert items.has(table.window, "button 3"), "the PIN is still being typed"
    table.tap("3", "4", "Enter")
    assert [hold.card for hold in table.station.table.holds] == ["Jc"]
    assert first not in table.station.table.holds
    assert items.has(table.window, "stopped"), "the next one is shown afterwards"


def test_the_stop_on_the_screen_stays_until_it_is_over(table: Table) -> None:
    """No button changes under the finger because something else stops the table."""
    table.place("1:25")
    table.deal_early("Tc")
    before = table.bridge._now._were["hold"]
    table.station.observe(Seen(o.DeviceSaid("shoe", "door"), "shoe"))
    items.breathe()
    after = table.bridge._now._were["hold"]
    assert after["rulings"] == before["rulings"]
    assert after["words"] == before["words"]
    assert after["waiting"] == "1 more to rule on after this."
    table.tap("CARD IS THE NEXT ONE OUT", "as the book says", "1", "2", "3", "4", "Enter")
    assert [hold.kind for hold in table.station.table.holds] == ["device"]
    assert not items.has(table.window, "stopped"), "the card is laid aside first"
    table.tap("Done")
    assert table.bridge._now._were["hold"]["title"] == "DEVICE TROUBLE"


def test_a_signature_is_worth_nothing_for_another_stop(table: Table) -> None:
    table.place("1:25")
    table.deal("Tc")
    raised = table.station.table.holds[0].raised
    table.station.observe(Seen(o.Ruled("play_on", by="Lee", because="seen"), "floor"))
    table.deal("Jc")
    late = o.Ruled("play_on", by="Lee", because="seen", about=raised)
    table.station.observe(Seen(late, "floor"))
    items.breathe()
    assert [hold.card for hold in table.station.table.holds] == ["Jc"]
    assert "this stop is over" in table.bridge._refusal["reason"]


def test_a_card_is_keyed_in_although_something_else_stopped_the_table_since(table: Table) -> None:
    table.place("1:25")
    table.tap("Closing call")
    table.deal("??")
    table.station.observe(Seen(o.DeviceSaid("shoe", "door"), "shoe"))
    items.breathe()
    table.tap("KEY THE CARD IN")
    table.bridge.tap("choose 9c")
    table.settle_down()
    assert [hold.kind for hold in table.station.table.holds] == ["device"]
    assert table.station.table.round.draws[-1].card == "9c"


def test_a_card_that_cannot_be_is_named_with_both_places() -> None:
    stage = Stage(SCENES["impossible-card"])
    window = stage.window(SIZES["1280x800"])
    shown = " ".join(words(window))
    assert "ace of spades: more were read than the shoe holds" in shown
    assert "Now: spot 7." in shown
    assert "Read before: spot 1, spot 2, spot 3, spot 4, spot 5, spot 6." in shown
    assert items.named(window, "stopped").property("hold")["rank"] == "A"
    window.close()


def test_a_wrong_read_that_the_dealer_reports_is_not_called_one_too_many(table: Table) -> None:
    table.place("1:25")
    table.deal("Tc")
    table.tap("Something else is wrong", "The screen shows the wrong card")
    shown = words(table.window)
    assert "The screen shows the wrong card" in shown
    assert not [text for text in shown if "more" in text and "than the shoe holds" in text]


def test_a_card_that_lay_face_up_is_asked_for_before_it_is_taken_away(table: Table) -> None:
    table.place("1:25 2:25")
    table.tap("Closing call")
    table.deal("9c Kh 8d")
    before = table.station.table.round.draws
    table.tap("Something is wrong", "A card lay face up in the shoe")
    assert table.station.table.round.draws == before, "nothing is taken away yet"
    assert items.has(table.window, "asked on the felt")
    page = table.bridge.property("page")
    assert {(one["text"], one["place"]) for one in page["choices"]} == {
        ("The last card", 0),
        ("spot 1", 1),
        ("spot 2", 2),
    }
    table.tap("Back to the table")
    assert table.station.table.round.draws == before
    table.tap("Something is wrong", "A card lay face up in the shoe", "The last card")
    assert table.step == "carry_out"
    table.tap("Done")
    assert table.step == "deal"
    assert [drawn.place for drawn in table.station.table.round.draws][-1] is None


def test_an_earlier_card_that_lay_face_up_waits_for_a_ruling(table: Table) -> None:
    table.place("1:25 2:25")
    table.tap("Closing call")
    table.deal("9c Kh 8d")
    before = table.station.table.round.draws
    table.tap("Something is wrong", "A card lay face up in the shoe", "spot 1")
    assert table.station.table.round.draws == before
    hold = table.station.table.holds[-1]
    assert (hold.kind, before[hold.draw or 0].card) == ("face_up", "9c")


def test_the_stop_of_a_device_goes_when_it_is_back_with_nothing_missing(table: Table) -> None:
    table.place("1:25")
    table.tap("Closing call")
    table.station.observe(
        Seen(o.DeviceSaid("shoe", "lost", "the cable was pulled", cause="unplugged"), "shoe")
    )
    items.breathe()
    assert items.has(table.window, "stopped")
    table.station.observe(Seen(o.DeviceSaid("shoe", "back"), "shoe"))
    items.breathe()
    assert not items.has(table.window, "stopped")
    with Reader(table.db) as log:
        written = [decode(row.part, row.body) for row in log.rows()]
    ended = [one for one in written if isinstance(one, e.HoldRuled)]
    assert [(one.kind, one.ruling) for one in ended] == [("device", "back")]


def test_a_device_that_may_have_missed_cards_stays_on_the_screen(table: Table) -> None:
    table.place("1:25")
    table.tap("Closing call")
    lost = o.DeviceSaid(
        "shoe", "lost", "it keeps another journal than before: cards may be missing", missed=True
    )
    table.station.observe(Seen(lost, "shoe"))
    table.station.observe(Seen(o.DeviceSaid("shoe", "back"), "shoe"))
    items.breathe()
    assert items.has(table.window, "stopped")
    assert table.station.table.holds[-1].missed
