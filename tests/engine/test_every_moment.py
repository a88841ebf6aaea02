"""Every moment of every written round, looked at once: its prompt, and every choice of its stops."""

import re

import pytest

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.step_types import Due, Offer
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.values import Hold
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.ruling_view import RulingView
from dealer_station.engine.view.ruling_words import SUITS
from dealer_station.engine.view.table_view import HoldView, view
from dealer_station.engine.words.prompt_notes import OF_A_SHUFFLE
from dealer_station.engine.words.prompts import STEPS, Prompt, prompt, step_id
from dealer_station.rulebooks import NAMES
from tests.moments import Moment, moments_of

BASE_GAME = (
    *("burn", "bets", "call", "deal", "turn_dealer_card", "settle", "offer", "match_war", "confirm_war"),
    *("pick_up", "return_cards", "ruling"),
)
NOT_IN_BOOK = {
    "massachusetts": {"turn_dealer_card", "match_war", "return_cards"},
    "house_manual": {"match_war"},
    "maryland": {"turn_dealer_card", "match_war"},
    "exhibit_a": {"turn_dealer_card", "match_war", "confirm_war", "return_cards"},
    "new_zealand": {"turn_dealer_card"},
}
"""Steps of the base game that a book does not have."""
FACE = re.compile(rf"[2-9JQKA0][{''.join(SUITS.values())}]")


@pytest.mark.parametrize("book", NAMES)
def test_every_moment_of_every_written_round_has_its_prompt_and_says_its_choices(book: str) -> None:
    """Every step of the book is reached, says what to do by which rule, and is satisfied by that; every
    choice of every stop says what it does."""
    reached: set[str] = set()
    for moment in moments_of(book):
        if (step := step_id(moment.due)) not in reached:
            reached.add(step)
            check_prompt(book, step, moment)
        if moment.table.holds:
            shown = view(moment.table, moment.rules).holds
            for hold, of_hold in zip(reversed(moment.table.holds), shown, strict=True):
                check_choices(hold, of_hold)
    assert set(BASE_GAME) - reached == NOT_IN_BOOK[book]


def check_prompt(book: str, step: str, moment: Moment) -> None:
    """A prompt says what to do, by which rule and what would satisfy it."""
    table, rules, asked = moment.table, moment.rules, moment.due
    shown = prompt(asked, rules)
    assert step in STEPS, f"{book}: {step} is not listed"
    assert shown.do
    assert shown.do[0].isupper()
    assert not shown.do.endswith((" ", ",", "."))
    assert (shown.cite, shown.status) == (asked.rule.cite, asked.rule.status)
    assert shown.cite
    assert shown.status in ("stated", "inferred", "interpretive", "house_default", "silent")
    assert shown.satisfied_by
    assert all(hasattr(o, name) for name in shown.satisfied_by)
    assert rules.book.id == book
    if book != "house_manual" and step in OF_A_SHUFFLE:
        assert not shown.role, "only one book leaves these to the floor"
    if step in BASE_GAME and step != "ruling":
        check_satisfied(table, rules, asked, shown)


def check_satisfied(table: Table, rules: Rules, asked: Due, shown: Prompt) -> None:
    """Every observation that would satisfy a step does."""
    for name in shown.satisfied_by:
        if name == "Called" and not table.round.hands and not table.last:
            continue
        events = decide(table, rules, satisfying(name, asked, table, rules))
        assert not any(isinstance(event, e.TapRefused | e.HoldRaised) for event in events), shown.step


def satisfying(name: str, asked: Due, table: Table, rules: Rules) -> Observation:
    """The observation that does what the step asks for."""
    match name:
        case "CardDrawn":
            return o.CardDrawn(Card("7c"))
        case "Settled":
            return o.Settled()
        case "Confirmed":
            return o.Confirmed("")
        case "Called":
            return o.Called()
        case "BetsPlaced":
            stake = 200 if rules.book.id == "exhibit_a" else 1000
            return o.BetsPlaced(tuple(hand.bet for hand in table.round.hands) or (o.Bet(1, "", stake),))
        case _:
            assert isinstance(asked, Offer)
            return o.Answered(asked.hand.spot, asked.hand.bettor, "surrender")


def check_choices(hold: Hold, shown: HoldView) -> None:
    """The choices of a stop differ, and a finding or a remedy is among them."""
    told = [one.words for one in shown.choices]
    assert len(told) == len(set(told)), shown.kind
    undone_no_more = hold.decided or hold.left_over
    assert shown.choices[0].kind == "finding" or undone_no_more
    assert any(one.kind == "remedy" for one in shown.choices)
    for one in shown.choices:
        check_choice(one, hold, shown)


def check_choice(one: RulingView, hold: Hold, shown: HoldView) -> None:
    """No code of the program, no empty place, no face of a card that is held."""
    assert one.words
    assert one.words.casefold() not in ("accept", "refuse", "play on", "it stands") or hold.kind in (
        "dispute",
        "suspicious",
    )
    assert "  " not in one.words
    assert not one.words.endswith(" ")
    assert "_" not in one.words + one.detail
    assert "?" not in one.words
    if hold.has_card:
        assert not FACE.search(one.words + one.detail), (shown.kind, one.words)
    if one.kind == "departure":
        assert one.cite == ""
        assert one.ruling in shown.departures
