"""`dealer-station floor init`, `disable`, `status`, `accept` and `pull`: what the floor's people do."""

import json as json_text
import socket
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Struct

from dealer_station.app.options import resolve_link
from dealer_station.cli.floor_cosigned import is_troubled, print_cosigned
from dealer_station.cli.floor_deeds import acting, key_of_deeds
from dealer_station.cli.floor_options import database_of, database_option, echo_line, floor_of, folder_option
from dealer_station.cli.floor_tables import log_decisions, print_decisions
from dealer_station.cli.log_options import NEW_FILE, because_option, by_option, json_option
from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.archive.kept_rows import KeptRows
from dealer_station.floor.archive.settings import read_settings
from dealer_station.floor.certificates import witness_key
from dealer_station.floor.certificates.authority import (
    PRIVATE,
    make_authority,
    missing_files,
    server_names,
)
from dealer_station.floor.client.pulled_log import write_log
from dealer_station.floor.projections.table_now import TableNow, TableUnknown, table_now
from dealer_station.floor.protocol.table_names import shown_name
from dealer_station.floor.store import (
    notes,
    quarantine,
    stations,
    stored_logs,
    table_names,
    witnessing,
)
from dealer_station.floor.store.connection import PEOPLE, Floor, connect, database_faults
from dealer_station.floor.store.migrate import migrate
from dealer_station.floor.store.quarantine import QuarantineCase
from dealer_station.floor.store.stations import OFFSET_MAX_US, StationState
from dealer_station.log.read.unfit_rows import unfit_rows
from dealer_station.log.transparency.note_keys import NoteKey
from dealer_station.review.tables_and_charts import counted

WARN = timedelta(days=30)
SILENT = timedelta(seconds=15)
SILENT_TOO_LONG = timedelta(days=1)
"""A table that is closed for the night is silent, and no reason to look."""
REFUSED = timedelta(minutes=15)
"""The time for which a refusal is shown although the station's rows are kept again."""


@click.command()
@folder_option
@database_option
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="HOST",
    help="Name or address of a gateway; repeat for more.  [default: this machine and localhost]",
)
@click.option(
    "--new-witness-key",
    is_flag=True,
    help="Cosign with a new key from now on: the old one was stolen or lost. Copy it to all gateways.",
)
def init(folder: Path, database: str | None, names: tuple[str, ...], new_witness_key: bool) -> None:
    """Make a floor: its certificates and its tables in the database.

    Run it again after an upgrade: the certificates stay, and the database is brought to the newest schema.
    """
    missing = missing_files(folder)
    if PRIVATE not in missing:
        if names and "server.pem" not in missing:
            _check_names(folder, names)
        click.echo(f"{folder}: the certificates exist and stay as they are")
        if missing:
            words = f"lacks {' and '.join(missing)}; copy what a gateway needs from another one"
            click.echo(f"warning: {folder}: {words}", err=True)
    else:
        hosts = names or tuple(dict.fromkeys((socket.gethostname(), "localhost", "127.0.0.1")))
        make_authority(folder, hosts, datetime.now(UTC))
        click.echo(
            f"{folder}: certificates made for {', '.join(hosts)}; back this folder up; its keys are secret"
        )
    with database_of(folder, database) as address, database_faults(address):
        changed = migrate(address)
        connection = connect(address, PEOPLE)
        try:
            key_of_deeds(folder, connection)
            key = _cosigner(folder, connection, anew=new_witness_key)
        finally:
            connection.close()
    where = "the database" if database else f"the trial database in {folder}"
    click.echo(f"{where} {'is ready' if changed else 'was ready already'}")
    click.echo(f"the floor cosigns the notes of its tables; its verifier key, for everybody:\n{key.text}")


def _check_names(folder: Path, names: tuple[str, ...]) -> None:
    """Raise FloorError if the certificate of the gateways lacks one of the names."""
    has = server_names(folder)
    if lacking := [name for name in names if name not in has]:
        raise FloorError(
            f"{folder / 'server.pem'}: is for {', '.join(has)}, and not for {', '.join(lacking)}; the name "
            "cannot be changed, because stations trust it: leave --name out, and let that name lead to the "
            "gateways"
        )


def _cosigner(folder: Path, floor: Floor, *, anew: bool) -> NoteKey:
    """The key with which a floor cosigns; a floor that has none gets one."""
    if anew:
        witness_key.set_aside(folder, datetime.now(UTC))
    makes = anew or not notes.cosigners(floor)
    if not makes and not (folder / witness_key.FILE).exists():
        raise FloorError(
            f"{folder / witness_key.FILE}: is missing, and this floor cosigns with it; copy it from another "
            "gateway, or make a new one for all gateways with --new-witness-key"
        )
    signer = witness_key.make(folder) if makes else witness_key.load(folder)
    if not notes.register_cosigner(floor, signer.key, anew=anew):
        raise FloorError(
            f"{folder / witness_key.FILE}: is not the key with which this floor cosigns; copy that from "
            "another gateway, or make a new one for all gateways with --new-witness-key"
        )
    return signer.key


@click.command()
@click.argument("station")
@folder_option
@database_option
@by_option
@because_option
def disable(station: str, folder: Path, database: str | None, by: str, because: str) -> None:
    """Refuse everything from STATION until it is enrolled again."""
    with acting(folder, database, by) as person, person.doing("station_disabled") as deed:
        stations.disable(person.floor, station, by=person.name, because=because)
        deed.update(station=station, because=because)
    click.echo(f"{station} is disabled; `floor enrol {station}` makes a new certificate for it")


@click.command()
@folder_option
@database_option
@click.option("--tables", is_flag=True, help="Also show dealer, round and holds of each table.")
@json_option
def status(folder: Path, database: str | None, tables: bool, json: bool) -> None:
    """Show stations, logs, cosigned notes and the quarantine.

    Exit code 1 if a fork waits for a decision, a station is refused or something was refused within a quarter
    of an hour, a station has been silent for a day, a clock is off, a certificate expires within thirty days,
    a note was refused, a log grows for an hour without a note, or a witness refuses, contradicts or has not
    answered for a quarter of an hour.
    """
    with floor_of(folder, database) as floor:
        found, cases, full = stations.states(floor), quarantine.cases(floor), quarantine.full_logs(floor)
        all_cosigned, decisions = witnessing.cosigned_logs(floor), log_decisions(floor)
        at_tables = _tables_now(floor, found) if tables else {}
    now = datetime.now(UTC)
    aside = {one.log for one in decisions if one.set_aside_by}
    cosigned = [one for one in all_cosigned if one.log not in aside]
    if json:
        told = {
            "stations": [_station_data(one, now, at_tables) for one in found],
            "cosigned": [msgspec.to_builtins(one) for one in all_cosigned],
            "quarantine": [_data(one) for one in cases],
            "quarantine_full": full,
            "logs": [msgspec.to_builtins(one) for one in decisions],
        }
        click.echo(json_text.dumps(told, indent=1, default=str))
    else:
        _print_status(found, cases, now, at_tables)
        print_cosigned(cosigned, now)
        for name in full:
            echo_line(f"{_table(name)}: {quarantine.TOO_MANY_FORKS.words}")
        print_decisions(decisions)
    left_out = {one.name for one in found if one.log in aside}
    wrong = any(one.state == "quarantined" and one.station not in left_out for one in cases)
    wrong = wrong or any(is_troubled(one, now) for one in cosigned)
    sys.exit(1 if wrong or any(_is_wrong(one, now) for one in found) else 0)


class ShownTable(Struct, frozen=True):
    """The state of the table of a station, on the branch that readers take."""

    branch: int
    now: TableNow | TableUnknown


def _tables_now(floor: Floor, found: list[StationState]) -> dict[str, ShownTable]:
    """The state of each table, by the name of its station."""
    tables: dict[str, ShownTable] = {}
    for one in found:
        log = stored_logs.log_number(bytes.fromhex(one.log)) if one.log else None
        branch = stations.branch_of(floor, log) if log is not None else 0
        if log is not None and (state := table_now(floor, log, branch)):
            tables[one.name] = ShownTable(branch, state)
    return tables


def _station_data(one: StationState, now: datetime, tables: dict[str, ShownTable]) -> dict[str, Any]:
    told = {**_data(one), "notes": _notes(one, now)}
    if one.name not in tables:
        return told
    shown = tables[one.name]
    return {**told, "branch_of_readers": shown.branch, "now": msgspec.to_builtins(shown.now)}


def _table_words(one: TableNow | TableUnknown) -> str:
    """The state of a table, in one line."""
    if isinstance(one, TableUnknown):
        if one.state == "archived":
            return f"retired: its rows up to {one.seq:,} are in the archive; `floor archives` lists the files"
        return f"cannot be told: {one.words}"
    clock = _clock(one.wall_us)
    if one.closed:
        return f"closed, after {counted(one.round_number - 1, 'round')}; {clock}"
    dealer = f"{shown_name(one.dealer)} deals" if one.dealer else "no dealer"
    held = f"; HELD: {', '.join(one.held)}" if one.held else ""
    state = "in play" if one.in_play else "open for wagers"
    kind = f"{one.kind} table, " if one.kind not in ("", "live") else ""
    return f"{kind}{dealer}, round {one.round_number:,} {state}{held}; {clock}"


def _clock(wall_us: int) -> str:
    """A time by the clock of a station, which may be any number."""
    try:
        return f"{datetime.fromtimestamp(wall_us / 1e6, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (ValueError, OverflowError, OSError):
        return "at a time that no calendar has"


def _data(one: StationState | QuarantineCase) -> dict[str, Any]:
    return {name: getattr(one, name) for name in one.__struct_fields__}


def _is_wrong(one: StationState, now: datetime) -> bool:
    """True if somebody must look after a station."""
    off = abs(one.clock_offset_us) > OFFSET_MAX_US
    apart = one.quarantined or one.given_up
    silent = one.heard_at is not None and now - one.heard_at > SILENT_TOO_LONG
    return one.state == "enrolled" and (
        apart or off or silent or one.expires_at - now < WARN or one.is_refused or _was_refused(one, now)
    )


def _was_refused(one: StationState, now: datetime) -> bool:
    """True if something that came under the name of a station was refused a short time ago."""
    return one.refused_at is not None and now - one.refused_at < REFUSED


def _notes(one: StationState, now: datetime) -> list[str]:
    """Everything about a station that is not as it should be."""
    notes = ["reader"] if one.role == "reader" else []
    if one.state == "disabled":
        tried = f"; its certificate was used at {one.refused_at:%Y-%m-%d %H:%M:%S}" if one.refused_at else ""
        notes.append(f"DISABLED{tried}")
    if one.quarantined:
        notes.append("QUARANTINED: its log has forked")
    if one.given_up and one.state == "enrolled":
        notes.append("GIVEN UP: readers take another branch of its log; disable it")
    if one.heard_at is None and one.role == "station":
        notes.append("not heard of yet")
    elif one.heard_at is not None and now - one.heard_at > SILENT:
        notes.append(f"SILENT since {one.heard_at:%Y-%m-%d %H:%M:%S}")
    was_refused = one.is_refused or _was_refused(one, now)
    if one.state == "enrolled" and one.refused_at is not None and was_refused:
        notes.append(_refusal_words(one, one.refused_at))
    if abs(one.clock_offset_us) > OFFSET_MAX_US:
        notes.append(f"CLOCK off by {one.clock_offset_us / 1e6:.1f} s")
    if one.expires_at - now < WARN:
        ends = "expires" if one.expires_at > now else "expired"
        notes.append(f"CERTIFICATE {ends} on {one.expires_at:%Y-%m-%d}")
    return notes


def _refusal_words(one: StationState, at: datetime) -> str:
    """The last refusal of what came under the name of a station."""
    if one.refused_code == "not_enrolled":
        return (
            f"an OLD CERTIFICATE of it was used at {at:%Y-%m-%d %H:%M:%S}: the station lacks the files of "
            "its last enrolment, or somebody else has the old ones"
        )
    state = "REFUSED, last at" if one.is_refused else "something was REFUSED at"
    return f"{state} {at:%Y-%m-%d %H:%M:%S}, {one.refused_code}: {one.refused_words}"


def _table(name: str) -> str:
    """The name of a table; empty for a station that has brought no log yet."""
    return shown_name(name) if name else ""


def _print_status(
    found: list[StationState], cases: list[QuarantineCase], now: datetime, tables: dict[str, ShownTable]
) -> None:
    if not found:
        click.echo("no stations yet; enrol the first with `dealer-station floor enrol STATION --by NAME`")
    for one in found:
        behind = max(one.size - one.seq, 0)
        rows = f"{one.seq:,} rows" + (f", {behind:,} behind" if behind else "")
        notes = "; ".join(_notes(one, now))
        echo_line(f"{one.name:<16} {_table(one.table):<16} {one.log[:16]:<17} {rows:<24} {notes}".rstrip())
        if one.name in tables:
            shown = tables[one.name]
            apart = f"readers take branch {shown.branch}: " if shown.branch != one.branch else ""
            echo_line(f"{'':<16} {apart}{_table_words(shown.now)}")
    for case in cases:
        echo_line(
            f"case {case.number}: {case.kind} from {case.station} ({_table(case.table)}), "
            f"{_rows_of(case)}, {case.at:%Y-%m-%d %H:%M:%S}: "
            f"{case.state.replace('_', ' ')}{_again(case)}"
        )


def _rows_of(case: QuarantineCase) -> str:
    """The rows of a case; a branch that readers take or that waits still grows."""
    if case.kind == "fork":
        return f"rows from {case.first_seq:,} on, now up to {case.last_seq:,}"
    return f"rows {case.first_seq:,} to {case.last_seq:,}"


def _again(case: QuarantineCase) -> str:
    """The number of times that the same was refused, in words; empty if it was once."""
    return f" {case.times:,} times, last at {case.last_at:%Y-%m-%d %H:%M:%S}" if case.last_at else ""


@click.command()
@click.argument("case", type=click.IntRange(1))
@folder_option
@database_option
@by_option
@because_option
def accept(case: int, folder: Path, database: str | None, by: str, because: str) -> None:
    """Accept the fork of a CASE in quarantine.

    Its rows become the log that readers take; the rows that they replace stay on their own branch.
    """
    with acting(folder, database, by) as person, person.doing("fork_accepted") as deed:
        accepted = quarantine.accept(person.floor, case, person.name, because)
        deed.update(case=case, table=accepted.table, branch=accepted.branch, because=because)
    click.echo(f"case {case}: branch {accepted.branch} of {accepted.table} is accepted by {person.name}")


@click.command()
@click.argument("table")
@click.argument("to", type=NEW_FILE, callback=resolve_link)
@folder_option
@database_option
def pull(table: str, to: Path, folder: Path, database: str | None) -> None:
    """Rebuild the log of TABLE from the floor's copy, and verify it.

    TABLE is the name of a table, of its station, or the beginning of the log's hash. Closed months are
    written beside TO under their old names."""
    with floor_of(folder, database) as floor:
        log, _, branch = table_names.find(floor, table)
        kept = KeptRows(floor, tuple(Path(one) for one in read_settings(folder).places))
        with closing(kept.signed_pages(log, branch)) as pages, unfit_rows():
            made = write_log(pages, to)
    for fault in kept.damaged:
        click.echo(f"warning: {fault}; another copy was read. `floor verify` says what to do", err=True)
    click.echo(f"{to}: rebuilt and verified, {counted(len(made), 'file')}")
