"""The simulated devices that a scene attaches beside the shoe: a shuffler and a progressive controller."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from dealer_station.engine.due.step_types import Due
from dealer_station.engine.model.errors import DealerStationError
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.station.device_adapter import Arrived, Attached, attached_progressive
from dealer_station.station.station import Station
from drivers.driver import PROGRESSIVE, SHUFFLER
from hw_sim.devices.fault_catalogue import FaultOrder
from hw_sim.devices.progressive_device import told_words
from hw_sim.devices.shuffler import noticed_in, noticed_words
from hw_sim.people.people import SimulatedPlayer
from hw_sim.tables.progressive_at_table import PluggedController, TableProgressive
from hw_sim.tables.shuffler_at_table import SUPPLIES, TableShuffler


class NoticedEvent(Struct, frozen=True):
    """An event that a device noticed, with its number in the journal."""

    journal: str
    seq: int
    words: str


class Memory(Struct, frozen=True):
    """The events that a device noticed, and how many of them were acknowledged;
    it will send the others again.
    """

    did: list[NoticedEvent]
    journal: str
    acknowledged: int

    def keeps(self, one: NoticedEvent) -> bool:
        """True if the device still has to send this event."""
        return one.journal == self.journal and one.seq > self.acknowledged


class OnCable(Protocol):
    """The actions on any device with a cable."""

    def pull(self) -> None:
        """Pull the cable."""

    def plug(self) -> None:
        """Put the cable back."""

    def strike(self, struck: FaultOrder) -> None:
        """Cause a fault."""

    def mend(self) -> None:
        """End the faults of the wire."""


class AttachedDevices:
    """The devices of one scene, plugged in from the start; none with a real shoe."""

    def __init__(
        self, shuffler: TableShuffler | None = None, progressive: TableProgressive | None = None
    ) -> None:
        self.shuffler = shuffler
        self._progressive = progressive
        self.controller: PluggedController | None = None
        self.on_cable: dict[str, OnCable] = {}
        if shuffler:
            shuffler.plug()
            self.on_cable[SHUFFLER] = shuffler
        if progressive:
            self.on_cable[PROGRESSIVE] = self.controller = progressive.plug()

    def attach(self, station: Station, landed: Callable[[str, Arrived], None]) -> list[Attached]:
        """Attach the station's drivers; `landed` is called for each event that the log has."""
        attached = []
        if self.shuffler:
            attached.append(self.shuffler.attach(station, lambda arrived: landed(SHUFFLER, arrived)))
        if self._progressive:
            chosen = self._progressive.chosen
            attached.append(
                attached_progressive(station, chosen, lambda arrived: landed(PROGRESSIVE, arrived))
            )
        return attached

    def attend(self, step: Due, players: tuple[SimulatedPlayer, ...] = ()) -> None:
        """Do at the devices what the step asks for."""
        if self.shuffler:
            self.shuffler.attend(step)
        if self._progressive:
            self._progressive.attend(step, players)

    def is_waited_for(self, step: Due) -> bool:
        """True if simulated people must wait for the shuffler's light."""
        return self.shuffler is not None and self.shuffler.is_waited_for(step)

    def newest(self, device: str) -> int:
        """Return the number of the device's last event."""
        if device == SHUFFLER and self.shuffler:
            return self.shuffler.shuffler.newest
        return self.controller.controller.newest if self.controller else 0

    def memories(self) -> dict[str, Memory]:
        """Return everything that the devices noticed, from their own memory."""
        found = {}
        if self.shuffler:
            now = self.shuffler.shuffler.now
            noticed = [
                NoticedEvent(f"{journal:016x}", one.seq, noticed_words(one))
                for journal, one in noticed_in(self.shuffler.memory)
            ]
            found[SHUFFLER] = Memory(noticed, f"{now.journal:016x}", now.acknowledged)
        if self.controller:
            controller = self.controller.controller
            told = [NoticedEvent(journal, seq, told_words(one)) for journal, seq, one in controller.ever]
            found[PROGRESSIVE] = Memory(told, controller.id, controller.acknowledged)
        return found

    def close(self) -> None:
        """Close the devices; call it after the station has stopped."""
        if self._progressive:
            self._progressive.close()
        if self.shuffler:
            self.shuffler.close()


def check_attached(attached: tuple[str, ...], rules: Rules) -> None:
    """Raise DealerStationError if the table cannot have a device that the scene attaches."""
    supply = rules.cards.card_supply.value
    if SHUFFLER in attached and supply not in SUPPLIES:
        wanted = " or ".join(f"card_supply={word}" for word in SUPPLIES)
        raise DealerStationError(f"attach shuffler: this table uses {supply}; write option {wanted}")
    if PROGRESSIVE in attached and rules.progressive.progressive.value != "on":
        raise DealerStationError(
            "attach progressive: this table has none; write option progressive=on, if the book has one"
        )


def beside_of(attached: tuple[str, ...], rules: Rules, seed: int, folder: Path) -> AttachedDevices:
    """Make the devices that a scene attaches; raise DealerStationError if its table cannot have them."""
    check_attached(attached, rules)
    log = folder / "log.db"
    return AttachedDevices(
        TableShuffler(rules, seed, log) if SHUFFLER in attached else None,
        TableProgressive(rules, seed, log) if PROGRESSIVE in attached else None,
    )
