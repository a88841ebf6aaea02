"""Asks for a report as somebody in the pit types it, and finds what it says."""

import json
from typing import Any

from click.testing import CliRunner, Result

from dealer_station.cli.main import main


def run(*words: object) -> Result:
    done = CliRunner().invoke(main, ["report", *map(str, words)])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done


def data(*words: object, code: int = 0) -> dict[str, Any]:
    done = run(*words, "--format", "json")
    assert done.exit_code == code, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def table(found: dict[str, Any], title: str) -> list[dict[str, Any]]:
    """The rows of a table, each by its heads."""
    for section in found["sections"]:
        for one in section["tables"]:
            if one["title"] == title:
                heads = [column["head"] for column in one["columns"]]
                return [dict(zip(heads, row, strict=True)) for row in one["rows"]]
    raise AssertionError(title)


def words(found: dict[str, Any], section: str) -> str:
    return " ".join(next(one["words"] for one in found["sections"] if one["id"] == section))
