"""`dealer-station`: the only place that wires the house together."""

import click

from dealer_station.commands.keys import keys
from dealer_station.commands.log import log
from dealer_station.commands.odds import odds
from dealer_station.commands.play import play
from dealer_station.commands.profiles import profiles
from dealer_station.commands.run import run
from dealer_station.commands.shell import Shell


@click.group(cls=Shell, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="dealer-station", message="dealer-station %(version)s")
def main() -> None:
    """The assistant at a live Casino War table: the table, its log, rulebooks, written rounds and odds."""


for command in (run, log, keys, play, odds, profiles):
    main.add_command(command)
