"""`dealer-station dispute`: notes on rounds in a review log of their own."""

import json as json_text
from pathlib import Path
from typing import Any

import click
import msgspec

from dealer_station.commands.log_options import ROUND_NUMBER, json_option, log_argument
from dealer_station.commands.log_words import print_line
from dealer_station.commands.options import the_file_itself
from dealer_station.commands.shell import Mendable
from dealer_station.log import disputes
from dealer_station.log.disputes import Claim, Note
from dealer_station.log.read import Reader
from dealer_station.review.story import clock_time

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
    """List the notes of a review log, the oldest first."""
    source = reviews or disputes.usual_place()
    if reviews is not None and not reviews.exists():
        raise Mendable(f"{reviews}: there is no such review log")
    found = disputes.notes(source)
    if file is not None:
        with Reader(file) as log:
            chain = disputes.chain_of(log)
        found = [one for one in found if one.about.chain == chain]
    if json:
        click.echo(json_text.dumps({"notes": [_as_data(one) for one in found]}, indent=1))
        return
    for one in found:
        _print(one)
    if not found:
        click.echo(f"{source}: no dispute is noted")


def _as_data(one: Note) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(one.about)
    del told["type"]
    return {"row": one.seq, "at": clock_time(one.at_us), **told}


def _print(one: Note) -> None:
    about = one.about
    print_line(f"{clock_time(one.at_us)} {about.file} round {about.number}, by {about.by}")
    print_line(f"  claimed: {about.claimed}")
    print_line(f"  decided: {about.decided or 'nothing yet'}")
    if about.names:
        print_line(f"  names:   {', '.join(about.names)}")
