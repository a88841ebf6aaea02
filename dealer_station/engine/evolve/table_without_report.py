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

OPEN_AT_MOST: Final = 5
"""The table without one report keeps those without a second one as well, so the tables multiply."""
BEGINS_AN_OBSERVATION = (e.DeviceNoted, e.ClockNoted, e.Tapped, e.RulingRecorded, e.CutCardAside)
"""Facts that are never effects of a report."""
PLAY = (
    *(e.CardDealt, e.CardBurned, e.CutCardAside, e.WagersPlaced, e.WagersClosed, e.OptionChosen),
    *(e.HandSettled, e.WheelSpun, e.CardsPickedUp, e.CardsReturned, e.RoundEnded, e.MoveMade),
    *(e.ShoeLoaded, e.CardsTakenOut, e.CardsHandled, e.CutAnswered, e.CardsCut, e.CutCardPut),
)
"""Facts of play: after one of them, a report that the book settled at once is final."""
MOVES_NO_CARD = ("unfounded", "accept", "pay", "take")
"""Rulings with nothing stopped that leave all cards and wagers as they are."""
SIGNALLED = ("jam", "stopped", "incomplete", "out_of_order")
"""Faults of the shuffler that somebody can find mistaken."""


def can_be_mistaken(event: Event) -> bool:
    """True if the fact is a report, or a fault of the shuffler."""
    if type(event) is e.Tapped:
        return bool(event.report)
    if type(event) is e.DeviceNoted:
        return event.device == "shuffler" and event.stops and event.status in SIGNALLED
    return False


def reports_after(table: Table, event: Event, after: Table, evolve: Evolve) -> tuple[OpenReport, ...]:
    """The reports that can be found mistaken after `event`; `after` is the table after it."""
    reports = (_followed_by(report, table, event, evolve) for report in table.reports)
    still = tuple(report for report in reports if report and _is_open(report, event, after))
    if not can_be_mistaken(event):
        return still
    before = replace(table, before=None)
    if isinstance(event, e.Tapped):
        earlier = tuple(replace(report, later_reports=report.later_reports + 1) for report in still)
        return _newest((*earlier, OpenReport(event.report, before, table.round.draws)), OPEN_AT_MOST)
    fault = OpenReport("shuffler_fault", before, table.round.draws, is_fault=True)
    return _newest((*still, fault), OPEN_AT_MOST)


def _newest(reports: tuple[OpenReport, ...], most: int) -> tuple[OpenReport, ...]:
    """The newest reports; the table without one of them keeps fewer."""
    if not reports or most == 0:
        return ()
    return tuple(
        replace(one, without=replace(one.without, reports=_newest(one.without.reports, most - 1)))
        for one in reports[-most:]
    )


def _followed_by(report: OpenReport, table: Table, event: Event, evolve: Evolve) -> OpenReport | None:
    """The report after one more fact, which is an effect of the report or concerns the other table too; None
    if the fact settles a hold that exists only because of the report, or is about a card that is numbered
    otherwise without it."""
    if not report.complete and not _is_new(event):
        stops = (*report.stops, table.stops + 1) if isinstance(event, e.HoldRaised) else report.stops
        return replace(report, stops=stops)
    other = replace(report.without, stops=table.stops)
    if not _is_about_the_same_card(event, table, other):
        return None
    if isinstance(event, e.HoldRuled):
        hold = table.holds[event.index]
        number = hold.raised
        if number in report.stops and hold.left_over and len(report.stops) > 1 and not event.tapped:
            # Nothing of the report is final yet: it also put this card where the ruling moves it from.
            return replace(report, stops=tuple(n for n in report.stops if n != number), complete=False)
        index = next((at for at, hold in enumerate(other.holds) if hold.raised == number), None)
        if index is None:
            return None
        other = evolve(other, replace(event, index=index))
    else:
        other = evolve(other, event)
    return replace(report, without=replace(other, before=None), complete=True)


def _is_about_the_same_card(event: Event, table: Table, other: Table) -> bool:
    """True if the fact names no card of the round, or one that has the same number without the report."""
    match event:
        case e.CardRetired(index=index):
            number = index
        case e.HoldRaised(hold) if hold.draw is not None:
            number = hold.draw
        case _:
            return True
    return table.round.draws[number : number + 1] == other.round.draws[number : number + 1]


def _is_new(event: Event) -> bool:
    """True if the fact begins another observation, so that it is no effect of the report before it."""
    match event:
        case e.HoldRuled():
            return not event.tapped
        case e.HoldRaised(hold):
            return hold.has_card and not (hold.counted or hold.kept)
        case e.CardDealt() | e.CardBurned():
            return not (event.kept or event.keyed)
        case _:
            return isinstance(event, BEGINS_AN_OBSERVATION)


def _is_open(report: OpenReport, event: Event, after: Table) -> bool:
    """True if the report can still be found mistaken: nobody has ruled on it, and no play has followed."""
    if report.stops:
        waiting = {hold.raised for hold in after.holds}
        return all(stop in waiting for stop in report.stops)
    if not report.complete:
        return True
    match event:
        case e.StepDone():
            return event.step == "confirm_layout"
        case e.RulingRecorded():
            return event.ruling in MOVES_NO_CARD
        case e.CardsPickedUp():
            return bool(event.kind)  # A ruling takes cards away; play has not come to the pick-up.
        case _:
            return not isinstance(event, PLAY)
