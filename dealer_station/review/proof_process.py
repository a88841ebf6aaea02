"""The proof of a round, made in a separate process, so that hashing a year of rows does not block a window.

`python -m dealer_station.review.proof_process FILE ROUND OUT` writes the proof to OUT, or nothing if neither
a cosigned checkpoint nor the station's keys are beside the log.
"""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread

from dealer_station.engine.model.errors import LogError
from dealer_station.log.transparency.log_note import write_round_proof


def start_proof(log: Path, number: int, out: Path) -> None:
    """Start to write the proof of a round; it goes on after the window is closed."""
    command = [sys.executable, "-m", __name__, str(log), str(number), str(out)]
    quiet = subprocess.DEVNULL

    def wait() -> None:
        subprocess.run(command, stdin=quiet, stdout=quiet, stderr=quiet, check=False)

    Thread(target=wait, daemon=True, name=f"proof of round {number}").start()


def main(log: Path, number: int, out: Path) -> None:
    """Write the proof of a round if one can be made."""
    with suppress(LogError, OSError):
        write_round_proof(log, number, out, log.with_name(log.name + ".keys"))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
