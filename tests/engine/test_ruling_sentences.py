"""Rulings in full: the sentence names everything that follows, and each act is then asked of the dealer."""

from collections.abc import Iterator

import pytest

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.ruling_choices import choices
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.table import Table, in_question
from dealer_station.engine.notation.reader import read
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.table_view import HoldView, view
from dealer_station.engine.words.prompts import step_id
from dealer_station.rulebooks import NAMES
from dealer_station.written_rounds.play import Player
from tests.house.rules import ROOT

MOVES_SOMETHING = (e.CardRetired, e.CardRacked, e.CardKept, e.CardsReread, e.SettlementReversed)
ASKS_FOR_ACTS = ("carry_out", "confirm_layout", "restore_wagers", "ruling")
"""Steps at which the dealer moves cards or chips, or compares them; another stop comes before them."""


def held(book: str) -> Iterator[tuple[Table, Rules]]:
    """Every table of the book's written rounds that is stopped."""
    for path in sorted((ROOT / "tests" / "rounds" / book).rglob("*.round")):
        written = read(path.read_text("utf-8"))
        player = Player.at_table_of(written.header)
        for line in written.lines:
            player.play((line,))
            if player.table.holds:
                yield player.table, player.rules


@pytest.mark.parametrize("book", NAMES)
def test_every_act_of_a_ruling_is_asked_of_the_dealer(book: str) -> None:
    counted = 0
    for table, rules in held(book):
        hold = table.holds[0]
        named = in_question(table, hold.raised)
        for ruling in choices(named, rules, hold).remedies:
            events = decide(named, rules, o.Ruled(ruling, by="Lee", because="seen", about=hold.raised))
            if not any(isinstance(event, MOVES_SOMETHING) for event in events):
                continue
            after = fold(named, events)
            asked = len(after.moves) > len(named.moves) or step_id(due(after, rules)) in ASKS_FOR_ACTS
            assert asked, (hold.kind, ruling, events)
            counted += 1
    assert counted > 20


@pytest.mark.parametrize("book", NAMES)
def test_the_oldest_of_several_stops_is_ruled_on_as_its_sentence_says(book: str) -> None:
    """The texts of a stop do not depend on the stops that came after it."""
    for table, rules in held(book):
        if len(table.holds) < 2 or table.holds[0].kind == "device":
            continue
        hold = table.holds[0]
        first = next(one for one in view(table, rules).holds if one.raised == hold.raised)
        alone = view(in_question(table, hold.raised), rules).holds[0]
        assert sentences(first) == sentences(alone)


def sentences(hold: HoldView) -> list[str]:
    return [one.sentence for one in hold.choices]


@pytest.mark.parametrize(
    ("lines", "ruling", "sentence"),
    [
        ("shoe 7c\nreport late_wager 2 100\n", "refuse", "Return 100 to spot 2: Initial wager"),
        ("shoe 7c\nreport dispute 1\n", "void_round", "the round is void and open wagers go back"),
        (
            "shoe 7c\nshoe 8h\nshoe 9c\nshoe Td\n",
            "discard",
            "the card goes to the discard rack, out of play",
        ),
    ],
)
def test_a_sentence_names_place_and_amount(lines: str, ruling: str, sentence: str) -> None:
    written = read("profile massachusetts\n\ndealer Ana\nshoe 2c\nbets 1:25 2:10\ncall\n" + lines)
    player = Player.at_table_of(written.header)
    player.play(written.lines)
    found = {one.ruling: one.sentence for one in view(player.table, player.rules).holds[0].choices}
    assert found[ruling] == sentence  # type: ignore[index]
