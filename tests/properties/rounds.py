"""A regular round from the first wager to the last card off the felt, played as chance has it."""

from collections.abc import Iterator
from itertools import cycle

from hypothesis import strategies as st
from msgspec import Struct

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.step_types import AwaitRuling, Draw, TakeBets
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import PACK
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Bet, Observation
from dealer_station.engine.model.table import Hand, Racked, Round, Table, open_table
from dealer_station.engine.model.values import DEALER, Deal
from dealer_station.engine.rulebook.rules import Rules
from tests.exhaustive.explore import told
from tests.exhaustive.regular import regular_moves
from tests.exhaustive.tables import Layout
from tests.properties.strategies import layouts, rulebooks

FEW_RANKS = tuple(card for card in PACK if card[0] in "7J")
"""So few that many hands tie, and many wars too."""


class Played(Struct, frozen=True):
    """A round that was played to its end, and everything that was seen and written down on the way."""

    rules: Rules
    seen: tuple[Observation, ...]
    events: tuple[Event, ...]
    tables: tuple[Table, ...]
    """The table before each observation, and after the last."""

    def __repr__(self) -> str:
        """The round as a script that a person can follow."""
        story = "\n    ".join(told(seen) for seen in self.seen)
        return f"{self.rules.book.id} {dict(self.rules.options)}\n    {story}"

    @property
    def round(self) -> Round:
        last = self.tables[-1].last
        assert last is not None
        return last

    @property
    def rack(self) -> tuple[Racked, ...]:
        """The discard rack as it is when the last card comes off the felt."""
        at = max(index for index, event in enumerate(self.events) if isinstance(event, e.CardsPickedUp))
        return fold(self.tables[0], self.events[: at + 1]).rack

    def hands(self) -> Iterator[tuple[Hand, str]]:
        """Every hand with its outcome, as a player would name it."""
        for hand in self.round.hands:
            yield hand, outcome(hand, self.round)


def outcome(hand: Hand, round_: Round) -> str:
    """Win, lose, surrender, war won, war lost, war tied: by the cards on the felt, and nothing else."""
    cards = {(drawn.place, drawn.deal): drawn.card for drawn in round_.draws if drawn.place is not None}

    def compare(deal: Deal) -> int:
        player = cards[hand.spot, deal]
        dealer = cards.get((-hand.spot, deal)) or cards[DEALER, deal]
        assert player is not None
        assert dealer is not None
        return "23456789TJQKA".index(player[0]) - "23456789TJQKA".index(dealer[0])

    if compare("original"):
        return "win" if compare("original") > 0 else "lose"
    if hand.choice != "war":
        return hand.choice or "tie"
    won = compare("war")
    return "war tied" if won == 0 else "war won" if won > 0 else "war lost"


@st.composite
def played_rounds(draw: st.DrawFn, *, known: bool = True) -> Played:
    """A regular round of any book, with wagers of any size, or of sizes that nobody entered."""
    rules = draw(rulebooks())
    bets = draw(layouts(rules, known=known))
    choices = draw(st.lists(st.integers(0, len(FEW_RANKS) - 1), min_size=1, max_size=40))
    return play(rules, bets, choices)


def play(rules: Rules, bets: tuple[Bet, ...], choices: list[int]) -> Played:
    """Play one round; where something is left to chance, the next of `choices` decides, over and over."""
    chance = cycle(choices)
    seen: list[Observation] = []
    events: list[Event] = []
    tables = [open_table("loaded")]
    while tables[-1].last is None:
        move = _next_move(tables[-1], rules, bets, next(chance))
        facts = decide(tables[-1], rules, move)
        assert not isinstance(facts[0], e.TapRefused), facts[0]
        seen.append(move)
        events.extend(facts)
        tables.append(fold(tables[-1], facts))
    return Played(rules, tuple(seen), tuple(events), tuple(tables))


def _next_move(table: Table, rules: Rules, bets: tuple[Bet, ...], choice: int) -> Observation:
    step = due(table, rules)
    if isinstance(step, Draw):
        return o.CardDrawn(FEW_RANKS[choice])
    if isinstance(step, TakeBets):
        return o.BetsPlaced(bets)
    if isinstance(step, AwaitRuling) and step.hold.kind == "payout_limit":
        # Voiding the round there is no regular round any more; that is tried in tests/exhaustive.
        return o.Ruled("accept")
    moves = list(regular_moves(table, step, rules, (Layout(bets, war_ties=True),)))
    return moves[choice % len(moves)]
