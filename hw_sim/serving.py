"""`hw-sim serve`: puts a simulated device on a port, for a person or for another program."""

import sys
import threading
from pathlib import Path
from random import Random

import click

from dealer_station.engine.errors import DealerStationError
from dealer_station.engine.rules import Rules
from dealer_station.profiles import load
from drivers.families import FAMILIES, Family
from hw_sim.faults import DEVICE_FAULTS, WIRE_FAULTS, WireFault
from hw_sim.journal import JournaledShoe
from hw_sim.served import ServedShoe
from hw_sim.serving_progressive import progressive
from hw_sim.shoe_devices import ReferenceDevice, ShoeDevice, device_for
from hw_sim.wires.pty import PtyCable

WORDS = ("(an empty line)", "pull", "plug", "reload", *DEVICE_FAULTS, "quit")


@click.group()
def serve() -> None:
    """Put a simulated device on a port, for a person or for another program."""


serve.add_command(progressive)


@serve.command()
@click.option("--family", type=click.Choice(FAMILIES), default="reference", show_default=True)
@click.option(
    "--link",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="PATH",
    help="Where the port is put; its journal lies beside it.",
)
@click.option("--profile", default="massachusetts", show_default=True, metavar="P", help="How many decks.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same cards.")
@click.option("--serial", default="SIM-1", show_default=True, help="What the shoe says it is (reference).")
@click.option("--every", type=click.FloatRange(0, min_open=True), help="Draw a card every so many seconds.")
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

    Words: pull, plug, reload, reboot, journal_lost, wrong_identity, hung, misread, impossible_card, quit.
    Faults of the wire: one_byte_at_a_time, delay, loss, duplicate, garbage, bit_flips, truncated_frame,
    chatter, cable_pull.
    """
    try:
        spoiling = [_fault(text, seed) for text in faults]
        desk = Desk(load(profile), family, link, seed, serial, spoiling)
    except DealerStationError as error:
        raise click.UsageError(str(error)) from error
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
            # Nobody types any more: a shoe that draws by itself goes on until it is stopped.
            if every is not None:
                clock.join()
    except KeyboardInterrupt:
        click.echo("the shoe was switched off")
    finally:
        stopping.set()
        if clock.ident is not None:
            clock.join()
        desk.close()


class Desk:
    """A shoe on a cable and whoever sits before it."""

    def __init__(
        self, rules: Rules, family: Family, link: Path, seed: int, serial: str, faults: list[WireFault]
    ) -> None:
        cable = PtyCable(link)
        self._shoe = JournaledShoe(rules, seed, link.with_name(link.name + ".journal"))
        self._device: ShoeDevice = device_for(family, self._shoe, serial)
        self._served = ServedShoe(self._shoe, self._device, cable, faults)
        self._lock = threading.Lock()

    def do(self, word: str) -> str:
        """Does what a word says; what is said about it never names a card."""
        with self._lock:
            match word:
                case "":
                    return self._draw()
                case "pull":
                    self._served.pull()
                case "plug":
                    self._served.plug()
                case "reload":
                    self._shoe.reload()
                case _ if word in DEVICE_FAULTS:
                    self._served.strike(DEVICE_FAULTS[word])
                case _:
                    return f'"{word}" is no word of a shoe; write one of {", ".join(WORDS)}'
        return f"{word}: done"

    def _draw(self) -> str:
        if isinstance(self._device, ReferenceDevice) and self._device.locked:
            return "the shoe is locked"
        if self._shoe.draw() is None:
            return "the shoe is empty; write reload"
        self._served.nudge()
        return f"drawn: {self._shoe.newest}"

    def close(self) -> None:
        self._served.stop()
        self._shoe.close()


def _draw_now_and_then(desk: Desk, every: float | None, stop: threading.Event) -> None:
    while not stop.wait(every):
        click.echo(desk.do(""))


def _fault(text: str, seed: int) -> WireFault:
    """What `NAME=RATE` asks for."""
    name, _, rate = text.partition("=")
    if name not in WIRE_FAULTS:
        raise DealerStationError(f'"{name}" is no fault of a wire; use one of {", ".join(WIRE_FAULTS)}')
    try:
        share = float(rate or "1")
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise DealerStationError(f'"{text}": the rate is a number from 0 to 1, such as {name}=0.05')
    return WIRE_FAULTS[name](share, Random(f"{name} {seed}"))
