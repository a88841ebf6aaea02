"""`hw-sim serve progressive`: a simulated controller on a port, and somebody who puts coins on it."""

import sys
from pathlib import Path

import click

from dealer_station.engine.errors import DealerStationError
from hw_sim.progressive_device import Controller, ProgressiveDevice, positions_of
from hw_sim.served import Served
from hw_sim.wires.pty import PtyCable

WORDS = (
    *("(an empty line)", "bet POSITION...", "collect", "meter CENTS", "pull", "plug"),
    *("reboot", "journal_lost", "wrong_identity", "hung", "quit"),
)


@click.command()
@click.option(
    "--link",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="PATH",
    help="Where the port is put; its memory lies beside it.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Which journal it keeps.")
@click.option("--serial", default="SIM-P1", show_default=True, help="What the controller says it is.")
def progressive(link: Path, seed: int, serial: str) -> None:
    """A progressive controller that does what a word says, and what the station tells it.

    Words: bet, collect, meter, pull, plug, reboot, journal_lost, wrong_identity, hung, quit.
    """
    try:
        desk = ProgressiveDesk(link, seed, serial)
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
    """A controller on a cable and whoever sits before it."""

    def __init__(self, link: Path, seed: int, serial: str) -> None:
        cable = PtyCable(link)
        self._controller = Controller(link.with_name(link.name + ".memory"), seed)
        self._device = ProgressiveDevice(self._controller, serial)
        self._served = Served(self._device, cable)

    def do(self, words: list[str]) -> str:
        """Does what a line says."""
        try:
            match words:
                case []:
                    return self._state()
                case ["bet", *positions]:
                    coins = positions_of(positions)
                    self._served.happens(lambda: self._controller.bet(*coins))
                case ["meter", cents] if cents.isdecimal():
                    self._served.happens(lambda: self._controller.set_meter(int(cents)))
                case ["collect"]:
                    self._served.happens(self._controller.collect)
                case ["pull"]:
                    self._served.pull()
                case ["plug"]:
                    self._served.plug()
                case [("reboot" | "journal_lost" | "wrong_identity" | "hung") as fault]:
                    self._served.happens(lambda: self._strike(fault))
                case _:
                    return f'"{" ".join(words)}" is no word of a controller; write one of {", ".join(WORDS)}'
        except DealerStationError as error:
            return str(error)
        return f"{words[0]}: done"

    def _strike(self, fault: str) -> None:
        if fault == "hung":
            self._device.hung = not self._device.hung
            return
        if fault == "journal_lost":
            self._controller.forget()
        elif fault == "wrong_identity":
            self._device.serial += "-other"
        self._device.reboot()

    def _state(self) -> str:
        now = self._controller
        latched = f"round {now.latched[0]} latched {_words(now.latched[1])}" if now.latched else "not latched"
        lock = "locked" if now.locked else "open"
        return (
            f"{lock}, {latched}, coins {_words(now.coins)}, lights {_words(now.lit)}, meter {now.meter_cents}"
        )

    def close(self) -> None:
        self._served.stop()
        self._controller.close()


def _words(positions: set[int] | tuple[int, ...]) -> str:
    return " ".join(map(str, sorted(positions))) or "none"
