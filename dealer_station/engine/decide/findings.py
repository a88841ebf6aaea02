"""Findings: a named person finds that a report was mistaken. Nothing changes, and no rule is cited."""

from collections.abc import Callable

from msgspec.structs import replace

from dealer_station.engine.decide.chip_moves import payout_in_question
from dealer_station.engine.due.wagers import Objection
from dealer_station.engine.model import events as e
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Observation, Reported, Ruled
from dealer_station.engine.model.table import Hand, Table
from dealer_station.engine.model.values import Hold
from dealer_station.engine.rulebook.rules import Rules

Events = tuple[Event, ...]


def events_of_finding(table: Table, seen: Ruled, hold: Hold) -> Events:
    """The facts of a finding: the hold is over, and the table is as it was before the report."""
    if hold.decided and _can_be_taken_back(table, hold):
        # The remedy had been carried out at once: it is undone together with the report.
        return (e.TapTakenBack(), e.RulingRecorded(seen.ruling, seen.by, seen.because, hold.kind))
    ruled = e.HoldRuled(hold.kind, seen.ruling, seen.by, seen.because, "")
    if hold.instead_of is not None:
        # The card was held before anybody reported anything about it, and still is.
        return (ruled, e.HoldRaised(replace(hold.instead_of, counted=True, kept=False)))
    if hold.has_card:
        return (ruled, e.CardNotDrawn(hold.card, hold.number))
    return (ruled, *_of_a_question(table, hold))


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


def _can_be_taken_back(table: Table, hold: Hold) -> bool:
    """No card and no ruling came between the report and its hold."""
    before = table.before
    return before is not None and table.holds[:-1] == before.holds and hold not in before.holds


def _of_a_question(table: Table, hold: Hold) -> Events:
    """The answer that keeps a question of the station from being asked again."""
    hands = tuple(hand for hand in table.round.hands if hand.name in hold.hands)
    match hold.kind:
        case "payout_limit":
            return _asked("payout_limit", hands, payout_in_question)
        case "toke_on_tie":
            return _asked("toke_follows", hands, lambda hand: hand.name)
        case "wheel_validation":
            return tuple(e.WheelSpun(hand.spot, hand.bettor, "") for hand in hands)
        case "shoe_empty" if table.shoe.left is not None and table.shoe.left <= 0:
            return (e.ShoeUncounted(),)
        case _:
            return ()


def _asked(step: str, hands: tuple[Hand, ...], about: Callable[[Hand], str]) -> Events:
    return tuple(e.StepDone(step, about(hand)) for hand in hands)
