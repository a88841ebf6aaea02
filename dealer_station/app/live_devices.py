"""The devices named in station.toml, attached to the station of a table with real cards."""

from dealer_station.config import StationFile
from dealer_station.station.device_adapter import Attached, attached_progressive, attached_shuffler
from dealer_station.station.station import Shown, Station
from drivers.device_addresses import FAMILIES, DeviceAddress, driver_for
from drivers.driver import SHOE
from drivers.shoe_scanner import read_table


class LiveDevices:
    """The real devices of a table, each served by its own thread, which reconnects after a lost link."""

    def __init__(self, file: StationFile) -> None:
        self._file = file
        self._attached: list[Attached] = []

    def take_shoe(self) -> None:
        """Do nothing: real devices need no preparation."""

    @property
    def shoe(self) -> DeviceAddress | None:
        """The shoe named in station.toml, or None if cards are keyed in by hand."""
        named = self._file.config.devices.shoe
        family = next((family for family in FAMILIES if family == named.family), None)
        if family is None:
            return None
        codes = read_table(self._file.folder / named.codes) if named.codes else None
        return DeviceAddress(family, named.port, named.serial, codes)

    def sit_down(self, station: Station) -> None:
        """Attach each device with its last position in the log, then start the station and the devices."""
        devices = self._file.config.devices
        if chosen := self.shoe:
            known = station.expected(SHOE)
            driver = driver_for(chosen, known.journal, known.seq, known.serial)
            self._attached.append(Attached(station, chosen.address, driver, lambda _: None))
        if devices.progressive.family != "none":
            beside = DeviceAddress("reference", devices.progressive.port, devices.progressive.serial)
            self._attached.append(attached_progressive(station, beside, lambda _: None))
        if devices.shuffler.family != "none":
            # pyusb is loaded only at a table with a shuffler.
            from drivers.ports.usb_port import libusb

            self._attached.append(
                attached_shuffler(station, devices.shuffler.serial, libusb(), lambda _: None)
            )
        station.start()
        for attached in self._attached:
            attached.start()

    def show(self, shown: Shown) -> None:
        """Pass the table's current state to the devices, which set their lamps and locks by it."""
        for attached in self._attached:
            attached.show(shown)

    def close(self) -> None:
        """Stop the device threads and release their ports."""
        for attached in self._attached:
            attached.stop()
