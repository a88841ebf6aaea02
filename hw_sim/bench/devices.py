"""The --device option of the bench: parses it, and rejects what does not fit before anything begins."""

import tempfile
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import click
from click.core import ParameterSource
from msgspec import Struct

from dealer_station.engine.model.errors import DealerStationError, DeviceFaultError
from drivers.driver import SHOE, SHUFFLER
from drivers.families import FAMILIES, Chosen, chosen_shoe
from drivers.ports.ports import SerialPort
from drivers.ports.unusable_ports import refuse_hopeless
from drivers.ports.usb import UsbPort, libusb
from hw_sim.bench.conformance import examine, examiner_of
from hw_sim.bench.examined import ItemMark
from hw_sim.bench.simulated_tester import DEVICES, SIMULATED, SimulatedTester

USB = "usb"
_FORMS = "shoe=PORT, shoe=FAMILY:PORT, progressive=PORT or shuffler=usb[:SERIAL]"
_ONLY_FOR_SCENES = ("scenes", "speed", "jobs", "keep")


class Named(Struct, frozen=True):
    """A device and its port."""

    text: str
    """The option as it was typed."""
    device: str
    chosen: Chosen

    @property
    def simulated(self) -> bool:
        return self.chosen.address == SIMULATED


def refuse_what_is_ignored(device: str | None, *, conformance: bool) -> None:
    """Raise DealerStationError for options that would have no effect together."""
    if conformance and not device:
        raise DealerStationError("--conformance examines a device; name it with --device shoe=FAMILY:PORT")
    for name in _ONLY_FOR_SCENES:
        if conformance and _typed(name):
            word = "SCENE" if name == "scenes" else f"--{name}"
            raise DealerStationError(f"{word} is about scenes, and --conformance plays none; leave it out")
    if device and _typed("jobs"):
        raise DealerStationError("--jobs: a person has two hands; one scene at a time with --device")
    if not device and _typed("patience"):
        raise DealerStationError("--patience goes with --device: simulated hands are quick")


def _typed(name: str) -> bool:
    context = click.get_current_context()
    return context.get_parameter_source(name) is not ParameterSource.DEFAULT and bool(context.params[name])


def device_named(text: str) -> Named:
    """Parse `DEVICE=PLACE`; raise DealerStationError if it is not valid."""
    device, equals, place = text.partition("=")
    if device not in DEVICES or not equals or not place:
        raise DealerStationError(f'"{text}" is no device; write {_FORMS}')
    if place == SIMULATED:
        return Named(text, device, Chosen("reference", SIMULATED))
    if device == SHUFFLER:
        where, _, serial = place.partition(":")
        if where != USB:
            raise DealerStationError(
                f'"{text}": a shuffler is on USB; write shuffler=usb or shuffler=usb:SERIAL'
            )
        return Named(text, device, Chosen("reference", USB, serial))
    word, colon, rest = place.partition(":")
    if not colon or rest.startswith("//") or "/" in word:
        return Named(text, device, chosen_shoe(f"reference:{place}"))
    allowed = FAMILIES if device == SHOE else ("reference",)
    if word not in allowed:
        raise DealerStationError(f'"{text}": "{word}" is no family of a {device}; use {", ".join(allowed)}')
    return Named(text, device, chosen_shoe(place))


def shoe_of(named: Named) -> Chosen:
    """Return the address of a real shoe for scenes; raise DealerStationError for any other device."""
    if named.device != SHOE or named.simulated:
        raise DealerStationError(
            f"--device {named.device}={named.chosen.address}: scenes are played with a real shoe, or all "
            f"simulated without --device; add --conformance to examine a {named.device}"
        )
    _must_be_there(named)
    return named.chosen


def examined(
    named: Named, say: Callable[[str], None], patience: float, marked: Callable[[ItemMark], None]
) -> list[ItemMark]:
    """Examine the device and return its marks; a simulated device gets a simulated tester."""
    with ExitStack() as stack:
        chosen, bus = named.chosen, None
        if named.simulated:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="examined-")))
            tester = stack.enter_context(closing(SimulatedTester(named.device, chosen, folder)))
            chosen, bus, say = tester.chosen, tester.bus, partial(_say_and_do, say, tester)
        else:
            _must_be_there(named)
        examiner = examiner_of(named.device, chosen, say, patience, bus)
        return examine(examiner, named.text, marked)


def _say_and_do(say: Callable[[str], None], tester: SimulatedTester, what: str) -> None:
    say(what)
    tester.does(what)


def _must_be_there(named: Named) -> None:
    """Raise DealerStationError if the device's port cannot be opened, instead of
    timing out in each item or scene.
    """
    if named.device != SHUFFLER:
        refuse_hopeless({f"--device {named.device}": named.chosen.address})
    try:
        if named.device == SHUFFLER:
            UsbPort(named.chosen.serial, libusb()).close()
        else:
            SerialPort(named.chosen.address, 115200).close()
    except DeviceFaultError as fault:
        raise DealerStationError(f"--device {named.device}: {fault}") from fault
