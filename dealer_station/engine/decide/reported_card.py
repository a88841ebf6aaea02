"""The card that a report names, by its face or its place; a report that names none is about the last card."""

from dealer_station.engine.due import irregularity_kinds
from dealer_station.engine.due.wagers import Objection
from dealer_station.engine.due.where_cards_lie import lying_on_the_felt
from dealer_station.engine.model.observations import Reported
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.translatable_sentences import joined, said
from dealer_station.engine.model.values import DEALER
from dealer_station.engine.rulebook.rules import Rules


def draw_named(table: Table, rules: Rules, seen: Reported) -> int | Objection | None:
    """The index of the card that a report names; None if the report is about the card in question anyway."""
    if seen.kind not in irregularity_kinds.NAMES_A_CARD:
        return None
    if seen.card:
        return _with_face(table, rules, seen)
    if seen.spot or seen.lies is not None:
        return _at_place(table, seen)
    return None


def _with_face(table: Table, rules: Rules, seen: Reported) -> int | Objection | None:
    held = irregularity_kinds.held_card(table)
    if held is not None and table.holds[held].card == seen.card:
        return None
    reads = lying_on_the_felt(table, rules)
    fitting = [read for read in reads if table.round.draws[read.draw or 0].card == seen.card]
    if len(fitting) > 1:
        places = joined(" and ", (read.words for read in fitting))
        return Objection(said("{card} lies at {places}: name the place", card=seen.card, places=places), "")
    if not fitting:
        if not reads:
            return Objection(said("no {card} lies on the felt", card=seen.card), "")
        others = joined(
            ", ",
            (
                said("{card} at {place}", card=table.round.draws[read.draw or 0].card, place=read.words)
                for read in reads
            ),
        )
        return Objection(said("no {card} lies on the felt: {cards}", card=seen.card, cards=others), "")
    return _unless_in_question(table, fitting[0].draw or 0)


def _at_place(table: Table, seen: Reported) -> int | Objection | None:
    """The index of the newest card at a spot or the dealer's, who may have one against each war player."""
    round_, place = table.round, seen.spot or seen.lies or DEALER
    at = [
        index
        for index, drawn in enumerate(round_.draws)
        if drawn.place is not None and (drawn.place == place or drawn.place < DEALER == place)
        if drawn.place not in round_.picked_up
    ]
    if at:
        return _unless_in_question(table, at[-1])
    if place == DEALER:
        return Objection("the dealer has no card", "")
    return Objection(said("no card lies on spot {spot}", spot=place), "")


def _unless_in_question(table: Table, index: int) -> int | None:
    held = irregularity_kinds.held_card(table)
    return None if held is None and index == irregularity_kinds.last_card(table.round) else index
