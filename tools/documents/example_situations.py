"""Situations at a table, each reached by playing through the engine; every example starts from one.

The docstring of a situation is printed on the page of irregularities, so it describes the table.
"""

from collections.abc import Callable, Iterator
from itertools import cycle

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.shoe_preparation import cards_at_hand, misplaced_cut_card
from dealer_station.engine.due.step_types import Call, Draw, Due, Offer, Perform, Settle, TakeBets
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.events import Event, TapRefused
from dealer_station.engine.model.observations import Bet, Observation
from dealer_station.engine.model.table import Table, open_table
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.words.prompts import step_id

STEPS_MAX = 2000
"""More steps than a whole shoe takes."""

Until = Callable[["Play"], bool]


class NotHereError(Exception):
    """The situation cannot arise under this book."""


class Play:
    """A table under one book; every observation goes through `decide`."""

    def __init__(self, rules: Rules, start: str = "round") -> None:
        self.rules = rules
        self.table: Table = open_table(start)
        self.events: tuple[Event, ...] = ()

    @property
    def step(self) -> Due:
        return due(self.table, self.rules)

    def see(self, *seen: Observation) -> tuple[Event, ...]:
        """Process these observations; return the events of the last."""
        found: tuple[Event, ...] = ()
        for one in seen:
            found = decide(self.table, self.rules, one)
            self.table = fold(self.table, found)
            self.events = (*self.events, *found)
        return found

    def go_on(self, until: Until, cards: str = "8c Jh Td 3s 4c 6d") -> "Play":
        """Do what is due, with everybody going to war, until `until` is true; the cards repeat in a cycle."""
        coming = cycle(Card(card) for card in cards.split())
        for _ in range(STEPS_MAX):
            if until(self):
                return self
            self.see(self._regular(self.step, coming))
        raise NotHereError(f"{self.rules.book.id}: never so; due is {step_id(self.step)}")

    def _regular(self, step: Due, coming: Iterator[Card]) -> Observation:
        match step:
            case TakeBets():
                return o.BetsPlaced(wagers(self.rules))
            case Call():
                return o.Called()
            case Draw():
                return o.CardDrawn(next(coming))
            case Settle():
                return o.Settled()
            case Offer(hand):
                return o.Answered(hand.spot, hand.bettor, "war")
            case Perform():
                return o.Confirmed(step.step, by="Lee")
            case _:
                raise NotHereError(f"{self.rules.book.id}: the table waits at {step_id(step)}")


def unit_cents(rules: Rules) -> int:
    """The amount of a wager that the book accepts."""
    return 200 if rules.book.id == "exhibit_a" else 2000


def wagers(rules: Rules) -> tuple[Bet, ...]:
    """Wagers on spots 1, 2 and 3; spot 4 is empty."""
    return tuple(Bet(spot, "", unit_cents(rules)) for spot in (1, 2, 3))


PLAIN = "7c Qh 9d 5s"
"""Spots 1, 2 and 3 beat the dealer's five."""
TIED = "7c Qh 7d 7s"
"""Spots 1 and 3 tie; spot 2 wins."""


def between_rounds(rules: Rules) -> Play:
    """Between two rounds of a shoe."""
    return Play(rules)


def wagers_down(rules: Rules) -> Play:
    """The wagers of spots 1, 2 and 3 lie on the layout, and the call has not been made."""
    return Play(rules).go_on(lambda play: isinstance(play.step, Call))


def called(rules: Rules) -> Play:
    """The closing call has been made, and no card is out."""
    return Play(rules).go_on(lambda play: play.table.round.closed, PLAIN)


def first_card(rules: Rules) -> Play:
    """Spots 1, 2 and 3 are in play, the first card, `7c`, is on spot 1, and spot 2 is next."""
    return Play(rules).go_on(lambda play: len(play.table.round.draws) == 1, PLAIN)


def dealing(rules: Rules) -> Play:
    """Spots 1, 2 and 3 are in play; the second card, `Qh`, has just left the shoe, for spot 2."""
    return Play(rules).go_on(lambda play: len(play.table.round.draws) == 2, PLAIN)


def three_cards_out(rules: Rules) -> Play:
    """Three cards are out, and the station has them on spots 1, 2 and 3: `7c`, `Qh` and `9d`."""
    return Play(rules).go_on(lambda play: len(play.table.round.draws) == 3, PLAIN)


def all_dealt(rules: Rules) -> Play:
    """All cards are out, `7c`, `Qh`, `9d` and the dealer's `5s`, and the first hand is to be settled."""
    return Play(rules).go_on(lambda play: isinstance(play.step, Settle), PLAIN)


def stray_held(rules: Rules) -> Play:
    """All cards of the deal are out; then one more, `Td`, left the shoe, and it is held."""
    play = all_dealt(rules)
    play.see(o.CardDrawn(Card("Td")))
    return play


def settling(rules: Rules) -> Play:
    """The first hand has been settled, the others have not."""
    return Play(rules).go_on(lambda play: any(hand.lines for hand in play.table.round.hands), PLAIN)


def round_over(rules: Rules) -> Play:
    """The round is over, and the next has not begun."""
    return Play(rules).go_on(lambda play: play.table.last is not None, PLAIN)


def _one_spot(rules: Rules, bet: Bet, until: Until, cards: str) -> Play:
    """Play spot 1 alone with this bet; raise NotHereError if the book does not accept it."""
    play = Play(rules)
    if isinstance(play.see(o.BetsPlaced((bet,)))[0], TapRefused):
        raise NotHereError(f"{rules.book.id} does not take such a wager")
    return play.go_on(until, cards)


def uncounted(rules: Rules) -> Play:
    """Spot 1 alone plays, with a wager whose amount nobody entered; its card is out."""
    return _one_spot(rules, Bet(1, "", None), lambda play: len(play.table.round.draws) == 1, "7c")


def toke_tied(rules: Rules) -> Play:
    """Spot 1 has a toke beside its wager and `7c`; the dealer's card, `7s`, still lies face down."""
    toke = Bet(1, "", unit_cents(rules), toke_cents=500)
    return _one_spot(rules, toke, lambda play: step_id(play.step) == "turn_dealer_card", "7c 7s")


def coupon_won(rules: Rules) -> Play:
    """Spot 1 has a coupon beside its wager and beats the dealer; it is to be settled."""
    coupon = Bet(1, "", unit_cents(rules), coupon_cents=500)
    return _one_spot(rules, coupon, lambda play: isinstance(play.step, Settle), "9c 7s")


def wheel_due(rules: Rules) -> Play:
    """Spot 1 has a bonus wager, the dealer's `7d` sets the wheel off, and the hand is settled."""
    bonus = Bet(1, "", unit_cents(rules), bonus_cents=500)
    return _one_spot(rules, bonus, lambda play: step_id(play.step) == "spin_wheel", "9c 7d")


def opening_burned(rules: Rules) -> Play:
    """A fresh shoe was opened, and its burn has just left the shoe."""
    play = Play(rules, "loaded")
    if not isinstance(play.step, Draw):
        raise NotHereError("no card is burned when a shoe opens")
    play.see(o.CardDrawn(Card("4d")))
    return play


def at_war(rules: Rules) -> Play:
    """Spots 1 and 3 tied and went to war; no card of the war is out."""
    return Play(rules).go_on(lambda play: isinstance(play.step, Draw) and play.step.deal == "war", TIED)


def war_card(rules: Rules, count: int) -> Play:
    """So many cards of the war deal are out."""
    play = at_war(rules)
    cards = iter("2d 9s Kc 5h".split())
    play.see(*(o.CardDrawn(Card(next(cards))) for _ in range(count)))
    return play


def first_war_burn(rules: Rules) -> Play:
    """Spots 1 and 3 are at war, and the first burn of the war has just left the shoe."""
    return war_card(rules, 1)


def burns_dealt(rules: Rules) -> Play:
    """Spots 1 and 3 are at war; three cards left the shoe, which the station takes for the burns."""
    return war_card(rules, 3)


def war_begun(rules: Rules) -> Play:
    """Spots 1 and 3 are at war; three burns and the first war card are out."""
    return war_card(rules, 4)


def war_settled(rules: Rules) -> Play:
    """Spots 1 and 3 went to war; the first of the two has been settled on the cards of the war."""

    def settled(play: Play) -> bool:
        return any(line.deal == "war" for hand in play.table.round.hands for line in hand.lines)

    return at_war(rules).go_on(settled, "2c 3c 4c 9d Th 5s 6s 8h Jd Qc")


def shuffled(rules: Rules) -> Play:
    """The table opens; the cards are mixed, and they are not cut yet."""
    before = ("offer_cut", "cut", "place_cut_card", "load", "load_shuffler")
    return Play(rules, "closed").go_on(lambda play: step_id(play.step) in before)


def cut(rules: Rules) -> Play:
    """The table opens; the cards are cut, and they are not in the shoe yet."""
    play = Play(rules, "closed")
    play.go_on(lambda play: play.table.preparing is None or "cut" in play.table.preparing.done)
    if play.table.preparing is None:
        raise NotHereError("nobody cuts the cards")
    return play


def unread(rules: Rules) -> Play:
    """The reader could not read the card for spot 2, and it is held."""
    play = Play(rules).go_on(lambda play: len(play.table.round.draws) == 1, PLAIN)
    play.see(o.CardDrawn(None))
    return play


def one_lay_face_up(rules: Rules) -> Play:
    """The card for spot 2 lay face up, went to the rack, and another card has gone to spot 2."""
    play = dealing(rules)
    play.see(o.Reported("face_up"))
    if play.table.holds:
        play.see(o.Ruled("accept"))
    return play.go_on(lambda play: len(play.table.round.draws) == 3, "9d")


def one_lay_face_up_before(rules: Rules) -> Play:
    """A card lay face up in an earlier round of this shoe; now the second card has gone to spot 2."""
    play = one_lay_face_up(rules)
    play.go_on(lambda play: play.table.round.number == 2)
    return play.go_on(lambda play: len(play.table.round.draws) == 2)


def shoe_low(rules: Rules) -> Play:
    """The cut card went in where the book wants it; now all cards before it are out, and it has not come."""
    if rules.cut.cut_card_reinsert.value.kind == "none":
        raise NotHereError("no cut card is put in")
    play = Play(rules, "closed").go_on(lambda play: step_id(play.step) == "place_cut_card")
    stack, measure = cards_at_hand(play.table, rules), rules.cut.cut_card_reinsert.value
    play.see(o.CutCardPlaced(next(n for n in (100, 120, 52) if not misplaced_cut_card(n, stack, measure))))
    return play.go_on(
        lambda play: play.table.shoe.left == play.table.shoe.behind_cut > 0 and isinstance(play.step, Draw)
    )


def last_card(rules: Rules) -> Play:
    """One card is left in the shoe, and the round needs more."""
    if rules.cards.card_supply.value == "csm":
        raise NotHereError("the cards of each round go back into the shuffler")
    play = Play(rules, "closed").go_on(lambda play: isinstance(play.step, TakeBets))
    # One round with a single spot first, so that the last card of the shoe is not the last of a round.
    play.see(o.BetsPlaced(wagers(rules)[:1]))
    return play.go_on(lambda play: play.table.shoe.left == 1 and isinstance(play.step, Draw), PLAIN)


def batch_dealt(rules: Rules) -> Play:
    """The red batch has been dealt, and the cards are to be changed for the other batch."""
    play = Play(rules, "closed")
    if rules.cards.card_supply.value != "two_batch_shuffler":
        raise NotHereError("there is no shuffler with two batches")
    play.see(o.DeviceSaid("shuffler", "batch", batch="red"))
    play.go_on(lambda play: play.table.last is not None)
    play.see(o.Ordered("shuffle"))
    return play
