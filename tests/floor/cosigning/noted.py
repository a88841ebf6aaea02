"""Stations that bring notes with their rows, witnesses beside the floor, and what people see of them."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from dealer_station.floor.client.link import FloorLink, FloorSettings
from dealer_station.floor.client.outbox import Outbox
from dealer_station.floor.client.sync import Synchroniser
from dealer_station.floor.store import witnessing
from dealer_station.log.integrity import keys as key_files
from dealer_station.log.read.reader import Reader
from dealer_station.log.transparency import log_note
from dealer_station.log.transparency.log_tree import open_tree, signing_keys
from dealer_station.log.transparency.note import SignedNote
from dealer_station.log.transparency.note_keys import NoteKey, read_key
from dealer_station.log.transparency.tree_head import TreeHead, head_of, log_key, log_signer
from tests.floor.commands import floor_command
from tests.floor.floors import FloorUnderTest
from tests.floor.small_logs import SmallLog
from tests.floor.witness.watched import serving

FINISH_SECONDS = 20.0


def keys_beside(log: Path) -> Path:
    """The folder of the station's keys."""
    return log.with_name(f"{log.name}.keys")


def bring_noted(settings: FloorSettings, log: Path, name: str = "Table 7") -> Synchroniser:
    """Bring a whole log and the note of its last checkpoint to the floor, as `floor sync` does."""
    one = Synchroniser(Outbox(log), FloorLink(settings), name, "test", keys_beside(log))
    try:
        while one.step() <= 0 or one.state.status == "behind":
            pass
        one.finish(FINISH_SECONDS)
    finally:
        one.close()
    return one


def grow(log: Path, rows: int, words: str = "") -> int:
    """Write more rows to a closed log; return its size."""
    small = SmallLog(log)
    small.write(rows, words)
    small.close()
    with Reader(log) as reader:
        return reader.ends()[1]


def log_keys(log: Path) -> tuple[NoteKey, ...]:
    """The verifier keys of a log, the oldest first."""
    with Reader(log) as reader:
        return tuple(log_key(open_tree(log).origin, key) for key in signing_keys(reader))


def kept(log: Path) -> SignedNote:
    """The cosigned note beside a log."""
    found = log_note.kept_note(log)
    assert found is not None
    return found


def size_of(log: Path) -> int:
    """The rows that the cosigned note beside a log covers."""
    return head_of(kept(log)).size


def false_note(log: Path, size: int) -> SignedNote:
    """A note of another history, signed with the station's own key."""
    origin = open_tree(log).origin
    seed = key_files.read(keys_beside(log) / "signing.key")
    return TreeHead(origin, size, bytes(32)).note(log_signer(origin, seed))


def prepare_witness(folder: Path, *logs: Path) -> Path:
    """Write the settings of a witness that knows these logs."""
    folder.mkdir(exist_ok=True)
    known = "".join(f"[[logs]]\nkeys = {json.dumps([key.text for key in log_keys(log)])}\n" for log in logs)
    (folder / "witness.toml").write_text(f'name = "surveillance.example/w1"\n{known}', "utf-8")
    return folder


def name_witnesses(floor: FloorUnderTest, *named: tuple[str, NoteKey | str]) -> None:
    """Name outside witnesses in floor.toml; gateways that start later ask them."""
    keys = [(url, key if isinstance(key, str) else key.text) for url, key in named]
    lines = "".join(f'[[witnesses]]\nurl = "{url}"\nkey = "{key}"\n' for url, key in keys)
    (floor.folder / "floor" / "floor.toml").write_text(lines, "utf-8")


@contextmanager
def witnessed(floor: FloorUnderTest, *logs: Path) -> Iterator[NoteKey]:
    """A witness of some logs, which this floor asks."""
    with serving(prepare_witness(floor.folder / "witness", *logs)) as (url, key):
        name_witnesses(floor, (url, key))
        yield key


def until(there: Callable[[], Any]) -> Any:
    """Wait until a function returns something, and return it."""
    ends = time.monotonic() + 20
    while not (found := there()):
        assert time.monotonic() < ends
        time.sleep(0.02)
    return found


def status(floor: FloorUnderTest) -> tuple[int, str, dict[str, Any]]:
    """Exit code and text of `floor status`, and as data the cosigned notes of the only log."""
    shown = floor_command(floor, "status")
    assert shown.exit_code in (0, 1), shown.output
    data = msgspec.to_builtins(witnessing.cosigned_logs(floor.owner())[0])
    return shown.exit_code, shown.output, data


def trouble(floor: FloorUnderTest) -> str:
    """The trouble of the only witness with the newest branch; empty if there is none."""
    found = floor.ask("SELECT trouble FROM floor.witness_state ORDER BY branch DESC")
    return str(found[0][0]) if found else ""


def until_trouble(floor: FloorUnderTest, what: str) -> None:
    """Wait until the witness is in this trouble."""
    until(lambda: trouble(floor) == what)


def cosigned_sizes(floor: FloorUnderTest, branch: int = 1) -> list[int]:
    """The sizes of the notes that the floor has cosigned."""
    query = "SELECT size FROM floor.note WHERE branch = %s ORDER BY size"
    return [size for (size,) in floor.ask(query, branch)]


def key_of(text: str) -> NoteKey:
    """A verifier key that a command printed."""
    return read_key(text.strip().splitlines()[-1])
