"""Plays a scene line by line through a real station, and reports the first line whose outcome differs."""

import time
from collections.abc import Callable
from random import Random
from typing import assert_never

from dealer_station.engine.due.step_types import Draw, Perform
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.notation import model as w
from dealer_station.engine.words.prompts import step_id
from dealer_station.station.station import Seen, Shown
from dealer_station.written_rounds.play import Failure, Player, rules_of
from drivers.driver import SHOE
from hw_sim.bench.bench_station import BenchStation, EventCommitted, MessageHandled, News
from hw_sim.bench.hands_at_devices import Hands, Out
from hw_sim.devices.fault_catalogue import FaultOrder
from hw_sim.devices.wheel import Wheel
from hw_sim.people.people import SimulatedPeople, seat_players
from hw_sim.scenes.reader import (
    AwaitStatus,
    Cleared,
    Deed,
    DeviceLine,
    DrawnUnheard,
    MendWire,
    MeterSet,
    PluggedLine,
    Pulled,
    Restarted,
    Scene,
    Shift,
    Wagered,
)

PLAYERS_OF_A_SHIFT = 3
LOOK_SECONDS = 0.002
READER_LOST, READER_BACK = o.DeviceSaid("reader", "lost"), o.DeviceSaid("reader", "back")
"""The floor's report that cards are keyed in by hand, and that they no longer are."""


class ScenePlayer(Player):
    """A player of written rounds at a table whose cards come over a wire."""

    def __init__(self, scene: Scene, stage: BenchStation, hands: Hands, pause_seconds: float) -> None:
        super().__init__(rules_of(scene.header), scene.header)
        self._scene = scene
        self._stage = stage
        self._hands = hands
        self._pause_seconds = pause_seconds
        self._devices = (SHOE, *scene.attached)
        self._statuses: dict[str, list[str]] = {device: [] for device in self._devices}
        self._heard_to = dict.fromkeys(self._devices, 0)
        """Number of statuses of each device that the scene has already waited for."""
        self._landed_seq = dict.fromkeys(self._devices, 0)
        self._landed_cards = 0
        self.latencies_seconds: list[float] = []

    def play_scene(self, note: Callable[[], None] = lambda: None) -> None:
        """Play until the first failure; `note` is called after each line."""
        for device in self._devices:
            self.failure = self.failure or self._noticed(
                0, AwaitStatus(device, "back"), f"the {device} attached"
            )
        for line in self._scene.lines:
            if self.failure:
                return
            time.sleep(self._pause_seconds)
            self.failure = self._play_one(line)
            note()
        self._take_in()
        self.failure = self.failure or self._heard_out()

    def _heard_out(self) -> Failure | None:
        """Check at the end that the log has every event of the devices beside the
        shoe; a device that is away is skipped.
        """
        for device in self._scene.attached:
            if self._statuses[device][-1] == "lost":
                continue
            try:
                self._until_heard(device)
            except TimeoutError:
                newest, got = self._hands.beside.newest(device), self._landed_seq[device]
                return Failure(self._scene.lines[-1].number, f"{newest} events of the {device}", str(got))
        return None

    def _play_one(self, line: w.WrittenLine | DeviceLine) -> Failure | None:
        try:
            if isinstance(line, w.WrittenLine):
                failure = self._play_line(line)
                if failure:
                    self._take_in()
                return failure
            failure = self._do(line, line.deed)
        except TimeoutError:
            what = "the card in the log" if isinstance(line, w.WrittenLine) else line.text
            return Failure(line.number, what, f"nothing for {self._hands.patience_seconds:g} seconds")
        if failure or line.expect is None:
            return failure
        self._take_in()
        due = step_id(self.due)
        return None if due == line.expect.step else Failure(line.number, line.expect.step, due)

    def see(self, observation: Observation) -> tuple[Event, ...]:
        """Draw a card over the wire, or tap anything else; the hands at the
        devices do their part of the step.
        """
        if isinstance(observation, o.CardDrawn | o.CutCardSeen):
            if isinstance(self.due, Draw):
                self._hands.beside.attend(self.due)
            return self._draw(observation)
        step = self.due
        handled = isinstance(step, Perform) and observation == o.Confirmed(step.step)
        # A batch is taken out only after the tap is accepted; every other step is done before its tap.
        taken = isinstance(step, Perform) and step.step == "take_batch"
        if handled and not taken:
            self._hands.beside.attend(step)
        events = self._tap(observation)
        if handled and taken and not any(isinstance(event, e.TapRefused) for event in events):
            self._hands.beside.attend(step)
        return events

    def _tap(self, observation: Observation) -> tuple[Event, ...]:
        source, who = "dealer", ""
        by_the_floor = isinstance(observation, o.Confirmed) and observation.by
        if isinstance(observation, o.Ruled):
            source, who = "floor", observation.by
        elif isinstance(observation, o.Ordered) or observation in (READER_LOST, READER_BACK):
            source = "floor"
        elif by_the_floor:
            source, who = "floor", by_the_floor
        elif isinstance(observation, o.DeviceSaid):
            source = observation.device
        self._stage.tell(
            Seen(observation, source, who, acknowledge=lambda: self._stage.news.put(MessageHandled()))
        )
        return self._until(lambda news: isinstance(news, MessageHandled))

    def _draw(self, out: Out | None) -> tuple[Event, ...]:
        """Draw a card, and wait until it and everything that follows from it is in the log."""
        seq, cards = self._hands.draw(out), self._landed_cards

        def has_landed(news: News) -> bool:
            if not isinstance(news, EventCommitted) or news.device != SHOE:
                return False
            landed = self._landed_seq[SHOE] >= seq if seq is not None else self._landed_cards > cards
            if landed and (sent_at := self._hands.on_the_wire_at()) is not None:
                self.latencies_seconds.append(news.at - sent_at)
            return landed

        return self._until(has_landed) + self._take_in()

    def _take_in(self) -> tuple[Event, ...]:
        """Take in every earlier message to the station."""
        self._stage.look()
        return self._until(lambda news: isinstance(news, MessageHandled))

    def _until(self, enough: Callable[[News], bool]) -> tuple[Event, ...]:
        """Take in news until `enough` is true for one of them, and return the events."""
        deadline = time.monotonic() + self._hands.patience_seconds
        events: tuple[Event, ...] = ()
        while True:
            news = self._stage.next(deadline - time.monotonic())
            if isinstance(news, Shown):
                self._follow(news.events)
                events += news.events
            elif isinstance(news, EventCommitted):
                if news.arrived.seq is not None:
                    self._landed_seq[news.device] = news.arrived.seq
                self._landed_cards += news.arrived.card
            if enough(news):
                return events

    def _follow(self, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, e.DeviceNoted) and event.device in self._statuses:
                self._statuses[event.device].append(event.status)
        before = self.table.holds[-1].draw if self.table.holds else None
        self.table = fold(self.table, events)
        self.ledger.note(events, self.table)
        if before is not None and any(isinstance(event, e.HoldRuled) for event in events):
            self.ledger.look_at(before)

    def _do(self, line: DeviceLine, deed: Deed) -> Failure | None:
        match deed:
            case FaultOrder():
                self._hands.strike(deed)
            case MendWire(device):
                self._hands.mend(device)
            case Pulled(device):
                self._hands.pull(device)
                return self._noticed(line.number, AwaitStatus(device, "lost"), line.text)
            case PluggedLine(device):
                self._hands.plug(device)
                return self._noticed(line.number, AwaitStatus(device, "back"), line.text)
            case DrawnUnheard(cards):
                for card in cards:
                    self._hands.draw(card)
            case AwaitStatus():
                return self._await(line, deed)
            case Restarted():
                self._take_in()
                self._stage.restart()
                self._take_in()
            case Shift(rounds):
                return self._shift(line.number, rounds)
            case Cleared() | Wagered() | MeterSet():
                self._at_its_own_device(deed)
            case _:
                assert_never(deed)
        return None

    def _at_its_own_device(self, deed: Cleared | Wagered | MeterSet) -> None:
        beside = self._hands.beside
        if isinstance(deed, Cleared) and beside.shuffler:
            beside.shuffler.clear()
        elif isinstance(deed, Wagered) and beside.controller:
            beside.controller.bet(*deed.positions)
        elif isinstance(deed, MeterSet) and beside.controller:
            beside.controller.set_meter(deed.cents)

    def _await(self, line: DeviceLine, awaited: AwaitStatus) -> Failure | None:
        match awaited.status:
            case "cards":
                self._until_so(lambda: self._landed_cards >= len(self._hands.sent))
            case "events":
                self._until_heard(awaited.device)
            case "settled":
                self._until_so(self._stage.settled)
            case _:
                return self._noticed(line.number, awaited, line.text)
        return None

    def _until_heard(self, device: str) -> None:
        """Wait until the log has every event that the device has noticed until now."""
        newest = self._hands.beside.newest(device)
        self._until_so(lambda: self._landed_seq[device] >= newest)

    def _until_so(self, so: Callable[[], bool]) -> None:
        """Take in news until the condition `so` holds; raise TimeoutError if it does not in time."""
        deadline = time.monotonic() + self._hands.patience_seconds
        while not so():
            if time.monotonic() > deadline:
                raise TimeoutError
            self._take_in()
            time.sleep(LOOK_SECONDS)
        self._take_in()

    def _noticed(self, number: int, awaited: AwaitStatus, text: str) -> Failure | None:
        """Wait until the station reports the status; statuses that the scene has
        already waited for do not count.
        """
        device, status = awaited.device, awaited.status
        heard, heard_to = self._statuses[device], self._heard_to[device]
        deadline = time.monotonic() + self._hands.patience_seconds
        while status not in heard[heard_to:]:
            try:
                self._until(lambda news: isinstance(news, Shown))
            except TimeoutError:
                deadline = 0.0
            if time.monotonic() > deadline:
                said = ", ".join(heard[heard_to:]) or "nothing"
                return Failure(number, f"{text}: {device} {status}", f"the station said {said}")
        self._heard_to[device] = heard.index(status, heard_to) + 1
        self._take_in()
        return None

    def _shift(self, number: int, rounds: int) -> Failure | None:
        """Let people play a number of rounds; the cards that they draw come over the wire."""
        seats = seat_players(self.rules, PLAYERS_OF_A_SHIFT, "war")
        people = SimulatedPeople(self._hands.shoe, seats, Wheel(self.rules, Random(self._scene.seed)))
        people.sit_down_at(self.table)
        last = self.table.round.number + rounds
        while self.table.round.number < last:
            time.sleep(self._pause_seconds)
            self._until_so(lambda: self._stage.settled() and not self._hands.beside.is_waited_for(self.due))
            step = self.due
            self._hands.beside.attend(step, seats)
            if isinstance(step, Draw):
                self._draw(None)
                continue
            events = self._tap(people.respond(step))
            refused = next((event for event in events if isinstance(event, e.TapRefused)), None)
            # A cable that came out during the tap makes another step due first; that is no failure.
            if refused and self.due == step:
                return Failure(number, step_id(step), f"refused: {refused.reason}")
        self.ledger.close(step_id(self.due), reshuffle=self.must_shuffle)
        return None
