"""Whatever happens at a table, the account of `play` says of every card what the table says of it."""

import random
from collections import Counter
from typing import get_args

import pytest
from msgspec.structs import replace

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.values import DEALER
from dealer_station.engine.notation import model as w
from dealer_station.written_rounds.card_and_wager_ledger import CardEntry
from dealer_station.written_rounds.play import Player
from tests.exhaustive.noise import every_observation
from tests.exhaustive.regular import regular_moves
from tests.exhaustive.tables import BOOKS, Case, case

TABLES_PER_BOOK = 12
OBSERVATIONS_PER_TABLE = 80
NOISE = 0.2
CARDS = tuple(Card(text) for text in ("2c", "2c", "9d", "Kh"))
"""Few faces, so that some of them become impossible."""


def seen_next(
    player: Player, table: Case, noise: tuple[Observation, ...], chance: random.Random
) -> Observation:
    """Mostly what is due; now and then anything."""
    moves = list(regular_moves(player.table, player.due, table.rules, table.layouts))
    seen = chance.choice(noise if chance.random() < NOISE or not moves else moves)
    if isinstance(seen, o.CardDrawn):
        seen = o.CardDrawn(chance.choice(CARDS) if seen.card else None)
    return player._known(seen)


def entries(player: Player) -> list[CardEntry]:
    return [entry for account in (*player.ledger.rounds, player.ledger.current) for entry in account.cards]


def check(player: Player, drawn: int) -> None:
    """Every card is listed once, and lies where the table has it, with the face that the table knows."""
    table, listed = player.table, entries(player)
    assert len(listed) == drawn
    where = Counter(entry.to for entry in listed)
    assert where["held"] == sum(hold.has_card for hold in table.holds)
    assert where["next"] == len(table.kept)
    cards = player.ledger._cards()
    assert len(cards) == len(table.round.draws)
    for entry, card in zip(cards, table.round.draws, strict=True):
        if card.place is None:
            assert entry.to == ("burn" if card.burned else "rack")
        else:
            assert entry.to == ("dealer" if card.place <= DEALER else str(card.place))
        assert card.card in (None, entry.card)


@pytest.mark.parametrize("name", BOOKS)
def test_the_account_says_of_every_card_what_the_table_says(name: str) -> None:
    table, chance = case(name), random.Random(name)
    # Faces of burns come from the text, not from people who make them up.
    noise = tuple(
        replace(seen, faces=()) if isinstance(seen, o.Reported) else seen for seen in every_observation(table)
    )
    for _ in range(TABLES_PER_BOOK):
        player, drawn = Player(table.rules, w.Header("any", start=chance.choice(get_args(w.Start)))), 0
        for _ in range(OBSERVATIONS_PER_TABLE):
            seen = seen_next(player, table, noise, chance)
            player.ledger.begin_line(seen)
            if isinstance(seen, o.BetsPlaced | o.Called) and player._round_is_over:
                player.close_round()
            player.see(seen)
            drawn += isinstance(seen, o.CardDrawn | o.CutCardSeen)
            check(player, drawn)
