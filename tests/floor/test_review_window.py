"""The review window on a floor: every table, about a second after it reached the floor, and a floor that is
away."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner

from dealer_station.cli.main import main
from tests.floor.floors import FloorUnderTest, bring
from tests.floor.test_floor_url import Reader
from tests.log import shifts
from tests.ui.review.pit import Dealt, Pit
from ui.review.window import ReviewWindow

command = import_module("dealer_station.cli.review")


def review(monkeypatch: pytest.MonkeyPatch, look: Callable[[Pit], None], *words: str, code: int = 0) -> str:
    """Open the window as a person does, look at it, and close it."""

    def until_closed(window: ReviewWindow) -> None:
        window.show()
        look(Pit(window.review, window))

    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setattr(command, "until_closed", until_closed)
    done = CliRunner().invoke(main, ["review", *words])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == code, done.output
    return done.output


def warning(pit: Pit) -> str:
    return str(pit.review.property("now")["left"])


def test_the_window_shows_all_tables_as_they_reach_the_floor_and_says_when_it_is_away(
    floor: FloorUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Dealt(tmp_path / "seven.db")
    seven = floor.enrol("table-7")
    bring(seven, table.db, "Table 7")
    (tmp_path / "beside").mkdir()
    eight = shifts.play(tmp_path / "beside" / "eight.db", rounds=3, seed=8)
    reader = Reader(floor, tmp_path, monkeypatch)

    def look(pit: Pit) -> None:
        table.bets(1)
        table.cards("7c 4h")
        table.settle()
        bring(seven, table.db, "Table 7")
        pit.until(lambda: "Round 1" in pit.words, "the round that was just dealt")
        assert any("Table 7" in words and "Floor copy: " in words for words in pit.words), pit.words
        assert pit.review.log_thread.cataloguers[0].is_live

        bring(floor.enrol("table-8"), eight, "Table 8")
        pit.until(
            lambda: "Table 8" in pit.review.property("now")["files"], "a table that is new at the floor"
        )
        pit.until(lambda: pit.review.verifier.values(pit.review.say)["state"] == "whole", "the verification")

        with psycopg.connect(floor.database, autocommit=True) as connection:
            connection.execute(
                "UPDATE floor.head SET hash = sha256('x') FROM floor.log l "
                "WHERE l.id = head.log AND l.name = 'Table 8'"
            )
        pit.until(lambda: warning(pit).startswith("ALARM"), "the alarm")
        assert "Table 8" in warning(pit)
        floor.gateway.stop()
        pit.until(lambda: "The floor last answered at" in warning(pit), "the floor that is away")
        assert "Floor copy: no connection" in " ".join(pit.words)
        pit.until(lambda: not pit.review.log_thread.cataloguers[0].is_live, "a table nobody hears of")

    monkeypatch.setattr(Pit, "says_left", property(lambda self: str(self.review.now["left"])), raising=False)
    review(monkeypatch, look, reader.url)
    table.close()

    seen: list[str] = []
    output = review(monkeypatch, lambda pit: seen.append(warning(pit)), reader.url)
    assert "does not answer" in output
    assert seen[0].startswith("The floor has not answered; older copies are shown.")
    empty = review(monkeypatch, lambda _: None, reader.url, "--cache", str(tmp_path / "none"), code=2)
    assert "there is no log to show" in empty
