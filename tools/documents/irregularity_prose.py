"""Prose of the page of irregularities: when a kind can occur, what the dealer is asked, what rulings do."""

from dealer_station.engine.rulebook.ruling_sections import Moment

WHEN: dict[str, str] = {
    "face_up": "once a card of this round is out and still where it was put, or while a card is held",
    "drawn_unseen": "once a card of this round is out and still where it was put, or while a card is held",
    "drawn_exposed": "once a card of this round is out and still where it was put, or while a card is held",
    "burn_exposed": "once a card was burned in this round",
    "burn_forgotten": "once a card was taken for a burn of a war, of a dealer who came, or of a fresh shoe",
    "missed_spot": "once the original deal has begun, unless the round is void",
    "empty_spot": "once a card of this round is out that is no burn, or while a card is held",
    "misplaced": "once a card of this round is out that is no burn, or while a card is held",
    "option_missed": "once a tied hand has an answer on record",
    "cut_card_missing": "whenever cards are in a shoe; never with a continuous shuffler",
    "cut_card_overrun": "whenever cards are in a shoe; never with a continuous shuffler",
    "shoe_empty": "after the call, until the round is over",
    "damaged_card": "at any time",
    "exposed_before_shoe": "while cards are inspected, shuffled, cut or loaded",
    "over_limit": "once wagers are entered, until the round is over; in house_manual also after it",
    "late_wager": "after the call, until the round is over",
    "altered_wager": "after the call, until the round is over",
    "wrong_pay": "once a hand is settled, in this round or the one before",
    "player_left": "after the call, until the round is over",
    "progressive_count": "after the call, until the round is over, where the progressive wager is offered",
    "unreadable": "while the station holds a card that it could not read",
    "impossible_card": "once a card of this round is out and still where it was put, or while a card is held",
    "dispute": "at any time",
    "card_touched": "while cards of the round lie on the felt",
    "not_seated": "after the call, until the round is over",
    "stood_up": "while cards of the round lie on the felt",
    "suspicious": "at any time",
    "card_not_due": "whenever the step due is no card",
    "second_face_up": "when a card lies face up, and one did before in this round or in this shoe",
    "cut_card": "whenever the cut card leaves the shoe; where the book shuffles by itself nobody is asked",
    "settled_then_void": "when a round is void in which something was already paid or taken",
    "shuffler_fault": "whenever a shuffler that the table uses says that it is jammed, stopped or not done",
    "device": "whenever a device is lost, open or out of order",
    "count": "whenever the shuffler has counted its cards",
    "batch": "while cards are changed for the other batch of a shuffler with two",
    "order_shuffle": "when a shuffle is ordered and the book does not say who may order one",
    "idle": "between two rounds, when the dealer says that nobody plays",
    "payout_limit": "when a hand would be paid more than the limit that the operator has set",
    "toke_on_tie": "when a hand ties that has a toke beside it, before the player is asked",
    "toke_colour": "at any time, where the book knows tokes",
    "coupon": "when a hand is settled that came with a match play coupon",
    "verbal_wager": "before the call, when a player calls a wager out",
    "wheel_validation": "when the bonus wheel shows a jackpot, or a symbol that its table pays otherwise",
}
"""Occasions of each kind: the engine's `can_have_happened` in a dealer's words."""

ASKS: dict[str, str] = {
    "": "nothing more",
    "spot": "which spot",
    "empty spot": "which empty spot",
    "hand": "which spot, and which bettor where a box is shared",
    "place": "where the card lies",
    "card": "which card it is",
}
"""The dealer's question for each kind of detail the catalogue asks for."""

ASKS_TOO: dict[str, str] = {
    "face_up": "which card it was, where more than one lies there",
    "burn_forgotten": "the cards that were taken for burns, in the order they were drawn",
}

MOMENTS: dict[Moment, str] = {
    "before": "before the deal",
    "deal": "in the deal",
    "settled": "after a hand was settled",
    "after": "after the round",
    "not_covered": "where the rule does not reach the case",
    "void": "where the hand is void",
    "raised": "where the wager was raised",
}
"""The moments that a rulebook's remedies distinguish."""

RULINGS: dict[str, str] = {
    "play_on": "Go on with the cards as they lie.",
    "burn": "The card is burned.",
    "discard": "The card goes to the discard rack, out of play.",
    "forward": "The card goes on to the next place in dealing order.",
    "dealer_next": "The card is the dealer's next card.",
    "void_round": "The round is void: what is not settled goes back.",
    "void": "The hands that are named are void, and their stakes go back at their turn.",
    "out": "The players who are named are let out of the hand, and their stakes go back.",
    "reshuffle": "The cards are shuffled: now between rounds, otherwise when the round is over.",
    "reconstruct": "The cards are moved to where they belong, and the round goes on.",
    "correct": "The reader was wrong or blind: this is the card; of an impossible card also an earlier read.",
    "pay": "A settlement is put right: the hand gets this much more.",
    "take": "A settlement is put right: this much is taken from the hand.",
    "accept": "What the book fixes is done, or what was claimed is so.",
    "refuse": "The claim is turned down; a late wager, or what is above the limit, goes back.",
    "unfounded": "The finding that the report was mistaken: nothing changes.",
    "withdraw": "The finding that what led to this stop was a mistake: what was settled before it stays.",
}
