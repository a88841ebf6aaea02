"""A simulated bonus wheel: the symbols of the operator's wheel, each as likely as the others."""

from random import Random

from dealer_station.engine.due.wheel import FIVE_DOLLARS, is_offered, prizes
from dealer_station.engine.rulebook.rules import Rules


class Wheel:
    """What the world spins; the same seed shows the same symbols."""

    def __init__(self, rules: Rules, rng: Random) -> None:
        # The operator's data are checked: a symbol has a prize for every stake that the table takes.
        self._symbols = tuple(prizes(rules, FIVE_DOLLARS)) if is_offered(rules) else ()
        self._rng = rng

    def spin(self) -> str:
        """Where the wheel stops."""
        return self._rng.choice(self._symbols)
