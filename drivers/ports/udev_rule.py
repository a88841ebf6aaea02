"""Where the files of packaging/ are on this machine, so that a remedy can be copied into a terminal."""

import sys
from pathlib import Path
from shlex import quote

RULES_FILE = "70-dealer-station.rules"
_PLACES = (
    Path(__file__).resolve().parents[2] / "packaging",
    Path(sys.prefix) / "share" / "dealer-station" / "packaging",
)
"""Beside the source, or where an installation puts them."""


def packaged(name: str) -> Path:
    """The whole path of a file that comes with the product."""
    return next((folder / name for folder in _PLACES if (folder / name).is_file()), _PLACES[-1] / name)


RULE = packaged(RULES_FILE)
INSTALL_RULE = f"sudo cp {quote(str(RULE))} /etc/udev/rules.d/ && sudo udevadm control --reload"
