"""Signatures checked on a second core while the rows of a log are hashed.

`python -m dealer_station.log.integrity.signature_process` reads checkpoints of a fixed length from its input
and writes a byte for each: 1 if the signature is valid. A signature takes as long as the hashes of twenty
rows, and a log has about two for each round. If the process cannot be started or ends early, what it left is
checked here: the answers are the same.
"""

import struct
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from threading import Thread
from types import TracebackType
from typing import Self

from dealer_station.log.integrity.sign import Checkpoint

FEWEST = 2_000
"""Fewer signatures are checked before another Python has started."""
CHUNK = 256
_CHECKPOINT = struct.Struct(">q32sq32s64s")
_GENUINE, _FORGED = b"\1", b"\0"


class SignatureChecks:
    """The signatures of a log's checkpoints, checked ahead in the order in which they are asked for."""

    def __init__(self, checkpoints: Sequence[Checkpoint]) -> None:
        self._places: dict[Checkpoint, int] = {}
        self._answers = b""
        self._process: subprocess.Popen[bytes] | None = None
        if len(checkpoints) >= FEWEST:
            self._start([(one, told) for one in checkpoints if (told := _told(one)) is not None])

    def _start(self, checkpoints: Sequence[tuple[Checkpoint, bytes]]) -> None:
        self._places = {one: place for place, (one, _) in enumerate(checkpoints)}
        command, pipe = [sys.executable, "-m", __name__], subprocess.PIPE
        with suppress(OSError):
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
            told = b"".join(told for _, told in checkpoints)
            Thread(target=self._tell, args=(self._process, told), name="signatures", daemon=True).start()

    @staticmethod
    def _tell(process: subprocess.Popen[bytes], told: bytes) -> None:
        # In a thread: the process answers before it has read everything, and neither pipe may fill up.
        assert process.stdin
        with suppress(OSError, ValueError), process.stdin:
            process.stdin.write(told)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            assert self._process.stdout
            self._process.kill()
            self._process.wait()
            self._process.stdout.close()

    def is_genuine(self, checkpoint: Checkpoint) -> bool:
        """True if the signature of a checkpoint is valid; waits for the process if it is not there yet."""
        place = self._places.get(checkpoint)
        if self._process is None or place is None:
            return checkpoint.is_genuine
        assert self._process.stdout
        while place >= len(self._answers):
            more = self._process.stdout.read(CHUNK)
            if not more:
                return checkpoint.is_genuine
            self._answers += more
        return self._answers[place : place + 1] == _GENUINE


def _told(one: Checkpoint) -> bytes | None:
    """A checkpoint as the process reads it; None if a damaged file holds values of another type or length."""
    values = (one.seq, one.head, one.wall_us, one.signer, one.signature)
    try:
        told = _CHECKPOINT.pack(*values)
    except (struct.error, TypeError):
        return None
    return told if _CHECKPOINT.unpack(told) == values else None


def main() -> None:
    """Check the checkpoints of standard input until it ends."""
    while told := sys.stdin.buffer.read(CHUNK * _CHECKPOINT.size):
        found = (Checkpoint(*values).is_genuine for values in _CHECKPOINT.iter_unpack(told))
        sys.stdout.buffer.write(b"".join(_GENUINE if one else _FORGED for one in found))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
