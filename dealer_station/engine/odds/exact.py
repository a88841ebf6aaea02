"""The exact value of each wager, from the composition of the shoe and the money lines of the book.

Burn cards do not matter: the unseen cards are in random order, so the next one is equivalent to any other.
For the same reason neither the other players' cards nor the position in the shoe matter. The same holds for a
war, whose cards depend only on which hands tied, and so only on cards that were seen. The computation
therefore needs only a pair of cards out of a full shoe, and for a war another pair out of the rest.
"""

from fractions import Fraction

from dealer_station.engine.model.cards import RANKS, SUITS
from dealer_station.engine.model.wager_outcomes import MoneyLine, Wager, read_lines
from dealer_station.engine.odds.strategy import Strategy
from dealer_station.engine.rulebook.rule_sections import Rule
from dealer_station.engine.rulebook.rules import Rules


def main_value(rules: Rules, strategy: Strategy) -> Fraction:
    """Expected value of a unit on the main wager, with the war wager that a tie may ask for."""
    settlement, war = rules.settlement, rules.war
    tie, war_tie = chance_of_tie(rules), chance_of_war_tie(rules)
    at_stake: tuple[Wager, ...] = ("main", "war")
    if strategy == "surrender":
        tied = net_of_lines(at_stake, settlement.tied, settlement.surrender)
    else:
        tied = _mean(
            war_tie,
            decided=(
                net_of_lines(at_stake, settlement.tied, war.won),
                net_of_lines(at_stake, settlement.tied, war.lost),
            ),
            tied=net_of_lines(at_stake, settlement.tied, war.tied),
        )
    decided = (net_of_lines(at_stake, settlement.higher), net_of_lines(at_stake, settlement.lower))
    return _mean(tie, decided=decided, tied=tied)


def tie_value(rules: Rules) -> Fraction:
    """Expected value of a unit on the tie wager."""
    settlement = rules.settlement
    decided = (net_of_lines(("tie",), settlement.higher), net_of_lines(("tie",), settlement.lower))
    return _mean(chance_of_tie(rules), decided=decided, tied=net_of_lines(("tie",), settlement.tied))


def war_tie_value(rules: Rules) -> Fraction:
    """Expected value of a unit on the tie wager of the war deal, for a player at war."""
    war = rules.war
    decided = (net_of_lines(("war_tie",), war.won), net_of_lines(("war_tie",), war.lost))
    return _mean(chance_of_war_tie(rules), decided=decided, tied=net_of_lines(("war_tie",), war.tied))


def chance_of_tie(rules: Rules) -> Fraction:
    """The probability that a player's card and the dealer's have the same rank."""
    return chance_of_pair([_cards_per_rank(rules)] * len(RANKS))


def chance_of_war_tie(rules: Rules) -> Fraction:
    """The probability of a tie on the war deal, with two cards of one rank gone; equal for all ranks."""
    each = _cards_per_rank(rules)
    return chance_of_pair([each - 2] + [each] * (len(RANKS) - 1))


def _cards_per_rank(rules: Rules) -> int:
    return rules.cards.decks.value * len(SUITS)


def chance_of_pair(cards_of_each_rank: list[int]) -> Fraction:
    """The probability that two cards drawn from these have the same rank."""
    cards = sum(cards_of_each_rank)
    return Fraction(sum(count * (count - 1) for count in cards_of_each_rank), cards * (cards - 1))


def _mean(chance_of_tie: Fraction, *, decided: tuple[Fraction, Fraction], tied: Fraction) -> Fraction:
    """The expected value; two different cards are equally likely in either order."""
    return (1 - chance_of_tie) * sum(decided) / 2 + chance_of_tie * tied


def net_of_lines(wagers: tuple[Wager, ...], *outcomes: Rule[tuple[str, ...]]) -> Fraction:
    """Net result of the outcomes, in order, for a unit on each of `wagers`; each is settled once."""
    settled: set[Wager] = set()
    total = Fraction(0)
    for outcome in outcomes:
        lines = [
            line for line in read_lines(outcome.value) if line.wager in wagers and line.wager not in settled
        ]
        settled.update(line.wager for line in lines)
        total += sum(_worth(line) for line in lines)
    return total


def _worth(line: MoneyLine) -> Fraction:
    """The change in the player's chips, in units of the stake."""
    if line.action == "pay":
        return Fraction(line.odds)
    return {"take": Fraction(-1), "half": Fraction(-1, 2), "return": Fraction(0)}[line.action]
