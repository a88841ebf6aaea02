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
    return bool(one.case) or any(
        state.trouble and (state.trouble != "away" or (state.since and now - state.since > AWAY))
        for state in one.witnesses
    )


def print_cosigned(found: list[CosignedLog]) -> None:
    """Print the newest cosigned note of each log, and what each witness has made of it."""
    for one in found:
        state = f"cosigned up to row {one.size:,}, {_time(one.at)}" if one.size else "no note cosigned yet"
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
