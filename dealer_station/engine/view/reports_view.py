"""The reports that a table accepts now: irregularities with their places, wagers and cards."""

from collections import Counter

from msgspec import Struct

from dealer_station.engine.due import irregularity_kinds
from dealer_station.engine.due.irregularity_kinds import (
    CATALOGUE,
    KINDS,
    can_have_happened,
    held_card,
    last_card,
)
from dealer_station.engine.due.next_step import due, due_after_moves
from dealer_station.engine.due.orders import spots_dealt_in
from dealer_station.engine.due.step_types import Draw
from dealer_station.engine.due.wagers import BETTORS, may_be_over, most_on
from dealer_station.engine.due.where_cards_lie import lying_on_the_felt
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.kinds import HoldKind
from dealer_station.engine.model.observations import Reported
from dealer_station.engine.model.table import Hand, Table
from dealer_station.engine.model.translatable_sentences import Sentence, said
from dealer_station.engine.model.values import DEALER, Place
from dealer_station.engine.model.wager_outcomes import Wager
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view import trial
from dealer_station.engine.view.ruling_sentences import moves_in_full
from dealer_station.engine.words.prompts import prompt

IRREGULARITIES: dict[str, str] = {kind: about.words for kind, about in CATALOGUE.items()}
"""Every kind of irregularity, in words."""
ASKS: dict[str, str] = {kind: about.asks for kind, about in CATALOGUE.items()}
"""The object that a report of each kind names: `spot`, `empty spot`, `hand`, `place` or `card`."""


class RuleView(Struct, frozen=True):
    """The address of a rule, and its status."""

    cite: str
    status: str


class LyingCard(Struct, frozen=True):
    """A card that a report may name, and its place in words; empty for the newest card without a place."""

    words: str
    card: Card | None
    place: Place | None = None
    """Names an earlier card in a report; None for the newest one."""
    lies: Place | None = None
    """The place on the felt where the card lies."""


class ReportEffect(Struct, frozen=True):
    """The effect of a report: a sentence about cards and hands, and whether the table stops."""

    acts: Sentence | None = None
    """The cards, chips and hands that it would change; None if it changes none."""
    at_once: bool = False
    """True if it changes them at once, and not only after the round."""
    stops: bool = False
    """True if the table would stop for a ruling."""


def rule_about(kind: str, rules: Rules) -> RuleView:
    """The book's rule about an irregularity."""
    rule = CATALOGUE[kind].rule(rules)
    return RuleView(rule.cite, rule.status)


def possible_reports(table: Table, rules: Rules) -> tuple[HoldKind, ...]:
    """The kinds that can have happened now, for the dealer to choose from."""
    found = tuple(kind for kind in KINDS if can_have_happened(kind, table, rules))
    # A shoe can be short only when a card is due.
    card_is_due = isinstance(due_after_moves(table, rules), Draw)
    return found if card_is_due else tuple(kind for kind in found if kind != "shoe_empty")


def reports(table: Table, rules: Rules) -> tuple[HoldKind, ...]:
    """The irregularities that can have happened and that the table would accept for some place."""
    return tuple(kind for kind in possible_reports(table, rules) if _is_taken(kind, table, rules))


def _is_taken(kind: HoldKind, table: Table, rules: Rules) -> bool:
    if ASKS[kind] == "card":
        return True
    if kind == "over_limit":
        hands = report_hands(kind, table, rules)
        if not any(wagers_over_limit(table, rules, hand) for hand in hands):
            return False
    if kind == "burn_forgotten":
        # Only the station knows the faces of the burns and adds them; whatever they are, the report is taken.
        faces = (Card("2c"),) * burns_in_question(table)
        return trial.is_taken(table, rules, Reported(kind, faces=faces))
    if ASKS[kind] not in ("spot", "empty spot", "hand"):
        return trial.is_taken(table, rules, Reported(kind))
    spots = report_spots(kind, table, rules)
    if spots is not None and trial.is_taken(table, rules, *(Reported(kind, spot) for spot in spots)):
        return True
    hands = report_hands(kind, table, rules) if spots is None or kind == "late_wager" else ()
    return trial.is_taken(table, rules, *(Reported(kind, hand.spot, hand.bettor) for hand in hands))


def report_effect(table: Table, rules: Rules, seen: Reported) -> ReportEffect:
    """The effect of this report at this table."""
    events = trial.events_of(table, rules, seen)
    if any(isinstance(event, e.TapRefused) for event in events):
        return ReportEffect()
    after = fold(table, events)
    acts = moves_in_full(table, rules, events)
    now = tuple(event for event in events if not isinstance(event, e.LeftForLater))
    at_once = moves_in_full(table, rules, now) is not None
    if acts is None and len(after.moves) > len(table.moves):
        step = due(after, rules)
        acts, at_once = said("{what}", what=prompt(step, rules).do), True
    stops = any(isinstance(event, e.HoldRaised) for event in events)
    return ReportEffect(acts, at_once=at_once, stops=stops)


def report_spots(kind: HoldKind, table: Table, rules: Rules) -> tuple[int, ...] | None:
    """The spots that a report of this kind may name; None if it names only hands."""
    spots = tuple(range(1, rules.table.spots.value + 1))
    match ASKS[kind]:
        case "spot":
            dealt = spots_dealt_in(table.round, rules)
            served = tuple(spot for spot in dealt if table.round.card_at(spot, "original") is not None)
            return served or dealt
        case "empty spot":
            empty = (spot for spot in spots if irregularity_kinds.is_empty_spot(spot, table.round, rules))
            # While burns are made, no card can have reached a spot that is served after them.
            return tuple(spot for spot in empty if trial.is_taken(table, rules, Reported(kind, spot)))
        case _ if kind == "late_wager":
            shared = {hand.spot for hand in report_hands(kind, table, rules)}
            return tuple(spot for spot in spots if spot not in shared)
        case _:
            return None


def report_hands(kind: HoldKind, table: Table, rules: Rules) -> tuple[Hand, ...]:
    """The hands that a report of this kind may name."""
    if kind == "late_wager":
        # In a shared box the report names the bettor; elsewhere only the spot.
        at = Counter(hand.spot for hand in table.round.hands)
        return tuple(hand for hand in table.round.hands if at[hand.spot] > 1)
    if kind == "wrong_pay":
        last = table.last.hands if table.last else ()
        return tuple(hand for hand in (*table.round.hands, *last) if hand.lines)
    # These two may also be noticed after the round, until somebody bets on the next one.
    looks_back = kind in ("option_missed", "over_limit") and not table.round.hands
    hands = table.last.hands if looks_back and table.last else table.round.hands
    if kind == "option_missed":
        passed = (hand for hand in hands if hand.choice or _was_passed_over(hand, table, rules))
        return tuple(passed) or hands
    return hands


def _was_passed_over(hand: Hand, table: Table, rules: Rules) -> bool:
    """True for a tied hand that was not asked before cards were drawn, if the book has a rule about that."""
    card, dealers = (table.round.card_at(place, "original") for place in (hand.spot, DEALER))
    tied = card is not None and dealers is not None and card[0] == dealers[0]
    return tied and trial.is_taken(table, rules, Reported("option_missed", hand.spot, hand.bettor))


def wagers_on_layout(table: Table, name: str) -> tuple[Wager, ...]:
    """The wagers that late or changed chips may belong to; a hand at war may have a second tie wager."""
    at_war = any(hand.name == name and hand.choice == "war" for hand in table.round.hands)
    return ("main", "tie", "war_tie") if at_war else ("main", "tie")


def another_bettor(spot: int, table: Table, rules: Rules) -> str:
    """The letter of one more bettor on a spot that is in use; empty if the spot is free or full."""
    there = [hand.bettor or BETTORS[0] for hand in table.round.hands if hand.spot == spot]
    allowed = BETTORS[: rules.table.bettors_per_spot.value]
    return next((bettor for bettor in allowed if bettor not in there), "") if there else ""


def wagers_over_limit(table: Table, rules: Rules, hand: Hand) -> tuple[Wager, ...]:
    """The wagers of a hand that may exceed a maximum; a hand at war may have a second tie wager."""
    round_ = table.round if table.round.hands or table.last is None else table.last
    named: tuple[Wager, ...] = ("main", "tie", "war_tie") if hand.choice == "war" else ("main", "tie")
    limited = (wager for wager in named if most_on(round_, rules, hand, wager)[0] is not None)
    return tuple(wager for wager in limited if may_be_over(round_, rules, hand, wager))


def cards_lying(table: Table, rules: Rules, *, dealers: bool = False) -> tuple[LyingCard, ...]:
    """The cards that a report may name: the newest, earlier ones at spots and, on request, the dealer's."""
    lying, draws, last = lying_on_the_felt(table, rules), table.round.draws, last_card(table.round)
    at = next((read for read in lying if read.draw == last), None)
    there = draws[last].place if last is not None else None
    newest = (
        LyingCard(at.words, draws[last].card, lies=there) if at and last is not None else LyingCard("", None)
    )
    earlier = {
        place: LyingCard(read.words, draws[read.draw].card, place, lies=place)
        for read in lying
        if read.draw is not None and read.draw != last
        if (place := draws[read.draw].place) is not None and (place > DEALER or (dealers and place == DEALER))
    }
    return (newest, *reversed(earlier.values()))


def held_face(table: Table) -> tuple[bool, Card | None]:
    """A pair: True if a card is held, and its face."""
    held = held_card(table)
    return (False, None) if held is None else (True, table.holds[held].card)


def wrong_places(table: Table, rules: Rules) -> tuple[Place, ...]:
    """All places except the one where the last card was due; the dealer's comes last."""
    last = last_card(table.round)
    was_due = table.round.draws[last].place if last is not None and held_card(table) is None else None
    places = (*range(1, rules.table.spots.value + 1), DEALER)
    return tuple(place for place in places if place != was_due)


def burns_in_question(table: Table) -> int:
    """The number of burns in this round that may have been dealt instead."""
    return len(irregularity_kinds.burns_in_question(table.round))
