"""Sentences that remember how they were made, so that a screen can say them in another language."""

from collections.abc import Iterable


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
    fields: dict[str, object] = {f"part{number}": part for number, part in enumerate(parts)}
    return Sentence(between.join(f"{{{name}}}" for name in fields), fields)
