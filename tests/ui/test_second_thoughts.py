"""Second thoughts: a dealer takes a tap back, looks again or puts something right, on the real window."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtTest import QTest

from dealer_station.engine.model import observations as o
from dealer_station.station.station import Seen
from tests.ui import items
from tests.ui.table import Table
from tests.ui.test_rounds import call
from ui.common.settings import Settings


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Four spots with wagers, the first of them with a tie wager too."""
    made = Table(tmp_path / "log.db", "massachusetts")
    made.sign_in()
    made.place("1:10+5 2:20 3:30 4:40")
    call(made)
    yield made
    made.close()
    assert made.warnings == []


def words(table: Table) -> list[str]:
    """From the top of the screen to its foot."""
    found = sorted(items.texts(table.window), key=lambda item: items.rect(item).top())
    return [item.property("text") for item in found]


def test_one_undo_takes_back_all_that_one_tap_said(table: Table) -> None:
    table.deal("9c Kh 5d 6c 8d")
    before = table.station.table
    table.tap("All hands are settled")
    assert table.step == "pick_up"
    table.tap("Undo")
    assert table.step == "settle"
    assert table.station.table.round.hands == before.round.hands
    table.tap("This hand is settled, next hand")
    table.tap("All hands are settled")
    table.tap("Undo")
    assert sum(bool(hand.lines) for hand in table.station.table.round.hands) == 1
    table.tap("Undo")
    assert table.station.table.round.hands == before.round.hands


def test_a_war_says_first_whom_to_pay_and_whom_to_take_and_is_taken_back_whole(table: Table) -> None:
    table.deal("9c Kh 5d 8c 8d")
    assert table.step == "offer"
    assert sorted(line for line in words(table) if "  Spot" in line) == [
        "2  Spot 3: TAKE 30",
        "3  Spot 2: PAY 20",
        "4  Spot 1: TAKE 5 · PAY 10",
    ]
    table.tap("Spot 4: war")
    assert table.step == "pick_up"
    table.tap("Undo")
    assert table.step == "offer"
    assert not any(hand.lines or hand.choice for hand in table.station.table.round.hands)


def test_a_report_by_mistake_is_taken_back_from_the_stop_itself(table: Table) -> None:
    table.deal("9c Kh 5d 6c 8d")
    table.bridge.tap("open wrong")
    table.bridge.tap("choose dispute")
    table.settle_down()
    assert items.has(table.window, "stopped")
    table.tap("Undo")
    assert not table.station.table.holds
    assert not items.has(table.window, "stopped")


def test_whoever_rules_sees_the_table_and_the_stop_in_one_view(table: Table) -> None:
    table.deal("9c Kh 5d 6c 8d Tc")
    assert items.has(table.window, "stopped")
    assert items.has(table.window, "spot 3")
    assert items.has(table.window, "dealer")
    assert not items.has(table.window, "button All hands are settled")
    table.station.observe(Seen(o.Ruled("play_on", by="Lee", because="seen"), "floor"))
    items.breathe()
    assert table.station.table.holds == () or items.has(table.window, "stopped")


def _moves(table: Table) -> list[str]:
    return [line for line in words(table) if line.startswith("Take the card of ")]


def test_what_is_to_be_done_stays_on_the_screen_while_devices_speak(table: Table) -> None:
    table.deal("9c Kh")
    table.bridge.tap("open wrong")
    table.bridge.tap("choose face_up")
    table.tap("The last card")
    table.settle_down()
    steps = _moves(table)
    assert steps
    table.station.observe(Seen(o.DeviceSaid("shoe", "back"), "shoe"))
    items.breathe()
    assert _moves(table) == steps
    table.deal("5d")
    assert _moves(table) == steps, "a card that comes first confirms nothing"
    table.tap("Done")
    assert not _moves(table)


def test_the_largest_words_are_those_that_put_it_right(table: Table) -> None:
    table.deal("9c Kh")
    table.bridge.tap("open wrong")
    table.bridge.tap("choose face_up")
    table.tap("The last card")
    table.settle_down()
    sizes = {item.property("text"): item.property("font").pixelSize() for item in items.texts(table.window)}
    mending = max(size for text, size in sizes.items() if text.startswith("Take the card of "))
    assert mending > sizes["A card lay face up in the shoe"]


def test_a_card_that_is_keyed_in_bears_a_mark_and_can_be_put_right(table: Table) -> None:
    table.deal("9c")
    table.station.observe(Seen(o.DeviceSaid("reader", "lost", "Lee"), "floor"))
    table.station.observe(Seen(o.Ruled("accept", by="Lee", because="keyed"), "floor"))
    items.breathe()
    table.tap("card Kh", "card 5d", "card 6c", "card 8d")
    spots = {spot["spot"]: spot["says"] for spot in table.bridge._now._were["spots"]}
    assert "nine of clubs," in spots[1]
    assert "keyed in" not in spots[1]
    assert "king of hearts, keyed in" in spots[2]
    table.tap("Something is wrong", "The screen shows the wrong card")
    assert "The screen shows the wrong card" in words(table)
    table.tap("CORRECT THE CARD", "dealer")
    table.bridge.tap("choose 9d")
    table.tap("the camera recording was checked", "1", "2", "3", "4", "Enter")
    assert not table.station.table.holds
    assert table.station.table.round.draws[-1].card == "9d"


def test_a_card_that_the_dealer_keyed_is_taken_back_with_undo_while_the_felt_stays(table: Table) -> None:
    table.station.observe(Seen(o.DeviceSaid("reader", "lost", "Lee"), "floor"))
    table.station.observe(Seen(o.Ruled("accept", by="Lee", because="keyed"), "floor"))
    items.breathe()
    assert items.has(table.window, "spot 1"), "the felt stays beside the card pad"
    table.tap("card Kh")
    assert table.station.table.round.card_at(1, "original") == "Kh"
    table.tap("Undo")
    assert table.station.table.round.card_at(1, "original") is None
    assert not table.bridge._now._were["canUndo"], "the call before the deal is final"
    assert table.bridge._now._were["justKeyed"] == ""
    table.tap("card Qh", "card 5d", "Undo", "card 6d", "card 7c")
    dealt = {drawn.place: drawn.card for drawn in table.station.table.round.draws if not drawn.burned}
    assert list(dealt.values())[:3] == ["Qh", "6d", "7c"]
    assert not table.station.table.holds


def test_a_wrong_key_is_replaced_before_the_card_is_complete(table: Table) -> None:
    table.station.observe(Seen(o.DeviceSaid("reader", "lost", "Lee"), "floor"))
    table.station.observe(Seen(o.Ruled("accept", by="Lee", because="keyed"), "floor"))
    items.breathe()
    for key in ("rank 8", "rank 9"):
        items.click(table.window, key)
    table.settle_down()
    assert not any(drawn.place == 1 for drawn in table.station.table.round.draws)
    items.click(table.window, "suit s")
    table.settle_down()
    assert table.station.table.round.card_at(1, "original") == "9s"


def test_any_card_that_lies_there_can_be_put_right(table: Table) -> None:
    table.deal("9c Kh 5d 6c 8d")
    table.tap("Something is wrong")
    table.bridge.tap("choose impossible_card")
    table.settle_down()
    table.tap("CORRECT THE CARD", "spot 1")
    table.bridge.tap("choose Kd")
    table.tap("the camera recording was checked", "1", "2", "3", "4", "Enter")
    dealt = {drawn.place: drawn.card for drawn in table.station.table.round.draws if not drawn.burned}
    assert (dealt[1], dealt[0]) == ("Kd", "8d")
    spots = {spot["spot"]: spot["says"] for spot in table.bridge._now._were["spots"]}
    assert "king of diamonds, keyed in" in spots[1], (
        "a corrected card bears the mark of a card that a person named"
    )
    assert "keyed in" not in spots[2]


def test_undo_is_of_the_last_tap_whatever_devices_say_meanwhile(table: Table) -> None:
    table.deal("9c Kh 5d 6c 8d")
    table.tap("This hand is settled, next hand")
    table.tap("All hands are settled")
    table.station.observe(Seen(o.DeviceSaid("shoe", "closed"), "shoe"))
    table.station.observe(Seen(o.ClockRead(5), "clock"))
    items.breathe()
    table.tap("Undo")
    assert [hand.name for hand in table.station.table.round.hands if hand.lines] == ["4"]
    table.tap("Undo")
    assert not any(hand.lines for hand in table.station.table.round.hands)


def test_a_cable_that_is_pulled_meanwhile_does_not_wipe_out_what_is_to_be_done(table: Table) -> None:
    table.deal("9c Kh")
    table.bridge.tap("open wrong")
    table.bridge.tap("choose face_up")
    table.tap("The last card")
    table.settle_down()
    steps = _moves(table)
    table.station.observe(Seen(o.DeviceSaid("shoe", "lost"), "shoe"))
    items.breathe()
    assert items.has(table.window, "stopped")
    assert not items.has(table.window, "button Undo"), "no finger brought this stop"
    table.station.observe(Seen(o.DeviceSaid("shoe", "back"), "shoe"))
    table.station.observe(Seen(o.Ruled("accept", by="Lee", because="seen"), "floor"))
    items.breathe()
    assert steps
    assert _moves(table) == steps
    table.bridge._apply_settings(Settings(language="es"), "")
    items.breathe()
    assert "Una carta estaba boca arriba en el sabot" in words(table)


def test_what_the_table_would_refuse_is_not_offered(table: Table) -> None:
    table.deal("9c Kh 5d 8c 8d")
    table.tap("Spot 4: war")
    table.burn()
    table.deal("4d 4h 4s Tc")
    offered = [one["act"] for one in _choices(table)]
    assert offered
    for act in offered:
        table.bridge.tap("open wrong")
        table.bridge.tap(act)
        while (page := table.bridge.property("page"))["name"]:
            choices = page["choices"]
            act = choices[0]["act"] if choices else "choose 7c" if page["kind"] == "card" else "key skip"
            table.bridge.tap(act)
            table.settle_down()  # The station answers whether it takes the report.
        assert not table.bridge._refusal, act
        table.bridge.tap("undo")
        table.settle_down()


def _choices(table: Table) -> list[dict[str, str]]:
    table.bridge.tap("open wrong")
    found: list[dict[str, str]] = table.bridge.property("page")["choices"]
    table.bridge.tap("close")
    return found


def test_a_table_where_nothing_happens_goes_dark_and_the_touch_that_wakes_it_does_nothing(
    table: Table,
) -> None:
    table.deal("9c Kh 5d 6c 8d")
    cover = table.window.findChild(QObject, "asleep")
    assert cover is not None
    cover.setProperty("minutes", 0)
    QTest.qWait(30)
    assert cover.property("visible")
    table.bridge._now.take({"clock": "23:59"})
    table.bridge.changed.emit()
    assert cover.property("visible"), "an hour that passes wakes nobody"
    cover.setProperty("minutes", 20)
    button = items.rect(items.named(table.window, "button All hands are settled")).center().toPoint()
    QTest.mouseClick(table.window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(button))
    table.settle_down()
    assert not cover.property("visible")
    assert table.step == "settle"


def test_a_stop_is_never_in_the_dark(table: Table) -> None:
    table.deal("9c Kh 5d 6c 8d Tc")
    cover = table.window.findChild(QObject, "asleep")
    assert cover is not None
    cover.setProperty("minutes", 0)
    QTest.qWait(30)
    assert not cover.property("visible")


def test_a_card_that_was_laid_aside_is_named_with_the_place_where_it_goes(table: Table) -> None:
    table.deal("9c")
    table.station.observe(Seen(o.DeviceSaid("shoe", "lost"), "shoe"))
    table.deal("Kh")
    for ruling in ("play_on", "accept"):
        table.station.observe(Seen(o.Ruled(ruling, by="Lee", because="seen"), "floor"))
    items.breathe()
    assert not table.station.table.holds
    assert "Put the card that lay aside on spot 2" in words(table)
    table.tap("Done")
    assert "Put the card that lay aside on spot 2" not in words(table)
