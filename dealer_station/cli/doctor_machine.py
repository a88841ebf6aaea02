"""Checks of `dealer-station doctor` on the machine: programs, clock, disk, fonts, display."""

import ctypes
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

from msgspec import Struct

from dealer_station.log.store.files import SQLITE_VERSION
from drivers.ports.packaging_paths import INSTALL_RULE, RULES_FILE
from ui.common.no_display import UNSEEN, named, platform, why_no_display

State = Literal["ok", "warning", "failed"]

RULES_FOLDERS = tuple(
    map(Path, ("/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d"))
)
FONT_FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".fonts")
MOUNTS = Path("/proc/mounts")
SQLITE_LEAST = (3, 37, 0)
FREE_BYTES_LOW, FREE_BYTES_LEAST = 2 * 10**9, 2 * 10**8
FSYNC_SECONDS_SLOW = 0.05
FSYNC_TIMES = 12
UNSYNCHRONISED = 5
_POOR_DISKS = ("tmpfs", "ramfs", "nfs", "nfs4", "cifs", "smb3", "9p", "vboxsf", "overlay")
_QT = "import PySide6.QtGui, PySide6.QtQml, PySide6.QtQuick"
_WINDOW = "from PySide6.QtGui import QGuiApplication; QGuiApplication([])"
WINDOW_SECONDS = 30


class CheckItem(Struct, frozen=True):
    """The result of one check, with a remedy if it did not pass."""

    name: str
    state: State
    words: str
    remedy: str = ""
    facts: dict[str, str | int | float] = {}


def machine(folder: Path, last_us: int) -> Iterator[CheckItem]:
    """Run every check that concerns no device; `last_us` is the time of the log's last row."""
    yield _python()
    yield _qt()
    yield _sqlite()
    yield from _clock(last_us)
    yield from _disk(folder)
    yield _fonts()
    yield _display()
    yield _udev_rule()


def _python() -> CheckItem:
    running = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] != (3, 11):
        return CheckItem("python", "failed", f"Python {running}", "run `make table` with Python 3.11")
    return CheckItem("python", "ok", f"Python {running}", facts={"version": running})


def _qt() -> CheckItem:
    """Import Qt in another process, because a missing library can end the process that imports it."""
    try:
        found = version("PySide6-Essentials")
    except PackageNotFoundError:
        return CheckItem("pyside6", "failed", "PySide6 is not installed", "run `make table`")
    tried = subprocess.run([sys.executable, "-c", _QT], capture_output=True, text=True, check=False)
    if tried.returncode:
        why = (tried.stderr.strip().splitlines() or ["it exited without a message"])[-1]
        remedy = "install the libraries that `sh tools/system-libs` names, then run `make table`"
        return CheckItem("pyside6", "failed", f"PySide6 {found} does not start: {why}", remedy)
    return CheckItem("pyside6", "ok", f"PySide6 {found}", facts={"version": found})


def _sqlite() -> CheckItem:
    facts: dict[str, str | int | float] = {"version": SQLITE_VERSION}
    if tuple(map(int, SQLITE_VERSION.split("."))) < SQLITE_LEAST:
        least = ".".join(map(str, SQLITE_LEAST))
        return CheckItem(
            "sqlite", "failed", f"SQLite {SQLITE_VERSION}", f"use a Python with SQLite {least}", facts
        )
    return CheckItem("sqlite", "ok", f"SQLite {SQLITE_VERSION}", facts=facts)


def clock_state() -> int:
    """Return the kernel's clock state: 5 means not synchronised, -1 that the call is not permitted."""
    return int(ctypes.CDLL(None, use_errno=True).adjtimex(ctypes.create_string_buffer(512)))


def _clock(last_us: int) -> Iterator[CheckItem]:
    now = time.time()
    installed = Path(__file__).stat().st_mtime
    shown = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now))
    set_it = "set the clock (`timedatectl set-ntp true`, or `date -s`) before a round is dealt"
    if now * 1_000_000 < last_us:
        yield CheckItem("clock", "failed", f"{shown} is before the last row of the log", set_it)
    elif now < installed - 86_400:
        yield CheckItem("clock", "failed", f"{shown} is before this program was installed", set_it)
    else:
        yield CheckItem("clock", "ok", shown)
    match clock_state():
        case 5:
            remedy = "start a time service: `timedatectl set-ntp true`, or chrony"
            yield CheckItem("time service", "warning", "the clock is not synchronised", remedy)
        case -1:
            yield CheckItem(
                "time service",
                "warning",
                "the kernel does not permit this query here",
                "run `timedatectl` on the host",
            )
        case _:
            yield CheckItem("time service", "ok", "the clock is synchronised")


def _disk(folder: Path) -> Iterator[CheckItem]:
    try:
        free = shutil.disk_usage(folder).free
        yield _room(folder, free)
        seconds = _fsync_seconds(folder)
    except OSError as error:
        yield CheckItem(
            "disk", "failed", f"{folder}: {error.strerror}", "choose a folder that the station may write to"
        )
        return
    words = f"a synced write takes {seconds * 1000:.1f} ms"
    facts: dict[str, str | int | float] = {
        "fsync_ms": round(seconds * 1000, 3),
        "file_system": kind_of_disk(folder),
    }
    if kind_of_disk(folder) in _POOR_DISKS:
        why = f"{folder} is on {kind_of_disk(folder)}: written data may not survive a power cut"
        yield CheckItem("fsync", "warning", why, "put the log on a local disk (ext4 or xfs)", facts)
    elif seconds > FSYNC_SECONDS_SLOW:
        yield CheckItem("fsync", "warning", words, "use a faster disk: each card waits for it", facts)
    else:
        yield CheckItem("fsync", "ok", words, facts=facts)


def _room(folder: Path, free: int) -> CheckItem:
    words, facts = f"{free / 1e9:.1f} GB free in {folder}", {"free_bytes": free}
    state: State = "failed" if free < FREE_BYTES_LEAST else "warning" if free < FREE_BYTES_LOW else "ok"
    remedy = (
        ""
        if state == "ok"
        else ("free some space: closed months can be moved elsewhere, see docs/reference/log.md")
    )
    return CheckItem("disk", state, words, remedy, dict(facts))


def _fsync_seconds(folder: Path) -> float:
    """The median time of a few writes with fsync, in a temporary file."""
    taken = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(FSYNC_TIMES):
            began = time.perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            taken.append(time.perf_counter() - began)
    return statistics.median(taken)


def kind_of_disk(folder: Path) -> str:
    """The type of the file system that holds a folder, as the kernel names it."""
    best, kind = Path("/"), ""
    for line in MOUNTS.read_text().splitlines() if MOUNTS.exists() else ():
        _, place, name, *_ = line.split()
        mounted = Path(place)
        if folder.resolve().is_relative_to(mounted) and len(mounted.parts) >= len(best.parts):
            best, kind = mounted, name
    return kind


def _fonts() -> CheckItem:
    count = sum(1 for folder in FONT_FOLDERS for kind in ("ttf", "otf") for _ in folder.rglob(f"*.{kind}"))
    if not count:
        return CheckItem(
            "fonts", "warning", "no fonts are installed", "install some: apt install fonts-dejavu-core"
        )
    return CheckItem("fonts", "ok", f"{count} font files", facts={"files": count})


def _display() -> CheckItem:
    """Open a Qt application in another process, because a missing display or library would end this one."""
    displays = named()
    if not displays:
        remedy = "log in at the table's screen, or run with --headless"
        return CheckItem("display", "warning", "no display is set here", remedy)
    if platform() in UNSEEN:
        return CheckItem(
            "display", "warning", why_no_display(), "run `unset QT_QPA_PLATFORM` at the table's screen"
        )
    tried = subprocess.run(
        [sys.executable, "-c", _WINDOW], capture_output=True, check=False, timeout=WINDOW_SECONDS
    )
    if tried.returncode == 0:
        return CheckItem("display", "ok", f"Qt opens {' and '.join(displays)}")
    words, _, remedy = why_no_display().partition("; ")
    return CheckItem(
        "display",
        "failed",
        words,
        remedy or "start the display server (X11 or cage), or set the right display",
    )


def _udev_rule() -> CheckItem:
    for folder in RULES_FOLDERS:
        if (folder / RULES_FILE).exists():
            return CheckItem("udev rule", "ok", str(folder / RULES_FILE))
    return CheckItem("udev rule", "warning", f"{RULES_FILE} is not installed", INSTALL_RULE)
