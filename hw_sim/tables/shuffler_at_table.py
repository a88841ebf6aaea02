"""The simulated shuffler of a table, on a USB bus of its own, and the hands that load and clear it."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from dealer_station.engine.due.dues import AwaitRuling, Draw, Due, Perform
from dealer_station.engine.model.cards import CARDS_PER_DECK
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.station.device_adapter import Arrived, Attached, attached_shuffler
from dealer_station.station.station import Station
from drivers.supervisor import OpenPort
from hw_sim.devices.device_faults import CABLE_PULL, Struck
from hw_sim.devices.shuffler import COLOURS, Batch, Shuffler
from hw_sim.devices.shuffler_device import ShufflerDevice
from hw_sim.devices.shuffler_faults import SHUFFLER_FAULTS
from hw_sim.wires.usb import SimulatedBus

SUPPLIES = ("two_batch_shuffler", "csm")
_ABOUT_IT = ("shuffler_fault", "device", "count", "batch")


def memory_path(log: Path) -> Path:
    """Where the simulated shuffler of a log keeps its memory."""
    return log.with_name(log.name + ".shuffler")


class TableShuffler:
    """Does what people do to it; the station hears of that over the cable and from nobody else."""

    def __init__(self, rules: Rules, seed: int, log: Path) -> None:
        self._rules = rules
        self.memory = memory_path(log)
        self.serial = f"SIM-S{seed}"
        self.bus = SimulatedBus()
        self.plugged = False
        self._arrived_to = -1
        self._known_at_first = 0

    @cached_property
    def shuffler(self) -> Shuffler:
        """Taken when the station has its log: before that it may be another one's."""
        cards = self._rules.cards.decks.value * CARDS_PER_DECK
        continuous = self._rules.cards.card_supply.value == "csm"
        return Shuffler(cards, self.memory, self.serial, continuous=continuous)

    @cached_property
    def device(self) -> ShufflerDevice:
        """How it speaks."""
        return ShufflerDevice(self.shuffler, self.serial)

    def attach(
        self,
        station: Station,
        heard: Callable[[Arrived], None],
        listened: Callable[[OpenPort], OpenPort] = lambda opens: opens,
    ) -> Attached:
        """With the station's driver at the other end; `heard` follows each thing in the log."""

        def note(arrived: Arrived) -> None:
            if arrived.seq is not None:
                self._arrived_to = max(self._arrived_to, arrived.seq)
            heard(arrived)

        self._known_at_first = self.shuffler.newest
        return attached_shuffler(station, self.serial, self.bus, note, listened)

    def plug(self) -> None:
        """It starts, and is silent until a host says hello."""
        self.bus.plug(self.device)
        self.plugged = True

    def pull(self) -> None:
        self.bus.pull()
        self.plugged = False

    def strike(self, struck: Struck) -> None:
        """A fault begins."""
        if struck.fault == CABLE_PULL:
            self.pull()
            self.plug()
        else:
            self.bus.act(lambda: SHUFFLER_FAULTS[struck.fault](self.device))

    def mend(self) -> None:
        """USB carries whole transfers or none: nothing of its wire is left to mend."""

    def is_waited_for(self, step: Due) -> bool:
        """Nobody begins before the station has met it, or moves cards before its light says so."""
        if self._arrived_to < self._known_at_first:
            return True
        if isinstance(step, Perform) and step.step == "load_shuffler":
            return self._arrived_to < self.shuffler.newest
        if isinstance(step, Perform) and step.step == "wait_for_shuffler":
            return True
        moved = ("take_batch", "return_cards")
        taken = isinstance(step, Draw) or (isinstance(step, Perform) and step.step in moved)
        if not taken or (isinstance(step, Draw) and not self.shuffler.continuous):
            return False
        return self.shuffler.now.state == "shuffling" or self._arrived_to < self.shuffler.newest

    def attend(self, step: Due) -> None:
        """What somebody does with the device for this step, before it is tapped."""
        match step:
            case Perform("empty_shuffler"):
                self.bus.act(self.shuffler.empty)
            case Perform("load_shuffler" | "return_cards"):
                self.bus.act(self._load)
            case Perform("take_batch") if self.shuffler.now.finished:
                self.bus.act(self.shuffler.take)
            case AwaitRuling(hold=hold) if hold.kind in _ABOUT_IT:
                self.clear()
            case Draw() if self.shuffler.continuous:
                self.card_left()
            case _:
                pass

    def card_left(self) -> None:
        """A card was drawn from its shoe."""
        self.bus.act(self.shuffler.card_left)

    def change_batches(self) -> None:
        """A batch goes in, and the finished one comes out."""
        self.bus.act(self._load)
        self.bus.act(self.shuffler.take)

    def close_door(self) -> None:
        """Somebody closes its door and leaves everything else as it is."""
        self.bus.act(self.shuffler.close_door)

    def clear(self) -> None:
        """Somebody puts right what is wrong with it."""
        self.bus.act(self.shuffler.clear)

    def _load(self) -> None:
        """The batch that is not in the device comes from shoe and rack, or was taken out of the device."""
        if batch := self.shuffler.emptied:
            self.shuffler.emptied = None
            self.shuffler.load(Batch(batch.colour, self.shuffler.cards))
            return
        inside = self.shuffler.now.finished or self.shuffler.now.mixing
        colour = next(colour for colour in COLOURS if colour != inside.colour) if inside else None
        self.shuffler.load(Batch(colour or self.shuffler.now.batch, self.shuffler.cards))

    def close(self) -> None:
        """After the station's last word: a device that is switched off hears no acknowledgement."""
        if "shuffler" in self.__dict__:
            self.pull()
            self.shuffler.close()
