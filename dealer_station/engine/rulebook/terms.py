"""The book's own terms in a sentence: its names for a spot, for each wager and for a burn."""

from collections.abc import Iterable

from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.rulebook.rules import Rules


def spot_words(name: object, rules: Rules) -> str:
    """`spot 3`, or `box 3`."""
    return said("box {name}" if _is_box(rules) else "spot {name}", name=name)


def spot_title(name: object, rules: Rules) -> str:
    """`Spot 3`, or `Box 3`, for the beginning of a sentence or the label of a button."""
    return said("Box {name}" if _is_box(rules) else "Spot {name}", name=name)


def spots_words(spots: Iterable[int | str], rules: Rules) -> str:
    """`spot 3`, or `spots 3, 1`, in the given order."""
    named = [str(spot) for spot in spots]
    if len(named) == 1:
        return spot_words(named[0], rules)
    return said("boxes {names}" if _is_box(rules) else "spots {names}", names=", ".join(named))


def spot_plural(rules: Rules) -> str:
    """`spots`, or `boxes`."""
    return "boxes" if _is_box(rules) else "spots"


def wager_words(wager: str, rules: Rules) -> str:
    """The book's name for a wager, or ours if the book has none."""
    terms = rules.terms
    if wager == "war_tie":
        return said("{tie_wager} on the war", tie_wager=terms.war_tie_wager.value or "tie wager")
    named = {
        "main": terms.main_wager.value,
        "tie": terms.tie_wager.value,
        "war": terms.war_wager.value,
        "progressive": terms.progressive_wager.value,
        "bonus": terms.bonus_wager.value,
        "envy": "Envy Bonus",
    }
    return named.get(wager) or wager


def discards(rules: Rules) -> bool:
    """True if the book says discard where the others say burn."""
    return rules.terms.burn_word.value == "discard"


def _is_box(rules: Rules) -> bool:
    return rules.terms.spot_word.value == "box"
