"""A PostgreSQL server for each worker of the tests, on a folder of its own, and a database for each test."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from dealer_station.floor.certificates import signing_key
from dealer_station.floor.store.migrate import migrate
from dealer_station.floor.trial.postgres import PostgresServer
from tests.conftest import MEMORY
from tests.floor.aged import three_months
from tests.floor.floors import FloorUnderTest, make_database
from tests.log import shifts

_NUMBERS = count(1)
SETTINGS = ("shared_buffers=32MB", "autovacuum=off", "jit=off")
"""The databases of the tests live for a second: nothing in them is worth to be cleaned or compiled."""


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A server that no other program uses, with a template for the databases of the tests."""
    with server_in_memory() as server:
        make_database(server.url(), "template_floor", "template0")
        migrate(server.url("template_floor"))
        yield server


@contextmanager
def server_in_memory(programs: Path | None = None) -> Iterator[PostgresServer]:
    """A server whose folder disappears with it."""
    folder = Path(tempfile.mkdtemp(prefix="dealer-floor-", dir=MEMORY if MEMORY.is_dir() else None))
    # Where the tests run as root, the server is another user and must reach its folder.
    folder.chmod(0o755)
    try:
        with PostgresServer(folder / "data", programs, SETTINGS) as server:
            yield server
    finally:
        shutil.rmtree(folder)


@pytest.fixture
def floor(postgres: PostgresServer, tmp_path: Path) -> Iterator[FloorUnderTest]:
    """A floor without stations."""
    name = f"floor_{next(_NUMBERS)}"
    make_database(postgres.url(), name, "template_floor")
    made = FloorUnderTest(tmp_path, postgres.url(name))
    yield made
    made.close()


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of a few rounds, closed; a test that writes to it takes a copy."""
    return shifts.play(tmp_path_factory.mktemp("played") / "table.db", rounds=45)


@pytest.fixture(scope="session")
def aged_template(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a log of three months; its rows, most of them long arrived, are a template database."""
    folder = tmp_path_factory.mktemp("aged")
    make_database(postgres.url(), "template_aged", "template_floor")
    made = FloorUnderTest(folder, postgres.url("template_aged"))
    three_months(made, folder)
    made.close()
    return folder


@pytest.fixture
def aged(postgres: PostgresServer, aged_template: Path, tmp_path: Path) -> Iterator[FloorUnderTest]:
    """A floor with a log of three months, whose files are in the folder of the test."""
    name = f"floor_{next(_NUMBERS)}"
    make_database(postgres.url(), name, "template_aged")
    for one in aged_template.glob("table*.db*"):
        (shutil.copytree if one.is_dir() else shutil.copy)(one, tmp_path / one.name)
    made = FloorUnderTest(tmp_path, postgres.url(name))
    # The deeds in the database are signed with the key of the floor in which the rows were brought.
    for key in (signing_key.PRIVATE, signing_key.PUBLIC):
        shutil.copy(aged_template / "floor" / key, tmp_path / "floor")
    yield made
    made.close()
