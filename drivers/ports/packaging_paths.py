"""Paths of the files in packaging/ on this machine, for suggested commands that can be copied."""

import sys
from pathlib import Path
from shlex import quote

RULES_FILE = "70-dealer-station.rules"
_PLACES = (
    Path(__file__).resolve().parents[2] / "packaging",
    Path(sys.prefix) / "share" / "dealer-station" / "packaging",
)
"""Folders searched: beside the source, then the place where an installation puts them."""


def packaged(name: str) -> Path:
    """Return the full path of a packaged file."""
    return next((folder / name for folder in _PLACES if (folder / name).is_file()), _PLACES[-1] / name)


RULE = packaged(RULES_FILE)
INSTALL_RULE = f"sudo cp {quote(str(RULE))} /etc/udev/rules.d/ && sudo udevadm control --reload"
