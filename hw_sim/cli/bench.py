"""`hw-sim bench`: plays scenes through the whole stack, on simulated devices or real ones."""

import json
import math
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, closing
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import click
from click.core import ParameterSource
from msgspec import Struct
from rich.console import Console
from rich.progress import track

from dealer_station.engine.model.errors import DealerStationError, DeviceFaultError
from drivers.device_addresses import FAMILIES, DeviceAddress, chosen_shoe
from drivers.driver import SHOE, SHUFFLER
from drivers.ports.serial_port import SerialPort
from drivers.ports.unusable_ports import refuse_unusable_ports
from drivers.ports.usb_port import UsbPort, libusb
from hw_sim.bench.examine_device import examine, examiner_of
from hw_sim.bench.link_examiner import BenchTask, ItemMark
from hw_sim.bench.report import Reported, as_data, check_reports, line_of, summary, write_report
from hw_sim.bench.run_scene import Bench, Result, check_scene
from hw_sim.bench.simulated_tester import DEVICES, SIMULATED, SimulatedTester
from hw_sim.scenes.reader import scenes_in

OWN_SCENES = Path(__file__).parent.parent / "scenes"
USB = "usb"
_FORMS = "shoe=PORT, shoe=FAMILY:PORT, progressive=PORT or shuffler=usb[:SERIAL]"
_ONLY_FOR_SCENES = ("scenes", "speed", "jobs", "keep")


def _finite(_context: click.Context, _parameter: click.Parameter, number: float) -> float:
    if not math.isfinite(number):
        raise click.BadParameter(f"{number} is not a finite number")
    return number


@click.command()
@click.argument("scenes", nargs=-1, metavar="SCENE...", type=click.Path(path_type=Path))
@click.option(
    "--speed",
    type=click.FloatRange(0),
    default=0,
    show_default=True,
    callback=_finite,
    help="Multiple of real time; 0 is as fast as possible.",
)
@click.option(
    "--report",
    "reports",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also write a report: .txt, .json, or .xml (JUnit).",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of lines.")
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Number of scenes to play in parallel.",
)
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Folder in which the logs are kept.",
)
@click.option(
    "--device",
    metavar="DEVICE=PORT",
    help="A real device: shoe=PORT or shoe=FAMILY:PORT. The bench prompts you to draw cards and pull cables. "
    "With --conformance, progressive=PORT, shuffler=usb[:SERIAL], or DEVICE=sim for a simulated one.",
)
@click.option(
    "--patience",
    type=click.FloatRange(0, min_open=True),
    default=60,
    show_default=True,
    callback=_finite,
    help="Seconds to wait for each action that you are prompted for (with --device).",
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
    """Play scenes through the whole stack and compare both ends.

    The stack is device, wire, driver, engine and log. SCENE is a file or a folder; without any, the scenes
    that come with the simulator are played. Exit code 0 when every scene passes, 1 when one fails, 2 when one
    cannot be read.
    """
    try:
        _refuse_what_is_ignored(device, conformance=conformance)
        check_reports(reports)
        chosen = _device_named(device) if device else None
        results: Sequence[Reported]
        tell = partial(_tell, err=as_json)
        if conformance:
            assert chosen
            results = _examined(chosen, tell, patience, partial(_say_line, quiet=as_json))
        else:
            paths = scenes_in(scenes or (OWN_SCENES,))
            for path in paths:
                check_scene(path)
            shoe = _shoe_of(chosen) if chosen else None
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
        raise DealerStationError("--jobs: a process ended before its scene; try --jobs 1") from error


def _run_one(asked: tuple[Path, float, Path | None]) -> Result:
    path, speed, keep = asked
    return Bench(speed, keep=keep).run(path)


class NamedDevice(Struct, frozen=True):
    """A device and its port."""

    text: str
    """The option as it was typed."""
    device: str
    chosen: DeviceAddress

    @property
    def simulated(self) -> bool:
        return self.chosen.address == SIMULATED


def _refuse_what_is_ignored(device: str | None, *, conformance: bool) -> None:
    """Raise DealerStationError for options that would have no effect together."""
    if conformance and not device:
        raise DealerStationError("--conformance needs a device; name it with --device shoe=FAMILY:PORT")
    for name in _ONLY_FOR_SCENES:
        if conformance and _typed(name):
            word = "SCENE" if name == "scenes" else f"--{name}"
            raise DealerStationError(f"{word} is for scenes, and --conformance plays none; leave it out")
    if device and _typed("jobs"):
        raise DealerStationError("--jobs cannot be used with --device: a tester plays one scene at a time")
    if not device and _typed("patience"):
        raise DealerStationError("--patience needs --device")


def _typed(name: str) -> bool:
    context = click.get_current_context()
    return context.get_parameter_source(name) is not ParameterSource.DEFAULT and bool(context.params[name])


def _device_named(text: str) -> NamedDevice:
    """Parse `DEVICE=PLACE`; raise DealerStationError if it is not valid."""
    device, equals, place = text.partition("=")
    if device not in DEVICES or not equals or not place:
        raise DealerStationError(f'"{text}" is not a device; write {_FORMS}')
    if place == SIMULATED:
        return NamedDevice(text, device, DeviceAddress("reference", SIMULATED))
    if device == SHUFFLER:
        where, _, serial = place.partition(":")
        if where != USB:
            raise DealerStationError(
                f'"{text}": a shuffler is on USB; write shuffler=usb or shuffler=usb:SERIAL'
            )
        return NamedDevice(text, device, DeviceAddress("reference", USB, serial))
    word, colon, rest = place.partition(":")
    if not colon or rest.startswith("//") or "/" in word:
        return NamedDevice(text, device, chosen_shoe(f"reference:{place}"))
    allowed = FAMILIES if device == SHOE else ("reference",)
    if word not in allowed:
        raise DealerStationError(
            f'"{text}": "{word}" is not a family of a {device}; use {", ".join(allowed)}'
        )
    return NamedDevice(text, device, chosen_shoe(place))


def _shoe_of(named: NamedDevice) -> DeviceAddress:
    """Return the address of a real shoe for scenes; raise DealerStationError for any other device."""
    if named.device != SHOE or named.simulated:
        raise DealerStationError(
            f"--device {named.device}={named.chosen.address}: scenes are played with a real shoe, or all "
            f"simulated without --device; add --conformance to examine a {named.device}"
        )
    _must_be_there(named)
    return named.chosen


def _examined(
    named: NamedDevice, say: Callable[[str], None], patience: float, marked: Callable[[ItemMark], None]
) -> list[ItemMark]:
    """Examine the device and return its marks; a simulated device gets a simulated tester."""
    with ExitStack() as stack:
        chosen, bus = named.chosen, None
        does: Callable[[BenchTask], None] | None = None
        if named.simulated:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="examined-")))
            tester = stack.enter_context(closing(SimulatedTester(named.device, chosen, folder)))
            chosen, bus, does = tester.chosen, tester.bus, tester.does
        else:
            _must_be_there(named)

        def ask(task: BenchTask) -> None:
            say(task.request)
            if does:
                does(task)

        examiner = examiner_of(named.device, chosen, ask, patience, bus)
        return examine(examiner, named.text, marked)


def _must_be_there(named: NamedDevice) -> None:
    """Raise DealerStationError if the device's port cannot be opened, instead of
    timing out in each item or scene.
    """
    if named.device != SHUFFLER:
        refuse_unusable_ports({f"--device {named.device}": named.chosen.address})
    try:
        if named.device == SHUFFLER:
            UsbPort(named.chosen.serial, libusb()).close()
        else:
            SerialPort(named.chosen.address, 115200).close()
    except DeviceFaultError as fault:
        raise DealerStationError(f"--device {named.device}: {fault}") from fault
