"""`dealer-station floor`: what runs away from the tables."""

import click

from dealer_station.cli.floor_witness import witness


@click.group()
def floor() -> None:
    """Run what belongs to the floor and not to a table."""


floor.add_command(witness)
