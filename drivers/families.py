"""Which device is on which port, as it is written: `reference:/dev/ttyUSB0`, `scanner:PORT?table=FILE`."""

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


class Chosen(Struct, frozen=True):
    """A family, a port, and what the family wants to know."""

    family: Family
    address: str
    serial: str = ""
    codes: dict[str, str] | None = None


def chosen_shoe(text: str) -> Chosen:
    """What `FAMILY:PORT[?NAME=VALUE]` names."""
    word, _, rest = text.partition(":")
    family = next((family for family in FAMILIES if family == word), None)
    address, asked, setting = rest.partition("?")
    if family is None or not address:
        raise DeviceFaultError(f'"{text}" is no shoe; write FAMILY:PORT, FAMILY one of {", ".join(FAMILIES)}')
    name, _, value = setting.partition("=")
    if asked and (name != _SETTINGS.get(family) or not value):
        takes = f"{_SETTINGS[family]}=VALUE" if family in _SETTINGS else "nothing"
        raise DeviceFaultError(f'"{text}": behind the question mark {family} takes {takes}')
    if family == "scanner" and value:
        return Chosen(family, address, codes=read_table(Path(value)))
    return Chosen(family, address, serial=value)


def chosen_progressive(text: str) -> Chosen:
    """What `reference:PORT[?serial=S]` names."""
    if not text.startswith("reference:"):
        raise DeviceFaultError(f'"{text}" is no progressive controller; write reference:PORT')
    return chosen_shoe(text)


def driver_for(chosen: Chosen, journal: str, last: int, serial: str = "") -> Driver:
    """The driver of a shoe; the log has its journal up to `last`, or its last number without a journal."""
    match chosen.family:
        case "reference":
            return reference_shoe(chosen.serial or serial, journal, last if journal else 0)
        case "angel_eye":
            # Under a journal another family has counted.
            return AngelEye(last if last and not journal else None, used_before=last > 0)
        case "scanner":
            return Scanner(OWN_NAMES if chosen.codes is None else chosen.codes, used_before=last > 0)


def progressive_for(chosen: Chosen, journal: str, last: int, serial: str = "") -> Progressive:
    """The driver of a progressive controller; its orders are numbered from anywhere, unlike those before."""
    return Progressive(chosen.serial or serial, journal, last, secrets.randbits(32))


def chosen_shuffler(text: str) -> str:
    """The serial number that `reference[:SERIAL]` names; nothing where any shuffler will do."""
    family, _, serial = text.partition(":")
    if family != "reference":
        raise DeviceFaultError(f'"{text}" is no shuffler; write reference, or reference:SERIAL')
    return serial
