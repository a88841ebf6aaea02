"""`dealer-station dispute`: notes on rounds, kept in a separate review log."""

import json as json_text
import os
import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from dealer_station.app.options import the_file_itself
from dealer_station.app.shell import Mendable
from dealer_station.cli.log_options import ROUND_NUMBER, json_option, log_argument
from dealer_station.cli.log_words import print_line
from dealer_station.cli.progress import progress_bar
from dealer_station.log.catalogue import disputes
from dealer_station.log.catalogue.disputes import Claim, Note
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.reports.sources import rows_in
from dealer_station.review.charts import counted
from dealer_station.review.dispute_data import dossier
from dealer_station.review.story import clock_time

SHEETS_MAX = 500
"""The most rounds in one PDF."""
reviews_option = click.option(
    "--reviews",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=the_file_itself,
    metavar="FILE",
    help="The review log.  [default: reviews.db in the user's configuration]",
)


@click.group()
def dispute() -> None:
    """Note what was claimed and decided about a round; never in the table's own log."""


@dispute.command()
@log_argument
@click.argument("number", type=ROUND_NUMBER, metavar="ROUND")
@click.option("--claimed", required=True, metavar="TEXT", help="What somebody says happened.")
@click.option("--decided", default="", metavar="TEXT", help="What was decided.  [default: nothing yet]")
@click.option("--name", "names", multiple=True, help="Somebody who was there; repeat for more.")
@click.option("--by", required=True, metavar="NAME", help="Who writes this down.")
@reviews_option
def note(
    file: Path,
    number: int,
    claimed: str,
    decided: str,
    names: tuple[str, ...],
    by: str,
    reviews: Path | None,
) -> None:
    """Write a note on a round into the review log, chained and signed."""
    into = reviews or disputes.usual_place()
    with Reader(file) as log:
        about = disputes.disputed(log, number, Claim(claimed, decided, names, by))
    written = disputes.write(into, about)
    click.echo(f"{into}: row {written.seq} is a note on round {number} of {file.name}, signed")


@dispute.command("list")
@click.option(
    "--log",
    "file",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    callback=the_file_itself,
    metavar="FILE",
    help="Only notes on rounds of this log.",
)
@reviews_option
@json_option
def list_notes(file: Path | None, reviews: Path | None, json: bool) -> None:
    """List the notes of a review log, the oldest first.

    Exit code 0 where the review log is as it was written, 1 where it is not: notes from the bad row on are
    marked.
    """
    source = reviews or disputes.usual_place()
    if reviews is not None and not reviews.exists():
        raise Mendable(f"{reviews}: there is no such review log")
    kept = disputes.verified(source)
    found = _about(file, kept.notes)
    if json:
        told = [{**_as_data(one), "proved": kept.proves(one)} for one in found]
        click.echo(json_text.dumps({"notes": told}, indent=1))
    else:
        for one in found:
            _print(one, "" if kept.proves(one) else "NOT PROVED: ")
        if not found:
            click.echo(f"{source}: no dispute is noted")
    if kept.doubts:
        click.echo(kept.doubts, err=True)
        sys.exit(1)


def _about(file: Path | None, notes: tuple[Note, ...]) -> list[Note]:
    """The notes on rounds of this log, or all notes if no log is named."""
    if file is None:
        return list(notes)
    with Reader(file) as log:
        chain = disputes.chain_of(log)
    return [one for one in notes if one.about.chain == chain]


@dispute.command()
@log_argument
@click.argument("number", type=ROUND_NUMBER, metavar="ROUND")
@click.option("--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="A new PDF.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@reviews_option
def sheet(file: Path, number: int, out: Path, paper: str, reviews: Path | None) -> None:
    """Write the dispute sheet of a round as a PDF: picture, cards, money, times, rules, notes, proof.

    Exit code 0 where the log and the notes are as they were written, 1 where not: the sheet says so, too.
    """
    if reviews is not None and not reviews.exists():
        raise Mendable(f"{reviews}: there is no such review log")
    sys.exit(write_sheets(file, [number], out, paper, reviews))


def write_sheets(file: Path, numbers: list[int], out: Path, paper: str, reviews: Path | None) -> int:
    """Write a PDF with a sheet for each round; return 0 if the log is intact, else 1."""
    _check_out(out)
    if not 0 < len(numbers) <= SHEETS_MAX:
        raise Mendable(
            f"{file}: {len(numbers):,} rounds are asked for, and a PDF has 1 to {SHEETS_MAX:,}; "
            "name the rounds that are meant"
        )
    with progress_bar("verifying", rows_in(file)) as progress:
        report = verify(file, progress=progress)
    with Reader(file) as log, progress_bar("reading", len(numbers)) as progress:
        found = []
        for number in numbers:
            found.append(dossier(log, number, reviews or disputes.usual_place(), report))
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
        raise Mendable(f"{out}: exists already; name a new file, nothing is overwritten")
    if not out.parent.is_dir():
        raise Mendable(f"{out}: there is no folder {out.parent}; make it, or name another file")


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
