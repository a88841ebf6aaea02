"""`dealer-station play`: plays written rounds through the engine."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import click
from msgspec import Struct
from rich.console import Console
from rich.table import Table as Grid

from dealer_station.engine.due.step_citations import citations_by_step
from dealer_station.engine.model.errors import DealerStationError, NotationError, ProfileError
from dealer_station.engine.notation.reader import read
from dealer_station.engine.words.prompts import STEPS, step_id
from dealer_station.rulebooks import NAMES
from dealer_station.rulebooks import load as load_profile
from dealer_station.written_rounds.play import Failure, Player


class FileResult(Struct):
    """The result of one file."""

    file: str
    rounds: list[dict[str, Any]] = []
    failure: Failure | None = None
    unreadable: str = ""
    unreadable_line: int = 0
    """Zero if the fault belongs to no line."""


@click.command()
@click.argument("paths", nargs=-1, metavar="FILE...", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object: ok, failures, rounds.")
@click.option("--steps", is_flag=True, help="List every step that can be due, with its rule, and stop.")
@click.option("--profile", type=click.Choice(NAMES), help="With --steps: the rules of this book only.")
def play(paths: tuple[Path, ...], as_json: bool, steps: bool, profile: str | None) -> None:
    """Play written rounds and check what must follow from each line.

    FILE is a file of written rounds, or a folder: every .round file in it is played, at any depth. Exit code
    0 when every -> holds, 1 when one does not, 2 when a file cannot be read.
    """
    if steps:
        _print_steps((profile,) if profile else NAMES, as_json=as_json)
        return
    if not paths:
        raise click.UsageError("name at least one file or folder of written rounds, or use --steps")
    results = [play_file(path) for path in rounds_in(paths)]
    if as_json:
        click.echo(json.dumps(_as_json(results), indent=1, ensure_ascii=False))
    else:
        _print(results)
    for result in results:
        if result.unreadable:
            click.echo(result.unreadable, err=True)
    sys.exit(exit_code(results))


def rounds_in(paths: tuple[Path, ...]) -> list[Path]:
    """Return the files; a folder stands for every .round file in it, sorted by path."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(path.rglob("*.round"))
            if not inside:
                raise click.UsageError(f"{path}: no .round file in this folder")
            found += inside
        else:
            found.append(path)
    return found


def exit_code(results: list[FileResult]) -> int:
    """Return 2 if a file could not be read, else 1 if a line did not hold, else 0."""
    if any(result.unreadable for result in results):
        return 2
    return 1 if any(result.failure for result in results) else 0


def play_file(path: Path) -> FileResult:
    """Play one file to its end or its first failure."""
    result = FileResult(str(path))
    text = ""
    try:
        text = path.read_text(encoding="utf-8-sig")
        written = read(text)
        player = Player.at_table_of(written.header)
    except OSError as error:
        result.unreadable = f"{path}: cannot be read: {error.strerror}"
        return result
    except UnicodeDecodeError:
        result.unreadable = f"{path}: is not UTF-8 text; a written round is plain text"
        return result
    except NotationError as error:
        result.unreadable = f"{path} line {error.line}: {error.message}"
        result.unreadable_line = error.line
        return result
    except DealerStationError as error:
        result.unreadable_line = header_line(text, error.about if isinstance(error, ProfileError) else "")
        result.unreadable = f"{path} line {result.unreadable_line}: {error}"
        return result
    player.play(written.lines)
    player.ledger.finish(step_id(player.due), reshuffle=player.must_shuffle)
    result.failure = player.failure
    result.rounds = [account.as_json(str(path), written.header.profile) for account in player.ledger.rounds]
    return result


def header_line(text: str, about: str) -> int:
    """The header line that sets this option; otherwise the line that names the rulebook."""
    lines = [re.split(r"[\s=]+", line.strip()) for line in re.split(r"\r\n|\r|\n", text)]
    answering = [n for n, words in enumerate(lines, 1) if words[0] == about or words[:2] == ["option", about]]
    naming = [n for n, words in enumerate(lines, 1) if words[0] == "profile"]
    return next(reversed(answering if about else []), next(iter(naming), 1))


def _as_json(results: list[FileResult]) -> dict[str, Any]:
    failures: list[dict[str, Any]] = []
    for result in results:
        if result.unreadable:
            failures.append(
                {
                    "file": result.file,
                    "line": result.unreadable_line,
                    "expected": "a written round",
                    "got": result.unreadable,
                }
            )
        if failure := result.failure:
            failures.append(
                {"file": result.file, "line": failure.line, "expected": failure.expected, "got": failure.got}
            )
    rounds = [account for result in results for account in result.rounds]
    return {"ok": not failures, "failures": failures, "rounds": rounds}


def _print(results: list[FileResult]) -> None:
    for result in results:
        if result.failure:
            failure = result.failure
            click.echo(f"{result.file} line {failure.line}: expected {failure.expected}; got {failure.got}")
    played = sum(len(result.rounds) for result in results)
    failed = sum(1 for result in results if result.failure)
    held = "every line holds" if not failed else f"{failed} file{'s' * (failed > 1)} failed"
    if any(not result.unreadable for result in results):
        click.echo(
            f"{played} round{'s' * (played != 1)} in {len(results)} file{'s' * (len(results) > 1)}: {held}"
        )


def _print_steps(names: tuple[str, ...], *, as_json: bool) -> None:
    books = {name: citations_by_step(load_profile(name)) for name in names}
    if as_json:
        steps = {
            step: {"what": what, "rules": {name: books[name].get(step, ()) for name in names}}
            for step, what in STEPS.items()
        }
        click.echo(json.dumps(steps, indent=1, ensure_ascii=False))
        return
    grid = Grid(
        "step", "what the dealer does", *names, title="Steps that can be due, and the rules that ask for them"
    )
    grid.columns[0].min_width = max(len(step) for step in STEPS)
    for step, what in STEPS.items():
        grid.add_row(step, what, *("\n".join(books[name].get(step, ())) or "never" for name in names))
    console = Console()
    (console if console.is_terminal else Console(width=140)).print(grid)
