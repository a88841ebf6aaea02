"""Runs a real station under the recorder (recorder.c), and reads what it wrote down."""

import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

from msgspec import Struct

from tests.house.rules import ROOT

SOURCE = Path(__file__).with_name("recorder.c")
_HEAD = struct.Struct("=cqII")

# The station as the console script runs it; the first argument is what `synchronous` is to be.
STATION = """
import sys
from dealer_station.log.store import files
files.SYNCHRONOUS = sys.argv.pop(1)
from dealer_station.cli.main import main
main()
"""


class Op(Struct, frozen=True):
    """Something that the station asked the disk for: W(rite), S(ync), T(runcate), U(nlink), R(ename)."""

    what: str
    path: str
    offset: int
    data: bytes


def compiled(folder: Path) -> Path:
    """The recorder as a library to be loaded before all others."""
    library = folder / "recorder.so"
    compiler = shutil.which("cc")
    assert compiler, "a C compiler is missing; run: sh tools/system-libs tests"
    command = [compiler, "-O1", "-shared", "-fPIC", "-Wno-nonnull", "-o", str(library), str(SOURCE), "-ldl"]
    subprocess.run(command, check=True)
    return library


def run_station(
    library: Path,
    folder: Path,
    more: dict[str, str],
    *,
    rounds: int,
    seed: int = 1,
    synchronous: str = "FULL",
) -> subprocess.CompletedProcess[str]:
    """A shift at a station whose log is FOLDER/log.db, under the recorder."""
    words = ["run", "--sim", "--headless", "--speed", "0", "--players", "2"]
    words += ["--rounds", str(rounds), "--seed", str(seed), "--db", str(folder / "log.db")]
    environment = {**os.environ, "LD_PRELOAD": str(library), "DS_FOLDER": f"{folder}/", **more}
    return subprocess.run(
        [sys.executable, "-c", STATION, synchronous, *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def read_trace(path: Path) -> list[Op]:
    """The recorded operations, in order."""
    raw, at, found = path.read_bytes(), 0, []
    while at < len(raw):
        what, offset, named, length = _HEAD.unpack_from(raw, at)
        at += _HEAD.size
        name = raw[at : at + named].decode()
        found.append(Op(what.decode(), Path(name).name, offset, raw[at + named : at + named + length]))
        at += named + length
    return found
