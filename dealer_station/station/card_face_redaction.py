"""Removes the faces of burns, and of cards dealt after a restored copy was made, before the engine
decides.
"""

from dealer_station.engine.decide.decisions import draw_for_a_card
from dealer_station.engine.evolve.table_evolution import MISSED
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.table import Table
from dealer_station.engine.rulebook.rules import Rules


def is_a_burn(table: Table, rules: Rules) -> bool:
    """True if a card that is drawn now is a burn."""
    draw = draw_for_a_card(table, rules)
    return draw is not None and draw.place is None


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

    def have(self, source: str, seq: int, table: Table, rules: Rules, *, restored: bool) -> bool:
        """True if a resent card belongs to the missing rounds; then so do all later events of the journal."""
        if seq <= self._up_to:
            return True
        # A card that is due now, once the layout is confirmed, belongs to the round in play.
        if not restored or draw_for_a_card(table, rules):
            return False
        self._up_to = max(self.newest.get(source, 0), seq)
        return True

    def question(self, table: Table, first: int) -> o.DeviceSaid | None:
        """The single report about all missing cards; None if it was made before or its hold is still open."""
        if first <= self._asked or any(hold.cause == "since_the_copy" for hold in table.holds):
            return None
        self._asked = self._up_to
        count = self._up_to - first + 1
        cards = (
            f"{count} {'cards' if count > 1 else 'card'} left the shoe (its events {first} to {self._up_to})"
        )
        words = f"the rounds since the copy was made: {cards}, and those rounds are not in this log"
        return o.DeviceSaid("station", "lost", words, missed=True, cause="since_the_copy")


def missed(source: str, seq: int) -> o.DeviceSaid:
    """A record that a card of a missing round left the shoe; it carries no face."""
    return o.DeviceSaid(source, MISSED, f"event {seq}")
