"""Sentences that keep their template and values, so that a screen can translate them."""

import re
from collections.abc import Iterable
from functools import lru_cache

CONJUNCTIONS = (" and ", " or ")
"""Words that `joined` puts between sentences; each has a translation."""


class Sentence(str):
    """An English text with the template and the values from which it was made."""

    template: str
    fields: dict[str, object]

    __slots__ = ("fields", "template")

    def __new__(cls, template: str, fields: dict[str, object] | None = None) -> "Sentence":
        made = str.__new__(cls, template.format_map(fields) if fields else template)
        made.template, made.fields = template, fields or {}
        return made

    def __reduce__(self) -> tuple[type["Sentence"], tuple[str, dict[str, object]]]:
        return Sentence, (self.template, self.fields)


def said(template: str, **fields: object) -> Sentence:
    """Fill in the fields of `template`; the result keeps both for translation."""
    return Sentence(template, fields)


def joined(between: str, parts: Iterable[str]) -> Sentence:
    """Join several sentences into one that stays translatable."""
    listed = list(parts)
    if between in CONJUNCTIONS and len(listed) > 2:
        # Joined in pairs: a conjunction is translated with the two parts that it joins, for any number of
        # parts.
        listed = [listed[0], joined(between, listed[1:])]
    fields: dict[str, object] = {f"part{number}": part for number, part in enumerate(listed)}
    return Sentence(between.join(f"{{{name}}}" for name in fields), fields)


def recalled(template: str, words: str) -> Sentence | None:
    """The translatable sentence behind a text from a log, which stores the text alone."""
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
            # The last field matches greedily, the fields before it as little as possible.
            pattern += f"(?P={piece})" if piece in seen else f"(?P<{piece}>.*?)"
            seen.add(piece)
    return re.compile(pattern, re.DOTALL)
