"""`dealer-station run --sim --screen` without a display: a shift in pictures and a log."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

from dealer_station.app.screen import SimulatedScreen
from dealer_station.app.station_file import Settings
from dealer_station.app.stopping import Stopping
from dealer_station.engine.model.errors import DealerStationError
from dealer_station.engine.words.prompts import step_id
from dealer_station.station.station import Shown
from ui.common.no_display import why_no_display
from ui.dealer.window import wait_a_moment

LOOK_MS = 5
PATIENCE_SECONDS = 60
"""Longer than any step of a simulated shift."""
PICTURES_MAX = 24


def play_offscreen(
    settings: Settings,
    *,
    players: int,
    seed: int,
    rounds: int,
    db: Path | None,
    named: Path | None,
    stop: Stopping,
) -> None:
    """Plays `rounds` rounds on a screen that nobody sees; what was shown and written down is kept."""
    why = why_no_display()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    folder = Path(tempfile.mkdtemp(prefix="dealer-station-shift-"))
    db = db or folder / "table.db"
    click.echo(
        f"{why}. Nobody can touch this screen, so a shift of {rounds} rounds is played on it by itself"
    )
    table = SimulatedScreen(settings, players=players, seed=seed, pause_seconds=0, db=db, named=named)
    try:
        names = list(_pictures(table, rounds, folder, stop))
    finally:
        table.close()
    if stop.asked:
        click.echo("the shift was ended from outside; what was dealt stands")
    click.echo(f"pictures of {len(names)} screens: {folder} ({', '.join(names)})")
    click.echo(f"the log: {db}; look at it with `dealer-station log rounds {db}`")


def _pictures(table: SimulatedScreen, rounds: int, folder: Path, stop: Stopping) -> Iterator[str]:
    """Each step as it is seen for the first time, and the panel at the end."""
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
    """Everything that the screen shows, until so many rounds have ended or somebody stops it."""
    last, waited_ms = None, 0
    first = table.world.round_number
    while table.world.round_number < first + rounds and not stop.asked:
        wait_a_moment(LOOK_MS)
        shown = table.window.bridge.shown
        waited_ms = 0 if shown is not last else waited_ms + LOOK_MS
        if shown is not None and shown.fault:
            raise DealerStationError(shown.fault)
        if waited_ms > PATIENCE_SECONDS * 1000:
            raise DealerStationError("the simulated table stands still; look at its log with `log show`")
        if shown is not None and shown is not last:
            last = shown
            yield shown
        table.world.step(table.station)
