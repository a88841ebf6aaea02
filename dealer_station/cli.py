"""`dealer-station`: the only place that wires the house together."""

import sys

import click

from dealer_station.commands.odds import odds
from dealer_station.commands.play import play
from dealer_station.commands.profiles import profiles
from dealer_station.commands.run import run
from dealer_station.engine.errors import DealerStationError


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="dealer-station", message="dealer-station %(version)s")
def commands() -> None:
    """The assistant at a live Casino War table: rulebooks, written rounds, odds and the table itself."""


for command in (run, play, odds, profiles):
    commands.add_command(command)


def main() -> None:
    """Runs a command; what a person must mend is one sentence on stderr and exit code 2."""
    try:
        commands(prog_name="dealer-station")
    except DealerStationError as error:
        click.echo(f"dealer-station: {error}", err=True)
        sys.exit(2)
