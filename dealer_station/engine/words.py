"""What the dealer reads and says: every sentence about a step that is due, keyed by the step."""

from typing import assert_never

from msgspec import Struct

from dealer_station.engine import irregular, notes
from dealer_station.engine.cards import CARDS_PER_DECK
from dealer_station.engine.dues import AwaitRuling, Call, Draw, Due, Offer, Over, Perform, Settle, TakeBets
from dealer_station.engine.facts import DEALER, Place
from dealer_station.engine.money_words import line_words, matching_chips
from dealer_station.engine.move_words import move_words
from dealer_station.engine.observations import Cents
from dealer_station.engine.opening import measure_words
from dealer_station.engine.orders import places_in_order
from dealer_station.engine.rule_sections import Measure
from dealer_station.engine.rules import Rules
from dealer_station.engine.sentences import joined, said
from dealer_station.engine.wagers import dollars

STEPS: dict[str, str] = {
    "ruling": "The table is stopped; the authority that the book names rules",
    "carry_out": "Move a card or chips as the ruling or the report has it",
    "empty_shuffler": "Take all cards out of the shuffler",
    "remove_cards": "Take all cards out of the shoe and the rack",
    "spread_idle": "Spread the cards on the table",
    "first_player_looks": "Let the first player look at the cards",
    "stack": "Stack the cards",
    "inspect": "Inspect the cards",
    "verify_inspection": "The floor verifies the inspection",
    "inspect_independently": "The supervisor inspects the cards independently",
    "spread_for_player": "Spread the cards face up for the first player",
    "wash": "Wash and stack the cards",
    "plug": "Plug the unused cards into the discards",
    "riffle": "Riffle the cards",
    "turn": "Turn one stack half round and riffle",
    "strip": "Strip the cards",
    "halve_brick": "Halve the brick, left and right",
    "riffle_halves": "Riffle half a deck from each side into the middle",
    "riffle_with_middle": "Riffle half decks from the sides with the middle until the sides are gone",
    "split_brick": "Split the brick again",
    "riffle_final": "Riffle half decks from both piles into the final pile",
    "shuffle": "Shuffle the cards",
    "cover_device": "Cover the device, or mark it as out of order",
    "load_shuffler": "Put the cards into the shuffler",
    "take_batch": "Take the other batch out of the shuffler",
    "offer_cut": "Offer the cut",
    "cut": "Cut the cards",
    "place_cut_card": "Put the cut card back",
    "load": "Load the shoe",
    "change_decks": "Change the decks",
    "wait_for_shuffler": "Wait until the shuffler says that it is ready",
    "burn": "Burn a card face down, unseen",
    "bets": "Take wagers",
    "offer_tie_area": "Ask the player with the main wager first whether the tie area is wanted",
    "call": "Make the closing call",
    "lock_progressive": "Lock the devices of the progressive",
    "collect_progressive": "Collect the chips of the side bets",
    "count_progressive": "Count the chips against what the system accepted, then into the rack",
    "deal": "Deal a card to the place that is next",
    "turn_dealer_card": "Turn the dealer's card face up",
    "settle": "Take, pay or return one hand's wagers",
    "offer": "Ask a tied player for war or surrender",
    "verify_hand": "Verify that the hand wins the progressive",
    "verify_light": "Verify that the light of the progressive is on",
    "validate_progressive": "The floor validates the progressive payout",
    "toke_box": "Take the toke and its payoff down, show them to the camera, into the toke box",
    "spin_wheel": "Spin the bonus wheel",
    "match_war": "Match the war wagers from the rack",
    "confirm_war": "Confirm the war wagers",
    "confirm_layout": "Confirm that the cards lie as the picture shows",
    "pick_up": "Pick up cards into the discard rack",
    "replace_card": "Replace the damaged card",
    "return_cards": "Return the cards to the continuous shuffler",
}
"""Every step that can be due, in the order of a round."""


class Prompt(Struct, frozen=True):
    """A step that is due, with everything that a dealer, a screen or a lamp needs to know about it."""

    step: str
    do: str
    say: str
    spot: str
    wager: str
    cents: Cents
    cite: str
    status: str
    satisfied_by: tuple[str, ...]
    role: str = ""
    """Who must do it, where it is not the dealer."""
    note: str = ""
    """What else the dealer should know before reaching for the chips."""


def step_id(step: Due) -> str:
    """The step's name in logs, screens and written rounds."""
    match step:
        case Perform():
            return step.step
        case Draw():
            return "burn" if step.place is None else "deal"
        case Settle():
            return "settle"
        case Offer():
            return "offer"
        case Call():
            return "call"
        case TakeBets():
            return "bets"
        case AwaitRuling():
            return "ruling"
        case Over():
            return "over"
        case _:
            assert_never(step)


def prompt(step: Due, rules: Rules) -> Prompt:
    """What to do, what to say aloud, where, how much, under which rule, and what would satisfy it."""
    return Prompt(
        step=step_id(step),
        do=_imperative(step, rules),
        say=_spoken(step, rules),
        spot=_spot(step),
        wager=" ".join(line.wager for line in step.lines) if isinstance(step, Settle) else "",
        cents=_cents(step),
        cite=step.rule.cite,
        status=step.rule.status,
        satisfied_by=_satisfied_by(step),
        role=notes.role(step, rules),
        note=notes.note(step, rules),
    )


def _imperative(step: Due, rules: Rules) -> str:
    match step:
        case AwaitRuling(hold):
            authority = irregular.authority_for(hold.kind, rules)
            reason = irregular.reason_for(hold, rules).words
            asks = reason.endswith("?")
            return said(
                "STOP. {reason} Call the {authority}" if asks else "STOP. {reason}. Call the {authority}",
                reason=reason,
                authority=authority,
            )
        case TakeBets():
            return said(
                'Take wagers; where they stand, call "{close_call}"', close_call=rules.wagers.close_call.value
            )
        case Call():
            return "Close the wagers"
        case Draw(None):
            return "Burn a card: face down into the rack, unseen"
        case Draw(place, deal):
            return said("Deal {to}{how}", to=_to(place), how=_how(deal, place, rules))
        case Settle(hand, lines):
            moves = joined("; ", (line_words(line, rules) for line in lines))
            return said(
                "Spot {name}: {moves}{matching_chips}",
                name=hand.name,
                moves=moves,
                matching_chips=matching_chips(lines, rules),
            )
        case Offer(hand):
            more = (
                said(" for {amount} more", amount=dollars(hand.bet.main_cents)) if hand.bet.main_cents else ""
            )
            return said("Spot {name} ties: war{more}, or surrender?", name=hand.name, more=more)
        case Perform():
            return _performing(step, rules)
        case Over():
            return "The round is over"
        case _:
            assert_never(step)


def _lowered(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def _to(place: Place | None) -> str:
    if place is None or place == DEALER:
        return "to yourself"
    return (
        said("to spot {place}", place=place)
        if place > DEALER
        else said("to yourself, against spot {what}", what=-place)
    )


def _how(deal: str, place: Place | None, rules: Rules) -> str:
    if deal == "war":
        return {
            "adjacent": ", beside the first card",
            "sideways_cover_pip": ", sideways over one pip of the first card",
            "lower_left": ", to the lower left of the first card",
            "unspecified": "",
        }[rules.war.war_card_place.value]
    if place == DEALER and rules.deal.dealer_card_reveal.value == "face_down_then_turn":
        return ", face down"
    return ""


def _performing(step: Perform, rules: Rules) -> str:
    spots = ", ".join(str(place) for place in step.places if place > DEALER)
    war_wager = rules.terms.war_wager.value
    match step.step:
        case "carry_out" if step.move is not None:
            return move_words(step.move, rules)
        case "match_war":
            return said("Match the {war_wager} on {spots} from the rack", war_wager=war_wager, spots=spots)
        case "collect_progressive":
            return said("Collect the side bets of {spots}", spots=spots)
        case "verify_hand" | "verify_light" | "validate_progressive" | "spin_wheel" | "toke_box":
            return said("Spot {spots}: {step}", spots=spots, step=_lowered(STEPS[step.step]))
        case "offer_tie_area":
            return said(
                "Box {spots}: ask the player with the {main_wager} first for the tie area",
                spots=spots,
                main_wager=rules.terms.main_wager.value,
            )
        case "spread_idle" if rules.shuffle.idle_table.value == "spread_facedown_then_reopen":
            return "Spread the cards face down, or face up if a player asks"
        case "spread_for_player" | "wash" if words := _with_new_cards(step, rules):
            return words
        case "load_shuffler" | "return_cards" if rules.pickup.return_facing.value != "unspecified":
            way = rules.pickup.return_facing.value.replace("_", " ")
            return said("{words} as the device requires: {way}", words=STEPS[step.step], way=way)
        case "confirm_war":
            offer = rules.war.war_tie_wager.value
            tie = {"must_offer": "; offer a tie wager on the war", "allowed": "; tie wagers may be placed"}
            return said(
                "Confirm the {war_wager} on {spots}{what}",
                war_wager=war_wager,
                spots=spots,
                what=tie.get(offer, ""),
            )
        case "pick_up":
            dealer = any(place <= DEALER for place in step.places)
            one = spots.isdecimal()
            where = said("spot {spots}" if one else "spots {spots}", spots=spots)
            template = (
                "Pick up the cards of {where}, then your own" if dealer else "Pick up the cards of {where}"
            )
            return said(template, where=where) if spots else "Pick up your cards"
        case "offer_cut" | "cut" | "place_cut_card":
            return _cutting(step, rules, spots)
        case _:
            return STEPS[step.step]


def _with_new_cards(step: Perform, rules: Rules) -> str:
    """New cards are spread and washed as the book describes it; those of an idle table are not new."""
    opening = rules.opening
    if step.rule.value == opening.player_inspection.value:
        return opening.player_inspection.value.rstrip(".")
    return opening.wash_way.value.rstrip(".") if step.rule.value == opening.wash.value else ""


def _cutting(step: Perform, rules: Rules, spots: str) -> str:
    """Who is asked, who cuts and how deep, and where the cut card goes."""
    stack = rules.cards.decks.value * CARDS_PER_DECK
    if step.step == "offer_cut":
        return _offering_the_cut(step, rules, spots)
    if step.step == "place_cut_card":
        return said(
            "Put the {cut_card} back, {where}{enough_for_a_round}",
            cut_card=rules.terms.cut_card.value,
            where=measure_words(rules.cut.cut_card_reinsert.value, stack),
            enough_for_a_round=_enough_for_a_round(rules),
        )
    who = said("Spot {spots} cuts", spots=spots) if spots else _LAST_CUTTERS[rules.cut.cut_last_resort.value]
    if not spots and isinstance(step.rule.value, Measure):
        who = "The player cuts"
    return said("{who}, {depth}", who=who, depth=measure_words(rules.cut.cut_depth.value, stack))


def _offering_the_cut(step: Perform, rules: Rules, spots: str) -> str:
    """Whom to ask; where nobody knows who sits there, from whom to go on, which way, and who cuts at last."""
    if step.rule is rules.cut.recut:
        return (
            said("Offer the new cut to spot {spots}, who cut last", spots=spots)
            if spots
            else "Offer the new cut to the player who cut last"
        )
    if step.rule.value == "any_player":
        return (
            said("Offer the cut to a player, spot {spots} or another", spots=spots)
            if spots
            else "Offer the cut to a player"
        )
    if spots:
        return said("Offer the cut to spot {spots}", spots=spots)
    if not step.after:
        return "Offer the cut to the first player"
    way, last = rules.cut.cut_refusal_rotation.value, _LAST_CUTTERS[rules.cut.cut_last_resort.value]
    whom = (
        "another player"
        if way == "unspecified"
        else said("the next player {way} from spot {after}", way=way, after=step.after)
    )
    return said(
        "Offer the cut to {whom}; if all refuse: {last}",
        whom=whom,
        last=_lowered(last),
    )


def _enough_for_a_round(rules: Rules) -> str:
    """Where the book sets only a most, a shoe could run out behind the cut card: the dealer is warned."""
    if rules.cut.cut_card_reinsert.value.kind != "max_fraction_from_back":
        return ""
    spots = tuple(range(1, rules.table.spots.value + 1))
    orders = (rules.deal.order.value, rules.war.deal[0].value)
    return said(
        "; a full round may take {sum}", sum=sum(len(places_in_order(order, spots)) for order in orders)
    )


_LAST_CUTTERS = {
    "dealer": "Cut the cards yourself",
    "casino_employee": "A casino employee cuts",
    "unspecified": "Cut the cards",
}


def _spoken(step: Due, rules: Rules) -> str:
    if isinstance(step, Call):
        return rules.wagers.close_call.value
    return "War or surrender?" if isinstance(step, Offer) else ""


def _spot(step: Due) -> str:
    if isinstance(step, Settle | Offer):
        return step.hand.name
    if isinstance(step, Draw) and step.place is not None:
        return str(step.place) if step.place > DEALER else "dealer"
    return ""


def _cents(step: Due) -> Cents:
    """What moves in all; None where a stake is unknown, or where the step moves no money."""
    if isinstance(step, Settle):
        amounts = [line.cents for line in step.lines]
        return None if None in amounts else sum(amount for amount in amounts if amount is not None)
    if isinstance(step, Offer):
        return step.hand.bet.main_cents
    return None


def _satisfied_by(step: Due) -> tuple[str, ...]:
    """The observations that this step waits for, by their names in `observations`."""
    match step:
        case AwaitRuling(hold):
            return ("Ruled", "Reported") if hold.kind == "unreadable" and hold.has_card else ("Ruled",)
        case TakeBets():
            return ("BetsPlaced", "Called")
        case Call():
            return ("Called", "BetsPlaced")
        case Draw():
            return ("CardDrawn",)
        case Settle():
            return ("Settled",)
        case Offer():
            return ("Answered",)
        case Perform():
            if step.after:
                return ("CutOffered", "CutMade", "Confirmed")
            return _WAITS_FOR.get(step.step, ("Confirmed",))
        case Over():
            return ()
        case _:
            assert_never(step)


_WAITS_FOR = {
    "offer_cut": ("CutOffered", "Confirmed"),
    "cut": ("CutMade", "Confirmed"),
    "place_cut_card": ("CutCardPlaced", "Confirmed"),
    # A shuffler that failed must say that it is ready first.
    "take_batch": ("Confirmed", "DeviceSaid"),
    "wait_for_shuffler": ("DeviceSaid",),
    "spin_wheel": ("Spun",),
    "validate_progressive": ("Confirmed", "Ruled"),
}
