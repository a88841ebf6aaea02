"""The bank's arithmetic, worked out again from the wagers and the lines alone."""

from collections.abc import Iterator

from dealer_station.engine.facts import Line
from dealer_station.engine.observations import Cents
from dealer_station.engine.rules import Rules
from dealer_station.engine.table import Hand, Round


def stakes_of(hand: Hand) -> dict[str, Cents]:
    """Every wager that this bettor has down; None is an amount that nobody entered."""
    at_war = hand.choice == "war"
    wagers = {
        "main": hand.bet.main_cents,
        "tie": hand.bet.tie_cents,
        "war": hand.bet.main_cents if at_war else 0,
        "war_tie": hand.war_tie_cents if at_war else 0,
    }
    return {wager: cents for wager, cents in wagers.items() if cents != 0}


def faults_of_wagers(round_: Round, rules: Rules) -> Iterator[str]:
    """Every hand has a name of its own, a spot of this table, and a wager."""
    names = [hand.name for hand in round_.hands]
    if len(set(names)) != len(names):
        yield f"two hands have one name: {names}"
    for hand in round_.hands:
        if not 1 <= hand.spot <= rules.table.spots.value:
            yield f"spot {hand.spot} is not on this table"
        if hand.bettor not in ("", *"abc"[: rules.table.bettors_per_spot.value]):
            yield f"nobody can be called {hand.name} at this table"
        if not stakes_of(hand):
            yield f"spot {hand.name} is dealt in without a wager"


def faults_of_settlement(round_: Round, *, finished: bool) -> Iterator[str]:
    """Each wager is settled once, at its stake or its odds; in a finished round none is left open."""
    for hand in round_.hands:
        stakes = stakes_of(hand)
        settled = [line.wager for line in hand.lines]
        if len(set(settled)) != len(settled):
            yield f"spot {hand.name}: a wager was settled twice: {settled}"
        if not stakes.keys() >= set(settled):
            yield f"spot {hand.name}: settled {settled}, wagered {sorted(stakes)}"
        elif wrong := [line for line in hand.lines if line.cents != owed(line, stakes[line.wager])]:
            yield f"spot {hand.name}: wrong amounts: {wrong}"
        elif finished and stakes.keys() != set(settled):
            yield f"spot {hand.name}: the round ended with {sorted(stakes.keys() - set(settled))} open"
        elif finished and not balances(hand, stakes):
            yield f"spot {hand.name}: the chips do not balance: {hand.lines}"


def owed(line: Line, stake: Cents) -> Cents:
    """What the line must say for that stake: the odds, half of it, or all of it."""
    if stake is None:
        return None
    if line.action == "pay":
        return stake * line.odds
    return stake // 2 if line.action == "half" else stake


def balances(hand: Hand, stakes: dict[str, Cents]) -> bool:
    """What the player put down is what the player has back and what the house holds."""
    staked = back = house = 0
    for line in hand.lines:
        stake = stakes[line.wager]
        if stake is None or line.cents is None:
            return True
        staked += stake
        back += {"take": 0, "return": line.cents, "half": line.cents, "pay": stake + line.cents}[line.action]
        house += {"take": line.cents, "return": 0, "half": line.cents, "pay": -line.cents}[line.action]
    return staked == back + house
