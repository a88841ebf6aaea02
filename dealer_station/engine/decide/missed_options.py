"""Missed options: a tied player was not asked, or was misunderstood. Only one book has a rule about this."""

from dealer_station.engine.decide.irregular_card_moves import Events, held_cards_are_next
from dealer_station.engine.decide.wager_reports import round_in_question
from dealer_station.engine.due import irregularity_kinds
from dealer_station.engine.due.wagers import Objection
from dealer_station.engine.model import events as e
from dealer_station.engine.model.observations import Reported
from dealer_station.engine.model.table import Hand, Round, Table
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.model.values import Hold
from dealer_station.engine.rulebook.rules import Rules


def option_missed(table: Table, rules: Rules, seen: Reported) -> Events | Objection | None:
    """The facts of the remedy; a hold if the text does not cover the case; None if the book has no rule."""
    # The war cards count as drawn in excess and undisclosed (NZ 9.9, 9.2), so no settlement rests on them.
    # Chips that moved on them go back, and the player is asked.
    round_, rule = round_in_question(table, seen), rules.irregularities.missed_option
    hand = irregularity_kinds.hands_at(round_, seen.spot, seen.bettor)[0]
    requeues = rule.value == "requeue_as_undisclosed"
    if not hand.choice:
        if requeues and irregularity_kinds.held_card(table) is not None:
            return held_cards_are_next(table, rules, seen.kind)
        return Objection(
            said("spot {name} was not skipped: it is still to be asked", name=hand.name), rule.cite
        )
    if not requeues:
        return None
    if round_ is not table.round or not irregularity_kinds.war_lies_there(round_):
        return (e.HoldRaised(_beyond_the_text(hand)),)
    back = (e.CardsRequeued(),) if any(drawn.deal == "war" for drawn in round_.draws) else ()
    half = next((line.cents for line in hand.lines if line.action == "half"), 0)
    return (*_reversed(round_), *back, e.OptionReopened(hand.spot, hand.bettor, half))


def _reversed(round_: Round) -> Events:
    """Events that undo every settlement that rests on the war cards."""
    return tuple(
        e.SettlementReversed(hand.spot, hand.bettor, lines)
        for hand in round_.hands
        if (lines := tuple(line for line in hand.lines if line.deal == "war"))
    )


def _beyond_the_text(hand: Hand) -> Hold:
    """The hold if the war cards are in the rack and cannot be the next cards out: the authority decides."""
    words = said(
        "spot {name}: the cards of the war are in the rack, and the book does not say what follows then",
        name=hand.name,
    )
    return Hold("option_missed", words, hands=(hand.name,), silent=True)
