"""`hw-sim control` and `hw-sim tui`: one action at a table that is served, or a prompt for many."""

import contextlib
import json
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import click

from drivers.device_addresses import Family
from hw_sim.cli.serve import (
    device_settings,
    folder_option,
    operator_option,
    served,
    table_options,
    usage_errors,
)
from hw_sim.tables.control_socket import ask, is_served
from hw_sim.tables.virtual_table_commands import Reply


# Words may begin with a minus: a negative number is not an option, and the table itself rejects it.
@click.command(context_settings={"ignore_unknown_options": True})
@folder_option
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
@click.argument("words", nargs=-1, required=True)
def control(folder: Path | None, as_json: bool, words: tuple[str, ...]) -> None:
    """Act on a table that `hw-sim serve` runs.

    WORDS is a command such as draw, bet 1 3, pull shoe, jam or state; help lists all. Exit code 0 when it is
    done, 1 when it cannot be done, 2 when no table is served there.
    """
    if unknown := next((word for word in words if re.match(r"-\D", word)), None):
        raise click.NoSuchOption(unknown)
    if folder is None:
        raise click.UsageError("name the folder of the table: hw-sim control --folder FOLDER ...")
    with usage_errors():
        reply = ask(folder, " ".join(words))
    if as_json:
        click.echo(json.dumps({"ok": reply.ok, "said": reply.said, "state": reply.state}, indent=1))
    else:
        click.echo(reply.said, err=not reply.ok)
    sys.exit(0 if reply.ok else 1)


@click.command()
@folder_option
@table_options
@operator_option
def tui(
    folder: Path | None, family: Family, profile: str, seed: int, serial: str, options: tuple[str, ...]
) -> None:
    """Open a prompt to draw cards, place coins and cause faults.

    An empty line draws a card. The prompt acts on the table that is served in FOLDER, or on its own.
    """
    with usage_errors(), contextlib.ExitStack() as stack:
        if folder is not None and is_served(folder):
            _prompt(lambda line: ask(folder, line))
            return
        place = folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="table-")))
        table = stack.enter_context(served(device_settings(place, family, profile, seed, serial, options)))
        _prompt(table.do)


def _prompt(do: Callable[[str], Reply]) -> None:
    """Read lines and carry them out until `quit`, the end of input or ctrl-C."""
    try:
        click.echo(f"{do('state').said}\nan empty line draws a card; help lists all words, quit ends")
        while True:
            click.echo("> ", nl=False)
            line = sys.stdin.readline()
            if not line:
                click.echo()
                return
            reply = do(line.strip() or "draw")
            click.echo(reply.said)
            if line.strip() == "quit":
                return
    except (KeyboardInterrupt, UnicodeDecodeError):
        click.echo("\nthe prompt was left")
