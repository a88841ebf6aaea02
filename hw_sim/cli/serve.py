"""`hw-sim serve`: the simulated devices of a table on ports, or one shoe or one progressive controller."""

import contextlib
import math
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click

from dealer_station.engine.model.errors import DealerStationError
from dealer_station.rulebooks import load
from drivers.device_addresses import FAMILIES, Family
from drivers.driver import PROGRESSIVE, SHOE
from hw_sim.devices.fault_catalogue import FAULTS, FaultOrder, wire_fault
from hw_sim.devices.progressive_device import Controller, cents_of, controller_words, positions_of
from hw_sim.devices.progressive_faults import PROGRESSIVE_FAULTS
from hw_sim.devices.shoe_faults import SHOE_FAULTS
from hw_sim.devices.wire_faults import WIRE_FAULTS
from hw_sim.tables.control_socket import ControlServer, is_served
from hw_sim.tables.progressive_at_table import PluggedController
from hw_sim.tables.served_devices import DeviceSettings, ShoeEmptyError, VirtualShoe
from hw_sim.tables.virtual_table_commands import VirtualTable
from hw_sim.wires.pty import PtyCable

SHOE_WORDS = ("(an empty line)", "pull", "plug", "reload", *SHOE_FAULTS, "quit")
CONTROLLER_WORDS = (
    "(an empty line)",
    "bet POSITION...",
    "collect",
    "meter CENTS",
    "pull",
    "plug",
    *PROGRESSIVE_FAULTS,
    "quit",
)
SERIAL_CHARACTERS_MAX = 32

Command = TypeVar("Command", bound=Callable[..., Any])


def a_serial(_context: click.Context, _parameter: click.Parameter, serial: str) -> str:
    """Validate a serial number for click: it must fit on a label and into a frame."""
    if not serial.isascii() or not serial.isprintable() or not 1 <= len(serial) <= SERIAL_CHARACTERS_MAX:
        raise click.BadParameter(
            f"a serial number has 1 to {SERIAL_CHARACTERS_MAX} printable ASCII characters, such as SIM-1"
        )
    return serial


def table_options(command: Command) -> Command:
    """Add the options that describe a simulated table to a command."""
    for option in (
        click.option(
            "--serial",
            default="SIM-1",
            show_default=True,
            callback=a_serial,
            help="Serial number of the shoe (family reference).",
        ),
        click.option(
            "--seed", type=int, default=1, show_default=True, help="The same seed gives the same cards."
        ),
        click.option(
            "--profile",
            default="massachusetts",
            show_default=True,
            metavar="P",
            help="Rulebook; it sets the number of decks.",
        ),
        click.option("--family", type=click.Choice(FAMILIES), default="reference", show_default=True),
    ):
        command = option(command)
    return command


operator_option = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set an option of the rulebook, such as card_supply=two_batch_shuffler; repeat for more.",
)
folder_option = click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Folder for the ports, named after their devices, and for the socket `control`.",
)


@click.group(invoke_without_command=True)
@folder_option
@table_options
@operator_option
@click.pass_context
def serve(
    context: click.Context,
    folder: Path | None,
    family: Family,
    profile: str,
    seed: int,
    serial: str,
    options: tuple[str, ...],
) -> None:
    """Serve the simulated devices of a table on ports. They are served until `hw-sim control quit`; a command
    serves one device alone. Any program can open the ports of shoe and progressive controller. A shuffler
    (--option card_supply=...) is on a simulated USB bus, which only a station in the same process reaches.
    """
    if context.invoked_subcommand is not None:
        return
    if folder is None:
        raise click.UsageError("name a folder for the ports: hw-sim serve --folder FOLDER")
    with usage_errors(), served(device_settings(folder, family, profile, seed, serial, options)) as table:
        click.echo(f"{table.do('state').said}\ncontrol: hw-sim control --folder {folder} help")
        for number in (signal.SIGTERM, signal.SIGHUP):
            _on_signal(number, table)
        try:
            table.stopped.wait()
        except KeyboardInterrupt:
            click.echo("the table was switched off")


def _on_signal(number: signal.Signals, table: VirtualTable) -> None:
    """Stop the table on a signal; only the main thread may install signal handlers."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(number, lambda *_: table.stopped.set())


def device_settings(
    folder: Path, family: Family, profile: str, seed: int, serial: str, options: tuple[str, ...]
) -> DeviceSettings:
    for option in options:
        if not all(option.partition("=")):
            raise DealerStationError(f'--option "{option}": write NAME=VALUE, such as progressive=on')
    rules = load(profile, dict(option.split("=", 1) for option in options))
    folder.mkdir(parents=True, exist_ok=True)
    return DeviceSettings(rules, folder, seed, family, serial)


@contextlib.contextmanager
def usage_errors() -> Iterator[None]:
    try:
        yield
    except DealerStationError as error:
        raise click.UsageError(str(error)) from error
    except OSError as error:
        raise click.UsageError(f"{error.filename}: cannot be created: {error.strerror}") from error


@contextlib.contextmanager
def served(settings: DeviceSettings) -> Iterator[VirtualTable]:
    """Serve a table with its control socket; remove both at the end."""
    if is_served(settings.folder):
        raise DealerStationError(f"{settings.folder}: another table is served here; name another folder")
    table = VirtualTable(settings)
    try:
        server = ControlServer(table, settings.folder)
        try:
            yield table
        finally:
            server.close()
    finally:
        table.close()


def _a_time(_context: click.Context, _parameter: click.Parameter, seconds: float | None) -> float | None:
    if seconds is not None and not math.isfinite(seconds):
        raise click.BadParameter(f"{seconds} is not a number of seconds")
    return seconds


@serve.command()
@table_options
@click.option(
    "--link",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="PATH",
    help="Path of the port; the journal is kept beside it.",
)
@click.option(
    "--every",
    type=click.FloatRange(0, threading.TIMEOUT_MAX, min_open=True),
    callback=_a_time,
    help="Draw a card every SECONDS.",
)
@click.option(
    "--fault",
    "faults",
    multiple=True,
    metavar="NAME=RATE",
    help="Apply a fault of the wire to this share of all frames; repeat for more.",
)
def shoe(
    family: Family,
    link: Path,
    profile: str,
    seed: int,
    serial: str,
    every: float | None,
    faults: tuple[str, ...],
) -> None:
    """Serve one shoe on a port. On standard input an empty line draws a card, and a word acts on the shoe.

    Words: pull, plug, reload, quit, and each fault of a shoe; hw-sim faults lists those of its wire too.
    """
    with usage_errors():
        spoiling = [wire_fault(_fault(text), str(seed)) for text in faults]
        served = VirtualShoe(load(profile), link, seed, family, serial)
    for fault in spoiling:
        served.spoil(fault)
    desk = DeviceDesk(served)
    click.echo(f"{family} shoe on {link}; write {', '.join(SHOE_WORDS)}")
    stopping = threading.Event()
    clock = threading.Thread(target=_draw_now_and_then, args=(desk, every, stopping), daemon=True)
    if every is not None:
        clock.start()
    try:
        for line in sys.stdin:
            if line.strip() == "quit":
                break
            click.echo(desk.do(line.strip()))
        else:
            # At the end of input a shoe that draws automatically continues until it is stopped.
            if every is not None:
                clock.join()
    except KeyboardInterrupt:
        click.echo("the shoe was switched off")
    finally:
        stopping.set()
        if clock.ident is not None:
            clock.join()
        served.close()


class DeviceDesk:
    """A shoe on a cable, with the words that a person types for it."""

    def __init__(self, shoe: VirtualShoe) -> None:
        self._shoe = shoe
        self._lock = threading.Lock()

    def do(self, word: str) -> str:
        """Carry out a word and return the answer, which never names a card."""
        with self._lock:
            match word:
                case "":
                    return self._draw()
                case "pull":
                    self._shoe.pull()
                case "plug":
                    self._shoe.plug()
                case "reload":
                    self._shoe.reload()
                case _ if word in SHOE_FAULTS:
                    try:
                        self._shoe.strike(FaultOrder(SHOE, word))
                    except DealerStationError as error:
                        return str(error)
                case _:
                    return f'"{word}" is not a word of a shoe; use one of {", ".join(SHOE_WORDS)}'
        return f"{word}: done"

    def _draw(self) -> str:
        try:
            self._shoe.draw()
        except ShoeEmptyError as error:
            return f"{error}; write reload"
        except DealerStationError as error:
            return str(error)
        return f"drawn: {self._shoe.drawn}"


def _draw_now_and_then(desk: DeviceDesk, every: float | None, stop: threading.Event) -> None:
    while not stop.wait(every):
        click.echo(desk.do(""))


def _fault(text: str) -> FaultOrder:
    """Parse `NAME=RATE`; raise DealerStationError if it is not valid."""
    name, equals, rate = text.partition("=")
    of_its_wire = [fault for fault in WIRE_FAULTS if fault in FAULTS[SHOE]]
    if name not in of_its_wire:
        known = ", ".join(of_its_wire)
        raise DealerStationError(f'"{name}" is not a fault of a shoe\'s wire; use one of {known}')
    if not equals:
        raise DealerStationError(
            f'"{text}": the rate is missing; write {name}=RATE, from 0 to 1, such as {name}=0.05'
        )
    try:
        share = float(rate)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise DealerStationError(f'"{text}": the rate is a number from 0 to 1, such as {name}=0.05')
    return FaultOrder(SHOE, name, rate=share)


@serve.command()
@click.option(
    "--link",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="PATH",
    help="Path of the port; the memory is kept beside it.",
)
@click.option(
    "--serial",
    default="SIM-P1",
    show_default=True,
    callback=a_serial,
    help="Serial number of the controller.",
)
def progressive(link: Path, serial: str) -> None:
    """Serve one progressive controller on a port. Words on standard input act on it.

    Words: bet, collect, meter, pull, plug, quit, and each fault of a controller.
    """
    try:
        desk = ProgressiveDesk(link, serial)
    except DealerStationError as error:
        raise click.UsageError(str(error)) from error
    click.echo(f"progressive controller on {link}; write {', '.join(CONTROLLER_WORDS)}")
    try:
        for line in sys.stdin:
            if line.strip() == "quit":
                break
            click.echo(desk.do(line.split()))
    except KeyboardInterrupt:
        click.echo("the controller was switched off")
    finally:
        desk.close()


class ProgressiveDesk:
    """A controller on a cable, with the words that a person types for it."""

    def __init__(self, link: Path, serial: str) -> None:
        cable = PtyCable(link)
        controller = Controller(link.with_name(link.name + ".memory"), serial)
        self._plugged = PluggedController(controller, cable, serial)

    def do(self, words: list[str]) -> str:
        """Carry out a line and return the answer."""
        try:
            match words:
                case []:
                    return controller_words(self._plugged.controller)
                case ["bet", *positions]:
                    self._plugged.bet(*positions_of(positions))
                case ["meter", cents]:
                    self._plugged.set_meter(cents_of(cents))
                case ["collect"]:
                    self._plugged.collect()
                case ["pull"]:
                    self._plugged.pull()
                case ["plug"]:
                    self._plugged.plug()
                case [fault] if fault in PROGRESSIVE_FAULTS:
                    self._plugged.strike(FaultOrder(PROGRESSIVE, fault))
                case _:
                    known = ", ".join(CONTROLLER_WORDS)
                    return f'"{" ".join(words)}" is not a word of a controller; use one of {known}'
        except DealerStationError as error:
            return str(error)
        return f"{words[0]}: done"

    def close(self) -> None:
        self._plugged.close()
