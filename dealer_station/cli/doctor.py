"""`dealer-station doctor`: checks that the machine is fit for a table and that its devices answer."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.text import Text

from dealer_station.cli.doctor_floor import check_floor
from dealer_station.cli.doctor_machine import CheckItem, machine
from dealer_station.cli.doctor_ports import check_ports
from dealer_station.cli.doctor_usb import check_shufflers
from dealer_station.engine.model.observations import CardDrawn, DeviceSaid
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.codec import decode
from drivers.device_addresses import chosen_shoe, chosen_shuffler

STYLES = {"ok": "green", "warning": "yellow", "failed": "bold red"}
READ_PERCENT_LEAST = 99.0


@click.command()
@click.option(
    "--port",
    "ports",
    multiple=True,
    metavar="FAMILY:PORT",
    help="Device that must answer, as reference:/dev/ttyUSB0 or 'reference:/dev/ttyUSB*'; repeat for more.",
)
@click.option(
    "--shuffler", metavar="reference[:SERIAL]", help="A USB shuffler that must be connected and answer."
)
@click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Log file: also check its disk and how well its shoe was read.",
)
@click.option(
    "--floor",
    "config_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="STATION.TOML",
    help="Configuration of a table: also ask its floor how much of the log is kept there.",
)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def doctor(
    ports: tuple[str, ...], shuffler: str | None, db: Path | None, config_file: Path | None, as_json: bool
) -> None:
    """Check this machine and its devices. Exit code 1 if a check fails."""
    named = [chosen_shoe(text) for text in ports]
    wanted = chosen_shuffler(shuffler) if shuffler else None
    items = [
        *_log(db),
        *machine(db.absolute().parent if db else Path.cwd(), _last_us(db)),
        *check_ports(named),
        *check_shufflers(wanted),
        *check_floor(config_file, db),
    ]
    if as_json:
        click.echo(json.dumps([msgspec.to_builtins(item) for item in items], indent=1))
    else:
        _print(items)
    if any(item.state == "failed" for item in items):
        sys.exit(1)


def _print(items: list[CheckItem]) -> None:
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


def _log(db: Path | None) -> Iterator[CheckItem]:
    """Yield the read rate of the shoe and the losses of each device, as recorded in the log."""
    if db is None or not db.exists():
        return
    read = drawn = 0
    losses: dict[str, int] = {}
    with Reader(db) as log:
        for row in log.rows():
            # Burns are skipped: a sealed row must not reveal whether its card was read.
            said = decode(row.part, row.body) if row.part == "seen" and row.seal is None else None
            if isinstance(said, CardDrawn):
                drawn, read = drawn + 1, read + (said.card is not None)
            elif isinstance(said, DeviceSaid) and said.status == "lost":
                losses[said.device] = losses.get(said.device, 0) + 1
    yield _read_rate(read, drawn)
    for device, count in sorted(losses.items()):
        remedy = "check its cable, plug and power"
        yield CheckItem(f"losses of {device}", "warning", f"lost {count} times", remedy, {"lost": count})


def _read_rate(read: int, drawn: int) -> CheckItem:
    percent = 100 * read / drawn if drawn else 100.0
    words = f"{read} of {drawn} cards were read ({percent:.2f} %)"
    facts: dict[str, str | int | float] = {"read": read, "drawn": drawn}
    if percent < READ_PERCENT_LEAST:
        return CheckItem(
            "read rate", "warning", words, "clean the reader; worn cards are read badly too", facts
        )
    return CheckItem("read rate", "ok", words, facts=facts)
