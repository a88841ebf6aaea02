"""The sentences of the cut: who is asked, who cuts and how deep, and where the cut card goes."""

from dealer_station.engine.due.orders import places_in_order
from dealer_station.engine.due.shoe_preparation import measure_words
from dealer_station.engine.due.step_types import Perform
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.rulebook.rule_sections import Measure
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.terms import spot_title, spot_words


def cutting(step: Perform, rules: Rules, spots: str) -> str:
    """The text for the cut: the person asked, the depth, and the place of the cut card."""
    if step.step == "offer_cut":
        return _offering_the_cut(step, rules, spots)
    if step.step == "place_cut_card":
        return said(
            "{put}, {where}{enough_for_a_round}",
            put=placing(rules),
            where=measure_words(rules.cut.cut_card_reinsert.value, step.cards),
            enough_for_a_round=_enough_for_a_round(rules),
        )
    who = (
        said("{where} cuts", where=spot_title(spots, rules))
        if spots
        else LAST_CUTTERS[rules.cut.cut_last_resort.value]
    )
    if not spots and isinstance(step.rule.value, Measure):
        who = "The player cuts"
    return said("{who}, {depth}", who=who, depth=measure_words(rules.cut.cut_depth.value, step.cards))


def placing(rules: Rules) -> str:
    """The text for placing the card that marks the end of the shoe; some books use a second cut card."""
    return said(
        "Put the second {cut_card} into the stack"
        if rules.cut.reinserted_card.value == "second"
        else "Put the {cut_card} into the stack",
        cut_card=rules.terms.cut_card.value,
    )


def _offering_the_cut(step: Perform, rules: Rules, spots: str) -> str:
    """The text that offers the cut: whom to ask, or in which direction, and who cuts last."""
    where = spot_words(spots, rules)
    if step.rule is rules.cut.recut:
        return (
            said("Offer the new cut to {where}, who cut last", where=where)
            if spots
            else "Offer the new cut to the player who cut last"
        )
    if step.rule.value == "any_player":
        return (
            said("Offer the cut to a player: {where} or another", where=where)
            if spots
            else "Offer the cut to a player"
        )
    if spots:
        return said("Offer the cut to {where}", where=where)
    if not step.after:
        return "Offer the cut to the first player"
    way, last = rules.cut.cut_refusal_rotation.value, LAST_CUTTERS[rules.cut.cut_last_resort.value]
    whom = (
        "another player"
        if way == "unspecified"
        else said("the next player {way} from {where}", way=way, where=spot_words(step.after, rules))
    )
    return said("Offer the cut to {whom}; if all refuse: {last}", whom=whom, last=last[0].lower() + last[1:])


def _enough_for_a_round(rules: Rules) -> str:
    """A warning that the shoe could run out behind the cut card, for books that set only a maximum."""
    if rules.cut.cut_card_reinsert.value.kind != "max_fraction_from_back":
        return ""
    spots = tuple(range(1, rules.table.spots.value + 1))
    orders = (rules.deal.order.value, rules.war.deal[0].value)
    return said(
        "; a full round may need {sum} cards", sum=sum(len(places_in_order(order, spots)) for order in orders)
    )


LAST_CUTTERS = {
    "dealer": "Cut the cards yourself",
    "casino_employee": "A casino employee cuts",
    "unspecified": "Cut the cards",
}
