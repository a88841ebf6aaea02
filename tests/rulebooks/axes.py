"""Expectations about the five books: the table of axes in axes.txt, and the gaps of each book."""

from pathlib import Path
from typing import Any

from dealer_station.engine.rulebook.rule_sections import Limits, Measure
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.rulebooks import NAMES


def _table() -> dict[str, dict[str, str]]:
    """The value of each book, by `section.rule` and book."""
    axes: dict[str, dict[str, str]] = {}
    for line in Path(__file__).with_name("axes.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            where, *values = (part.strip() for part in line.split("|"))
            axes[where] = dict(zip(NAMES, values, strict=True))
    return axes


AXES = _table()

NAMES_OF_AXES = """
card_supply opening_inspection preshuffled_path shuffle_script cut_policy cut_refusal_rotation
cut_last_resort cut_depth cut_card_reinsert recut idle_table deck_life spot_model card_recipient
tie_wager_dependency opening_burn dealer_change_burn close_call progressive_lock dealing_hand
dealer_card_reveal cutcard_mid_round cutcard_first_card original_settlement settlement_direction
tie_option_phase surrender_handling war_stake war_tie_wager pre_war_pickup war_burn dealer_war_cards
war_card_place war_settlement_direction war_pay_model end_pickup progressive_stake_on_win envy meter
suited_double_tie electronic_version error_doctrine second_face_up exposed_draw unseen_draw missed_spot
empty_spot_card burn_forgotten burn_exposed shuffler_fault missed_option short_shoe
cutcard_overlooked_or_absent damaged_card players_out_option limits_model over_max verbal_wager
abandoned_wager toke_policy dispute_call role_map
""".split()
"""Axes that are one rule of the same name."""

AXES_WITH_OTHER_NAMES = {
    "cut_first_offer": (
        "cut_first_offer_new_game",
        "cut_first_offer_cutcard_on_spot",
        "cut_first_offer_cutcard_on_dealer",
        "cut_first_offer_discretionary",
        "cut_first_offer_cards_replaced",
    ),
    "progressive": ("progressive_rules",),
    "bonus_spin": ("bonus_spin_rules",),
}
"""Axes that a profile splits by cause, or keeps apart from the switch of the same name."""

GAPS_OF = {"massachusetts": 25, "house_manual": 24, "maryland": 34, "exhibit_a": 19, "new_zealand": 24}
PREFIXES = {
    "massachusetts": "MA",
    "house_manual": "HM",
    "maryland": "MD",
    "exhibit_a": "EA",
    "new_zealand": "NZ",
}
SHARED_GAPS = {
    "massachusetts": {"ALL-G1", "ALL-G2", "ALL-G3"},
    "house_manual": {"ALL-G1", "ALL-G2", "ALL-G3", "ALL-G5"},
    "maryland": {"ALL-G1", "ALL-G2", "ALL-G3", "ALL-G4"},
    "exhibit_a": {"ALL-G1", "ALL-G2", "ALL-G3"},
    "new_zealand": {"ALL-G1", "ALL-G3", "ALL-G4"},
}


def rule_at(rules: Rules, where: str) -> Any:
    """The rule at `section.name`."""
    section, name = where.split(".")
    return getattr(getattr(rules, section), name)


def written(value: object) -> str:
    """A value in the form of the tables above."""
    match value:
        case Measure():
            return f"{value.kind}:{value.amount:g}"
        case Limits():
            return f"{value.min_cents}-{value.max_cents}/{value.step_cents}"
        case tuple():
            return "+".join(str(item) for item in value)
        case _:
            return str(value)
