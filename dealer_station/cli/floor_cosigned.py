"""`dealer-station floor witness-key`, and the part of `floor status` about cosigned notes and witnesses."""

from datetime import datetime, timedelta
from pathlib import Path

import click

from dealer_station.cli.floor_options import database_option, echo_line, floor_of, folder_option
from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.protocol.table_names import shown_name
from dealer_station.floor.store import notes
from dealer_station.floor.store.witnessing import ADVICE, CosignedLog, WitnessState

AWAY = timedelta(minutes=15)
"""A witness that does not answer for this time is a reason to act."""
NOTE_DUE = timedelta(hours=1)
"""A station brings a note every five minutes; a log that grows for this time without one is a reason to
act."""
GROWING = timedelta(days=1)
"""A log of which no row arrived for this time has ended."""


@click.command("witness-key")
@folder_option
@database_option
def witness_key(folder: Path, database: str | None) -> None:
    """Print the floor's verifier key.

    With it anybody checks the cosignatures of the floor, for instance with `log check-proof --witness`.
    """
    with floor_of(folder, database) as floor:
        keys = notes.cosigners(floor)
    if not keys:
        raise FloorError("this floor has no key to cosign with yet; run `dealer-station floor init`")
    click.echo(keys[0].text)


def is_troubled(one: CosignedLog, now: datetime) -> bool:
    """True if somebody must look after the notes of a log."""
    return (
        bool(one.case)
        or lacks_notes(one, now)
        or any(
            state.trouble and (state.trouble != "away" or (state.since and now - state.since > AWAY))
            for state in one.witnesses
        )
    )


def lacks_notes(one: CosignedLog, now: datetime) -> bool:
    """True if a log grows, and has brought no note for an hour; one that has ended waits for nobody."""
    if one.grows_since is None or one.grew_at is None:
        return False
    return one.grew_at - one.grows_since > NOTE_DUE and now - one.grew_at < GROWING


def print_cosigned(found: list[CosignedLog], now: datetime) -> None:
    """Print the newest cosigned note of each log, and what each witness has made of it."""
    for one in found:
        state = f"cosigned up to row {one.size:,}, {_time(one.at)}" if one.size else "no note cosigned yet"
        if lacks_notes(one, now):
            state += (
                f"; NO NOTE of the rows since {_time(one.grows_since)}: `dealer-station floor sync` on its "
                "station says why"
            )
        if one.case:
            state += f"; A NOTE WAS REFUSED: case {one.case}; run `dealer-station floor verify`"
        echo_line(f"{shown_name(one.table)}: {state}")
        for witness in one.witnesses:
            echo_line(f"  {witness.name}: {_witnessed(witness)}")


def _witnessed(one: WitnessState) -> str:
    """The state of one witness, in words."""
    state = f"row {one.size:,}, {_time(one.at)}" if one.size else "nothing cosigned yet"
    if not one.trouble:
        return state
    return f"{state}; {one.trouble.upper()} since {_time(one.since)}: {one.words}; {ADVICE[one.trouble]}"


def _time(at: datetime | None) -> str:
    return f"{at:%Y-%m-%d %H:%M:%S}" if at else "never"
