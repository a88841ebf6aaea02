"""The rules behind a moment of a round, in our words, from the rulebook that the log keeps."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from dealer_station.engine.due.irregularity_kinds import CATALOGUE
from dealer_station.engine.due.next_step import due
from dealer_station.engine.model import events as e
from dealer_station.engine.rulebook.rules import Rules, rules_in
from dealer_station.review.moments import Moment
from dealer_station.review.rule_sentences import sentence
from dealer_station.rulebooks.describe import STATUS_MEANS, in_words

NOWHERE = ("", "not addressed")


class CitedRule(Struct, frozen=True):
    """One rule of the book."""

    name: str
    cite: str
    words: str
    status: str
    means: str
    """The meaning of the status."""


def rules_of_moment(moment: Moment, rules: Rules) -> tuple[CitedRule, ...]:
    """The rules for what was due, settled and ruled; not every rule of the same paragraph."""
    every, found = _every(rules), dict[str, CitedRule]()

    def add(wanted: Callable[[str, Any], bool]) -> bool:
        named = [one for one in every if wanted(*one)]
        found.update((name, _cited(name, rule)) for name, rule in named if name not in found)
        return bool(named)

    if moment.seen is not None:
        asked = due(moment.before, rules).rule
        if not add(lambda _, rule: rule == asked):
            _by_cite(asked.cite, add)
    for event in moment.facts:
        match event:
            case e.HandSettled():
                lines = {(line.wager, line.cite) for line in event.lines}
                add(lambda name, rule, lines=lines: _pays(name, rule, lines))  # type: ignore[misc]
            case e.HoldRuled(kind) if kind in CATALOGUE:
                ruled = CATALOGUE[kind].rule(rules)
                if not add(lambda _, rule, ruled=ruled: rule == ruled):  # type: ignore[misc]
                    _by_cite(event.cite, add)
                if event.departs_from:
                    # Show the rule of the book beside the ruling that departed from it.
                    add(lambda name, _, kind=kind: name == f"rulings.{kind}")  # type: ignore[misc]
            case e.TapRefused() if event.cite:
                _by_cite(event.cite, add)
            case _:
                pass
    return tuple(one for one in found.values() if one.cite not in NOWHERE)


def _by_cite(cite: str, add: Callable[[Callable[[str, Any], bool]], bool]) -> None:
    """Add the rules with this citation or, if there are none, those with one of its addresses."""
    parts = set(_parts(cite))
    if cite in NOWHERE or add(lambda _, rule: rule.cite == cite):
        return
    add(lambda _, rule: bool(parts & set(_parts(rule.cite))))


def _pays(name: str, rule: Any, lines: set[tuple[str, str]]) -> bool:
    """True if this rule about money moved one of these wagers."""
    about = name.partition(".")[0] in ("settlement", "war") and isinstance(rule.value, tuple)
    said = [str(item).partition(" ")[0] for item in rule.value] if about else []
    return any(rule.cite == cite and wager in said for wager, cite in lines)


def _every(rules: Rules) -> list[tuple[str, Any]]:
    """All rules of the book with their dotted names."""
    return [
        (f"{section}.{name}", one)
        for section, fields in rules_in(rules).items()
        for name, rule in fields.items()
        for one in (rule if isinstance(rule, tuple) else (rule,))
    ]


def _parts(cite: str) -> list[str]:
    """The addresses of a citation."""
    return [part.strip() for part in cite.split(",")]


def _cited(name: str, rule: Any) -> CitedRule:
    """A rule with its words, note and status."""
    words = sentence(name, in_words(name.partition(".")[2], rule))
    whole = " ".join(part for part in (words, getattr(rule, "note", "")) if part)
    title = name.partition(".")[2].replace("_", " ")
    return CitedRule(title, rule.cite, whole, rule.status, STATUS_MEANS[rule.status])
