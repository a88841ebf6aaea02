"""Shared set-up: the same examples everywhere, nothing written into the tree, no configuration of the user's,
and the longest tests first."""

import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir

from dealer_station.people import pins

# Hypothesis also keeps caches beside its examples; they belong to the machine, not to the tree.
set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "dealer-station-hypothesis")

# A station.toml of whoever runs the tests is none of theirs.
os.environ["XDG_CONFIG_HOME"] = str(Path(tempfile.gettempdir()) / "dealer-station-no-configuration")

# A shell starts a background job with interrupts ignored, and a program keeps ignoring them. The tests end
# programs by these signals, so the programs must not inherit that.
for inherited in (signal.SIGINT, signal.SIGHUP):
    if signal.getsignal(inherited) is signal.SIG_IGN:
        signal.signal(inherited, signal.SIG_DFL)

MEMORY = Path("/dev/shm")
ENOUGH_BYTES = 1 << 30
# A log syncs every row, and waits for the disk. The tests look at what is written and in which order: memory
# that is mounted as a disk takes it at once.
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ENOUGH_BYTES:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

settings.register_profile(
    "house",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")


@pytest.fixture(scope="session", autouse=True)
def hasher_of_a_table() -> Iterator[PasswordHasher]:
    """Keep PINs with the least work that argon2 allows; what a table does is for the test of it alone."""
    with pytest.MonkeyPatch.context() as patched:
        of_a_table = pins.hasher()
        quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        patched.setattr(pins, "hasher", lambda: quick)
        yield of_a_table


LONGEST = (
    *("tests/exhaustive", "tests/properties", "tests/odds", "tests/station/test_killing"),
    "tests/floor/test_storm",
    *("tests/station/test_disk_faults", "tests/station/test_flood", "tests/station/test_power_cut"),
    *("tests/log/test_tampering", "tests/log/test_written_rounds", "tests/ui/review/test_many"),
    *("tests/ui/test_every_moment", "tests/ui/test_irregularities", "tests/ui/test_shown_before_settled"),
    "tests/ui/by_touch",
)
"""Folders and modules with tests of many seconds. Started last, one of them would keep a single core busy
while the others have nothing left to do."""


CORE = (
    "tests/engine",
    "tests/rulebook/test_rounds.py::test_the_written_round_plays",
    "tests/rulebooks",
    "tests/house/test_contracts",
)
"""The tests that a change most likely breaks; make quick runs all of them."""
COUNTED = "counted"
"""The name under which a long proof reports its counts."""
SAMPLE_ONE_OF = 60
"""Of all other tests make quick runs one in so many; the random order makes it others each time."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="run the core tests and a sample of the rest")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin every worker's share with the longest tests, after the order was drawn at random."""
    longest = [item for item in items if item.nodeid.startswith(LONGEST)]
    rest = [item for item in items if not item.nodeid.startswith(LONGEST)]
    if config.getoption("--quick"):
        core = [item for item in items if item.nodeid.startswith(CORE)]
        longest, rest = core, [item for item in rest if not item.nodeid.startswith(CORE)][::SAMPLE_ONE_OF]
    # Each worker starts with one stretch of the list, and takes work from the others when it is through.
    workers = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    shares = [(*longest[first::workers], *rest[first::workers]) for first in range(workers)]
    items[:] = [item for share in shares for item in share]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the long proofs counted, wherever they ran."""
    for report in terminalreporter.getreports("passed"):
        for words in [value for name, value in report.user_properties if name == COUNTED]:
            terminalreporter.write_line(f"{report.nodeid.rpartition('::')[2]}: {words}")


def pytest_collection_finish() -> None:
    """Keep thousands of collected tests, which all stay, out of the garbage collector's way, and let it look
    less often at what the tests make: almost none of that is in a cycle."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
