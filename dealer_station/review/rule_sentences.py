"""Sentences for rules whose value is a keyword of the program."""

import re

FORWARD = "It moves on to the next hand or the dealer, or it is burned: a person decides."

SENTENCES: dict[str, dict[str, str]] = {
    "burns.dealer_change_burn": {
        "none": "Nothing is burned when the dealer changes.",
        "one": "A new dealer burns one card.",
    },
    "burns.opening_burn": {
        "game_opening_only": "A card is burned when the game opens, and not with each shoe.",
        "none": "No card is burned before the first deal.",
    },
    "deal.card_recipient": {"main_wager_holder": "A card goes to everybody with a main wager."},
    "deal.cutcard_first_card": {
        "deal_then_shuffle": "If the cut card comes out first, the round is dealt and the shuffle follows.",
        "unspecified": "The book does not say what follows if the cut card comes out first.",
    },
    "deal.cutcard_mid_round": {
        "finish_then_ask": "The round is played to its end, then the supervisor is asked.",
        "finish_then_shuffle": "The round is played to its end, then the cards are shuffled.",
        "last_hand_then_shuffle": "One more round is dealt, then the cards are shuffled.",
    },
    "deal.dealer_card_reveal": {
        "face_down_then_turn": "The dealer's card lies face down until it is turned.",
        "face_up": "The dealer's card is dealt face up.",
    },
    "deal.order": {"each player, dealer": "A card to each player in turn, then one to the dealer."},
    "house.dispute_call": {
        "always_supervisor": "A supervisor is called for every dispute.",
        "as_needed": "A supervisor is called if one is needed.",
    },
    "irregularities.burn_exposed": {"stays_burn": "A burn card that was seen stays a burn card."},
    "irregularities.burn_forgotten": {"play_on": "A forgotten burn is not made up."},
    "irregularities.damaged_card": {"replace_after_round": "A damaged card is replaced after the round."},
    "irregularities.empty_spot_card": {
        "burn": "A card that was dealt to an empty spot is burned.",
        "choose_forward_dealer_or_burn": FORWARD,
    },
    "irregularities.error_doctrine": {
        "forward_only": "Play continues with the cards as they lie; nothing is taken back.",
        "listed_cases_only": "Only the errors that the book lists have a remedy.",
        "listed_cases_plus_supervisor": "Errors that the book does not list are for the supervisor.",
    },
    "irregularities.exposed_draw": {
        "burn": "A card that was drawn in error and seen is burned.",
        "next_card_out": "A card that was drawn in error is the next card out.",
        "choose_forward_dealer_or_burn": FORWARD,
    },
    "irregularities.misplaced": {
        "choose_forward_dealer_or_burn": FORWARD,
        "reconstruct": "The cards are put where they belong.",
    },
    "irregularities.missed_spot": {
        "out_courtesy_options": "A missed hand is out of the round; the house may offer more as a courtesy.",
        "reconstruct_else_void": "The cards are put where they belong, or else the hand is void.",
        "void_join_next": "A hand that was missed is void and joins the next round.",
    },
    "irregularities.players_out_option": {
        "licensee": "The licensee may let players out of the hand.",
        "none": "Nobody is let out of the hand.",
        "supervisor_courtesy": "A supervisor may let players out of the hand by courtesy.",
    },
    "irregularities.unseen_draw": {"next_card": "A card that nobody has seen is the next card out."},
    "pickup.end_pickup": {
        "reconstructable": "Cards are picked up so that every hand can be rebuilt from the rack.",
        "unspecified": "The book does not say in which order cards are picked up.",
    },
    "pickup.pickup_direction": {"right_to_left": "Cards are picked up from the dealer's right to the left."},
    "war.pre_war_pickup": {
        "all_but_war": "Before the war all cards but those of the war hands are picked up."
    },
    "roles.called_for": {"out: licensee": "The licensee decides who is let out."},
    "settlement.original_settlement": {
        "per_hand": "Hands are settled one after the other.",
        "tie_pass_then_main_pass": "Tie wagers are settled first, then main wagers.",
    },
    "settlement.settlement_direction": {
        "right_to_left": "Hands are settled from the dealer's right to the left."
    },
    "settlement.surrender_handling": {
        "draw_in_split_return_lock": "The wager is drawn in, split, and half of it goes back.",
        "take_half_return_half": "Half of the wager is taken, half of it goes back.",
        "unspecified": "The book does not say how a surrendered wager is handled.",
    },
    "settlement.tie_option_phase": {"inline": "A tied player chooses when the hand is reached."},
    "wagers.abandoned_wager": {"may_lose": "A wager whose player has left may be lost."},
    "wagers.main_wager_required": {"on": "Nobody plays without a main wager."},
    "wagers.over_max": {"return_excess": "The excess over the limit goes back."},
    "wagers.tie_wager_dependency": {
        "needs_main": "A tie wager needs a main wager.",
        "standalone": "A tie wager may be made alone.",
    },
    "wagers.verbal_wager": {
        "refuse_with_cash": "A wager that is only called out is refused, even with cash."
    },
    "war.dealer_war_cards": {
        "one_shared": "The dealer has one war card for all hands.",
        "one_each": "The dealer has a war card for each hand.",
    },
    "war.war_burn": {
        "once": "The burns open the war deal, once.",
        "before_each_recipient": "The burns come before each war card.",
    },
    "war.war_card_place": {
        "adjacent": "A war card lies beside the first one.",
        "lower_left": "A war card lies at the lower left of the first one.",
        "sideways_cover_pip": "A war card lies sideways over the first one.",
    },
    "war.war_confirm": {
        "on": "The war wagers are confirmed before the war deal.",
        "off": "Nothing is confirmed before the war deal.",
    },
    "war.war_pay_model": {
        "war_1_or_2_main_push": "A war pays 1 to 1, a tied one 2 to 1, on the war wager; the main is a push.",
    },
    "war.war_settlement_direction": {
        "left_to_right": "Wars are settled from the dealer's left to the right.",
        "right_to_left": "Wars are settled from the dealer's right to the left.",
    },
    "war.war_stake": {"player_only": "Only the player puts chips up for the war."},
    "war.war_tie_wager": {
        "allowed": "A tie wager on the war may be made.",
        "forbidden": "No tie wager is taken on the war.",
        "must_offer": "A tie wager on the war must be offered.",
    },
}
ANYWHERE = {
    "ask": "The text has no remedy: stop and ask.",
    "unspecified": "The book does not say.",
    "(nothing)": "The book has no rule about it.",
    "none": "There is none.",
    "off": "This is not done.",
    "on": "This is done.",
}
"""Values that mean the same for many rules."""


MOVES = {
    "take": "the {wager} wager is taken",
    "return": "the {wager} wager goes back",
    "half": "half of the {wager} wager is taken",
}
_MOVE = re.compile(r"(\w+) (take|return|half|pay (\d+))")


def _money(said: str) -> str:
    """A payout rule such as `main pay 1, tie take` as a sentence; empty if it is not one."""
    told = []
    for piece in said.split(", "):
        if not (move := _MOVE.fullmatch(piece)):
            return ""
        wager = move[1].replace("_", " ")
        paid = f"the {wager} wager is paid {move[3]} to 1"
        told.append(paid if move[3] else MOVES[move[2]].format(wager=wager))
    words = "; ".join(told)
    return f"{words[:1].upper()}{words[1:]}."


def sentence(name: str, said: str) -> str:
    """A rule as a sentence; if there is none for it, its name with the value."""
    told = SENTENCES.get(name, {}).get(said) or ANYWHERE.get(said) or _money(said)
    if told:
        return told
    plain = said if " " in said or "\n" in said else said.replace("_", " ")
    if len(plain.split()) > 3 or plain.endswith("."):
        return plain.rstrip(".") + "."
    title = name.partition(".")[2].replace("_", " ")
    return f"{title.capitalize()}: {plain.replace('_', ' ')}."
