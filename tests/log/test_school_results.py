"""The results of the school: a log of their own, which no table takes, and which takes no table's."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_station.cli.main import main
from dealer_station.engine.model.errors import KeyFaultError, LogError
from dealer_station.log.integrity.verify import verify
from dealer_station.log.school.results import ResultsLog, checked_name, results
from dealer_station.log.store.append import Writer
from dealer_station.log.store.records import ExerciseFinished, QuestionAnswered
from tests.log import shifts
from tests.log.shifts import SetClock

ANSWER = QuestionAnswered("Lee", "maryland", "war", "settle", True, 3, 0, 0, 4.5, 2)
LESSON = ExerciseFinished("Lee", "maryland", "lesson", "war", 60, 66, True, 1, 2, 0, 120.0)


def kept(path: Path) -> Path:
    with ResultsLog(path) as log:
        log.add(ANSWER)
        log.add(LESSON)
    return path


def test_results_are_kept_chained_and_signed(tmp_path: Path) -> None:
    path = kept(tmp_path / "school" / "results.db")
    with ResultsLog(path) as log:
        log.add(ANSWER)
    assert [row.about for row in results(path)] == [ANSWER, LESSON, ANSWER]
    assert verify(path).ok


def test_nothing_is_known_where_there_is_no_file(tmp_path: Path) -> None:
    assert results(tmp_path / "none.db") == ()


def test_a_table_never_writes_into_the_results(tmp_path: Path) -> None:
    path = kept(tmp_path / "results.db")
    with pytest.raises(LogError, match="the log of the school"):
        Writer(path, shifts.keys_of(path), SetClock(), start="loaded")
    run = ["run", "--sim", "--headless", "--rounds", "1", "--speed", "0", "--db", str(path)]
    told = CliRunner().invoke(main, run)
    assert told.exit_code == 2
    assert "is the log of the school" in told.output
    assert len(results(path)) == 2


def test_results_are_never_written_into_the_log_of_a_table(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    run = ["run", "--sim", "--headless", "--rounds", "1", "--speed", "0", "--db", str(path)]
    assert CliRunner().invoke(main, run).exit_code == 0
    before = path.read_bytes()
    with pytest.raises(LogError, match="is not the log of the school"):
        ResultsLog(path)
    with pytest.raises(LogError, match="is not the log of the school"):
        results(path)
    assert path.read_bytes() == before


def test_a_report_on_the_results_names_the_command_for_them(tmp_path: Path) -> None:
    path = kept(tmp_path / "results.db")
    told = CliRunner().invoke(main, ["report", str(path)])
    assert told.exit_code != 0
    assert "train results" in told.output


def test_results_without_their_keys_are_not_continued(tmp_path: Path) -> None:
    path = kept(tmp_path / "results.db")
    for file in path.with_name("results.db.keys").iterdir():
        file.unlink()
    with pytest.raises(KeyFaultError, match="missing"):
        ResultsLog(path)


@pytest.mark.parametrize("name", ["", "   ", "a" * 61, "Le\ne"])
def test_a_trainee_has_a_name(name: str) -> None:
    with pytest.raises(LogError, match="1 to 60"):
        checked_name(name)
