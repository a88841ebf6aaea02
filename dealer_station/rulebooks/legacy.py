"""Rulebooks of earlier versions: adds topics introduced later, and drops topics that were removed.

A log keeps the text of the rulebook its rounds were played under and must stay readable for ever.
Each new topic of a profile is entered here, with the value under which a table behaves as it did
before.
"""

from typing import Any

from msgspec.structs import replace

from dealer_station.engine.due.irregularity_kinds import CATALOGUE
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.ruling_sections import Moment, RulingRule, RulingRules

_SILENT = {"cite": "not addressed", "status": "silent"}

ADDED: dict[str, dict[str, Any]] = {
    "table": {"adjacent_boxes": "off"},
    "terms": {
        "spot_word": "spot",
        "burn_word": "burn",
        "war_word": "war",
        "progressive_wager": "",
        "bonus_wager": "",
    },
    "opening": {"wash_way": "", "batches_apart": "", "inspection_way": ""},
    "shuffle": {"idle_batch": "none", "stored_batch": ""},
    "cut": {"load": "", "offer_way": "", "complete_cut": "", "reinserted_card": "same"},
    "wagers": {"box_max": 0, "player_max": 0, "payout_limit": 0},
    "war": {"war_tie_closes": "first_war_card"},
    "pickup": {"return_facing": "unspecified"},
    "progressive": {
        "progressive_limits": {},
        "envy_hands": "",
        **dict.fromkeys(("collect", "count", "verify_hand", "verify_light", "validate"), ""),
    },
    "bonus_spin": {
        **dict.fromkeys(("bonus_trigger", "bonus_wheel", "bonus_table", "bonus_one_dollar"), ""),
        **dict.fromkeys(("bonus_seeds", "bonus_rates"), ""),
        "bonus_stake_on_win": "unspecified",
    },
    "house": {"toke_max_percent": 0},
    "roles": {"called_for": []},
}

GONE: dict[str, tuple[str, ...]] = {"progressive": ("collect_and_count", "validation")}


def brought_to_today(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a rulebook of any version in the current shape."""
    today = {name: _section(name, part) if isinstance(part, dict) else part for name, part in data.items()}
    if isinstance(today.get("roles"), dict):
        today["roles"] = _with_titles({"departures": _highest_title(today["roles"]), **today["roles"]})
    return {**today, "rulings": {**_former_rulings(), **today.get("rulings", {})}}


def _highest_title(roles: dict[str, Any]) -> dict[str, Any]:
    """The title that may depart from the book: formerly the last in the list of titles."""
    known = roles.get("role_map", {})
    return {**_SILENT, "value": (known.get("value") or [""])[-1]} if isinstance(known, dict) else {}


def _with_titles(roles: dict[str, Any]) -> dict[str, Any]:
    """The section about people of a rulebook that named titles only inside its sentences."""
    # The program that wrote such a log read the rulebook like this: a sentence calls for the lowest title
    # whose name it contains, and a title that ends in the name of the highest one may do what that one may.
    if "deputies" in roles:
        return roles
    known = roles.get("role_map", {})
    titles = (known.get("value") or []) if isinstance(known, dict) else []
    called = {}
    for name in ("first_line", "let_players_out", "void_hands", "progressive_payout"):
        rule = roles.get(name)
        if isinstance(rule, dict):
            sentence = str(rule.get("value", "")).casefold()
            title = next((title for title in titles if title.casefold() in sentence), "")
            called[name] = {**rule, "title": title}
    highest = str(roles.get("departures", {}).get("value", "")).casefold().removesuffix(" or above")
    deputies = [title for title in titles if highest and title.casefold().endswith(highest)]
    return {**roles, **called, "deputies": {**_SILENT, "value": deputies}}


def as_before_interventions(rules: Rules) -> Rules:
    """Return rules under which interventions need no reason and a departure need not name a person."""
    return replace(rules, interventions=False)


def _former_rulings() -> dict[str, Any]:
    return {kind: [{"value": list(entry.rulings), **_SILENT}] for kind, entry in CATALOGUE.items()}


def with_former_rulings(rules: Rules) -> Rules:
    """Return rules in which every possible ruling is a remedy, as before books listed their own remedies."""
    # In those versions a ruling cited the rule about the irregularity where that rule reached the case, and
    # the moves of a ruling were not confirmed.
    covered: tuple[Moment, ...] = ("before", "deal", "settled", "after")
    entries = {}
    for kind, entry in CATALOGUE.items():
        rule = entry.rule(rules)
        reached = RulingRule(entry.rulings, rule.cite, rule.status, when=covered)
        beyond = RulingRule(entry.rulings, "not addressed", "silent", when=("not_covered",))
        entries[kind] = (reached, beyond)
    return replace(rules, rulings=RulingRules(**entries), confirms_moves=False)


def _section(name: str, part: dict[str, Any]) -> dict[str, Any]:
    kept = {topic: rule for topic, rule in part.items() if topic not in GONE.get(name, ())}
    later = {topic: {"value": value, **_SILENT} for topic, value in ADDED.get(name, {}).items()}
    return {**later, **kept}
