"""Options of `dealer-station run` for devices on wires, and the rules for combining them."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from drivers.family_names import FAMILIES, Family

if TYPE_CHECKING:
    from drivers.device_addresses import DeviceAddress


class Wires(NamedTuple):
    """The attached devices, and the capture or replay of their bytes; no Struct, whose import is slow."""

    family: Family | None = None
    """The protocol of a simulated shoe behind its own port."""
    shoe: "DeviceAddress | None" = None
    progressive: "DeviceAddress | None" = None
    shuffler: str | None = None
    """Serial number of a shuffler on USB; empty if any shuffler will do."""
    capture: Path | None = None
    capture_plain: bool = False
    replay: Path | None = None
    escrow: Path | None = None

    @property
    def any(self) -> bool:
        return bool(self.family or self.shoe or self.replay)

    @property
    def only_a_family(self) -> bool:
        """True if nothing but the protocol of the simulated shoe was chosen."""
        return self == Wires(self.family)


NO_WIRES = Wires()


def wire_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the wire options to a command; they arrive as one argument, `wires`."""

    @wraps(command)
    def with_wires(**settings: Any) -> Any:
        names = ("wire", "shoe", "progressive", "shuffler", "capture", "capture_plain", "replay", "escrow")
        given = {name: settings.pop(name) for name in names}
        return command(wires=_wires(**given), **settings)

    for option in reversed(_OPTIONS):
        with_wires = option(with_wires)
    return with_wires


_FILE = click.Path(dir_okay=False, path_type=Path)
_OPTIONS = (
    click.option(
        "--wire",
        type=click.Choice(FAMILIES),
        help="Connect the simulated shoe through a port, using this protocol (with --headless).",
    ),
    click.option(
        "--shoe",
        metavar="FAMILY:PORT",
        help="Read cards from this shoe (with --headless); a person must draw each card when prompted.",
    ),
    click.option(
        "--progressive",
        metavar="reference:PORT",
        help="Use the progressive controller on this port.  [default: with --wire reference a simulated one]",
    ),
    click.option(
        "--shuffler",
        metavar="reference[:SERIAL]",
        help="Use this USB shuffler.  [default: with --wire reference a simulated one]",
    ),
    click.option(
        "--capture",
        type=_FILE,
        metavar="FILE",
        help="Record every byte of every device; the bytes of a shoe are sealed to the escrow key.",
    ),
    click.option(
        "--capture-plain", is_flag=True, help="Do not seal the capture: it shows the faces of burn cards."
    ),
    click.option("--replay", type=_FILE, metavar="FILE", help="Replay the cards of a capture."),
    click.option("--escrow", type=_FILE, metavar="KEY", help="Private key that opens a sealed capture."),
)


def _wires(
    wire: Family | None,
    shoe: str | None,
    progressive: str | None,
    shuffler: str | None,
    capture: Path | None,
    capture_plain: bool,
    replay: Path | None,
    escrow: Path | None,
) -> Wires:
    if wire and shoe:
        raise click.UsageError("--wire and --shoe cannot be combined: the cards come from one shoe")
    for other, given in (("wire", wire), ("progressive", progressive), ("shuffler", shuffler)):
        if replay and given:
            raise click.UsageError(
                f"--{other} and --replay cannot be combined: a replay has the devices of its capture"
            )
    if progressive and not (wire or shoe):
        raise click.UsageError("--progressive needs --wire or --shoe: a table on wires")
    if capture and not (wire or shoe):
        raise click.UsageError("--capture needs --wire or --shoe: it records what crosses a wire")
    if capture_plain and not capture:
        raise click.UsageError("--capture-plain needs --capture FILE")
    if escrow and not replay:
        raise click.UsageError("--escrow needs --replay FILE, which it opens")
    if shuffler and not (wire or shoe):
        # The shuffler is real; all other devices at its table are simulated.
        wire = "reference"
    attached = _attached(shoe, progressive, shuffler, replayed=replay is not None)
    return Wires(wire, *attached, capture, capture_plain, replay, escrow)


def _attached(
    shoe: str | None, progressive: str | None, shuffler: str | None, *, replayed: bool
) -> "tuple[DeviceAddress | None, DeviceAddress | None, str | None]":
    """Return the shoe, the controller and the shuffler's serial number named on the command line."""
    if not (shoe or progressive or shuffler):
        return None, None, None
    # Import the drivers only here: a table without wires does not need them.
    from drivers.device_addresses import chosen_progressive, chosen_shoe, chosen_shuffler
    from drivers.driver import PROGRESSIVE, SHOE
    from drivers.ports.unusable_ports import refuse_unusable_ports

    the_shoe = chosen_shoe(shoe) if shoe else None
    controller = chosen_progressive(progressive) if progressive else None
    # With --replay, --shoe names only the code table; its port is not opened.
    named = {SHOE: None if replayed else the_shoe, PROGRESSIVE: controller}
    refuse_unusable_ports({device: chosen.address for device, chosen in named.items() if chosen})
    return the_shoe, controller, chosen_shuffler(shuffler) if shuffler else None


def refuse_misplaced(capture: Path, db: Path, family: Family, *, plain: bool) -> None:
    """Refuse a capture path that belongs to the log, or to a capture of another kind."""
    from drivers.ports.capture import FILES_KEPT, broken_end, is_no_capture, shoe_in

    place, log = capture.resolve(), db.resolve()
    turned = {place.with_name(f"{place.name}.{number}") for number in range(1, FILES_KEPT)}
    companions = (f"{log.name}.", f"{log.name}-")
    within = (one for one in (place, *place.parents) if one.parent == log.parent)
    if place == log or log in turned or any(one.name.startswith(companions) for one in within):
        raise click.UsageError(f"--capture {capture}: that path belongs to the log {db}; name another file")
    if is_no_capture(place):
        raise click.UsageError(f"--capture {capture}: exists and is not a capture; name another file")
    if broken := broken_end(place):
        raise click.UsageError(f"--capture {capture}: {broken}; nothing can be appended, name a new file")
    before, sealed = shoe_in(place)
    if before and before != family:
        raise click.UsageError(
            f"--capture {capture}: was recorded from a {before} shoe, and this one is {family}; name a new "
            "file"
        )
    if sealed is plain:
        kind = "is sealed" if sealed else "is not sealed"
        remedy = "leave --capture-plain out" if plain else "write --capture-plain"
        raise click.UsageError(f"--capture {capture}: {kind}; {remedy}, or name a new file")
    _refuse_unwritable(capture)


def _refuse_unwritable(capture: Path) -> None:
    """Check that the capture can be written, before anything else is created; leave no new file behind."""
    from drivers.ports.capture import Capture

    is_new = not capture.exists()
    Capture(capture, None).close()
    if is_new:
        capture.unlink(missing_ok=True)
