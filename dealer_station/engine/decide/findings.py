"""Findings: a named person finds that a report was mistaken. No rule is cited.

What the report did is undone, and nothing else changes, with one exception: a wager that was reported as
late and found to be in time counts.
"""

from collections.abc import Callable

from msgspec.structs import replace

from dealer_station.engine.decide.chip_moves import payout_in_question, wager_was_in_time
from dealer_station.engine.due.wagers import Objection
from dealer_station.engine.model import events as e
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Observation, Reported, Ruled
from dealer_station.engine.model.table import Hand, Table
from dealer_station.engine.model.values import Hold
from dealer_station.engine.rulebook.rules import Rules

Events = tuple[Event, ...]


def events_of_finding(table: Table, rules: Rules, seen: Ruled, hold: Hold) -> Events | Objection:
    """The facts of a finding: the hold is over, and the table is as it was before the report."""
    if undone_with_its_report(table, hold):
        kind = table.reported or hold.kind
        return (e.TapTakenBack(), e.RulingRecorded(seen.ruling, seen.by, seen.because, kind))
    if not can_be_found_mistaken(table, rules, hold):
        return Objection(
            "this cannot be undone any more: rule on it, then report a dispute", rules.roles.role_map.cite
        )
    ruled = e.HoldRuled(hold.kind, seen.ruling, seen.by, seen.because, "")
    if hold.instead_of is not None:
        # The card was held before anybody reported anything about it, and still is.
        return (ruled, e.HoldRaised(replace(hold.instead_of, counted=True, kept=False)))
    if hold.has_card:
        return (ruled, e.CardNotDrawn(hold.card, hold.number))
    return (ruled, *_of_a_question(table, rules, hold))


def can_be_found_mistaken(table: Table, rules: Rules, hold: Hold) -> bool:
    """True if a finding can be recorded: nothing that the report did has become final."""
    if not rules.interventions or undone_with_its_report(table, hold):
        return True
    return not hold.decided and (not hold.left_over or hold.instead_of is not None)


def undone_with_its_report(table: Table, hold: Hold) -> bool:
    """True if the finding undoes the whole last report, which did more than raise this one hold."""
    raised = _raised_by_the_report(table)
    return hold in raised and (hold.decided or hold.kind != table.reported or len(raised) > 1)


def _raised_by_the_report(table: Table) -> tuple[Hold, ...]:
    """The holds of the last report, as long as no card, tap or ruling has followed it."""
    before = table.before
    if before is None or any(hold not in table.holds for hold in before.holds):
        return ()
    return tuple(
        hold
        for hold in table.holds
        if hold not in before.holds
        if hold.decided or hold.left_over or (table.reported and hold.kind in (table.reported, AFTER_A_CARD))
    )


AFTER_A_CARD = "second_face_up"
"""The question that the report of another card found face up brings with it."""


def finding_on_report(table: Table, rules: Rules, seen: Ruled) -> Events | Objection:
    """The facts of a finding with nothing stopped: a report that the book settled at once is undone."""
    kind = settled_at_once(table)
    undone = e.FaultDismissed() if voided_by_a_fault(table) else e.TapTakenBack()
    if not rules.interventions or seen.departs:
        return Objection("nothing waits for a ruling", rules.roles.role_map.cite)
    if not kind:
        return Objection(
            "no report can be found mistaken now: where cards or chips followed it, report a dispute",
            rules.roles.role_map.cite,
        )
    return (undone, e.RulingRecorded(seen.ruling, seen.by, seen.because, kind))


def settled_at_once(table: Table) -> str:
    """What the book settled at once, on a report or a device's word, as long as nothing has followed it."""
    if voided_by_a_fault(table):
        return "shuffler_fault"
    return table.reported if table.before is not None and not table.holds else ""


def voided_by_a_fault(table: Table) -> bool:
    """Whether a fault of the shuffler has just voided the round, and nothing has followed."""
    voided = table.round.voided_by == "shuffler_fault" and not table.holds
    return voided and table.before_fault is not None and not table.before_fault.round.voided


def report_of(seen: Observation) -> str:
    """What an observation reports; a card that is keyed in is read, not reported."""
    return seen.kind if isinstance(seen, Reported) and seen.kind != "unreadable" else ""


def _of_a_question(table: Table, rules: Rules, hold: Hold) -> Events:
    """What is true when a question was mistaken: its answer, or the wager that it was about."""
    hands = tuple(hand for hand in table.round.hands if hand.name in hold.hands)
    match hold.kind:
        case "payout_limit":
            return _asked("payout_limit", hands, payout_in_question)
        case "toke_on_tie":
            return _asked("toke_follows", hands, lambda hand: hand.name)
        case "late_wager":
            return wager_was_in_time(table, rules, hold)
        case "wheel_validation":
            return tuple(e.WheelSpun(hand.spot, hand.bettor, "") for hand in hands)
        case "shoe_empty" if table.shoe.left is not None and table.shoe.left <= 0:
            return (e.ShoeUncounted(),)
        case _:
            return ()


def _asked(step: str, hands: tuple[Hand, ...], about: Callable[[Hand], str]) -> Events:
    return tuple(e.StepDone(step, about(hand)) for hand in hands)
