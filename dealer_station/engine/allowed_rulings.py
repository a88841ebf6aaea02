"""What may be ruled on a stop: what the text supports, or where it is silent all that keeps order."""

from dealer_station.engine.facts import DEALER, DEALING_ERRORS, Hold
from dealer_station.engine.irregular import reason_for
from dealer_station.engine.orders import places_in_order, spots_at_war, spots_dealt_in
from dealer_station.engine.rules import Rules
from dealer_station.engine.table import Hand, Round, Table


def rulings_for(hold: Hold, rules: Rules) -> tuple[str, ...]:
    """What the authority may say here: what the text supports, or where it is silent all that keeps order."""
    lets_out = rules.irregularities.players_out_option.value
    if hold.decided:
        out = ("out",) if lets_out == "supervisor_courtesy" and hold.kind == "missed_spot" else ()
        return ("accept", *out, "reshuffle", *VOIDING)
    device_may_void = rules.irregularities.shuffler_fault.value == "operator_void_choice"
    if hold.kind == "shuffler_fault" and device_may_void and rules.cards.card_supply.value == "csm":
        return VOIDING
    if hold.kind in _FIXED_RULINGS:
        return (*_FIXED_RULINGS[hold.kind], *VOIDING)
    if hold.kind == "card_not_due":
        # Unseen it is the next card in every book; seen, it goes where this book puts it.
        out = ("out",) if lets_out == "licensee" else ()
        return ("play_on", *_SEEN_CARD[rules.irregularities.exposed_draw.value], *out, *VOIDING)
    value = str(reason_for(hold, rules).rule.value)
    if value in ("reconstruct", "reconstruct_else_void", "reconstruct_or_not_an_error"):
        rack = ("discard",) if hold.draw is not None or hold.has_card else ()
        return ("reconstruct", *rack, *VOIDING)
    if hold.kind == "burn_forgotten":
        return ("play_on", "burn", *VOIDING)
    if hold.has_card or hold.draw is not None:
        stays = () if value == "choose_forward_dealer_or_burn" else ("play_on",)
        out = ("out",) if lets_out == "licensee" and hold.kind in DEALING_ERRORS else ()
        return (*stays, *_SEEN_CARD.get(value, _SEEN_CARD["ask"]), *out, *VOIDING)
    return ("play_on", "reshuffle", *VOIDING)


def rulings_now(table: Table, rules: Rules, hold: Hold) -> tuple[str, ...]:
    """What may be ruled on a hold now: nothing is voided where nothing is in play."""
    round_ = table.round
    allowed = rulings_for(hold, rules)
    if hold.kind == "impossible_card" and hold.has_card and hold.card is None:
        # It lies face down, as a burn: nobody may say which card it is.
        allowed = tuple(ruling for ruling in allowed if ruling != "correct")
    named = [hand for hand in round_.hands if hand.name in hold.hands]
    settled = any(is_settled(hand) for hand in named)
    if hold.kind == "missed_spot" and settled:
        allowed = ("pay", "take", *allowed)
    if named and all(is_settled(hand) for hand in named):
        # What was settled is put right, not voided.
        allowed = tuple(ruling for ruling in allowed if ruling != "void")
    if hold.kind == "empty_spot" and hold.draw is not None and _dealer_is_served(round_, rules):
        allowed = tuple(ruling for ruling in allowed if ruling != "dealer_next")
    if hold.kind == "player_left" and settled:
        allowed = tuple(ruling for ruling in allowed if ruling != "take")
    if hold.kind == "exposed_before_shoe" and may_be_cut_again(table, rules):
        allowed = ("accept", *allowed)
    if round_.closed and not round_.voided:
        all_settled = all(is_settled(hand) for hand in round_.hands)
        return tuple(ruling for ruling in allowed if not all_settled or ruling not in ("void", "out"))
    return tuple(ruling for ruling in allowed if ruling not in (*VOIDING, "out")) or ("accept",)


def _dealer_is_served(round_: Round, rules: Rules) -> bool:
    """Whether the dealer has a card of this deal, not counting one that lies at an empty spot."""
    at_war = any(drawn.deal == "war" for drawn in round_.draws)
    order = rules.war.deal[0] if at_war else rules.deal.order
    spots = spots_at_war(round_) if at_war else spots_dealt_in(round_, rules)
    places = [place for place in places_in_order(order.value, spots) if place is not None]
    deal = "war" if at_war else "original"
    lying = sum(drawn.deal == deal and drawn.place is not None for drawn in round_.draws)
    return any(place <= DEALER for place in places[: lying - 1])


def is_settled(hand: Hand) -> bool:
    """Its main wager has been decided by cards, or given back."""
    return any(line.wager == "main" for line in hand.lines)


def may_be_let_out(table: Table, rules: Rules) -> bool:
    """One book lets players out when a card was delivered incorrectly, another when a hand was missed."""
    option = rules.irregularities.players_out_option.value
    if option == "supervisor_courtesy":
        missed = any(hand.voided == "missed_spot" for hand in table.round.hands)
        return missed or any(hold.kind == "missed_spot" for hold in table.holds)
    return option != "none" and table.round.misdealt


def may_be_cut_again(table: Table, rules: Rules) -> bool:
    """The cards are cut, not in the shoe yet, and this book lets the floor have them cut again."""
    now = table.preparing
    return rules.irregularities.exposed_before_shoe.value == "recut" and now is not None and "cut" in now.done


VOIDING = ("void", "void_round")
"""The authority may always void a hand or the round."""

_SEEN_CARD: dict[str, tuple[str, ...]] = {
    "choose_forward_dealer_or_burn": ("forward", "dealer_next", "burn"),
    "next_card_out": (),
    "burn": ("burn",),
    "burn_if_exposed_else_next": ("burn",),
    "discard": ("discard",),
    "rack": ("discard",),
    "ask": ("forward", "dealer_next", "discard", "burn"),
}
"""Where a card that was seen may go, by what the book says of it."""

_FIXED_RULINGS: dict[str, tuple[str, ...]] = {
    "unreadable": ("correct", "discard", "burn"),
    "impossible_card": ("correct", "play_on", "discard", "reshuffle"),
    "cut_card": ("play_on", "reshuffle"),
    "cut_card_missing": ("play_on", "reshuffle"),
    "cut_card_overrun": ("play_on", "reshuffle"),
    "second_face_up": ("play_on", "reshuffle"),
    "idle": ("play_on", "reshuffle"),
    "order_shuffle": ("play_on", "reshuffle"),
    "shoe_empty": ("reshuffle",),
    "burn_exposed": ("play_on", "burn", "reshuffle"),
    "exposed_before_shoe": ("play_on", "reshuffle"),
    "option_missed": ("play_on", "pay", "take", "reshuffle"),
    "late_wager": ("accept", "refuse"),
    "altered_wager": ("accept", "refuse"),
    "over_limit": ("accept", "refuse", "play_on", "pay", "take"),
    "wrong_pay": ("pay", "take", "accept", "refuse"),
    "player_left": ("play_on", "take"),
    "dispute": ("accept", "refuse", "play_on", "pay", "take"),
    "settled_then_void": ("accept", "pay", "take"),
    "shuffler_fault": ("accept", "reshuffle"),
    "device": ("accept", "play_on"),
    "count": ("accept", "reshuffle"),
    "batch": ("accept", "reshuffle"),
    "progressive_count": ("accept", "refuse"),
    "payout_limit": ("accept", "pay", "take"),
    "toke_on_tie": ("accept", "refuse"),
    "toke_colour": ("accept",),
    "coupon": ("pay", "take", "accept", "refuse"),
    "verbal_wager": ("accept", "refuse"),
    "wheel_validation": ("accept", "refuse"),
}
