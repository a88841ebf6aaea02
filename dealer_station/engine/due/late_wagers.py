"""Chips that were reported as late: tells if they can still count, and how many do if they were in time."""

from dealer_station.engine.due.settlement import is_decided, void_rule
from dealer_station.engine.due.wagers import Objection, most_on, objection_to_amount
from dealer_station.engine.model.observations import HandName
from dealer_station.engine.model.table import Hand, Round
from dealer_station.engine.model.values import DEALER, Hold
from dealer_station.engine.rulebook.rules import Rules


def late_wager_can_count(round_: Round, hold: Hold) -> bool:
    """True if a late wager can still be settled: no card has decided it yet."""
    there = [hand for hand in round_.hands if hand.name in hold.hands]
    if there:
        return not any(is_decided(hand, hold.wager) for hand in there)
    beside = [hand for hand in round_.hands if hand.spot in _spots(hold)]
    if beside:
        # Another player on the box plays with its card, until somebody on it has chosen or is settled.
        return not any(hand.choice or is_decided(hand, "main") for hand in beside)
    return not any(drawn.deal == "original" for drawn in round_.draws)


def _spots(hold: Hold) -> set[int]:
    """The spots of the hands that a hold names."""
    return {HandName.read(name).spot for name in hold.hands}


def was_entered(hand: Hand, rules: Rules, hold: Hold) -> bool:
    """True if the chips reported as late are the entered wager of this hand, not additional chips."""
    # Earlier rulebooks took an equal amount for the wager itself.
    return hold.entered or (not rules.interventions and hold.cents == hand.stake(hold.wager))


def counts_if_in_time(round_: Round, rules: Rules, hold: Hold) -> bool:
    """True if chips that were reported as late change the table once they are found to be in time."""
    there = [hand for hand in round_.hands if hand.name in hold.hands]
    entered = bool(there) and (there[0].stake(hold.wager) is None or was_entered(there[0], rules, hold))
    # Earlier rulebooks left such chips uncounted.
    return not entered and bool(hold.cents) and rules.interventions and late_wager_can_count(round_, hold)


def objection_to_late_wager(round_: Round, rules: Rules, hold: Hold) -> Objection | None:
    """Objection of the book or the table to these chips as a wager, even if they were there at the call."""
    # An amount above the maximum is no objection here: another rule covers it.
    hand = next((hand for hand in round_.hands if hand.name in hold.hands), None)
    if not hold.cents or not hold.hands or not rules.interventions:
        return None
    stake, main = (hand.stake(hold.wager), hand.stake("main")) if hand else (0, 0)
    if stake is None or (hand is not None and was_entered(hand, rules, hold)):
        return None
    if hand is not None and hand.voided:
        return Objection("this hand is out of the round", void_rule(hand.voided, rules).cite)
    if hand is not None and hand.choice == "war" and hold.wager == "main":
        return Objection("the war is fought for the wager that was matched", rules.war.war_stake.cite)
    if hand is None and not late_wager_can_count(round_, hold):
        return Objection("no card was dealt there", rules.irregularities.missed_spot.cite)
    name = HandName.read(hold.hands[0])
    return objection_to_amount(name, hold.wager, stake + hold.cents, rules, has_main=main != 0)


def more_that_counts(round_: Round, rules: Rules, hold: Hold) -> int:
    """The cents that count if a late wager was in time, without an excess that goes back."""
    if not counts_if_in_time(round_, rules, hold) or objection_to_late_wager(round_, rules, hold):
        return 0
    hand = next((hand for hand in round_.hands if hand.name in hold.hands), None)
    if hand is None or rules.wagers.over_max.value != "return_excess":
        return hold.cents
    most, _ = most_on(round_, rules, hand, hold.wager)
    return hold.cents if most is None else min(hold.cents, max(0, most - (hand.stake(hold.wager) or 0)))


def counts_with_cards_out(round_: Round, rules: Rules, hold: Hold) -> bool:
    """True if the finding makes chips count although a card that decides their wager is out."""
    if hold.kind != "late_wager" or not more_that_counts(round_, rules, hold):
        return False
    decisive = {*_spots(hold), DEALER}
    return any(drawn.deal == "original" and drawn.place in decisive for drawn in round_.draws)
