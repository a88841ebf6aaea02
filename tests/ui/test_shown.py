"""The dealer's screen shows chips on the layout and their moves, terms of the book, and steps of the cut."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dealer_station.engine.model import observations as o
from dealer_station.station.station import Seen
from tests.ui import items
from tests.ui.table import Table
from tests.ui.test_accessible import name_of

Seat = Callable[..., Table]


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    """A table of any book, with a dealer."""
    made: list[Table] = []

    def seated(profile: str, **options: str) -> Table:
        table = Table(tmp_path / f"{len(made)}.db", profile, options=options or None)
        made.append(table)
        table.sign_in()
        return table

    yield seated
    for table in made:
        table.close()
        assert table.warnings == []


def words(table: Table) -> list[str]:
    return [item.property("text") for item in items.texts(table.window)]


def begin(table: Table, wagers: str, cards: str) -> None:
    table.place(wagers)
    table.tap("Closing call")
    table.deal(cards)


def felt(table: Table) -> str:
    """The spots of the felt as a screen reader says them."""
    return "; ".join(name_of(item) for item in items.spots(table.window))


def test_the_dealers_matching_chips_lie_on_the_felt_and_are_named_when_they_move(seat: Seat) -> None:
    table = seat("new_zealand", war_stake="dealer_matches")
    begin(table, "1:25", "7c 7d")
    table.tap("Box 1: Go to War")
    assert table.step == "match_war"
    assert "Match the Go to War Wager on box 1 from the chip rack" in words(table)
    assert "dealer $25" not in felt(table)
    table.tap("Done")
    assert "dealer $25" in felt(table)
    table.tap("Done")
    assert "DISCARD 1 OF 3" in words(table)
    table.deal("2c 3c 4c 9s 9h")
    assert {"PAY 50", "Go to War Wager: 25, and the 25 beside it"} <= set(words(table))
    table.tap("All hands are settled")
    assert "dealer $25" not in felt(table)


def test_matching_chips_go_back_with_a_lost_war(seat: Seat) -> None:
    table = seat("new_zealand", war_stake="dealer_matches")
    begin(table, "1:25", "7c 7d")
    table.tap("Box 1: Go to War", "Done", "Done")
    table.deal("2c 3c 4c 5s 9h")
    shown = words(table)
    assert shown.count("TAKE 25") == 2
    assert {"Casino War Wager", "Go to War Wager, and your 25"} <= set(shown)


def test_matching_chips_lie_on_the_felt_again_when_a_settled_war_is_put_right(seat: Seat) -> None:
    table = seat("new_zealand", war_stake="dealer_matches", war_burn="none")
    begin(table, "1:25", "7c 7d")
    table.tap("Box 1: Go to War", "Done", "Done")
    table.deal("5s 9h")
    table.tap("All hands are settled")
    assert "dealer $25" not in felt(table)
    table.station.observe(Seen(o.Reported("face_up", lies=0), "dealer"))
    table.station.observe(Seen(o.Ruled("discard", by="Lee"), "floor"))
    items.breathe()
    table.tap("Done")
    assert table.step == "restore_wagers"
    assert "dealer $25" in felt(table)
    put_back = "put 25 back on the Go to War Wager, and your 25 beside it"
    assert any(put_back in text for text in words(table))
    table.tap("Done")
    table.deal("4h")
    assert {"PAY 25", "Go to War Wager: the 25 beside it"} <= set(words(table))


def test_a_surrender_that_is_asked_again_is_put_back_whole_before_the_question(seat: Seat) -> None:
    table = seat("new_zealand")
    begin(table, "1:40", "7c 7d")
    table.tap("Box 1: surrender", "All hands are settled")
    table.station.observe(Seen(o.Reported("option_missed", spot=1), "dealer"))
    items.breathe()
    assert table.step == "carry_out"
    back = "Put 40 back on the Casino War Wager of box 1: the 20 you took and the 20 you returned"
    assert any(back in text for text in words(table))
    table.tap("Done")
    assert table.step == "offer"


def test_a_surrender_moves_the_chips_as_the_house_manual_has_it(seat: Seat) -> None:
    table = seat("house_manual")
    begin(table, "1:25", "7c 7d")
    table.tap("The card is turned", "Spot 1: surrender")
    shown = words(table)
    assert {"BRING", "primary wager to the left, above the chip rack"} <= set(shown)
    assert {"RETURN 12.50", "LOCK UP 12.50"} <= set(shown)


def test_half_a_wager_is_named_in_money_and_no_wager_is_taken_for_a_spot(seat: Seat) -> None:
    table = seat("exhibit_a")
    begin(table, "4:1", "7c 7d")
    shown = words(table)
    assert "$0.50 back" in shown
    assert "$1 more" in shown
    assert "Spot 4, seven of clubs, wager $1, 1: tie" in felt(table)
    assert "$1" in shown


def test_what_is_settled_lies_there_no_more(seat: Seat) -> None:
    table = seat("massachusetts")
    begin(table, "1:20 2:20+5", "9c 7h 7d")
    assert "Spot 2, seven of hearts, wager $20, tie $5, 1: PAY 50, 2: tie" in felt(table)
    table.tap("Spot 2: war")
    assert "tie $5, PAY 50" in felt(table), "what is settled has no place in the order any more"
    assert "war $20" in felt(table)


def test_the_cut_card_is_laid_aside(seat: Seat) -> None:
    table = seat("maryland")
    begin(table, "1:20 2:20", "9c")
    table.station.observe(Seen(o.CutCardSeen(), "shoe"))
    items.breathe()
    assert {"COVER CARD", "The cover card is out: lay it aside."} <= set(words(table))
    assert not items.has(table.window, "prompt"), "the notice takes the whole screen"
    items.click(table.window, "button cut card")
    assert {"Face up", "The cover card is out: lay it aside."} <= set(words(table))
    table.deal("8c")
    assert not items.has(table.window, "button cut card")


def test_the_notice_of_the_cut_card_never_blocks_a_card(seat: Seat) -> None:
    table = seat("massachusetts")
    begin(table, "1:20 2:20", "9c")
    table.station.observe(Seen(o.CutCardSeen(), "shoe"))
    items.breathe()
    assert items.has(table.window, "button cut card")
    table.deal("8c")
    assert not items.has(table.window, "button cut card")
    assert len(table.station.table.round.draws) == 3, "the opening burn, and a card for each spot"


def stands(table: Table) -> bool:
    return any("To change one, tap its spot." in text for text in words(table))


def test_burns_are_numbered_and_wagers_stand_only_after_a_round(seat: Seat) -> None:
    table = seat("massachusetts")
    assert not stands(table)
    begin(table, "1:20", "7c 7d")
    table.tap("Spot 1: war", "Done")
    assert "BURN 1 OF 3" in words(table)
    table.deal("2c")
    assert "BURN 2 OF 3" in words(table)
    table.deal("3c 4c 9s 8h")
    table.tap("All hands are settled", "Done")
    assert table.step == "bets"
    assert stands(table)


def test_new_zealand_has_boxes_and_discards_wherever_it_is_asked(seat: Seat) -> None:
    table = seat("new_zealand")
    begin(table, "1:20 2:20", "9c 8c 7d")
    table.bridge.tap("open wrong")
    table.settle_down()
    assert "A box got no card" in words(table)
    assert not any("spot" in text.lower() or "burn" in text.lower() for text in words(table))


def test_the_dealer_is_asked_about_a_stored_batch_and_a_no_has_it_shuffled(seat: Seat) -> None:
    table = seat("massachusetts", card_supply="two_batch_shuffler")
    table.station.observe(Seen(o.Ordered("idle"), "floor"))
    items.breathe()
    for _ in range(6):
        table.tap("Done")
    assert table.step == "check_batch"
    table.tap("NO, SHUFFLE IT", "1", "2", "3", "4", "Enter")
    assert table.step == "spread_for_player"


def test_a_stored_batch_that_was_secured_is_cut(seat: Seat) -> None:
    table = seat("massachusetts", card_supply="two_batch_shuffler")
    table.station.observe(Seen(o.Ordered("idle"), "floor"))
    items.breathe()
    for _ in range(6):
        table.tap("Done")
    table.tap("Kept secure and released", "The cut is accepted", "Done")
    assert table.step == "complete_cut"
    assert "Move all cards in front of the cut card to the back of the stack" in words(table)
