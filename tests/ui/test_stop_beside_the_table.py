"""A stop beside the felt: the oldest first, each ruling in full, one sheet to sign, and its taps."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAccessible

from dealer_station.engine.model import observations as o
from dealer_station.rulebooks import NAMES
from dealer_station.station.station import Seen
from tests.ui import items
from tests.ui.scenes import SCENES, SIZES, Stage
from tests.ui.table import Table
from tests.ui.test_rounds import STAKE, call
from ui.common.settings import Settings

TAPS_MAX = 4
PIN = ("1", "2", "3", "4")


@pytest.fixture(params=NAMES)
def held(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    """A table of each book with a card that left the shoe when none was due."""
    book: str = request.param
    table = Table(tmp_path / "log.db", book)
    table.sign_in()
    stake = STAKE.get(book, "25")
    table.place(f"1:{stake} 2:{stake}")
    table.deal_early("Tc")
    table.taps = 0
    yield table
    table.close()
    assert table.warnings == []


def texts(table: Table) -> list[str]:
    return [item.property("text") for item in items.texts(table.window)]


def rulings(table: Table) -> list[dict[str, str]]:
    found: list[dict[str, str]] = table.bridge._now._were["hold"]["rulings"]
    return found


def test_the_felt_stays_where_it_is_when_the_table_stops(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "massachusetts")
    table.sign_in()
    table.place("1:25 2:25")
    before = items.rect(items.named(table.window, "spot 2"))
    table.deal_early("Tc")
    stop = items.named(table.window, "stopped")
    assert items.rect(items.named(table.window, "spot 2")) == before
    button = items.named(table.window, f"button {rulings(table)[0]['text']}")
    assert items.rect(button).left() > items.rect(items.named(table.window, "spot 7")).right()
    assert not items.has(table.window, "button Show the table")
    assert stop.isVisible()
    table.close()


def test_each_ruling_stands_in_full_beneath_its_button(held: Table) -> None:
    shown = texts(held)
    seen = rulings(held)[: items.named(held.window, "stopped").property("most")]
    for one in seen:
        assert any(one["under"] in text for text in shown), one
        assert one["under"].endswith(".")
    name = QAccessible.queryAccessibleInterface(items.named(held.window, f"button {seen[0]['text']}")).text(
        QAccessible.Text.Name
    )
    assert seen[0]["under"] in name


def test_a_ruling_takes_four_taps_and_a_pin(held: Table) -> None:
    first = rulings(held)[0]
    held.tap(first["text"])
    assert first["under"] in texts(held), "the sheet repeats the sentence that is signed"
    if not held.bridge.property("page")["maySign"] and not marked(held):
        held.tap("a dealer's mistake")
    assert held.taps <= TAPS_MAX
    held.tap(*PIN, "Enter")
    assert not held.station.table.holds


def test_four_early_cards_take_one_ruling_and_each_has_its_place(held: Table) -> None:
    held.deal("9c 2d 7s")
    first = rulings(held)[0]
    assert first["text"] == held.bridge.say.loud("All 4 cards are the next ones out")
    spots = [held.bridge.say(held.bridge.book.spot_title(spot)).lower() for spot in (1, 2)]
    for words in (*spots, "the dealer, 1 more after that."):
        assert words in first["under"]
    held.taps = 0
    held.tap(first["text"])
    assert first["under"] in texts(held), "the sheet repeats the sentence that is signed"
    if not held.bridge.property("page")["maySign"] and not marked(held):
        held.tap("a dealer's mistake")
    assert held.taps <= TAPS_MAX
    held.tap(*PIN, "Enter")
    assert not held.station.table.holds
    assert len(held.station.table.kept) == 4


def marked(table: Table) -> bool:
    """A reason is marked before anybody has touched one."""
    reasons = table.bridge.property("page")["parts"][0]["choices"]
    return any(one["chosen"] for one in reasons)


@pytest.mark.parametrize("book", NAMES)
def test_a_wrong_payout_is_reported_and_ruled_on_in_four_taps_and_a_pin(book: str, tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", book)
    table.sign_in()
    stake = STAKE.get(book, "25")
    table.place(f"1:{stake} 2:{stake}")
    call(table)
    while table.step in ("deal", "burn"):
        table.deal({"deal": "9c"}.get(table.step, "2c") if len(table.station.table.round.draws) % 2 else "7d")
    table.bridge.tap("settle all")
    table.settle_down()
    if not any(hand.lines for hand in table.station.table.round.hands):
        table.bridge.tap("confirm turn_dealer_card")
        table.settle_down()
        table.bridge.tap("settle")
        table.settle_down()
    settled = next(hand.bet.spot for hand in table.station.table.round.hands if hand.lines)
    table.taps = 0
    table.tap("Something is wrong", "A hand was settled wrongly")
    if table.bridge.property("page")["name"]:
        offered = table.bridge.property("page")["choices"]
        table.tap(next(one["text"] for one in offered if one["place"] == settled))
    stays = next(one for one in rulings(table) if one["act"] == "open rule refuse")
    table.tap(stays["text"])
    assert stays["under"] in texts(table)
    assert marked(table)
    assert table.taps <= TAPS_MAX
    table.tap(*PIN, "Enter")
    assert not table.station.table.holds
    table.close()


def test_nobody_signs_without_a_reason_and_a_pin(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "massachusetts")
    table.sign_in()
    table.place("1:25")
    table.deal_early("Tc")
    finding = next(one for one in rulings(table) if one["under"].startswith("Finding"))
    table.tap(finding["text"], *PIN)
    assert not table.bridge.property("page")["maySign"], "a finding has no reason that is marked at first"
    table.bridge.tap("key enter")
    table.settle_down()
    assert table.station.table.holds
    table.tap("the camera recording was checked")
    assert table.bridge.property("page")["maySign"]
    table.tap("Enter")
    assert not table.station.table.holds
    table.close()


def test_stops_are_ruled_on_in_the_order_in_which_they_came(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "massachusetts")
    table.sign_in()
    table.place("1:25 2:25")
    call(table)
    table.deal("7c")
    for kind, spot in (("dispute", 0), ("late_wager", 2), ("wrong_pay", 0)):
        table.station.observe(Seen(o.Reported(kind, spot, cents=1000), "dealer", "Ana"))  # type: ignore[arg-type]
    items.breathe()
    kinds = [hold.kind for hold in table.station.table.holds]
    assert len(kinds) > 1
    for at, kind in enumerate(kinds):
        shown = table.bridge._now._were["hold"]
        assert shown["kind"] == kind
        waiting = len(kinds) - at - 1
        assert shown["waiting"] == (f"{waiting} more to rule on after this." if waiting else "")
        one = next(one for one in rulings(table) if one["act"] in ("open rule refuse", "open rule unfounded"))
        table.tap(one["text"], "the camera recording was checked", *PIN, "Enter")
        while table.step == "carry_out":
            table.tap("Done")
    assert not table.station.table.holds
    table.close()


def test_the_spots_in_question_are_lit() -> None:
    stage = Stage(SCENES["hold-late"])
    lit = {spot["spot"] for spot in stage.bridge._now._were["spots"] if spot["lit"]}
    assert lit == {3}
    many = Stage(SCENES["impossible-card"])
    lit = {spot["spot"] for spot in many.bridge._now._were["spots"] if spot["lit"]}
    assert lit == {1, 2, 3, 4, 5, 6}


def test_further_rulings_are_one_tap_away_and_the_first_come_again() -> None:
    stage = Stage(SCENES["impossible-card"])
    window = stage.window(SIZES["1280x800"])
    offered = [one["text"] for one in stage.bridge._now._were["hold"]["rulings"]]
    most = items.named(window, "stopped").property("most")
    assert len(offered) > most
    seen: list[str] = []
    for _ in range(-(-len(offered) // most)):
        seen += [text for text in offered if items.has(window, f"button {text}")]
        items.click(window, "button More rulings")
    assert sorted(seen) == sorted(offered)
    assert items.has(window, f"button {offered[0]}")
    window.close()


ASKING = [book for book in NAMES if book != "house_manual"]
"""One book calls the supervisor under all circumstances, so nobody else is asked."""


@pytest.fixture(params=ASKING)
def dealt_early(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    """A table at which two cards left the shoe before the tap of the call."""
    book: str = request.param
    table = Table(tmp_path / "log.db", book)
    table.sign_in()
    stake = STAKE.get(book, "25")
    table.place(f"1:{stake} 2:{stake}")
    table.deal("Tc 9d")
    table.taps = 0
    yield table
    table.close()
    assert table.warnings == []


def test_a_forgotten_tap_is_a_question_that_the_dealer_answers_alone(dealt_early: Table) -> None:
    table, say = dealt_early, dealt_early.bridge.say
    shown = texts(table)
    call = say(table.bridge.book.close_call)
    for words in (
        say("ONE QUESTION"),
        say("Was the call made before these 2 cards?"),
        f"“{call}” was called, with the wagers on the felt",
        say("You answer this yourself. Nobody signs."),
    ):
        assert words in shown
    assert [one["text"] for one in rulings(table)] == ["YES", "NO"]
    table.tap("YES")
    assert table.taps == 1
    assert not table.station.table.holds
    assert table.step == "deal"
    round_ = table.station.table.round
    assert (round_.card_at(1, "original"), round_.card_at(2, "original")) == ("Tc", "9d")


def test_the_answer_no_leads_to_the_rulings(dealt_early: Table) -> None:
    dealt_early.tap("NO")
    assert dealt_early.station.table.holds
    assert rulings(dealt_early)[0]["act"].startswith("open rule ")
    assert dealt_early.bridge.say("TABLE HELD") in texts(dealt_early)


def test_wagers_that_are_only_entered_are_never_called_by_an_answer(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "massachusetts")
    table.sign_in()
    table.place("1:25")
    table.tap("on spot 2")
    table.type("25")
    table.deal("Tc")
    assert "YES" not in [one["text"] for one in rulings(table)]
    table.close()


def test_words_are_not_small_because_their_room_was_low_for_a_moment() -> None:
    stage = Stage(SCENES["device"], Settings(language="es", text_percent=130))
    window = stage.window(SIZES["800x1280"])
    window.grabWindow()
    column = next(item for item in items.visible(window) if item.property("shrink") is not None)
    filled = column.height() * column.property("shrink") / column.parentItem().height()
    assert 0.8 < filled <= 1
    window.close()
