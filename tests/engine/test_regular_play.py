"""Facts of regular play take a short cut in `evolve`: they leave what is still to be moved as it is."""

import pytest
from msgspec.structs import replace

from dealer_station.engine.evolve.pending_card_and_chip_moves import (
    OF_REGULAR_PLAY,
    moves_after,
    ruling_after,
)
from dealer_station.engine.model import events as e
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.table import open_table
from dealer_station.engine.model.values import Move

FACTS: tuple[Event, ...] = (
    e.Tapped("settle"),
    e.RoundOpened(1, "massachusetts", "", ()),
    e.WagersPlaced(()),
    e.StepDone("pick_up"),
    e.HandSettled(1, "", ()),
    e.RoundEnded("complete"),
    e.DeviceNoted("shoe", "back"),
    e.ClockNoted(600),
    e.CutCardAside(),
    e.MeterChanged("progressive", "wager", 1, 1, 0),
    e.CardsHandled("riffle"),
)


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: type(fact).__name__)
def test_a_fact_of_regular_play_leaves_what_is_to_be_moved(fact: Event) -> None:
    table = replace(open_table(), moves=(Move("card_to_rack", number=3), Move("paid", hand="2", cents=500)))
    assert moves_after(table, fact) == table.moves
    assert ruling_after(table, fact) is None


def test_every_fact_of_regular_play_is_looked_at() -> None:
    assert {type(fact) for fact in FACTS} == OF_REGULAR_PLAY
