"""Sentences that remember how they were made, so that a screen can say them in another language."""

import re
from collections.abc import Iterable
from functools import lru_cache

CONJUNCTIONS = (" and ", " or ")
"""Words that `joined` puts between sentences; each has a translation."""


class Sentence(str):
    """English words, with the template and the values that they were made of."""

    template: str
    fields: dict[str, object]

    __slots__ = ("fields", "template")

    def __new__(cls, template: str, fields: dict[str, object] | None = None) -> "Sentence":
        made = super().__new__(cls, template.format(**fields) if fields else template)
        made.template, made.fields = template, fields or {}
        return made

    def __reduce__(self) -> tuple[type["Sentence"], tuple[str, dict[str, object]]]:
        return Sentence, (self.template, self.fields)


def said(template: str, **fields: object) -> Sentence:
    """`template` with its fields filled in; whoever translates takes the two apart again."""
    return Sentence(template, fields)


def joined(between: str, parts: Iterable[str]) -> Sentence:
    """Several sentences as one, each still translatable."""
    listed = list(parts)
    if between in CONJUNCTIONS and len(listed) > 2:
        # Pair by pair: a conjunction is translated with the two parts that it joins, however many there are.
        listed = [listed[0], joined(between, listed[1:])]
    fields: dict[str, object] = {f"part{number}": part for number, part in enumerate(listed)}
    return Sentence(between.join(f"{{{name}}}" for name in fields), fields)


def recalled(template: str, words: str) -> Sentence | None:
    """`words` as the sentence that they were before a log kept them: the words alone are stored there."""
    found = _pattern(template).fullmatch(words)
    return Sentence(template, dict(found.groupdict())) if found else None


@lru_cache(maxsize=4096)
def _pattern(template: str) -> re.Pattern[str]:
    pieces = re.split(r"\{(\w+)[^}]*\}", template)
    seen: set[str] = set()
    pattern = ""
    for place, piece in enumerate(pieces):
        if place % 2 == 0:
            pattern += re.escape(piece)
        else:
            # The last field takes what is left, the ones before it as little as they can.
            pattern += f"(?P={piece})" if piece in seen else f"(?P<{piece}>.*?)"
            seen.add(piece)
    return re.compile(pattern, re.DOTALL)
