"""A dealer's screen at a real station: a log on disk, a shoe that deals the cards of the test."""

from collections import deque
from pathlib import Path

from PySide6.QtCore import QSize

from dealer_station.engine.due.step_types import Draw
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.notation.model import Start
from dealer_station.engine.rulebook.terms import wager_words
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.engine.words.prompts import step_id
from dealer_station.log.store.append import Writer
from dealer_station.rulebooks import load
from dealer_station.station.messages import RefusalQuery
from dealer_station.station.station import Seen, Shown, Station
from tests.log import shifts
from tests.log.shifts import SetClock
from tests.ui import items
from tests.ui.reach import way_to
from tests.ui.scenes import PEOPLE
from ui.common.settings import Settings
from ui.dealer.bridge import Bridge
from ui.dealer.window import DealerWindow, application

LIMIT = 200


class Table:
    """One station with its screen; taps are counted as fingers make them."""

    def __init__(
        self, db: Path, profile: str, *, start: Start = "loaded", options: dict[str, str] | None = None
    ) -> None:
        application()
        self.rules, self.options = load(profile, options or {}), options
        self.taps = 0
        self.db = db
        self.profile = profile
        self.warnings: list[str] = []
        self.station = self._station(start)
        self._told: deque[Seen | RefusalQuery] = deque()
        self.bridge = Bridge(
            RulebookView(self.rules),
            self._told.append,
            name="War 3",
            mark="",
            signing=PEOPLE,
            settings=Settings(motion=False),
        )
        self._forward = self.bridge.show
        self.station.resume()
        self.window = DealerWindow(self.bridge, QSize(1280, 800), self.warnings.append)
        self.window.show()
        items.breathe()

    def _station(self, start: Start) -> Station:
        log = Writer(
            self.db, shifts.keys_of(self.db), SetClock(), start="closed" if start == "closed" else "loaded"
        )
        return Station(log, self.rules, shifts.words(self.profile, self.options), self._publish)

    def _publish(self, shown: Shown) -> None:
        self._forward(shown)

    @property
    def step(self) -> str:
        return step_id(self.station.due)

    def settle_down(self) -> None:
        """Handle every message that waits."""
        for _ in range(LIMIT):
            if not self._told:
                break
            self.station.take_up(self._told.popleft())
        items.breathe()

    def tap(self, *names: str) -> None:
        """Fingers, one after the other; every second one is a touch."""
        for name in names:
            # A spot on the felt is `on spot 3`; choices of a form are called `spot 3` too.
            on_felt = name.startswith("on spot ")
            for item in (name.removeprefix("on "),) if on_felt else way_to(self.window, name):
                self.taps += 1
                way = items.touch if self.taps % 2 else items.click
                way(self.window, item)
                self.settle_down()

    def deal(self, faces: str) -> None:
        """Cards leave the shoe."""
        for face in faces.split():
            card = None if face == "??" else Card(face)
            self.station.observe(Seen(o.CardDrawn(card), "shoe"))
        items.breathe()

    def deal_early(self, faces: str) -> None:
        """Cards leave the shoe when none is due; the dealer, if asked, says that they came too early."""
        self.deal(faces)
        if items.has(self.window, "button NO"):
            self.tap("NO")

    def burn(self) -> None:
        """Burns that are owed."""
        while isinstance(self.station.due, Draw) and self.station.due.place is None:
            self.deal("2c")

    def sign_in(self) -> None:
        self.tap("Ana")
        self.burn()
        self.taps = 0

    def place(self, wagers: str) -> None:
        """Wagers through the felt and the chip row: `1:25 3:10+5`."""
        for wager in wagers.split():
            spot, _, amounts = wager.partition(":")
            main, _, tie = amounts.partition("+")
            self.tap(f"on spot {spot}")
            self.type(main)
            if tie:
                self.tap("Chips", wager_words("tie", self.rules))
                self.type(tie)
        self.tap("These are the wagers")

    def type(self, digits: str) -> None:
        """Digits of the chip row."""
        if items.has(self.window, "button Digits and more"):
            self.tap("Digits and more")
        self.tap(*digits)

    def restarted(self) -> "Table":
        """The same log at a station and a screen that have just been started."""
        self.close()
        again = Table(self.db, self.profile)
        self.window, self.station = again.window, again.station
        return again

    def close(self) -> None:
        self.window.close()
        self.station._log.close()
