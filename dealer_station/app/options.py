"""Command-line options that several commands share."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])
FILE = "station.toml"

config_option = click.option(
    "--config",
    "config_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Configuration file.  [default: in the current folder, or in the user's configuration]",
)


def found() -> Path | None:
    """Return the station.toml in the current folder or in the user's configuration; None if there is none."""
    home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    for path in (Path(FILE), Path(home) / "dealer-station" / FILE):
        if path.is_file():
            return path
    return None


def _answers(_context: click.Context, _parameter: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    for answer in given:
        if not all(answer.partition("=")):
            raise click.BadParameter(f'"{answer}" has no value; write NAME=VALUE, such as war_burn=once')
    return dict(answer.split("=", 1) for answer in given)


def resolve_link(_context: click.Context, _parameter: click.Parameter, path: Path | None) -> Path | None:
    """Resolve a symbolic link, because keys and other companion files lie beside the log itself."""
    if path is not None and not path.name:
        raise click.BadParameter("this is not a file name")
    if path is None or not path.is_symlink():
        return path
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:
        raise click.BadParameter(f"{path}: is a symbolic link to itself; name the file") from error


def operator_options(command: Command) -> Command:
    """Add the option --option NAME=VALUE, which arrives as the dict `options`."""
    return click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_answers,
        help="Set an option of the rulebook, such as war_burn=once; repeat for more.",
    )(command)
