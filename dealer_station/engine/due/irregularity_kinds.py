"""The catalogue of irregularities: when each can have happened, and why it stops the table.

`ruling_choices` lists the rulings on each, `reports` has the effect of a report under each book, and
`rulings` the effect of a ruling.
"""

from collections.abc import Callable
from functools import cache
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.due.orders import spots_at_war, spots_dealt_in
from dealer_station.engine.due.shoe_preparation import is_being_inspected
from dealer_station.engine.due.step_types import Cited
from dealer_station.engine.model.kinds import HoldKind, Ruling
from dealer_station.engine.model.rule_part_addresses import own_address
from dealer_station.engine.model.table import Hand, Round, Table
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.model.values import Deal, Hold, Move, RulingGiven
from dealer_station.engine.rulebook.rule_sections import NO_RULE, Rule
from dealer_station.engine.rulebook.rules import Rules

RULINGS: tuple[Ruling, ...] = get_args(Ruling)
"""Every ruling; `ruling_choices` has those that a hold allows."""

_VOIDING: tuple[Ruling, ...] = ("void", "void_round")
_OF_A_CARD: tuple[Ruling, ...] = (
    *("play_on", "forward", "dealer_next", "discard", "burn", "reconstruct", "out", "reshuffle"),
    *_VOIDING,
)
_YES_OR_NO: tuple[Ruling, ...] = ("accept", "refuse", *_VOIDING)
_ON_OR_SHUFFLE: tuple[Ruling, ...] = ("play_on", "reshuffle", *_VOIDING)


class Kind(Struct, frozen=True):
    """One kind of irregularity: its words, the rule of the book about it, and what can be ruled on it."""

    words: str
    rule: Callable[[Rules], Cited]
    rulings: tuple[Ruling, ...]
    """Rulings that the station can carry out; the book says which of them it allows."""
    finding: str
    """The finding that the report was mistaken, in the words of the case."""
    asks: str = ""
    """`spot`, `empty spot`, `hand`, `place` or `card`; empty if the report is about the last card."""
    is_question: bool = False
    """True if `words` end with a question mark, so that a sentence around them needs no full stop."""

    @property
    def silent(self) -> bool:
        """No book has a rule about this kind: the first-line authority is called, and no rule is cited."""
        return self.rule is _silent


def _silent(_: Rules) -> Cited:
    return NO_RULE


def _own_paragraph(rule: Rule[str], case: str) -> Cited:
    """The rule under its paragraph about this case, or NO_RULE if the book does not cover the case."""
    own = rule.for_step(case)
    return NO_RULE if own is rule else own


def _about_this_shuffler(rules: Rules) -> Cited:
    """The rule about shufflers, or NO_RULE if it covers only continuous ones and this table has another."""
    rule = rules.irregularities.shuffler_fault
    other = rule.value == "operator_void_choice" and rules.cards.card_supply.value != "csm"
    return NO_RULE if other else rule


def _idle_rule_does_not_apply(rules: Rules) -> bool:
    """True if the idle-table rule is about a shoe, but this table deals from a continuous shuffler."""
    of_cards = rules.shuffle.idle_table.value != "supervisor_may_shuffle"
    return of_cards and rules.cards.card_supply.value == "csm"


@cache
def _drawn_in_error(rules: Rules) -> Cited:
    """The two rules about cards drawn in error; the state of the table decides which of them applies."""
    unseen, seen = rules.irregularities.unseen_draw, rules.irregularities.exposed_draw
    both = seen.status not in ("silent", "house_default") and seen.cite != unseen.cite
    return replace(unseen, cite=f"{unseen.cite}, {seen.cite}" if both else unseen.cite)


CATALOGUE: dict[str, Kind] = {
    "face_up": Kind(
        "A card lay face up in the shoe",
        lambda rules: rules.irregularities.face_up,
        _OF_A_CARD,
        "The card was not face up",
    ),
    "drawn_unseen": Kind(
        "A card was drawn in error, unseen",
        lambda rules: rules.irregularities.unseen_draw,
        _OF_A_CARD,
        "The card was due",
    ),
    "drawn_exposed": Kind(
        "A card was drawn in error and seen",
        lambda rules: rules.irregularities.exposed_draw,
        _OF_A_CARD,
        "The card was due",
    ),
    "burn_exposed": Kind(
        "A burn card was seen",
        lambda rules: rules.irregularities.burn_exposed,
        ("play_on", "burn", "reshuffle", *_VOIDING),
        "Nobody saw the burn card",
    ),
    "burn_forgotten": Kind(
        "The burn was forgotten",
        lambda rules: rules.irregularities.burn_forgotten,
        ("play_on", "burn", "reconstruct", *_VOIDING),
        "The burn was made",
    ),
    "missed_spot": Kind(
        "A spot got no card",
        lambda rules: rules.irregularities.missed_spot,
        ("void", "accept", "play_on", "reconstruct", "out", "pay", "take", "reshuffle", "void_round"),
        "The spot had its card",
        "spot",
    ),
    "empty_spot": Kind(
        "A card went to an empty spot",
        lambda rules: rules.irregularities.empty_spot_card,
        _OF_A_CARD,
        "No card lies at an empty spot",
        "empty spot",
    ),
    "misplaced": Kind(
        "A card lies in the wrong place",
        lambda rules: rules.irregularities.misplaced,
        _OF_A_CARD,
        "The card lies where it was due",
        "place",
    ),
    "option_missed": Kind(
        "A tied player was not asked",
        lambda rules: rules.irregularities.missed_option,
        ("play_on", "pay", "take", "reshuffle", *_VOIDING, "accept"),
        "The player was asked",
        "hand",
    ),
    "cut_card_missing": Kind(
        "The cut card was never put in",
        lambda rules: rules.irregularities.cutcard_overlooked_or_absent,
        _ON_OR_SHUFFLE,
        "The cut card is in the shoe",
    ),
    "cut_card_overrun": Kind(
        "The cut card came and nobody shuffled, or it is overdue",
        lambda rules: rules.irregularities.cutcard_overlooked_or_absent,
        _ON_OR_SHUFFLE,
        "The cut card has not come",
    ),
    "shoe_empty": Kind(
        "The shoe is empty",
        lambda rules: rules.irregularities.short_shoe,
        ("reshuffle", *_VOIDING),
        "There are cards in the shoe",
    ),
    "damaged_card": Kind(
        "A card is damaged",
        lambda rules: rules.irregularities.damaged_card,
        (*_OF_A_CARD, "accept"),
        "The card is not damaged",
    ),
    "exposed_before_shoe": Kind(
        "A card was seen before the cards went into the shoe",
        lambda rules: rules.irregularities.exposed_before_shoe,
        ("accept", *_ON_OR_SHUFFLE),
        "Nobody saw a card",
    ),
    "over_limit": Kind(
        "A wager is over the limit",
        lambda rules: rules.wagers.over_max,
        ("accept", "refuse", "play_on", "pay", "take", *_VOIDING),
        "The wager is within the limit",
        "hand",
    ),
    "late_wager": Kind(
        "A wager was made too late",
        lambda rules: rules.wagers.deadline,
        _YES_OR_NO,
        "It was in time",
        "hand",
    ),
    "altered_wager": Kind(
        "A wager was changed",
        lambda rules: rules.wagers.handling,
        _YES_OR_NO,
        "The wager was not changed",
        "hand",
    ),
    "wrong_pay": Kind(
        "A hand was settled wrongly",
        _silent,
        ("pay", "take", "accept", "refuse", *_VOIDING),
        "The hand was settled correctly",
        "hand",
    ),
    "player_left": Kind(
        "A player left the table",
        lambda rules: rules.irregularities.player_left,
        ("play_on", "take", *_VOIDING),
        "The player did not leave",
        "hand",
    ),
    "progressive_count": Kind(
        "The progressive chips do not match",
        lambda rules: rules.irregularities.progressive_count,
        _YES_OR_NO,
        "The chips match",
    ),
    "unreadable": Kind(
        "The reader could not read this card: key it in",
        _silent,
        ("correct", "discard", "burn", *_VOIDING),
        "No card left the shoe",
        "card",
    ),
    "impossible_card": Kind(
        "There are more of this card than the shoe holds",
        _silent,
        ("correct", "play_on", "discard", "reshuffle", *_VOIDING),
        "No card left the shoe",
    ),
    "dispute": Kind(
        "A player disputes the hand",
        lambda rules: rules.house.disputes,
        ("accept", "refuse", "play_on", "pay", "take", *_VOIDING),
        "There is no dispute",
    ),
    "card_touched": Kind(
        "A player touched a card",
        lambda rules: rules.deal.touching_cards,
        _ON_OR_SHUFFLE,
        "No player touched a card",
        "hand",
    ),
    "not_seated": Kind(
        "A player who is not seated has a wager",
        lambda rules: _own_paragraph(rules.table.who_may_bet, "not_seated"),
        ("play_on", *_VOIDING),
        "The player is seated",
        "hand",
    ),
    "stood_up": Kind(
        "A player stood up during the round",
        lambda rules: _own_paragraph(rules.table.who_may_bet, "stood_up"),
        ("play_on", *_VOIDING),
        "The player stayed seated",
        "hand",
    ),
    "suspicious": Kind(
        "Somebody at the table acts suspiciously",
        lambda rules: rules.house.suspicious_conduct,
        _ON_OR_SHUFFLE,
        "There was nothing suspicious",
    ),
    "card_not_due": Kind(
        "A card left the shoe when none was due",
        _drawn_in_error,
        (*("play_on", "forward", "dealer_next", "discard", "burn", "out"), *_VOIDING),
        "No card left the shoe",
    ),
    "second_face_up": Kind(
        "A second card lay face up: shuffle the shoe?",
        lambda rules: rules.irregularities.second_face_up,
        _ON_OR_SHUFFLE,
        "Only one card lay face up",
        is_question=True,
    ),
    "cut_card": Kind(
        "The cut card came out: does the shoe go on?",
        lambda rules: rules.deal.cutcard_mid_round,
        _ON_OR_SHUFFLE,
        "The cut card did not come out",
        is_question=True,
    ),
    "settled_then_void": Kind(
        "The round is void, but hands were settled",
        lambda rules: rules.irregularities.voided_after_settlement,
        ("accept", "pay", "take"),
        "No hand was settled",
    ),
    "shuffler_fault": Kind(
        "The shuffler failed",
        _about_this_shuffler,
        ("accept", "reshuffle", *_VOIDING),
        "The shuffler did not fail",
    ),
    "device": Kind(
        "A device needs attention",
        _silent,
        ("accept", "play_on", *_VOIDING),
        "The device is in order",
    ),
    "count": Kind(
        "The count of the cards is wrong",
        _silent,
        ("accept", "reshuffle", *_VOIDING),
        "The count is right",
    ),
    "batch": Kind(
        "The same batch came out again",
        lambda rules: rules.cards.batch_rules.for_step("batch"),
        ("reshuffle", "accept", *_VOIDING),
        "It was the other batch",
    ),
    "order_shuffle": Kind(
        "A shuffle was asked for, and the book names nobody who may order it",
        lambda rules: rules.roles.order_shuffle,
        _ON_OR_SHUFFLE,
        "Nobody asked for a shuffle",
    ),
    "idle": Kind(
        "Nobody plays: shuffle the cards?",
        lambda rules: NO_RULE if _idle_rule_does_not_apply(rules) else rules.shuffle.idle_table,
        _ON_OR_SHUFFLE,
        "The table was not idle",
        is_question=True,
    ),
    "payout_limit": Kind(
        "The payout is above the limit for a hand",
        lambda rules: rules.wagers.payout_limit,
        ("accept", "pay", "take", *_VOIDING),
        "The payout is within the limit",
    ),
    "toke_on_tie": Kind(
        "A toke lies on a tied hand: does it follow the hand?",
        _silent,
        _YES_OR_NO,
        "The toke follows the hand",
        is_question=True,
    ),
    "toke_colour": Kind(
        "A toke is changed for colour",
        lambda rules: rules.house.tokes.for_step("ruling", "toke_colour"),
        ("accept", *_VOIDING),
        "No toke is changed",
    ),
    "coupon": Kind(
        "A match play coupon came with this hand: how is it settled?",
        _silent,
        ("pay", "take", "accept", "refuse", *_VOIDING),
        "There is no coupon",
        is_question=True,
    ),
    "verbal_wager": Kind(
        "A wager was called out: is it taken?",
        lambda rules: rules.wagers.verbal_wager,
        _YES_OR_NO,
        "No wager was called out",
        is_question=True,
    ),
    "wheel_validation": Kind(
        "The wheel's symbol must be validated before it is paid",
        lambda rules: rules.bonus_spin.community,
        _YES_OR_NO,
        "The wheel was misread",
    ),
}
"""Every kind of irregularity. Those that a dealer may report come first; the rest the station finds."""

KINDS: tuple[HoldKind, ...] = get_args(HoldKind)[: get_args(HoldKind).index("card_not_due")]
"""Kinds that a dealer may report."""


def rule_about(kind: str, rules: Rules) -> Cited:
    """The rule of the book about a kind, or the book's general doctrine about errors."""
    return CATALOGUE[kind].rule(rules) if kind in CATALOGUE else rules.irregularities.error_doctrine


def rule_about_move(move: Move, rules: Rules) -> Cited:
    """The rule under which a card or chips are moved: that of the ruling, or after a report the book's."""
    if move.ruled is None:
        return rule_about(move.kind, rules)
    return rule_of_ruling(move.ruled, rules)


def rule_of_ruling(ruled: RulingGiven, rules: Rules) -> Cited:
    """The paragraph that a ruling cited, with its status; NO_RULE if it cited none."""
    if not ruled.cite:
        return NO_RULE
    wagers = rules.wagers
    about_wagers = (wagers.tie_wager_dependency, wagers.main_limits, wagers.tie_limits)
    entries = rules.rulings.about(ruled.kind) if ruled.kind in CATALOGUE else about_wagers
    sure = next((entry.status for entry in entries if entry.cite == ruled.cite), None)
    return Rule("", ruled.cite, sure or rule_about(ruled.kind, rules).status)


def reason_words(hold: Hold) -> str:
    """The reason for the stop: its kind in words, with the known details."""
    words = CATALOGUE[hold.kind].words
    return said("{words} ({detail})", words=words, detail=hold.known) if hold.known else words


def rule_for(hold: Hold, rules: Rules) -> Cited:
    """The rule under which the authority is called: that of the kind, or the paragraph about this case."""
    if hold.silent:
        return NO_RULE
    rule = CATALOGUE[hold.kind].rule(rules)
    if not hold.at:
        return rule
    cite, status = own_address(hold.at, "stated")
    return replace(rule, cite=cite, status=status)


def finding_words(hold: Hold) -> str:
    """The finding that a report was mistaken, in words that fit the case."""
    if hold.kind == "impossible_card" and not hold.has_card:
        return said("The screen shows the right card")  # There was no count: the dealer doubted the read.
    return CATALOGUE[hold.kind].finding


def authority_for(kind: str, rules: Rules) -> str:
    """Title that a stop calls: the book's own for this kind, or else the first-line authority."""
    named = rules.roles.titles_called.get(kind, "")
    no_rule = CATALOGUE[kind].rule(rules) is NO_RULE
    return named if named and not no_rule else rules.roles.role_map.value[0]


NAMES_A_CARD = ("face_up", "damaged_card", "impossible_card")
"""Reports about one card that may name it, by its face or by the place where it lies."""


def can_have_happened(kind: str, table: Table, rules: Rules) -> bool:
    """True if this kind of irregularity can have happened at the table as it stands."""
    round_, held, last = table.round, held_card(table) is not None, last_card(table.round)
    match kind:
        case "face_up" | "drawn_unseen":
            return held or last is not None
        case "drawn_exposed":
            # A burn that was seen is another kind, with a rule of its own.
            return held or (last is not None and not round_.draws[last].burned)
        case "empty_spot":
            return held or any(
                drawn.place is not None and drawn.place not in round_.picked_up for drawn in round_.draws
            )
        case "misplaced" | "impossible_card":
            return held or (last is not None and not round_.draws[last].burned)
        case "burn_exposed":
            return any(drawn.burned for drawn in round_.draws)
        case "burn_forgotten":
            return bool(burns_in_question(round_)) and not round_.voided
        case "missed_spot":
            return any(drawn.deal == "original" for drawn in round_.draws) and not round_.voided
        case "option_missed":
            return _may_have_been_passed_over(table, rules)
        case "cut_card_missing":
            return rules.cards.card_supply.value != "csm" and table.preparing is None and not round_.cut_card
        case "cut_card_overrun":
            cut_card_came_first = (
                table.preparing is not None and table.preparing.cause == "cut_card_first" and round_.calls > 0
            )
            return rules.cards.card_supply.value != "csm" and (table.preparing is None or cut_card_came_first)
        case "shoe_empty":
            return round_.closed and table.preparing is None
        case "exposed_before_shoe":
            # During the inspection the cards lie face up anyway.
            return table.preparing is not None and not is_being_inspected(table.preparing, rules)
        case "over_limit":
            # One book returns the excess in all situations, even when the round is over.
            return bool(round_.hands or (rules.wagers.over_max.value == "return_excess" and table.last))
        case "late_wager" | "altered_wager":
            return round_.closed
        case "player_left" | "not_seated":
            # Before the call a wager that is not allowed is refused without a report.
            return round_.closed and not round_.voided
        case "card_touched" | "stood_up":
            lies_there = any(
                drawn.place is not None and drawn.place not in round_.picked_up for drawn in round_.draws
            )
            return lies_there and not round_.voided
        case "wrong_pay":
            return any(hand.lines for hand in round_.hands) or table.last is not None
        case "progressive_count":
            return rules.progressive.progressive.value == "on" and round_.closed
        case "unreadable":
            return unreadable_card(table) is not None
        case _:
            return True


def _may_have_been_passed_over(table: Table, rules: Rules) -> bool:
    """True if a player's choice may have been missed; one book's rule looks back past the pick-up."""
    round_ = table.round
    looks_back = rules.irregularities.missed_option.value == "requeue_as_undisclosed"
    if looks_back and table.last and not round_.hands:
        return any(hand.choice for hand in table.last.hands)
    chosen = any(hand.choice for hand in round_.hands)
    return chosen and not round_.voided and (looks_back or war_lies_there(round_))


def war_lies_there(round_: Round) -> bool:
    """True if no war card was picked up: picked-up cards cannot be put back in their order."""
    war = (drawn.place for drawn in round_.draws if drawn.deal == "war")
    return not any(place in round_.picked_up for place in war if place is not None)


def unreadable_card(table: Table) -> int | None:
    """The index of the newest hold with a card that the reader could not read; None if there is none."""
    waiting = (at for at, hold in enumerate(table.holds) if hold.kind == "unreadable" and hold.has_card)
    return max(waiting, default=None)


def held_card(table: Table) -> int | None:
    """The index of the newest hold that has a card; None if there is none."""
    return next((index for index in range(len(table.holds) - 1, -1, -1) if table.holds[index].has_card), None)


def last_card(round_: Round) -> int | None:
    """The index of the card that left the shoe last in this round, if it still lies where it was put."""
    if not round_.draws or round_.draws[-1].deal == "irregular":
        return None
    if round_.picked_up and round_.draws[-1].place in round_.picked_up:
        return None
    return len(round_.draws) - 1


def burns_in_question(round_: Round, count: int = 0) -> tuple[int, ...]:
    """The indexes of burns that may have been dealt instead: all doubtful ones, or the last `count`."""
    burns = _doubtful_burns(round_)
    # A dealer who came during a war owed one more burn. If no number is given, that burn is the forgotten
    # one.
    came = any(round_.draws[index].deal == "dealer_change" for index in burns)
    return burns[-1:] if came and not count else burns[-count:]


def _doubtful_burns(round_: Round) -> tuple[int, ...]:
    """The indexes of burns that may have been dealt: in a war after its last card, else before its first."""
    war = [index for index, drawn in enumerate(round_.draws) if drawn.deal == "war"]
    original = max((index for index, drawn in enumerate(round_.draws) if drawn.deal == "original"), default=0)
    burned = [
        index
        for index, drawn in enumerate(round_.draws)
        if drawn.burned and (drawn.deal == "war" or (drawn.deal == "dealer_change" and index > original))
    ]
    placed = [index for index in war if round_.draws[index].place is not None]
    if war:
        return tuple(index for index in burned if not placed or index > placed[-1]) or tuple(burned)
    # Before the deal, a fresh shoe and a newly arrived dealer each owe a burn; the last of them is meant.
    # Nothing can have been dealt in its place before the call.
    found = [
        index
        for index, drawn in enumerate(round_.draws)
        if drawn.burned and drawn.deal in ("opening", "dealer_change") and round_.closed
    ]
    return tuple(found[-1:])


def deal_going_on(round_: Round) -> Deal:
    """The deal to which the last cards belong."""
    return "war" if any(drawn.deal == "war" for drawn in round_.draws) else "original"


def settlement_begun(round_: Round, deal: Deal) -> bool:
    """True if chips have moved on the cards of this deal."""
    if deal == "war":
        return any(line.deal == "war" for hand in round_.hands for line in hand.lines)
    return any(hand.lines for hand in round_.hands)


def hands_at(round_: Round, spot: int, bettor: str = "") -> tuple[Hand, ...]:
    """The hands at a spot, or the hand of one bettor there."""
    return tuple(hand for hand in round_.hands if hand.bet.spot == spot and bettor in ("", hand.bet.bettor))


def is_empty_spot(spot: int, round_: Round, rules: Rules) -> bool:
    """True for a spot of this table that gets no card; in a war, one where nobody is at war."""
    at_war = any(drawn.deal == "war" for drawn in round_.draws)
    served = spots_at_war(round_) if at_war else spots_dealt_in(round_, rules)
    return 1 <= spot <= rules.table.spots.value and spot not in served
