"""Conformance: examines a new device item by item, with a tester who does what is asked."""

import time
from collections.abc import Callable
from typing import Any, Literal

from dealer_station.engine.model.errors import DealerStationError
from drivers.device_addresses import DeviceAddress
from drivers.ports.usb_port import UsbPort, libusb
from hw_sim.bench.conformance_progressive import ProgressiveExaminer
from hw_sim.bench.conformance_shoe import LineExaminer, ShoeExaminer
from hw_sim.bench.conformance_shuffler import ShufflerExaminer
from hw_sim.bench.device_dialogue import PatientPort, UsbDialogue, serial_dialogue
from hw_sim.bench.link_examiner import Ask, Examiner, ItemMark, NotAskedError


def examiner_of(
    device: str, chosen: DeviceAddress, ask: Ask, patience_seconds: float, bus: Any = None
) -> Examiner:
    """Return the examiner for a device; `bus` replaces libusb if the shuffler is simulated."""
    match device, chosen.family:
        case ("shuffler", _):
            backend = bus or libusb()
            wire = UsbDialogue(PatientPort("usb", patience_seconds, lambda: UsbPort(chosen.serial, backend)))
            return ShufflerExaminer(wire, chosen.serial, ask)
        case ("progressive", _):
            dialogue = serial_dialogue(chosen.address, patience_seconds)
            return ProgressiveExaminer(dialogue, chosen.serial, ask)
        case (_, "reference"):
            return ShoeExaminer(serial_dialogue(chosen.address, patience_seconds), chosen.serial, ask)
        case _:
            return LineExaminer(chosen, ask, patience_seconds)


def examine(examiner: Examiner, device: str, marked: Callable[[ItemMark], None]) -> list[ItemMark]:
    """Return a mark for each item; a failed item does not stop the others."""
    marks = []
    for item, asks in examiner.items.items():
        start = time.monotonic()
        verdict: Literal["passed", "failed", "skipped"] = "passed"
        try:
            examiner.begin()
            reason = getattr(examiner, item)()
        except NotAskedError as error:
            verdict, reason = "skipped", str(error)
        except DealerStationError as error:
            verdict, reason = "failed", str(error)
        seconds = round(time.monotonic() - start, 3)
        marks.append(
            ItemMark(item=item, asks=asks, device=device, verdict=verdict, reason=reason, seconds=seconds)
        )
        marked(marks[-1])
    examiner.close()
    return marks
