"""Removes the faces of burns, and of cards dealt after a restored copy was made, before the engine
decides.
"""

from msgspec.structs import replace

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.dues import Draw
from dealer_station.engine.due.round import due
from dealer_station.engine.evolve.table_evolution import MISSED
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.table import Table
from dealer_station.engine.rulebook.rules import Rules

SINCE_THE_COPY = "the rounds since the copy was made"


def is_a_burn(table: Table, rules: Rules, seen: o.CardDrawn) -> bool:
    """True if this card is drawn where a burn is due."""
    step = due(table, rules)
    if isinstance(step, Draw) and step.place is not None:
        return False
    return any(isinstance(event, e.CardBurned) and not event.kept for event in _faceless(table, rules, seen))


def fits(table: Table, rules: Rules, seen: o.CardDrawn) -> bool:
    """True if this card is due now, as a burn or for a place on the layout, once the layout is confirmed."""
    return any(
        isinstance(event, e.CardBurned) or (isinstance(event, e.HoldRaised) and event.hold.place is not None)
        for event in _faceless(table, rules, seen)
    )


def _faceless(table: Table, rules: Rules, seen: o.CardDrawn) -> tuple[e.Event, ...]:
    return decide(table, rules, replace(seen, card=None, impossible=False))


class MissedRounds:
    """Cards of rounds that were dealt after the restored copy of the log was made.

    The taps of those rounds are lost. From the first resent card that fits no due step, every card
    up to the end of the device's journal may belong to any later round, so none of them is assigned
    to a place.
    """

    def __init__(self) -> None:
        self.newest: dict[str, int] = {}
        """Number of the newest journal event of each device, as given in its greeting."""
        self._up_to = self._asked = 0

    def have(
        self, seen: o.CardDrawn, source: str, seq: int, table: Table, rules: Rules, *, restored: bool
    ) -> bool:
        """True if a resent card belongs to the missing rounds; then so do all later events of the journal."""
        if seq <= self._up_to:
            return True
        if not restored or fits(table, rules, seen):
            return False
        self._up_to = max(self.newest.get(source, 0), seq)
        return True

    def question(self, table: Table, first: int) -> o.DeviceSaid | None:
        """The single report about all missing cards; None if it was made before or its hold is still open."""
        if first <= self._asked or any(SINCE_THE_COPY in hold.detail for hold in table.holds):
            return None
        self._asked = self._up_to
        count = self._up_to - first + 1
        cards = (
            f"{count} {'cards' if count > 1 else 'card'} left the shoe (its events {first} to {self._up_to})"
        )
        words = f"{SINCE_THE_COPY}: {cards}, and those rounds are not in this log"
        return o.DeviceSaid("station", "lost", words, missed=True)


def missed(source: str, seq: int) -> o.DeviceSaid:
    """A record that a card of a missing round left the shoe; it carries no face."""
    return o.DeviceSaid(source, MISSED, f"event {seq}")
