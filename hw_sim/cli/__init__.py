"""`hw-sim`: the simulator's console script."""

from random import Random

import click

from dealer_station.engine.model.cards import CUT
from dealer_station.engine.model.errors import DealerStationError
from dealer_station.engine.model.observations import CutCardSeen
from dealer_station.rulebooks import load
from hw_sim.cli.bench import bench
from hw_sim.cli.control import control, tui
from hw_sim.cli.serve import serve
from hw_sim.devices.fault_catalogue import fault_lines
from hw_sim.devices.shoe import SimulatedShoe


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="dealer-station", message="hw-sim %(version)s")
def main() -> None:
    """Simulate the devices of a table: serve them on ports, control them, and play scenes."""


for command in (serve, control, tui, bench):
    main.add_command(command)


@main.command()
@click.option(
    "--profile",
    default="massachusetts",
    show_default=True,
    metavar="P",
    help="Rulebook, or the path of a .toml file.",
)
@click.option("--decks", type=click.IntRange(min=1), help="Number of decks.  [default: the book's]")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same order.")
@click.option("--cards", type=click.IntRange(min=0), help="Number of cards to print.  [default: all]")
def shoe(profile: str, decks: int | None, seed: int, cards: int | None) -> None:
    """Shuffle a shoe and print it as lines of a written round. The first line is the first card out."""
    try:
        rules = load(profile, {} if decks is None else {"decks": str(decks)})
    except DealerStationError as error:
        raise click.UsageError(str(error)) from error
    shuffled = SimulatedShoe(rules, Random(seed))
    printed = 0
    while printed != cards and (out := shuffled.draw()):
        if isinstance(out, CutCardSeen):
            click.echo(f"shoe {CUT}")
        else:
            click.echo(f"shoe {out.card}")
            printed += 1


@main.command()
def faults() -> None:
    """List every fault by device and name. Scenes, control and the prompt take these names."""
    click.echo("\n".join(fault_lines()))
