"""The operator's answers to the options of a book, checked against the profile."""

import re
from difflib import get_close_matches
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.due.wheel import fault_of_data
from dealer_station.engine.model.errors import ProfileError
from dealer_station.engine.rulebook.operator_value_parser import read_form
from dealer_station.engine.rulebook.rule_sections import DealOrder, Limits, Rule
from dealer_station.engine.rulebook.rules import Rules, rules_in
from dealer_station.rulebooks.book_addresses import TABLE_LIMITS


class OperatorChoices(Struct, frozen=True):
    """The operator's choices for this table."""

    options: dict[str, str]
    main_limits: Limits | None = None
    tie_limits: Limits | None = None


def options_of(rules: Rules) -> dict[str, tuple[str, Rule[Any]]]:
    """Every option by name, with its section."""
    return {
        name: (section, rule)
        for section, fields in rules_in(rules).items()
        for name, rule in fields.items()
        if isinstance(rule, Rule) and rule.is_open
    }


def answered(rules: Rules, answers: OperatorChoices) -> Rules:
    """Return rules with the answers applied and only the war deal that they select."""
    for name, text in answers.options.items():
        try:
            rules = with_answer(rules, name, text)
        except ProfileError as error:
            error.about = name
            raise
    if rules.table.spots.value > rules.table.max_spots.value:
        raise _about(
            "spots",
            f"{rules.book.id} allows at most {rules.table.max_spots.value} spots "
            f"({rules.table.max_spots.cite}); {rules.table.spots.value} were asked for",
        )
    for name, limits in (("main_limits", answers.main_limits), ("tie_limits", answers.tie_limits)):
        if limits is not None:
            rules = _with_limits(rules, name, limits)
    if fault := fault_of_data(rules):
        raise _about("bonus_spin", f"{rules.book.id}: bonus_spin: {fault}")
    war = replace(rules.war, deal=(_war_deal_in_force(rules),))
    return replace(rules, war=war, options=tuple(sorted(answers.options.items())))


def _about(name: str, words: str) -> ProfileError:
    error = ProfileError(words)
    error.about = name
    return error


def with_answer(rules: Rules, name: str, text: str) -> Rules:
    """Return rules with this answer applied; raise ProfileError listing the allowed answers if invalid."""
    options = options_of(rules)
    if name in options:
        section, rule = options[name]
        return _with_value(rules, section, name, _chosen(rules.book.id, name, rule, text))
    if _is_what_the_book_says(rules, name, text):
        return rules
    raise ProfileError(
        f"{rules.book.id}: {_why_not(rules, name)}; the options are {', '.join(sorted(options))}"
    )


def _is_what_the_book_says(rules: Rules, name: str, text: str) -> bool:
    """True if the answer repeats a value that already applies, which is no mistake."""
    found = [fields[name] for fields in rules_in(rules).values() if name in fields]
    return any(isinstance(rule, Rule) and str(rule.value) == text for rule in found)


def _why_not(rules: Rules, name: str) -> str:
    """The reason why this is not an option: fixed by the book, unknown to it, or no such rule."""
    everything = {known: rule for fields in rules_in(rules).values() for known, rule in fields.items()}
    rule = everything.get(name)
    if not isinstance(rule, Rule):
        meant = get_close_matches(name, options_of(rules), n=1)
        return f'no option is called "{name}"' + (f", did you mean {meant[0]}" if meant else "")
    if rule.status == "silent":
        return f'this book has no rule about "{name}" ({rule.cite})'
    return f'"{name}" is not an option: it is {rule.value} ({rule.cite})'


def _chosen(book: str, name: str, rule: Rule[Any], text: str) -> Any:
    """Convert an answer to the type of the rule's value; raise ProfileError if it is not allowed."""
    if rule.form is not None:
        try:
            read_form(rule.form, text)
        except ValueError as error:
            raise ProfileError(f"{book}: {name} {error} ({rule.cite})") from error
        return text
    if rule.range is not None:
        return _number(book, name, rule, rule.range, text)
    by_text = {str(value): value for value in rule.open}
    if text not in by_text:
        raise ProfileError(
            f'{book}: {name} cannot be "{text}"; the book leaves {", ".join(by_text)} ({rule.cite})'
        )
    return by_text[text]


def _number(book: str, name: str, rule: Rule[Any], least_and_most: tuple[int, int], text: str) -> int | float:
    """Convert a number within its range; it must be whole unless the rule's own value is a float."""
    low, high = least_and_most
    decimals = r"(\.[0-9]{1,4})?" if isinstance(rule.value, float) else ""
    if not re.fullmatch(rf"[0-9]{{1,15}}{decimals}", text) or not low <= float(text) <= high:
        to = f"{low} to {high}" + (", with at most four decimals" if decimals else "")
        raise ProfileError(f'{book}: {name} "{text}" is not a number from {to} ({rule.cite})')
    return float(text) if isinstance(rule.value, float) else int(text)


def _with_value(rules: Rules, section: str, name: str, value: Any) -> Rules:
    part = getattr(rules, section)
    changed = replace(part, **{name: replace(getattr(part, name), value=value)})
    return replace(rules, **{section: changed})


def _with_limits(rules: Rules, name: str, limits: Limits) -> Rules:
    """Apply the posted limits; the citation stays the book's if the book states limits."""
    rule = getattr(rules.wagers, name)
    cite = rule.cite if rule.status == "stated" else TABLE_LIMITS
    changed = replace(rule, value=limits, cite=cite)
    return replace(rules, wagers=replace(rules.wagers, **{name: changed}))


def _war_deal_in_force(rules: Rules) -> DealOrder:
    """The dealing order that the answers to war_burn and dealer_war_cards select."""
    war = rules.war
    return next(
        order
        for order in war.deal
        if order.war_burn in ("", war.war_burn.value)
        and order.dealer_war_cards in ("", war.dealer_war_cards.value)
    )
