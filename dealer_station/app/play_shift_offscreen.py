"""`dealer-station run --sim --screen` without a display: plays a shift and keeps its pictures and log."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

from dealer_station.app.simulated_screen import SimulatedScreen
from dealer_station.app.stop_signals import Stopping
from dealer_station.app.table_settings import TableSettings
from dealer_station.engine.model.errors import DealerStationError
from dealer_station.engine.words.prompts import step_id
from dealer_station.station.station import Shown
from ui.common.no_display import why_no_display
from ui.dealer.window import wait_a_moment

LOOK_MS = 5
PATIENCE_SECONDS = 60
"""Longer than any step of a simulated shift takes; after this the table counts as stuck."""
PICTURES_MAX = 24


def play_offscreen(
    settings: TableSettings,
    *,
    players: int,
    seed: int,
    rounds: int,
    db: Path | None,
    named: Path | None,
    stop: Stopping,
) -> None:
    """Play `rounds` rounds on an offscreen window; keep pictures and the log, and print where they are."""
    why = why_no_display()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    folder = Path(tempfile.mkdtemp(prefix="dealer-station-shift-"))
    db = db or folder / "table.db"
    click.echo(f"{why}. Playing a shift of {rounds} rounds on a screen without a display")
    table = SimulatedScreen(settings, players=players, seed=seed, pause_seconds=0, db=db, named=named)
    try:
        names = list(_pictures(table, rounds, folder, stop))
    finally:
        table.close()
    if stop.asked:
        click.echo("the shift was interrupted; everything dealt so far is in the log")
    click.echo(f"pictures of {len(names)} screens: {folder} ({', '.join(names)})")
    click.echo(f"the log: {db}; read it with `dealer-station log rounds {db}`")


def _pictures(table: SimulatedScreen, rounds: int, folder: Path, stop: Stopping) -> Iterator[str]:
    """Save a picture of each step when it first appears and one of the panel at the end; yield file names."""
    seen: set[str] = set()
    table.window.show()
    table.beside.show()
    for shown in _until_dealt(table, rounds, stop):
        name = step_id(shown.due)
        if name in seen or len(seen) >= PICTURES_MAX:
            continue
        seen.add(name)
        file = f"{len(seen):02}-{name}.png"
        table.window.grabWindow().save(str(folder / file))
        yield file
    table.beside.grabWindow().save(str(folder / "panel.png"))
    yield "panel.png"


def _until_dealt(table: SimulatedScreen, rounds: int, stop: Stopping) -> Iterator[Shown]:
    """Yield each state the screen shows, until `rounds` rounds have ended or a stop is requested."""
    last, waited_ms = None, 0
    first = table.simulation.round_number
    while table.simulation.round_number < first + rounds and not stop.asked:
        wait_a_moment(LOOK_MS)
        shown = table.window.bridge.shown
        waited_ms = 0 if shown is not last else waited_ms + LOOK_MS
        if shown is not None and shown.fault:
            raise DealerStationError(shown.fault)
        if waited_ms > PATIENCE_SECONDS * 1000:
            raise DealerStationError(
                "the simulated table is stuck; read its log with `dealer-station log show`"
            )
        if shown is not None and shown is not last:
            last = shown
            yield shown
        table.simulation.step(table.station)
