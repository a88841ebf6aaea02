"""`dealer-station doctor`: is this machine fit for a table, and do its devices answer; each with a remedy."""

import getpass
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.text import Text

from dealer_station.commands.doctor_machine import Item, machine
from dealer_station.engine.errors import DealerStationError, DeviceFaultError
from dealer_station.engine.observations import CardDrawn, DeviceSaid
from dealer_station.log.codec import decode
from dealer_station.log.read import Reader
from drivers.families import Chosen, chosen_shoe
from drivers.messages import PROGRESSIVE_KIND, SHUFFLER_KIND
from drivers.ports import SerialPort
from drivers.probing import Answered, Found, found_ports, group_that_may, say_hello

BAUD = {"reference": 115200, "angel_eye": 4800, "scanner": 9600}
STYLES = {"ok": "green", "warning": "yellow", "failed": "bold red"}
READ_PERCENT_LEAST = 99.0


@click.command()
@click.option(
    "--port",
    "ports",
    multiple=True,
    metavar="FAMILY:PORT",
    help="A device that must answer, such as reference:/dev/ttyUSB0; repeat for more.",
)
@click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The log: its disk is looked at, and how well its shoe was read.",
)
@click.option("--json", "as_json", is_flag=True, help="As data.")
def doctor(ports: tuple[str, ...], db: Path | None, as_json: bool) -> None:
    """Look at this machine and at its devices; exit code 1 when something fails."""
    named = [chosen_shoe(text) for text in ports]
    items = [*_log(db), *machine(db.absolute().parent if db else Path.cwd(), _last_us(db)), *_devices(named)]
    if as_json:
        click.echo(json.dumps([msgspec.to_builtins(item) for item in items], indent=1))
    else:
        _print(items)
    if any(item.state == "failed" for item in items):
        sys.exit(1)


def _print(items: list[Item]) -> None:
    console = Console(highlight=False, soft_wrap=True)
    for item in items:
        line = Text(f"{item.state:<8}", style=STYLES[item.state])
        console.print(line.append(f" {item.name:<24} {item.words}", style="default"))
        if item.remedy:
            console.print(Text(f"{'':<34}{item.remedy}", style="dim"))


def _last_us(db: Path | None) -> int:
    if db is None or not db.exists():
        return 0
    with Reader(db) as log:
        return max((row.wall_us for row in log.rows()), default=0)


def _log(db: Path | None) -> Iterator[Item]:
    """What the log tells about the devices of this table."""
    if db is None or not db.exists():
        return
    read = drawn = 0
    losses: dict[str, int] = {}
    with Reader(db) as log:
        for row in log.rows():
            # A burn is sealed: whether it was read is not for everybody to know.
            said = decode(row.part, row.body) if row.part == "seen" and row.seal is None else None
            if isinstance(said, CardDrawn):
                drawn, read = drawn + 1, read + (said.card is not None)
            elif isinstance(said, DeviceSaid) and said.status == "lost":
                losses[said.device] = losses.get(said.device, 0) + 1
    yield _read_rate(read, drawn)
    for device, count in sorted(losses.items()):
        remedy = "look at its cable, its plug and its power"
        yield Item(f"losses of {device}", "warning", f"lost {count} times", remedy, {"lost": count})


def _read_rate(read: int, drawn: int) -> Item:
    percent = 100 * read / drawn if drawn else 100.0
    words = f"{read} of {drawn} cards were read ({percent:.2f} %)"
    facts: dict[str, str | int | float] = {"read": read, "drawn": drawn}
    if percent < READ_PERCENT_LEAST:
        return Item("read rate", "warning", words, "clean the reader; worn cards are read badly too", facts)
    return Item("read rate", "ok", words, facts=facts)


def _devices(named: list[Chosen]) -> Iterator[Item]:
    """The ports that the machine has, then the devices that somebody says are there."""
    addresses = {chosen.address for chosen in named}
    found = [port for port in found_ports() if port.address not in addresses]
    if not found and not named:
        remedy = "plug a device in, or name its port: --port reference:/dev/ttyUSB0"
        yield Item("ports", "warning", "no serial port was found", remedy)
    for port in found:
        yield from _port(port)
    for chosen in named:
        yield from _named(chosen)


def _port(port: Found) -> Iterator[Item]:
    facts: dict[str, str | int | float] = {"usb": port.usb} if port.usb else {}
    words = " ".join(word for word in (port.words, port.usb) if word)
    if not_ours := _permission(port.address):
        yield not_ours
        return
    try:
        answered = _hello(port.address)
    except DeviceFaultError as error:
        yield Item(port.address, "warning", str(error), "stop whatever uses it, or leave it alone", facts)
        return
    if answered.ident is None:
        only = "a scanner or an angel_eye shoe speaks only when a card is drawn"
        yield Item(port.address, "ok", f"{words}: nobody answers on the reference link; {only}", facts=facts)
    else:
        yield from _answered(port.address, answered)


def _permission(address: str) -> Item | None:
    group = group_that_may(address)
    if not group:
        return None
    remedy = (
        f"sudo usermod -aG {group} {getpass.getuser()} and log in again, "
        "or install packaging/70-dealer-station.rules"
    )
    return Item(address, "failed", f"belongs to the group {group}, and you are not in it", remedy)


def _hello(address: str) -> Answered:
    port = SerialPort(address, BAUD["reference"])
    try:
        return say_hello(port)
    finally:
        port.close()


def _named(chosen: Chosen) -> Iterator[Item]:
    remedy = "check cable and power, and that no station uses it now"
    if not_ours := _permission(chosen.address):
        yield not_ours
        return
    try:
        if chosen.family != "reference":
            SerialPort(chosen.address, BAUD[chosen.family]).close()
            words = f"opens as {chosen.family}; it speaks when a card is drawn"
            yield Item(chosen.address, "ok", words)
            return
        answered = _hello(chosen.address)
    except DealerStationError as error:
        yield Item(chosen.address, "failed", str(error), remedy)
        return
    if answered.ident is None:
        yield Item(chosen.address, "failed", "is open, and nobody answers", remedy)
    elif chosen.serial and answered.ident.serial != chosen.serial:
        words = f"serial {answered.ident.serial} answers, not {chosen.serial}"
        yield Item(chosen.address, "failed", words, "plug the right device in")
    else:
        yield from _answered(chosen.address, answered)


def _answered(address: str, answered: Answered) -> Iterator[Item]:
    """Who it is, and how good the wire is."""
    ident = answered.ident
    assert ident is not None
    kind = {SHUFFLER_KIND: "shuffler", PROGRESSIVE_KIND: "progressive"}.get(ident.kind, "shoe")
    words = f"{kind}: {ident.model}, serial {ident.serial}, firmware {ident.firmware}"
    facts: dict[str, str | int | float] = {
        "kind": kind,
        "model": ident.model,
        "serial": ident.serial,
        "firmware": ident.firmware,
        "firmware_hash": ident.firmware_hash.hex(),
        "journal": f"{ident.journal:016x}",
        "newest": ident.newest,
    }
    yield Item(address, "ok", words, facts=facts)
    quality = f"{answered.heartbeats} heartbeats of {answered.expected}, {answered.damaged} damaged frames"
    measured: dict[str, str | int | float] = {
        "heartbeats": answered.heartbeats,
        "expected": answered.expected,
        "damaged": answered.damaged,
        "bytes_per_second": round(answered.bytes_per_second, 1),
    }
    good = not answered.damaged and answered.heartbeats >= answered.expected - 1
    remedy = "" if good else "try another cable, away from motors and mains"
    yield Item(f"link of {address}", "ok" if good else "warning", quality, remedy, measured)
