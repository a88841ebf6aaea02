"""The sections of a rulebook about cards on their way to the shoe: opening, shuffle and cut."""

from typing import Literal

from msgspec import Struct

from dealer_station.engine.rulebook.rule_sections import Measure, Rule, Switch, Words


class OpeningRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules from a closed table to cards that may be shuffled."""

    opening_inspection: Rule[
        Literal["dealer_floor_verify", "dealer_supervisor_independent", "dealer_alone", "none"]
    ]
    inspection_way: Words
    """Defects that the dealer looks for in new cards."""
    player_inspection: Words
    cards: Rule[Literal["ordinary", "prechecked", "preshuffled", "maker_preshuffled"]]
    preshuffled_path: Rule[
        Literal["external_rule", "skip_open_then_cut", "tiered_with_player_demand", "none"]
    ]
    wash: Rule[Switch]
    wash_way: Words
    """Method of washing new cards; those of an idle table are only washed and stacked."""
    batches_apart: Words
    """Steps for each batch separately, if there are two."""


IdleTable = Literal[
    "spread_then_wash_or_swap_batch", "spread_facedown_then_reopen", "supervisor_may_shuffle", "none"
]
SPREADS: tuple[IdleTable, ...] = ("spread_then_wash_or_swap_batch", "spread_facedown_then_reopen")
"""The procedures for an idle table that begin by spreading the cards."""


class ShuffleRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules about the shuffle: its method and its occasions."""

    shuffle_script: Rule[Literal["plug_riffle_turn_strip_cut", "half_deck_two_pass", "unspecified"]]
    steps: Rule[tuple[str, ...]]
    when: Words
    idle_table: Rule[IdleTable]
    idle_table_steps: Rule[tuple[str, ...]]
    idle_batch: Rule[Literal["reshuffled_if_asked", "none"]]
    """Right of a player at an idle table to have the batch from the shuffler reshuffled."""
    stored_batch: Words
    """Conditions for dealing that batch without a look at it; the dealer is asked."""


Cutter = Literal["first_player", "that_spot", "far_right", "far_left", "any_player", "none"]


class CutRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules about the cut: who cuts, how deep, and where the cut card goes back."""

    cut_policy: Rule[
        Literal[
            "offer_or_dealer_cuts",
            "offer_if_manual_or_preshuffled",
            "ask_a_player",
            "operator_may_offer",
            "none",
        ]
    ]
    dealer_cuts: Rule[Switch]
    offer_way: Words
    """Way of holding the stack out to the person who is asked to cut."""
    cut_first_offer_new_game: Rule[Cutter]
    cut_first_offer_cutcard_on_spot: Rule[Cutter]
    cut_first_offer_cutcard_on_dealer: Rule[Cutter]
    cut_first_offer_discretionary: Rule[Cutter]
    cut_first_offer_cards_replaced: Rule[Cutter]
    cut_refusal_rotation: Rule[Literal["counterclockwise", "clockwise", "unspecified"]]
    cut_last_resort: Rule[Literal["dealer", "casino_employee", "unspecified"]]
    cut_depth: Rule[Measure]
    complete_cut: Words
    """The second half of the cut: which cards go where, once the cut card is in the stack."""
    cut_card_reinsert: Rule[Measure]
    reinserted_card: Rule[Literal["same", "second"]]
    """Card that marks the end of the shoe: the one that the cut was made with, or the second one."""
    second_cut_card: Words
    load: Words
    recut: Rule[Literal["floor_may_require", "none"]]
