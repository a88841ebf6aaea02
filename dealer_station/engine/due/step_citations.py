"""Step citations: the rules of a book that require each step, and so the citation of every prompt."""

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from dealer_station.engine.due.irregularity_kinds import rule_of_ruling
from dealer_station.engine.due.rulings_by_moment import speaks
from dealer_station.engine.due.settlement import VOIDED_BY, MoneyRule, void_rule, void_undoes_settlements
from dealer_station.engine.due.shoe_preparation import cut_is_made, idle_steps, inspection_steps, mixing_steps
from dealer_station.engine.due.side_bet_steps import verifying
from dealer_station.engine.due.step_types import Cited
from dealer_station.engine.model.kinds import HoldKind
from dealer_station.engine.model.table import Preparation
from dealer_station.engine.model.values import Cause, RulingGiven
from dealer_station.engine.model.wager_outcomes import read_lines
from dealer_station.engine.rulebook.rule_sections import DealOrder
from dealer_station.engine.rulebook.rules import Rules


def citations_by_step(rules: Rules) -> dict[str, tuple[str, ...]]:
    """The citations behind each step that can be due under this book; other steps are left out."""
    return {
        step: tuple(dict.fromkeys(rule.cite for rule in asked))
        for step, asked in _asked_by(rules).items()
        if asked
    }


def _asked_by(rules: Rules) -> dict[str, list[Cited]]:
    burns: list[Cited] = [
        rule
        for rule, wanted in (
            (rules.burns.opening_burn, rules.burns.opening_burn.value not in ("none", "off")),
            (rules.burns.dealer_change_burn, rules.burns.dealer_change_burn.value == "one"),
        )
        if wanted
    ]
    if rules.war.war_burn.value != "none":
        burns += _cards_of(rules.war.deal[0], burn=True)
    settlement, war = rules.settlement, rules.war
    continuous = "csm" in (rules.cards.card_supply.value, *rules.cards.card_supply.open)
    pickups = [war.pre_war_pickup] if war.pre_war_pickup.value != "none_until_end" else []
    return {
        "ruling": [rules.roles.role_map, rules.irregularities.error_doctrine],
        "carry_out": [rules.irregularities.error_doctrine],
        **_preparation(rules),
        "burn": burns,
        "bets": [rules.wagers.deadline],
        "offer_tie_area": _if(bool(rules.wagers.tie_area_priority.value), rules.wagers.tie_area_priority),
        "call": [rules.wagers.close_call],
        **_side_bets(rules),
        "deal": [*_cards_of(rules.deal.order, burn=False), *_cards_of(war.deal[0], burn=False)],
        "turn_dealer_card": _if(
            rules.deal.dealer_card_reveal.value != "face_up", rules.deal.dealer_card_reveal
        ),
        "settle": [
            _with_own_lines(rule)
            for rule in (
                *(settlement.higher, settlement.lower, settlement.tied, settlement.surrender),
                *(war.won, war.lost, war.tied, settlement.void),
            )
        ],
        "offer": [settlement.tie_options],
        "match_war": _if(
            war.war_stake.value == "dealer_matches" or bool(war.war_stake.open),
            war.war_stake.for_step("match_war"),
        ),
        "confirm_war": _if(war.war_confirm.value == "on", war.war_confirm),
        "confirm_layout": [rules.irregularities.error_doctrine],
        "restore_wagers": _undone_under(rules),
        "pick_up": [*pickups, rules.pickup.end_pickup],
        "replace_card": _if(
            rules.irregularities.damaged_card.value == "replace_after_round",
            rules.irregularities.damaged_card,
        ),
        "wait_for_shuffler": _if(continuous, rules.cards.continuous_shuffler),
        "return_cards": _if(continuous, rules.pickup.return_to_device),
    }


TAKES_A_CARD: tuple[HoldKind, ...] = ("face_up", "drawn_exposed", "misplaced")
"""Irregularities that may take away a card on which hands were settled."""


def _undone_under(rules: Rules) -> list[Cited]:
    """The rules under which a settlement is undone: a card taken away, a missed spot, a missed choice."""
    book = rules.irregularities
    return [
        *(
            rule_of_ruling(RulingGiven(kind, entry.cite), rules)
            for kind in TAKES_A_CARD
            for entry in rules.rulings.at(kind, "settled")
            if speaks((entry,)) and not {"burn", "discard"}.isdisjoint(entry.value)
        ),
        book.missed_spot,
        *_if(book.missed_option.value == "requeue_as_undisclosed", book.missed_option),
        *(void_rule(kind, rules) for kind in VOIDED_BY if void_undoes_settlements(kind, rules)),
    ]


def _cards_of(order: DealOrder, *, burn: bool) -> list[Cited]:
    """The dealing order under each paragraph that requires one of its cards or burns."""
    whose: tuple[Literal["player", "dealer"], ...] = ("player", "dealer")
    if burn and order.value[-2:] != ("burn", "dealer"):
        whose = ("player",)
    return [
        order.for_card(who, burn=burn, alone=alone, first=first)
        for alone, first in ((True, True), (False, True), (False, False))
        for who in whose
        if who == "player" or not first
    ]


def _side_bets(rules: Rules) -> dict[str, list[Cited]]:
    """The side-bet steps of this book, offered at this table or not."""
    progressive, known = rules.progressive, rules.progressive.progressive_rules.value
    full = progressive.progressive_lock.value != "none"
    verified = known == "full_procedure"
    spins, wheel_lock = rules.bonus_spin.bonus_spin_rules.value != "none", rules.bonus_spin.lock_out
    return {
        "lock_progressive": [*_if(full, progressive.progressive_lock), *_if(spins, wheel_lock)],
        "collect_progressive": [*_if(known != "none", progressive.collect), *_if(spins, wheel_lock)],
        "count_progressive": [*_if(full, progressive.count), *_if(spins, wheel_lock)],
        **{step: _if(verified, rule) for step, rule in verifying(rules).items()},
        "toke_box": _if(rules.house.toke_policy.value == "house", rules.house.tokes.for_step("toke_box")),
        "spin_wheel": _if(spins, rules.bonus_spin.trigger),
    }


def _preparation(rules: Rules) -> dict[str, list[Cited]]:
    """The steps between two shoes, in the order of this book's data."""
    found: dict[str, list[Cited]] = {}
    causes: tuple[Cause, ...] = ("new_game", "idle", "cut_card")
    asked = rules.shuffle.idle_batch.value != "none"
    ways = (*(Preparation(cause) for cause in causes), Preparation("idle", demanded=asked))
    for one, now in ((one, now) for one in _with_every_supply(rules) for now in ways):
        for step, rule in (*idle_steps(now, one), *inspection_steps(now, one), *mixing_steps(now, one)):
            found.setdefault(step, []).append(rule)
    cut, game = rules.cut, Preparation("new_game")
    if cut_is_made(game, rules):
        found["offer_cut"] = [cut.cut_policy, cut.cut_first_offer_new_game, cut.cut_refusal_rotation]
        found["offer_cut"] += _if(cut.recut.value != "none", cut.recut)
        among_steps = rules.shuffle.steps.for_step("cut")
        found["cut"] = [cut.cut_depth, cut.cut_last_resort]
        found["cut"] += _if(among_steps is not rules.shuffle.steps, among_steps)
        found["complete_cut"] = _if(bool(cut.complete_cut.value), cut.complete_cut)
    if rules.cards.card_supply.value == "csm":
        found["load_shuffler"] = [rules.cards.continuous_shuffler]
    else:
        found["place_cut_card"] = _if(cut.cut_card_reinsert.value.kind != "none", cut.cut_card_reinsert)
        second = cut.second_cut_card
        found["cover_last_card"] = _if(bool(second.value) and second.status == "stated", second)
        found["load"] = [rules.cut.load]
    fault = rules.irregularities.shuffler_fault
    found["empty_shuffler"] = _if(fault.value == "void_round_return_all", fault)
    covered = rules.irregularities.device_out_of_order
    found["cover_device"] = _if(bool(covered.value), covered)
    found["change_decks"] = _if(rules.cards.deck_life.value == "hours:24", rules.cards.deck_life)
    return found


def _with_own_lines(rule: MoneyRule) -> MoneyRule:
    """The rule that decides, citing also the separate paragraphs of some of its lines."""
    own = (money.cite.split(", ") for money in read_lines(rule.value) if money.cite)
    cites = dict.fromkeys((*rule.cite.split(", "), *(cite for cites in own for cite in cites)))
    return replace(rule, cite=", ".join(cites))


def _with_every_supply(rules: Rules) -> Iterator[Rules]:
    """The rules as they are in force here, and with each other card supply that the book allows."""
    yield rules
    supply = rules.cards.card_supply
    for value in supply.open:
        if value not in (supply.value, "csm"):
            yield replace(rules, cards=replace(rules.cards, card_supply=replace(supply, value=value)))


def _if(can_be: bool, rule: Cited) -> list[Cited]:
    return [rule] if can_be else []
