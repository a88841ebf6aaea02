"""Shared by the long proofs: a folder for the user of the database, and a way to tell the counts."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import COUNTED
from tests.floor.campaign.disks import open_folder

Tell = Callable[[object], None]


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that the database's user can enter."""
    made = open_folder()
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture
def tell(record_property: Callable[[str, object], None]) -> Tell:
    """A function that adds a line to the summary at the end of the run, also from another process."""
    return lambda words: record_property(COUNTED, str(words))
