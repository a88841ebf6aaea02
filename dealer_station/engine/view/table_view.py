"""TableView: everything that a screen, a lamp or a lock may show. Players can see it.

The view leaves out every face that nobody at the table may have seen: burns, a card that is held or kept as
the next card out, and the dealer's card while it lies face down.
"""

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.due import wheel
from dealer_station.engine.due.irregularity_kinds import (
    CATALOGUE,
    authority_for,
    finding_words,
    reason_words,
)
from dealer_station.engine.due.meters import meter
from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.orders import as_if_not_stopped, dealer_card_is_hidden
from dealer_station.engine.due.ruling_choices import choices, rule_of_stop
from dealer_station.engine.due.settlement import Result, matched_chips, result_of
from dealer_station.engine.due.side_bet_steps import are_offered, progressive_win
from dealer_station.engine.due.step_types import Draw, Due, Offer, Perform, Settle, TakeBets
from dealer_station.engine.due.wagers import bets_that_stand, objection_to
from dealer_station.engine.due.where_cards_lie import (
    CardRead,
    a_face_lies_down,
    card_in_question,
    earlier_reads,
    felt_words,
)
from dealer_station.engine.evolve.accounts import RunningAccount, account_of_table
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.kinds import Ruling
from dealer_station.engine.model.observations import Cents, DeviceTrouble
from dealer_station.engine.model.table import Hand, Meter, Racked, Round, Table
from dealer_station.engine.model.values import DEALER, Choice, Deal, Hold, Line, MeterName, Place, Tally
from dealer_station.engine.model.wager_outcomes import Wager
from dealer_station.engine.rulebook.rule_sections import Direction
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.early_card_words import QuestionOfFact, question_of_fact
from dealer_station.engine.view.ruling_view import RulingView
from dealer_station.engine.view.ruling_words import departure_words, ruling_views
from dealer_station.engine.view.step_view import StepView, settlement_direction, step_view
from dealer_station.engine.words.prompts import Prompt, prompt


class CardView(Struct, frozen=True):
    """A card on the felt; it has no face while it lies face down."""

    card: Card | None
    deal: Deal


class BettorView(Struct, frozen=True):
    """One bettor's wagers on a spot and their outcome."""

    hand: Hand
    """Hands hold wagers and their settlements, and no face of a card."""
    result: Result
    lit: bool
    """True for the hand that the prompt is about."""

    @property
    def name(self) -> str:
        return self.hand.name

    @property
    def player(self) -> str:
        return self.hand.bet.player

    @property
    def main_cents(self) -> Cents:
        return self.hand.bet.main_cents

    @property
    def tie_cents(self) -> Cents:
        return self.hand.bet.tie_cents

    @property
    def war_cents(self) -> Cents:
        return self.hand.stake("war")

    @property
    def war_tie_cents(self) -> Cents:
        return self.hand.war_tie_cents

    @property
    def matched_cents(self) -> Cents:
        """The dealer's own chips beside the war wager, where the dealer matches it."""
        return matched_chips(self.hand)

    @property
    def progressive_cents(self) -> Cents:
        return self.hand.bet.progressive_cents

    @property
    def bonus_cents(self) -> Cents:
        return self.hand.bet.bonus_cents

    @property
    def toke_cents(self) -> Cents:
        return self.hand.bet.toke_cents

    @property
    def coupon_cents(self) -> Cents:
        return self.hand.bet.coupon_cents

    @property
    def choice(self) -> Choice:
        return self.hand.choice

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.hand.lines

    @property
    def gone(self) -> tuple[Wager, ...]:
        """Wagers that are no longer on the layout: settled, or collected before the deal."""
        return tuple(dict.fromkeys(line.wager for line in self.hand.moves))


class SpotView(Struct, frozen=True):
    """A spot of the layout as the dealer sees it."""

    spot: int
    cards: tuple[CardView, ...]
    bettors: tuple[BettorView, ...]
    lit: bool


class HoldView(Struct, frozen=True):
    """A hold as the screen shows it: its reason, the title it calls, and the rulings it accepts."""

    kind: str
    words: str
    what: str
    """The kind alone, in words; `detail` is what is known beside it."""
    detail: str
    authority: str
    rulings: tuple[Ruling, ...]
    """The book's remedies, or where it is silent the choices that keep cards and chips accounted for."""
    departures: tuple[Ruling, ...]
    """Rulings against the book, which take the highest title, a reason and a confirmation."""
    departs_from: str
    """The paragraphs that a departure would depart from."""
    finding: str
    """The finding that the report was mistaken, in the words of the case."""
    choices: tuple[RulingView, ...]
    """The finding, the remedies and the departures, each with what it does here."""
    book_says: str
    """The book's remedy, for a person who is about to depart from it; empty if no departure is possible."""
    cite: str
    status: str
    holds_a_card: bool
    raised: int = 0
    """Number of the stop at this table."""
    card: Card | None = None
    """The face that a count found too often, where it may be seen."""
    came_for: str = ""
    """The place that this card came for, in words."""
    read_before: tuple[str, ...] = ()
    """The places where the same face was read before, in words."""
    reported: bool = False
    """The dealer has seen that a read was wrong; nobody counted."""
    device: str = ""
    trouble: str = ""
    cause: DeviceTrouble = ""
    """Of a device that stopped the table: its name, its status, and why it has that status."""
    missed: bool = False
    """Cards or events of that device may be missing."""
    places: tuple[Place, ...] = ()
    """The places on the felt that the stop is about; the dealer's is DEALER."""
    question: QuestionOfFact | None = None
    """The question that the dealer answers before anybody rules."""


class TableView(Struct, frozen=True):
    """The table at one moment, with the one step to do now."""

    profile: str
    dealer: str
    round_number: int
    prompt: Prompt
    step: StepView
    """The step that the prompt is about."""
    direction: Direction
    spots: tuple[SpotView, ...]
    standing: tuple[SpotView, ...]
    """The spots with the last round's wagers, where a closing call would take them again; else empty."""
    dealer_cards: tuple[CardView, ...]
    holds: tuple[HoldView, ...]
    cards_left: int | None
    """In the shoe; None where nobody saw it loaded."""
    being_prepared: str
    """Reason why the cards are out of the shoe, if they are."""
    shuffler: str
    """State of the shuffler: `ready`, `jam`, `miscounted`; empty if it has not reported."""
    keyed_in: bool
    """The reader is out of order: the dealer keys each card in."""
    last_round_of_shoe: bool
    next_cards: int
    """Cards drawn in error that lie ready as the next cards out."""
    rack: tuple[Racked, ...]
    """Bottom to top."""
    can_undo: bool
    meters: tuple[Meter, ...]
    """Jackpots that this table offers, as they stand."""
    side_bets_locked: bool
    """The devices of the progressive and of the wheel take no wager now."""
    lights: tuple[str, ...]
    """Hands that have won the progressive and are not paid yet."""
    account: RunningAccount
    departures: tuple[str, ...]
    """The paragraphs that were departed from in this round."""

    @property
    def round_account(self) -> tuple[Tally, ...]:
        """The amounts of this round by wager: staked, taken, returned, paid."""
        return self.account.of_round

    @property
    def shift_account(self) -> tuple[Tally, ...]:
        """The same for the shift, which is everything since the table's first round."""
        return self.account.of_shift


def view(table: Table, rules: Rules) -> TableView:
    """Build the view of the table: everything that may be seen, and the due step."""
    step = due(table, rules)
    round_, lying = table.round, as_it_lies(table)
    direction = settlement_direction(round_, rules)
    shown = prompt(step, rules)
    return TableView(
        profile=rules.book.id,
        dealer=table.dealer,
        round_number=round_.number,
        prompt=shown,
        step=step_view(step, rules, direction, shown.do),
        direction=direction,
        spots=_spots(lying, rules, step),
        standing=_standing(table, rules, step),
        dealer_cards=_dealer_cards(lying, rules),
        holds=tuple(_hold(hold, table, rules) for hold in reversed(table.holds)),
        cards_left=table.shoe.left,
        being_prepared=table.preparing.cause if table.preparing else "",
        shuffler=table.shuffler,
        keyed_in=table.reader == "lost",
        last_round_of_shoe=bool(round_.cut_card),
        next_cards=len(table.kept),
        rack=table.rack,
        can_undo=table.before is not None,
        meters=_meters(table, rules),
        side_bets_locked=round_.closed and are_offered(rules),
        lights=_lights(round_, rules),
        account=account_of_table(table),
        departures=round_.departures,
    )


def as_it_lies(table: Table) -> Round:
    """The round without cards that lie aside because the dealer has not put them on the felt yet."""
    round_ = table.round
    draws = list(round_.draws)
    for move in table.moves:
        if move.what == "card_to_place":
            index = max((at for at, drawn in enumerate(draws) if drawn.place == move.place), default=None)
            if index is not None:
                del draws[index]
    return replace(round_, draws=tuple(draws)) if len(draws) < len(round_.draws) else round_


def _meters(table: Table, rules: Rules) -> tuple[Meter, ...]:
    names: tuple[MeterName, ...] = ("progressive",) if rules.progressive.progressive.value == "on" else ()
    if wheel.is_offered(rules):
        names = (*names, "primary", "secondary")
    return tuple(meter(table, rules, name) for name in names)


def _lights(round_: Round, rules: Rules) -> tuple[str, ...]:
    if rules.progressive.progressive.value == "off" or not round_.draws:
        return ()
    return tuple(
        hand.name
        for hand in round_.hands
        if progressive_win(hand, round_, rules) and not hand.has("progressive", "pay", "return")
    )


def _spots(round_: Round, rules: Rules, step: Due) -> tuple[SpotView, ...]:
    lit_spots, lit_hand = _lit(step)
    cards: dict[Place, list[CardView]] = {}
    for drawn in round_.draws:
        if drawn.place is not None and drawn.place not in round_.picked_up:
            cards.setdefault(drawn.place, []).append(CardView(drawn.card, drawn.deal))
    hidden = dealer_card_is_hidden(round_, rules)
    bettors: dict[int, list[BettorView]] = {}
    for hand in round_.hands:
        result: Result = "" if hidden else result_of(hand, round_, rules)
        bettors.setdefault(hand.bet.spot, []).append(BettorView(hand, result, hand is lit_hand))
    spots = list(_empty_spots(rules.table.spots.value))
    for at, empty in enumerate(spots):
        spot = empty.spot
        if spot in bettors or spot in cards:
            lying, here = tuple(cards.get(spot, ())), tuple(bettors.get(spot, ()))
            spots[at] = SpotView(spot, lying, here, spot in lit_spots)
    return tuple(spots)


@cache
def _empty_spots(count: int) -> tuple[SpotView, ...]:
    """A layout on which nothing lies."""
    return tuple(SpotView(spot, (), (), lit=False) for spot in range(1, count + 1))


def _standing(table: Table, rules: Rules, step: Due) -> tuple[SpotView, ...]:
    """The layout with the wagers that stand from the last round, until others are entered."""
    if table.holds and question_of_fact(table, rules, table.holds[0]):
        step = due(as_if_not_stopped(table), rules)
    if table.round.hands or table.round.closed or not isinstance(step, TakeBets | Draw):
        return ()
    bets = bets_that_stand(table)
    if objection_to(bets, rules):
        return ()
    return _spots(replace(table.round, hands=tuple(map(Hand, bets))), rules, step)


def _lit(step: Due) -> tuple[tuple[Place | None, ...], Hand | None]:
    """The spots that the step is about, and the hand if it is about one."""
    match step:
        case Draw(place):
            return (place,), None
        case Settle(hand) | Offer(hand):
            return (hand.bet.spot,), hand
        case Perform(places=places):
            return places, None
        case _:
            return (), None


def _dealer_cards(round_: Round, rules: Rules) -> tuple[CardView, ...]:
    hidden = dealer_card_is_hidden(round_, rules)
    return tuple(
        CardView(None if hidden and drawn.deal == "original" else drawn.card, drawn.deal)
        for drawn in round_.draws
        if drawn.place is not None and drawn.place <= DEALER and drawn.place not in round_.picked_up
    )


def _hold(hold: Hold, table: Table, rules: Rules) -> HoldView:
    rule, found = rule_of_stop(table, rules, hold), choices(table, rules, hold)
    # Omit the detail where it would reveal a face: a burn, or while the dealer's card lies face down.
    lies_down = a_face_lies_down(table.round, rules)
    shown = hold.kind == "impossible_card" and bool(hold.detail) and not lies_down
    suspect = card_in_question(replace(table, holds=(hold,))) if shown else None
    before = earlier_reads(table, suspect, hold.draw) if suspect else ()
    return HoldView(
        kind=hold.kind,
        words=reason_words(hold),
        what=CATALOGUE[hold.kind].words,
        detail=hold.detail,
        device=hold.device,
        trouble=hold.trouble,
        cause=hold.cause,
        missed=hold.missed,
        authority=authority_for(hold.kind, rules),
        rulings=found.remedies,
        departures=found.departures,
        departs_from=found.cite if found.departures else "",
        finding=finding_words(hold),
        choices=ruling_views(table, rules, hold, found),
        book_says=departure_words(table, rules, hold) if found.departures else "",
        cite=rule.cite,
        status=rule.status,
        holds_a_card=hold.has_card,
        raised=hold.raised,
        card=suspect,
        came_for=_came_for(hold, table, rules) if suspect else "",
        read_before=tuple(read.words for read in before),
        reported=hold.counted or not hold.has_card,
        places=_places_in_question(hold, table, before),
        question=question_of_fact(table, rules, hold),
    )


def _places_in_question(hold: Hold, table: Table, before: tuple[CardRead, ...]) -> tuple[Place, ...]:
    """The spots of the hands in question, and the places where the card lies, was due or was read before."""
    hands = [hand.bet.spot for hand in table.round.hands if hand.name in hold.hands]
    draws = table.round.draws
    known = hold.draw is not None and hold.draw < len(draws)
    drawn = draws[hold.draw].place if known and hold.draw is not None else None
    reads = (draws[read.draw].place for read in before if read.draw is not None)
    return tuple(dict.fromkeys(place for place in (*hands, hold.place, drawn, *reads) if place is not None))


def _came_for(hold: Hold, table: Table, rules: Rules) -> str:
    """The place where the card lies, or where it was due when it stopped the table."""
    if hold.draw is not None:
        drawn = table.round.draws[hold.draw]
        return felt_words(drawn.place, drawn.deal) if drawn.place is not None else ""
    step = due(as_if_not_stopped(table), rules)
    return felt_words(step.place, step.deal) if isinstance(step, Draw) and step.place is not None else ""
