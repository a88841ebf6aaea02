"""`dealer-station train`: the school at a screen. It opens no device and no log but its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from dealer_station.app.command_group import CommandError
from dealer_station.app.school_window import KeptResults, attend, dealers_of, results_of
from dealer_station.app.screen_settings import look_of
from dealer_station.app.simulated_screen import SimulatedScreen, quiet_devices, until_closed
from dealer_station.app.stop_signals import Stopping
from dealer_station.app.table_settings import TableSettings
from dealer_station.config import StationFile
from dealer_station.engine.due.step_types import TakeBets
from dealer_station.log.store.records import ExerciseFinished
from dealer_station.rulebooks import load
from dealer_station.training.exercises import Exercise
from dealer_station.training.shift_score import score_of
from drivers.driver import SHOE
from ui.common.display_check import has_display
from ui.common.no_display import why_no_display
from ui.common.qt_ownership import destroy_kept
from ui.common.settings import Settings
from ui.dealer.window import DealerWindow, application, size_of
from ui.school.school import School, ShiftWanted
from ui.school.shift_pace import ShiftPace

PLAYERS = 4
PLAYERS_MS = 8000
"""The time after which players bet at a steady table."""
FAULT_MS = 60_000
FAULTS = ("misread", "impossible_card")
"""Faults of the shoe that the program causes; an instructor at the panel causes any."""
AUTOPLAY_SECONDS = 1.2


def open_school(
    file: StationFile | None,
    stop: Stopping,
    *,
    trainee: str = "",
    book: str = "",
    exercise: Exercise | None = None,
) -> None:
    """Open the school in a window of its own, until it is left; a shift is dealt in between."""
    if not has_display(seen=False):
        raise CommandError(f"the school needs a screen: {why_no_display()}")
    store = KeptResults(results_of(file))
    screen = file.config.screen if file else None
    finished: ExerciseFinished | None = None
    while not stop.asked:
        application()
        size = screen.size if screen else "1280x800"
        window = DealerWindow(None, size_of(size), full=size == "full")
        settings = look_of(screen) if screen else Settings()
        school = School(store, settings=settings, people=dealers_of(file), trainee=trainee, book=book)
        if exercise:
            school.begin(exercise)
        if finished:
            school.show_result(finished)
        with _closed_at_the_end(window):
            stop.then(window.close)
            attend(window, school)
        trainee, book, exercise, finished = school.trainee, school.book, None, None
        if school.shift is None:
            return
        finished = deal_shift(school.shift, store, stop, look=settings)


@contextmanager
def _closed_at_the_end(window: DealerWindow) -> Iterator[None]:
    try:
        yield
    finally:
        window.close()
        destroy_kept()


def deal_shift(
    wanted: ShiftWanted, store: KeptResults, stop: Stopping, *, look: Settings | None = None, size: str = ""
) -> ExerciseFinished:
    """Let a trainee deal a shift at a simulated table with a log of its own, and keep the score."""
    db = shift_log(store.path, wanted.trainee)
    rules = load(wanted.book)
    settings = TableSettings(None, wanted.book, rules, "school")
    chance = Random()
    with quiet_devices():
        table = SimulatedScreen(
            settings,
            players=PLAYERS,
            seed=chance.randrange(1 << 30),
            pause_seconds=AUTOPLAY_SECONDS,
            db=db,
            named=None,
            look=look,
            size=size,
        )

        def players_bet() -> None:
            if isinstance(table.station.due, TakeBets):
                table.simulation.everybody_bets(table.station)

        def cause_fault() -> None:
            table.simulation.cause(SHOE, chance.choice(FAULTS))

        faults = cause_fault if wanted.faults else None
        pace = ShiftPace(players_bet, round(PLAYERS_MS / wanted.pace), faults, round(FAULT_MS / wanted.pace))
        try:
            if not table.window.full:
                table.window.fit()
            table.window.show_window()
            # Only a window that is shown can be closed, and a stop may have been asked for meanwhile.
            stop.then(table.window.close)
            until_closed(table)
        finally:
            pace.rest()
            table.close()
    finished = score_of(db).finished(wanted.trainee, wanted.book, rules.digest)
    store.add(finished)
    return finished


def shift_log(store: Path, trainee: str) -> Path:
    """A new file for the log of a shift, in a folder beside the results."""
    folder = store.with_name(f"{store.stem}-shifts")
    folder.mkdir(parents=True, exist_ok=True)
    name = "".join(letter if letter.isalnum() else "-" for letter in trainee)
    return folder / f"{name}-{datetime.now(UTC):%Y%m%d-%H%M%S}.db"
