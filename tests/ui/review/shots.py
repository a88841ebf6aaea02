"""Pictures of the pit's screen for docs/screens: a round, a table that is held, a dispute sheet."""

import tempfile
from pathlib import Path

from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.review.dispute_data import dispute_data_of
from tests.log import shifts
from tests.ui.pictures import save_small
from tests.ui.review.pit import Dealt, pit
from ui.common.settings import Settings
from ui.paper.dispute_sheet import dispute_sheet

SHARE = 0.6
"""The scale of the pictures, so that the repository stays small."""


def draw_review(folder: Path) -> None:
    """All of them."""
    with tempfile.TemporaryDirectory() as made:
        clock = shifts.SetClock(step_us=5_000_000)
        log = shifts.play(Path(made) / "table7.db", rounds=60, players=5, seed=3, clock=clock)
        (Path(made) / "other").mkdir()
        held = Dealt(Path(made) / "other" / "table8.db", "new_zealand")
        held.bets(1, 3)
        held.cards("Kc 8h 9d 9c")
        held.close()
        _draw(log, ("move 4", "at 12"), folder / "review-1280x800-dark.png", Settings())
        _draw_report(log, folder / "review-report-1280x800-dark.png")
        _draw_sheet(log, folder / "dispute-sheet.png")
        _draw(held.db, (), folder / "review-held-1280x800-light.png", Settings(theme="light"))


def _draw_report(log: Path, to: Path) -> None:
    with pit(log) as it:
        it.until(lambda: all(mark.report for mark in it.review.verifier.marks), "a verified log")
        it.window.report.tap("open")
        it.until(lambda: "chain verified" in it.says("report about"), "a report")
        save_small(it.window.grabWindow(), SHARE, to)


def _draw_sheet(log: Path, to: Path) -> None:
    with Reader(log) as reader:
        number = next(kept.number for kept in reader.rounds() if kept.wars)
        found = dispute_data_of(reader, number, log.with_name("reviews.db"), verify(log))
    page, _ = dispute_sheet((found,)).image(0)
    save_small(page, 1.0, to)


def _draw(log: Path, taps: tuple[str, ...], to: Path, look: Settings) -> None:
    with pit(log, settings=look) as it:
        it.is_catalogued()
        it.until(lambda: it.last > 0 and all(mark.report for mark in it.review.verifier.marks), "everything")
        it.until(lambda: it.review.log_thread.cataloguers[0].known is not None, "the end of the log")
        for tap in taps:
            before = it.words
            it.review.tap(tap)
            it.until(lambda before=before: it.words != before, tap)  # type: ignore[misc]
            it.until(lambda: it.review.playback.key == it.review.playback.reviewed.key, "the round")  # type: ignore[union-attr]
        save_small(it.window.grabWindow(), SHARE, to)
