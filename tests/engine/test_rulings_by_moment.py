"""Departures as the profile and the page list them: each is one that a stop at some table offers."""

from collections.abc import Iterator
from functools import cache

import pytest
from msgspec.structs import replace

from dealer_station.engine.due import irregularity_kinds
from dealer_station.engine.due.irregularity_kinds import CATALOGUE
from dealer_station.engine.due.ruling_choices import choices, moment_of
from dealer_station.engine.due.rulings_by_moment import departures_at, may_stop, moments_of
from dealer_station.engine.model.kinds import as_hold_kind
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.values import Hold
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.ruling_sections import Moment
from dealer_station.rulebooks import NAMES, load
from dealer_station.rulebooks.describe import remarks
from tools.documents import example_situations as s

SUPPLIES = {"new_zealand": {"card_supply": "csm"}}
"""One book's rule about shufflers holds for continuous ones alone."""
STAGES = (s.between_rounds, s.cut, s.called, s.dealing, s.all_dealt, s.settling, s.war_begun, s.war_settled)


@cache
def tables(book: str) -> tuple[Table, ...]:
    """A table of every moment of a round, and one where a spot was missed."""
    found = []
    for stage in STAGES:
        try:
            found.append(stage(load(book)).table)
        except s.NotHereError:
            continue  # Nobody cuts the cards under this book.
    dealt = s.all_dealt(load(book)).table
    out = (replace(dealt.round.hands[0], voided="missed_spot"), *dealt.round.hands[1:])
    return (*found, replace(dealt, round=replace(dealt.round, hands=out)))


def holds(kind: str, table: Table) -> Iterator[Hold]:
    """Stops about this kind: with a held card, with one on the layout, with chips, or without."""
    hands = tuple(hand.name for hand in table.round.hands)
    last = irregularity_kinds.last_card(table.round)
    for about in ((), *((name,) for name in hands)):
        yield Hold(as_hold_kind(kind), hands=about)
        yield Hold(as_hold_kind(kind), hands=about, decided=True)
        yield Hold(as_hold_kind(kind), hands=about, cents=99_900)
        yield Hold(as_hold_kind(kind), hands=about, has_card=True)
        yield Hold(as_hold_kind(kind), hands=about, draw=last, place=4 if kind == "empty_spot" else None)


def offered(kind: str, moment: Moment, rules: Rules) -> set[str]:
    """Every departure that some table at this moment offers on a stop of this kind."""
    found: set[str] = set()
    for table in tables(rules.book.id):
        for hold in holds(kind, table):
            stopped = replace(table, holds=(hold,))
            if moment_of(stopped, rules, hold) == moment:
                found.update(choices(stopped, rules, hold).departures)
    return found


@pytest.mark.parametrize("book", NAMES)
def test_every_departure_that_is_listed_can_be_offered(book: str) -> None:
    rules = load(book, SUPPLIES.get(book, {}))
    for kind in CATALOGUE:
        for moment in moments_of(kind, rules):
            missing = {*departures_at(kind, moment, rules)} - offered(kind, moment, rules)
            assert not missing, f"{kind} ({moment}): {missing} is listed, and no table offers it"


@pytest.mark.parametrize("book", NAMES)
def test_nothing_is_listed_where_nobody_is_asked(book: str) -> None:
    rules = load(book)
    for kind in CATALOGUE:
        for moment in moments_of(kind, rules):
            assert may_stop(kind, moment, rules) or not departures_at(kind, moment, rules)


def test_a_profile_names_the_departures_of_its_own_kind() -> None:
    rules = load("house_manual")
    exposed, drawn = rules.rulings.burn_exposed[0], rules.rulings.drawn_exposed[0]
    assert exposed == drawn, "the two entries read alike, and are told apart all the same"
    assert "discard" in " ".join(remarks(drawn, rules))
    assert "discard" not in " ".join(remarks(exposed, rules))
