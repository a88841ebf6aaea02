"""Prompts: every sentence about a step that the dealer reads or says, keyed by the step."""

from functools import cache, lru_cache
from typing import assert_never

from msgspec import Struct

from dealer_station.engine.due import irregularity_kinds
from dealer_station.engine.due.step_types import (
    AwaitRuling,
    Call,
    Draw,
    Due,
    Offer,
    Perform,
    RoundOver,
    Settle,
    TakeBets,
)
from dealer_station.engine.due.wagers import Objection
from dealer_station.engine.model.observations import Cents
from dealer_station.engine.model.table import Hand
from dealer_station.engine.model.translatable_sentences import Sentence, joined, said
from dealer_station.engine.model.values import DEALER, Deal, Line, Place
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.terms import discards, spot_title, spot_words, spots_words
from dealer_station.engine.words import prompt_notes
from dealer_station.engine.words.cut_words import cutting, placing
from dealer_station.engine.words.move_words import move_words, undone_words
from dealer_station.engine.words.pay_and_take_words import line_words

STEPS: dict[str, str] = {
    "ruling": "The table is stopped until a ruling is made",
    "carry_out": "Move a card or chips as the report or the ruling has it",
    "empty_shuffler": "Take all cards out of the shuffler",
    "remove_cards": "Take all cards out of the shoe and the discard rack",
    "spread_idle": "Spread the cards on the table, face up or face down",
    "first_player_looks": "Let the first player who comes look at the cards",
    "stack": "Stack the cards",
    "inspect": "Inspect the cards",
    "verify_inspection": "The floor verifies the inspection",
    "inspect_independently": "The supervisor inspects the cards too, independently",
    "spread_for_player": "Spread the cards face up for the first player",
    "wash": "Wash the cards and stack them",
    "plug": "Plug: put the undealt cards in among the discards",
    "riffle": "Riffle: split the cards into two piles and interlace them",
    "turn": "Turn: make two stacks, turn one half round, riffle them together",
    "strip": "Strip: make running cuts",
    "halve_brick": "Cut the brick in half: one half left, one half right",
    "riffle_halves": "Riffle half a deck from each side into the middle",
    "riffle_with_middle": "Riffle half decks from the sides with the middle, until the sides are used up",
    "split_brick": "Split the brick into two piles again",
    "riffle_final": "Riffle half decks from both piles onto one final pile",
    "shuffle": "Shuffle the cards face down until they are well mixed",
    "cover_device": "Cover the device, or mark it as out of order",
    "load_shuffler": "Put the cards into the shuffler",
    "take_batch": "Take the shuffled batch out of the shuffler",
    "check_batch": "Was the stored batch kept secure?",
    "offer_cut": "Offer the cut",
    "cut": "Cut the cards",
    "complete_cut": "Complete the cut",
    "place_cut_card": "Put the cut card into the stack",
    "cover_last_card": "Put the second cut card at the back of the stack",
    "load": "Put the stack into the shoe",
    "change_decks": "Change the decks: their 24 hours are over",
    "wait_for_shuffler": "Wait until the shuffler is ready",
    "burn": "Burn a card face down, unseen",
    "bets": "Take wagers",
    "offer_tie_area": "First ask the player with the main wager whether the tie area is wanted",
    "call": "Make the closing call",
    "lock_progressive": "Lock the side bets: no more may be placed",
    "collect_progressive": "Collect the side bets",
    "count_progressive": "Count them before the chip rack: as many as the system accepted? Then put them in",
    "deal": "Deal the next card",
    "turn_dealer_card": "Turn your card face up",
    "settle": "Take, pay or return one hand's wagers",
    "offer": "Ask a tied player for war or surrender",
    "verify_hand": "Check that the hand wins the progressive",
    "verify_light": "Check that the light of the progressive is on",
    "validate_progressive": "The floor validates the progressive payout",
    "toke_box": "Show the toke and its payoff to the camera, then put both into the toke box",
    "spin_wheel": "Spin the bonus wheel",
    "match_war": "Match the war wagers from the chip rack",
    "confirm_war": "Confirm the war wagers",
    "confirm_layout": "Check that the cards lie as the picture shows",
    "restore_wagers": "Undo the settlement: every chip goes back to where it was before",
    "pick_up": "Pick up the cards into the discard rack",
    "replace_card": "Replace the damaged card",
    "return_cards": "Put the played cards back into the shuffler",
}
"""Every step that can be due, in the order of a round."""


class Prompt(Struct, frozen=True):
    """A due step with everything that a dealer, a screen or a lamp needs to know about it."""

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
    """Title of the person who must do it, if it is not the dealer."""
    note: str = ""
    """Note to read before reaching for the chips."""


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
        case RoundOver():
            return "over"
        case _:
            assert_never(step)


def prompt(step: Due, rules: Rules) -> Prompt:
    """Build the prompt: action, words to say, place, amount, rule, and the observations that satisfy it."""
    return Prompt(
        step=step_id(step),
        do=imperative(step, rules),
        say=_spoken(step, rules),
        spot=_spot(step),
        wager=" ".join(line.wager for line in step.lines) if isinstance(step, Settle) else "",
        cents=_cents(step),
        cite=step.rule.cite,
        status=step.rule.status,
        satisfied_by=_satisfied_by(step),
        role=prompt_notes.role(step, rules),
        note=prompt_notes.note(step, rules),
    )


def not_now(step: Due, rules: Rules, template: str, **fields: str) -> Objection:
    """The objection to a tap that names the due step in the words of its prompt, the field `do`."""
    if isinstance(step, AwaitRuling):
        return Objection("the table is stopped; a ruling comes first", step.rule.cite)
    return Objection(said(template, **fields, do=imperative(step, rules)), step.rule.cite)


def imperative(step: Due, rules: Rules) -> str:
    """The instruction alone, without the rest of the prompt."""
    match step:
        case Draw(place=None):
            return _burning(step, rules)
        case Draw(place, deal):
            return _dealing(place, deal, rules)
        case Settle(hand, lines, matched=matched):
            return _settling(hand.name, lines, matched, rules)
        case AwaitRuling(hold):
            authority = irregularity_kinds.authority_for(hold.kind, rules)
            reason = irregularity_kinds.reason_words(hold)
            asks = irregularity_kinds.CATALOGUE[hold.kind].is_question and not hold.known
            return said(
                "STOP. {reason} Call the {authority}" if asks else "STOP. {reason}. Call the {authority}",
                reason=reason,
                authority=authority,
            )
        case TakeBets(again=again):
            call = rules.wagers.close_call.value
            if again:
                return said('Take wagers. If nothing changed, call "{close_call}"', close_call=call)
            return said('Take wagers, then call "{close_call}"', close_call=call)
        case Call():
            return "Close the wagers"
        case Offer(hand):
            return _asking(hand, rules)
        case Perform():
            return _performing(step, rules)
        case RoundOver():
            return "The round is over"
        case _:
            assert_never(step)


def _lowered(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def _burning(step: Draw, rules: Rules) -> str:
    """The prompt for a burn; several in a row are numbered, so that no burn is forgotten."""
    if step.burns > 1:
        return said(
            "Discard {number} of {count}: face down into the discard rack"
            if discards(rules)
            else "Burn {number} of {count}: face down into the discard rack, unseen",
            number=step.burn,
            count=step.burns,
        )
    if discards(rules):
        return "Discard the first card: face down into the discard rack"
    return "Burn a card: face down into the discard rack, unseen"


@lru_cache(maxsize=256)
def _settling(name: str, lines: tuple[Line, ...], matched: bool, rules: Rules) -> Sentence:
    """The prompt for a settlement. Players repeat their wagers, so the same ones come again and again."""
    moves = joined("; ", (line_words(line, rules, matched=matched) for line in lines))
    return said("{where}: {moves}", where=spot_title(name, rules), moves=moves)


@cache
def _dealing(place: Place, deal: Deal, rules: Rules) -> Sentence:
    """The prompt for a card to a place, which is the same in every round."""
    return said("Deal {to}, {how}", to=_to(place, rules), how=how_it_lies(place, deal, rules))


def _to(place: Place, rules: Rules) -> str:
    if place == DEALER:
        return "to yourself"
    return (
        said("to {where}", where=spot_words(place, rules))
        if place > DEALER
        else said("to yourself, against {where}", where=spot_words(-place, rules))
    )


def how_it_lies(place: Place, deal: Deal, rules: Rules) -> str:
    """The orientation of a card in words, and in a war its place."""
    if deal == "war":
        return {
            "adjacent": "face up, beside the first card",
            "sideways_cover_pip": "face up, sideways over one pip of the first card",
            "lower_left": "face up, to the lower left of the first card",
            "unspecified": "face up",
        }[rules.war.war_card_place.value]
    hidden = place == DEALER and rules.deal.dealer_card_reveal.value == "face_down_then_turn"
    return "face down" if hidden else "face up"


def _asking(hand: Hand, rules: Rules) -> str:
    where, main = spot_title(hand.name, rules), hand.bet.main_cents
    more = said(" for {amount} more", amount=dollars(main)) if main else ""
    return said(
        "{where} ties: Go to War{more}, or Surrender?"
        if goes_to_war(rules)
        else "{where} ties: war{more}, or surrender?",
        where=where,
        more=more,
    )


def goes_to_war(rules: Rules) -> bool:
    """True if the book calls the choice Go to War."""
    return rules.terms.war_word.value == "go_to_war"


@lru_cache(maxsize=128)
def _performing(step: Perform, rules: Rules) -> str:
    spots = tuple(place for place in step.places if place > DEALER and place not in step.without_card)
    where = spots_words(spots, rules)
    if step.move is not None:
        return move_words(step.move, rules)
    match step.step:
        case "match_war" | "confirm_war" | "collect_progressive" | "offer_tie_area":
            return _with_wagers(step, rules, where)
        case "verify_hand" | "verify_light" | "spin_wheel" | "toke_box":
            title = spot_title(", ".join(map(str, spots)), rules)
            return said("{where}: {step}", where=title, step=_lowered(STEPS[step.step]))
        case "validate_progressive":
            return said(
                "{where}: the {title} validates the progressive payout",
                where=spot_title(", ".join(map(str, spots)), rules),
                title=rules.roles.role_map.value[0],
            )
        case "pick_up":
            if not spots:
                return "Pick up your cards"
            dealer = any(place <= DEALER for place in step.places)
            return said(
                "Pick up the cards of {where}, then your own" if dealer else "Pick up the cards of {where}",
                where=where,
            )
        case "replace_card" if step.faces:
            cards = joined(", ", (said("{card}", card=card) for card in step.faces))
            return said("Replace the damaged card: {cards}", cards=cards)
        case "take_batch" if step.waits:
            return "Wait until the shuffler is ready, then take the batch out of it"
        case "shuffle" if step.in_round:
            return "Shuffle all cards of the discard rack face down until they are well mixed"
        case "restore_wagers":
            return joined(". ", (undone_words(undone, rules) for undone in step.undone))
        case "load_shuffler" | "return_cards" if rules.pickup.return_facing.value != "unspecified":
            way = rules.pickup.return_facing.value.replace("_", " ")
            return said("{words}, {way}", words=STEPS[step.step], way=way)
        case "offer_cut" | "cut" | "place_cut_card":
            return cutting(step, rules, ", ".join(map(str, spots)))
        case "spread_for_player" | "wash" if words := _with_new_cards(step, rules):
            return words
        case _:
            return step_words(step.step, rules)


def _with_wagers(step: Perform, rules: Rules, where: str) -> str:
    """The prompt for a step about wagers on some spots, by the book's names for them."""
    war_wager = rules.terms.war_wager.value
    match step.step:
        case "match_war":
            return said(
                "Match the {war_wager} on {where} from the chip rack",
                war_wager=war_wager,
                where=spots_words(step.hands, rules),
            )
        case "collect_progressive":
            return said("Collect the side bets of {where}", where=where)
        case "offer_tie_area":
            return said(
                "{where}: first ask the player with the {main_wager} whether the tie area is wanted",
                where=spot_title(", ".join(map(str, step.places)), rules),
                main_wager=rules.terms.main_wager.value,
            )
        case _:
            tie = {
                "must_offer": "; offer a {tie_wager} on the war",
                "allowed": "; a {tie_wager} on the war may be placed",
            }.get(rules.war.war_tie_wager.value, "")
            confirmed = said("Confirm the {war_wager} on {where}", war_wager=war_wager, where=where)
            offered = said(tie, tie_wager=rules.terms.war_tie_wager.value) if tie else ""
            return joined("", (confirmed, offered)) if offered else confirmed


def step_words(step: str, rules: Rules) -> str:
    """A step's name in the words of the book: for a list of steps, and where the step has no spot."""
    title = rules.roles.role_map.value[0]
    match step:
        case "inspect" if rules.opening.inspection_way.value:
            return rules.opening.inspection_way.value.rstrip(".")
        case "verify_inspection":
            return said("The {title} verifies the inspection", title=title)
        case "inspect_independently":
            return said("The {title} sorts and inspects the cards too, independently", title=title)
        case "validate_progressive":
            return said("The {title} validates the progressive payout", title=title)
        case "spread_idle" if rules.shuffle.idle_table.value == "spread_facedown_then_reopen":
            return "Spread the cards face down, or face up if a player asks"
        case "check_batch" if rules.shuffle.stored_batch.value:
            return rules.shuffle.stored_batch.value
        case "complete_cut" if rules.cut.complete_cut.value:
            return rules.cut.complete_cut.value.rstrip(".")
        case "place_cut_card":
            return placing(rules)
        case "cover_last_card" if rules.cut.second_cut_card.value:
            return rules.cut.second_cut_card.value.rstrip(".")
        case "burn" if discards(rules):
            return "Discard a card face down"
        case "offer" if goes_to_war(rules):
            return "Ask a tied player: Go to War or Surrender"
        case "offer_tie_area":
            return said(
                "First ask the player with the {main_wager} whether the tie area is wanted",
                main_wager=rules.terms.main_wager.value,
            )
        case "match_war":
            return said("Match each {war_wager} from the chip rack", war_wager=rules.terms.war_wager.value)
        case "confirm_war":
            return said("Confirm each {war_wager}", war_wager=rules.terms.war_wager.value)
        case _:
            return STEPS[step]


def _with_new_cards(step: Perform, rules: Rules) -> str:
    """The prompt for new cards, spread and washed as the book describes; an idle table's are not new."""
    opening = rules.opening
    if step.rule.value == opening.player_inspection.value:
        return opening.player_inspection.value.rstrip(".")
    return opening.wash_way.value.rstrip(".") if step.rule.value == opening.wash.value else ""


def _spoken(step: Due, rules: Rules) -> str:
    if isinstance(step, Call):
        return rules.wagers.close_call.value
    if not isinstance(step, Offer):
        return ""
    return "Go to War or Surrender?" if goes_to_war(rules) else "War or surrender?"


def _spot(step: Due) -> str:
    match step:
        case Draw(place) if place is not None:
            return str(place) if place > DEALER else "dealer"
        case Settle(hand) | Offer(hand):
            return hand.name
        case _:
            return ""


def _cents(step: Due) -> Cents:
    """The total that moves; None if a stake is unknown, or if the step moves no money."""
    if isinstance(step, Settle):
        amounts = [line.cents for line in step.lines]
        return None if None in amounts else sum(amount for amount in amounts if amount is not None)
    if isinstance(step, Offer):
        return step.hand.bet.main_cents
    return None


def _satisfied_by(step: Due) -> tuple[str, ...]:
    """The observations that this step waits for, by their names in `observations`."""
    match step:
        case Draw():
            return ("CardDrawn",)
        case Settle():
            return ("Settled",)
        case AwaitRuling(hold):
            return ("Ruled", "Reported") if hold.kind == "unreadable" and hold.has_card else ("Ruled",)
        case TakeBets():
            return ("BetsPlaced", "Called")
        case Call():
            return ("Called", "BetsPlaced")
        case Offer():
            return ("Answered",)
        case Perform():
            if step.after:
                return ("CutOffered", "CutMade", "Confirmed")
            return _WAITS_FOR.get(step.step, ("Confirmed",))
        case RoundOver():
            return ()
        case _:
            assert_never(step)


_WAITS_FOR = {
    "offer_cut": ("CutOffered", "Confirmed"),
    "cut": ("CutMade", "Confirmed"),
    "place_cut_card": ("CutCardPlaced", "Confirmed"),
    # A shuffler that failed must report ready first.
    "take_batch": ("Confirmed", "DeviceSaid"),
    "wait_for_shuffler": ("DeviceSaid",),
    "spin_wheel": ("Spun",),
    "validate_progressive": ("Confirmed", "Ruled"),
}
