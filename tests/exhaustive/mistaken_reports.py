"""The promises about findings: a mistaken report leaves nothing behind."""

from collections.abc import Iterator

from msgspec.structs import replace

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.decide.irregular_card_moves import PAID_BESIDE
from dealer_station.engine.decide.mistaken_reports import report_of
from dealer_station.engine.due.ruling_choices import (
    MISREAD_WHEEL,
    can_be_found_mistaken,
    found_mistaken_unasked,
    report_behind,
    report_settled_at_once,
    settled_at_once,
    undone_with_its_report,
)
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.evolve.table_without_report import OPEN_AT_MOST
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.table import Table
from tests.exhaustive.moment import Moment, after

MOVES_CHIPS = (
    e.HandSettled,
    e.SettlementReversed,
    e.SideBetsMoved,
    e.StakeCounted,
    e.HandVoided,
    e.Corrected,
)


def faults_of_findings(moment: Moment) -> Iterator[str]:
    """A finding ends the hold, moves no card and no chip, and cites nothing."""
    seen = moment.seen
    if not isinstance(seen, o.Ruled) or seen.ruling != "unfounded":
        return
    if not moment.before.holds:
        yield from _faults_of_finding_on_report(moment)
        return
    before, now, hold = moment.before, moment.after, moment.before.holds[-1]
    if not can_be_found_mistaken(before, moment.rules, hold):
        if not moment.refused:
            yield f"a finding claims to undo what it cannot, on {hold.kind}"
        return
    if hold in now.holds:
        yield f"a finding left the hold standing, on {hold.kind}"
    if any(isinstance(event, e.HoldRuled) and (event.cite or event.departs_from) for event in moment.events):
        yield "a finding cites a rule"
    if undone_with_its_report(before, hold) or (hold.kind == "late_wager" and hold.cents):
        return  # What a mistaken report had done is undone; a wager that was in time is a wager.
    if hold.kind == "settled_then_void":
        own = [line for hand in now.round.hands for line in hand.lines if line.wager not in PAID_BESIDE]
        if own:
            yield "no hand was settled, and the record keeps a settlement"
        return
    if any(isinstance(event, MOVES_CHIPS) for event in moment.events):
        yield f"a finding moved chips, on {hold.kind}"
    if before.round.draws != now.round.draws and now.round.number == before.round.number and not before.kept:
        yield f"a finding moved a card, on {hold.kind}"


def _faults_of_finding_on_report(moment: Moment) -> Iterator[str]:
    """With nothing stopped a finding undoes the last report, or is refused."""
    kind = settled_at_once(moment.before)
    if not kind and found_mistaken_unasked(moment.before) == MISREAD_WHEEL:
        hands, now = moment.before.round.hands, moment.after.round.hands
        if sum(bool(hand.spun) for hand in now) != sum(bool(hand.spun) for hand in hands) - 1:
            yield "a wheel that was misread keeps its symbol"
        if [replace(hand, spun="") for hand in now] != [replace(hand, spun="") for hand in hands]:
            yield "a wheel that was misread changed more than its symbol"
        return
    if not kind:
        if moment.after != moment.before:
            yield "a finding with no report to undo changed the table"
        return
    report = report_settled_at_once(moment.before)
    before = report.without if report else None
    if before is None or moment.after.round != before.round or moment.after.rack != before.rack:
        yield f"a finding left something of the report, on {kind}"


def faults_of_mistaken_reports(moment: Moment) -> Iterator[str]:
    """Faults of findings: a report that the book settled at once, or a fault that voided the round, can be
    found mistaken and leaves nothing behind, even if the station was away in the meantime.
    """
    holds = moment.after.holds
    behind = report_behind(moment.after, holds[-1]) if holds else None
    report = behind or (undone_with_its_report(moment.after, holds[-1]) if holds else None)
    undone = not holds or (report is not None and not report.later_reports)
    reported = bool(report_of(moment.seen)) and not moment.refused and undone
    failed = settled_at_once(moment.after) == "shuffler_fault" and isinstance(moment.seen, o.DeviceSaid)
    voided = behind is not None and behind.is_fault and moment.stopped
    if not (reported or voided) and (not failed or settled_at_once(moment.before) == "shuffler_fault"):
        return  # Nothing was reported, or the shuffler had failed before.
    found = o.Ruled("withdraw" if behind else "unfounded", by="Lee")
    yield from _left_by_a_report(moment, moment.after, moment.before, found, "")
    if reported:
        now, before = (after(table, moment.rules, STATION_BACK) for table in (moment.after, moment.before))
        yield from _left_by_a_report(moment, now, before, found, " after a restart")


STATION_BACK = o.DeviceSaid("station", "back")


def _left_by_a_report(moment: Moment, now: Table, before: Table, ruled: o.Ruled, when: str) -> Iterator[str]:
    """The traces of a report that is found mistaken at the table `now`."""
    found = fold(now, decide(now, moment.rules, ruled))
    left = {
        field
        for field in before.__struct_fields__
        if field not in ("before", "reported", "reports", "ruled", "stops")
        if getattr(found, field) != getattr(before, field)
    }
    # The oldest of many reports is given up, so that the tables that are kept stay few.
    if len(found.reports) < min(len(before.reports), OPEN_AT_MOST - 1):
        left.add("other reports")
    if left:
        yield f"found mistaken{when}, {moment.seen} leaves {', '.join(sorted(left))}"
