"""What every test shares: Hypothesis tries the same examples everywhere and writes nothing into the tree."""

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir

# Hypothesis also keeps caches beside its examples; they belong to the machine, not to the tree.
set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "dealer-station-hypothesis")

settings.register_profile(
    "house",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")
