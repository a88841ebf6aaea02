"""Rules: the typed shape of a rulebook, every value with its citation and status.

A profile file in dealer_station/rulebooks has this shape, section by section. `rule_sections` defines the
sections; this module defines the whole and the identity of a book.
"""

from typing import Any, Literal

from msgspec import Struct

from dealer_station.engine.rulebook import rule_sections as section
from dealer_station.engine.rulebook import ruling_sections as ruling_section
from dealer_station.engine.rulebook import shoe_sections as shoe
from dealer_station.engine.rulebook import side_bet_sections as side_section


class Gap(Struct, frozen=True, forbid_unknown_fields=True):
    """A contradiction or silence of the book: the problem, the resolution, and its reason."""

    id: str
    where: str
    problem: str
    resolution: str
    reason: str
    impact: tuple[Literal["money", "cards", "prompt", "citation"], ...]


class Book(Struct, frozen=True, forbid_unknown_fields=True):
    """The identity of the book, and the form of its citations."""

    id: str
    title: str
    nature: str
    citing: str


class Rules(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, kw_only=True):
    """One rulebook with the operator's answers filled in; `due` reads this."""

    book: Book
    terms: section.Terms
    table: section.TableRules
    cards: section.CardRules
    opening: shoe.OpeningRules
    shuffle: shoe.ShuffleRules
    cut: shoe.CutRules
    wagers: section.WagerRules
    burns: section.BurnRules
    deal: section.DealRules
    settlement: section.SettlementRules
    war: section.WarRules
    pickup: section.PickupRules
    progressive: side_section.ProgressiveRules
    bonus_spin: side_section.BonusSpinRules
    house: side_section.HouseRules
    irregularities: section.IrregularityRules
    rulings: ruling_section.RulingRules
    roles: section.RoleRules
    gaps: tuple[Gap, ...]

    digest: str = ""
    """SHA-256 of the profile's text, which identifies the rules of a game. Set by the loader."""
    options: tuple[tuple[str, str], ...] = ()
    """The operator's answers, by option name. Set by the loader."""
    confirms_moves: bool = True
    """True if the dealer confirms what a report or a ruling moves; False in rounds of earlier versions.
    Set by the loader."""
    interventions: bool = True
    """True if a ruling with nothing stopped is an intervention, a departure names a person, and a report that
    the book settled at once can be found mistaken; not so in rounds of earlier versions.
    Set by the loader."""


SET_BY_THE_LOADER = ("digest", "options", "confirms_moves", "interventions")
"""Fields that no profile file has."""

SECTIONS: tuple[str, ...] = tuple(
    name for name in Rules.__struct_fields__ if name not in ("book", "gaps", *SET_BY_THE_LOADER)
)


def rules_in(rules: Rules) -> dict[str, dict[str, Any]]:
    """Every rule by section and name, in the order of the file."""
    return {
        name: {field: getattr(part, field) for field in part.__struct_fields__}
        for name in SECTIONS
        for part in (getattr(rules, name),)
    }
