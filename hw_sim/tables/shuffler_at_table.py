"""The simulated shuffler of a table, on its own USB bus, and the hands that load and clear it."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from dealer_station.engine.due.step_types import AwaitRuling, Draw, Due, Perform
from dealer_station.engine.model.cards import CARDS_PER_DECK
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.station.device_adapter import Arrived, Attached, attached_shuffler
from dealer_station.station.station import Station
from drivers.device_thread import OpenPort
from hw_sim.devices.fault_catalogue import CABLE_PULL, FaultOrder
from hw_sim.devices.shuffler import COLOURS, Batch, Shuffler
from hw_sim.devices.shuffler_device import ShufflerDevice
from hw_sim.devices.shuffler_faults import SHUFFLER_FAULTS

if TYPE_CHECKING:
    from hw_sim.wires.usb_bus import SimulatedBus

SUPPLIES = ("two_batch_shuffler", "csm")
_ABOUT_IT = ("shuffler_fault", "device", "count", "batch")


def memory_path(log: Path) -> Path:
    """Return the path of the simulated shuffler's memory for a log."""
    return log.with_name(log.name + ".shuffler")


class TableShuffler:
    """A shuffler that people handle; the station learns of it only over the cable."""

    def __init__(self, rules: Rules, seed: int, log: Path) -> None:
        self._rules = rules
        self.memory = memory_path(log)
        self.serial = f"SIM-S{seed}"
        self.plugged = False
        self._arrived_to = -1
        self._known_at_first = 0

    @cached_property
    def bus(self) -> "SimulatedBus":
        """The USB bus that the shuffler hangs on; most tables have no shuffler and never load pyusb."""
        from hw_sim.wires.usb_bus import SimulatedBus

        return SimulatedBus()

    @cached_property
    def shuffler(self) -> Shuffler:
        """The shuffler. Its memory is opened on first use, after the station has
        its log: before that another station may use both.
        """
        cards = self._rules.cards.decks.value * CARDS_PER_DECK
        continuous = self._rules.cards.card_supply.value == "csm"
        return Shuffler(cards, self.memory, self.serial, continuous=continuous)

    @cached_property
    def device(self) -> ShufflerDevice:
        """The protocol side of the shuffler."""
        return ShufflerDevice(self.shuffler, self.serial)

    def attach(
        self,
        station: Station,
        heard: Callable[[Arrived], None],
        listened: Callable[[OpenPort], OpenPort] = lambda opens: opens,
    ) -> Attached:
        """Attach the station's driver to the bus; `heard` is called for each event that the log has."""

        def note(arrived: Arrived) -> None:
            if arrived.seq is not None:
                self._arrived_to = max(self._arrived_to, arrived.seq)
            heard(arrived)

        self._known_at_first = self.shuffler.newest
        return attached_shuffler(station, self.serial, self.bus, note, listened)

    def plug(self) -> None:
        """Plug the device in; it stays silent until a host says hello."""
        self.bus.plug(self.device)
        self.plugged = True

    def pull(self) -> None:
        self.bus.pull()
        self.plugged = False

    def strike(self, struck: FaultOrder) -> None:
        """Cause a fault."""
        if struck.fault == CABLE_PULL:
            self.pull()
            self.plug()
        else:
            self.bus.act(lambda: SHUFFLER_FAULTS[struck.fault](self.device))

    def mend(self) -> None:
        """Do nothing: USB carries whole transfers or none, so its wire has no faults."""

    def is_waited_for(self, step: Due) -> bool:
        """True if people must wait: until the station has met the device, or its
        light and the log allow cards to be moved.
        """
        # People see a light, the station sees events. If they acted on the light alone, a tap could reach the
        # station before the event that it depends on, and would be refused. So they also wait for the log.
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
        """Do at the device what the step asks for, before it is tapped."""
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
        """Note that a card was drawn from a continuous shuffler."""
        self.bus.act(self.shuffler.card_left)

    def change_batches(self) -> None:
        """Put a batch in and take the finished one out."""
        self.bus.act(self._load)
        self.bus.act(self.shuffler.take)

    def close_door(self) -> None:
        """Close the door and leave everything else as it is."""
        self.bus.act(self.shuffler.close_door)

    def clear(self) -> None:
        """Clear what is wrong with the device."""
        self.bus.act(self.shuffler.clear)

    def _load(self) -> None:
        """Load the batch that was taken out by hand, or the one that is not in the device."""
        if batch := self.shuffler.emptied:
            self.shuffler.emptied = None
            self.shuffler.load(Batch(batch.colour, self.shuffler.cards))
            return
        inside = self.shuffler.now.finished or self.shuffler.now.mixing
        colour = next(colour for colour in COLOURS if colour != inside.colour) if inside else None
        self.shuffler.load(Batch(colour or self.shuffler.now.batch, self.shuffler.cards))

    def close(self) -> None:
        """Pull and close the device. Call it after the station has stopped,
        because a closed device gets no acknowledgement.
        """
        if "shuffler" in self.__dict__:
            self.pull()
            self.shuffler.close()
