"""A device at a station: what its driver hears is told, and what the log has is answered over the wire."""

from collections.abc import Callable

from msgspec import Struct

from dealer_station.engine.observations import CardDrawn, CutCardSeen
from dealer_station.station import Greeting, Seen, Station
from drivers.heard import SHOE, Driver, Heard, Met
from drivers.supervisor import Supervisor


class Arrived(Struct, frozen=True):
    """Something of the shoe is in the log now, up to this event where the shoe counts them."""

    seq: int | None
    card: bool = False


class AttachedShoe:
    """A shoe on a wire; `arrived` is called in the station's thread after each thing that is committed."""

    def __init__(
        self, station: Station, address: str, driver: Driver, arrived: Callable[[Arrived], None]
    ) -> None:
        self._station = station
        self._arrived = arrived
        self._supervisor = Supervisor(address, driver, self._hear)

    def start(self) -> None:
        self._supervisor.start()

    def stop(self) -> None:
        self._supervisor.stop()

    def _hear(self, item: Heard | Met) -> None:
        """Called in the wire's thread; the station's inbox keeps the order."""
        match item:
            case Met(_, journal, oldest, newest):
                self._station.tell(
                    Greeting(SHOE, journal, oldest, newest, lambda seq: self._greeted(journal, seq))
                )
            case Heard():
                self._station.tell(self._seen(item))

    def _greeted(self, journal: str, seq: int) -> None:
        self._supervisor.greeted(journal, seq)
        self._arrived(Arrived(seq))

    def _seen(self, heard: Heard) -> Seen:
        return Seen(
            heard.observation,
            SHOE,
            frame=heard.frame or None,
            journal=heard.journal,
            device_seq=heard.seq,
            resent=heard.resent,
            acknowledge=lambda: self._committed(heard),
        )

    def _committed(self, heard: Heard) -> None:
        if heard.seq is not None:
            self._supervisor.committed(heard.journal, heard.seq)
        self._arrived(Arrived(heard.seq, isinstance(heard.observation, CardDrawn | CutCardSeen)))
