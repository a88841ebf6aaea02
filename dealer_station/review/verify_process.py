"""Verification in a separate process, so that hashing a year of rows does not block a window.

`python -m dealer_station.review.verify_process FILE` prints JSON lines: the number of rows done,
then the report.
"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from dealer_station.engine.model.errors import DealerStationError, LogError
from dealer_station.log.integrity.verify import Verification, verify


class VerifierLine(Struct, omit_defaults=True):
    """One line of output of the verifying process."""

    rows: int = 0
    report: Verification | None = None
    error: str = ""


class RunningVerification:
    """A running verification that can be awaited or cancelled."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(path)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def run(self, progress: Callable[[int], None]) -> Verification:
        """Wait for the report; raise LogError if the file is not a log or the process was ended."""
        assert self._process.stdout
        with self._process.stdout as lines:
            for line in lines:
                said = msgspec.json.decode(line, type=VerifierLine)
                if said.error:
                    raise LogError(said.error)
                if said.report is not None:
                    return said.report
                progress(said.rows)
        raise LogError(f"{self._path}: the verification was interrupted; verify again")

    def give_up(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.wait()


def _say(said: VerifierLine) -> None:
    """Print one line and flush it."""
    sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")
    sys.stdout.buffer.flush()


def main(path: Path) -> None:
    """Verify a log and print progress and report."""
    done = 0

    def tell(rows: int) -> None:
        nonlocal done
        done += rows
        _say(VerifierLine(rows=done))

    try:
        _say(VerifierLine(report=verify(path, progress=tell)))
    except DealerStationError as error:
        _say(VerifierLine(error=str(error)))
    except OSError as error:
        _say(VerifierLine(error=f"{path}: {error.strerror or error}"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
