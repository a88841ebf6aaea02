"""`dealer-station review`: the pit's window on one or several logs; read-only, optionally live."""

import signal
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dealer_station.app.command_group import CommandError
from dealer_station.app.station_keys import keys_folder
from dealer_station.cli.dispute import reviews_option
from dealer_station.cli.floor_access import (
    FloorAccess,
    LogPlace,
    floor_options,
    months_option,
)
from dealer_station.cli.followed_floor import FollowedFloor
from dealer_station.cli.log_options import keys_option
from dealer_station.cli.log_unseal import open_seals
from dealer_station.cli.report import gaming_day_start
from dealer_station.config.floor_address import FloorAddress
from dealer_station.engine.model.errors import LogError
from dealer_station.floor.client.mirror_thread import FollowState
from dealer_station.log.catalogue.dispute_notes import usual_place
from dealer_station.log.integrity.burn_card_seals import OpenedSeal

if TYPE_CHECKING:
    from ui.review.bridge import Review
    from ui.review.window import ReviewWindow

NO_DISPLAY = (
    "no display for the review window; start it in a graphical session, or use `dealer-station log rounds` "
    "and `dealer-station log show`"
)


def _sizes(_context: click.Context, _parameter: click.Parameter, size: str) -> str:
    width, _, height = size.partition("x")
    if not (width.isdecimal() and height.isdecimal() and int(width) >= 800 and int(height) >= 600):
        raise click.BadParameter(f'"{size}" is not a valid size; write it like 1280x800, at least 800x600')
    return size


@click.command()
@click.argument(
    "files",
    metavar="FILE|URL...",
    nargs=-1,
    required=True,
    type=LogPlace(),
)
@click.option("--size", default="1280x800", show_default=True, callback=_sizes, help="Size of the window.")
@click.option("--theme", type=click.Choice(["dark", "light"]), default="dark", show_default=True)
@click.option("--language", type=click.Choice(["en", "es"]), default="en", show_default=True)
@click.option("--follow", is_flag=True, help="Follow the round that is being played.")
@reviews_option
@keys_option
@months_option()
@floor_options
def review(
    files: tuple[Path | FloorAddress, ...],
    size: str,
    theme: str,
    language: str,
    follow: bool,
    reviews: Path | None,
    keys: Path | None,
    months: int,
    access: FloorAccess,
) -> None:
    """Review rounds in a window. Find them, step through them, follow a table, check that a log is intact.

    Each FILE is a log. The URL of a floor stands for the logs of all its tables, or of one; the window then
    shows what reaches the floor, about a second later.
    """
    try:
        from ui.common.display_check import has_display
        from ui.common.qt_ownership import destroy_kept
        from ui.common.settings import Settings
        from ui.dealer.window import application, size_of
        from ui.review.bridge import Review
        from ui.review.window import ReviewWindow
    except ImportError as error:
        raise CommandError(f"Qt cannot be loaded ({error}); {NO_DISPLAY}") from error
    if not has_display():
        raise CommandError(NO_DISPLAY)
    application()
    floors = [FollowedFloor(one, access, months) for one in files if isinstance(one, FloorAddress)]
    copies = {path: name for floor in floors for path, name in floor.files().items()}
    paths = (*(one for one in files if isinstance(one, Path)), *copies)
    logs = Review(
        tuple(dict.fromkeys(paths)),
        unseal=lambda log, number, entered: _unseal(log, number, entered, is_copy=log in copies),
        reviews=reviews or usual_place(),
        settings=Settings(theme=theme, language=language),
        follow=follow,
        title=lambda path: copies.get(path, path.name),
    )
    logs.sheet_holder.keys_of = lambda log: keys_folder(log, keys)
    try:
        if not logs.log_thread.cataloguers:
            raise CommandError("\n".join(logs.log_thread.refused))
        window = ReviewWindow(logs, size_of(size), day_starts=gaming_day_start())
        before = signal.signal(signal.SIGINT, lambda *_: window.close())
        try:
            logs.open()
            for floor in floors:
                floor.start(lambda state, new: _show(logs, copies, state, new))
            until_closed(window)
        finally:
            signal.signal(signal.SIGINT, before)
            for floor in floors:
                floor.stop()
            window.close()
    finally:
        logs.close()
        for floor in floors:
            floor.close()
        destroy_kept()


def _show(logs: "Review", copies: dict[Path, str], state: FollowState, new: dict[Path, str]) -> None:
    """Show the state of a floor in the window, and tables that are new there."""
    from ui.review.floor_state import FloorShown

    copies.update(new)
    logs.show_floor(FloorShown(state.status, state.words, state.asked_us), list(new))


def until_closed(window: "ReviewWindow") -> None:
    """Show the window and return when it is closed."""
    from ui.dealer.window import application

    window.show()
    application().exec()


def _unseal(log: Path, number: int, entered: dict[str, str], *, is_copy: bool = False) -> list[OpenedSeal]:
    """Open the burn cards that the form asks for; this is recorded before any face is known."""
    if is_copy and not entered.get("record"):
        raise LogError(
            "this is a copy of the floor's log, which takes no record: name the log to record it in"
        )
    key, record = Path(entered["key"]).expanduser(), Path(entered.get("record") or log).expanduser()
    for words in (entered["by"], entered["because"]):
        if not words.strip() or not words.isprintable():
            raise LogError("the name and the reason are recorded in the log: enter printable text")
    if not key.is_file():
        raise LogError(f"{key}: no such key file")
    return open_seals(
        log,
        number,
        key=key,
        by=entered["by"],
        because=entered["because"],
        row=int(entered["row"]) if entered.get("row") else None,
        record=None if record == log else record,
        keys=Path(entered["keys"]).expanduser() if entered.get("keys") else None,
    )
