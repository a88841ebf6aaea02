"""`dealer-station train`: lessons, drills and shifts for dealers, and their results."""

import csv
import io
import json as json_text
import os
import re
from pathlib import Path
from typing import Literal

import click
import msgspec
from rich.text import Text

from dealer_station import config
from dealer_station.app.command_group import CommandError
from dealer_station.app.options import config_option, found
from dealer_station.cli.log_output import console
from dealer_station.cli.printed_table import print_table
from dealer_station.config import StationFile
from dealer_station.log.integrity.verify import verify
from dealer_station.log.school.results import (
    ResultsLog,
    SchoolRow,
    checked_name,
    usual_results,
)
from dealer_station.log.school.results import results as stored_results
from dealer_station.log.store.records import CertificateIssued
from dealer_station.review.tables_and_charts import Column, ReportTable, counted
from dealer_station.rulebooks import NAMES, load
from dealer_station.training.drills import DRILL_TITLES, drills_of
from dealer_station.training.exercises import lesson_exercise
from dealer_station.training.lessons import Lesson, lesson_called
from dealer_station.training.lessons import lessons as lessons_of
from dealer_station.training.progress import trainees
from dealer_station.training.score_sheet_data import certificate_data, overview, score_tables

Form = Literal["text", "csv", "json", "pdf"]
book_option = click.option("--book", type=click.Choice(NAMES), help="The rulebook.")
results_option = click.option(
    "--results",
    "results_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="File of the results.  [default: from station.toml, or in the user's configuration]",
)


@click.group(invoke_without_command=True, short_help="Learn a rulebook, and show what was learned.")
@book_option
@click.option("--lesson", metavar="LESSON", help="Begin with this lesson, such as `war`; needs `--trainee`.")
@click.option("--trainee", metavar="NAME", help="The name of the trainee; without it the screen asks.")
@config_option
@click.pass_context
def train(
    context: click.Context,
    book: str | None,
    lesson: str | None,
    trainee: str | None,
    config_file: Path | None,
) -> None:
    """Open the school at a screen: lessons, drills and shifts for dealers. It opens no device and no log of a
    table; results are kept in a file of their own, which `[training]` of station.toml names.
    """
    if context.invoked_subcommand is not None:
        return
    chosen = _lesson(book, lesson) if lesson else None
    if chosen and not trainee:
        raise click.UsageError("--lesson needs --trainee NAME, whose result it is")
    file = _file(config_file)
    from dealer_station.app.school import open_school
    from dealer_station.app.stop_signals import stopping

    name = checked_name(trainee) if trainee else ""
    with stopping() as stop:
        open_school(
            file,
            stop,
            trainee=name,
            book=chosen.book if chosen else book or "",
            exercise=lesson_exercise(chosen, name) if chosen else None,
        )


def _lesson(book: str | None, lesson: str) -> Lesson:
    """The lesson that the command line names, with or without its book."""
    if "/" not in lesson:
        if book is None:
            raise click.UsageError(f"--lesson {lesson} needs --book, or the whole name: BOOK/{lesson}")
        lesson = f"{book}/{lesson}"
    return lesson_called(lesson)


def _file(config_file: Path | None) -> StationFile | None:
    """The station.toml that is named or found; None at a computer without a table."""
    path = config_file or found()
    return config.load(path) if path is not None else None


def _results_path(results_file: Path | None, config_file: Path | None) -> Path:
    if results_file is not None:
        return results_file
    file = _file(config_file)
    return file.training_results if file else usual_results()


@train.command()
@book_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def lessons(book: str | None, as_json: bool) -> None:
    """List the lessons and drills. `--lesson` and station.toml take these names."""
    books = (book,) if book else NAMES
    if as_json:
        told = [
            {
                "lesson": lesson.id,
                "title": lesson.title,
                "rounds": [one.about for one in lesson.rounds],
            }
            for name in books
            for lesson in lessons_of(name)
        ]
        click.echo(json_text.dumps(told, indent=1, ensure_ascii=False, default=str))
        return
    for name in books:
        found_lessons = lessons_of(name)
        click.echo(f"{load(name).book.title}: {counted(len(found_lessons), 'lesson')}")
        for lesson in found_lessons:
            click.echo(f"  {lesson.id:<34} {lesson.title}")
        drills = ", ".join(str(DRILL_TITLES[drill]) for drill in drills_of(name))
        click.echo(f"  drills: {drills}")


@train.command()
@click.option("--trainee", metavar="NAME", required=True, help="The name of the trainee.")
@click.option("--book", type=click.Choice(NAMES), required=True, help="The rulebook.")
@click.option(
    "--pace",
    type=click.Choice(["slow", "steady", "fast"]),
    default="steady",
    show_default=True,
    help="How soon the simulated players bet.",
)
@click.option("--faults", is_flag=True, help="The program makes the shoe misread now and then.")
@click.option(
    "--size",
    metavar="SIZE",
    default="1280x800",
    show_default=True,
    help="Size of the window such as 1920x1080, or `full` for a whole screen, which has no panel.",
)
@click.option(
    "--language",
    type=click.Choice(["en", "es"]),
    default="en",
    show_default=True,
    help="Language of the screen.",
)
@results_option
@config_option
def shift(
    trainee: str,
    book: str,
    pace: str,
    faults: bool,
    size: str,
    language: str,
    results_file: Path | None,
    config_file: Path | None,
) -> None:
    """Deal a shift at a simulated table, and keep its score. The school starts this for the tile *Shift* at a
    station; a table is neither opened nor changed.
    """
    if size != "full" and not re.fullmatch(r"[1-9]\d{2,3}x[1-9]\d{2,3}", size):
        raise click.UsageError(f"--size {size}: write width and height such as 1280x800, or full")
    from dealer_station.app.school import deal_shift
    from dealer_station.app.school_window import KeptResults
    from dealer_station.app.stop_signals import stopping
    from ui.common.settings import Settings
    from ui.school.school import PACES, ShiftWanted

    wanted = ShiftWanted(checked_name(trainee), book, PACES[pace], faults)
    store = KeptResults(_results_path(results_file, config_file))
    with stopping() as stop:
        finished = deal_shift(wanted, store, stop, look=Settings(language=language), size=size)
    verdict = "passed" if finished.passed else "not passed"
    click.echo(f"shift of {finished.trainee}: {finished.points} of {finished.most} points, {verdict}")


@train.command(name="results")
@click.option("--trainee", metavar="NAME", help="Only this trainee; with --book a whole score sheet.")
@book_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "csv", "json", "pdf"]),
    default="text",
    show_default=True,
    help="Format of the output.",
)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write to a new file."
)
@results_option
@config_option
def show_results(
    trainee: str | None,
    book: str | None,
    form: Form,
    out: Path | None,
    results_file: Path | None,
    config_file: Path | None,
) -> None:
    """Show the results of trainees. One trainee in one book gives a score sheet."""
    path = _results_path(results_file, config_file)
    rows = stored_results(path)
    if trainee is not None:
        trainee = _known(rows, trainee, path)
        rows = tuple(row for row in rows if row.about.trainee.casefold() == trainee.casefold())
    if book is not None:
        rows = tuple(row for row in rows if row.about.book == book)
    sheet = score_tables(rows, trainee, book) if trainee and book else None
    tables = sheet or (overview(rows),)
    if form == "pdf":
        _write_pdf(tables, trainee, book, path, out)
    elif out is None:
        _print(tables, form)
    else:
        _check_new(out)
        out.write_text(_as_csv(tables) if form == "csv" else _as_json(tables) + "\n", "utf-8")
        click.echo(f"results written to {out}")


def _known(rows: tuple[SchoolRow, ...], trainee: str, path: Path) -> str:
    """The name as the results have it; raise CommandError if nobody has it."""
    names = trainees(rows)
    known = next((name for name in names if name.casefold() == trainee.strip().casefold()), None)
    if known is None:
        others = f"there are results of {', '.join(names)}" if names else "there are no results yet"
        raise CommandError(f"{path}: {trainee} has no results; {others}")
    return known


def _print(tables: tuple[ReportTable, ...], form: Form) -> None:
    if form == "csv":
        click.echo(_as_csv(tables), nl=False)
    elif form == "json":
        click.echo(_as_json(tables))
    else:
        out = console()
        for table in tables:
            if table.rows:
                print_table(table, out)
                out.print()
        if not any(table.rows for table in tables):
            out.print(Text("There are no results yet; `dealer-station train` opens the school."))


def _as_csv(tables: tuple[ReportTable, ...]) -> str:
    text = io.StringIO()
    lines = csv.writer(text)
    for table in tables:
        lines.writerow([column.head for column in table.columns])
        lines.writerows(table.rows)
    return text.getvalue()


def _as_json(tables: tuple[ReportTable, ...]) -> str:
    def names(columns: tuple[Column, ...]) -> list[str]:
        return [column.head for column in columns]

    told = {
        table.title: [dict(zip(names(table.columns), row, strict=True)) for row in table.rows]
        for table in tables
    }
    return json_text.dumps(msgspec.to_builtins(told), indent=1, ensure_ascii=False)


def _check_new(out: Path) -> None:
    """Refuse an output path that exists or whose folder does not."""
    if out.exists():
        raise CommandError(f"{out}: already exists; name a new file")
    if not out.parent.is_dir():
        raise CommandError(f"{out}: no such folder: {out.parent}; create it, or name another file")


def _write_pdf(
    tables: tuple[ReportTable, ...], trainee: str | None, book: str | None, path: Path, out: Path | None
) -> None:
    if out is None:
        raise click.UsageError("--format pdf needs --out FILE")
    _check_new(out)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from ui.paper.school_sheets import overview_sheet, score_sheet

    seal = _seal(path)
    if trainee and book:
        pages = score_sheet(trainee, load(book).book.title, tables, path.name, seal).write_pdf(out)
    else:
        pages = overview_sheet(tables[0], path.name, seal).write_pdf(out)
    click.echo(f"{counted(pages, 'page')} written to {out}")


def _seal(path: Path) -> str:
    """The sentence about the chain of the results, for the foot of a page."""
    if not path.exists():
        return "no results yet"
    return "chain verified" if verify(path).ok else "CHAIN BROKEN: `dealer-station log verify` shows where"


@train.command()
@click.option("--trainee", metavar="NAME", required=True, help="The name of the trainee.")
@click.option("--book", type=click.Choice(NAMES), required=True, help="The rulebook.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    required=True,
    help="The PDF to write.",
)
@results_option
@config_option
def certificate(
    trainee: str, book: str, out: Path, results_file: Path | None, config_file: Path | None
) -> None:
    """Write a certificate. Its trainee has passed every lesson of the book."""
    path = _results_path(results_file, config_file)
    rows = stored_results(path)
    data = certificate_data(rows, _known(rows, trainee, path), book)
    _check_new(out)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from ui.paper.school_sheets import certificate as certificate_page

    certificate_page(data, path.name, _seal(path)).write_pdf(out)
    with ResultsLog(path) as log:
        log.add(CertificateIssued(data.trainee, book, data.lessons, data.rules))
    click.echo(f"certificate of {data.trainee} written to {out}")
