"""One log that is hostile, retired or damaged: it is named, and no other log suffers."""

import json
import resource
from pathlib import Path

import pytest

from dealer_station.floor.store import stations
from dealer_station.log.integrity.verify import verify
from tests.floor import hostile
from tests.floor.floors import FloorUnderTest, bring
from tests.floor.test_floor_url import Reader
from tests.log import shifts

KINDS = ("dots", "nul", "long", "outside", "own", "carried", "first", "deep", "anchor", "month")


@pytest.fixture
def reader(floor: FloorUnderTest, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reader:
    bring(floor.enrol("table-7"), played)
    return Reader(floor, tmp_path, monkeypatch)


def test_hostile_logs_are_named_and_the_others_are_verified(reader: Reader, played: Path) -> None:
    logs = hostile.every_kind(reader.floor)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    output = reader.bad(1, "log", "verify", reader.url, "--months", "all", "--replay")
    assert "Table 7, Table-7.db: " in output
    assert "rounds replayed with the same results" in output
    for kind in KINDS:
        assert f"H {kind}: " in output or f"H {kind}, " in output, kind
    assert "this log cannot be read" in output
    assert "floor set-aside" in output
    assert "\x1b" not in output
    assert "\n1 table-9" not in output
    assert not list(reader.cache.rglob("*pwn*"))
    (copy,) = reader.cache.glob("dealer-station/floors/*/Table-7-*/*.db")
    assert shifts.rows(copy) == shifts.rows(played)
    assert verify(copy).ok
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 150_000, "no anchor was inflated"
    reader.bad(1, "log", "verify", f"{reader.url}/{logs['H first']}")
    assert "Table 7" not in reader.bad(1, "log", "verify", f"{reader.url}/{logs['H nul']}")


def test_a_report_counts_the_others_also_after_the_station_was_disabled(
    reader: Reader, tmp_path: Path
) -> None:
    logs = hostile.every_kind(reader.floor)
    for log in logs.values():
        stations.disable(reader.floor.owner(), f"station of {log}", by="Maria", because="hostile")
    for table, code in (("Table 7", 0), ("", 1)):
        out = tmp_path / f"{code}.json"
        words = ("report", f"{reader.url}/{table}", "--from", "2026-11-01", "--to", "2026-11-30")
        said = reader.bad(code, *words, "--format", "json", "--out", str(out))
        assert json.loads(out.read_text())["rounds"] == 45
        assert ("H anchor: this log cannot be read" in said) == bool(code)
