"""A simulated bonus wheel with the operator's symbols, all equally likely."""

from random import Random

from dealer_station.engine.due.wheel import FIVE_DOLLARS, is_offered, prizes
from dealer_station.engine.rulebook.rules import Rules


class Wheel:
    """A wheel that shows the same symbols for the same seed."""

    def __init__(self, rules: Rules, rng: Random) -> None:
        # The loader has checked the operator's data: every symbol has a prize for every stake that the table
        # takes.
        self._symbols = tuple(prizes(rules, FIVE_DOLLARS)) if is_offered(rules) else ()
        self._rng = rng

    def spin(self) -> str:
        """Return the symbol on which the wheel stops."""
        return self._rng.choice(self._symbols)
