"""Checks of `dealer-station doctor` on serial ports: permission, current use, and the device that answers."""

import getpass
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from dealer_station.cli.doctor_machine import CheckItem
from dealer_station.engine.model.errors import DealerStationError
from drivers.device_addresses import DeviceAddress
from drivers.link.messages import PROGRESSIVE_KIND, SHUFFLER_KIND, Ident
from drivers.ports.discovery import (
    DeviceAnswer,
    FoundPort,
    found_ports,
    is_locked,
    owner_of,
    say_hello,
    users_of,
)
from drivers.ports.packaging_paths import INSTALL_RULE, RULE
from drivers.ports.serial_port import SerialPort, ports_named
from drivers.ports.unusable_ports import why_no_port

BAUD = {"reference": 115200, "angel_eye": 4800, "scanner": 9600}
RULES_GROUP = "dialout"
"""The group that owns the devices under the udev rule in packaging/."""
_ECHO = "loop://"
_IN_USE = "to check the device, stop that program first"

Facts = dict[str, str | int | float]


def check_ports(named: list[DeviceAddress]) -> Iterator[CheckItem]:
    """Check the ports found on the machine, then the devices that were named."""
    addresses = {address for chosen in named for address in ports_named(chosen.address)}
    found = [port for port in found_ports() if port.address not in addresses]
    if not found and not named:
        remedy = "connect a device, or name its port: --port reference:/dev/ttyUSB0"
        yield CheckItem("ports", "warning", "no serial port was found", remedy)
    for port in found:
        yield from _found(port)
    for chosen in named:
        yield from _named(chosen)


def _found(port: FoundPort) -> Iterator[CheckItem]:
    facts: Facts = {"usb": port.usb} if port.usb else {}
    words = " ".join(word for word in (port.words, port.usb) if word)
    if shut := shut_item(port.address, Path(port.address)) or _used_item(port.address):
        yield shut
        return
    try:
        answered = _hello(port.address)
    except DealerStationError as error:
        yield CheckItem(port.address, "warning", str(error), "stop the program that uses it", facts)
        return
    if answered.ident is None:
        only = "a scanner or an angel_eye shoe sends only when a card is drawn"
        yield CheckItem(port.address, "ok", f"{words}: no answer on the reference link; {only}", facts=facts)
    else:
        yield from _answered(port.address, answered.ident, answered)


def shut_item(name: str, path: Path) -> CheckItem | None:
    """Return a failed check with its remedy if the port may not be opened, else None."""
    user = getpass.getuser()
    if owner := owner_of(path, user):
        trigger = "sudo udevadm trigger"
        if owner.joined:
            words, remedy = (
                (f"belongs to the group {owner.group}, which you joined after you logged in"),
                "log in again",
            )
        elif owner.may and owner.group != "root":
            words = f"belongs to the group {owner.group}, and you are not in it"
            remedy = f"sudo usermod -aG {owner.group} {user} and log in again, or install {RULE}"
        else:
            words = f"only its owner may open it, not the group {owner.group}"
            join = f"sudo usermod -aG {RULES_GROUP} {user}"
            remedy = f"install the rule: {INSTALL_RULE} && {trigger}; then {join} and log in again"
        return CheckItem(name, "failed", words, remedy, {"group": owner.group})
    return None


def _used_item(address: str) -> CheckItem | None:
    """Return a warning if another program uses the port; such a port is left alone."""
    path = Path(address)
    if "://" in address or not is_locked(path):
        return None
    used_by = users_of(path)
    return CheckItem(
        address, "warning", f"is in use by {used_by} and was not checked", _IN_USE, {"used_by": used_by}
    )


def _hello(address: str) -> DeviceAnswer:
    port = SerialPort(address, BAUD["reference"])
    try:
        return say_hello(port)
    finally:
        port.close()


def _named(chosen: DeviceAddress) -> Iterator[CheckItem]:
    """Check a device that must be present; of a pattern, one of the matching ports must have it."""
    if chosen.address.startswith(_ECHO):
        remedy = "name a path, or a device server: socket://HOST:PORT"
        yield CheckItem(chosen.address, "failed", "is not a device: it echoes what it is sent", remedy)
        return
    addresses = ports_named(chosen.address)
    if not addresses:
        remedy = "connect the device, and check the pattern with ls"
        yield CheckItem(chosen.address, "failed", "no port matches this name", remedy)
        return
    looked_at = [list(_one(replace(chosen, address=address))) for address in addresses]
    somewhere = any(items[0].state == "ok" for items in looked_at)
    for items in looked_at:
        for item in items:
            # Once a port matched, failures on the pattern's other ports are only warnings: other devices are
            # there.
            yield replace(item, state="warning") if somewhere and item.state == "failed" else item


def _one(chosen: DeviceAddress) -> Iterator[CheckItem]:
    if hopeless := why_no_port(chosen.address):
        words, _, remedy = hopeless.partition("; ")
        yield CheckItem(chosen.address, "failed", words, remedy)
        return
    remedy = "check cable and power, and that no station uses it now"
    if shut := shut_item(chosen.address, Path(chosen.address)) or _used_item(chosen.address):
        yield shut
        return
    try:
        if chosen.family != "reference":
            SerialPort(chosen.address, BAUD[chosen.family]).close()
            words = f"opens as {chosen.family}; it sends only when a card is drawn"
            yield CheckItem(chosen.address, "ok", words)
            return
        answered = _hello(chosen.address)
    except DealerStationError as error:
        yield CheckItem(chosen.address, "failed", str(error), remedy)
        return
    if answered.ident is None:
        yield CheckItem(chosen.address, "failed", "opens, but nothing answers", remedy)
    elif chosen.serial and answered.ident.serial != chosen.serial:
        words = f"serial {answered.ident.serial} answers, not {chosen.serial}"
        yield CheckItem(chosen.address, "failed", words, "connect the right device")
    else:
        yield from _answered(chosen.address, answered.ident, answered)


def ident_item(name: str, ident: Ident, more: str = "") -> CheckItem:
    """A passed check that identifies the device: kind, model, serial number, firmware."""
    kind = {SHUFFLER_KIND: "shuffler", PROGRESSIVE_KIND: "progressive"}.get(ident.kind, "shoe")
    words = f"{kind}: {ident.model}, serial {ident.serial}, firmware {ident.firmware}"
    facts: Facts = {
        "kind": kind,
        "model": ident.model,
        "serial": ident.serial,
        "firmware": ident.firmware,
        "firmware_hash": ident.firmware_hash.hex(),
        "journal": f"{ident.journal:016x}",
        "newest": ident.newest,
    }
    return CheckItem(name, "ok", words + more, facts=facts)


def _answered(address: str, ident: Ident, answered: DeviceAnswer) -> Iterator[CheckItem]:
    """Yield the device's identity and the quality of its link."""
    yield ident_item(address, ident)
    quality = f"{answered.heartbeats} heartbeats of {answered.expected}, {answered.damaged} damaged frames"
    measured: Facts = {
        "heartbeats": answered.heartbeats,
        "expected": answered.expected,
        "damaged": answered.damaged,
        "bytes_per_second": round(answered.bytes_per_second, 1),
    }
    good = not answered.damaged and answered.heartbeats >= answered.expected - 1
    remedy = "" if good else "try another cable, away from motors and mains"
    yield CheckItem(f"link of {address}", "ok" if good else "warning", quality, remedy, measured)
