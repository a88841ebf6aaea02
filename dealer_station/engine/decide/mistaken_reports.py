"""Findings: a named person finds that a report was mistaken. A finding cites no rule.

A finding undoes the effects of the report and changes nothing else, with two exceptions: a wager that was
reported as late and found to be in time counts; and settlements of a void round that were tapped but never
made are struck from the record, so that their wagers go back.
"""

from collections.abc import Callable

from msgspec.structs import replace

from dealer_station.engine.decide.chip_moves import payout_in_question, wager_was_in_time
from dealer_station.engine.decide.irregular_card_moves import paid_side_bets_undone, settlements_struck
from dealer_station.engine.decide.settlements_on_changed_cards import settled_otherwise
from dealer_station.engine.due.late_wagers import counts_with_cards_out
from dealer_station.engine.due.ruling_choices import (
    can_be_found_mistaken,
    found_mistaken_unasked,
    report_behind,
    report_settled_at_once,
    spun_and_unpaid,
    undone_with_its_report,
)
from dealer_station.engine.due.wagers import Objection
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.kinds import DoneStep, ReportKind
from dealer_station.engine.model.observations import Observation, Reported, Ruled
from dealer_station.engine.model.table import Hand, OpenReport, Table
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.model.values import Hold
from dealer_station.engine.rulebook.rules import Rules

Events = tuple[Event, ...]


def events_of_finding(table: Table, rules: Rules, seen: Ruled, hold: Hold) -> Events | Objection:
    """The facts of a finding: the hold ends, and the table is as it was before the report."""
    if report := undone_with_its_report(table, hold):
        return _withdrawn(table, rules, seen, report)
    if not can_be_found_mistaken(table, rules, hold):
        return Objection(
            "this cannot be undone any more: rule on it, then report a dispute", rules.roles.role_map.cite
        )
    cards_out = counts_with_cards_out(table.round, rules, hold)
    if cards_out and (objection := _objection_to_counting(rules, seen)):
        return objection
    ruled = e.HoldRuled(hold.kind, seen.ruling, seen.by, seen.because, "", cards_out=cards_out)
    if hold.instead_of is not None:
        # The card was held before anybody reported it, and stays held.
        return (ruled, e.HoldRaised(replace(hold.instead_of, counted=True, kept=False)))
    if hold.has_card:
        return (ruled, e.CardNotDrawn(hold.card, hold.number))
    return (ruled, *_of_a_question(table, rules, hold))


def report_withdrawn(table: Table, rules: Rules, seen: Ruled) -> Events | Objection:
    """The facts of a finding about what led to the newest hold: the table is as if it had not happened."""
    report = report_behind(table, table.holds[-1]) if table.holds and not seen.departs else None
    if report is None:
        return Objection(
            "no report or device fault led to this stop: find that the stop itself is unfounded",
            rules.roles.role_map.cite,
        )
    return _withdrawn(table, rules, seen, report)


def _withdrawn(table: Table, rules: Rules, seen: Ruled, report: OpenReport) -> Events:
    """The facts that undo a report, with the hands that were settled on cards ruled on while it was open."""
    undone = (undoing(report), e.RulingRecorded("unfounded", seen.by, seen.because, report.kind))
    now = fold(table, undone)
    if not table.round.voided or now.round.voided:
        return undone
    # In a void round no hand is settled again, so a ruling on a card had left the settlements alone.
    then = replace(now, round=replace(now.round, draws=report.draws))
    return (*undone, *settled_otherwise(then, now, rules, "wrong_pay"))


def undoing(report: OpenReport) -> Event:
    """The fact that undoes a report, or a fault of the shuffler."""
    return e.FaultDismissed() if report.is_fault else e.ReportWithdrawn(report.later_reports)


def _objection_to_counting(rules: Rules, seen: Ruled) -> Objection | None:
    """The objection to a finding that makes a wager count: like a departure, it needs a reason and a name."""
    title, cite = rules.roles.departures.value, rules.wagers.deadline.cite
    if not seen.because.strip():
        return Objection("the cards are out: a finding that more chips count needs a reason", cite)
    if not seen.by.strip():
        reason = said(
            "the cards are out: a finding that more chips count needs a name: by NAME, who is {title}",
            title=title,
        )
        return Objection(reason, cite)
    return None


def finding_on_report(table: Table, rules: Rules, seen: Ruled) -> Events | Objection:
    """The facts of a finding while nothing is stopped: they undo the last report or the last wheel symbol."""
    kind = found_mistaken_unasked(table)
    if not rules.interventions or seen.departs:
        return Objection("no ruling is due", rules.roles.role_map.cite)
    undone: Event
    if report := report_settled_at_once(table):
        return _withdrawn(table, rules, seen, report)
    if hand := spun_and_unpaid(table):
        undone = e.WheelSpun(hand.spot, hand.bettor, "")
    else:
        return Objection(
            "it is too late to find a report mistaken: cards or chips have followed it. Report a dispute",
            rules.roles.role_map.cite,
        )
    return (undone, e.RulingRecorded(seen.ruling, seen.by, seen.because, kind))


def report_of(seen: Observation) -> ReportKind:
    """The kind that an observation reports; keying in a card is a read, not a report."""
    return seen.kind if isinstance(seen, Reported) and seen.kind != "unreadable" else ""


def _of_a_question(table: Table, rules: Rules, hold: Hold) -> Events:
    """Events if a question was mistaken: they answer it, or restore the wager in question."""
    hands = tuple(hand for hand in table.round.hands if hand.name in hold.hands)
    match hold.kind:
        case "payout_limit":
            return _asked("payout_limit", hands, payout_in_question)
        case "toke_on_tie":
            return _asked("toke_follows", hands, lambda hand: hand.name)
        case "late_wager":
            return wager_was_in_time(table, rules, hold)
        case "settled_then_void":
            # No chips have to be put back. A paid side bet was verified when it was paid, so it stays paid
            # unless a rule makes the round void.
            struck: Events = (
                *settlements_struck(table.round.hands, "original", "war"),
                e.StepDone("restore_wagers"),
            )
            return (*struck, *paid_side_bets_undone(table, rules)) if hold.at else struck
        case "wheel_validation":
            return tuple(e.WheelSpun(hand.spot, hand.bettor, "") for hand in hands)
        case "shoe_empty" if table.shoe.left is not None and table.shoe.left <= 0:
            return (e.ShoeUncounted(),)
        case _:
            return ()


def _asked(step: DoneStep, hands: tuple[Hand, ...], about: Callable[[Hand], str]) -> Events:
    return tuple(e.StepDone(step, about(hand)) for hand in hands)
