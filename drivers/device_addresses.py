"""Device addresses as people write them: `reference:/dev/ttyUSB0`, `scanner:PORT?table=FILE`."""

import secrets
from pathlib import Path

from msgspec import Struct

from dealer_station.engine.model.errors import DeviceFaultError
from drivers.driver import Driver
from drivers.family_names import FAMILIES, Family
from drivers.progressive_reference import Progressive
from drivers.shoe_angel_eye import AngelEye
from drivers.shoe_reference import reference_shoe
from drivers.shoe_scanner import OWN_NAMES, Scanner, read_table

_SETTINGS = {"reference": "serial", "scanner": "table"}


class DeviceAddress(Struct, frozen=True):
    """A parsed device address: family, port and the family's own setting."""

    family: Family
    address: str
    serial: str = ""
    codes: dict[str, str] | None = None


def chosen_shoe(text: str) -> DeviceAddress:
    """Parse `FAMILY:PORT[?NAME=VALUE]`; raise DeviceFaultError if it is not valid."""
    word, _, rest = text.partition(":")
    family = next((family for family in FAMILIES if family == word), None)
    address, asked, setting = rest.partition("?")
    if family is None or not address:
        raise DeviceFaultError(
            f'"{text}" is not a shoe; write FAMILY:PORT, where FAMILY is one of {", ".join(FAMILIES)}'
        )
    name, _, value = setting.partition("=")
    if asked and (name != _SETTINGS.get(family) or not value):
        takes = f"{_SETTINGS[family]}=VALUE" if family in _SETTINGS else "nothing"
        raise DeviceFaultError(f'"{text}": after the question mark {family} takes {takes}')
    if family == "scanner" and value:
        return DeviceAddress(family, address, codes=read_table(Path(value)))
    return DeviceAddress(family, address, serial=value)


def chosen_progressive(text: str) -> DeviceAddress:
    """Parse `reference:PORT[?serial=S]`; raise DeviceFaultError for any other family."""
    if not text.startswith("reference:"):
        raise DeviceFaultError(f'"{text}" is not a progressive controller; write reference:PORT')
    return chosen_shoe(text)


def driver_for(chosen: DeviceAddress, journal: str, last: int, serial: str = "") -> Driver:
    """Return the driver of a shoe; `last` is its last event, or without a journal its last number."""
    match chosen.family:
        case "reference":
            return reference_shoe(chosen.serial or serial, journal, last if journal else 0)
        case "angel_eye":
            # With a journal, `last` was counted by another family and says nothing about this shoe's numbers.
            return AngelEye(last if last and not journal else None, used_before=last > 0)
        case "scanner":
            return Scanner(OWN_NAMES if chosen.codes is None else chosen.codes, used_before=last > 0)


def progressive_for(chosen: DeviceAddress, journal: str, last: int, serial: str = "") -> Progressive:
    """Return the driver of a progressive controller; its order numbers start at random, so that they differ
    from those of earlier runs.
    """
    return Progressive(chosen.serial or serial, journal, last, secrets.randbits(32))


def chosen_shuffler(text: str) -> str:
    """Return the serial number in `reference[:SERIAL]`, or "" if any shuffler will do."""
    family, _, serial = text.partition(":")
    if family != "reference":
        raise DeviceFaultError(f'"{text}" is not a shuffler; write reference, or reference:SERIAL')
    return serial
