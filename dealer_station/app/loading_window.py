"""The loading window of `run` with a screen: shows its first frame before the station behind it is loaded."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from dealer_station.app.command_group import CommandError, in_words
from dealer_station.app.options import found
from dealer_station.app.stop_signals import Stopping
from dealer_station.app.watchdog import Watchdog
from dealer_station.engine.model.errors import DealerStationError
from ui.common.display_check import has_display
from ui.common.settings import Settings as Look
from ui.common.settings import nearest_scale
from ui.common.translate import LANGUAGES
from ui.dealer.loading_screen import Opening, Start, opening
from ui.dealer.simulated_table_window import SimulatedTableWindow
from ui.dealer.window import DealerWindow, application, size_of


@contextmanager
def show_loading_window(path: Path | None, *, sim: bool, training: bool) -> Iterator[Opening]:
    """Show the start screen while the table is prepared; without a display, open no window."""
    # Without a display there is nobody to deal on a window, so none is opened.
    if not has_display(seen=sim):
        yield Opening()
        return
    application()
    said = unchecked_station_toml(path)
    table, screen = _part(said, "table"), _part(said, "screen")
    name = table.get("name")
    training = training or table.get("training") is True
    mark = "TRAINING" if training else "SIMULATED" if sim else ""
    size = str(screen.get("size", "full"))
    window = (
        SimulatedTableWindow(size_of(size)) if sim else DealerWindow(None, size_of(size), full=size == "full")
    )
    if isinstance(window, SimulatedTableWindow):
        window.fit()
    if not mark:
        window.stays = print_how_to_stop
    start = Start(name if isinstance(name, str) else "", mark, look(screen))
    with opening(window, start) as made:
        yield made


def print_how_to_stop() -> None:
    """Print how to stop a live table when somebody tries to close its window; the table stays open."""
    click.echo(
        "this is a live table, and closing its window does not stop it; run `sudo systemctl stop "
        f"dealer-station`, or `kill {os.getpid()}` if it does not run as a service",
        err=True,
    )


@contextmanager
def keep_error_on_screen(path: Path | None, opening: Opening, stop: Stopping) -> Iterator[None]:
    """Keep a start-up error on the screen of a kiosk, because nobody reads its terminal."""
    try:
        yield
    except (click.ClickException, DealerStationError, OSError) as error:
        # Without a full-screen window or a station.toml this is a command at a terminal, not a kiosk.
        if opening.window is None or not opening.window.full or (path or found()) is None:
            raise
        click.echo(f"Error: {in_words(error)}", err=True)
        watchdog = Watchdog()
        # Report READY to systemd: a restart would not repair the error and would only make the screen blink.
        watchdog.ready()

        def attend() -> None:
            from dealer_station.app.school_window import attend_from_start

            attend_from_start(opening, None, stop)

        opening.fail(in_words(error), watchdog.beat, stop.then, attend)
        watchdog.stopping()
        raise click.exceptions.Exit(CommandError.exit_code) from error


def unchecked_station_toml(path: Path | None) -> dict[str, Any]:
    """Return station.toml as an unchecked dict, or {} if it cannot be read; `load` reports faults later."""
    path = path or found()
    if path is None or not path.is_file():
        return {}
    import tomllib

    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}


def _part(said: dict[str, Any], name: str) -> dict[str, Any]:
    part = said.get(name)
    return part if isinstance(part, dict) else {}


def look(screen: dict[str, Any]) -> Look:
    """Theme, text size and language from an unchecked [screen] section, with defaults for unusable values."""
    scale, language = screen.get("text_scale"), screen.get("language")
    return Look(
        theme="light" if screen.get("theme") == "light" else "dark",
        text_percent=nearest_scale(scale) if isinstance(scale, int | float) else 100,
        language=language if language in LANGUAGES else "en",
    )
