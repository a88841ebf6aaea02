"""Preparation of a shoe on one page: from cards that are out to cards that may be dealt.

This module has the same form as `next_step.py`: no state is stored, and the next step follows from the facts.
"""

import math
from collections.abc import Iterator

from msgspec.structs import replace

from dealer_station.engine.due.step_types import Cited, Perform
from dealer_station.engine.evolve.table_evolution import BATCH_OUT, UNFINISHED
from dealer_station.engine.model.cards import CARDS_PER_DECK
from dealer_station.engine.model.kinds import StepName
from dealer_station.engine.model.table import Preparation, Table
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.model.values import DEALER
from dealer_station.engine.rulebook.rule_sections import Measure
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.shoe_sections import SPREADS

NOTICE_MINUTES = 10
"""Minutes before the limit at which decks are changed, so that no round is interrupted."""

JUDGED_BY_EYE = CARDS_PER_DECK // 4
"""Tolerance, in cards, where a book says `about`."""

SHUFFLED_BEFORE = ("preshuffled", "maker_preshuffled")
"""Supplies whose cards arrive shuffled."""

SCRIPTS: dict[str, tuple[StepName, ...]] = {
    "plug_riffle_turn_strip_cut": ("plug", "riffle", "turn", "riffle", "strip"),
    "half_deck_two_pass": (
        "halve_brick",
        "riffle_halves",
        "riffle_with_middle",
        "split_brick",
        "riffle_final",
    ),
    "unspecified": ("shuffle",),
}
"""The steps of each book's shuffle by hand. No strip comes before two riffles; the cut is always last."""


def preparation_due(table: Table, rules: Rules) -> Perform:
    """The next step in preparing a shoe; read from top to bottom, the body is the whole procedure."""
    now = table.preparing or Preparation("ordered")
    waiting = list(now.done)
    for step, rule in (*first_steps(now, rules), *inspection_steps(now, rules), *mixing_steps(now, rules)):
        if step not in waiting:
            waits = step == "take_batch" and not _batch_is_ready(table)
            in_round, new_game = now.cause == "short_shoe", now.cause == "new_game"
            return Perform(step, rule, in_round=in_round, new_game=new_game, waits=waits)
        waiting.remove(step)
    stack = cards_at_hand(table, rules)
    if cut := cut_due(now, rules):
        return replace(cut, cards=stack)
    if rules.cut.complete_cut.value and "cut" in now.done and "complete_cut" not in now.done:
        return Perform("complete_cut", rules.cut.complete_cut)
    if supply_in_use(now, rules) == "csm":
        return Perform("load_shuffler", rules.cards.continuous_shuffler)
    if rules.cut.cut_card_reinsert.value.kind != "none" and "place_cut_card" not in now.done:
        where = rules.cut.cut_card_reinsert
        # The text covers only cards that were cut; the same step is inferred for the others.
        told = cut_is_made(now, rules) or where.status != "stated"
        cited = where if told else replace(where, status="inferred")
        return Perform("place_cut_card", cited, cards=stack)
    if covers_last_card(rules) and "cover_last_card" not in now.done:
        return Perform("cover_last_card", rules.cut.second_cut_card)
    return Perform("load", rules.cut.load)


def covers_last_card(rules: Rules) -> bool:
    """True if the book puts the second cut card at the back of the stack and this table uses two."""
    second = rules.cut.second_cut_card
    return rules.cards.cut_cards.value == 2 and bool(second.value) and second.status == "stated"


def deck_change_due(table: Table, rules: Rules) -> Perform | None:
    """The step that changes decks at their time limit, between rounds and before a shuffle."""
    if table.preparing and table.preparing.cause in ("new_game", "replaced", "short_shoe"):
        return None
    life, opened = rules.cards.deck_life, table.shoe.decks_opened_minutes
    if life.value != "hours:24" or opened is None or table.clock_minutes is None:
        return None
    old = table.clock_minutes - opened >= 24 * 60 - NOTICE_MINUTES
    return Perform("change_decks", life) if old else None


def _batch_is_ready(table: Table) -> bool:
    """True if the shuffled batch can be taken out: the device has finished, or has put the batch out."""
    now = table.preparing
    return table.shuffler not in UNFINISHED or (now is not None and BATCH_OUT in now.done)


def first_steps(now: Preparation, rules: Rules) -> Iterator[tuple[StepName, Cited]]:
    """Steps that bring the cards into view: out of a failed device, or off an idle table."""
    fault = rules.irregularities.shuffler_fault
    failed = now.cause == "shuffler_fault" and fault.value == "void_round_return_all" and not now.by_hand
    if failed or now.failed:
        yield "empty_shuffler", fault
    yield from idle_steps(now, rules)


def idle_steps(now: Preparation, rules: Rules) -> Iterator[tuple[StepName, Cited]]:
    """Steps at an idle table: the cards come out and are spread for the first player who arrives."""
    if now.cause == "idle" and rules.shuffle.idle_table.value in SPREADS:
        for step in ("remove_cards", "spread_idle", "first_player_looks"):
            yield step, rules.shuffle.idle_table_steps.for_step(step)
        if not is_opening(now, rules):
            yield "stack", rules.shuffle.idle_table_steps.for_step("stack")


def inspection_steps(now: Preparation, rules: Rules) -> Iterator[tuple[StepName, Cited]]:
    """Steps for new cards: one or two people inspect them, and the first player sees them."""
    opening = rules.opening
    if not is_opening(now, rules) or (came_ready(now, rules) and not now.demanded):
        return
    inspection = opening.opening_inspection
    if inspection.value != "none":
        yield "inspect", inspection
    if inspection.value == "dealer_floor_verify":
        yield "verify_inspection", inspection
    elif inspection.value == "dealer_supervisor_independent":
        yield "inspect_independently", inspection
    by_hand = rules.cards.card_supply.value in ("manual_shoe", "hand_no_rules")
    independent = inspection.value == "dealer_supervisor_independent"
    if opening.player_inspection.value and (by_hand or not independent or now.demanded):
        yield "spread_for_player", opening.player_inspection.for_step("spread_for_player")
    # With a batch shuffler, a book may only have the batches stacked; a book that washes each batch says so.
    if opening.wash.value == "on":
        stacked_only = not by_hand and rules.cut.cut_policy.value == "offer_or_dealer_cuts"
        stacked = opening.player_inspection.for_step("stack")
        yield ("stack", stacked) if stacked_only else ("wash", opening.wash)


def mixing_steps(now: Preparation, rules: Rules) -> Iterator[tuple[StepName, Cited]]:
    """Steps of the shuffle: by hand as the book describes it, or in the device, one batch after the other."""
    supply = supply_in_use(now, rules)
    if now.by_hand and rules.irregularities.device_out_of_order.value:
        yield "cover_device", rules.irregularities.device_out_of_order
    demanded = now.demanded and came_shuffled(now, rules)
    if supply != "manual_shoe" and demanded:
        # A player who demands it sees the dealer shuffle, regardless of the device.
        path = rules.opening.preshuffled_path
        yield from ((step, path.for_step(step)) for step in _script(rules) if step != "plug")
    if supply == "csm":
        return
    swapped = now.cause == "idle" and rules.shuffle.idle_table.value == "spread_then_wash_or_swap_batch"
    if supply == "two_batch_shuffler":
        for step in ("load_shuffler", "take_batch"):
            if swapped:
                yield step, rules.shuffle.idle_table_steps.for_step(step)
            else:
                yield step, rules.cards.batch_rules.for_step(step)
        if swapped and not now.demanded and rules.shuffle.stored_batch.value:
            yield "check_batch", rules.shuffle.stored_batch
        if now.cause == "idle" and now.demanded:
            yield "spread_for_player", rules.shuffle.idle_batch
            yield "stack", rules.shuffle.idle_batch
            by_hand = (step for step in _script(rules) if step != "plug")
            yield from ((step, rules.shuffle.steps.for_step(step)) for step in by_hand)
        return
    if swapped:
        yield "wash", rules.shuffle.idle_table_steps.for_step("wash")
    if came_shuffled(now, rules) and not (now.demanded or now.mix_again):
        return
    nothing_to_plug = is_opening(now, rules) or now.cause == "idle"
    for step in _script(rules):
        if step != "plug" or not nothing_to_plug:
            # A device that is out of order is not jammed, so the general paragraph about shuffles applies.
            out_of_order = now.by_hand and now.cause == "shuffler_fault"
            why = ("demanded",) if demanded else _mixed_again_for(now)
            yield step, rules.shuffle.steps.for_step(step, *why, "" if out_of_order else now.cause)


def _mixed_again_for(now: Preparation) -> tuple[str, ...]:
    """The newer cause, if cards that were being shuffled are shuffled again."""
    if not now.mix_again:
        return ()
    return ("ordered",) if now.mix_ordered else ("exposed",)


def _script(rules: Rules) -> tuple[StepName, ...]:
    return SCRIPTS[rules.shuffle.shuffle_script.value]


def supply_in_use(now: Preparation, rules: Rules) -> str:
    """The card supply in use; without its device, the cards are shuffled by hand."""
    return "manual_shoe" if now.by_hand else rules.cards.card_supply.value


def is_opening(now: Preparation, rules: Rules) -> bool:
    """True if the whole opening is due: new cards, or in some books an idle table."""
    reopens = rules.shuffle.idle_table.value == "spread_facedown_then_reopen"
    return now.cause in ("new_game", "replaced") or (now.cause == "idle" and reopens)


def is_being_inspected(now: Preparation, rules: Rules) -> bool:
    """True until something has been mixed: the cards lie open, or were never out of sight."""
    waiting = [step for step, _ in (*idle_steps(now, rules), *inspection_steps(now, rules)) if step != "wash"]
    return any(step not in now.done for step in waiting)


def came_ready(now: Preparation, rules: Rules) -> bool:
    """True for new cards that were inspected, or shuffled, before they came to the table."""
    return is_opening(now, rules) and now.cause != "idle" and rules.opening.cards.value != "ordinary"


def came_shuffled(now: Preparation, rules: Rules) -> bool:
    """True for new cards that need no shuffle here; cards of an idle table have been played."""
    return came_ready(now, rules) and rules.opening.cards.value in SHUFFLED_BEFORE


def cut_due(now: Preparation, rules: Rules) -> Perform | None:
    """The step that offers the cut to the next person, or has the cut made."""
    if "cut" in now.done or not cut_is_made(now, rules):
        return None
    if now.cutter is not None:
        depth = as_last_step(rules.cut.cut_depth, now, rules)
        return Perform("cut", depth, (now.cutter,) if now.cutter else ())
    if rules.cut.dealer_cuts.value == "on":
        return Perform("cut", as_last_step(rules.cut.dealer_cuts, now, rules))
    if now.last_cutter is not None and now.last_cutter not in now.refused:
        return Perform("offer_cut", rules.cut.recut, (now.last_cutter,) if now.last_cutter else ())
    asked = 0 if not now.seats or _first_is_unknown(now, rules) else next_to_cut(now, rules)
    if asked is None or len(now.refused) >= rules.table.spots.value:
        return Perform("cut", as_last_step(rules.cut.cut_last_resort, now, rules))
    places = (asked,) if asked else ()
    if not now.refused:
        return Perform("offer_cut", first_offer(now, rules), places)
    after = 0 if places else now.refused[-1]
    first = "dealer" if now.spot == DEALER else now.cause
    again = now.last_cutter is not None
    rotation = rules.cut.cut_refusal_rotation
    return Perform("offer_cut", rotation if again else rotation.for_step("offer_cut", first), places, after)


def as_last_step(rule: Cited, now: Preparation, rules: Rules) -> Cited:
    """The rule with the added paragraph that counts the cut among the steps of a hand shuffle."""
    steps = rules.shuffle.steps
    cut = steps.for_step("cut")
    by_hand = any(step in now.done for step in _script(rules))
    return rule if cut is steps or not by_hand else replace(rule, cite=f"{rule.cite}, {cut.cite}")


def cut_is_made(now: Preparation, rules: Rules) -> bool:
    """True if the cards must be cut; some books never cut, or not after a machine or factory shuffle."""
    policy, supply = rules.cut.cut_policy.value, supply_in_use(now, rules)
    if policy == "none":
        # A book that leaves the cut to the operator still requires one in these cases.
        left_open = "operator_may_offer" in rules.cut.cut_policy.open
        return left_open and (now.cause in ("replaced", "short_shoe") or now.demanded)
    if policy == "offer_if_manual_or_preshuffled" and supply != "manual_shoe":
        return False
    if supply == "csm" and policy != "operator_may_offer":
        return False
    makers_own = came_ready(now, rules) and rules.opening.cards.value == "maker_preshuffled"
    return now.demanded or not makers_own


def first_offer(now: Preparation, rules: Rules) -> Cited:
    """The rule that names the first person to be asked, by the reason why the cards are out."""
    cut = rules.cut
    if now.spot is not None:
        return cut.cut_first_offer_cutcard_on_spot if now.spot > 0 else cut.cut_first_offer_cutcard_on_dealer
    if now.cause == "replaced" and cut.cut_first_offer_cards_replaced.value != "none":
        return cut.cut_first_offer_cards_replaced
    begins = now.cause in ("new_game", "replaced", "idle")
    rule = cut.cut_first_offer_new_game if begins else cut.cut_first_offer_discretionary
    # The texts cover a new game and an ordered shuffle; other cases are inferred.
    meant = now.cause in ("new_game", "ordered") or rule.status != "stated"
    return rule if meant else replace(rule, status="inferred")


def next_to_cut(now: Preparation, rules: Rules) -> int | None:
    """The spot that cuts next: from the entitled one round the table, the first that has not refused."""
    seats = sorted(now.seats)
    first = _first_seat(now, seats, str(first_offer(now, rules).value))
    if now.last_cutter in seats:
        # A repeated cut starts with the player who cut last.
        first = now.last_cutter
    clockwise = rules.cut.cut_refusal_rotation.value == "clockwise"
    ring = seats if clockwise else seats[::-1]
    if first_arrival_cuts(now, rules) and now.refused and now.refused[0] in ring:
        first = now.refused[0]
    start = ring.index(first)
    return next((seat for seat in ring[start:] + ring[:start] if seat not in now.refused), None)


def first_arrival_cuts(now: Preparation, rules: Rules) -> bool:
    """True if the cut belongs to the player who came to the table first, who cannot be told by the seat."""
    opens = now.cause in ("new_game", "idle")
    return opens and first_offer(now, rules).value == "first_player"


def _first_is_unknown(now: Preparation, rules: Rules) -> bool:
    """True while only the dealer knows who came first: no player has refused the cut yet."""
    return first_arrival_cuts(now, rules) and not now.refused


def _first_seat(now: Preparation, seats: list[int], entitled: str) -> int:
    if entitled == "that_spot" and now.spot in seats:
        return now.spot or seats[-1]
    return seats[0] if entitled in ("far_left", "first_player") else seats[-1]


def cards_at_hand(table: Table, rules: Rules) -> int:
    """The number of cards in preparation: whole decks, or during a round those off the felt."""
    now = table.preparing
    if now is not None and now.cause == "short_shoe":
        # If nobody saw the shoe loaded, the number of cards left is unknown.
        return len(table.rack) + (table.shoe.left or 0) if table.shoe.size else 0
    return rules.cards.decks.value * CARDS_PER_DECK


def too_shallow(depth_cards: int, stack_cards: int, measure: Measure) -> bool:
    """True if a cut of this depth is too shallow for the book, from either end."""
    if not stack_cards:
        return False
    least = {
        "min_decks": measure.amount * CARDS_PER_DECK,
        "min_cards": measure.amount,
        "about_decks": measure.amount * CARDS_PER_DECK - JUDGED_BY_EYE,
    }.get(measure.kind, 1)
    return not least <= depth_cards <= stack_cards - least


def misplaced_cut_card(behind_cards: int, stack_cards: int, measure: Measure) -> bool:
    """True if the cut card misses the book's minimum, maximum or target."""
    if not stack_cards:
        return False
    match measure.kind:
        case "min_decks_from_back":
            return not measure.amount * CARDS_PER_DECK <= behind_cards <= stack_cards
        case "min_fraction_from_back":
            return not measure.amount * stack_cards <= behind_cards <= stack_cards
        case "max_fraction_from_back":
            return not 0 < behind_cards <= measure.amount * stack_cards
        case "about_decks_from_back":
            return abs(behind_cards - measure.amount * CARDS_PER_DECK) > JUDGED_BY_EYE
        case _:
            return not 0 < behind_cards <= stack_cards


def measure_words(measure: Measure, stack_cards: int) -> str:
    """The depth that the book requires, in cards of this stack."""
    cards = measure.amount * CARDS_PER_DECK
    return {
        "min_decks": said("at least {cards:.0f} cards from either end", cards=cards),
        "min_cards": said("at least {amount:.0f} cards from either end", amount=measure.amount),
        "about_decks": said("about {cards:.0f} cards or more from either end", cards=cards),
        "min_decks_from_back": said("at least {cards:.0f} cards from the back", cards=cards),
        "min_fraction_from_back": said(
            "at least {what:.0f} cards from the bottom", what=math.ceil(measure.amount * stack_cards)
        ),
        "about_decks_from_back": said("about {cards:.0f} cards from the back", cards=cards),
        "max_fraction_from_back": said(
            "1 to {what:.0f} cards from the back", what=math.floor(measure.amount * stack_cards)
        )
        if stack_cards
        else said("at most {share:.0%} of the stack from the back", share=measure.amount),
        "none": "anywhere in the stack",
    }[measure.kind]
