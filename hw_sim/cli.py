"""`hw-sim`: the simulator's console script."""

from random import Random

import click

from dealer_station.engine.model.cards import CUT
from dealer_station.engine.model.errors import DealerStationError
from dealer_station.engine.model.observations import CutCardSeen
from dealer_station.rulebooks import load
from hw_sim.bench.command import bench
from hw_sim.devices.shoe import SimulatedShoe
from hw_sim.serving import control, faults, serve, tui


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="dealer-station", message="hw-sim %(version)s")
def main() -> None:
    """A casino at a desk: what a table needs to be played without one."""


for command in (serve, control, tui, faults, bench):
    main.add_command(command)


@main.command()
@click.option(
    "--profile",
    default="massachusetts",
    show_default=True,
    metavar="P",
    help="A rulebook, or the path of a house's own .toml file.",
)
@click.option("--decks", type=click.IntRange(min=1), help="Decks in the shoe.  [default: the book's]")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same order.")
@click.option("--cards", type=click.IntRange(min=0), help="Stop after so many cards.  [default: all]")
def shoe(profile: str, decks: int | None, seed: int, cards: int | None) -> None:
    """Shuffle a shoe and print it, first card first, as lines of a written round."""
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
