"""`dealer-station review`: the pit's window on one or several logs; read-only, optionally live."""

import signal
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dealer_station.app.command_group import CommandError
from dealer_station.app.options import resolve_link
from dealer_station.app.station_keys import keys_folder
from dealer_station.cli.dispute import reviews_option
from dealer_station.cli.log_options import keys_option
from dealer_station.cli.log_unseal import open_seals
from dealer_station.cli.report import gaming_day_start
from dealer_station.engine.model.errors import LogError
from dealer_station.log.catalogue.dispute_notes import usual_place
from dealer_station.log.integrity.burn_card_seals import OpenedSeal

if TYPE_CHECKING:
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


def _files(context: click.Context, parameter: click.Parameter, given: tuple[Path, ...]) -> tuple[Path, ...]:
    found = (resolve_link(context, parameter, path) for path in given)
    return tuple(dict.fromkeys(path for path in found if path is not None))


@click.command()
@click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    callback=_files,
)
@click.option("--size", default="1280x800", show_default=True, callback=_sizes, help="Size of the window.")
@click.option("--theme", type=click.Choice(["dark", "light"]), default="dark", show_default=True)
@click.option("--language", type=click.Choice(["en", "es"]), default="en", show_default=True)
@click.option("--follow", is_flag=True, help="Follow the round that is being played.")
@reviews_option
@keys_option
def review(
    files: tuple[Path, ...],
    size: str,
    theme: str,
    language: str,
    follow: bool,
    reviews: Path | None,
    keys: Path | None,
) -> None:
    """Review rounds in a window. Find them, step through them, follow a table, check that a log is intact."""
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
    logs = Review(
        files,
        unseal=_unseal,
        reviews=reviews or usual_place(),
        settings=Settings(theme=theme, language=language),
        follow=follow,
    )
    logs.sheet_holder.keys_of = lambda log: keys_folder(log, keys)
    try:
        if not logs.log_thread.cataloguers:
            raise CommandError("\n".join(logs.log_thread.refused))
        window = ReviewWindow(logs, size_of(size), day_starts=gaming_day_start())
        before = signal.signal(signal.SIGINT, lambda *_: window.close())
        try:
            logs.open()
            until_closed(window)
        finally:
            signal.signal(signal.SIGINT, before)
            window.close()
    finally:
        logs.close()
        destroy_kept()


def until_closed(window: "ReviewWindow") -> None:
    """Show the window and return when it is closed."""
    from ui.dealer.window import application

    window.show()
    application().exec()


def _unseal(log: Path, number: int, entered: dict[str, str]) -> list[OpenedSeal]:
    """Open the burn cards that the form asks for; this is recorded before any face is known."""
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
