"""The sections of a rulebook about side bets and the house: progressive, bonus wheel, tokes."""

from typing import Literal

from msgspec import Struct

from dealer_station.engine.rulebook.rule_sections import Limits, PayLine, Rule, Switch, Words


class ProgressiveRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The progressive wager, its meter and the envy."""

    progressive: Rule[Switch]
    progressive_rules: Rule[Literal["none", "paytable_only", "full_procedure"]]
    offered_to: Words
    progressive_lock: Rule[Literal["none", "lock_collect_count_before_deal"]]
    collect: Words
    count: Words
    progressive_limits: Rule[Limits]
    paytable: Rule[tuple[PayLine, ...]]
    progressive_stake_on_win: Rule[Literal["kept", "returned", "unspecified"]]
    settled_when: Words
    verify_hand: Words
    verify_light: Words
    validate: Words
    suited_double_tie: Rule[Literal["each_pair_suited", "all_four_one_suit"]]
    envy: Rule[Literal["none", "per_5_dollars"]]
    envy_cents: Rule[int]
    """For a recipient's stake of five dollars."""
    envy_hands: Words
    """Further hands that the operator designated, each with its payment for five dollars."""
    envy_who: Words
    meter: Rule[Literal["none", "external", "min_seed"]]
    meter_reset: Rule[int]
    """Dollars; also the seed."""
    meter_rate: Rule[float]
    """Cents added to the meter for each dollar wagered, with at most four decimals."""


class BonusSpinRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The bonus wheel, and the electronic version of the game."""

    bonus_spin: Rule[Switch]
    bonus_spin_rules: Rule[Literal["none", "operator_supplied"]]
    trigger: Words
    lock_out: Words
    hot_spot: Rule[tuple[PayLine, ...]]
    community: Rule[tuple[PayLine, ...]]
    seed_cents: Rule[tuple[int, ...]]
    """The least that the two meters may start from, primary first."""
    bonus_trigger: Words
    bonus_wheel: Words
    bonus_table: Words
    bonus_one_dollar: Words
    bonus_seeds: Words
    bonus_rates: Words
    bonus_stake_on_win: Rule[Literal["kept", "returned", "unspecified"]]
    electronic_version: Rule[Literal["none", "permitted_undefined"]]


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Tokes, disputes and conduct."""

    toke_policy: Rule[Literal["house", "none"]]
    tokes: Rule[tuple[str, ...]]
    toke_max_percent: Rule[int]
    """Of the table maximum, for a player who bets it; zero where there are no tokes."""
    dispute_call: Rule[Literal["always_supervisor", "as_needed"]]
    disputes: Words
    suspicious_conduct: Words
