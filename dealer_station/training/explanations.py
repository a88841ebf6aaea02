"""The rule behind an answer: its address, our words for it, and its status in plain words."""

from msgspec import Struct

from dealer_station.engine.model.rule_part_addresses import Status
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.rulebooks.book_addresses import addresses_of, cited_in

STATUS_WORDS: dict[str, str] = {
    "stated": said("The book says this."),
    "inferred": said("The book does not say it in so many words; it follows from what it says."),
    "interpretive": said("The book can be read in two ways; this is the reading of this house."),
    "house_default": said("The book does not say; this house decided."),
    "silent": said("The book says nothing about it; a person with the right to decides."),
}
"""The status of a rule, for a dealer."""


class Explanation(Struct, frozen=True):
    """A rule for somebody who learns it."""

    gist: str
    """The rule in our words, as the book's table of addresses has it; empty where the book is silent."""
    cite: str
    status: Status
    status_words: str


def explanation(book: str, cite: str, status: str) -> Explanation:
    """The explanation of a rule by its citation."""
    known = addresses_of(book)
    gists = dict.fromkeys(known[address].gist for address in cited_in(cite) if address in known)
    sure: Status = status if status in STATUS_WORDS else "silent"  # type: ignore[assignment]
    return Explanation(" ".join(gists), cite, sure, STATUS_WORDS[sure])
