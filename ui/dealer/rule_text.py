"""The rule of a step, for a dealer: its address, what the book says there in our words, and its status."""

from typing import Any

from dealer_station.engine.model.rule_part_addresses import Status
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.rulebooks.book_addresses import cited_in, gists_cited
from ui.common.translate import Speech

SHORT: dict[Status, str] = {
    "stated": "The book says so.",
    "inferred": "It follows from the book.",
    "interpretive": "The book can be read two ways.",
    "house_default": "The book leaves it open.",
    "silent": "The book does not say.",
}
"""The status of a rule beside its address."""

WHOLE: dict[Status, str] = {
    "stated": "The book says so in these places.",
    "inferred": "The book does not say it in so many words. It follows from what it says in these places.",
    "interpretive": "The book can be read in more than one way. This table follows one of the readings.",
    "house_default": "The book needs this step and does not say how. This house decided.",
    "silent": "The book does not say. A person with the right title decides.",
}
"""The status of a rule, explained on its page."""


def status_words(status: str) -> str:
    """The status of a rule in a few words, in English."""
    return next((words for known, words in SHORT.items() if known == status), "")


def cite_words(cite: str, status: str, say: Speech) -> str:
    """The address of a rule and, unless the book states the rule, its status in a few words."""
    how_sure = "" if status == "stated" else say(status_words(status))
    return " · ".join(word for word in (say("{cite}", cite=cite), how_sure) if word)


def rule_page(
    cite: str, status: str, step: str, book: RulebookView, say: Speech, *, practice: bool = False
) -> dict[str, Any]:
    """The page of a rule; `step` is the whole prompt, of which the panel may show only the beginning."""
    # `practice` is true if the words to say at this step are not those of the book.
    gists = gists_cited(book.id, cite, say.language)
    whole = next((say(words) for one, words in WHOLE.items() if one == status), "")
    # A house's own book has no list of addresses, so its citation stands alone.
    rules = [{"address": address, "says": gists.get(address, "")} for address in cited_in(cite)]
    return {
        "kind": "rule",
        "title": say("{book}: {cite}", book=book.title, cite=cite) if rules else book.title,
        "hint": "",
        "step": step,
        "practice": say("The words to say are good practice. The book has none.") if practice else "",
        "rules": rules,
        "status": whole,
    }
