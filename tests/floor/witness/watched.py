"""A log that grows in memory, and a witness that watches it."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from threading import Thread

from dealer_station.floor.witness.cosigning import Cosigner
from dealer_station.floor.witness.server import WitnessServer
from dealer_station.floor.witness.settings import open_witness
from dealer_station.log.transparency.note import SignedNote
from dealer_station.log.transparency.note_keys import NoteKey
from dealer_station.log.transparency.tree import Frontier, consistency_ranges, hashes_of
from dealer_station.log.transparency.tree_head import TreeHead, log_signer, origin_of
from dealer_station.log.transparency.witness_request import WitnessRequest


class GrowingLog:
    """Rows of a log, each only a hash; `fork` names the branch that rows after `forked_at` are of."""

    def __init__(self, *, fork: str = "", forked_at: int = 0, seed: int = 1) -> None:
        self.fork, self.forked_at = fork, forked_at
        self.origin = origin_of(sha256(b"the second row").digest())
        self.signer = log_signer(self.origin, bytes([seed]) * 32)

    def rows(self, size: int) -> list[bytes]:
        """The hashes of the first rows."""
        return [
            sha256(f"{self.fork if number >= self.forked_at else ''}{number}".encode()).digest()
            for number in range(size)
        ]

    def note(self, size: int) -> SignedNote:
        """The signed note of a size."""
        state = Frontier()
        for row in self.rows(size):
            state.append(row)
        return TreeHead(self.origin, size, state.root()).note(self.signer)

    def proof(self, old: int, size: int) -> tuple[bytes, ...]:
        """The consistency proof between two sizes."""
        return tuple(hashes_of(consistency_ranges(old, size), Frontier(), self.rows(size)))

    def request(self, old: int, size: int) -> bytes:
        """The body of a request."""
        return WitnessRequest(old, self.proof(old, size) if old else (), self.note(size)).body


def prepare(folder: Path, *logs: GrowingLog) -> Path:
    """Write the settings of a witness that knows these logs."""
    known = "".join(f'[[logs]]\nkeys = ["{log.signer.key.text}"]\n' for log in logs)
    (folder / "witness.toml").write_text(f'name = "surveillance.example/w1"\n{known}', "utf-8")
    return folder


@contextmanager
def serving(folder: Path, port: int = 0) -> Iterator[tuple[str, NoteKey]]:
    """A witness on a port of this machine, a free one unless it is named, in a thread; its address and its
    key."""
    witness = open_witness(folder)
    server = WitnessServer(("127.0.0.1", port), Cosigner(witness))
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server.url, witness.signer.key
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Dying(Cosigner):
    """A cosigner whose process is killed after the state is stored and before anybody is answered."""

    def store(self, path: Path, note: SignedNote) -> None:
        super().store(path, note)
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    dying = WitnessServer(("127.0.0.1", 0), Dying(open_witness(Path(sys.argv[1]))))
    print(dying.url, flush=True)
    dying.serve_forever()
