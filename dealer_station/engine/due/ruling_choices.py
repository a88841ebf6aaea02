"""The rulings that are open on a hold: the book's remedies, and the departures from them.

The rulebook's section `[rulings]` lists the remedies for each kind of irregularity at each moment. This
module finds the entries for a hold and leaves out rulings that the table as it stands rules out, such as
voiding a hand when no round is in play. A finding (`unfounded`) is always possible and is not listed.
"""

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.due import irregularity_kinds
from dealer_station.engine.due.early_cards import early_cards
from dealer_station.engine.due.late_wagers import late_wager_can_count, objection_to_late_wager
from dealer_station.engine.due.orders import places_in_order, spots_at_war, spots_dealt_in
from dealer_station.engine.due.settlement import (
    ABANDONED,
    has_decided_all,
    is_decided,
    is_open,
    is_settled,
    void_rule,
    void_undoes_settlements,
)
from dealer_station.engine.due.step_types import Cited
from dealer_station.engine.model.kinds import HoldKind, ReportKind, Ruling, VoidKind
from dealer_station.engine.model.observations import Observation, Ruled
from dealer_station.engine.model.rule_part_addresses import STATUSES, own_address
from dealer_station.engine.model.table import Hand, OpenReport, Round, Table
from dealer_station.engine.model.values import DEALER, Hold
from dealer_station.engine.rulebook.rule_sections import NO_RULE, Rule
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.ruling_sections import Moment, Remedies, RulingRule

VOIDING: tuple[Ruling, ...] = ("void", "void_round")
INSTEAD_OF_A_REMEDY: dict[HoldKind, Ruling] = {
    "face_up": "play_on",
    "missed_spot": "reconstruct",
    "over_limit": "play_on",
}
"""Departures that take back a remedy that was carried out with its report."""
MOVES_THE_CARD: tuple[Ruling, ...] = ("forward", "dealer_next", "discard", "burn")
"""Rulings that send the card in question somewhere; they need such a card."""


class Choices(Struct, frozen=True):
    """The rulings that a hold accepts now, and the entries of the rulebook that allow them."""

    remedies: tuple[Ruling, ...]
    departures: tuple[Ruling, ...]
    """Rulings that the station can carry out here and that the book does not allow."""
    entries: Remedies
    was_carried_out: bool = False
    """The remedy was carried out with the report; the authority only confirms it."""
    beside: Remedies = ()
    """Remedies that the book allows on every hold."""

    @property
    def cite(self) -> str:
        """The citation of the remedies, which a departure departs from."""
        spoken = [entry for entry in self.entries if _forbids((entry,))] or self.entries
        return ", ".join(dict.fromkeys(part for entry in spoken for part in entry.cite.split(", ")))

    def carried_out(self, ruling: str) -> bool:
        """True if the book fixed this remedy and it has been carried out."""
        beyond = ruling in ("out", "reshuffle") or not _forbids(self.entries)
        return not beyond and self.rule_of(ruling) is not None

    def rule_of(self, ruling: str) -> RulingRule | None:
        """The entry of the rulebook that allows this remedy, or None."""
        return next((entry for entry in (*self.entries, *self.beside) if ruling in entry.value), None)

    def cite_of(self, ruling: str) -> str:
        """The citation of a remedy; empty if the book is silent, so that the record shows the silence."""
        entry = self.rule_of(ruling)
        if entry is None and ruling == "accept" and self.was_carried_out:
            entry = self.entries[0]
        return "" if entry is None or entry.status in ("silent", "house_default") else entry.cite


def moment_of(table: Table, rules: Rules, hold: Hold) -> Moment:
    """The moment at which a hold stands, in the rulebook's terms."""
    if hold.kind == "altered_wager" and _is_raised(table, rules, hold):
        return "raised"
    if irregularity_kinds.rule_for(hold, rules) is NO_RULE:
        return "not_covered"
    if hold.kind == "dispute" and _is_about_void_hands(table, rules, hold):
        return "void"
    round_ = table.round
    if not round_.closed:
        return "before" if round_.hands else "after"
    if irregularity_kinds.settlement_begun(round_, irregularity_kinds.deal_going_on(round_)):
        return "settled"
    return "deal" if any(drawn.deal in ("original", "war") for drawn in round_.draws) else "before"


def rule_of_stop(table: Table, rules: Rules, hold: Hold) -> Cited:
    """The rule that a stop cites; the book may have one for a raised wager and none for other changes."""
    if moment_of(table, rules, hold) != "raised":
        return irregularity_kinds.rule_for(hold, rules)
    entry = rules.rulings.at(hold.kind, "raised")[0]
    return Rule(value=entry.value, cite=entry.cite, status=entry.status)


def choices(table: Table, rules: Rules, hold: Hold) -> Choices:
    """The rulings that a hold accepts now."""
    moment = moment_of(table, rules, hold)
    entries = _at_its_address(rules.rulings.at(hold.kind, moment), moment, table, rules, hold)
    known = (*irregularity_kinds.CATALOGUE[hold.kind].rulings, *(("accept",) if hold.decided else ()))
    possible = tuple(
        ruling for ruling in dict.fromkeys(known) if _is_possible(ruling, moment, table, rules, hold)
    )
    listed = tuple(ruling for entry in entries for ruling in entry.value)
    if hold.decided:
        # The remedy has been carried out; the remaining rulings are those that the book allows in addition.
        beyond = ("out", "reshuffle") if _forbids(entries) else known
        listed = ("accept", *(ruling for ruling in listed if ruling in beyond))
    remedies = tuple(ruling for ruling in dict.fromkeys(listed) if ruling in possible)
    # If no remedy can be carried out any more, the authority only takes note.
    remedies = remedies or ("accept",)
    option = rules.irregularities.players_out_option
    beside: Remedies = ()
    lets_out = rules.interventions and not hold.decided and may_be_let_out(table, rules)
    if lets_out and "out" in possible and "out" not in remedies:
        # An earlier error in this round entitles players to leave, regardless of the current hold.
        beside = (RulingRule(("out",), option.cite, option.status),)
        remedies = (*remedies, "out")
    named = {ruling for entry in entries for ruling in entry.value} if hold.decided else set()
    departures = tuple(
        ruling
        for ruling in possible
        if ruling not in remedies and ruling not in named and _would_differ(ruling, table, rules, hold)
    )
    carried_out = hold.decided and rules.interventions
    return Choices(remedies, departures if _forbids(entries) else (), entries, carried_out, beside)


def takes_back_the_remedy(ruling: Ruling, hold: Hold) -> bool:
    """True if this departure needs the table as it was before the book's remedy was carried out."""
    return hold.decided and INSTEAD_OF_A_REMEDY.get(hold.kind) == ruling


def _would_differ(ruling: Ruling, table: Table, rules: Rules, hold: Hold) -> bool:
    """True if this departure has another effect than the remedy that was carried out with the report."""
    if not hold.decided or not rules.interventions:
        return True
    if ruling == "void":
        asked = [hand for hand in table.round.hands if not hold.hands or hand.name in hold.hands]
        return any(not hand.voided and can_be_voided(hand, hold, rules) for hand in asked)
    if ruling not in INSTEAD_OF_A_REMEDY.values():
        return True
    return takes_back_the_remedy(ruling, hold) and undone_with_its_report(table, hold) is not None


def as_ruled(hold: Hold, seen: Ruled) -> Hold:
    """The hold with the hands that the ruling names: a dispute is about the hands whose chips it corrects."""
    named = hold.kind == "dispute" and seen.ruling in ("pay", "take") and seen.hands
    return replace(hold, hands=seen.hands) if named else hold


def hands_called(table: Table, name: str) -> list[Hand]:
    """The hands that a name or a spot refers to: those of this round once settled, or of the last."""
    here = [hand for hand in table.round.hands if name in (hand.name, str(hand.bet.spot))]
    before = table.last.hands if table.last else ()
    there = [hand for hand in before if name in (hand.name, str(hand.bet.spot))]
    return here if any(hand.lines for hand in here) or not there else there


def round_of(table: Table, hand: Hand) -> Round:
    """The round of a hand: the last one if the hand was settled there, otherwise this one."""
    return table.last if table.last is not None and hand in table.last.hands else table.round


def void_by(table: Table, hand: Hand) -> str | None:
    """The cause that made a hand void, alone or with its round; None if it is not void, or was lost."""
    round_ = round_of(table, hand)
    if hand.voided == ABANDONED:
        return None
    return hand.voided or (round_.voided_by if round_.voided else None)


def hands_in_dispute(table: Table, hold: Hold) -> list[Hand]:
    """The hands whose chips a dispute may concern: the named ones, or all."""
    last = table.last.hands if table.last else ()
    names = hold.hands or dict.fromkeys(hand.name for hand in (*table.round.hands, *last))
    return [hand for name in names for hand in hands_called(table, name)]


def _is_about_void_hands(table: Table, rules: Rules, hold: Hold) -> bool:
    """True if the named hand is void; if no hand is named, True if every hand is."""
    if not _has_void_hands(rules):
        return False
    if hold.hands:
        return any(_is_void(table, hand) for hand in hands_in_dispute(table, hold))
    hands = (*table.round.hands, *(table.last.hands if table.last else ()))
    return bool(hands) and all(_is_void(table, hand) for hand in hands)


def _is_raised(table: Table, rules: Rules, hold: Hold) -> bool:
    """True if more lies on the wager than at the call, in a book that tells this apart from a withdrawal."""
    if not any("raised" in entry.when for entry in rules.rulings.altered_wager):
        return False
    stakes = (hand.stake(hold.wager) for hand in table.round.hands if hand.name in hold.hands)
    return any(stake is not None and (hold.cents or 0) > stake for stake in stakes)


def _has_void_hands(rules: Rules) -> bool:
    """True if the book tells a dispute about a void hand apart; books of earlier versions did not."""
    return any("void" in entry.when for entry in rules.rulings.dispute)


def _is_void(table: Table, hand: Hand) -> bool:
    return void_by(table, hand) is not None


def _at_its_address(entries: Remedies, moment: Moment, table: Table, rules: Rules, hold: Hold) -> Remedies:
    """The remedies, citing the one paragraph that made the hand void instead of all that can."""
    if moment == "void":
        reasons = (void_by(table, hand) for hand in hands_in_dispute(table, hold))
        spoken = [rule for why in reasons if why is not None if _speaks(rule := void_rule(why, rules))]
        least = max((rule.status for rule in spoken), key=STATUSES.index, default=NO_RULE.status)
        cites = dict.fromkeys(part for rule in spoken for part in rule.cite.split(", "))
        cite = ", ".join(cites) or NO_RULE.cite
        return tuple(replace(entry, cite=cite, status=least) for entry in entries)
    if hold.kind != "settled_then_void" or not hold.at:
        return entries
    cite, status = own_address(hold.at, "stated")
    return tuple(replace(entry, cite=cite, status=status) for entry in entries)


def _forbids(entries: Remedies) -> bool:
    """True if the text speaks, so that a ruling can depart from it."""
    return any(_speaks(entry) for entry in entries)


def _speaks(rule: RulingRule | Rule[Any]) -> bool:
    return rule.status not in ("silent", "house_default")


def _is_possible(ruling: Ruling, moment: Moment, table: Table, rules: Rules, hold: Hold) -> bool:
    """True if the station can carry this out at the table as it stands."""
    round_ = table.round
    has_card = hold.has_card or hold.draw is not None
    named = [hand for hand in round_.hands if hand.name in hold.hands] if hold.hands else []
    in_play = round_.closed and not round_.voided
    match ruling:
        case "void_round":
            return in_play
        case "void" if moment == "void":
            return False
        case "void":
            hands = named if hold.hands and rules.interventions else named or round_.hands
            return in_play and any(can_be_voided(hand, hold, rules) for hand in hands)
        case "out":
            lets_out = rules.irregularities.players_out_option.value != "none"
            return lets_out and in_play and not all(is_settled(hand) for hand in round_.hands)
        case "dealer_next" if hold.kind == "empty_spot" and hold.draw is not None:
            return not _dealer_is_served(round_, rules)
        case "dealer_next" if hold.draw is not None and not hold.has_card:
            return not _dealer_has_another(round_, hold.draw)
        case "burn" if hold.kind == "damaged_card" and leaves_with_its_hand(round_, rules, hold):
            return False
        case "forward" | "dealer_next" | "discard" | "burn":
            return has_card or hold.kind in ("burn_exposed", "burn_forgotten")
        case "reshuffle" if hold.kind in CARD_IN_QUESTION:
            return not has_card
        case "correct":
            # The card lies face down as a burn, so nobody may name it.
            if hold.kind == "unreadable" and hold.decided:
                return hold.draw is not None
            return not (hold.kind == "impossible_card" and hold.has_card and hold.card is None)
        case "pay" | "take" if hold.kind == "dispute":
            hands = hands_in_dispute(table, hold)
            any_hand = moment == "void" or not _has_void_hands(rules)
            return any(any_hand or not _is_void(table, hand) for hand in hands)
        case "pay" | "take" if hold.kind == "missed_spot":
            return any(is_settled(hand) for hand in named)
        case "pay" | "play_on" if hold.kind == "over_limit" and hold.cents and rules.interventions:
            # Before the hand is settled, the chips above the limit would be left in nobody's account.
            return all(is_settled(hand) for hand in named)
        case "take" if hold.kind == "player_left":
            return not any(is_settled(hand) for hand in named)
        case "accept" if hold.kind == "late_wager":
            refused = objection_to_late_wager(round_, rules, hold)
            return refused is None and late_wager_can_count(round_, hold)
        case "accept" if hold.kind == "over_limit" and hold.decided:
            return True
        case "accept" if hold.kind == "altered_wager" and rules.interventions:
            return not any(_counts_as_at_the_call(hand, hold) for hand in named)
        case "accept" if hold.kind == "over_limit" and hold.cents and rules.interventions and round_.closed:
            # No ruling makes a wager larger than it was at the call.
            stakes = [hand.stake(hold.wager) for hand in named]
            return all(stake is None or stake >= hold.cents for stake in stakes)
        case "accept" if hold.kind == "exposed_before_shoe" and not hold.decided:
            return may_be_cut_again(table, rules)
        case _:
            return True


def _counts_as_at_the_call(hand: Hand, hold: Hold) -> bool:
    """True if a changed wager cannot be settled with another stake: it is decided, or matched in a war."""
    decided = is_decided(hand, hold.wager) and not is_open(hand, hold.wager)
    return decided or (bool(hold.cents) and hold.wager == "main" and hand.choice == "war")


CARD_IN_QUESTION = ("face_up", "drawn_unseen", "drawn_exposed", "empty_spot", "misplaced", "damaged_card")
"""Kinds of irregularity that concern one card, if there is one."""


ERRORS_OF_DEALING = ("empty_spot", "misplaced", "burn_forgotten", "card_not_due", "option_missed")
"""Cards that were dealt or placed wrongly: one book voids what cannot be reconstructed."""


def voided_by(hold: Hold, rules: Rules) -> VoidKind:
    """The rule of the book under which a ruling on this hold voids; empty where the book has none."""
    if irregularity_kinds.rule_for(hold, rules) is NO_RULE:
        return ""
    if hold.kind in ("missed_spot", "shuffler_fault", "not_seated"):
        return hold.kind
    doctrine = rules.irregularities.error_doctrine.value == "reconstruct_then_void"
    listed = any("void" in entry.value and _forbids((entry,)) for entry in rules.rulings.about(hold.kind))
    return "error" if doctrine and listed and hold.kind in ERRORS_OF_DEALING else ""


def can_be_voided(hand: Hand, hold: Hold | None, rules: Rules) -> bool:
    """True if a ruling can void this hand; a settled hand is normally corrected instead."""
    if not is_settled(hand):
        return True
    if hold is None or hand.voided:
        return False
    # A spot that got no card can neither win nor lose; one book also voids every wager on a hand.
    missed = hold.kind == "missed_spot" and hand.name in hold.hands
    return missed or void_undoes_settlements(voided_by(hold, rules), rules)


def leaves_with_its_hand(round_: Round, rules: Rules, hold: Hold) -> bool:
    """True if a damaged card has decided all its wagers: it leaves play, and no other card replaces it."""
    damaged = hold.kind == "damaged_card" and hold.draw is not None and hold.draw < len(round_.draws)
    # Earlier rulebooks asked for another card, which had no effect.
    return damaged and rules.interventions and has_decided_all(round_, hold.draw or 0)


def _dealer_has_another(round_: Round, index: int) -> bool:
    """True if the dealer has a card of this deal other than the one in question."""
    if index >= len(round_.draws):
        return False
    deal = round_.draws[index].deal
    return any(
        drawn.deal == deal and drawn.place is not None and drawn.place <= DEALER
        for number, drawn in enumerate(round_.draws)
        if number != index
    )


def _dealer_is_served(round_: Round, rules: Rules) -> bool:
    """True if the dealer has a card of this deal, not counting one at an empty spot."""
    at_war = any(drawn.deal == "war" for drawn in round_.draws)
    order = rules.war.deal[0] if at_war else rules.deal.order
    spots = spots_at_war(round_) if at_war else spots_dealt_in(round_, rules)
    places = [place for place in places_in_order(order.value, spots) if place is not None]
    deal = "war" if at_war else "original"
    lying = sum(drawn.deal == deal and drawn.place is not None for drawn in round_.draws)
    return any(place <= DEALER for place in places[: lying - 1])


def as_written(seen: Observation, table: Table, rules: Rules) -> Observation:
    """An observation of a written round, with what a screen adds: the rule departed from, the first card."""
    if not isinstance(seen, Ruled) or not table.holds:
        return seen
    if seen.cards > 1 and not seen.about:
        # A written ruling is about the newest stop, which is that of the last card.
        row = (hold for hold in table.holds if len(early_cards(table, hold)) == seen.cards)
        return replace(seen, about=next(row, table.holds[-1]).raised)
    if not seen.departs:
        return seen
    return replace(seen, confirmed=choices(table, rules, as_ruled(table.holds[-1], seen)).cite)


def may_be_let_out(table: Table, rules: Rules) -> bool:
    """True if players may leave: in one book after a misdelivered card, in another after a missed hand."""
    option = rules.irregularities.players_out_option.value
    if option == "supervisor_courtesy":
        missed = any(hand.voided == "missed_spot" for hand in table.round.hands)
        return missed or any(hold.kind == "missed_spot" for hold in table.holds)
    return option != "none" and table.round.misdeals > 0


def may_be_cut_again(table: Table, rules: Rules) -> bool:
    """True if the cards are cut, not in the shoe yet, and this book lets the floor order another cut."""
    now = table.preparing
    return rules.irregularities.exposed_before_shoe.value == "recut" and now is not None and "cut" in now.done


def can_be_found_mistaken(table: Table, rules: Rules, hold: Hold) -> bool:
    """True if a finding can be recorded: no effect of the report has become final."""
    if not rules.interventions or undone_with_its_report(table, hold):
        return True
    return not hold.decided and (not hold.left_over or hold.instead_of is not None)


def undone_with_its_report(table: Table, hold: Hold) -> OpenReport | None:
    """The report that a finding on this hold undoes whole, because it did more than raise this one hold."""
    report = next((one for one in table.reports if hold.raised in one.stops), None)
    if report is None or not _belongs_to(report, hold):
        return None
    own = [one for one in table.holds if one.raised in report.stops and _belongs_to(report, one)]
    did_more = report.is_fault or hold.decided or hold.kind != report.kind or len(own) > 1
    return report if did_more else None


def report_behind(table: Table, hold: Hold) -> OpenReport | None:
    """The report or fault that led to this stop and that a finding on the stop itself does not undo."""
    report = next((one for one in table.reports if hold.raised in one.stops), None)
    return None if report is None or _belongs_to(report, hold) else report


AFTER_A_CARD = "second_face_up"
"""The question that the report of another card found face up brings with it."""


def _belongs_to(report: OpenReport, hold: Hold) -> bool:
    """True if a finding on this hold is about the report, and not about what followed from it."""
    if hold.kind == "settled_then_void":
        return False
    counted = report.kind == "shoe_empty" and hold.kind == "count"
    named = hold.kind in (report.kind, AFTER_A_CARD) or counted or report.is_fault
    return named or hold.decided or hold.left_over


def settled_at_once(table: Table) -> ReportKind:
    """The kind of the report or fault that the book settled at once; empty once play follows it."""
    report = report_settled_at_once(table)
    return report.kind if report else ""


def report_settled_at_once(table: Table) -> OpenReport | None:
    """The last report or fault, if the book settled it at once and no play has followed it."""
    open_ = () if table.holds else reversed(table.reports)
    return next((one for one in open_ if not one.is_fault or _voided_by(one, table)), None)


def _voided_by(fault: OpenReport, table: Table) -> bool:
    """True if this fault of the shuffler voided the round."""
    return table.round.voided_by == "shuffler_fault" and not fault.without.round.voided


INTERVENTIONS = ("void", "void_round", "reshuffle", "pay", "take")
"""Rulings that change the table although no hold asks for one."""


def is_intervention(rules: Rules, ruling: str) -> bool:
    """True if this ruling is an intervention, made while no ruling is due."""
    return rules.interventions and ruling in INTERVENTIONS


def may_be_put_right(round_: Round, hand: Hand) -> bool:
    """True if the floor may pay or take on its own authority: only the settlement concerns the hand."""
    has_card = any(drawn.place == hand.spot for drawn in round_.draws)
    fixed = bool(hand.excess) or hand.name in round_.remedied
    return is_settled(hand) and has_card and not (hand.voided or round_.voided or fixed)


MISREAD_WHEEL: Final = "wheel_validation"
"""The kind of a finding about the bonus wheel, even where no validation was asked for."""


def found_mistaken_unasked(table: Table) -> ReportKind:
    """The kind that can be found mistaken with nothing stopped: last report, or unpaid wheel symbol."""
    return settled_at_once(table) or (MISREAD_WHEEL if spun_and_unpaid(table) else "")


def spun_and_unpaid(table: Table) -> Hand | None:
    """The hand for which the wheel showed a symbol that has not been paid yet; None if there is none."""
    if table.holds or table.round.voided:
        return None
    shown = (hand for hand in table.round.hands if hand.spun and not hand.voided)
    return next((hand for hand in shown if not hand.has("bonus", "pay", "return")), None)


def other_batch_failed(hold: Hold, rules: Rules) -> bool:
    """True if the hold is about a batch in the shuffler that this book has taken out and reshuffled."""
    fault, supply = rules.irregularities.shuffler_fault.value, rules.cards.card_supply.value
    taken_out = fault == "void_round_return_all" and supply == "two_batch_shuffler"
    return hold.kind == "shuffler_fault" and taken_out
