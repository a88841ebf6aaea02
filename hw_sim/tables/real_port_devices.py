"""The devices of a table on real ports: a shoe from which somebody else draws, a progressive controller and a
shuffler.
"""

from collections.abc import Callable, Iterator
from random import Random

from msgspec import Struct

from dealer_station.engine.due.step_types import Draw, Due, Perform
from dealer_station.engine.evolve.table_evolution import UNFINISHED
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.station.device_adapter import Arrived, Attached, attached_progressive, attached_shuffler
from dealer_station.station.station import Shown, Station
from drivers.device_addresses import DeviceAddress, driver_for
from drivers.device_thread import OpenPort
from drivers.driver import PROGRESSIVE, SHOE, SHUFFLER
from drivers.ports.serial_port import SerialPort
from hw_sim.devices.shoe import SimulatedShoe
from hw_sim.people.people import SimulatedPlayer


class Wiring(Struct, frozen=True):
    """The devices attached beside the shoe, and the capture of their ports."""

    progressive: DeviceAddress | None = None
    shuffler: str | None = None
    """Serial number of a shuffler on USB; "" if any will do, None if there is none."""
    listened: Callable[[str, str, OpenPort], OpenPort] = lambda _device, _family, opens: opens
    """Wraps the opening of a device's port, so that its bytes are captured."""


class ShufflerWatch:
    """Tells whether people must wait for a shuffler of which they see only what the station shows."""

    def __init__(self, *, expected: bool) -> None:
        self._met = not expected

    def spoke(self) -> None:
        """Note that the log has an event of the shuffler; called in the station's thread."""
        self._met = True

    def is_busy(self, shown: Shown) -> bool:
        """True if nobody may tap: the shuffler is not known yet, or it is needed and has not finished."""
        wanted = isinstance(shown.due, Perform) and shown.due.step in ("take_batch", "wait_for_shuffler")
        return not self._met or (wanted and shown.view.shuffler in UNFINISHED)


class PortsBesideShoe:
    """The progressive controller on a port and the shuffler on USB, where the wiring has them."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        self._backend = None
        if wiring.shuffler is not None:
            # pyusb is loaded only at a table with a shuffler.
            from drivers.ports.usb_port import libusb

            self._backend = libusb()
        self.watch = ShufflerWatch(expected=wiring.shuffler is not None)

    def attach(self, station: Station, spoke: Callable[[], None]) -> Iterator[Attached]:
        """Yield the station's end of each."""
        if chosen := self._wiring.progressive:
            port = self._wiring.listened(PROGRESSIVE, chosen.family, SerialPort)
            yield attached_progressive(station, chosen, lambda _: None, port)
        if self._wiring.shuffler is not None:

            def heard(_: Arrived) -> None:
                self.watch.spoke()
                spoke()

            yield attached_shuffler(
                station, self._wiring.shuffler, self._backend, heard, self.listened_shuffler
            )

    def listened_shuffler(self, opens: OpenPort) -> OpenPort:
        """Wrap the opening of a shuffler's port, so that its bytes are captured."""
        return self._wiring.listened(SHUFFLER, "reference", opens)


def shoe_on_port(
    station: Station, chosen: DeviceAddress, wiring: Wiring, arrived: Callable[[Arrived], None]
) -> Attached:
    """Attach a shoe on a port, real or simulated, with its last known position in the log."""
    known = station.expected(SHOE)
    driver = driver_for(chosen, known.journal, known.seq, known.serial)
    port = wiring.listened(SHOE, chosen.family, SerialPort)
    return Attached(station, chosen.address, driver, arrived, port)


class PortDevices:
    """A real shoe and the devices beside it; somebody else draws a card when one is due."""

    patience_seconds: float | None = None
    on_the_way = 0

    def __init__(self, rules: Rules, seed: int, chosen: DeviceAddress, wiring: Wiring | None = None) -> None:
        self._chosen = chosen
        self._wiring = wiring or Wiring()
        self._beside = PortsBesideShoe(self._wiring)
        self.cards = SimulatedShoe(rules, Random(seed))
        """Cards that people shuffle and load as prompted; the real cards are elsewhere."""

    def take_shoe(self) -> None:
        """Do nothing: a real shoe has its own memory."""

    def attach(
        self, station: Station, arrived: Callable[[Arrived], None], spoke: Callable[[], None]
    ) -> Iterator[Attached]:
        yield shoe_on_port(station, self._chosen, self._wiring, arrived)
        yield from self._beside.attach(station, spoke)

    def note(self, arrived: Arrived) -> None:
        """Do nothing: nobody knows how many cards have left a real shoe."""

    def may_act(self, shown: Shown) -> bool:
        # A card that is due comes from somebody else, as soon as there is a dealer.
        card_due = isinstance(shown.due, Draw) and bool(shown.view.dealer)
        return not self._beside.watch.is_busy(shown) and not card_due

    def attend(self, step: Due, players: tuple[SimulatedPlayer, ...]) -> None:
        """Do nothing: somebody else stands at the devices."""

    def slip_out(self) -> Observation | None:
        """Return None: somebody else has the shoe."""
        return None

    def card_left(self) -> None:
        """Do nothing: a real shoe sends its cards unasked."""

    def has_ended(self) -> bool:
        return False

    def close(self) -> None:
        """Do nothing: real devices stay where they are."""
