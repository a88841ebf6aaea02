"""Checks of a profile beyond its shape: citations, gaps, dealing orders, money lines and numbers."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from dealer_station.engine.due.irregularity_kinds import CATALOGUE, RULINGS
from dealer_station.engine.due.progressive_hands import HANDS
from dealer_station.engine.model.wager_outcomes import read_line
from dealer_station.engine.rulebook.operator_value_parser import read_form
from dealer_station.engine.rulebook.rule_sections import DealOrder, Form, Limits, Measure, Rule, read_call
from dealer_station.engine.rulebook.ruling_sections import Moment
from dealer_station.engine.words.prompts import STEPS
from dealer_station.rulebooks.line_numbers import Path
from dealer_station.rulebooks.shape_check import Complaint, shown

NOT_ADDRESSED = "not addressed"
"""The citation of a silence; only for values the text does not state."""

DECIDED_WAGERS = {
    ("settlement", "higher"): {"main", "tie"},
    ("settlement", "lower"): {"main", "tie"},
    ("settlement", "tied"): {"tie"},
    ("settlement", "surrender"): {"main"},
    ("settlement", "void"): {"main", "tie"},
    ("war", "won"): {"main", "war"},
    ("war", "lost"): {"main", "war"},
    ("war", "tied"): {"main", "war"},
}
"""The wagers each outcome must decide; a stake without a line would stay on the layout."""

ORDER_WORDS = "an order has burn, players and dealer, or an inner list of burn, player and dealer"


Parts = Mapping[str, Mapping[str, Any]]
"""The well-formed rules of a file, by section and name."""


def complaints(parts: Parts, gap_ids: list[str]) -> Iterator[Complaint]:
    """Yield every fault in these parts of a file."""
    for index, gap_id in enumerate(gap_ids):
        if gap_id in gap_ids[:index]:
            yield ("gaps", index, "id"), f"{gap_id} appears twice; give each gap one entry"
    for section, name, path, rule in _rules(parts):
        yield from _citation_complaints(path, rule)
        for index, gap in enumerate(rule.gaps):
            if gap not in gap_ids:
                yield (*path, "gaps", index), f"{gap} is not among the [[gaps]] of this file; add it there"
        if isinstance(rule, Rule):
            yield from _open_complaints(path, rule)
            yield from _step_complaints(path, rule)
        if (section, name) in DECIDED_WAGERS:
            yield from _money_complaints(path, rule, DECIDED_WAGERS[section, name])
        if isinstance(rule, DealOrder):
            yield from _order_complaints(path, rule)
            yield from _card_complaints(path, rule)
        if isinstance(rule.value, Measure) and not 0 <= rule.value.amount < math.inf:
            yield (*path, "value", "amount"), f"{rule.value.amount} is not a valid depth; use zero or more"
    yield from _ruling_complaints(parts.get("rulings", {}))
    yield from _name_complaints(parts)
    yield from _number_complaints(parts)
    war = parts.get("war", {})
    if all(name in war for name in ("war_burn", "dealer_war_cards", "deal")):
        yield from _war_deal_complaints(war["war_burn"], war["dealer_war_cards"], war["deal"])


def _rules(parts: Parts) -> Iterator[tuple[str, str, Path, Any]]:
    """Yield each value with its section, name and path; the dealing orders of the war one by one."""
    for section, part in parts.items():
        for name, rule in part.items() if section != "book" else ():
            if not isinstance(rule, tuple):
                yield section, name, (section, name), rule
            for index, order in enumerate(rule if isinstance(rule, tuple) else ()):
                yield section, name, (section, name, index), order


def _citation_complaints(path: Path, rule: Any) -> Iterator[Complaint]:
    if not rule.cite.strip():
        yield (
            (*path, "cite"),
            f'no citation; name the paragraph, or "{NOT_ADDRESSED}" where the book is silent',
        )
    elif rule.cite == NOT_ADDRESSED and rule.status in ("stated", "inferred", "interpretive"):
        yield (
            (*path, "status"),
            f'"{rule.status}" needs a paragraph to point to; cite it, or use silent or house_default',
        )


MOMENTS: tuple[Moment, ...] = ("before", "deal", "settled", "after", "not_covered")
"""The moments for which every kind needs an entry."""


def _ruling_complaints(rulings: Mapping[str, Any]) -> Iterator[Complaint]:
    """Check that each kind lists only possible remedies and has an entry for every moment."""
    for kind, entries in rulings.items():
        path: Path = ("rulings", kind)
        known = CATALOGUE[kind].rulings
        for index, entry in enumerate(entries):
            for place, ruling in enumerate(entry.value):
                if ruling not in known:
                    yield (
                        (*path, index, "value", place),
                        f'"{ruling}" cannot be carried out here; expected one of {", ".join(known)}',
                    )
            if not entry.value:
                yield (*path, index, "value"), "no remedy; name at least one"
        for moment in MOMENTS if not any(not entry.when for entry in entries) else ():
            if not any(moment in entry.when for entry in entries):
                yield path, f'no entry for the moment "{moment}"; add it to a when, or an entry without when'


def _open_complaints(path: Path, rule: Rule[Any]) -> Iterator[Complaint]:
    if rule.open and rule.range is not None:
        yield (*path, "range"), "open and range both say what the operator may answer; keep one of them"
    for index, choice in enumerate(rule.open):
        if not isinstance(choice, str | int):
            yield (*path, "open", index), "an operator can answer with a word or a whole number only"
        elif choice in rule.open[:index]:
            yield (*path, "open", index), f"{shown(choice)} appears twice; name each choice once"
    if rule.open and rule.value not in rule.open:
        yield (
            (*path, "value"),
            f"{shown(rule.value)} is not among the open values {shown(rule.open)}; add it or choose one",
        )
    if rule.form and (complaint := _form_complaint(rule, rule.form)):
        yield (*path, "value"), complaint
    if rule.range is not None:
        low, high = rule.range
        if not isinstance(rule.value, int | float):
            yield (*path, "range"), "a range is for numbers; use open for words"
        elif low > high:
            yield (*path, "range"), f"{low} is above {high}; write the least first"
        elif not low <= rule.value <= high:
            yield (*path, "value"), f"{rule.value} is outside its range; expected {low} to {high}"


def _step_complaints(path: Path, rule: Rule[Any]) -> Iterator[Complaint]:
    for index, line in enumerate(rule.at):
        asked, found, cite = line.partition(" @ ")
        if asked.partition(" ")[0] not in (*STEPS, *CATALOGUE) or not found or not cite.strip():
            yield (
                (*path, "at", index),
                f"{shown(line)} gives no step its paragraph; write STEP @ CITE, or STEP CAUSE @ CITE",
            )


CARDS_OF_AN_ORDER = ("player", "dealer", "burn", "burn player", "burn dealer")
"""The cards of a dealing order that may have their own citation; `alone` (a single player) or `first` (the
player who is served first) may precede each.
"""
_CARDS = f"one of {', '.join(CARDS_OF_AN_ORDER)}, or alone or first before it"


def _card_complaints(path: Path, order: DealOrder) -> Iterator[Complaint]:
    for index, line in enumerate(order.at):
        asked, found, cite = line.partition(" @ ")
        if (
            asked.removeprefix("alone ").removeprefix("first ") not in CARDS_OF_AN_ORDER
            or not found
            or not cite.strip()
        ):
            yield (
                (*path, "at", index),
                f"{shown(line)} gives no card its paragraph; write CARD @ CITE, with {_CARDS}",
            )


def _form_complaint(rule: Rule[Any], form: Form) -> str:
    """The fault in operator's data that the file itself supplies, or an empty string."""
    if not isinstance(rule.value, str):
        return "a form is for text; use range for numbers"
    try:
        read_form(form, rule.value) if rule.value else None
    except ValueError as error:
        return str(error)
    return ""


def _money_complaints(path: Path, rule: Any, decided: set[str]) -> Iterator[Complaint]:
    wagers: Counter[str] = Counter()
    for index, text in enumerate(rule.value):
        try:
            wagers[read_line(text).wager] += 1
        except ValueError as error:
            yield (*path, "value", index), str(error)
            return
    for wager in sorted(decided - set(wagers)):
        yield (*path, "value"), f"no line for the {wager} wager; say what happens to it"
    for wager, count in wagers.items():
        if count > 1:
            yield (*path, "value"), f"{count} lines for the {wager} wager; one outcome has one line for each"


def _order_complaints(path: Path, order: DealOrder) -> Iterator[Complaint]:
    inner: list[str] = []
    for index, item in enumerate(order.value):
        allowed = ("burn", "players", "dealer") if isinstance(item, str) else ("burn", "player", "dealer")
        for word in (item,) if isinstance(item, str) else item:
            if word not in allowed:
                yield (*path, "value", index), f'"{word}" does not belong here; {ORDER_WORDS}'
                return
            if not isinstance(item, str):
                inner.append(word)
    served = Counter(word for item in order.value for word in ((item,) if isinstance(item, str) else item))
    if served["players"] + served["player"] != 1 or served["dealer"] != 1:
        yield (*path, "value"), "a dealing order names the players once and the dealer once"
    elif "dealer" in inner and order.dealer_war_cards != "one_per_war_player":
        yield (
            (*path, "value"),
            'a dealer\'s card for each player needs dealer_war_cards = "one_per_war_player"',
        )


def _war_deal_complaints(
    war_burn: Rule[str], dealer_war_cards: Rule[str], orders: tuple[DealOrder, ...]
) -> Iterator[Complaint]:
    # Every combination of war_burn and dealer_war_cards that the operator may choose needs exactly one
    # dealing order. An order without one of the two keys applies to all answers to it.
    burns = war_burn.open or (war_burn.value,)
    cards = dealer_war_cards.open or (dealer_war_cards.value,)
    for index, order in enumerate(orders):
        for name, answer, known in (
            ("war_burn", order.war_burn, burns),
            ("dealer_war_cards", order.dealer_war_cards, cards),
        ):
            if answer and answer not in known:
                yield (
                    ("war", "deal", index, name),
                    f"{shown(answer)} is not what {name} can be here; expected one of {', '.join(known)}",
                )
        if order.war_burn and (order.war_burn == "none") == ("burn" in str(order.value)):
            yield (
                ("war", "deal", index, "value"),
                f"the burns in this order do not fit war_burn = {shown(order.war_burn)}",
            )
    for burn in burns:
        for served in cards:
            fitting = [index for index, order in enumerate(orders) if _holds_for(order, burn, served)]
            answers = f"war_burn {burn} with dealer_war_cards {served}"
            if not fitting:
                yield ("war",), f"no [[war.deal]] for {answers}; add one"
            for index in fitting[1:]:
                yield ("war", "deal", index), f"a second order for {answers}; keep one"


def _holds_for(order: DealOrder, burn: str, cards: str) -> bool:
    return order.war_burn in ("", burn) and order.dealer_war_cards in ("", cards)


def _name_complaints(parts: Parts) -> Iterator[Complaint]:
    """Check names and titles; options need unique names, because answers refer to names alone."""
    seen: dict[str, str] = {}
    for section, name, path, rule in _rules(parts):
        if isinstance(rule, Rule) and rule.is_open:
            if name in seen:
                yield path, f"{seen[name]}.{name} is open under the same name; leave only one of them open"
            seen.setdefault(name, section)
    name_of_book = parts.get("book", {}).get("id", "?")
    if not name_of_book.strip():
        yield ("book", "id"), "no name; give the book a short one, such as my_house"
    roles = parts.get("roles", {}).get("role_map")
    if roles and not any(title.strip() for title in roles.value[:1]):
        yield ("roles", "role_map", "value"), "nobody to call; name the first-line authority first"
    departs = parts.get("roles", {}).get("departures")
    if departs and roles and roles.value and departs.value not in roles.value:
        yield (
            ("roles", "departures", "value"),
            f"{shown(departs.value)} is not a title of role_map; name the highest title in the casino",
        )
    for name, rule in parts.get("roles", {}).items():
        if roles and roles.value and rule.title and rule.title not in roles.value:
            known = ", ".join(roles.value)
            yield ("roles", name, "title"), f"{shown(rule.title)} is not a title of this book; it has {known}"
    deputies = parts.get("roles", {}).get("deputies")
    for index, title in enumerate(deputies.value if deputies else ()):
        if roles and roles.value and title not in roles.value:
            known = ", ".join(roles.value)
            yield (
                ("roles", "deputies", "value", index),
                f"{shown(title)} is not a title of this book; it has {known}",
            )
    called = parts.get("roles", {}).get("called_for")
    for index, pair in enumerate(called.value if called else ()):
        about, title = read_call(pair)
        if about not in (*CATALOGUE, *RULINGS) or (roles and roles.value and title not in roles.value):
            yield (
                ("roles", "called_for", "value", index),
                f"{shown(pair)} calls nobody; write KIND: TITLE or RULING: TITLE, with a title of role_map",
            )


def _number_complaints(parts: Parts) -> Iterator[Complaint]:
    table, cards = parts.get("table", {}), parts.get("cards", {})
    spots, most = table.get("spots"), table.get("max_spots")
    if spots and most and not 1 <= spots.value <= most.value:
        yield ("table", "spots", "value"), f"{spots.value} spots; expected 1 to max_spots ({most.value})"
    for path, rule in (
        (("table", "bettors_per_spot", "value"), table.get("bettors_per_spot")),
        (("cards", "decks", "value"), cards.get("decks")),
    ):
        if rule and rule.value < 1:
            yield path, f"{rule.value} is too few; expected at least one"
    paytable = parts.get("progressive", {}).get("paytable")
    for index, line in enumerate(paytable.value if paytable else ()):
        if line.hand not in HANDS:
            known = ", ".join(HANDS)
            yield (
                ("progressive", "paytable", "value", index, "hand"),
                f"{shown(line.hand)} is not a hand; expected one of {known}",
            )
    for name in ("main_limits", "tie_limits"):
        limits = getattr(parts.get("wagers", {}).get(name), "value", Limits())
        if min(limits.min_cents, limits.max_cents, limits.step_cents) < 0:
            yield ("wagers", name, "value"), "an amount below zero; use zero where there is no limit"
        elif limits.max_cents and limits.min_cents > limits.max_cents:
            yield (
                ("wagers", name, "value"),
                f"min_cents {limits.min_cents} is above max_cents {limits.max_cents}",
            )
