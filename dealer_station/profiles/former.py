"""Rulebooks of earlier versions: topics that came later with what held before them, and topics that are gone.

A log keeps the text of the rulebook that its rounds were played under, and must be read for ever. A new
topic of a profile is entered here, with the value under which a table behaves as it did without it.
"""

from typing import Any

_SILENT = {"cite": "not addressed", "status": "silent"}

ADDED: dict[str, dict[str, Any]] = {
    "table": {"adjacent_boxes": "off"},
    "opening": {"wash_way": "", "batches_apart": ""},
    "shuffle": {"idle_batch": "none"},
    "cut": {"load": ""},
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
    """The data of a rulebook of any version, in the shape of this one."""
    return {name: _section(name, part) if isinstance(part, dict) else part for name, part in data.items()}


def _section(name: str, part: dict[str, Any]) -> dict[str, Any]:
    kept = {topic: rule for topic, rule in part.items() if topic not in GONE.get(name, ())}
    later = {topic: {"value": value, **_SILENT} for topic, value in ADDED.get(name, {}).items()}
    return {**later, **kept}
