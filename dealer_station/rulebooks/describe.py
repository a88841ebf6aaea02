"""Formats the values of rules as text for people and as plain data for programs."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

import msgspec

from dealer_station.engine.due.irregularity_kinds import CATALOGUE
from dealer_station.engine.due.rulings_by_moment import departures_at, is_only_confirmed, may_stop, moments_of
from dealer_station.engine.model.kinds import Ruling
from dealer_station.engine.rulebook.rule_sections import DealOrder, Form, Limits, Measure, PayLine, Rule
from dealer_station.engine.rulebook.rules import Gap, Rules
from dealer_station.engine.rulebook.ruling_sections import Moment, RulingRule

STATUS_MEANS = {
    "stated": "the text says so",
    "inferred": "it follows from the text",
    "interpretive": "the text supports another reading too",
    "house_default": "the text is silent and a step is needed, so this is our choice",
    "silent": "the text has no rule, so stop and ask",
}

FORM_WORDS: dict[Form, str] = {
    "trigger": "red or black and a rank, such as red7",
    "symbols": "symbols, such as primary,1000,25",
    "table": "SYMBOL:DOLLARS, such as 100:125,75:100",
    "seeds": "dollars of both meters, such as 10000,5000",
    "rates": "cents for a dollar, both meters, such as 3,1.5",
    "envy": "HAND:DOLLARS, such as double_tie:50,tie:5",
}
"""The format in which the operator writes data that a book leaves to the operator."""

_MEASURES = {
    "none": "none",
    "min_decks": "at least {} from either end",
    "min_cards": "at least {} from either end",
    "about_decks": "about {} from either end",
    "min_decks_from_back": "at least {} from the back",
    "min_fraction_from_back": "at least {} in from the back",
    "about_decks_from_back": "about {} from the back",
    "max_fraction_from_back": "at most {} in from the back",
}


def in_words(name: str, rule: Any) -> str:
    """A rule's value as one or more lines of text."""
    value = rule.value
    match value:
        case "" | ():
            return "(nothing)"
        case Limits():
            return _limits(value)
        case Measure():
            return _measure(value)
        case str():
            return value
        case float():
            return f"{value:g}"
        case int() if name.endswith("_cents"):
            return money(value)
        case tuple() if isinstance(rule, DealOrder):
            return _order(value, "each war player" if name == "deal" else "each player")
        case (PayLine(), *_):
            return "\n".join(_pay_line(line) for line in value)
        case tuple() if name.endswith("_cents"):
            return ", ".join(money(cents) for cents in value)
        case tuple() if any(len(str(item)) > 24 for item in value):
            return "\n".join(f"{number}. {item}" for number, item in enumerate(value, start=1))
        case tuple():
            return ", ".join(str(item) for item in value)
        case _:
            return str(value)


def remarks(rule: Any, rules: Rules) -> list[str]:
    """The remarks on a value: its condition, our note, the operator's choices, its gaps."""
    lines: list[str] = []
    if isinstance(rule, DealOrder):
        wanted = {"war_burn": rule.war_burn, "dealer_war_cards": rule.dealer_war_cards}
        holds = {name: answer for name, answer in wanted.items() if answer}
        in_force = all(getattr(rules.war, name).value == answer for name, answer in holds.items())
        if holds:
            words = " and ".join(f"{name} = {answer}" for name, answer in holds.items())
            lines.append(f"when: {words}{' (in force)' * in_force}")
    if isinstance(rule, RulingRule):
        lines += _of_rulings(rule, rules)
    if rule.note:
        lines.append(f"note: {rule.note}")
    if choices := open_words(rule):
        lines.append(f"open: {choices}")
    if isinstance(rule, Rule) and rule.golive:
        lines.append(
            f"go-live: the operator answers it before a live table opens. {rule.golive_confirm}".rstrip()
        )
    if rule.gaps:
        lines.append(f"gaps: {', '.join(rule.gaps)}")
    return lines


MOMENT_WORDS: dict[Moment, str] = {
    "before": "before the deal",
    "deal": "in the deal",
    "settled": "after a hand was settled",
    "after": "after the round",
    "not_covered": "in a case that the book's rule does not reach",
    "void": "where the hand is void",
    "raised": "where the wager was raised",
}


def _of_rulings(rule: RulingRule, rules: Rules) -> list[str]:
    """The moments at which remedies apply, and the rulings that would then depart from the book."""
    lines = [f"when: {_moments(rule.when)}"] if rule.when else []
    # Compare by identity: entries of two kinds may be equal word for word.
    kind = next(name for name in CATALOGUE if any(one is rule for one in rules.rulings.about(name)))
    against: dict[tuple[Ruling, ...], list[Moment]] = {}
    for moment in moments_of(kind, rules):
        # The departures of a moment are listed once, with the first of its remedies.
        if rules.rulings.at(kind, moment)[0] is rule and may_stop(kind, moment, rules):
            against.setdefault(departures_at(kind, moment, rules), []).append(moment)
    own = [moment for moment in moments_of(kind, rules) if rules.rulings.at(kind, moment)[0] is rule]
    confirmed = [moment for moment in own if is_only_confirmed(kind, moment, rules)]
    if confirmed:
        when = f" {_moments(confirmed)}" if len(confirmed) < len(own) else ""
        title = rules.roles.role_map.value[0]
        lines.append(f"carried out at once{when}: the {title} confirms it with accept")
    for rulings, moments in against.items():
        when = f" {_moments(moments)}" if len(against) > 1 else ""
        if rulings:
            lines.append(f"departures from the book{when}: {', '.join(rulings)}")
    return lines


def _moments(moments: Iterable[Moment]) -> str:
    return ", ".join(MOMENT_WORDS[moment] for moment in moments)


def open_words(rule: Any) -> str:
    """The answers the operator may give; empty if the book leaves no choice."""
    if not isinstance(rule, Rule):
        return ""
    if rule.range is not None:
        return f"{rule.range[0]} to {rule.range[1]}"
    if rule.form is not None:
        return FORM_WORDS[rule.form]
    return " | ".join(str(choice) for choice in rule.open)


EMPTY: tuple[object, ...] = ("", [], (), None, False)
"""Values without content, which are left out of a rule's data."""


def as_data(rule: Any) -> Any:
    """A rule as JSON data; several orders become a list."""
    if isinstance(rule, tuple):
        return [as_data(order) for order in rule]
    data: dict[str, Any] = msgspec.to_builtins(rule)
    always = ("value", "cite", "status")
    return {name: value for name, value in data.items() if name in always or value not in EMPTY}


def gap_as_data(gap: Gap) -> dict[str, Any]:
    """A gap as JSON data."""
    data: dict[str, Any] = msgspec.to_builtins(gap)
    return data


def money(cents: int) -> str:
    """An amount in dollars, with cents only if there are any."""
    return f"${cents / 100:,.2f}".removesuffix(".00")


def _limits(limits: Limits) -> str:
    if limits == Limits():
        return "(none)"
    ends = f"{money(limits.min_cents)} to {money(limits.max_cents)}" if limits.max_cents else ""
    ends = ends or f"at least {money(limits.min_cents)}"
    return f"{ends}, in steps of {money(limits.step_cents)}" if limits.step_cents else ends


def _measure(measure: Measure) -> str:
    amount = f"{measure.amount:g}"
    if "deck" in measure.kind:
        amount += " deck" if measure.amount == 1 else " decks"
    elif "card" in measure.kind:
        amount += " cards"
    elif "fraction" in measure.kind:
        amount = f"{measure.amount:.0%} of the stack"
    return _MEASURES[measure.kind].format(amount)


def _order(order: tuple[Any, ...], players: str) -> str:
    """A dealing order as text: `3 burns, each war player, dealer`."""
    steps: list[str] = []
    for item, run in groupby(order):
        count = len(list(run))
        if isinstance(item, tuple):
            steps.append(f"for {players} ({_order(item, players)})")
        elif item == "burn":
            steps.append(f"{count} burn{'s' * (count > 1)}")
        else:
            steps.append(players if item == "players" else item)
    return ", ".join(steps)


def _pay_line(line: PayLine) -> str:
    pays = [
        *([f"{line.meter_percent}% of the meter"] if line.meter_percent else []),
        *([f"{line.odds} to 1"] if line.odds else []),
        *([money(line.cents)] if line.cents else []),
    ]
    return f"{line.hand}: {' and '.join(pays)}" + (f" ({line.cite})" if line.cite else "")
