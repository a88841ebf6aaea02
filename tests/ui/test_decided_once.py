"""A card is decided once on its way through the station to the screen: a look ahead decides nothing."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dealer_station.engine.decide import decisions
from dealer_station.engine.due.step_types import Draw
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table as State
from dealer_station.engine.rulebook.rules import Rules
from tests.ui.table import Table

BOOKS = ("massachusetts", "maryland", "new_zealand", "house_manual")
"""Books that differ in burns, in the order of settlement and in how the dealer's card lies."""


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> list[Observation]:
    """The observations that anybody decided, in whatever module `decide` was imported into."""
    found: list[Observation] = []
    decide: Callable[[State, Rules, Observation], tuple[Event, ...]] = decisions.decide

    def counted(table: State, rules: Rules, seen: Observation) -> tuple[Event, ...]:
        found.append(seen)
        return decide(table, rules, seen)

    for module in list(sys.modules.values()):
        if getattr(module, "decide", None) is decide:
            monkeypatch.setattr(module, "decide", counted)
    return found


@pytest.mark.parametrize("book", BOOKS)
def test_every_card_of_a_round_with_a_war_is_decided_once(
    book: str, tmp_path: Path, decided: list[Observation]
) -> None:
    table = Table(tmp_path / "log.db", book)
    table.tap("Ana")
    dealt = 0
    # One book deals from a single deck, where a face that comes twice stops the table.
    others = iter("3c 4c 5c 6c 8c 9c 3d 4d 5d 6d".split())

    def deal(face: str) -> None:
        nonlocal dealt
        decided.clear()
        table.deal(face)
        assert len(decided) == 1, f"{face} was decided {len(decided)} times: {decided}"
        dealt += 1

    while isinstance(step := table.station.due, Draw) and step.place is None:
        deal("2c")
    table.place("1:25 3:10")
    table.tap("Closing call")
    # Spot 1 ties, so that a war with its burns follows the settlement of spot 3.
    for face in ("7c", "9h", "7d"):
        deal(face)
    if table.step == "turn_dealer_card":
        table.tap("The card is turned")
    while not card_is_due(table):
        table.tap(_next(table))
    while card_is_due(table):
        deal(next(others))
    assert dealt > 6
    table.close()


def card_is_due(table: Table) -> bool:
    return isinstance(table.station.due, Draw)


def _next(table: Table) -> str:
    """The button that leads to the war."""
    acts = {button["act"]: button["says"] for button in table.bridge._now._were["buttons"]}
    return str(
        next((says for act, says in acts.items() if act.startswith("war ")), next(iter(acts.values())))
    )
