"""RulingView: a ruling as every screen, report and document shows it."""

from typing import Literal

from msgspec import Struct

from dealer_station.engine.model.kinds import Ruling
from dealer_station.engine.model.translatable_sentences import Sentence

RulingKind = Literal["finding", "remedy", "departure", "intervention"]


class RulingWords(Struct, frozen=True):
    """The label of a ruling: what it does, and a second line with its meaning."""

    words: Sentence
    detail: str = ""


class RulingView(Struct, frozen=True):
    """One ruling that is open on a hold, with the same wording on every surface."""

    ruling: Ruling
    kind: RulingKind
    words: str
    detail: str
    cite: str
    """The paragraph of a remedy; empty where the text is silent, and for a finding and a departure."""
    sentence: str = ""
    """The ruling in full, with everything that it changes."""
    cards: int = 0
    """Number of early cards that it is about; zero where it is about its own stop alone."""
