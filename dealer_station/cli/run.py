"""`dealer-station run`: opens a table at a screen, headless or in the terminal; devices may be simulated."""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from dealer_station.app.options import config_option, operator_options, resolve_link
from dealer_station.app.stop_signals import Stopping, interrupted, stopping
from dealer_station.app.wire_options import NO_WIRES, Wires, wire_options
from hw_sim.people.dealer_style_names import MANNERS, Manner

if TYPE_CHECKING:
    from dealer_station.app.table_settings import TableSettings
    from ui.dealer.loading_screen import Opening

# Import nothing heavy here, not even msgspec: the first frame must be painted before the rest is loaded.
SECONDS_PER_STEP = 1.2
"""Duration of one step of a dealer in real time."""
HEADLESS_AND_DB = "--headless and --db FILE must be given together: a station without a screen keeps a log"
LONGEST_PAUSE_SECONDS = 60.0
"""The longest pause between two steps, however low the speed."""


def _finite(_context: click.Context, _parameter: click.Parameter, speed: float) -> float:
    if not math.isfinite(speed):
        raise click.BadParameter(f"{speed} is not a valid speed; 0 is as fast as possible")
    return speed


def _is_default(name: str) -> bool:
    """True if the option was left at its default."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.DEFAULT


@click.command(short_help="Run a table and prompt the dealer step by step.")
@click.option(
    "--sim", is_flag=True, help="Simulate the devices, the players, and a dealer who follows the prompts."
)
@config_option
@click.option("--training", is_flag=True, help="Open a training table, marked as such, with its own log.")
@click.option(
    "--profile",
    metavar="P",
    help="Rulebook, or the path of a .toml file.  [default: from station.toml, or massachusetts]",
)
@operator_options
@click.option(
    "--rounds",
    type=click.IntRange(1),
    default=10,
    help="Rounds to deal.  [default: 10; a replay deals all its rounds]",
)
@click.option(
    "--players",
    type=click.IntRange(1),
    default=4,
    show_default=True,
    help="Number of players, one to a spot.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed deals the same shift.")
@click.option(
    "--speed",
    type=click.FloatRange(0),
    default=8,
    show_default=True,
    callback=_finite,
    help="Multiple of real time; 0 is as fast as possible.",
)
@click.option(
    "--svg", type=click.Path(dir_okay=False, path_type=Path), help="Also save the terminal output as SVG."
)
@click.option("--screen", is_flag=True, help="Open the dealer's touchscreen in a window; you are the dealer.")
@click.option("--headless", is_flag=True, help="Run without a screen and keep a log (--db).")
@click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=resolve_link,
    metavar="FILE",
    help="Log file (with --headless or --screen); an existing log is resumed.",
)
@click.option(
    "--scene",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Play a scene of the bench on simulated devices and log it (with --headless).",
)
@wire_options
@click.option(
    "--dealer",
    type=click.Choice(MANNERS),
    default="steady",
    show_default=True,
    help="Style of the simulated dealer (with --headless).",
)
@click.option(
    "--keys",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Folder of the station's keys (with --db).  [default: FILE.keys]",
)
def run(
    sim: bool,
    config_file: Path | None,
    training: bool,
    profile: str | None,
    options: dict[str, str],
    rounds: int,
    players: int,
    seed: int,
    speed: float,
    svg: Path | None,
    screen: bool,
    headless: bool,
    db: Path | None,
    scene: Path | None,
    wires: Wires,
    dealer: Manner,
    keys: Path | None,
) -> None:
    """Run a table and prompt the dealer step by step, with the words to say and the rule."""
    if scene is not None:
        _play_scene(scene, db, wires, speed, headless=headless, training=training)
        return
    _refuse_contradictions(sim, screen, headless, db, svg, wires, dealer, keys)
    pause_seconds = min(SECONDS_PER_STEP / speed, LONGEST_PAUSE_SECONDS) if speed > 0 else 0.0

    def settled() -> "TableSettings":
        from dealer_station.app.table_settings import settings

        return settings(config_file, profile, options, sim=sim, training=training)

    if not sim:
        _refuse_simulator_options(headless, svg, wires)
        _open_live(config_file, settled, options, db, keys, training=training)
    elif screen:
        _open_screen(
            config_file, settled, rounds, players, seed, pause_seconds, db, keys, wires, training=training
        )
    else:
        _play_without_a_screen(
            settled(), rounds, players, seed, pause_seconds, svg, db, keys, wires, dealer, headless=headless
        )


IN_A_SCENE = {"config_file": "config", "options": "option"} | {
    name: name for name in ("profile", "rounds", "players", "seed", "dealer", "keys", "svg", "screen")
}
"""Options a scene defines itself or does not use."""


@interrupted()
def _play_scene(
    scene: Path, db: Path | None, wires: Wires, speed: float, *, headless: bool, training: bool
) -> None:
    """Play a scene with the devices, people, book and cards that it names."""
    if not headless or db is None:
        raise click.UsageError("--scene FILE needs --headless and --db FILE: the scene is played into a log")
    typed = [word for name, word in IN_A_SCENE.items() if not _is_default(name)]
    if typed or wires != NO_WIRES:
        named = f"--{typed[0]}" if typed else "devices"
        raise click.UsageError(
            f"--scene and {named} cannot be combined: the scene itself defines how it is played"
        )
    from dealer_station.app.scene import play_scene

    play_scene(scene, db, speed, training=training)


def _open_screen(
    config_file: Path | None,
    settled: "Callable[[], TableSettings]",
    rounds: int,
    players: int,
    seed: int,
    pause_seconds: float,
    db: Path | None,
    keys: Path | None,
    wires: Wires,
    *,
    training: bool,
) -> None:
    """Open a simulated table at a screen; the window appears before anything else is loaded."""
    # Only a station with a window needs Qt, which in turn needs libraries of the system.
    try:
        from dealer_station.app.loading_window import show_loading_window
    except ImportError as error:
        click.echo(f"Qt cannot be loaded ({error}); playing a shift in the terminal instead", err=True)
        from dealer_station.app.play_shift_in_terminal import play_in_terminal

        with interrupted():
            play_in_terminal(settled(), rounds, players, seed, pause_seconds, None)
        return
    with stopping() as stop, show_loading_window(config_file, sim=True, training=training) as opening:

        def load() -> "TableSettings":
            from dealer_station.app import simulated_screen

            del simulated_screen
            return settled()

        settings = opening.meanwhile("book", load)
        _give_training(opening, settings, stop)
        from dealer_station.app.simulated_screen import open_screen

        open_screen(
            settings,
            players=players,
            seed=seed,
            pause_seconds=pause_seconds,
            rounds=rounds,
            db=db or settings.log,
            named=keys,
            family=wires.family,
            opening=opening,
            stop=stop,
        )


@interrupted()
def _play_without_a_screen(
    settings: "TableSettings",
    rounds: int,
    players: int,
    seed: int,
    pause_seconds: float,
    svg: Path | None,
    db: Path | None,
    keys: Path | None,
    wires: Wires,
    dealer: Manner,
    *,
    headless: bool,
) -> None:
    """Run a headless station with a log, or a shift in the terminal."""
    if wires.progressive and settings.rules.progressive.progressive.value != "on":
        raise click.UsageError(
            "--progressive: this table offers no progressive wager; add --option progressive=on"
        )
    if not headless:
        from dealer_station.app.play_shift_in_terminal import play_in_terminal

        play_in_terminal(settings, rounds, players, seed, pause_seconds, svg)
        return
    db = db or settings.log
    if db is None:
        raise click.UsageError(HEADLESS_AND_DB)
    # Import the database only for a station that keeps a log.
    from dealer_station.app.headless import play_headless

    play_headless(
        settings,
        rounds=None if wires.replay and _is_default("rounds") else rounds,
        players=players,
        seed=seed,
        pause_seconds=pause_seconds,
        db=db,
        named=keys,
        wires=wires,
        dealer=dealer,
    )


def _refuse_contradictions(
    sim: bool,
    screen: bool,
    headless: bool,
    db: Path | None,
    svg: Path | None,
    wires: Wires,
    dealer: Manner,
    keys: Path | None,
) -> None:
    """Raise UsageError for options that contradict each other or lack a counterpart."""
    if screen and (headless or svg is not None):
        raise click.UsageError("--screen cannot be combined with --headless or --svg")
    if sim and screen and keys is not None and db is None:
        raise click.UsageError("--keys needs --db: a temporary log makes its own keys")
    if sim and db is not None and not headless and not screen:
        raise click.UsageError(HEADLESS_AND_DB)
    if headless and svg is not None:
        raise click.UsageError("--svg cannot be combined with --headless, which shows nothing")
    if sim and keys is not None and not headless and not screen:
        raise click.UsageError("--keys needs --headless: only a station that keeps a log has keys")
    if wires.any and not headless and not (screen and wires.only_a_family):
        raise click.UsageError("--wire, --shoe and --shuffler need --headless: devices on wires need a log")
    if dealer != "steady" and not headless:
        raise click.UsageError("--dealer needs --headless: elsewhere everybody follows the prompts")


def _refuse_simulator_options(headless: bool, svg: Path | None, wires: Wires) -> None:
    """Raise UsageError for options of simulated tables; a real table has a screen and station.toml."""
    if headless or svg is not None or wires != NO_WIRES:
        raise click.UsageError(
            "--headless, --svg and device options need --sim; without it station.toml names the devices "
            "and the screen is opened"
        )


def _open_live(
    config_file: Path | None,
    settled: "Callable[[], TableSettings]",
    options: dict[str, str],
    db: Path | None,
    keys: Path | None,
    *,
    training: bool,
) -> None:
    """Open a table with real devices, once its people and signed answers are in place."""
    # Only a station with a window needs Qt.
    from dealer_station.app.loading_window import keep_error_on_screen, show_loading_window

    with stopping() as stop, show_loading_window(config_file, sim=False, training=training) as opening:

        def load() -> "TableSettings":
            from dealer_station.app import live_screen

            del live_screen
            return settled()

        with keep_error_on_screen(config_file, opening, stop):
            settings = opening.meanwhile("book", load)
            _give_training(opening, settings, stop)
            from dealer_station.app.live_checks import make_ready, make_ready_for_training, nobody_can_sign_in
            from dealer_station.app.live_screen import keep_open, live_screen

            with _at_the_terminal(opening) if nobody_can_sign_in(settings) else nullcontext():
                live = settings.kind == "live"
                ready = make_ready(settings, options) if live else make_ready_for_training(settings)
            log = db or settings.log
            assert log
            assert settings.file
            table = live_screen(settings, *ready, log, keys or settings.file.keys, opening)
        keep_open(table, stop)


def _give_training(opening: "Opening", settings: "TableSettings", stop: Stopping) -> None:
    """Show the school before the table opens, if somebody touched Training on the start screen."""

    def attend() -> None:
        from dealer_station.app.school_window import attend_from_start

        attend_from_start(opening, settings.file, stop)

    opening.give_training(attend)


@contextmanager
def _at_the_terminal(opening: "Opening") -> Iterator[None]:
    """Hide the start window while the terminal asks questions; Ctrl-C interrupts them."""
    with opening.hidden(), interrupted():
        yield
