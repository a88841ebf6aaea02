"""`dealer-station`: the top-level command, which loads its subcommands on demand."""

import click

from dealer_station.app.command_group import CommandGroup

COMMANDS = (
    "run",
    "train",
    "config",
    "people",
    "log",
    "review",
    "report",
    "dispute",
    "keys",
    "floor",
    "play",
    "odds",
    "profiles",
    "doctor",
)


@click.group(
    cls=CommandGroup,
    places={name: f"dealer_station.cli.{name}" for name in COMMANDS},
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="dealer-station", message="dealer-station %(version)s")
def main() -> None:
    """Assist the dealer at a Casino War table: run the table, read its log, make reports, show rulebooks."""
