"""The account of a shift: the summary page, and the page of a closed table."""

from typing import Any

from dealer_station.engine.model.calendar_minutes import clock_of
from dealer_station.engine.model.observations import Cents
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.engine.view.table_view import TableView
from ui.common.translate import Speech


def summary(now: TableView, book: RulebookView, say: Speech) -> dict[str, Any]:
    """The values for QML: a heading and one row per wager, in the terms of the book."""
    head = [say(word) for word in ("Wager", "Staked", "Taken", "Returned", "Paid", "House")]
    rows = [
        [
            say(book.wager_words(tally.wager)),
            dollars(tally.staked_cents) + ("+?" if tally.unknown else ""),
            dollars(tally.taken_cents),
            dollars(tally.returned_cents),
            dollars(tally.paid_cents),
            _signed(tally.house_cents),
        ]
        for tally in now.shift_account
    ]
    rounds = say("Rounds finished: {count}.", count=now.round_number - 1)
    meters = [
        say("{meter} meter: {amount}", meter=meter.name, amount=dollars(meter.cents)) for meter in now.meters
    ]
    return {
        "kind": "table",
        "title": say("Shift summary"),
        "hint": " ".join((rounds, *meters)),
        "rows": [head, *rows],
        "choices": [],
    }


def _signed(cents: Cents) -> str:
    amount = cents or 0
    return f"-{dollars(-amount)}" if amount < 0 else dollars(amount)


def closed(table: Table, now: TableView, say: Speech) -> dict[str, Any] | None:
    """The values for QML; None while the table is open or being opened."""
    preparing = table.preparing
    if preparing is None or preparing.closed is None or not preparing.is_closed:
        return None
    shut = preparing.closed
    house = sum(tally.house_cents for tally in now.shift_account)
    unknown = any(tally.unknown for tally in now.shift_account)
    result = f"-{dollars(-house)}" if house < 0 else dollars(house)
    when = clock_of(shut.minutes).replace("T", " ") if shut.minutes is not None else ""
    rows = (
        (say("Closed by"), shut.by),
        (say("Closed at"), when),
        (say("Rounds dealt"), str(now.round_number - 1)),
        (say("Result for the house"), result + ("+?" if unknown else "")),
        (say("Drop"), say("not known here: count the box")),
        (say("Cards left in the shoe"), say("not known") if shut.in_shoe is None else str(shut.in_shoe)),
        (say("Cards in the rack"), str(shut.in_rack)),
    )
    return {
        "title": say("TABLE CLOSED"),
        "rows": [{"name": name, "value": value} for name, value in rows if value],
        "open": say("OPEN THE TABLE"),
    }
