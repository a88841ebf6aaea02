"""The click group behind every console script: turns expected errors into one sentence and exit code 2."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from dealer_station.engine.model.errors import DealerStationError


class CommandError(click.ClickException):
    """An error that names the cause, the place and the remedy; the user sees no traceback."""

    exit_code = 2


class CommandGroup(click.Group):
    """A click group that loads commands on demand; a DealerStationError or OSError becomes a CommandError."""

    def __init__(self, *args: Any, places: Mapping[str, str] | None = None, **settings: Any) -> None:
        # Load commands lazily: importing the database layer takes longer than most commands take to run.
        self._places = places or {}
        super().__init__(*args, **settings)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self._places, *(name for name in super().list_commands(ctx) if name not in self._places)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in self._places and cmd_name not in self.commands:
            self.add_command(getattr(import_module(self._places[cmd_name]), cmd_name.replace("-", "_")))
        return super().get_command(ctx, cmd_name)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise  # The reader of the output has closed it; click exits silently.
        except (DealerStationError, OSError) as error:
            raise CommandError(in_words(error)) from error


def in_words(error: Exception) -> str:
    """Return the sentence that reports an error to the user."""
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, OSError):
        return f"{error.filename or 'the output'}: {error.strerror or error}"
    return str(error)
