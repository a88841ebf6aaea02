"""The version that a log records is the one that the installation has."""

import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from dealer_station.program_version import program_version


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    program_version.cache_clear()
    yield
    program_version.cache_clear()


def test_it_is_that_of_the_installed_package() -> None:
    assert program_version() == version("dealer-station")


def test_with_two_installations_the_first_one_on_the_path_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "dealer_station-99.0.0.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: dealer-station\nVersion: 99.0.0\n", "utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    assert program_version() == version("dealer-station") != "99.0.0"
