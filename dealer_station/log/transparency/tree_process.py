"""The `.tree` file of a month that was just closed, written by a separate process, so that the table never
waits for the hashing of a month.

`python -m dealer_station.log.transparency.tree_process MONTH` reads the signing key from its input, in hex.
If an earlier month is missing it writes nothing: the log works as before, and `log checkpoint --trees` says
what is missing.
"""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread

from dealer_station.engine.model.errors import LogError
from dealer_station.log.transparency.log_note import write_closed_trees

NICENESS = 19


def start_tree(month: Path, signing: bytes) -> None:
    """Start to write the state of a closed month; it goes on after the station has stopped."""
    command = [sys.executable, "-m", __name__, str(month.absolute())]
    quiet = subprocess.DEVNULL

    def wait() -> None:
        with suppress(OSError):
            subprocess.run(command, input=signing.hex().encode(), stdout=quiet, stderr=quiet, check=False)

    Thread(target=wait, daemon=True, name=f"tree of {month.name}").start()


def main(month: Path, signing: bytes) -> None:
    """Write the states that can be made."""
    with suppress(LogError, OSError):
        write_closed_trees(month, signing)


if __name__ == "__main__":
    os.nice(NICENESS)
    main(Path(sys.argv[1]), bytes.fromhex(sys.stdin.read()))
