"""The shift summary: staked, taken, returned and paid amounts by wager."""

from typing import Any

from dealer_station.engine.due.wagers import dollars
from dealer_station.engine.model.observations import Cents
from dealer_station.engine.view.table_view import TableView
from ui.common.translate import Speech


def summary(now: TableView, say: Speech) -> dict[str, Any]:
    """The values for QML: a heading and one row per wager."""
    head = [say(word) for word in ("Wager", "Staked", "Taken", "Returned", "Paid", "House")]
    rows = [
        [
            say(tally.wager.replace("_", " ")),
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
