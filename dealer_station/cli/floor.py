"""`dealer-station floor`: the floor, where the logs of all tables are kept."""

import click

from dealer_station.app.command_group import CommandError, CommandGroup

PLACES = {
    "init": "dealer_station.cli.floor_admin",
    "serve": "dealer_station.cli.floor_serve",
    "enrol": "dealer_station.cli.floor_enrol",
    "disable": "dealer_station.cli.floor_admin",
    "witness-key": "dealer_station.cli.floor_cosigned",
    "status": "dealer_station.cli.floor_admin",
    "accept": "dealer_station.cli.floor_admin",
    "pull": "dealer_station.cli.floor_admin",
    "set-aside": "dealer_station.cli.floor_tables",
    "rename": "dealer_station.cli.floor_tables",
    "sync": "dealer_station.cli.floor_sync",
    "witness": "dealer_station.cli.floor_witness",
    "people": "dealer_station.cli.floor_people",
    "hold": "dealer_station.cli.floor_hold",
    "archive": "dealer_station.cli.floor_archive",
    "archives": "dealer_station.cli.floor_archive",
    "verify": "dealer_station.cli.floor_verify",
}


class FloorGroup(CommandGroup):
    """The commands of the floor; those of its machines say which packages they need if these are missing."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        try:
            return super().get_command(ctx, cmd_name)
        except ModuleNotFoundError as error:
            if (error.name or "").startswith("dealer_station"):
                raise
            return _missing(cmd_name, error.name or "a package")


def _missing(name: str, package: str) -> click.Command:
    """A command that says how to install what it lacks."""

    def refuse() -> None:
        raise CommandError(
            f"`floor {name}` needs {package}, which a table does not install; on a machine of the floor run: "
            "pip install --require-hashes -r constraints-floor.txt"
        )

    help_text = "Not available here: the packages of the floor are not installed."
    # Whatever was typed after the name, the missing package is what must be told.
    lenient = {"ignore_unknown_options": True, "allow_extra_args": True}
    return click.Command(name, callback=refuse, help=help_text, context_settings=lenient)


@click.group(cls=FloorGroup, places=PLACES)
def floor() -> None:
    """Keep the logs of all tables in one database."""
