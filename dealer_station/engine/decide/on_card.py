"""A card, or the cut card, has left the shoe: a card goes where one was due, or is held."""

from dealer_station.engine.decide.irregular_card_moves import Events
from dealer_station.engine.decide.misreads import suspects_words
from dealer_station.engine.decide.reports import events_of_report
from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.orders import as_if_not_stopped, places_in_order, spots_at_war, spots_dealt_in
from dealer_station.engine.due.step_types import Draw, Due
from dealer_station.engine.due.wagers import Objection
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.table import CutCard, Round, Table
from dealer_station.engine.model.values import DEALER, AskLater, Deal, Hold, Place, ShuffleLater
from dealer_station.engine.rulebook.rules import Rules

CUT_CARD_FOLLOWS = (
    ShuffleLater("cut_card_overrun"),
    ShuffleLater("cut_card_missing"),
    AskLater("cut_card_overrun"),
    AskLater("cut_card_missing"),
)
"""Actions that wait for the end of the round because the cut card did not come out in time."""


def card_drawn(table: Table, rules: Rules, step: Due, seen: o.CardDrawn) -> Events:
    """Events after a card has left the shoe: it goes where one was due, or is held."""
    if seen.impossible:
        # Name the card only if it was to lie face up: players can see the screen.
        dealer_hidden = rules.deal.dealer_card_reveal.value != "face_up"
        open_card = isinstance(step, Draw) and step.place is not None
        if isinstance(step, Draw) and step.place == DEALER and dealer_hidden:
            open_card = False
        burning = isinstance(step, Draw) and step.place is None
        words = suspects_words(table, rules, seen.card) if open_card and seen.card else ""
        card = None if burning else seen.card
        return (e.HoldRaised(Hold("impossible_card", words, card, has_card=True)),)
    cards = placed(step, seen.card, on_pad=seen.keyed)
    shoe = table.shoe
    overdue = shoe.left is not None and shoe.left <= shoe.behind_cut and not table.round.cut_card
    if overdue and not any(later in CUT_CARD_FOLLOWS for later in table.round.later):
        late = events_of_report(table, rules, o.Reported("cut_card_overrun"))
        return cards if isinstance(late, Objection) else (*cards, *late)
    return cards


def placed(step: Due, card: Card | None, *, keyed: bool = False, on_pad: bool = False) -> Events:
    if not isinstance(step, Draw):
        return (e.HoldRaised(Hold("card_not_due", card=card, has_card=True, counted=keyed)),)
    if step.place is None:
        return (e.CardBurned(step.deal, keyed=keyed, on_pad=on_pad),)
    if card is None:
        waiting = Hold("unreadable", has_card=True, counted=keyed, place=step.place, deal=step.deal)
        return (e.HoldRaised(waiting),)
    return (e.CardDealt(card, step.place, step.deal, keyed=keyed, on_pad=on_pad),)


def cut_card_seen(table: Table, rules: Rules) -> Events:
    """Events for the cut card: it is laid aside; as the first card of a round it may call for a shuffle."""
    aside = e.CutCardAside(_whose_card_is_next(table, rules))
    begun = any(drawn.deal == "original" for drawn in as_if_not_stopped(table).round.draws)
    first = rules.deal.cutcard_first_card.value == "shuffle_now" and not begun
    if first and not table.preparing and not table.round.voided:
        return (aside, e.CardsTakenOut("cut_card_first"))
    return (aside,)


def _whose_card_is_next(table: Table, rules: Rules) -> Place | None:
    """The place of the card after the cut card; burns are skipped."""
    step = due(as_if_not_stopped(table), rules)
    if not isinstance(step, Draw):
        return None
    if step.place is not None:
        return step.place
    for deal, order, spots in (
        ("original", rules.deal.order, spots_dealt_in(table.round, rules)),
        ("war", rules.war.deal[0], spots_at_war(table.round)),
    ):
        served = {drawn.place for drawn in table.round.draws if drawn.deal == deal}
        places = [place for place in places_in_order(order.value, spots) if place is not None]
        if spots and (waiting := [place for place in places if place not in served]):
            return waiting[0]
    return None


def cut_card_place(round_: Round) -> Place | None:
    """The place of the card after the cut card; outside a deal, the first place that is dealt to next."""
    deals: dict[CutCard, Deal] = {"start": "original", "settlement": "war"}
    if round_.cut_card_before is not None or round_.cut_card not in deals:
        return round_.cut_card_before
    dealt = (drawn.place for drawn in round_.draws if drawn.deal == deals[round_.cut_card])
    return next((place for place in dealt if place is not None), None)
