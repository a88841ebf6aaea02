"""The devices that station.toml names, attached to the station of a table with real cards."""

from dealer_station.config import StationFile
from dealer_station.station.device_adapter import Attached, attached_progressive, attached_shuffler
from dealer_station.station.station import Shown, Station
from drivers.driver import SHOE
from drivers.families import FAMILIES, Chosen, driver_for
from drivers.ports.usb import libusb
from drivers.shoe_scanner import read_table


class LiveDevices:
    """Each in a thread of its own, which comes back after every pulled cable."""

    def __init__(self, file: StationFile) -> None:
        self._file = file
        self._attached: list[Attached] = []

    def take_shoe(self) -> None:
        """Real devices are there already."""

    @property
    def shoe(self) -> Chosen | None:
        """The shoe of the file; None where cards are keyed in by hand."""
        named = self._file.config.devices.shoe
        family = next((family for family in FAMILIES if family == named.family), None)
        if family is None:
            return None
        codes = read_table(self._file.folder / named.codes) if named.codes else None
        return Chosen(family, named.port, named.serial, codes)

    def sit_down(self, station: Station) -> None:
        """The devices are attached, each with what the log knows of it, and the station begins."""
        devices = self._file.config.devices
        if chosen := self.shoe:
            known = station.expected(SHOE)
            driver = driver_for(chosen, known.journal, known.seq, known.serial)
            self._attached.append(Attached(station, chosen.address, driver, lambda _: None))
        if devices.progressive.family != "none":
            beside = Chosen("reference", devices.progressive.port, devices.progressive.serial)
            self._attached.append(attached_progressive(station, beside, lambda _: None))
        if devices.shuffler.family != "none":
            self._attached.append(
                attached_shuffler(station, devices.shuffler.serial, libusb(), lambda _: None)
            )
        station.start()
        for attached in self._attached:
            attached.start()

    def show(self, shown: Shown) -> None:
        """What the table shows now: lamps and locks follow it."""
        for attached in self._attached:
            attached.show(shown)

    def close(self) -> None:
        """Lets go of the ports."""
        for attached in self._attached:
            attached.stop()
