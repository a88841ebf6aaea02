"""Resolves a topic: a section, a rule, a gap, a status, a paragraph, or a word in a rule's name."""

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any, get_args

from msgspec import Struct

from dealer_station.engine.model.errors import ProfileError
from dealer_station.engine.model.rule_part_addresses import Status
from dealer_station.engine.rulebook.rule_sections import DealOrder
from dealer_station.engine.rulebook.rules import SECTIONS, Gap, Rules, rules_in

Found = dict[str, dict[str, Any]]
"""Rules by section and name; a rule with several orders is a tuple of them."""


class Topic(Struct, frozen=True):
    """The rules and gaps found under a topic."""

    rules: Found
    gaps: tuple[Gap, ...] = ()
    exact: bool = False
    """True if the topic names one rule or one gap, not a section or a word."""


def select(rules: Rules, topic: str) -> Topic:
    """Return the part of a book that a topic names; raise ProfileError with suggestions if there is none."""
    asked = topic.strip()
    word = "_".join(asked.lower().replace("-", " ").split())
    if word == "gaps":
        return Topic({}, rules.gaps)
    if gaps := tuple(gap for gap in rules.gaps if gap.id.lower() == asked.lower()):
        return Topic(_where(rules, lambda _, __, rule: gaps[0].id in rule.gaps), gaps, exact=True)
    if word in SECTIONS:
        return Topic({word: rules_in(rules)[word]})
    if exact := _where(rules, lambda section, name, _: word in (name, f"{section}.{name}")):
        return Topic(exact, exact=True)
    if word in get_args(Status):
        return Topic(_where(rules, lambda _, __, rule: rule.status == word))
    found = _where(rules, lambda _, name, rule: bool(word) and (word in name or word in order_words(rule)))
    found = found or _where(rules, lambda _, __, rule: asked.lower() in paragraphs(rule))
    if not found:
        raise ProfileError(_unknown(rules, asked, word))
    return Topic(found)


def elsewhere(rules: Rules, section: str) -> list[str]:
    """Related rules outside this section: the burns of a war, for example, are not in `burns`."""
    stem = section.removesuffix("s")
    found = _where(rules, lambda _, name, rule: stem in name.split("_") or stem in order_words(rule))
    return [f"{place}.{name}" for place in found if place != section for name in found[place]]


def order_words(rule: Any) -> set[str]:
    """The words of a dealing order; empty for other rules."""
    if not isinstance(rule, DealOrder):
        return set()
    return {word for item in rule.value for word in ((item,) if isinstance(item, str) else item)}


def paragraphs(rule: Any) -> list[str]:
    """The paragraphs that a citation names, in lower case."""
    return [part.strip().lower() for part in rule.cite.split(",")]


def _where(rules: Rules, wanted: Callable[[str, str, Any], bool]) -> Found:
    """The rules for which `wanted` is true, in the order of the book; a tuple of orders is filtered."""
    found: Found = {}
    for section, fields in rules_in(rules).items():
        for name, rule in fields.items():
            kept: Any = rule
            if isinstance(rule, tuple):
                kept = tuple(order for order in rule if wanted(section, name, order))
            if kept if isinstance(rule, tuple) else wanted(section, name, rule):
                found.setdefault(section, {})[name] = kept
    return found


def _unknown(rules: Rules, asked: str, word: str) -> str:
    names: Iterable[str] = (name for fields in rules_in(rules).values() for name in fields)
    known = dict.fromkeys([*SECTIONS, "gaps", *names])
    gaps = [gap.id for gap in rules.gaps]
    meant = get_close_matches(asked.upper(), gaps, n=3, cutoff=0.7)
    meant = meant or get_close_matches(word, known, n=3, cutoff=0.5)
    hint = f" Did you mean {' or '.join(meant)}?" if meant else ""
    return (
        f'{rules.book.id} has nothing under "{asked}".{hint} '
        f"A topic is a section ({', '.join(SECTIONS)}), gaps, the name of a rule or a gap, "
        "a paragraph, or a word in a rule's name."
    )
