"""The rules behind a moment of a round, in our words: what the log's own rulebook says there."""

from typing import Any

from msgspec import Struct

from dealer_station.engine import events as e
from dealer_station.engine.procedure import due
from dealer_station.engine.rules import Rules, rules_in
from dealer_station.profiles.in_words import STATUS_MEANS, in_words
from dealer_station.review.moments import Moment

NOWHERE = ("", "not addressed")


class CitedRule(Struct, frozen=True):
    """One rule of the book."""

    name: str
    cite: str
    words: str
    status: str
    means: str
    """How sure the text is of it."""


def cites_of(moment: Moment, rules: Rules) -> tuple[str, ...]:
    """Under which paragraphs it happened: what was due, what was settled, ruled or refused."""
    found = [due(moment.before, rules).rule.cite] if moment.seen is not None else []
    for event in moment.facts:
        match event:
            case e.HandSettled():
                found += [line.cite for line in event.lines]
            case e.HoldRuled() | e.TapRefused():
                found.append(event.cite)
            case _:
                pass
    return tuple(dict.fromkeys(cite for cite in found if cite not in NOWHERE))


def rules_behind(cites: tuple[str, ...], rules: Rules) -> tuple[CitedRule, ...]:
    """What the book says there: first what stands under the very citation, else under one of its parts."""
    found: dict[str, CitedRule] = {}
    for cite in cites:
        every = list(_every(rules))
        exact = [one for one in every if one[1].cite == cite]
        parts = set(_parts(cite))
        for name, rule in exact or [one for one in every if parts & set(_parts(one[1].cite))]:
            found.setdefault(name, _cited(name, rule))
    return tuple(found.values())


def _every(rules: Rules) -> list[tuple[str, Any]]:
    return [
        (f"{section}.{name}", one)
        for section, fields in rules_in(rules).items()
        for name, rule in fields.items()
        for one in (rule if isinstance(rule, tuple) else (rule,))
    ]


def _parts(cite: str) -> list[str]:
    return [part.strip() for part in cite.split(",")]


def _cited(name: str, rule: Any) -> CitedRule:
    said = in_words(name.partition(".")[2], rule)
    words = said if " " in said else said.replace("_", " ")
    note = getattr(rule, "note", "")
    title = name.partition(".")[2].replace("_", " ")
    whole = " ".join(part for part in (words.rstrip(".") + ".", note) if part.strip("."))
    return CitedRule(title, rule.cite, whole, rule.status, STATUS_MEANS[rule.status])
