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


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest tests first, after the order of the rest was drawn at random."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))
