"""The catalogue of faults by device and name, for scenes, the bench, control and the prompt.

The docstring of each fault is its description in `hw-sim faults`.
"""

from collections.abc import Callable, Mapping
from random import Random

from msgspec import Struct

from dealer_station.engine.model.errors import DealerStationError
from drivers.device_addresses import FAMILIES, Family
from drivers.driver import PROGRESSIVE, SHOE, SHUFFLER
from hw_sim.devices.progressive_faults import PROGRESSIVE_FAULTS
from hw_sim.devices.shoe_faults import SHOE_FAULTS
from hw_sim.devices.shuffler_faults import SHUFFLER_FAULTS
from hw_sim.devices.wire_faults import WIRE_FAULTS, PullDuringCommand, WireFault

DEVICES = (SHOE, SHUFFLER, PROGRESSIVE)
ON_A_SERIAL_WIRE = (SHOE, PROGRESSIVE)
CABLE_PULL = "cable_pull"
_REFERENCE_ONLY = ("journal_lost", "journal_wrapped", "wrong_identity", "lid_open", "lid_closed")
CANNOT_HAPPEN: dict[Family, tuple[str, ...]] = {
    "reference": (),
    "angel_eye": _REFERENCE_ONLY,
    "scanner": (*_REFERENCE_ONLY, "reader_error"),
}
"""Faults that a family of shoes cannot have, because it lacks the part or has no message to report it."""


class FaultOrder(Struct, frozen=True):
    """A fault to cause: once, a number of times, at a rate, or at one byte."""

    device: str
    fault: str
    rate: float | None = None
    times: int = 1
    at_byte: int | None = None


def is_of_the_wire(device: str, name: str) -> bool:
    """True if the fault strikes bytes on a serial wire, and so may repeat; USB
    carries whole transfers, so it has none.
    """
    return device in ON_A_SERIAL_WIRE and name in WIRE_FAULTS


def wire_fault(struck: FaultOrder, seed: str) -> WireFault:
    """Return the wire fault that `struck` describes; the same seed strikes the same frames."""
    times = struck.times if struck.rate is None else None
    chance = Random(f"{struck.fault} {seed}")
    return WIRE_FAULTS[struck.fault](struck.rate or 0, chance, times=times, at_byte=struck.at_byte)


def _said(strikes: Mapping[str, Callable[..., object]]) -> dict[str, str]:
    return {name: strike.__doc__ or "" for name, strike in strikes.items()}


def check_family(family: Family, fault: str) -> None:
    """Raise DealerStationError if the fault cannot happen to this family of shoe,
    because it would have no effect.
    """
    if fault in CANNOT_HAPPEN[family]:
        others = " or ".join(one for one in FAMILIES if fault not in CANNOT_HAPPEN[one])
        raise DealerStationError(f'"{fault}" cannot happen to a {family} shoe; write wire {others}')


_WIRE = _said(WIRE_FAULTS)
# The station gives orders only to the controller, so no other cable can be pulled during an order.
_WIRE_OF_A_SHOE = {name: what for name, what in _WIRE.items() if name != PullDuringCommand.name}
FAULTS: dict[str, dict[str, str]] = {
    SHOE: _WIRE_OF_A_SHOE | {name: type(fault).__doc__ or "" for name, fault in SHOE_FAULTS.items()},
    SHUFFLER: {CABLE_PULL: "The cable comes out and is put back at once.", **_said(SHUFFLER_FAULTS)},
    PROGRESSIVE: _WIRE | _said(PROGRESSIVE_FAULTS),
}
"""Description of each fault, by device and name."""


def fault_lines() -> list[str]:
    """Return one line per fault with its description, device by device."""
    known = [(device, name, what) for device, faults in FAULTS.items() for name, what in faults.items()]
    device_width = max(map(len, FAULTS))
    width = max(len(name) for _, name, _ in known)
    return [
        f"{device:<{device_width}}  {name:<{width}}  {what.splitlines()[0]}{_not_of(device, name)}"
        for device, name, what in known
    ]


def _not_of(device: str, name: str) -> str:
    """Return a sentence naming the families of shoes that cannot have the fault, or ""."""
    families = [family for family in FAMILIES if device == SHOE and name in CANNOT_HAPPEN[family]]
    return f" Not with the family {' or '.join(families)}." if families else ""
