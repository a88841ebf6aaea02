"""The simulated devices that a scene attaches beside the shoe: a shuffler, a progressive controller."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from dealer_station.engine.due.dues import Due
from dealer_station.engine.model.errors import DealerStationError
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.station.device_adapter import Arrived, Attached, attached_progressive
from dealer_station.station.station import Station
from drivers.driver import PROGRESSIVE, SHUFFLER
from hw_sim.devices.device_faults import Struck
from hw_sim.devices.progressive_device import told_words
from hw_sim.devices.shuffler import noticed_in, noticed_words
from hw_sim.people.people import Player
from hw_sim.tables.shuffler_at_table import SUPPLIES, TableShuffler
from hw_sim.tables.simulated_progressive import PluggedController, SimulatedProgressive


class Did(Struct, frozen=True):
    """Something that a device noticed, under its number in its journal."""

    journal: str
    seq: int
    words: str


class Memory(Struct, frozen=True):
    """What a device noticed, and what of it nobody has acknowledged: it will tell that again."""

    did: list[Did]
    journal: str
    acknowledged: int

    def keeps(self, one: Did) -> bool:
        """Whether it is still to be told."""
        return one.journal == self.journal and one.seq > self.acknowledged


class OnCable(Protocol):
    """What anybody can do to a device on a cable."""

    def pull(self) -> None:
        """The cable is out."""

    def plug(self) -> None:
        """The cable is back."""

    def strike(self, struck: Struck) -> None:
        """A fault begins."""

    def mend(self) -> None:
        """The faults of its wire end."""


class Beside:
    """Those of one scene, plugged in from the start; none of them with a real shoe."""

    def __init__(
        self, shuffler: TableShuffler | None = None, progressive: SimulatedProgressive | None = None
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
        """The station's drivers at the other end."""
        attached = []
        if self.shuffler:
            attached.append(self.shuffler.attach(station, lambda arrived: landed(SHUFFLER, arrived)))
        if self._progressive:
            chosen = self._progressive.chosen
            attached.append(
                attached_progressive(station, chosen, lambda arrived: landed(PROGRESSIVE, arrived))
            )
        return attached

    def attend(self, step: Due, players: tuple[Player, ...] = ()) -> None:
        """What somebody does with them for this step."""
        if self.shuffler:
            self.shuffler.attend(step)
        if self._progressive:
            self._progressive.attend(step, players)

    def is_waited_for(self, step: Due) -> bool:
        """Simulated people look at the light before they take cards out."""
        return self.shuffler is not None and self.shuffler.is_waited_for(step)

    def newest(self, device: str) -> int:
        """The number of the last thing that it noticed."""
        if device == SHUFFLER and self.shuffler:
            return self.shuffler.shuffler.newest
        return self.controller.controller.newest if self.controller else 0

    def memories(self) -> dict[str, Memory]:
        """Everything that they noticed, out of their own memory."""
        found = {}
        if self.shuffler:
            now = self.shuffler.shuffler.now
            noticed = [
                Did(f"{journal:016x}", one.seq, noticed_words(one))
                for journal, one in noticed_in(self.shuffler.memory)
            ]
            found[SHUFFLER] = Memory(noticed, f"{now.journal:016x}", now.acknowledged)
        if self.controller:
            controller = self.controller.controller
            told = [Did(journal, seq, told_words(one)) for journal, seq, one in controller.ever]
            found[PROGRESSIVE] = Memory(told, controller.id, controller.acknowledged)
        return found

    def close(self) -> None:
        """They are put away, after the station's last word."""
        if self._progressive:
            self._progressive.close()
        if self.shuffler:
            self.shuffler.close()


def check_attached(attached: tuple[str, ...], rules: Rules) -> None:
    """What a scene attaches must be something that its table can have."""
    supply = rules.cards.card_supply.value
    if SHUFFLER in attached and supply not in SUPPLIES:
        wanted = " or ".join(f"card_supply={word}" for word in SUPPLIES)
        raise DealerStationError(f"attach shuffler: this table works with {supply}; write option {wanted}")
    if PROGRESSIVE in attached and rules.progressive.progressive.value != "on":
        raise DealerStationError(
            "attach progressive: this table offers none; write option progressive=on, where the book has one"
        )


def beside_of(attached: tuple[str, ...], rules: Rules, seed: int, folder: Path) -> Beside:
    """What a scene attaches, where its table can have it."""
    check_attached(attached, rules)
    log = folder / "log.db"
    return Beside(
        TableShuffler(rules, seed, log) if SHUFFLER in attached else None,
        SimulatedProgressive(rules, seed, log) if PROGRESSIVE in attached else None,
    )
