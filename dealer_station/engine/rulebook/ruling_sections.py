"""The section `[rulings]` of a rulebook: for each kind of irregularity, what may be ruled at each moment.

Three kinds of ruling exist. A *finding* (`unfounded`) says that the report was mistaken; it is always
possible and changes nothing. A *remedy* is how the book resolves the case: one of the rulings listed here.
Every other ruling that the station can carry out is a *departure* from the book.
"""

from typing import Literal

from msgspec import Struct

from dealer_station.engine.model.kinds import Ruling
from dealer_station.engine.model.rule_part_addresses import Status

Moment = Literal["before", "deal", "settled", "after", "not_covered", "void", "raised"]
"""before: wagers are open or closed and no card of the round is out. deal: cards are out, no chips have moved
on them. settled: a hand has been settled on the cards of this deal. after: no round is in play.
not_covered: the book has a rule of this kind, and it does not reach the case at hand. void: the hand in
question is void, whatever else is so. raised: a wager became larger after the call, whatever else is so."""


class RulingRule(Struct, frozen=True, forbid_unknown_fields=True):
    """The remedies of the book for one kind of irregularity, with their citation and moments."""

    value: tuple[Ruling, ...]
    cite: str
    status: Status
    when: tuple[Moment, ...] = ()
    """The moments at which it holds; empty for all that no other entry of the kind names."""
    gaps: tuple[str, ...] = ()
    note: str = ""


Remedies = tuple[RulingRule, ...]
"""Several entries may hold at the same moment: each names the paragraph of its own remedies."""


class RulingRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The remedies by kind of irregularity, in the order of the catalogue."""

    face_up: Remedies
    drawn_unseen: Remedies
    drawn_exposed: Remedies
    burn_exposed: Remedies
    burn_forgotten: Remedies
    missed_spot: Remedies
    empty_spot: Remedies
    misplaced: Remedies
    option_missed: Remedies
    cut_card_missing: Remedies
    cut_card_overrun: Remedies
    shoe_empty: Remedies
    damaged_card: Remedies
    exposed_before_shoe: Remedies
    over_limit: Remedies
    late_wager: Remedies
    altered_wager: Remedies
    wrong_pay: Remedies
    player_left: Remedies
    progressive_count: Remedies
    unreadable: Remedies
    impossible_card: Remedies
    dispute: Remedies
    card_touched: Remedies
    not_seated: Remedies
    stood_up: Remedies
    suspicious: Remedies
    card_not_due: Remedies
    second_face_up: Remedies
    cut_card: Remedies
    settled_then_void: Remedies
    shuffler_fault: Remedies
    device: Remedies
    count: Remedies
    batch: Remedies
    order_shuffle: Remedies
    idle: Remedies
    payout_limit: Remedies
    toke_on_tie: Remedies
    toke_colour: Remedies
    coupon: Remedies
    verbal_wager: Remedies
    wheel_validation: Remedies

    def about(self, kind: str) -> Remedies:
        """Every entry for one kind of irregularity."""
        entries: Remedies = getattr(self, kind)
        return entries

    def remedy(self, kind: str, ruling: Ruling) -> RulingRule:
        """The first entry with a remedy for one kind of irregularity."""
        return next(entry for entry in self.about(kind) if ruling in entry.value)

    def at(self, kind: str, moment: Moment) -> Remedies:
        """The entries for one kind of irregularity that apply at a moment."""
        entries = self.about(kind)
        named = tuple(entry for entry in entries if moment in entry.when)
        # Entries for a moment stand alone: the rule of another moment does not apply there.
        return named or tuple(entry for entry in entries if not entry.when)
