"""Open reports: the part of `evolve` that keeps the table as it would be without a report.

A report can be found mistaken after other reports, rulings, device messages and even a restart have followed
it. Its effects cannot be told apart from theirs afterwards. Each open report therefore keeps a second table,
without its effects, on which every later fact is recorded as well. The finding continues with that table.
"""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from dealer_station.engine.model import events as e
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.table import OpenReport, Table

Evolve = Callable[[Table, Event], Table]

OPEN_AT_MOST: Final = 4
"""Every open report doubles the number of tables."""
FOLLOWS_ANYWAY = (e.DeviceNoted, e.ClockNoted, e.Noted, e.Tapped)
"""Facts that follow a report without building on it."""


def reports_after(table: Table, event: Event, after: Table, evolve: Evolve) -> tuple[OpenReport, ...]:
    """The reports that can be found mistaken after `event`; `after` is the table after it."""
    reports = tuple(_followed_by(report, table, event, evolve) for report in table.reports)
    still = tuple(report for report in reports if _is_open(report, event, after))
    if not isinstance(event, e.Tapped) or not event.report:
        return still
    earlier = tuple(replace(report, later_reports=report.later_reports + 1) for report in still)
    return (*earlier, OpenReport(event.report, replace(table, before=None)))[-OPEN_AT_MOST:]


def _followed_by(report: OpenReport, table: Table, event: Event, evolve: Evolve) -> OpenReport:
    """The report after one more fact, which is an effect of the report or concerns the other table too."""
    if not report.complete and not _is_new(event):
        stops = (*report.stops, table.stops + 1) if isinstance(event, e.HoldRaised) else report.stops
        return replace(report, stops=stops)
    other = replace(report.without, stops=table.stops)
    if isinstance(event, e.HoldRuled):
        number = table.holds[event.index].raised
        index = next((at for at, hold in enumerate(other.holds) if hold.raised == number), None)
        # A hold that the report raised is not there; after a ruling on it, the report is no longer open.
        other = other if index is None else evolve(other, replace(event, index=index))
    else:
        other = evolve(other, event)
    return replace(report, without=replace(other, before=None), complete=True)


def _is_new(event: Event) -> bool:
    """True if the fact begins another observation, so that it is no effect of the report before it."""
    match event:
        case e.HoldRuled():
            return not event.tapped
        case e.HoldRaised(hold):
            return hold.has_card and not (hold.counted or hold.kept)
        case e.CardDealt() | e.CardBurned():
            return not (event.kept or event.keyed)
        case e.RulingRecorded() | e.CutCardAside():
            return True
        case _:
            return isinstance(event, FOLLOWS_ANYWAY)


def _is_open(report: OpenReport, event: Event, after: Table) -> bool:
    """True if the report can still be found mistaken: nobody has ruled on it, and no play has followed."""
    if report.stops:
        waiting = {hold.raised for hold in after.holds}
        return all(stop in waiting for stop in report.stops)
    looked = isinstance(event, e.StepDone) and event.step == "confirm_layout"
    found = isinstance(event, e.RulingRecorded) and event.ruling == "unfounded"
    return not report.complete or looked or found or isinstance(event, FOLLOWS_ANYWAY)
