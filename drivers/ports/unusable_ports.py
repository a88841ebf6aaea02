"""Checks for ports that can never work, made before any port is opened."""

import getpass
import glob
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import serial

from dealer_station.engine.model.errors import DeviceFaultError
from drivers.ports.discovery import PortGroup, holder_of, owner_of
from drivers.ports.packaging_paths import RULE

_NETWORK = ("socket", "rfc2217")


def refuse_unusable_ports(addresses: Mapping[str, str]) -> None:
    """Raise DeviceFaultError if a device's port can never work or two devices share one; opens nothing."""
    for device, address in addresses.items():
        if why := _why_unusable(address):
            raise DeviceFaultError(f"{device}: {address}: {why}")
    places = {device: os.path.realpath(address) for device, address in addresses.items()}
    for device, place in places.items():
        others = [other for other in places if other != device and places[other] == place]
        if others and not glob.has_magic(place):
            raise DeviceFaultError(
                f"{device}: {addresses[device]}: is also the port of the {others[0]}; "
                "give each device its own port"
            )


def _why_unusable(address: str) -> str:
    """Return what is wrong and what to do; "" if the port is good or may still appear."""
    path = Path(address)
    if (why := why_no_port(address)) or "://" in address or not path.exists():
        return why
    if owner := owner_of(path, getpass.getuser()):
        return f"cannot be opened; {_how_to_get_access(owner)}"
    if holder := holder_of(path):
        return f"process {holder} uses it; stop that program, or name another port"
    return ""


def why_no_port(address: str) -> str:
    """Return why no device can ever answer at this address; "" if it is or may become a port."""
    if "://" in address:
        return _why_no_url(address)
    path = Path(address)
    if path.is_dir():
        return "is a folder; name a serial port, such as /dev/ttyUSB0"
    if not path.exists():
        return ""
    found = path.stat()
    kind = Path(f"/sys/dev/char/{os.major(found.st_rdev)}:{os.minor(found.st_rdev)}/subsystem")
    if not stat.S_ISCHR(found.st_mode) or (kind.exists() and kind.resolve().name != "tty"):
        return "is not a serial port; `dealer-station doctor` lists the ports of this machine"
    return ""


def _how_to_get_access(owner: PortGroup) -> str:
    if owner.joined:
        return f"log in again: you joined the group {owner.group}, which has access, after you logged in"
    if not owner.may:
        return f"install {RULE}"
    return (
        f"the group {owner.group} has access: run `sudo usermod -aG {owner.group} {getpass.getuser()}` and "
        f"log in again, or install {RULE}"
    )


def _why_no_url(address: str) -> str:
    try:
        serial.serial_for_url(address, do_not_open=True)
        parts = urlsplit(address)
        named = parts.scheme not in _NETWORK or (parts.hostname and parts.port)
    except serial.SerialException:
        # The URL scheme is known, but its target does not exist yet.
        return ""
    except ValueError as error:
        return f"is not the URL of a port ({error}); write a path, or socket://HOST:PORT"
    return "" if named else f"has no host or no port; write {parts.scheme}://HOST:PORT"
