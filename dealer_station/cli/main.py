"""`dealer-station`: the top-level command, which loads its subcommands on demand."""

import click

from dealer_station.app.shell import Shell

COMMANDS = (
    "run",
    "config",
    "people",
    "log",
    "review",
    "report",
    "dispute",
    "keys",
    "play",
    "odds",
    "profiles",
    "doctor",
)


@click.group(
    cls=Shell,
    places={name: f"dealer_station.cli.{name}" for name in COMMANDS},
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="dealer-station", message="dealer-station %(version)s")
def main() -> None:
    """The assistant at a live Casino War table: table, people, log, reports, rulebooks, rounds and odds."""
