"""`hw-sim serve`, `control`, `tui` and `faults`: simulated devices on ports, for
a person or another program.
"""

import contextlib
import json
import math
import re
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click

from dealer_station.engine.model.errors import DealerStationError
from dealer_station.rulebooks import load
from drivers.driver import SHOE
from drivers.families import FAMILIES, Family
from hw_sim.control import ControlServer, ask, is_served
from hw_sim.devices.device_bench import Reply, VirtualTable
from hw_sim.devices.device_faults import FAULTS, Struck, fault_lines, wire_fault
from hw_sim.devices.faults import DEVICE_FAULTS, WIRE_FAULTS
from hw_sim.devices.virtual_devices import EMPTY, DeviceSettings, VirtualShoe
from hw_sim.serving_progressive import a_serial, progressive

WORDS = ("(an empty line)", "pull", "plug", "reload", *DEVICE_FAULTS, "quit")

Command = TypeVar("Command", bound=Callable[..., Any])


def table_options(command: Command) -> Command:
    """Add the options that describe a simulated table to a command."""
    for option in (
        click.option(
            "--serial",
            default="SIM-1",
            show_default=True,
            callback=a_serial,
            help="What the shoe is (reference).",
        ),
        click.option("--seed", type=int, default=1, show_default=True, help="The same seed: the same cards."),
        click.option("--profile", default="massachusetts", show_default=True, metavar="P", help="Its decks."),
        click.option("--family", type=click.Choice(FAMILIES), default="reference", show_default=True),
    ):
        command = option(command)
    return command


operator_option = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="What the book leaves open, such as card_supply=two_batch_shuffler; repeat for more.",
)
folder_option = click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Where the ports are, each by its device's name, and the socket `control`.",
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
    """Put a table's simulated devices on ports until control says quit, or one of them by its name. Shoe and
    progressive controller are on ports that any program can open. A shuffler, where the table has one
    (--option card_supply=...), is on a simulated USB bus: only a station in the same process reaches it.
    """
    if context.invoked_subcommand is not None:
        return
    if folder is None:
        raise click.UsageError("name the place for the ports: hw-sim serve --folder FOLDER")
    with _mendable(), _served(_settings(folder, family, profile, seed, serial, options)) as table:
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


def _settings(
    folder: Path, family: Family, profile: str, seed: int, serial: str, options: tuple[str, ...]
) -> DeviceSettings:
    for option in options:
        if not all(option.partition("=")):
            raise DealerStationError(f'--option "{option}": write NAME=VALUE, such as progressive=on')
    rules = load(profile, dict(option.split("=", 1) for option in options))
    folder.mkdir(parents=True, exist_ok=True)
    return DeviceSettings(rules, folder, seed, family, serial)


@contextlib.contextmanager
def _mendable() -> Iterator[None]:
    try:
        yield
    except DealerStationError as error:
        raise click.UsageError(str(error)) from error
    except OSError as error:
        raise click.UsageError(f"{error.filename}: nothing can be put there: {error.strerror}") from error


@contextlib.contextmanager
def _served(settings: DeviceSettings) -> Iterator[VirtualTable]:
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


# Words may begin with a minus: a negative number is not an option, and the table itself rejects it.
@click.command(context_settings={"ignore_unknown_options": True})
@folder_option
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
@click.argument("words", nargs=-1, required=True)
def control(folder: Path | None, as_json: bool, words: tuple[str, ...]) -> None:
    """Do something to a table that hw-sim serve has put on ports: draw, bet 1 3, pull shoe, jam, state, help.

    Exit code 0 when it was done, 1 when it could not be done, 2 when no table is there.
    """
    if unknown := next((word for word in words if re.match(r"-\D", word)), None):
        raise click.NoSuchOption(unknown)
    if folder is None:
        raise click.UsageError("name the folder of the table: hw-sim control --folder FOLDER ...")
    with _mendable():
        reply = ask(folder, " ".join(words))
    if as_json:
        click.echo(json.dumps({"ok": reply.ok, "said": reply.said, "state": reply.state}, indent=1))
    else:
        click.echo(reply.said, err=not reply.ok)
    sys.exit(0 if reply.ok else 1)


@click.command()
@folder_option
@table_options
@operator_option
def tui(
    folder: Path | None, family: Family, profile: str, seed: int, serial: str, options: tuple[str, ...]
) -> None:
    """A prompt where a person draws cards, puts coins down and causes faults; an empty line draws a card.

    At a table that is served in FOLDER already, or at one of its own.
    """
    with _mendable(), contextlib.ExitStack() as stack:
        if folder is not None and is_served(folder):
            _prompt(lambda line: ask(folder, line))
            return
        place = folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="table-")))
        table = stack.enter_context(_served(_settings(place, family, profile, seed, serial, options)))
        _prompt(table.do)


def _prompt(do: Callable[[str], Reply]) -> None:
    """Read lines and carry them out until `quit`, the end of input or ctrl-C."""
    try:
        click.echo(f"{do('state').said}\nan empty line draws a card; help says the rest, quit ends")
        while True:
            click.echo("> ", nl=False)
            line = sys.stdin.readline()
            if not line:
                click.echo()
                return
            reply = do(line.strip() or "draw")
            click.echo(reply.said)
            if line.strip() == "quit":
                return
    except (KeyboardInterrupt, UnicodeDecodeError):
        click.echo("\nthe prompt was left")


@click.command()
def faults() -> None:
    """List every fault by device and name: what a scene, control, the prompt and the bench may ask for."""
    click.echo("\n".join(fault_lines()))


serve.add_command(progressive)


def _a_time(_context: click.Context, _parameter: click.Parameter, seconds: float | None) -> float | None:
    if seconds is not None and not math.isfinite(seconds):
        raise click.BadParameter(f"{seconds} is no number of seconds")
    return seconds


@serve.command()
@table_options
@click.option(
    "--link",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="PATH",
    help="Where the port is put; its journal lies beside it.",
)
@click.option(
    "--every",
    type=click.FloatRange(0, threading.TIMEOUT_MAX, min_open=True),
    callback=_a_time,
    help="Draw a card every so many seconds.",
)
@click.option("--fault", "faults", multiple=True, metavar="NAME=RATE", help="Spoil this part of all frames.")
def shoe(
    family: Family,
    link: Path,
    profile: str,
    seed: int,
    serial: str,
    every: float | None,
    faults: tuple[str, ...],
) -> None:
    """A shoe that draws a card for each empty line, and does what a word says.

    Words: pull, plug, reload, quit, and each fault of a shoe; hw-sim faults lists those of its wire too.
    """
    with _mendable():
        spoiling = [wire_fault(_fault(text), str(seed)) for text in faults]
        served = VirtualShoe(load(profile), link, seed, family, serial)
    for fault in spoiling:
        served.spoil(fault)
    desk = DeviceDesk(served)
    click.echo(f"{family} shoe on {link}; write {', '.join(WORDS)}")
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
            # At the end of input a shoe that draws by itself goes on until it is stopped.
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
                    why = self._shoe.draw()
                    return f"{why}; write reload" if why == EMPTY else why or f"drawn: {self._shoe.drawn}"
                case "pull":
                    self._shoe.pull()
                case "plug":
                    self._shoe.plug()
                case "reload":
                    self._shoe.reload()
                case _ if word in DEVICE_FAULTS:
                    try:
                        self._shoe.strike(Struck(SHOE, word))
                    except DealerStationError as error:
                        return str(error)
                case _:
                    return f'"{word}" is no word of a shoe; write one of {", ".join(WORDS)}'
        return f"{word}: done"


def _draw_now_and_then(desk: DeviceDesk, every: float | None, stop: threading.Event) -> None:
    while not stop.wait(every):
        click.echo(desk.do(""))


def _fault(text: str) -> Struck:
    """Parse `NAME=RATE`; raise DealerStationError if it is not valid."""
    name, equals, rate = text.partition("=")
    of_its_wire = [fault for fault in WIRE_FAULTS if fault in FAULTS[SHOE]]
    if name not in of_its_wire:
        known = ", ".join(of_its_wire)
        raise DealerStationError(f'"{name}" is no fault of a shoe\'s wire; use one of {known}')
    if not equals:
        raise DealerStationError(f'"{text}": how often? write {name}=RATE, from 0 to 1, such as {name}=0.05')
    try:
        share = float(rate)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise DealerStationError(f'"{text}": the rate is a number from 0 to 1, such as {name}=0.05')
    return Struck(SHOE, name, rate=share)
