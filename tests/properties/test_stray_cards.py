"""Cards that left the shoe when none was due are the next cards out, in the order in which they left it."""

from hypothesis import given
from hypothesis import strategies as st

from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.step_types import Perform
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import PACK, Card
from dealer_station.engine.model.observations import Bet
from dealer_station.engine.model.table import open_table
from dealer_station.engine.rulebook.rules import Rules
from tests.exhaustive.moment import after
from tests.properties.strategies import rulebooks

THREE_SPOTS = tuple(Bet(spot, main_cents=None) for spot in (1, 2, 3))


@given(
    rulebooks().filter(lambda rules: rules.table.spots.value >= len(THREE_SPOTS)),
    st.lists(st.sampled_from(PACK), min_size=1, max_size=len(THREE_SPOTS), unique=True),
)
def test_cards_drawn_too_soon_are_dealt_in_the_order_in_which_they_were_drawn(
    rules: Rules, cards: list[Card]
) -> None:
    table = after(open_table(), rules, o.BetsPlaced(THREE_SPOTS))
    for card in cards:
        table = after(table, rules, o.CardDrawn(card))
    assert [hold.card for hold in table.holds] == cards
    for _ in cards:
        table = after(table, rules, o.Ruled("play_on"))
    assert [kept.card for kept in table.kept] == cards
    table = after(table, rules, o.Called())
    while isinstance(step := due(table, rules), Perform):
        table = after(table, rules, o.Confirmed(step.step))
    assert [(drawn.place, drawn.card) for drawn in table.round.draws] == list(enumerate(cards, start=1))
    assert not table.kept
