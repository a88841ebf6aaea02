"""Arguments and options shared by the commands of `dealer-station log`: the file and the round filters."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from dealer_station.app.options import resolve_link
from dealer_station.engine.model.errors import KeyFaultError
from dealer_station.log.integrity import keys as key_files
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.records import RoundKept

log_argument = click.argument(
    "file",
    metavar="FILE",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    callback=resolve_link,
)
ROUND_NUMBER = click.IntRange(1, 2**53)
json_option = click.option("--json", is_flag=True, help="Print as JSON.")
_TIMES = click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S"])
NEW_FILE = click.Path(dir_okay=False, path_type=Path)
keys_option = click.option(
    "--keys",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Folder of the station's keys.  [default: the log's name with .keys]",
)


def _said(_: click.Context, option: click.Parameter, words: str) -> str:
    """Accept text that can be written to the log: not blank, and printable."""
    if not words.strip() or not words.isprintable():
        raise click.BadParameter("enter printable text; it is recorded in the log", param=option)
    return words


by_option = click.option(
    "--by",
    required=True,
    metavar="NAME",
    callback=_said,
    help="Name of the person who does this, recorded in the log.",
)
because_option = click.option(
    "--because", required=True, metavar="TEXT", callback=_said, help="Reason, recorded in the log."
)


class WantedRounds(Struct, frozen=True):
    """A filter on rounds."""

    first: int | None = None
    last: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    dealer: str | None = None
    outcome: str | None = None
    wars: bool = False
    holds: bool = False
    newest: int | None = None

    def of(self, reader: Reader) -> list[RoundKept]:
        """The matching rounds of a log, in the order they were played."""
        found = [kept for kept in reader.all_rounds() if self._wants(kept)]
        return found[-self.newest :] if self.newest is not None else found

    def _wants(self, kept: RoundKept) -> bool:
        return (
            (self.first is None or kept.number >= self.first)
            and (self.last is None or kept.number <= self.last)
            and (self.since is None or kept.ended_us >= _microseconds(self.since))
            and (self.until is None or kept.opened_us < _microseconds(self.until))
            and (self.dealer is None or kept.dealer == self.dealer)
            and (self.outcome is None or kept.outcome == self.outcome)
            and (not self.wars or kept.wars > 0)
            and (not self.holds or kept.holds > 0)
        )


def _microseconds(time: datetime) -> int:
    return int(time.replace(tzinfo=UTC).timestamp() * 1_000_000)


def round_filters(command: Callable[..., None]) -> Callable[..., None]:
    """Add the filter options to a command; they arrive as one argument, `wanted`."""

    @wraps(command)
    def filtered(**given: Any) -> None:
        wanted = WantedRounds(**{name: given.pop(name) for name in WantedRounds.__struct_fields__})
        command(wanted=wanted, **given)

    options = (
        click.option("--from", "first", type=int, metavar="ROUND", help="Only this round and later ones."),
        click.option("--to", "last", type=int, metavar="ROUND", help="Only this round and earlier ones."),
        click.option("--since", type=_TIMES, help="Only rounds that ended at or after this time (UTC)."),
        click.option("--until", type=_TIMES, help="Only rounds that began before this time (UTC)."),
        click.option("--dealer", metavar="NAME", help="Only rounds that this dealer ended."),
        click.option(
            "--outcome",
            type=click.Choice(["complete", "void", "open"]),
            help="Only rounds with this outcome.",
        ),
        click.option("--wars", is_flag=True, help="Only rounds with a war."),
        click.option("--holds", is_flag=True, help="Only rounds in which the table was held."),
        click.option(
            "--newest", type=click.IntRange(1), metavar="N", help="Only the last N matching rounds."
        ),
    )
    result: Callable[..., None] = filtered
    for option in reversed(options):
        result = option(result)
    return result


def trusted_key(text: str) -> bytes:
    """Read a key that the user trusts: hex digits, or a file that holds one."""
    path = Path(text)
    if path.is_file():
        return key_files.read(path)
    try:
        return key_files.from_hex(text)
    except ValueError as error:
        raise KeyFaultError(
            f'"{text}" is neither a key, which has 64 hex digits, nor a file that holds one'
        ) from error
