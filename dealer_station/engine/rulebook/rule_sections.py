"""The sections of a rulebook: each topic once, with the values that need different behaviour spelled out.

The names of topics that change what the engine does are the axes by which the five books differ.
Topics that only a person reads are `Rule[str]`, in our own words.

An option in `wagers`, `progressive`, `bonus_spin` or `house` is about money: the payouts page and
docs/reference/notation.md must name it (`MONEY_SECTIONS` in tools/documents/payouts.py).
docs/how-to/add-an-option.md says what else a new topic needs.
"""

from typing import Generic, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model.rule_part_addresses import Status, own_address, own_addresses

T = TypeVar("T")

Form = Literal["trigger", "symbols", "table", "seeds", "rates", "envy"]
"""Forms of the operator's own data; `operator_value_parser` reads them."""


class Rule(Struct, Generic[T], frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """A value of the book, with its citation and its status."""

    value: T
    cite: str
    status: Status
    gaps: tuple[str, ...] = ()
    open: tuple[T, ...] = ()
    """Answers open to the operator; empty if the book leaves no choice."""
    range: tuple[int, int] | None = None
    """For an open number: least and most that the operator may answer."""
    form: Form | None = None
    """For open text: how the operator writes the answer; empty until it is given."""
    note: str = ""
    golive: bool = False
    """The operator must answer it before a table goes live: the book leaves it to the operator."""
    golive_confirm: str = ""
    """Statement that the signer confirms with the answer, unless the answer is 0."""
    title: str = ""
    """In `[roles]`: the title of `role_map` that the rule calls for; empty for the first line."""
    at: tuple[str, ...] = ()
    """Steps with their own paragraph: `riffle @ CITE`, or for one cause `riffle idle @ CITE`."""

    def for_step(self, step: str, *causes: str) -> "Rule[T]":
        """The rule citing the paragraph about this step, for the first of its causes that has one."""
        if not self.at:
            return self
        own = own_addresses(self.at)
        address = next(
            (own[asked] for asked in (*(f"{step} {why}" for why in causes), step) if asked in own), None
        )
        if address is None:
            return self
        cite, status = own_address(address, self.status)
        return replace(self, cite=cite, status=status)

    @property
    def is_open(self) -> bool:
        """True if the operator may answer it."""
        return bool(self.open or self.range or self.form)


NO_RULE: Rule[str] = Rule("", "not addressed", "silent")
"""Rule of a situation that no book covers."""


class DealOrder(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """A dealing order: `burn`, `players`, `dealer`; an inner list is repeated for each player.

    With `war_burn` and `dealer_war_cards` it says for which of the operator's answers it holds.
    """

    value: tuple["str | tuple[str, ...]", ...]
    cite: str
    status: Status
    gaps: tuple[str, ...] = ()
    note: str = ""
    war_burn: str = ""
    dealer_war_cards: str = ""
    at: tuple[str, ...] = ()
    """Cards with their own paragraph: `player @ CITE`, `dealer @ CITE`, `burn @ CITE`.

    `burn dealer @ CITE` is about the burns before the dealer's card alone, `alone player @ CITE` about a deal
    with one player, and `first player @ CITE` about the player who is served first.
    """

    def for_card(
        self, who: Literal["player", "dealer"], *, burn: bool, alone: bool, first: bool
    ) -> "DealOrder":
        """The order citing the paragraph about this card, or about a burn before it."""
        own = own_addresses(self.at)
        asked = (f"burn {who}", "burn") if burn else (who,)
        case = (*(("alone",) if alone else ()), *(("first",) if first else ()))
        wanted = (*(f"{one} {card}" for one in case for card in asked), *asked)
        address = next((own[one] for one in wanted if one in own), None)
        if address is None:
            return self
        cite, status = own_address(address, self.status)
        return replace(self, cite=cite, status=status)


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """The minimum, maximum and step of a wager, in cents; zero if there is none."""

    min_cents: int = 0
    max_cents: int = 0
    step_cents: int = 0


class Measure(Struct, frozen=True, forbid_unknown_fields=True):
    """A depth in the book's own unit; minimum, maximum and target are separate rules."""

    kind: Literal[
        "none",
        "min_decks",
        "min_cards",
        "about_decks",
        "min_decks_from_back",
        "min_fraction_from_back",
        "about_decks_from_back",
        "max_fraction_from_back",
    ]
    amount: float = 0.0


class PayLine(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a paytable: odds on the stake, a share of the meter, or a fixed amount."""

    hand: str
    odds: int = 0
    meter_percent: int = 0
    cents: int = 0
    cite: str = ""


Words = Rule[str]
Switch = Literal["on", "off"]
Direction = Literal["right_to_left", "left_to_right"]


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """The book's own words for what every table has."""

    main_wager: Words
    tie_wager: Words
    war_wager: Words
    war_tie_wager: Words
    spot: Words
    cut_card: Words
    burn_card: Words
    tie_hand: Words
    discard_rack: Words
    spot_word: Rule[Literal["spot", "box"]]
    """The short word for a spot, for prompts and buttons."""
    burn_word: Rule[Literal["burn", "discard"]]
    war_word: Rule[Literal["war", "go_to_war"]]
    progressive_wager: Words
    bonus_wager: Words


class TableRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Seats and layout."""

    spots: Rule[int]
    max_spots: Rule[int]
    hands_per_player: Rule[int]
    """Zero where the book sets no number."""
    adjacent_boxes: Rule[Switch]
    """Several boxes of one player must lie side by side."""
    bettors_per_spot: Rule[int]
    who_may_bet: Words
    betting_areas: Words
    display_of_odds: Words
    fixtures: Words


class CardRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Decks, devices and the shoe."""

    decks: Rule[int]
    card_supply: Rule[Literal["manual_shoe", "two_batch_shuffler", "csm", "hand_no_rules"]]
    batches: Rule[int]
    """Number of batches of a batch shuffler; zero if the book has no batches."""
    batch_rules: Words
    continuous_shuffler: Words
    cut_cards: Rule[int]
    shoe_place: Words
    deck_life: Rule[Literal["none", "hours:24", "operator_replace_any_round"]]
    ranking: Rule[Literal["A K Q J T 9 8 7 6 5 4 3 2"]]
    suits: Words


class WagerRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules about wagers: what may be bet, by whom, until when."""

    instruments: Words
    verbal_wager: Rule[Literal["refuse_with_cash", "chips_if_time", "unspecified"]]
    match_play: Words
    main_wager_required: Rule[Switch]
    deadline: Words
    handling: Words
    close_call: Words
    spot_model: Rule[Literal["single_bettor", "shared_box"]]
    tie_wager_dependency: Rule[Literal["needs_main", "standalone"]]
    tie_area_priority: Words
    limits_model: Rule[
        Literal["external", "fixed_with_increment", "payout_limit_per_hand", "fixed", "operator_caps"]
    ]
    main_limits: Rule[Limits]
    tie_limits: Rule[Limits]
    box_max: Rule[int]
    """Dollars; the most that may lie on one spot. Zero where there is no such cap."""
    player_max: Rule[int]
    """Dollars; the most that one player may have on one spot. Zero where there is no such cap."""
    payout_limit: Rule[int]
    """Dollars; the most that a hand is paid without asking. Zero where there is no such limit."""
    over_max: Rule[Literal["return_excess", "ask"]]
    abandoned_wager: Rule[Literal["may_lose", "unspecified"]]


class BurnRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Burns before a round; the burns of a war are in the order of the war deal."""

    opening_burn: Rule[Literal["every_load", "first_round_of_shoe", "game_opening_only", "on", "off", "none"]]
    opening_burn_viewable: Rule[Switch]
    dealer_change_burn: Rule[Literal["one", "none"]]


class DealRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The original deal."""

    order: DealOrder
    card_recipient: Rule[Literal["main_wager_holder", "any_wager_box"]]
    dealing_hand: Rule[Literal["left_draw_right_place", "near_hand_draws", "right_hand", "unspecified"]]
    dealer_card_reveal: Rule[Literal["face_up", "face_down_then_turn"]]
    cutcard_mid_round: Rule[Literal["finish_then_shuffle", "last_hand_then_shuffle", "finish_then_ask"]]
    cutcard_first_card: Rule[Literal["deal_then_shuffle", "shuffle_now", "unspecified"]]
    touching_cards: Words
    round_of_play: Words


class SettlementRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Payouts of the original deal: `WAGER pay ODDS`, `WAGER take`, `WAGER return`, `WAGER half`."""

    settlement_direction: Rule[Direction]
    original_settlement: Rule[
        Literal["per_hand", "tie_pass_then_main_pass", "tie_take_pay_then_main_take_pay"]
    ]
    higher: Rule[tuple[str, ...]]
    lower: Rule[tuple[str, ...]]
    tied: Rule[tuple[str, ...]]
    odds: Words
    tie_option_phase: Rule[Literal["inline", "second_pass_clockwise", "after_all_settled"]]
    tie_options: Words
    surrender: Rule[tuple[str, ...]]
    surrender_handling: Rule[Literal["take_half_return_half", "draw_in_split_return_lock", "unspecified"]]
    odd_halves: Words
    void: Rule[tuple[str, ...]]


class WarRules(Struct, frozen=True, forbid_unknown_fields=True):
    """From the war wager to the end of the war."""

    war_wager: Words
    war_wager_place: Words
    war_confirm: Rule[Switch]
    war_stake: Rule[Literal["player_only", "dealer_matches"]]
    war_tie_wager: Rule[Literal["must_offer", "allowed", "forbidden"]]
    war_tie_deadline: Words
    war_tie_closes: Rule[Literal["first_war_card", "war_confirmed", "never_open"]]
    pre_war_pickup: Rule[Literal["all_but_war", "all_but_war_and_progressive", "none_until_end"]]
    war_burn: Rule[Literal["once", "before_each_recipient", "none"]]
    dealer_war_cards: Rule[Literal["one_shared", "one_per_war_player"]]
    deal: tuple[DealOrder, ...]
    """An order for each answer to `war_burn` and `dealer_war_cards`; the loader leaves the one in force."""
    war_card_place: Rule[Literal["adjacent", "sideways_cover_pip", "lower_left", "unspecified"]]
    war_settlement_direction: Rule[Direction]
    war_pay_model: Rule[Literal["war_1_or_2_main_push", "half_total_or_even_both"]]
    won: Rule[tuple[str, ...]]
    lost: Rule[tuple[str, ...]]
    tied: Rule[tuple[str, ...]]


class PickupRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules about picking up the cards, so that a hand can be backed up."""

    end_pickup: Rule[
        Literal["reconstructable", "right_to_left_dealer_last", "in_order_face_down", "unspecified"]
    ]
    pickup_direction: Rule[Direction]
    """Spots in this direction; the dealer's cards always come last."""
    return_to_device: Words
    return_facing: Rule[Literal["face_down", "face_up", "unspecified"]]
    """Orientation of the cards that go into a continuous shuffler."""


class IrregularityRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules about irregularities; `ask` stops the table for the authority in `roles`."""

    error_doctrine: Rule[
        Literal["forward_only", "reconstruct_then_void", "listed_cases_only", "listed_cases_plus_supervisor"]
    ]
    face_up: Rule[Literal["rack"]]
    second_face_up: Rule[Literal["void_all_reshuffle", "repeat_single_rule", "ask"]]
    unseen_draw: Rule[Literal["next_card"]]
    exposed_draw: Rule[Literal["choose_forward_dealer_or_burn", "next_card_out", "burn", "discard", "ask"]]
    burn_exposed: Rule[Literal["stays_burn", "ask", "harmless_opening_ask_war"]]
    burn_forgotten: Rule[Literal["play_on", "ask", "reconstruct_or_not_an_error"]]
    missed_spot: Rule[
        Literal[
            "void_join_next", "out_courtesy_options", "void_return", "out_of_round", "reconstruct_else_void"
        ]
    ]
    empty_spot_card: Rule[
        Literal["choose_forward_dealer_or_burn", "next_card_out", "burn", "reconstruct", "ask"]
    ]
    misplaced: Rule[
        Literal[
            "choose_forward_dealer_or_burn",
            "next_card_out",
            "burn_if_exposed_else_next",
            "reconstruct",
            "ask",
        ]
    ]
    missed_option: Rule[Literal["requeue_as_undisclosed", "ask"]]
    cutcard_overlooked_or_absent: Rule[Literal["shuffle_after_round", "ask"]]
    short_shoe: Rule[Literal["shuffle_discards_continue", "ask"]]
    damaged_card: Rule[Literal["replace_after_round", "ask"]]
    shuffler_fault: Rule[
        Literal["reshuffle_per_controls", "void_round_return_all", "operator_void_choice", "ask"]
    ]
    device_out_of_order: Words
    leftover_exposed: Rule[Literal["rack", "none", "ask"]]
    exposed_before_shoe: Rule[Literal["shuffle", "final_cut", "recut", "ask"]]
    voided_hand: Words
    voided_after_settlement: Words
    progressive_count: Rule[Literal["ask", "none"]]
    player_left: Rule[Literal["may_lose", "ask"]]
    players_out_option: Rule[Literal["licensee", "supervisor_courtesy", "none"]]


class RoleRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Titles that may decide, in the book's own words."""

    role_map: Rule[tuple[str, ...]]
    """First-line authority first: whom a hold calls."""
    called_for: Rule[tuple[str, ...]]
    """Exceptions: `KIND: TITLE` names who is called, `RULING: TITLE` who may rule; see `titles_called`."""
    departures: Words
    """The highest title in the casino: it alone departs from the book."""
    deputies: Rule[tuple[str, ...]]
    """Lower titles that may do whatever the highest title in the casino may."""
    first_line: Words
    order_shuffle: Words
    recut: Words
    let_players_out: Words
    void_hands: Words
    progressive_payout: Words
    regulator: Words
    house_options: Words
    last_cutter: Words

    @property
    def titles_called(self) -> dict[str, str]:
        """The title that a kind of irregularity or a ruling calls for, if it has one of its own."""
        return dict(read_call(pair) for pair in self.called_for.value)


def read_call(pair: str) -> tuple[str, str]:
    """Split an entry of a rulebook file, such as `out: licensee`, into a kind or ruling and its title."""
    about, _, title = pair.partition(": ")
    return about, title
