"""`dealer-station dispute`: notes on rounds, kept in a separate review log."""

import json as json_text
import os
import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from dealer_station.app.command_group import CommandError
from dealer_station.app.options import resolve_link
from dealer_station.app.station_keys import keys_folder
from dealer_station.cli.floor_access import (
    FloorAccess,
    LogPlace,
    file_with_round,
    floor_options,
    months_option,
    only_table,
    pulled,
)
from dealer_station.cli.log_options import ROUND_NUMBER, json_option, keys_option
from dealer_station.cli.log_output import print_line
from dealer_station.cli.progress import progress_bar
from dealer_station.config.floor_address import FloorAddress
from dealer_station.engine.model.errors import LogError
from dealer_station.floor.client.link import LinkError
from dealer_station.log.catalogue import dispute_notes
from dealer_station.log.catalogue.dispute_notes import Claim, Note
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.log.transparency.log_note import proof_path, write_round_proof
from dealer_station.reports.sources import rows_in
from dealer_station.review.dispute_data import dispute_data_of
from dealer_station.review.tables_and_charts import counted
from dealer_station.review.times import clock_time

SHEETS_MAX = 500
"""The most rounds in one PDF."""
reviews_option = click.option(
    "--reviews",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=resolve_link,
    metavar="FILE",
    help="The review log.  [default: reviews.db in the user's configuration]",
)


@click.group()
def dispute() -> None:
    """Keep notes on disputed rounds in a separate review log."""


log_place = click.argument("file", metavar="FILE|URL", type=LogPlace())


@dispute.command()
@log_place
@click.argument("number", type=ROUND_NUMBER, metavar="ROUND")
@click.option("--claimed", required=True, metavar="TEXT", help="The claim: what is said to have happened.")
@click.option("--decided", default="", metavar="TEXT", help="The decision.  [default: nothing yet]")
@click.option("--name", "names", multiple=True, help="Name of a person who was present; repeat for more.")
@click.option("--by", required=True, metavar="NAME", help="Name of the person who writes the note.")
@reviews_option
@floor_options
def note(
    file: Path | FloorAddress,
    number: int,
    claimed: str,
    decided: str,
    names: tuple[str, ...],
    by: str,
    reviews: Path | None,
    access: FloorAccess,
) -> None:
    """Write a note on a round into the review log, chained and signed. The round is in the log FILE, or in
    that of the table at a floor's URL."""
    into = reviews or dispute_notes.usual_place()
    with file_with_round(file, number, access) as path, Reader(path) as log:
        about = dispute_notes.disputed(log, number, Claim(claimed, decided, names, by))
        written = dispute_notes.write(into, about)
    click.echo(f"{into}: note on round {number} of {path.name} written as row {written.seq} and signed")


@dispute.command("list")
@click.option(
    "--log",
    "file",
    type=LogPlace(),
    metavar="FILE|URL",
    help="Only notes on rounds of this log, or of the tables of a floor.",
)
@reviews_option
@months_option()
@floor_options
@json_option
def list_notes(
    file: Path | FloorAddress | None, reviews: Path | None, months: int, access: FloorAccess, json: bool
) -> None:
    """List the notes of a review log, the oldest first.

    Exit code 0 if the review log is intact, 1 if it is not; then notes from the first bad row on are marked.
    """
    source = reviews or dispute_notes.usual_place()
    if reviews is not None and not reviews.exists():
        raise CommandError(f"{reviews}: no such review log")
    kept = dispute_notes.verified(source)
    found = _about(file, kept.notes, months, access)
    if json:
        told = [{**_as_data(one), "proved": kept.proves(one)} for one in found]
        click.echo(json_text.dumps({"notes": told}, indent=1))
    else:
        for one in found:
            _print(one, "" if kept.proves(one) else "NOT PROVED: ")
        if not found:
            click.echo(f"{source}: no notes")
    if kept.doubts:
        click.echo(kept.doubts, err=True)
        sys.exit(1)


def _about(
    place: Path | FloorAddress | None, notes: tuple[Note, ...], months: int, access: FloorAccess
) -> list[Note]:
    """The notes on rounds of a log or of a floor's tables, or all notes if no log is named."""
    if place is None:
        return list(notes)
    if isinstance(place, Path):
        chains = {_chain(place)}
    else:
        with pulled(place, access) as floor:
            files = floor.state.files
            chains = {_chain(one) for path in files for one in floor.newest_months(path, months)}
    return [one for one in notes if one.about.chain in chains]


def _chain(file: Path) -> str:
    with Reader(file) as log:
        return dispute_notes.chain_of(log)


@dispute.command()
@log_place
@click.argument("number", type=ROUND_NUMBER, metavar="ROUND")
@click.option("--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="A new PDF.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@reviews_option
@keys_option
@floor_options
def sheet(
    file: Path | FloorAddress,
    number: int,
    out: Path,
    paper: str,
    reviews: Path | None,
    keys: Path | None,
    access: FloorAccess,
) -> None:
    """Write the dispute sheet of a round as a PDF.

    The round is in the log FILE, or in that of the table at a floor's URL. The sheet has the picture, the
    cards, money, times, rules, notes and proof. If a cosigned checkpoint or the station's keys are at hand, a
    .tlog-proof with the rows of the round is written beside it, for `log check-proof`. Exit code 0 if the log
    and the notes are intact, 1 if they are not; the sheet says so too.
    """
    if reviews is not None and not reviews.exists():
        raise CommandError(f"{reviews}: no such review log")
    proof = proof_path(out)
    _check_out(proof)
    if isinstance(file, Path):
        code = write_sheets(file, [number], out, paper, reviews)
        _write_proof(file, number, proof, keys)
        sys.exit(code)
    with pulled(file, access) as floor:
        live = only_table(file, floor)
        months = floor.months_since(live, number)
        code = write_sheets(months[0], [number], out, paper, reviews, (live,))
        try:
            floor.mirror.write_proof(months, number, proof)
            click.echo(f"proof of the round written to {proof}")
        except (LogError, LinkError) as error:
            click.echo(f"no cosigned proof beside the sheet: {error}", err=True)
            _write_proof(live, number, proof, keys)
        sys.exit(1 if floor.is_altered else code)


def _write_proof(file: Path, number: int, proof: Path, keys: Path | None) -> None:
    """Write the proof of a round beside its sheet, or say why there is none."""
    try:
        write_round_proof(file, number, proof, keys_folder(file, keys))
        click.echo(f"proof of the round written to {proof}")
    except LogError as error:
        click.echo(f"no proof beside the sheet: {error}", err=True)


def write_sheets(
    file: Path,
    numbers: list[int],
    out: Path,
    paper: str,
    reviews: Path | None,
    others: tuple[Path, ...] = (),
) -> int:
    """Write a PDF with a sheet for each round; return 0 if the log is intact, else 1. `others` may continue
    the log."""
    _check_out(out)
    if not 0 < len(numbers) <= SHEETS_MAX:
        raise CommandError(
            f"{file}: {len(numbers):,} rounds are selected, and a PDF holds 1 to {SHEETS_MAX:,}; select "
            "other rounds"
        )
    with progress_bar("verifying", rows_in(file)) as progress:
        report = verify(file, progress=progress)
    with Reader(file) as log, progress_bar("reading", len(numbers)) as progress:
        found = []
        for number in numbers:
            found.append(dispute_data_of(log, number, reviews or dispute_notes.usual_place(), report, others))
            progress(1)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from ui.paper.dispute_sheet import dispute_sheet

    pages = dispute_sheet(tuple(found), paper).write_pdf(out)
    click.echo(f"{counted(pages, 'page')} written to {out}; {found[0].chain}")
    doubts = next((one.note_doubts for one in found if one.note_doubts), "")
    if doubts:
        click.echo(doubts, err=True)
    return 0 if not doubts and all(one.sound for one in found) else 1


def _check_out(out: Path) -> None:
    """Refuse an unusable output path before any long work begins."""
    if out.exists():
        raise CommandError(f"{out}: already exists; name a new file")
    if not out.parent.is_dir():
        raise CommandError(f"{out}: no such folder: {out.parent}; create it, or name another file")


def _as_data(one: Note) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(one.about)
    del told["type"]
    return {"row": one.seq, "at": clock_time(one.at_us), **told}


def _print(one: Note, doubts: str) -> None:
    about = one.about
    print_line(f"{doubts}{clock_time(one.at_us)} {about.file} round {about.number}, by {about.by}")
    print_line(f"  claimed: {about.claimed}")
    print_line(f"  decided: {about.decided or 'nothing yet'}")
    if about.names:
        print_line(f"  names:   {', '.join(about.names)}")
