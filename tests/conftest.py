"""What every test shares: the same examples everywhere, nothing written into the tree, nobody's own file."""

import os
import tempfile
from pathlib import Path

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
