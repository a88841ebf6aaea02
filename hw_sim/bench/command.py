"""`hw-sim bench`: plays scenes through the whole stack, on simulated devices or real ones."""

import json
import math
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from dealer_station.engine.model.errors import DealerStationError
from hw_sim.bench.devices import device_named, examined, refuse_what_is_ignored, shoe_of
from hw_sim.bench.report import Reported, as_data, check_reports, line_of, summary, write_report
from hw_sim.bench.run import Bench, Result, check_scene
from hw_sim.scene import scenes_in

OWN_SCENES = Path(__file__).parent.parent / "scenes"


def _finite(_context: click.Context, parameter: click.Parameter, number: float) -> float:
    if not math.isfinite(number):
        raise click.BadParameter(f"{number} is no {parameter.name}; write a plain number")
    return number


@click.command()
@click.argument("scenes", nargs=-1, metavar="SCENE...", type=click.Path(path_type=Path))
@click.option(
    "--speed",
    type=click.FloatRange(0),
    default=0,
    show_default=True,
    callback=_finite,
    help="Times real time; 0: at once.",
)
@click.option(
    "--report",
    "reports",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also write the result: .txt, .json, or .xml for JUnit's form.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of lines.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Scenes at the same time.")
@click.option(
    "--keep", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER", help="Keep the logs here."
)
@click.option(
    "--device",
    metavar="DEVICE=PORT",
    help="A real device: shoe=PORT or shoe=FAMILY:PORT. You are told what to draw and what to pull. "
    "With --conformance also progressive=PORT, shuffler=usb[:SERIAL], or DEVICE=sim for a simulated one.",
)
@click.option(
    "--patience",
    type=click.FloatRange(0, min_open=True),
    default=60,
    show_default=True,
    callback=_finite,
    help="With --device: how many seconds you have for each thing.",
)
@click.option(
    "--conformance", is_flag=True, help="Examine the device item by item instead of playing scenes."
)
def bench(
    scenes: tuple[Path, ...],
    speed: float,
    reports: tuple[Path, ...],
    as_json: bool,
    jobs: int,
    keep: Path | None,
    device: str | None,
    patience: float,
    conformance: bool,
) -> None:
    """Play scenes through device, wire, driver, engine and log, and compare both ends.

    SCENE is a file or a folder; without any, the scenes that come with the simulator are played. Exit code 0
    when every scene passes, 1 when one fails, 2 when one cannot be read.
    """
    try:
        refuse_what_is_ignored(device, conformance=conformance)
        check_reports(reports)
        chosen = device_named(device) if device else None
        results: Sequence[Reported]
        tell = partial(_tell, err=as_json)
        if conformance:
            assert chosen
            results = examined(chosen, tell, patience, partial(_say_line, quiet=as_json))
        else:
            paths = scenes_in(scenes or (OWN_SCENES,))
            for path in paths:
                check_scene(path)
            shoe = shoe_of(chosen) if chosen else None
            if keep is not None:
                keep.mkdir(parents=True, exist_ok=True)
            how = Bench(speed, shoe, tell, patience, keep)
            results = list(_played(paths, how, jobs, quiet=as_json))
        for path in reports:
            write_report(path, results)
    except DealerStationError as error:
        raise click.UsageError(str(error)) from error
    except OSError as error:
        raise click.UsageError(f"{error.filename or 'the output'}: {error.strerror or error}") from error
    if as_json:
        click.echo(json.dumps(as_data(results), indent=1))
    else:
        click.echo(summary(results))
    sys.exit(1 if any(result.verdict == "failed" for result in results) else 0)


def _tell(what: str, *, err: bool) -> None:
    """Print a request to the tester; on stderr if JSON was asked for."""
    click.echo(f"> {what}", err=err)


def _say_line(result: Reported, *, quiet: bool) -> None:
    if not quiet:
        click.echo(line_of(result))


def _played(paths: list[Path], how: Bench, jobs: int, *, quiet: bool) -> Iterator[Result]:
    """Run the scenes in order and print each result when it is done; show a progress bar on a terminal."""
    console = Console(stderr=True)
    watched = console.is_terminal and how.device is None
    results = track(_run_all(paths, how, jobs), "scenes", len(paths), console=console, disable=not watched)
    for result in results:
        _say_line(result, quiet=quiet)
        yield result


def _run_all(paths: list[Path], how: Bench, jobs: int) -> Iterator[Result]:
    if jobs == 1:
        yield from map(how.run, paths)
        return
    try:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            yield from pool.map(_run_one, ((path, how.speed, how.keep) for path in paths))
    except BrokenProcessPool as error:
        raise DealerStationError("--jobs: a process ended before its scene did; try --jobs 1") from error


def _run_one(asked: tuple[Path, float, Path | None]) -> Result:
    path, speed, keep = asked
    return Bench(speed, keep=keep).run(path)
