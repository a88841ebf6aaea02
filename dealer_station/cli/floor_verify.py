"""`dealer-station floor verify`: verifies every log at the floor, the archive and the deeds."""

import json as json_text
import sys
from pathlib import Path

import click
import msgspec

from dealer_station.cli.floor_options import database_option, floor_of, folder_option
from dealer_station.cli.log_options import json_option, trusted_key
from dealer_station.cli.progress import progress_bar
from dealer_station.floor.archive.kept_rows import KeptRows
from dealer_station.floor.archive.settings import read_settings
from dealer_station.floor.certificates import signing_key
from dealer_station.floor.store import table_names
from dealer_station.floor.store.connection import READER
from dealer_station.floor.verification.findings import FloorFinding, FloorVerification, VerifiedBranch
from dealer_station.floor.verification.floor_check import logs_of, rows_of, verify_floor
from dealer_station.log.integrity.keys import fingerprint
from dealer_station.review.tables_and_charts import counted

_KINDS = {
    "row": "BAD ROW",
    "signature": "BROKEN SIGNATURE",
    "anchor": "BAD ANCHOR",
    "note": "BAD NOTE",
    "head": "WRONG HEAD",
    "batch": "WRONG BATCH",
    "month": "MISSING MONTH",
    "archive": "DAMAGED ARCHIVE",
    "quarantine": "CHANGED EVIDENCE",
    "deed": "BAD DEED",
    "record": "WRONG RECORD",
}


@click.command()
@click.argument("table", required=False)
@click.option(
    "--key",
    "trusted",
    multiple=True,
    metavar="KEY",
    help="Signing key of a station that you trust: hex, or a .pub file.",
)
@click.option("--floor-key", metavar="KEY", help="Key of the floor.  [default: signing.pub in the folder]")
@folder_option
@database_option
@json_option
def verify(
    table: str | None,
    trusted: tuple[str, ...],
    floor_key: str | None,
    folder: Path,
    database: str | None,
    json: bool,
) -> None:
    """Verify every log from its first row on, or only that of TABLE.

    Recomputes every hash, also of the months in the archive, and checks signatures, cosigned notes, heads,
    batches, archived files and the deeds of the floor's people. Exit code 0 if everything is intact, 1 if it
    is not, 2 if there is nothing to read.
    """
    public = trusted_key(floor_key) if floor_key else signing_key.public_if_known(folder)
    places = tuple(Path(one) for one in read_settings(folder).places)
    with floor_of(folder, database, READER) as floor:
        logs = [table_names.find(floor, table)[0]] if table else logs_of(floor)
        with progress_bar("verifying", rows_of(floor, logs)) as progress:
            report = verify_floor(
                lambda: KeptRows(floor, places),
                logs,
                keys=tuple(trusted_key(text) for text in trusted),
                floor_key=public,
                progress=progress,
            )
    if json:
        click.echo(json_text.dumps({"ok": report.ok, **msgspec.to_builtins(report)}, indent=1))
    else:
        _print(report, public)
    sys.exit(0 if report.ok else 1)


def _print(report: FloorVerification, public: bytes | None) -> None:
    """Print one line for each branch, and every finding."""
    for branch in report.branches:
        name = _name(branch.table, branch.branch)
        for finding in branch.findings:
            click.echo(_finding(name, finding))
        if not branch.findings:
            click.echo(f"{name}: {_intact(branch)}")
        elif branch.last_seq:
            click.echo(f"{name}: the chain holds up to row {branch.last_seq:,}")
    for finding in report.findings:
        click.echo(_finding("the floor", finding))
    if not report.findings:
        click.echo(f"the floor: {counted(report.deeds, 'deed')}, chain intact")
    if report.deeds and public is None:
        click.echo("the floor: its key was taken from the deeds themselves; name it with --floor-key")
    elif report.deeds and public is not None:
        click.echo(f"the floor: signed with {fingerprint(public)}")


def _name(table: str, branch: int) -> str:
    return table if branch == 1 else f"{table}, branch {branch}"


def _finding(name: str, finding: FloorFinding) -> str:
    what = "deed" if finding.kind == "deed" else "row"
    where = f" at {what} {finding.seq}" if finding.seq else ""
    return f"{name}: {_KINDS[finding.kind]}{where}: {finding.words}"


def _intact(branch: VerifiedBranch) -> str:
    parts = [f"{counted(branch.rows, 'row')}, chain intact"]
    if branch.archived:
        parts.append(f"{branch.archived:,} of them from the archive")
    parts.append(f"signed up to row {branch.signed_seq:,}" if branch.signed_seq else "not signed yet")
    if branch.cosigned_seq:
        parts.append(f"cosigned up to row {branch.cosigned_seq:,}")
    if branch.state == "quarantined":
        parts.append("in quarantine")
    if branch.state == "given_up":
        parts.append("given up: readers take another branch")
    if branch.set_aside_by:
        parts.append(f"set aside by {branch.set_aside_by}: readers leave this log out")
    return ", ".join(parts)
