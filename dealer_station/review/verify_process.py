"""A verification in a process of its own: hashing a year of rows must not hold up a window.

`python -m dealer_station.review.checking FILE` says how many rows are done, a line at a time, and then what
was found.
"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from dealer_station.engine.model.errors import DealerStationError, LogError
from dealer_station.log.integrity.verify import Report, verify


class Said(Struct, omit_defaults=True):
    """A line of the process that verifies."""

    rows: int = 0
    report: Report | None = None
    error: str = ""


class Checking:
    """One verification that can be waited for, and given up."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(path)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def run(self, progress: Callable[[int], None]) -> Report:
        """What was found; a LogError where the file is no log, or the process was ended."""
        assert self._process.stdout
        with self._process.stdout as lines:
            for line in lines:
                said = msgspec.json.decode(line, type=Said)
                if said.error:
                    raise LogError(said.error)
                if said.report is not None:
                    return said.report
                progress(said.rows)
        raise LogError(f"{self._path}: the verification was ended before it was done; verify again")

    def give_up(self) -> None:
        """Nobody wants to know any more."""
        self._process.kill()
        self._process.wait()


def _say(said: Said) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")
    sys.stdout.buffer.flush()


def main(path: Path) -> None:
    """Verifies a log and says so."""
    done = 0

    def tell(rows: int) -> None:
        nonlocal done
        done += rows
        _say(Said(rows=done))

    try:
        _say(Said(report=verify(path, progress=tell)))
    except DealerStationError as error:
        _say(Said(error=str(error)))
    except OSError as error:
        _say(Said(error=f"{path}: {error.strerror or error}"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
