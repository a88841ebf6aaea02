"""The version of this program, as its installation names it."""

import sys
from functools import cache
from pathlib import Path

_NAME = "dealer_station-"
_END = ".dist-info"


@cache
def program_version() -> str:
    """The installed version, from the name of the folder that describes the installation."""
    # `importlib.metadata` reads the same folder, but imports a parser for e-mail to do so, and the log
    # records the version while the dealer waits for the first screen.
    found = {
        name[len(_NAME) : -len(_END)]
        for folder in map(Path, sys.path)
        if folder.is_dir()
        for name in (path.name for path in folder.glob(f"{_NAME}*{_END}"))
    }
    if len(found) == 1:
        return found.pop()
    from importlib.metadata import version

    return version("dealer-station")
