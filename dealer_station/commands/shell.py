"""The group that every console script is: what a person must mend is one sentence and exit code 2."""

from typing import Any

import click

from dealer_station.engine.errors import DealerStationError


class Mendable(click.ClickException):
    """An error that names what, where and what to do; nobody sees a traceback."""

    exit_code = 2


class Shell(click.Group):
    """A click group whose commands may raise DealerStationError."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except DealerStationError as error:
            raise Mendable(str(error)) from error
        except OSError as error:
            raise Mendable(f"{error.filename or 'the output'}: {error.strerror or error}") from error
