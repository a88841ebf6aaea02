"""What a profile must satisfy beyond its shape: citations, known gaps, orders and money lines that read."""

from collections.abc import Iterator
from typing import Any

from dealer_station.engine.errors import ProfileError
from dealer_station.engine.money_lines import read_line
from dealer_station.engine.rules import Rules, rules_in
from dealer_station.profiles.places import line_of

NOT_ADDRESSED = "not addressed"
"""The citation of a silence; only for values that the text does not state."""

MONEY_RULES = {
    "settlement": ("higher", "lower", "tied", "surrender", "void"),
    "war": ("won", "lost", "tied"),
}


def check_rules(rules: Rules, file: str, text: str) -> None:
    """Raises a ProfileError for the first thing that does not hold."""
    for path, complaint in _complaints(rules):
        raise ProfileError(f"{file} line {line_of(text, path)}, {path}: {complaint}")


def _complaints(rules: Rules) -> Iterator[tuple[str, str]]:
    known_gaps = [gap.id for gap in rules.gaps]
    for index, gap_id in enumerate(known_gaps):
        if gap_id in known_gaps[:index]:
            yield f"gaps[{index}]", f"{gap_id} is there twice; give each gap one entry"
    for section, fields in rules_in(rules).items():
        for name, rule in fields.items():
            values = rule if isinstance(rule, tuple) else (rule,)
            for index, value in enumerate(values):
                path = f"{section}.{name}" + (f"[{index}]" if isinstance(rule, tuple) else "")
                yield from _value_complaints(path, value, known_gaps)
    yield from _money_complaints(rules)
    yield from _order_complaints(rules)
    yield from _number_complaints(rules)


def _value_complaints(path: str, rule: Any, known_gaps: list[str]) -> Iterator[tuple[str, str]]:
    if not rule.cite.strip():
        yield (
            f"{path}.cite",
            f'no citation; name the paragraph, or "{NOT_ADDRESSED}" where the book is silent',
        )
    elif rule.cite == NOT_ADDRESSED and rule.status in ("stated", "inferred", "interpretive"):
        yield f"{path}.status", f'"{rule.status}" needs a paragraph to point to; cite it, or use silent'
    for gap in rule.gaps:
        if gap not in known_gaps:
            yield f"{path}.gaps", f"{gap} is not among the [[gaps]] of this file; add it there"
    choices = getattr(rule, "open", ())
    if choices and rule.value not in choices:
        yield (
            f"{path}.value",
            f"{rule.value} is not among the open values {list(choices)}; add it or choose one",
        )


def _money_complaints(rules: Rules) -> Iterator[tuple[str, str]]:
    for section, names in MONEY_RULES.items():
        for name in names:
            for line in getattr(getattr(rules, section), name).value:
                try:
                    read_line(line)
                except ValueError as error:
                    yield f"{section}.{name}", str(error)


def _order_complaints(rules: Rules) -> Iterator[tuple[str, str]]:
    orders = [("deal.order", rules.deal.order)]
    orders += [(f"war.deal[{index}]", order) for index, order in enumerate(rules.war.deal)]
    for path, order in orders:
        flat = [word for item in order.value for word in ((item,) if isinstance(item, str) else item)]
        for word in flat:
            if word not in ("burn", "player", "players", "dealer"):
                yield (
                    path,
                    f'"{word}" is not of a dealing order; use burn, players, dealer, or [..., "player"]',
                )
        if "dealer" not in flat or not {"player", "players"} & set(flat):
            yield path, "a dealing order serves the players and the dealer; name both"
    for burn in rules.war.war_burn.open or (rules.war.war_burn.value,):
        for cards in rules.war.dealer_war_cards.open or (rules.war.dealer_war_cards.value,):
            if not any(_holds_for(order, burn, cards) for order in rules.war.deal):
                yield "war.deal", f"no order for war_burn {burn} with dealer_war_cards {cards}; add one"


def _holds_for(order: Any, burn: str, cards: str) -> bool:
    return order.war_burn in ("", burn) and order.dealer_war_cards in ("", cards)


def _number_complaints(rules: Rules) -> Iterator[tuple[str, str]]:
    if not 1 <= rules.table.spots.value <= rules.table.max_spots.value:
        yield "table.spots", f"between 1 and max_spots ({rules.table.max_spots.value})"
    if rules.cards.decks.value < 1:
        yield "cards.decks", "at least one deck"
    for name in ("main_limits", "tie_limits"):
        limits = getattr(rules.wagers, name).value
        if limits.max_cents and limits.min_cents > limits.max_cents:
            yield f"wagers.{name}", "the least is above the most"
