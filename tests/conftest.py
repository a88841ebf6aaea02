"""Shared set-up: the same examples everywhere, nothing written into the tree, no configuration of the user's,
and the longest tests first."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir

# Hypothesis also keeps caches beside its examples; they belong to the machine, not to the tree.
set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "dealer-station-hypothesis")

# A station.toml of whoever runs the tests is none of theirs.
os.environ["XDG_CONFIG_HOME"] = str(Path(tempfile.gettempdir()) / "dealer-station-no-configuration")

settings.register_profile(
    "house",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")

LONGEST = ("tests/exhaustive", "tests/properties", "tests/odds", "tests/ui/test_language")
"""Folders and modules with tests of many seconds. Started last, one of them would keep a single core busy
while the others have nothing left to do."""


CORE = (
    "tests/engine",
    "tests/rulebook/test_rounds.py::test_the_written_round_plays",
    "tests/rulebooks",
    "tests/house/test_contracts",
)
"""The tests that a change most likely breaks; make quick runs all of them."""
SAMPLE_ONE_OF = 60
"""Of all other tests make quick runs one in so many; the random order makes it others each time."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="run the core tests and a sample of the rest")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the longest tests first, after the order of the rest was drawn at random."""
    if config.getoption("--quick"):
        core = [item for item in items if item.nodeid.startswith(CORE)]
        rest = [item for item in items if not item.nodeid.startswith((*CORE, *LONGEST))]
        items[:] = [*core, *rest[::SAMPLE_ONE_OF]]
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))
