"""Side bets on one page: collected before the deal, paid as soon as a hand's own wagers are settled.

The side bets are the progressive, the envy payments that it may cause, the bonus wheel, and a winning toke.
This module has the same form as `next_step.py`: no state is stored, and the next step follows from the facts.
"""

from functools import cache

from msgspec.structs import replace

from dealer_station.engine.due import wheel
from dealer_station.engine.due.meters import meter
from dealer_station.engine.due.orders import in_direction
from dealer_station.engine.due.progressive_hands import four_cards, highest
from dealer_station.engine.due.settlement import ABANDONED, SIDE_BETS, is_open, with_cites_of
from dealer_station.engine.due.step_types import Cited, Perform, Settle
from dealer_station.engine.model.kinds import StepName
from dealer_station.engine.model.observations import Cents
from dealer_station.engine.model.table import Hand, Round, Table
from dealer_station.engine.model.values import Deal, Line
from dealer_station.engine.rulebook.operator_value_parser import read_envy
from dealer_station.engine.rulebook.rule_sections import PayLine, Rule, Words
from dealer_station.engine.rulebook.rules import Rules

COLLECTING: tuple[StepName, ...] = ("lock_progressive", "collect_progressive", "count_progressive")
"""The steps between the call and the first card, where side bets are offered."""

VERIFY: tuple[StepName, ...] = ("verify_hand", "verify_light", "validate_progressive")
"""Steps before a progressive is paid, in books that have a procedure for it."""


def verifying(rules: Rules) -> dict[StepName, Words]:
    """The steps that verify a progressive win, each with its rule."""
    progressive = rules.progressive
    return dict(
        zip(VERIFY, (progressive.verify_hand, progressive.verify_light, progressive.validate), strict=True)
    )


@cache
def collecting(rules: Rules) -> dict[StepName, Cited]:
    """The steps between the call and the first card, each with its rule."""
    progressive, lock_out = rules.progressive, rules.bonus_spin.lock_out
    # If only the bonus spin is offered, there is no progressive to lock; the wheel's device needs all three.
    if progressive.progressive.value != "on":
        return dict.fromkeys(COLLECTING, lock_out)
    lock: Cited = progressive.progressive_lock
    if wheel.is_offered(rules):
        lock = replace(lock, cite=f"{lock.cite}, {lock_out.cite}")
    return dict(zip(COLLECTING, (lock, progressive.collect, progressive.count), strict=True))


def are_offered(rules: Rules) -> bool:
    """True if this table takes wagers that are collected before the deal."""
    return rules.progressive.progressive.value == "on" or wheel.is_offered(rules)


def collection_due(round_: Round, rules: Rules) -> Perform | None:
    """The step between the call and the first card: lock the devices, collect the chips, count them."""
    if not are_offered(rules) or round_.voided:
        return None
    progressive, rule_of = rules.progressive, collecting(rules)
    full = progressive.progressive_lock.value == "lock_collect_count_before_deal"
    if full and not round_.has_done("lock_progressive"):
        return Perform("lock_progressive", rule_of["lock_progressive"])
    spots = tuple(hand.spot for hand in round_.hands if stakes_to_collect(hand))
    if spots and not round_.has_done("collect_progressive"):
        return Perform("collect_progressive", rule_of["collect_progressive"], spots)
    counted = round_.has_done("count_progressive") or not round_.has_done("collect_progressive")
    return None if counted or not full else Perform("count_progressive", rule_of["count_progressive"])


def stakes_to_collect(hand: Hand) -> tuple[str, ...]:
    """The wagers whose chips are collected from this hand, including those of a player who left."""
    if hand.voided not in ("", ABANDONED):
        return ()
    return tuple(
        wager
        for wager in SIDE_BETS
        if hand.stake(wager) != 0 and not hand.has(wager, "take", "return", "pay")
    )


def side_bet_due(table: Table, rules: Rules) -> Settle | Perform | None:
    """The side-bet step of a hand, which comes before the next hand is settled."""
    round_ = table.round
    if rules.progressive.progressive.value == "on":
        for hand in in_direction(round_, rules.settlement.settlement_direction.value):
            if step := _progressive_due(table, rules, hand) or _envy_due(round_, rules, hand):
                return step
    if rules.house.toke_policy.value == "house":
        for hand in round_.hands:
            if hand.has("toke", "pay") and not round_.has_done("toke_box", hand.name):
                return Perform("toke_box", rules.house.tokes.for_step("toke_box"), (hand.spot,))
    return None


def _progressive_due(table: Table, rules: Rules, hand: Hand) -> Settle | Perform | None:
    """The step for a hand that won its progressive: verify and validate it if the book says so, then pay."""
    round_, progressive = table.round, rules.progressive
    line = progressive_win(hand, round_, rules)
    if line is None or hand.has("progressive", "pay", "return"):
        return None
    if round_.voided or hand.voided:
        return None  # The stake goes back with the other wagers of the hand.
    deal: Deal = "war" if hand.choice == "war" else "original"
    if progressive.progressive_rules.value == "full_procedure":
        for step, rule in verifying(rules).items():
            if not round_.has_done(step, hand.name):
                return Perform(step, rule, (hand.spot,))
    won, stays = _winnings(table, rules, hand, line, deal), progressive.progressive_stake_on_win
    return Settle(hand, won, with_cites_of(progressive.paytable, won, {stays.cite: stays.status}))


def _winnings(table: Table, rules: Rules, hand: Hand, line: PayLine, deal: Deal) -> tuple[Line, ...]:
    """Lines for the odds, the current share of the meter, and the stake if it is returned."""
    stake, stays = hand.bet.progressive_cents, rules.progressive.progressive_stake_on_win
    share = meter(table, rules, "progressive").cents * line.meter_percent // 100
    cents = None if stake is None else stake * line.odds + share
    pay = Line("progressive", "pay", cents, line.odds, deal, line.cite, meter_cents=share)
    if stays.value != "returned":
        return (pay,)
    return (pay, Line("progressive", "return", stake, 0, deal, stays.cite))


def progressive_win(hand: Hand, round_: Round, rules: Rules) -> PayLine | None:
    """The line of the paytable that a hand has made, once its own wagers are settled."""
    if hand.bet.progressive_cents == 0 or is_open(hand, "main") or hand.voided == ABANDONED:
        return None
    if not hand.has("progressive", "take"):
        return None
    four = four_cards(hand, round_)
    return highest(four, rules) if four else None


def _envy_due(round_: Round, rules: Rules, winner: Hand) -> Settle | None:
    """The step that pays the other progressive bettors for an envied hand; nobody is paid for their own."""
    line = progressive_win(winner, round_, rules)
    if line is None or not winner.has("progressive", "pay"):
        return None
    envied = envied_for(line, rules)
    if envied is None:
        return None
    # In a void round nobody is paid, for any hand.
    if rules.progressive.envy.value == "none" or round_.voided:
        return None
    for hand in in_direction(round_, rules.settlement.settlement_direction.value):
        paid = any(line.wager == "envy" and line.about == winner.name for line in hand.lines)
        if not paid and _may_envy(hand, winner):
            pay, who = _envy(hand, winner, envied), rules.progressive.envy_who
            # One paragraph says who is paid and another how much; the line cites the second.
            return Settle(hand, (pay,), replace(who, cite=f"{who.cite}, {pay.cite}"))
    return None


def _may_envy(hand: Hand, winner: Hand) -> bool:
    """True for a hand whose progressive stood, beside another player's winning hand."""
    stood = hand.has("progressive", "take") and not (hand.voided or hand.has("progressive", "return"))
    stood = stood or (hand.has("progressive", "pay") and not hand.voided)
    same_player = hand.bet.player != "" and hand.bet.player == winner.bet.player
    return stood and hand.name != winner.name and not same_player


def envied_for(line: PayLine, rules: Rules) -> Rule[int] | None:
    """The envy payment for a hand, in cents per five dollars, as set by the book or the operator."""
    progressive = rules.progressive
    if line.meter_percent:
        return progressive.envy_cents
    named = progressive.envy_hands
    designated = read_envy(named.value) if named.value else ()
    cents = next((one.cents for one in designated if one.hand == line.hand), 0)
    return Rule(cents, named.cite, named.status) if cents else None


def _envy(hand: Hand, winner: Hand, envied: Rule[int]) -> Line:
    """The line of an envy payment, in proportion to the recipient's stake: an amount per five dollars."""
    stake, five = hand.bet.progressive_cents, wheel.FIVE_DOLLARS
    cents: Cents = None if stake is None else stake * envied.value // five
    deal: Deal = "war" if winner.choice == "war" else "original"
    return Line("envy", "pay", cents, envied.value // five, deal, envied.cite, about=winner.name)


def wheel_due(table: Table, rules: Rules) -> Settle | Perform | None:
    """The wheel step after the settlement: a spin for each bonus that the dealer's card triggered."""
    if not wheel.is_offered(rules) or table.round.voided:
        return None
    for hand in in_direction(table.round, rules.settlement.settlement_direction.value):
        waits = wheel.waits_for_the_wheel(hand, table.round, rules) and not hand.voided
        if not waits or is_open(hand, "main"):
            continue
        if not hand.spun:
            return Perform("spin_wheel", rules.bonus_spin.trigger, (hand.spot,))
        return _prize_due(table, rules, hand)
    return None


def _prize_due(table: Table, rules: Rules, hand: Hand) -> Settle:
    """The step that pays the prize of a symbol, from the table or from its meter."""
    stake, spin = hand.bet.bonus_cents or 0, rules.bonus_spin
    prize = wheel.prizes(rules, stake)[hand.spun]
    share = meter(table, rules, prize.meter).cents * prize.meter_percent // 100 if prize.meter else 0
    pay = Line("bonus", "pay", prize.cents + share, 0, "original", prize.cite, meter_cents=share)
    stays = spin.bonus_stake_on_win
    back = (Line("bonus", "return", stake, 0, "original", stays.cite),) if stays.value == "returned" else ()
    rule = wheel.table_of(prize, rules)
    return Settle(hand, (pay, *back), with_cites_of(rule, (pay, *back), {stays.cite: stays.status}))


def over_payout_limit(step: Settle, rules: Rules) -> int:
    """The total payout of this hand if it exceeds the limit, otherwise zero."""
    limit = rules.wagers.payout_limit.value * 100
    if not limit or all(line.action != "pay" or line.wager == "envy" for line in step.lines):
        return 0
    lines = [line for line in (*step.hand.lines, *step.lines) if line.wager != "envy"]
    total = sum(line.cents or 0 for line in lines if line.action == "pay")
    return total if total > limit else 0
