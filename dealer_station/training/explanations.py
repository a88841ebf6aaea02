"""The rule behind an answer: its address, our words for it, and its status in plain words."""

from msgspec import Struct

from dealer_station.engine.model.rule_part_addresses import Status
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.rulebooks.book_addresses import gists_cited

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

    book: str
    cite: str
    status: Status
    status_words: str

    def gist(self, language: str = "en") -> str:
        """The rule in our words, as the book's table of addresses has it; empty where the book is silent."""
        return " ".join(dict.fromkeys(gists_cited(self.book, self.cite, language).values()))


def explanation(book: str, cite: str, status: str) -> Explanation:
    """The explanation of a rule by its citation."""
    sure: Status = status if status in STATUS_WORDS else "silent"  # type: ignore[assignment]
    return Explanation(book, cite, sure, STATUS_WORDS[sure])
