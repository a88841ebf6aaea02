"""Casino War on one page: `due` derives the next step from the facts; no position is stored."""

from functools import cache
from typing import Any

from msgspec.structs import replace

from dealer_station.engine.due import irregularity_kinds
from dealer_station.engine.due.orders import (
    EVERYTHING,
    WAR_PASS,
    courtesy_comes_late,
    in_direction,
    missed_spots,
    next_place,
    original_passes,
    pickup_order,
    spots_at_war,
    spots_dealt_in,
)
from dealer_station.engine.due.ruling_choices import choices, rule_of_stop
from dealer_station.engine.due.settlement import (
    has_matching_chips,
    has_open_wagers,
    is_open,
    lines_due,
    original_rule,
    rule_of_lines,
    void_lines_due,
    void_rule,
    void_undoes_settlements,
    war_rule,
)
from dealer_station.engine.due.shoe_preparation import deck_change_due, preparation_due
from dealer_station.engine.due.side_bet_steps import collection_due, side_bet_due, wheel_due
from dealer_station.engine.due.step_types import (
    AwaitRuling,
    Call,
    Cited,
    Draw,
    Due,
    Offer,
    Perform,
    RoundOver,
    Settle,
    TakeBets,
)
from dealer_station.engine.evolve.table_evolution import UNFINISHED
from dealer_station.engine.model.kinds import StepName
from dealer_station.engine.model.memo import remembering_the_last
from dealer_station.engine.model.table import CompletedStep, Hand, Round, Table
from dealer_station.engine.model.values import DEALER, Deal, Hold, ReplaceCardLater, ShuffleLater
from dealer_station.engine.rulebook.rule_sections import NO_RULE, DealOrder, Rule
from dealer_station.engine.rulebook.rules import Rules

SHUFFLER_FAILED = ShuffleLater("shuffler_fault")
"""Entry that a round keeps for each shuffler failure."""


@remembering_the_last
def due(table: Table, rules: Rules) -> Due:
    """The next step that the rulebook asks for. Read it from the top: this is the round."""
    round_ = table.round
    move = move_due(table, rules)
    if table.holds and (move is None or _comes_before_moves(table.holds[-1])):
        hold = table.holds[-1]
        rule, found = rule_of_stop(table, rules, hold), choices(table, rules, hold)
        late = courtesy_comes_late(round_, rules)
        return AwaitRuling(hold, rule, found.remedies, found.departures, courtesy_comes_late=late)
    if move:
        return move
    if table.preparing:
        stakes, change = stakes_before_the_shuffle(round_, rules), deck_change_due(table, rules)
        return stakes or change or preparation_due(table, rules)
    if step := putting_right_due(round_, rules):
        return step
    if not round_.closed and not round_.voided:
        if step := deck_change_due(table, rules) or failed_batch_due(table, rules):
            return step
        if step := replacement_due(round_, rules):
            return step
        if burn := burn_owed(table, rules):
            return shuffler_due(table, rules) or burn
        if round_.hands:
            return tie_area_due(round_, rules) or Call(rules.wagers.close_call)
        return TakeBets(rules.wagers.deadline, again=table.last is not None)
    if step := collection_due(round_, rules):
        return step
    if card := card_due(table, rules, rules.deal.order, spots_dealt_in(round_, rules), "original"):
        return shuffler_due(table, rules) or card
    if turn := turn_due(round_, rules):
        return turn
    if owed := side_bet_due(table, rules):
        return owed
    if hand := settlement_due(round_, rules):
        return hand
    if (war_spots := spots_at_war(round_)) and not round_.voided:
        if step := war_preparation_due(round_, rules, war_spots):
            return step
        if card := card_due(table, rules, rules.war.deal[0], war_spots, "war"):
            return card
        if hand := war_settlement_due(round_, rules):
            return hand
    if spin := wheel_due(table, rules):
        return spin
    if places := pickup_order(round_, rules.pickup.pickup_direction.value):
        return Perform("pick_up", rules.pickup.end_pickup, places, without_card=missed_spots(round_))
    if step := replacement_due(round_, rules):
        return step
    if step := device_due(table, rules):
        return step
    return RoundOver(rules.deal.round_of_play)


def replacement_due(round_: Round, rules: Rules) -> Perform | None:
    """The step that replaces damaged cards, named by their faces, while no round is in play."""
    damaged = [later.card for later in round_.later if isinstance(later, ReplaceCardLater)]
    if not damaged or round_.has_done("replace_card"):
        return None
    faces = tuple(card for card in damaged if card)
    return Perform("replace_card", rules.irregularities.damaged_card, faces=faces)


def move_due(table: Table, rules: Rules) -> Perform | None:
    """The step for the first card or chips that the dealer still has to move after a report or a ruling."""
    # After a restart the dealer checks the picture before any other step.
    looking = table.round.reread and not table.round.reread_for
    if not table.moves or not rules.confirms_moves or looking:
        return None
    move = table.moves[0]
    return Perform("carry_out", irregularity_kinds.rule_about_move(move, rules), move=move)


def _comes_before_moves(hold: Hold) -> bool:
    """True if a stop is ruled on before anything is moved: a new one, or a card in the dealer's hand."""
    return hold.has_card or hold.before_moves


def due_after_moves(table: Table, rules: Rules) -> Due:
    """The next step once all moves that a report or a ruling asked for are done."""
    return due(replace(table, moves=()) if table.moves else table, rules)


def putting_right_due(round_: Round, rules: Rules) -> Perform | None:
    """The step that checks cards that were read again, or puts back the chips of an undone settlement."""
    if round_.reread:
        rule = irregularity_kinds.rule_about(round_.reread_for, rules)
        return Perform("confirm_layout", NO_RULE if round_.reread_without_rule else rule)
    if round_.restoring and (not round_.voided or void_undoes_settlements(round_.voided_by, rules)):
        names = [undone.hand for undone in round_.restoring]
        spots = tuple(sorted({hand.spot for hand in round_.hands if hand.name in names}))
        rule = _reversed_by(round_, rules)
        return Perform("restore_wagers", rule, spots, undone=round_.restoring)
    return None


def _reversed_by(round_: Round, rules: Rules) -> Cited:
    """The rule under which settlements were undone: of a void, of a missed choice, or the ruling's own."""
    irregularities, hands = rules.irregularities, round_.hands
    if round_.voided:
        return void_rule(round_.voided_by, rules)
    if any(hand.reopened for hand in hands):
        return irregularities.missed_option
    undone = {one.hand for one in round_.restoring}
    void = next((hand.voided for hand in hands if hand.voided and hand.name in undone), "")
    if void == "missed_spot":
        return irregularities.missed_spot
    if void:
        return void_rule(void, rules)
    if ruled := next((one.ruled for one in round_.restoring if one.ruled), None):
        return irregularity_kinds.rule_of_ruling(ruled, rules)
    kind = round_.restoring[0].kind
    return irregularity_kinds.rule_about(kind, rules) if kind else NO_RULE


def shuffler_due(table: Table, rules: Rules) -> Perform | None:
    """The step that waits for a continuous shuffler whose cards are not ready yet."""
    in_device = rules.cards.card_supply.value == "csm" and not table.shoe.by_hand
    if not in_device or table.shuffler not in UNFINISHED or table.round.draws:
        return None
    return Perform("wait_for_shuffler", rules.cards.continuous_shuffler)


def device_due(table: Table, rules: Rules) -> Perform | None:
    """The step that returns cards to a continuous device, or reloads the batch of one that failed."""
    supply = rules.cards.card_supply.value
    if supply == "two_batch_shuffler":
        return failed_batch_due(table, rules)
    failed, works = SHUFFLER_FAILED in table.round.later, table.shuffler != "out_of_order"
    in_device = supply == "csm" and not table.shoe.by_hand
    if in_device and works and not failed and not table.round.has_done("return_cards"):
        return Perform("return_cards", rules.pickup.return_to_device)
    return None


def failed_batch_due(table: Table, rules: Rules) -> Perform | None:
    """The step that reloads a batch whose shuffle failed, once for each time it failed."""
    times = table.round.later.count(SHUFFLER_FAILED)
    if not times or rules.cards.card_supply.value != "two_batch_shuffler":
        return None
    works = table.shuffler != "out_of_order"
    again: tuple[StepName, ...] = ("empty_shuffler", "load_shuffler") if works else ("empty_shuffler",)
    step = next((step for step in again if table.round.steps.count(CompletedStep(step)) < times), None)
    return Perform(step, rules.irregularities.shuffler_fault) if step else None


def stakes_before_the_shuffle(round_: Round, rules: Rules) -> Settle | Offer | None:
    """The step that returns stakes in a void round, before the shuffle, so that no player waits for it."""
    nobody_plays = bool(round_.hands) and all(hand.voided for hand in round_.hands)
    return settlement_due(round_, rules) if round_.voided or nobody_plays else None


def tie_area_due(round_: Round, rules: Rules) -> Perform | None:
    """The step that asks the main bettor of a shared box first if another bettor wants its tie area alone."""
    priority = rules.wagers.tie_area_priority
    if not priority.value or round_.has_done("offer_tie_area"):
        return None
    alone = {hand.spot for hand in round_.hands if hand.bet.main_cents == 0 and hand.bet.tie_cents != 0}
    first = {hand.spot for hand in round_.hands if hand.bet.main_cents != 0 and hand.bet.tie_cents == 0}
    spots = tuple(sorted(alone & first))
    return Perform("offer_tie_area", priority, spots) if spots else None


def burn_owed(table: Table, rules: Rules) -> Draw | None:
    """The burn due for a fresh shoe or a new dealer; if both coincide, one card serves for both."""
    if not table.fresh:
        return None
    opening, arrival = rules.burns.opening_burn, rules.burns.dealer_change_burn
    new_dealer = "dealer" in table.fresh and arrival.value == "one"
    asks_for_one = {
        "shoe": ("every_load", "first_round_of_shoe", "on"),
        "game": ("game_opening_only",),
        # A shoe that was refilled during a round counts as fresh from the next round on.
        "refilled": ("first_round_of_shoe",),
    }
    if any(opening.value in asks_for_one.get(cause, ()) for cause in table.fresh):
        return Draw(None, "opening", _for_both(opening, arrival) if new_dealer else opening)
    return Draw(None, "dealer_change", arrival) if new_dealer else None


@cache
def _for_both(opening: Rule[Any], arrival: Rule[Any]) -> Rule[Any]:
    """The rule of a card that satisfies two paragraphs, citing both."""
    cites = dict.fromkeys((*opening.cite.split(", "), *arrival.cite.split(", ")))
    return replace(opening, cite=", ".join(cites))


def card_due(table: Table, rules: Rules, order: DealOrder, spots: tuple[int, ...], deal: Deal) -> Draw | None:
    """The next card of a deal; a dealer who arrives during the deal burns one first."""
    if table.round.voided or all(hand.voided for hand in table.round.hands):
        return None
    following = next_place(order, spots, table.round, deal)
    if following is None:
        return None
    burn = following.place is None
    own = _order_at(
        order,
        burn=burn,
        of_the_dealer=following.serves <= DEALER,
        alone=len(spots) == 1,
        first=following.serves == spots[0],
    )
    return burn_owed(table, rules) or Draw(following.place, deal, own, following.burn, following.burns)


@cache
def _order_at(order: DealOrder, *, burn: bool, of_the_dealer: bool, alone: bool, first: bool) -> DealOrder:
    """The order, citing the paragraph about this card."""
    return order.for_card("dealer" if of_the_dealer else "player", burn=burn, alone=alone, first=first)


def turn_due(round_: Round, rules: Rules) -> Perform | None:
    """The step that turns the dealer's card, in books that lay it face down until all are served."""
    reveal = rules.deal.dealer_card_reveal
    if reveal.value == "face_up" or round_.voided or round_.has_done("turn_dealer_card"):
        return None
    if round_.card_at(DEALER, "original") is None:
        return None
    return Perform("turn_dealer_card", reveal)


def settlement_due(round_: Round, rules: Rules) -> Settle | Offer | None:
    """The next hand to settle or to ask on the original deal, pass by pass round the table."""
    settlement = rules.settlement
    in_order = in_direction(round_, settlement.settlement_direction.value)
    waiting = [hand for hand in in_order if _may_be_owed(hand, round_)]
    if not waiting:
        return None
    for this in original_passes(settlement.original_settlement.value, settlement.tie_option_phase.value):
        for hand in sorted(waiting, key=_in_table_order) if this.clockwise else waiting:
            rule, in_pass = original_rule(hand, round_, rules), this
            if rule is settlement.void or hand.voided or round_.voided:
                if not this.takes_main:
                    continue
                in_pass = EVERYTHING
            if round_.voided:
                lines = void_lines_due(hand, rule, settlement.odds)
            else:
                lines = lines_due(hand, rule, "original", in_pass, settlement.odds)
            if lines:
                return Settle(hand, lines, rule_of_lines(rule, lines), has_matching_chips(hand))
            if this.options and rule is settlement.tied and not hand.choice and is_open(hand, "main"):
                return Offer(hand, settlement.tie_options)
    return None


def _may_be_owed(hand: Hand, round_: Round) -> bool:
    """False for a hand that is settled, or that is settled at its turn in the war."""
    if round_.voided:
        return True
    if hand.choice == "war" and war_deal_goes_on(round_):
        return False
    return has_open_wagers(hand)


def _in_table_order(hand: Hand) -> tuple[int, str]:
    return hand.bet.spot, hand.bet.bettor


def war_deal_goes_on(round_: Round) -> bool:
    """True if war cards have been drawn and at least one hand is still at war."""
    if round_.voided:
        return False
    return any(drawn.deal == "war" for drawn in round_.draws) and bool(spots_at_war(round_))


def war_preparation_due(round_: Round, rules: Rules, war_spots: tuple[int, ...]) -> Perform | None:
    """The step before the war deal: pick up the cards of other hands, match stakes and confirm them."""
    war = rules.war
    if any(drawn.deal == "war" for drawn in round_.draws):
        return None
    staying = war_spots
    if war.pre_war_pickup.value == "all_but_war_and_progressive":
        # Their cards stay out until the progressive is settled.
        staying += tuple(hand.spot for hand in round_.hands if hand.bet.progressive_cents != 0)
    if war.pre_war_pickup.value != "none_until_end" and (
        places := pickup_order(round_, rules.pickup.pickup_direction.value, leave=staying)
    ):
        return Perform("pick_up", war.pre_war_pickup, places, without_card=missed_spots(round_))
    if war.war_stake.value == "dealer_matches" and (
        step := _match_due(round_, war.war_stake.for_step("match_war"))
    ):
        return step
    if war.war_confirm.value == "on" and not round_.has_done("confirm_war"):
        return Perform("confirm_war", war.war_confirm, war_spots)
    return None


def _match_due(round_: Round, rule: Rule[Any]) -> Perform | None:
    """The step that matches war wagers, each once; in a shared box, only those not matched yet."""
    at_war = [hand for hand in round_.hands if hand.choice == "war" and not hand.voided]
    unmatched = [hand for hand in at_war if not hand.matched]
    spots = tuple(dict.fromkeys(hand.spot for hand in unmatched))
    partly = {hand.spot for hand in at_war if hand.matched}
    names = dict.fromkeys(hand.name if hand.spot in partly else str(hand.spot) for hand in unmatched)
    return Perform("match_war", rule.for_step("match_war"), spots, hands=tuple(names)) if spots else None


def war_settlement_due(round_: Round, rules: Rules) -> Settle | None:
    """The next hand to settle on the war deal."""
    for hand in in_direction(round_, rules.war.war_settlement_direction.value):
        if hand.choice == "war":
            rule = war_rule(hand, round_, rules)
            in_pass = EVERYTHING if hand.voided else WAR_PASS
            if lines := lines_due(hand, rule, "war", in_pass, rules.settlement.odds):
                return Settle(hand, lines, rule_of_lines(rule, lines), has_matching_chips(hand))
    return None
