"""The rulings that are open at a stop: the book's remedies, and what would be a departure from it.

The rulebook's section `[rulings]` lists the remedies for each kind of irregularity at each moment. This
module finds the entries for a hold and leaves out what cannot be done at the table as it stands, such as
voiding a hand when no round is in play. A finding (`unfounded`) is always possible and is not listed.
"""

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.due import irregular
from dealer_station.engine.due.orders import places_in_order, spots_at_war, spots_dealt_in
from dealer_station.engine.due.settlement import is_settled, late_wager_can_count
from dealer_station.engine.model.observations import Observation, Ruled
from dealer_station.engine.model.own_addresses import own_address
from dealer_station.engine.model.table import Hand, Round, Table
from dealer_station.engine.model.values import DEALER, Hold
from dealer_station.engine.rulebook.rule_sections import NO_RULE
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.ruling_sections import Moment, Remedies, Ruling, RulingRule

VOIDING: tuple[Ruling, ...] = ("void", "void_round")
MOVES_THE_CARD: tuple[Ruling, ...] = ("forward", "dealer_next", "discard", "burn")
"""Rulings that send the card in question somewhere; they need such a card."""


class Choices(Struct, frozen=True):
    """What may be ruled on a hold now, and under which entries of the rulebook."""

    remedies: tuple[Ruling, ...]
    departures: tuple[Ruling, ...]
    """Rulings that the station can carry out here and that the book does not allow."""
    entries: Remedies
    was_carried_out: bool = False
    """The remedy happened with the report: whoever comes agrees to it."""

    @property
    def cite(self) -> str:
        """The paragraphs that fix the remedies: those that a departure departs from."""
        return ", ".join(dict.fromkeys(part for entry in self.entries for part in entry.cite.split(", ")))

    def carried_out(self, ruling: str) -> bool:
        """Whether this is the remedy that the book fixed and that has happened."""
        beyond = ruling in ("out", "reshuffle") or not _forbids(self.entries)
        return not beyond and self.rule_of(ruling) is not None

    def rule_of(self, ruling: str) -> RulingRule | None:
        """The entry that has this remedy."""
        return next((entry for entry in self.entries if ruling in entry.value), None)

    def cite_of(self, ruling: str) -> str:
        """The paragraph that a remedy rests on; empty where the text is silent: the record says so."""
        entry = self.rule_of(ruling)
        if entry is None and ruling == "accept" and self.was_carried_out:
            entry = self.entries[0]
        return "" if entry is None or entry.status in ("silent", "house_default") else entry.cite


def moment_of(table: Table, rules: Rules, hold: Hold) -> Moment:
    """The moment at which a hold stands, as the rulebook tells moments apart."""
    if irregular.reason_for(hold, rules).rule is NO_RULE:
        return "not_covered"
    round_ = table.round
    if not round_.closed:
        return "before" if round_.hands else "after"
    if irregular.settlement_begun(round_, irregular.deal_going_on(round_)):
        return "settled"
    return "deal" if any(drawn.deal in ("original", "war") for drawn in round_.draws) else "before"


def choices(table: Table, rules: Rules, hold: Hold) -> Choices:
    """What may be ruled on a hold now."""
    entries = _at_its_address(rules.rulings.at(hold.kind, moment_of(table, rules, hold)), hold)
    known = (*irregular.CATALOGUE[hold.kind].rulings, *(("accept",) if hold.decided else ()))
    possible = tuple(ruling for ruling in dict.fromkeys(known) if _is_possible(ruling, table, rules, hold))
    listed = tuple(ruling for entry in entries for ruling in entry.value)
    if hold.decided:
        # The remedy has been carried out already; what is left is what the book allows beyond it.
        beyond = ("out", "reshuffle") if _forbids(entries) else known
        listed = ("accept", *(ruling for ruling in listed if ruling in beyond))
    remedies = tuple(ruling for ruling in dict.fromkeys(listed) if ruling in possible)
    # Where none of the remedies can be carried out any more, the authority has only to take note.
    remedies = remedies or ("accept",)
    named = {ruling for entry in entries for ruling in entry.value} if hold.decided else set()
    departures = tuple(ruling for ruling in possible if ruling not in remedies and ruling not in named)
    carried_out = hold.decided and rules.interventions
    return Choices(remedies, departures if _forbids(entries) else (), entries, carried_out)


def _at_its_address(entries: Remedies, hold: Hold) -> Remedies:
    """A round that is void is so under one paragraph of those that the book has for it."""
    if hold.kind != "settled_then_void" or not hold.at:
        return entries
    cite, status = own_address(hold.at, "stated")
    return tuple(replace(entry, cite=cite, status=status) for entry in entries)


def _forbids(entries: Remedies) -> bool:
    """Only a text that speaks can be departed from."""
    return any(entry.status not in ("silent", "house_default") for entry in entries)


def _is_possible(ruling: Ruling, table: Table, rules: Rules, hold: Hold) -> bool:
    """Whether the station can carry this out at the table as it stands."""
    round_ = table.round
    has_card = hold.has_card or hold.draw is not None
    named = [hand for hand in round_.hands if hand.name in hold.hands]
    in_play = round_.closed and not round_.voided
    match ruling:
        case "void_round":
            return in_play
        case "void":
            return in_play and _can_be_voided(round_, hold, named)
        case "out":
            lets_out = rules.irregularities.players_out_option.value != "none"
            return lets_out and in_play and not all(is_settled(hand) for hand in round_.hands)
        case "dealer_next" if hold.kind == "empty_spot" and hold.draw is not None:
            return not _dealer_is_served(round_, rules)
        case "forward" | "dealer_next" | "discard" | "burn":
            return has_card or hold.kind in ("burn_exposed", "burn_forgotten")
        case "reshuffle" if hold.kind in CARD_IN_QUESTION:
            return not has_card
        case "correct":
            # A card that lies face down as a burn: nobody may say which card it is.
            if hold.kind == "unreadable" and hold.decided:
                return hold.draw is not None
            return not (hold.kind == "impossible_card" and hold.has_card and hold.card is None)
        case "pay" | "take" if hold.kind == "missed_spot":
            return any(is_settled(hand) for hand in named)
        case "take" if hold.kind == "player_left":
            return not any(is_settled(hand) for hand in named)
        case "accept" if hold.kind == "late_wager":
            return late_wager_can_count(round_, hold)
        case "accept" if hold.kind == "over_limit" and hold.cents and rules.interventions and round_.closed:
            # No wager becomes larger than what lay there at the call.
            stakes = [hand.stake(hold.wager) for hand in named]
            return all(stake is None or stake >= hold.cents for stake in stakes)
        case "accept" if hold.kind == "exposed_before_shoe" and not hold.decided:
            return may_be_cut_again(table, rules)
        case _:
            return True


CARD_IN_QUESTION = ("face_up", "drawn_unseen", "drawn_exposed", "empty_spot", "misplaced", "damaged_card")
"""Kinds that are about one card, where there is one."""


def _can_be_voided(round_: Round, hold: Hold, named: list[Hand]) -> bool:
    """A settled hand is put right, not voided; only a spot that got no card can neither win nor lose."""
    if hold.kind == "missed_spot" and named:
        return True
    settled = named or list(round_.hands)
    return not all(is_settled(hand) for hand in settled)


def _dealer_is_served(round_: Round, rules: Rules) -> bool:
    """Whether the dealer has a card of this deal, not counting one that lies at an empty spot."""
    at_war = any(drawn.deal == "war" for drawn in round_.draws)
    order = rules.war.deal[0] if at_war else rules.deal.order
    spots = spots_at_war(round_) if at_war else spots_dealt_in(round_, rules)
    places = [place for place in places_in_order(order.value, spots) if place is not None]
    deal = "war" if at_war else "original"
    lying = sum(drawn.deal == deal and drawn.place is not None for drawn in round_.draws)
    return any(place <= DEALER for place in places[: lying - 1])


def as_written(seen: Observation, table: Table, rules: Rules) -> Observation:
    """An observation out of a written round: the word `depart` confirms the rule that it departs from."""
    if not isinstance(seen, Ruled) or not seen.departs or not table.holds:
        return seen
    return replace(seen, confirmed=choices(table, rules, table.holds[-1]).cite)


def may_be_let_out(table: Table, rules: Rules) -> bool:
    """One book lets players out when a card was delivered incorrectly, another when a hand was missed."""
    option = rules.irregularities.players_out_option.value
    if option == "supervisor_courtesy":
        missed = any(hand.voided == "missed_spot" for hand in table.round.hands)
        return missed or any(hold.kind == "missed_spot" for hold in table.holds)
    return option != "none" and table.round.misdealt


def may_be_cut_again(table: Table, rules: Rules) -> bool:
    """The cards are cut, not in the shoe yet, and this book lets the floor have them cut again."""
    now = table.preparing
    return rules.irregularities.exposed_before_shoe.value == "recut" and now is not None and "cut" in now.done
