"""A person at the real screen of a simulated table: the shoe on a wire, and the panel beside it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from PySide6.QtTest import QTest

from dealer_station.app.simulated_screen import SimulatedScreen, quiet_devices
from dealer_station.app.table_settings import TableSettings, settings
from dealer_station.engine.model.table import Table
from dealer_station.engine.rulebook.terms import spot_title
from dealer_station.engine.words.prompts import goes_to_war, step_id
from drivers.link import link
from tests.ui import items
from tests.ui.reach import way_to

PATIENCE_MS = 120_000
"""Longer than a busy machine takes for anything; nothing waits that long where all is well."""
MANY_HEARTBEATS = 400
"""A simulated shoe in a busy process is late; how soon that is noticed is not what is tested here."""


def at_table_of(profile: str, options: dict[str, str] | None = None) -> TableSettings:
    return settings(None, profile, options or {}, sim=True, training=False)


class Sitting:
    """A person at the screen who looks, touches and draws; taps on the dealer's screen are counted."""

    def __init__(self, table: SimulatedScreen) -> None:
        self.table = table
        self.window = table.window
        self.taps = 0
        self.window.show()
        table.beside.show()

    @property
    def state(self) -> Table:
        """The table as the screen knows it."""
        shown = self.window.bridge.shown
        assert shown
        return shown.table

    @property
    def step(self) -> str:
        shown = self.window.bridge.shown
        assert shown
        return step_id(shown.due)

    def until(self, there: Callable[[], bool], what: str) -> None:
        for _ in range(PATIENCE_MS // 10):
            if there():
                return
            QTest.qWait(10)
        texts = [item.property("text") for item in items.texts(self.window)]
        raise AssertionError(f"{what} did not happen; the screen says {texts}")

    def until_step(self, *steps: str) -> None:
        self.until(lambda: self.step in steps, f"one of {steps}")

    def tap(self, *names: str) -> None:
        """Fingers, one after the other; every second one is a touch."""
        for name in names:
            for button in way_to(self.window, name):
                self.until(lambda button=button: items.has(self.window, button), button)  # type: ignore[misc]
                self.taps += 1
                (items.touch if self.taps % 2 else items.click)(self.window, button)

    def tap_beside(self, name: str) -> None:
        """A finger on the panel."""
        window = self.table.beside
        self.until(lambda: items.has(window, f"button {name}"), name)
        items.click(window, f"button {name}")

    def draw(self) -> None:
        """The panel's card, and everything that follows from it at the station."""
        shoe = self.table.simulation.devices.cards
        before = shoe.newest
        while shoe.newest == before:
            # A continuous shuffler gives no card while it mixes.
            self.tap_beside("DRAW A CARD")
            QTest.qWait(20)
        self.until(lambda: shoe.acknowledged == shoe.newest > before, "a card on the wire")
        items.breathe()

    def sign_in(self) -> None:
        self.tap("Ana")
        self.until(lambda: self.state.dealer == "Ana", "a dealer")
        items.breathe()
        self.deal()

    def deal(self) -> None:
        """Cards as long as cards are due."""
        while self.step in ("deal", "burn"):
            self.draw()

    def bets(self) -> None:
        self.tap_beside("EVERYBODY BETS")
        self.until(lambda: bool(self.state.round.hands), "wagers")
        items.breathe()

    def play_round(self) -> None:
        """Everything that a dealer does from the closing call to the end of the round, as the screen asks."""
        number = self.state.round.number
        self.tap("Closing call")
        self.until(lambda: self.state.round.closed, "the call")
        for _ in range(200):
            items.breathe()
            if self.state.round.number > number:
                return
            self.do_what_is_due()
        raise AssertionError("the round does not end")

    def do_what_is_due(self) -> None:
        """One thing, in the way of a dealer who looks at the screen."""
        before, step = self.table.window.bridge.shown, self.step
        match step:
            case "deal" | "burn":
                self.draw()
                return
            case "settle":
                button = "All hands are settled"
                there = items.has(self.window, f"button {button}")
                self.tap(button if there else "These hands are settled")
            case "offer":
                rules = self.window.bridge.book.rules
                war = "Go to War" if goes_to_war(rules) else "war"
                self.tap(f"{spot_title(self._offered, rules)}: {war}")
            case "turn_dealer_card":
                self.tap("The card is turned")
            case "wait_for_shuffler" | "take_batch" if not items.has(self.window, "button Done"):
                self.until(lambda: self.step != step, "the shuffler")
                return
            case "ruling":
                raise AssertionError(f"the table is held: {self.state.holds}")
            case _:
                self.tap("Done")
        bridge = self.window.bridge
        self.until(lambda: bridge.shown is not before and bridge._going_on is None, f"an answer to {step}")

    @property
    def _offered(self) -> str:
        shown = self.window.bridge.shown
        assert shown
        return shown.due.hand.name  # type: ignore[union-attr]


@contextmanager
def sitting(
    db: Path, profile: str = "massachusetts", options: dict[str, str] | None = None, players: int = 2
) -> Iterator[Sitting]:
    """Sits down and gets up again."""
    with patch.object(link, "MISSED_HEARTBEATS", MANY_HEARTBEATS), quiet_devices():
        table = SimulatedScreen(
            at_table_of(profile, options), players=players, seed=3, pause_seconds=0, db=db, named=None
        )
        try:
            yield Sitting(table)
        finally:
            table.close()
