"""`hw-sim serve progressive`: a simulated controller on a port, controlled by lines on standard input."""

import sys
from pathlib import Path

import click

from dealer_station.engine.model.errors import DealerStationError
from drivers.driver import PROGRESSIVE
from hw_sim.devices.device_faults import Struck
from hw_sim.devices.progressive_device import Controller, cents_of, controller_words, positions_of
from hw_sim.devices.progressive_faults import PROGRESSIVE_FAULTS
from hw_sim.tables.simulated_progressive import PluggedController
from hw_sim.wires.pty import PtyCable

WORDS = (
    *("(an empty line)", "bet POSITION...", "collect", "meter CENTS", "pull", "plug"),
    *PROGRESSIVE_FAULTS,
    "quit",
)

SERIAL_CHARACTERS_MAX = 32


def a_serial(_context: click.Context, _parameter: click.Parameter, serial: str) -> str:
    """Validate a serial number for click: it must fit on a label and into a frame."""
    if not serial.isascii() or not serial.isprintable() or not 1 <= len(serial) <= SERIAL_CHARACTERS_MAX:
        raise click.BadParameter(
            f"a serial number has 1 to {SERIAL_CHARACTERS_MAX} printable ASCII characters, such as SIM-1"
        )
    return serial


@click.command()
@click.option(
    "--link",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="PATH",
    help="Where the port is put; its memory lies beside it.",
)
@click.option(
    "--serial",
    default="SIM-P1",
    show_default=True,
    callback=a_serial,
    help="What the controller says it is.",
)
def progressive(link: Path, serial: str) -> None:
    """A progressive controller that does what a word says, and what the station tells it.

    Words: bet, collect, meter, pull, plug, quit, and each fault of a controller.
    """
    try:
        desk = ProgressiveDesk(link, serial)
    except DealerStationError as error:
        raise click.UsageError(str(error)) from error
    click.echo(f"progressive controller on {link}; write {', '.join(WORDS)}")
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
                    self._plugged.strike(Struck(PROGRESSIVE, fault))
                case _:
                    return f'"{" ".join(words)}" is no word of a controller; write one of {", ".join(WORDS)}'
        except DealerStationError as error:
            return str(error)
        return f"{words[0]}: done"

    def close(self) -> None:
        self._plugged.close()
