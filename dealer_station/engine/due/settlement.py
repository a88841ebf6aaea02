"""Settlement: the amounts due to a hand, in cents, line by line, each with its rule."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final, Literal

from msgspec.structs import replace

from dealer_station.engine.due.orders import EVERYTHING, Pass
from dealer_station.engine.model.cards import rank
from dealer_station.engine.model.observations import Cents
from dealer_station.engine.model.rule_part_addresses import STATUSES, Status
from dealer_station.engine.model.table import Hand, Round
from dealer_station.engine.model.values import DEALER, Deal, Line
from dealer_station.engine.model.wager_outcomes import MoneyLine, read_lines
from dealer_station.engine.rulebook.rule_sections import NO_RULE, Rule
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.ruling_sections import RulingRule

MoneyRule = Rule[tuple[str, ...]]
Result = Literal["", "win", "lose", "tie", "surrender", "war", "war_won", "war_lost", "war_tied", "void"]


SIDE_BETS = ("progressive", "bonus")
"""Wagers whose chips are collected before the deal, whatever comes of them."""

CHIPS_ON_CARDS = ("main", "tie", "war", "war_tie", "toke")
"""Wagers that are decided by the cards of one hand; side bets are put right by the authority."""

ABANDONED: Final = "abandoned"
"""Reason of a hand that is out of the round and whose wagers are lost."""


@cache
def abandoned_rule(rules: Rules) -> MoneyRule:
    """The rule for wagers of a player who left, if the authority ruled that they are lost."""
    left = rules.irregularities.player_left
    lost = ("main take", "tie take", "war take", "war_tie take", "toke take")
    return Rule(lost, left.cite, left.status)


VOIDED_BY: dict[str, Callable[[Rules], Rule[Any] | RulingRule]] = {
    "missed_spot": lambda rules: rules.irregularities.missed_spot,
    "face_up": lambda rules: rules.irregularities.second_face_up,
    "shuffler_fault": lambda rules: rules.irregularities.shuffler_fault,
    "error": lambda rules: rules.irregularities.error_doctrine.for_step("settle"),
    "out": lambda rules: rules.irregularities.players_out_option,
    "late_wager": lambda rules: rules.rulings.remedy("late_wager", "refuse"),
    "not_seated": lambda rules: rules.table.who_may_bet.for_step("not_seated"),
}
"""Reasons that void a hand by a rule of the book; all others are rulings that cite none."""


@cache
def void_rule(kind: str, rules: Rules) -> MoneyRule:
    """The rule that returns the stakes of a void hand: the paragraph that voided it, or no rule."""
    found = VOIDED_BY[kind](rules) if kind in VOIDED_BY else NO_RULE
    void = rules.settlement.void
    return Rule(void.value, found.cite, void.status if found.status == "stated" else found.status)


def void_undoes_settlements(kind: str, rules: Rules) -> bool:
    """True if a rule of the book makes this void include hands that were settled."""
    listed, book = rules.rulings.settled_then_void, rules.irregularities
    if all(entry.status in ("silent", "house_default") for entry in listed):
        return False
    match kind:
        case "face_up":
            return book.second_face_up.value == "void_all_reshuffle"
        case "shuffler_fault":
            return book.shuffler_fault.value in ("void_round_return_all", "operator_void_choice")
        case "error" | "missed_spot":
            return book.error_doctrine.value == "reconstruct_then_void"
        case _:
            return False


def original_rule(hand: Hand, round_: Round, rules: Rules) -> MoneyRule:
    """The rule that decides this hand on the original deal: higher wins, lower loses, equal ties."""
    if hand.voided == ABANDONED:
        return abandoned_rule(rules)
    if round_.voided or hand.voided:
        return void_rule(hand.voided or round_.voided_by, rules)
    player = round_.card_at(hand.bet.spot, "original")
    dealer = round_.card_at(DEALER, "original")
    if player is None or dealer is None:
        return rules.settlement.void
    difference = rank(player) - rank(dealer)
    if difference > 0:
        return rules.settlement.higher
    if difference < 0:
        return rules.settlement.lower
    return rules.settlement.surrender if hand.choice == "surrender" else rules.settlement.tied


def war_rule(hand: Hand, round_: Round, rules: Rules) -> MoneyRule:
    """The rule that decides this hand on the war deal, where a tie is the player's best result."""
    if hand.voided == ABANDONED:
        return abandoned_rule(rules)
    if round_.voided or hand.voided:
        return void_rule(hand.voided or round_.voided_by, rules)
    player = round_.card_at(hand.bet.spot, "war")
    dealer = round_.card_at(-hand.bet.spot, "war") or round_.card_at(DEALER, "war")
    if player is None or dealer is None:
        return rules.settlement.void
    difference = rank(player) - rank(dealer)
    if difference > 0:
        return rules.war.won
    return rules.war.lost if difference < 0 else rules.war.tied


def has_matching_chips(hand: Hand) -> bool:
    """True while the dealer's matching chips lie beside the war wager."""
    return hand.matched and not hand.has("war", "take", "pay", "return")


def matched_chips(hand: Hand) -> Cents:
    """The amount of the dealer's chips beside the war wager."""
    return hand.stake("war") if has_matching_chips(hand) else 0


def is_tie(hand: Hand, round_: Round, rules: Rules) -> bool:
    """True for a tied hand with a main wager, whose player must choose."""
    return hand.bet.main_cents != 0 and original_rule(hand, round_, rules) is rules.settlement.tied


def result_of(hand: Hand, round_: Round, rules: Rules) -> Result:
    """The result of this hand in one word, once both cards are on the felt."""
    if round_.voided or hand.voided:
        return "void"
    dealer = round_.card_at(DEALER, "original")
    player = round_.card_at(hand.bet.spot, "original") if dealer else None
    if dealer is None or player is None:
        return ""
    if hand.choice == "war":
        return _war_result(hand, round_, rules)
    difference = rank(player) - rank(dealer)
    if difference:
        return "win" if difference > 0 else "lose"
    return "surrender" if hand.choice == "surrender" else "tie"


def _war_result(hand: Hand, round_: Round, rules: Rules) -> Result:
    decided, war = war_rule(hand, round_, rules), rules.war
    if decided is war.won:
        return "war_won"
    if decided is war.lost:
        return "war_lost"
    return "war_tied" if decided is war.tied else "war"


def lines_due(hand: Hand, rule: MoneyRule, deal: Deal, in_pass: Pass, odds: Rule[str]) -> tuple[Line, ...]:
    """The lines of `rule` that this pass settles and that are not settled yet."""
    lines: list[Line] = []
    for money in read_lines(rule.value):
        wager, action = money.wager, money.action
        if wager in in_pass.wagers and action in in_pass.actions and is_open(hand, wager):
            cite = money.cite or rule.cite
            if action == "pay" and (paid_by := _odds_of(odds, wager, money.odds)):
                cite = f"{cite}, {paid_by}"
            lines.append(Line(wager, action, _amount(hand, money), money.odds, deal, cite))
    return tuple(lines)


def void_lines_due(hand: Hand, rule: MoneyRule, odds: Rule[str]) -> tuple[Line, ...]:
    """Lines that return the stakes of a void round: unsettled wagers, and side bets that were not paid."""
    # A settled hand keeps its result until the authority rules on it. The chips of its side bets were only
    # collected, and a void round returns every wager (MD 11.D, MA §10(b)).
    open_lines = lines_due(hand, rule, "original", EVERYTHING, odds)
    collected = tuple(
        Line(money.wager, "return", hand.stake(money.wager), 0, "original", money.cite or rule.cite)
        for money in read_lines(rule.value)
        if money.action == "return" and is_collected_unpaid(hand, money.wager)
    )
    known = {line.wager for line in open_lines}
    return (*open_lines, *(line for line in collected if line.wager not in known))


def is_collected_unpaid(hand: Hand, wager: str) -> bool:
    """True if the chips of this side bet are in the tray, and nothing was paid or returned for them."""
    return wager in SIDE_BETS and hand.has(wager, "take") and not hand.has(wager, "pay", "return")


@cache
def _odds_of(odds: Rule[str], wager: str, to_one: int) -> str:
    """The citation for the odds of a wager, if it is not the paragraph that decides the wager."""
    own = odds.for_step("settle", f"{wager} {to_one}", wager)
    return "" if own is odds else own.cite


def rule_of_lines(rule: MoneyRule, lines: tuple[Line, ...]) -> MoneyRule:
    """The rule, citing the paragraphs of the lines that are settled now."""
    return _money_rule_citing(rule, tuple([line.cite for line in lines]))


@cache
def _money_rule_citing(rule: MoneyRule, cites: tuple[str, ...]) -> MoneyRule:
    """The rule of an outcome with the citations of some of its lines; a book has few combinations."""
    own: dict[str, Status] = {money.cite: money.status for money in read_lines(rule.value) if money.cite}
    return _citing(rule, cites, own)


def with_cites_of(rule: Rule[Any], lines: tuple[Line, ...], own: dict[str, Status]) -> Rule[Any]:
    """A rule citing all its lines with the least certain status; `own` has those of separate paragraphs."""
    return _citing(rule, tuple([line.cite for line in lines]), own)


def _citing(rule: Rule[Any], cites: tuple[str, ...], own: dict[str, Status]) -> Rule[Any]:
    if all(cite == rule.cite for cite in cites):
        return rule
    least_sure = max((own.get(cite, rule.status) for cite in cites), key=STATUSES.index)
    each = dict.fromkeys(one for cite in cites for one in cite.split(", "))
    return replace(rule, cite=", ".join(each), status=least_sure)


def is_open(hand: Hand, wager: str) -> bool:
    """True if the hand has this wager and it is not settled."""
    if hand.stake(wager) == 0:
        return False
    if wager in SIDE_BETS:
        # Its chips were collected before the deal, and it is decided together with the hand. If the hand is
        # void, it goes back even if the player already has the main wager.
        undecided = bool(hand.voided) or is_open(hand, "main")
        return undecided and not hand.has(wager, "pay", "return")
    return wager not in [line.wager for line in hand.lines]


def has_open_wagers(hand: Hand) -> bool:
    """True if a wager of the hand is not settled."""
    return not hand.lines or any(is_open(hand, wager) for wager in EVERYTHING.wagers)


def is_settled(hand: Hand) -> bool:
    """True if the cards have decided the main wager of this hand, or it was returned."""
    return any(line.wager == "main" for line in hand.lines)


def has_decided_all(round_: Round, index: int) -> bool:
    """True if every hand that this card decides is settled."""
    drawn = round_.draws[index]
    if drawn.place is None:
        return False
    hands = [hand for hand in round_.hands if drawn.place == DEALER or hand.spot == abs(drawn.place)]
    waiting = any(is_open(hand, wager) for hand in hands for wager in CHIPS_ON_CARDS)
    return not waiting and any(is_settled(hand) and not hand.voided for hand in hands)


def is_decided(hand: Hand, wager: str) -> bool:
    """True if chips added to this wager now come too late to be settled with it."""
    if wager == "main":
        return bool(hand.voided) or not is_open(hand, "main")
    settled = any(line.wager == wager for line in hand.lines)
    chosen = hand.choice != "war" if wager == "war_tie" else bool(hand.choice)
    return settled or chosen or is_decided(hand, "main")


def _amount(hand: Hand, money: MoneyLine) -> Cents:
    """The winnings for `pay`, otherwise the stake, or half of it for a surrender; None if it is unknown."""
    stake = hand.stake(money.wager)
    if stake is None:
        return None
    if money.action == "pay":
        return stake * money.odds
    # This is exactly half: a main wager with an odd cent is not accepted (see `wagers`).
    return stake // 2 if money.action == "half" else stake
