"""A table without a log behind the real window: the engine answers what the fingers say."""

from collections import deque

from msgspec.structs import replace
from PySide6.QtCore import QSize

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.people.sign_in import FixedStaff
from dealer_station.station.messages import RefusalQuery, Seen
from dealer_station.written_rounds.play import Player
from tests.ui import items
from tests.ui.by_touch.fingers import Fingers
from tests.ui.by_touch.written_acts import DEALER, Story
from tests.ui.scenes import refusal, shown_at
from ui.common.settings import Settings
from ui.dealer.bridge import Bridge
from ui.dealer.window import DealerWindow, application

SUPERVISOR, PIN = "Lee", "1234"
SIZE = QSize(1280, 800)


class TableByTouch(Player):
    """A player that keeps its account also where one tap ends a round and begins the next."""

    def see(self, observation: Observation) -> tuple[Event, ...]:
        self.ledger.begin_line(observation)
        if isinstance(observation, o.BetsPlaced | o.Called) and self._round_is_over:
            self.close_round()
        before = self.table
        events = decide(before, self.rules, observation)
        in_question = before.holds[-1].draw if before.holds else None
        self.table = fold(before, events)
        self.count.note(observation, events, before, self.table)
        ends = next((at + 1 for at, event in enumerate(events) if isinstance(event, e.RoundEnded)), 0)
        if isinstance(observation, o.Called) and ends:
            self.ledger.note(events[:ends], fold(before, events[:ends]))
            self.close_round()
            self.ledger.note(events[ends:], self.table)
        else:
            self.ledger.note(events, self.table)
        if in_question is not None and isinstance(observation, o.Ruled):
            self.ledger.look_at(in_question)
        return events

    def end_round(self) -> None:
        """Close the account where the text says that the round is over."""
        if self._round_is_over:
            self.close_round()


class TouchedTable:
    """The window of one table; `said` holds what the fingers have said and not yet been checked for."""

    def __init__(self, story: Story, dealers: tuple[str, ...]) -> None:
        application()
        self.player = TableByTouch(story.rules, story.header)
        self.player.table = story.start
        self.said: list[Observation] = []
        self.refused = 0
        self._told: deque[Seen | RefusalQuery] = deque()
        badges = {str(100 + at): name for at, name in enumerate(dict.fromkeys((DEALER, *dealers)))}
        self.bridge = Bridge(
            RulebookView(story.rules),
            self._told.append,
            name="War 3",
            mark="",
            signing=FixedStaff(badges, {PIN: SUPERVISOR}),
            settings=Settings(motion=False),
        )
        self.publish()
        self.warnings: list[str] = []
        self.window = DealerWindow(self.bridge, SIZE, self.warnings.append)
        self.window.show()
        items.breathe()
        self.fingers = Fingers(self.window)

    def publish(self, events: tuple[Event, ...] = ()) -> None:
        """Show the table as it is now."""
        self.bridge.show(shown_at(self.player.table, self.player.rules, events))

    def happens(self, seen: Observation) -> None:
        """Something that no finger on this screen does: a card, a device, the clock."""
        self.publish(self.player.see(self.player._known(seen)))
        items.breathe()

    def settle_down(self) -> None:
        """Handle every message of the screen."""
        while self._told:
            player, told = self.player, self._told.popleft()
            if isinstance(told, RefusalQuery):
                known = replace(told, observation=player._known(told.observation))
                refused = refusal(known, player.table, player.rules)
                self.refused += refused is not None
                told.answer(refused)
            else:
                events = player.see(player._known(told.observation))
                if any(isinstance(event, e.TapRefused) for event in events):
                    self.refused += 1
                else:
                    self.said.append(told.observation)
                self.publish(events)
        items.breathe()
        if self._told:
            self.settle_down()

    def close(self) -> None:
        self.window.close()
