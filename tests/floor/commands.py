"""Commands of the floor as people type them, on the floor under test."""

import json
from typing import Any

from click.testing import CliRunner, Result

from dealer_station.cli.main import main
from tests.floor.floors import FloorUnderTest

MARIA_PIN, PAUL_PIN = "402817", "918264"
NEW_PIN = f"{MARIA_PIN}\n{MARIA_PIN}\n"


def floor_command(floor: FloorUnderTest, *words: str, answers: str = "") -> Result:
    """Run `dealer-station floor ...` on this floor, with answers to its questions."""
    where = ["--folder", str(floor.folder / "floor"), "--database", floor.database]
    return CliRunner().invoke(main, ["floor", *words, *where], input=answers or None)


def done(floor: FloorUnderTest, *words: str, answers: str = "") -> str:
    """Run a command that must succeed, and return its output."""
    result = floor_command(floor, *words, answers=answers)
    assert result.exit_code == 0, result.output
    return result.output


def refused(floor: FloorUnderTest, *words: str, answers: str = "") -> str:
    """Run a command that must be refused with a sentence, and return the sentence."""
    result = floor_command(floor, *words, answers=answers)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return result.output


def listed(floor: FloorUnderTest, *words: str) -> Any:
    """The JSON that a command prints."""
    return json.loads(done(floor, *words, "--json"))


def add_maria(floor: FloorUnderTest) -> None:
    """Add the first person."""
    done(floor, "people", "add", "Maria", "--title", "shift manager", "--badge", "17", answers=NEW_PIN)
