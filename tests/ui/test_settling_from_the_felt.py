"""A dealer settles from the felt alone: amount and order at each spot are those of the log's lines."""

import re
from pathlib import Path

import pytest
from PySide6.QtQuick import QQuickItem

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.step_types import Settle
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model.table import Table as State
from dealer_station.engine.model.values import Line
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.engine.view.table_view import view
from dealer_station.engine.view.upcoming import look_ahead
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.codec import decode
from dealer_station.rulebooks import NAMES
from tests.moments import moments_of
from tests.ui import items
from tests.ui.table import Table
from ui.common.translate import Speech
from ui.dealer.felt_picture import FeltPicture
from ui.dealer.shown_settlements import displayed, done

WORDS = {"pay": "PAY", "take": "TAKE", "return": "BACK", "half": "BACK"}
Settled = tuple[int, str, str, str, str]
"""The order, the hand, the wager, and the outcome as word and amount."""


def as_shown(order: int, hand: str, line: Line) -> list[Settled]:
    if line.cents is not None:
        amounts = [dollars(line.cents)]
    elif line.action == "half":
        amounts = ["half"]
    else:
        odds = f"{line.odds} to 1" if line.action == "pay" else ""
        amounts = [odds, *([dollars(line.meter_cents)] if line.meter_cents else [])]
    return [(order, hand, line.wager, WORDS[line.action], amount) for amount in amounts]


def on_the_felt(table: State, rules: Rules) -> list[Settled]:
    """The outcomes with a number that lie on the felt, in their order."""
    ahead = look_ahead(table, rules)
    picture = FeltPicture(
        view(table, rules), table, RulebookView(rules), Speech(), frozenset(), ahead, displayed(ahead)
    )
    return sorted(
        (outcome.order, bettor.name, chip.kind, outcome.word, outcome.amount)
        for spot in picture.spots()
        for bettor in spot.bettors
        for chip in bettor.chips
        for outcome in chip.outcomes
        if outcome.order
    )


def in_the_log(table: State, rules: Rules) -> list[Settled]:
    """The lines that the log gets if the dealer settles what is shown, hand by hand."""
    found: list[Settled] = []
    for order, step in enumerate(displayed(look_ahead(table, rules)).now, start=1):
        events = decide(table, rules, done(step))
        hands = [event for event in events if isinstance(event, e.HandSettled)]
        assert len(hands) == 1
        for line in hands[0].lines:
            found += as_shown(order, f"{hands[0].spot}{hands[0].bettor}", line)
        table = fold(table, events)
    return sorted(found)


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("profile", NAMES)
def test_the_felt_has_the_amount_and_the_order_of_every_line(profile: str, every: int) -> None:
    seen = 0
    for moment in moments_of(profile, every):
        if not isinstance(moment.due, Settle):
            continue
        logged = in_the_log(moment.table, moment.rules)
        count = max(order for order, *_ in logged)
        shown = [line for line in on_the_felt(moment.table, moment.rules) if line[0] <= count]
        assert shown == logged
        seen += len(logged)
    assert seen > 60


ROUNDS = {
    "massachusetts": ("1:25 2:10+5 4:50", "7c Qh 4s 8d"),
    "house_manual": ("1:25 2:10+5 4:50", "7c Qh 4s 8d"),
    "maryland": ("1:25 3:10+5 9:50", "7c Qh 4s 8d"),
    "exhibit_a": ("1:1 2:4+2 6:3", "7c Qh 4s 8d"),
    "new_zealand": ("1:25 2:10+5 4:50", "7c Qh 4s 8d"),
}
"""Wagers and cards of a round without a tie."""
TURNED = "The card is turned"


def painted_outcomes(table: Table) -> list[tuple[int, str, str]]:
    """Number, hand and words of every outcome, as they are painted at the spots."""
    found = []
    for spot in items.spots(table.window):
        for item in items.within(spot):
            if item.objectName() != "outcome" or not item.property("order"):
                continue
            texts = [one.property("text") for one in _texts_of(item)]
            order = str(item.property("order"))
            assert order in texts, "the number is painted"
            texts.remove(order)
            found.append((int(order), str(spot.property("spot").value("spot")), " ".join(sorted(texts))))
    return sorted(found)


def _texts_of(item: QQuickItem) -> list[QQuickItem]:
    return [one for one in items.within(item) if one.inherits("QQuickText") and one.property("text")]


@pytest.mark.parametrize("profile", ROUNDS)
def test_what_is_painted_at_the_spots_is_what_the_log_keeps(profile: str, tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", profile)
    table.sign_in()
    wagers, cards = ROUNDS[profile]
    table.place(wagers)
    table.tap("Closing call")
    table.burn()
    table.deal(cards)
    if items.has(table.window, f"button {TURNED}"):
        table.tap(TURNED)
    painted = painted_outcomes(table)
    table.tap("All hands are settled")
    table.close()
    with Reader(tmp_path / "log.db") as log:
        decoded = [decode(row.part, row.body) for row in log.rows() if row.part == "fact"]
    facts = [fact for fact in decoded if isinstance(fact, e.HandSettled)]
    kept = sorted(
        (order, str(fact.spot), " ".join(sorted((WORDS[line.action], dollars(line.cents or 0)))))
        for order, fact in enumerate(facts, start=1)
        for line in fact.lines
    )
    assert [(order, spot, words) for order, spot, words in painted] == kept
    assert all(re.search(r"\d", words) for _, _, words in painted)
    assert len(painted) == 4


def test_where_no_amount_is_known_the_odds_are_painted(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "massachusetts")
    table.sign_in()
    table.tap("on spot 1", "Digits and more", "The amount is not known")
    table.tap("on spot 2", "The amount is not known", "Closing call")
    table.deal("9c 3d 8s")
    assert painted_outcomes(table) == [(1, "2", "TAKE"), (2, "1", "1 to 1 PAY")]
    table.close()


def test_what_is_settled_has_no_number_and_stays_to_be_read(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "massachusetts")
    table.sign_in()
    table.place("1:25 2:10")
    table.tap("Closing call")
    table.deal("9c 3d 8s")
    table.tap("This hand is settled, next hand")
    assert painted_outcomes(table) == [(1, "1", "25 PAY")]
    spot = items.spots(table.window)[1]
    taken = next(item for item in items.within(spot) if item.objectName() == "outcome")
    assert taken.property("settled")
    assert {one.property("text") for one in _texts_of(taken)} == {"TAKE", "10"}
    assert not [item for item in items.within(spot) if item.objectName() == "chip"], "the chips are gone"
    table.close()
