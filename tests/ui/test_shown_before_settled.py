"""No settlement is implied by a tap that did not show it: every round of every book, every compound tap."""

from collections import deque
from pathlib import Path

import pytest
from msgspec.structs import replace

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.step_types import Offer, Settle
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.table import Table as State
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.engine.words.prompts import prompt
from dealer_station.rulebooks import NAMES
from dealer_station.station.messages import RefusalQuery, Shown
from dealer_station.station.station import Seen
from tests.moments import moments_of
from tests.ui import items
from tests.ui.scenes import PEOPLE, shown_at
from tests.ui.table import Table
from ui.dealer.bridge import Bridge
from ui.dealer.window import DealerWindow, application

COMPOUND = ("settle", "war", "surrender", "call")


class Screen:
    """A dealer's screen over a table without a log: what a tap says is decided at once."""

    def __init__(self, rules: Rules, table: State) -> None:
        application()
        self.rules, self.table = rules, table
        self._told: deque[Seen | RefusalQuery] = deque()
        # Most taps lead through tables that another tap has led through.
        self._known: dict[State, Shown] = {}
        self.bridge = Bridge(RulebookView(rules), self._told.append, name="War 3", mark="", signing=PEOPLE)
        self._publish(())

    def look_at(self, table: State) -> None:
        self.table = table
        self._publish(())

    def _publish(self, events: tuple[Event, ...]) -> None:
        if self.table not in self._known:
            self._known[self.table] = shown_at(self.table, self.rules)
        self.bridge.show(replace(self._known[self.table], events=events))

    @property
    def taps(self) -> list[str]:
        """The compound taps that this screen offers."""
        buttons = self.bridge._now._were["buttons"]
        return [button["act"] for button in buttons if button["act"].split()[0] in COMPOUND]

    @property
    def settlements(self) -> set[str]:
        """Every settlement that stands on the screen, the large one included."""
        rows = self.bridge._now._were["prompt"]["pass"]
        step = due(self.table, self.rules)
        large = {str(prompt(step, self.rules).do)} if isinstance(step, Settle) else set()
        return large | {row["text"] for row in rows if not row["heading"]}

    def tap(self, act: str) -> list[str]:
        """One finger; the settlements that it came to, in the words of their prompts."""
        settled = []
        self.bridge.tap(act)
        while self._told:
            seen, step = self._told.popleft().observation, due(self.table, self.rules)
            events = decide(self.table, self.rules, seen)
            if any(isinstance(event, e.HandSettled) for event in events) and isinstance(step, Settle):
                settled.append(str(prompt(step, self.rules).do))
            assert not any(isinstance(event, e.HandSettled) for event in events) or isinstance(step, Settle)
            self.table = fold(self.table, events)
            self._publish(events)
        return settled


def try_every_tap(screen: Screen, table: State) -> int:
    """Each compound tap from this table: what it settled had been on the screen, and comes in one piece."""
    screen.look_at(table)
    taps, shown = screen.taps, screen.settlements
    for_a_war = {str(one.do) for one in screen.bridge._displayed.for_a_war}
    for act in taps:
        if screen.table is not table:
            screen.look_at(table)
        settled = screen.tap(act)
        assert set(settled) <= shown, f"{act} settled {set(settled) - shown}, which was on no screen"
        if act == "settle all":
            assert set(settled) == shown - for_a_war
        if act.startswith("surrender"):
            assert not (set(settled) & for_a_war), (
                "what is settled before a war is not settled by a surrender"
            )
    return len(taps)


EVERY = [4, pytest.param(1, marks=pytest.mark.campaign)]
"""Every fourth written round, or every one."""


@pytest.mark.parametrize("every", EVERY)
@pytest.mark.parametrize("profile", NAMES)
def test_every_settlement_of_a_tap_was_on_the_screen(profile: str, every: int) -> None:
    tried = 0
    screen: Screen | None = None
    for moment in moments_of(profile, every):
        if isinstance(moment.due, Settle | Offer):
            if screen is None or screen.rules is not moment.rules:
                screen = Screen(moment.rules, moment.table)
            tried += try_every_tap(screen, moment.table)
    assert tried > 100


def words(window: DealerWindow) -> list[str]:
    found = sorted(items.texts(window), key=lambda item: items.rect(item).top())
    return [item.property("text") for item in found]


def at(tmp_path: Path, profile: str, wagers: str, cards: str) -> Table:
    table = Table(tmp_path / "log.db", profile)
    table.sign_in()
    table.place(wagers)
    table.tap("Closing call")
    table.burn()
    table.deal(cards)
    return table


def settled_by(table: Table, tap: str) -> set[str]:
    """The hands that were settled by one tap, as the log has them."""
    before = {hand.name: len(hand.lines) for hand in table.station.table.round.hands}
    table.tap(tap)
    return {hand.name for hand in table.station.table.round.hands if len(hand.lines) > before[hand.name]}


def test_a_tie_wager_that_waits_for_a_war_is_paid_after_a_surrender_too(tmp_path: Path) -> None:
    """A hand that is settled only before a war is asked for again when the player surrenders."""
    table = at(tmp_path, "massachusetts", "1:20 2:10+5 4:50+10", "9c 5h 8c 8d")
    assert table.step in ("settle", "offer")
    shown = words(table.window)
    assert "Before a war, settle:" in shown
    settled = settled_by(table, "Spot 4: surrender")
    assert settled <= {"4"}, "the others stood under the heading of a war"
    asked: list[str] = []
    for _ in range(8):
        if table.step != "settle":
            break
        asked.append(table.bridge._now._were["prompt"]["says"])
        table.tap("This hand is settled, next hand")
    assert any("Spot 2" in one for one in asked)
    assert any("Spot 1" in one for one in asked)
    table.close()


def test_nothing_is_settled_before_the_dealers_card_is_turned(tmp_path: Path) -> None:
    table = at(tmp_path, "house_manual", "1:10 2:10 3:10+5", "9c 5h 8c 8d")
    assert table.step == "turn_dealer_card"
    assert [one["act"] for one in table.bridge._now._were["buttons"]] == ["confirm turn_dealer_card"]
    table.tap("The card is turned")
    shown = words(table.window)
    assert "PAY 50" in shown
    table.close()


def test_a_settlement_that_changed_under_the_finger_is_not_taken(tmp_path: Path) -> None:
    table = at(tmp_path, "massachusetts", "1:20 2:10", "9c 5h 8d")
    assert table.step == "settle"
    table.bridge.tap("settle")
    told = table._told[0]
    assert isinstance(told.observation, o.Settled)
    assert (told.observation.hand, told.observation.moves) == ("2", (("main", "take", 1000),))
    table.station.observe(Seen(o.Settled(), "dealer"))
    table.settle_down()
    assert [hand.name for hand in table.station.table.round.hands if not hand.lines] == ["1"]
    assert table.bridge._refusal["reason"] == "something else is to be settled now: look at the screen again"
    table.close()
