"""Table, Round and Hand: what is so, each fact once; and `evolve`, which writes the next fact down."""

from collections.abc import Callable, Iterable
from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine import events as e
from dealer_station.engine.cards import Card
from dealer_station.engine.events import (
    DEALER,
    Choice,
    Deal,
    Event,
    Hold,
    Line,
    Place,
    RoundEvent,
    TableEvent,
)
from dealer_station.engine.observations import Bet, Cents


class Hand(Struct, frozen=True):
    """One bettor's wagers on one spot, what was chosen, and what has been settled so far."""

    bet: Bet
    choice: Choice = ""
    war_tie_cents: Cents = 0
    lines: tuple[Line, ...] = ()

    @property
    def spot(self) -> int:
        return self.bet.spot

    @property
    def bettor(self) -> str:
        return self.bet.bettor

    @property
    def name(self) -> str:
        return f"{self.bet.spot}{self.bet.bettor}"

    def stake(self, wager: str) -> Cents:
        """What lies on `wager`: zero for nothing, None for an amount nobody entered."""
        if wager == "main":
            return self.bet.main_cents
        if wager == "tie":
            return self.bet.tie_cents
        if wager == "war":
            return self.bet.main_cents if self.choice == "war" else 0
        if wager == "war_tie":
            return self.war_tie_cents
        return 0


class Drawn(Struct, frozen=True):
    """A card that left the shoe in this round, and the place it was dealt to; a burn has no face."""

    card: Card | None
    place: Place | None
    """None: burned, or taken out of play."""
    deal: Deal
    burned: bool = False


class Racked(Struct, frozen=True):
    """A card in the discard rack and whose it was; the last of the rack lies on top."""

    card: Card | None
    owner: str
    round_number: int


CutCard = Literal["", "start", "deal"]
"""Whether the cut card came out in a round: before the first card of its deal, or later."""


class Round(Struct, frozen=True):
    """The facts of one round, from the wagers to the last card off the felt."""

    number: int
    opened: bool = False
    hands: tuple[Hand, ...] = ()
    calls: int = 0
    """Closing calls made; a second one follows a shuffle that interrupted the start."""
    closed: bool = False
    draws: tuple[Drawn, ...] = ()
    steps: tuple[str, ...] = ()
    picked_up: tuple[Place, ...] = ()
    cut_card: CutCard = ""
    voided: bool = False
    outcome: Literal["open", "complete", "void"] = "open"

    def card_at(self, place: Place, deal: Deal) -> Card | None:
        """The card that `place` got in this deal."""
        for drawn in self.draws:
            if drawn.deal == deal and drawn.place == place:
                return drawn.card
        return None


Shoe = Literal["closed", "spent", "in_play"]
"""No game; cards that must be shuffled before the next round; cards that may be dealt."""


class Table(Struct, frozen=True):
    """Everything that is so at one table."""

    round: Round
    shoe: Shoe = "in_play"
    fresh: tuple[str, ...] = ()
    """What happened since the last burn or deal that may call for a burn: game, shoe, dealer."""
    dealer: str = ""
    holds: tuple[Hold, ...] = ()
    kept: tuple[Card | None, ...] = ()
    """Cards drawn in error that are the next cards out, in order."""
    rack: tuple[Racked, ...] = ()
    last: Round | None = None
    before: "Table | None" = None
    """The table before the last tap, until a card or a ruling makes it final."""


def open_table(start: str = "round") -> Table:
    """A table where the story begins: `closed`, `loaded`, or between two rounds of a shoe."""
    if start == "closed":
        return Table(Round(1), shoe="closed")
    return Table(Round(1), fresh=("game", "shoe") if start == "loaded" else ())


def evolve(table: Table, event: Event) -> Table:
    """The table after `event`. Cannot fail: what happened, happened."""
    if isinstance(event, e.RoundFact):
        return replace(table, round=_write_round(table.round, event))
    return _write_table(table, event)


def fold(table: Table, events: Iterable[Event]) -> Table:
    """The table after all of `events`."""
    for event in events:
        table = evolve(table, event)
    return table


def _write_round(round_: Round, event: RoundEvent) -> Round:
    match event:
        case e.HandSettled(spot, bettor, lines):
            return _with_hand(round_, spot, bettor, lambda hand: replace(hand, lines=hand.lines + lines))
        case e.WagersPlaced(bets):
            hands = tuple(Hand(bet) for bet in sorted(bets, key=_in_table_order))
            return replace(round_, hands=hands)
        case e.WagersClosed():
            return replace(round_, closed=True, calls=round_.calls + 1)
        case e.RoundOpened():
            return replace(round_, opened=True)
        case e.OptionChosen(spot, bettor, choice, tie):
            return _with_hand(
                round_, spot, bettor, lambda hand: replace(hand, choice=choice, war_tie_cents=tie)
            )
        case e.StepDone(step):
            return replace(round_, steps=(*round_.steps, step))
        case e.RoundVoided():
            return replace(round_, voided=True)
        case _:
            assert_never(event)


def _write_table(table: Table, event: TableEvent) -> Table:
    round_ = table.round
    match event:
        case e.CardDealt(card, place, deal, _, kept):
            drawn = Drawn(card, place, deal)
            return _with_draw(table, drawn, kept=kept)
        case e.Tapped():
            return replace(table, before=table)
        case e.CardsPickedUp(places):
            up = replace(round_, picked_up=(*round_.picked_up, *places))
            return replace(table, round=up, rack=(*table.rack, *_collected(round_, places)))
        case e.RoundEnded(outcome):
            last = replace(round_, outcome=outcome)
            return replace(table, round=Round(round_.number + 1), last=last)
        case e.CardBurned(deal, kept):
            burned = _with_draw(table, Drawn(None, None, deal, burned=True), kept=kept)
            return replace(burned, rack=(*table.rack, Racked(None, "burn", round_.number)))
        case e.CutCardAside():
            when: CutCard = "deal" if any(drawn.deal == "original" for drawn in round_.draws) else "start"
            return replace(table, round=replace(round_, cut_card=round_.cut_card or when), before=None)
        case e.CardsReturned():
            done = replace(round_, steps=(*round_.steps, "return_cards"))
            return replace(table, round=done, rack=())
        case e.ShoeSpent():
            return replace(table, shoe="spent")
        case e.ShoeLoaded(new_game):
            fresh = {*table.fresh, "shoe"} | ({"game"} if new_game else set())
            reopened = replace(round_, closed=False, cut_card="")
            return replace(
                table, round=reopened, shoe="in_play", fresh=tuple(sorted(fresh)), rack=(), before=None
            )
        case e.DealerChanged(name):
            return replace(table, dealer=name, fresh=tuple(sorted({*table.fresh, "dealer"})))
        case e.HoldRaised(hold):
            return replace(table, holds=(*table.holds, hold), before=None)
        case e.HoldRuled():
            return replace(table, holds=table.holds[:-1], before=None)
        case e.CardKept(card):
            return replace(table, kept=(*table.kept, card))
        case e.CardRacked(card, burned):
            seen = None if burned else card
            racked = Racked(seen, "burn" if burned else "out of play", round_.number)
            out = _with_draw(table, Drawn(seen, None, "irregular", burned=burned), kept=False)
            return replace(out, rack=(*table.rack, racked))
        case e.TapTakenBack():
            return table.before or table
        case e.TapRefused() | e.DeviceNoted() | e.RulingRecorded():
            return table
        case _:
            assert_never(event)


def _in_table_order(bet: Bet) -> tuple[int, str]:
    return bet.spot, bet.bettor


def _with_hand(round_: Round, spot: int, bettor: str, change: Callable[[Hand], Hand]) -> Round:
    hands = tuple(
        change(hand) if hand.bet.spot == spot and hand.bet.bettor == bettor else hand for hand in round_.hands
    )
    return replace(round_, hands=hands)


def _with_draw(table: Table, drawn: Drawn, *, kept: bool) -> Table:
    """A card out of the shoe is final: the burn it may have been owed is done, the last tap stands."""
    return replace(
        table,
        round=replace(table.round, draws=(*table.round.draws, drawn)),
        fresh=(),
        kept=table.kept[1:] if kept else table.kept,
        before=None,
    )


def _collected(round_: Round, places: tuple[Place, ...]) -> tuple[Racked, ...]:
    """The cards of `places` as they come to lie in the rack: hand by hand, the war card on its original."""
    return tuple(
        Racked(drawn.card, "dealer" if place <= DEALER else str(place), round_.number)
        for place in places
        for drawn in round_.draws
        if drawn.place == place
    )
