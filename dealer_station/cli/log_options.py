"""Arguments and options shared by the commands of `dealer-station log`: the file and the round filters."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from dealer_station.app.options import the_file_itself
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.records import RoundKept

log_argument = click.argument(
    "file",
    metavar="FILE",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    callback=the_file_itself,
)
ROUND_NUMBER = click.IntRange(1, 2**53)
json_option = click.option("--json", is_flag=True, help="Print as JSON.")
_TIMES = click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S"])


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
        click.option("--from", "first", type=int, metavar="ROUND", help="From this round on."),
        click.option("--to", "last", type=int, metavar="ROUND", help="Up to this round."),
        click.option("--since", type=_TIMES, help="Not over before this time (UTC)."),
        click.option("--until", type=_TIMES, help="Begun before this time (UTC)."),
        click.option("--dealer", metavar="NAME", help="Ended by this dealer."),
        click.option("--outcome", type=click.Choice(["complete", "void", "open"]), help="How it ended."),
        click.option("--wars", is_flag=True, help="With a war."),
        click.option("--holds", is_flag=True, help="In which the table was stopped."),
        click.option("--newest", type=click.IntRange(1), metavar="N", help="The last N of them."),
    )
    result: Callable[..., None] = filtered
    for option in reversed(options):
        result = option(result)
    return result
