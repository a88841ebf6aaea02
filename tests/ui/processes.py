"""`dealer-station` as a separate process, on a display that nobody sees (Xvfb) or on none."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from dealer_station.engine.model.errors import DealerStationError
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.codec import Content, decode
from tests.house.rules import ROOT
from ui.common.display_check import DISPLAYS

PATIENCE_SECONDS = 120
_SERVERS = count()


def environment(**more: str) -> dict[str, str]:
    """Ours without a display, and with what is named."""
    return {name: value for name, value in os.environ.items() if name not in DISPLAYS} | more


@contextmanager
def xvfb(size: str = "1366x768") -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """An X server of our own: the name of its display, and its process."""
    if shutil.which("Xvfb") is None:
        pytest.fail("Xvfb is not installed; run: sh tools/system-libs tests")
    # A server that chooses its number may choose that of one that is just ending, and loses its socket to it.
    number = 100 + (os.getpid() * 16 + next(_SERVERS)) % 50_000
    # Without -noreset the server starts over when its last client leaves, and refuses the next one meanwhile.
    command = ["Xvfb", f":{number}", "-displayfd", "1", "-noreset", "-nolisten", "tcp"]
    command += ["-screen", "0", f"{size}x24"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert server.stdout
    try:
        yield f":{server.stdout.readline().strip()}", server
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


@contextmanager
def station(*words: str, **more: str) -> Iterator[subprocess.Popen[str]]:
    """A command that runs until it is stopped."""
    command = [sys.executable, "-m", "dealer_station", *words]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment(**more),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        said, complained = process.communicate()
        print(said, complained)


def until(there: Callable[[], bool], words: str) -> None:
    """Waits for something that another process does."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        if there():
            return
        time.sleep(0.05)
    raise AssertionError(f"{words} did not happen")


def rows(db: Path) -> list[Content]:
    """The rows of the log; none while the file is being made."""
    try:
        with Reader(db) as log:
            return [decode(row.part, row.body) for row in log.rows()]
    except DealerStationError:
        return []
