"""The devices of a table whose wires replay a capture: each captured event waits
until the simulated people have reached the same point of play.
"""

import threading
import time
from collections.abc import Callable, Iterator
from random import Random

from dealer_station.engine.due.step_types import AwaitRuling, Draw, Due, Perform
from dealer_station.engine.model.observations import CardDrawn, CutCardSeen, DeviceSaid, Observation
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.station.device_adapter import Arrived, Attached
from dealer_station.station.station import Look, Shown, Station
from drivers.device_addresses import DeviceAddress, driver_for
from drivers.device_thread import OpenPort
from drivers.driver import SHOE, SHUFFLER, Driver, Heard, Met
from drivers.ports.capture import CaptureReplay
from drivers.shuffler_reference import reference_shuffler
from hw_sim.devices.shoe import SimulatedShoe
from hw_sim.people.people import SimulatedPlayer
from hw_sim.tables.real_port_devices import ShufflerWatch
from hw_sim.tables.wired_table import LOOK_SECONDS

IRREGULAR_SECONDS = 5.0
"""Longest wait for an event to become due. An event that is not due by then was
irregular when captured, and is replayed as such.
"""
TAKES_A_BATCH = "take_batch"
SHUFFLER_HOLDS = ("shuffler_fault", "count", "batch")
"""Stops after which somebody may put cards into the shuffler again."""
LOADS = ("load_shuffler", "return_cards", TAKES_A_BATCH)


class ReplayedDevice(Attached):
    """A replayed device that holds its wire back. The wire's clock stands still
    meanwhile, so being late loses nothing.
    """

    def __init__(
        self,
        station: Station,
        address: str,
        driver: Driver,
        arrived: Callable[[Arrived], None],
        open_port: OpenPort,
        wait_for: Callable[[Observation], None],
    ) -> None:
        super().__init__(station, address, driver, arrived, open_port)
        self._wait_for = wait_for
        self._answered = threading.Event()

    def hear(self, item: Heard | Met) -> None:
        if isinstance(item, Met):
            self._answered.clear()
            super().hear(item)
            self._answered.wait(IRREGULAR_SECONDS)
            return
        self._wait_for(item.observation)
        super().hear(item)

    def greeted(self, met: Met, seq: int) -> None:
        super().greeted(met, seq)
        self._answered.set()


class ReplayHands:
    """Records what people have done with the cards, so that a shuffler's report
    of an action can wait for that action.
    """

    def __init__(self) -> None:
        self._moved = threading.Condition()
        self._done: set[str] = set()

    def did(self, what: str) -> None:
        """Record that somebody does this action now."""
        with self._moved:
            self._done.add(what)
            self._moved.notify_all()

    def wait_for(self, what: str) -> None:
        """Wait until the action has been recorded, and remove it from the record."""
        with self._moved:
            self._moved.wait_for(lambda: what in self._done, IRREGULAR_SECONDS)
            self._done.discard(what)


class ReplayedDevices:
    """A shoe, and where there was one a shuffler, whose bytes are those of a capture."""

    patience_seconds: float | None = 3.0
    """Silence after which the capture may have ended."""
    on_the_way = 0

    def __init__(
        self,
        rules: Rules,
        seed: int,
        chosen: DeviceAddress,
        shoe: CaptureReplay,
        shuffler: CaptureReplay | None = None,
    ) -> None:
        self._chosen = chosen
        self._shoe, self._shuffler = shoe, shuffler
        self.cards = SimulatedShoe(rules, Random(seed))
        """Cards that people shuffle and load as prompted; the cards of the capture are elsewhere."""
        self._watch = ShufflerWatch(expected=shuffler is not None)
        # Released once for each display that asks for a card, and acquired by each captured card before it is
        # passed on. So the cards keep their captured order, and still wait for the people.
        self._due = threading.Semaphore(0)
        self._hands = ReplayHands()
        self._asked_at_row = 0

    def take_shoe(self) -> None:
        """Do nothing: a capture has no journal of ours."""

    def attach(
        self, station: Station, arrived: Callable[[Arrived], None], spoke: Callable[[], None]
    ) -> Iterator[Attached]:
        def wait_for_a_card_due(observation: Observation) -> None:
            if isinstance(observation, CardDrawn | CutCardSeen):
                if self._shuffler:
                    self._let_it_speak(self._shuffler, station, spoke)
                self._due.acquire(timeout=IRREGULAR_SECONDS)

        known = station.expected(SHOE)
        driver = driver_for(self._chosen, known.journal, known.seq, known.serial)
        yield ReplayedDevice(
            station, self._chosen.address, driver, arrived, self._shoe.port, wait_for_a_card_due
        )
        if self._shuffler is None:
            return

        def heard(_: Arrived) -> None:
            self._watch.spoke()
            spoke()

        yield ReplayedDevice(
            station, SHUFFLER, reference_shuffler(), heard, self._shuffler.port, self._wait_for_hands
        )

    def _wait_for_hands(self, observation: Observation) -> None:
        """Hold a report back until its cause: a batch comes out when it is taken,
        a shuffle begins after a load.
        """
        match observation:
            case DeviceSaid(status="batch"):
                self._hands.wait_for(TAKES_A_BATCH)
            case DeviceSaid(status="shuffling"):
                self._hands.wait_for("load")
            case _:
                pass

    def _let_it_speak(self, shuffler: CaptureReplay, station: Station, spoke: Callable[[], None]) -> None:
        """Wait until the shuffler's earlier events are in the log, then have
        people look at the table again.
        """
        until = time.monotonic() + IRREGULAR_SECONDS
        while not shuffler.has_passed(self._shoe.number) and time.monotonic() < until:
            time.sleep(LOOK_SECONDS)
        looked = threading.Event()
        station.tell(Look(looked.set))
        looked.wait(IRREGULAR_SECONDS)
        # A display from before the shuffler's events may have asked for a card that is no longer due.
        while self._due.acquire(blocking=False):
            pass
        self._asked_at_row = 0
        spoke()

    def note(self, arrived: Arrived) -> None:
        """Do nothing: a captured card is passed on only when it is due."""

    def may_act(self, shown: Shown) -> bool:
        step = shown.due
        if isinstance(step, Draw) and shown.view.dealer:
            if shown.seq != self._asked_at_row:
                self._asked_at_row = shown.seq
                self._due.release()
            return False
        return not self._watch.is_busy(shown)

    def attend(self, step: Due, players: tuple[SimulatedPlayer, ...]) -> None:  # noqa: ARG002
        """Record what people do at the shuffler; how the shuffler reacted is in the capture."""
        # Only a step that is about to be tapped counts. The same step is displayed again after each event of
        # a device, and a load recorded then would let the next shuffle begin in the middle of a deal.
        match step:
            case Perform(step=name) if name in LOADS:
                self._hands.did("load")
                self._hands.did(name)
            case AwaitRuling(hold=hold) if hold.kind in SHUFFLER_HOLDS:
                self._hands.did("load")
            case _:
                pass

    def slip_out(self) -> Observation | None:
        """Return None: only captured cards come."""
        return None

    def card_left(self) -> None:
        """Do nothing: only captured cards come."""

    def has_ended(self) -> bool:
        return self._shoe.ended.is_set() and (self._shuffler is None or self._shuffler.ended.is_set())

    def close(self) -> None:
        """Do nothing: the station's ends have closed the capture."""
