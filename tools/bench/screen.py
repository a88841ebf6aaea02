"""Measures the screen: from wire to frame, from start to first frame, and the growth of its memory."""

import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QSize, QTimer, QUrl
from PySide6.QtQuick import QQuickView

from dealer_station.app.simulated_screen import SimulatedScreen, quiet_devices
from dealer_station.engine.due.step_types import Draw
from tests.ui.sitting import at_table_of
from tools.bench.measures import Measure
from ui.common.qt_ownership import destroy_kept, keep, resume_collector
from ui.dealer.window import application, wait_a_moment

CARDS = 300
STARTS = 5
FEW_ROUNDS, MANY_ROUNDS = 100, 1_000
AIM_LATENCY, AIM_START, AIM_DEALER, AIM_MEMORY_PERCENT = 1.5, 2.0, 3.0, 10.0
PATIENCE_SECONDS = 5.0
BARE = b"""
import QtQuick
Rectangle { property int number: 0; color: "#123c34"
    Text { anchors.centerIn: parent; font.pixelSize: 60; color: "white"; text: parent.number } }
"""
_EMPTY = (
    "import sys; from PySide6.QtGui import QGuiApplication; from PySide6.QtCore import QUrl; "
    "from PySide6.QtQuick import QQuickView; app = QGuiApplication([]); view = QQuickView(); "
    "view.setSource(QUrl.fromLocalFile(sys.argv[1])); view.resize(1280, 800); "
    "view.frameSwapped.connect(app.quit); view.show(); app.exec(); print('painted', flush=True)"
)


def measure(
    cards: int = CARDS, starts: int = STARTS, rounds: tuple[int, int] = (FEW_ROUNDS, MANY_ROUNDS)
) -> Iterator[Measure]:
    """Run with the software renderer on the offscreen platform, as a table's computer without its panel."""
    application()
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as name, quiet_devices():
        folder = Path(name)
        (folder / "bare.qml").write_bytes(BARE)
        yield from _latency(folder, cards)
        yield from _starts(folder, starts)
        yield from _memory(folder, *rounds)


def _latency(folder: Path, count: int) -> Iterator[Measure]:
    """Time cards and bare repaints in turn, so that disturbances of the machine affect both alike."""
    bare, at_once = _Bare(folder / "bare.qml"), _Bare(folder / "bare.qml", at_once=True)
    cards = _Cards(folder / "latency.db")
    taken: dict[str, list[float]] = {"bare": [], "at once": [], "card": []}
    for number in range(count):
        taken["bare"].append(bare.repaint(number))
        taken["at once"].append(at_once.repaint(number))
        taken["card"].append(cards.draw())
    cards.close()
    p50 = {name: statistics.median(times) * 1e3 for name, times in taken.items()}
    p99 = {name: statistics.quantiles(times, n=100)[98] * 1e3 for name, times in taken.items()}
    yield Measure("last byte of a card to the painted frame, p50", p50["card"], "ms")
    yield Measure("last byte of a card to the painted frame, p99", p99["card"], "ms")
    yield Measure("a bare QML repaint, p50", p50["bare"], "ms")
    yield Measure("a bare QML repaint, p99", p99["bare"], "ms")
    yield Measure("a bare QML repaint without Qt's wait for more, p99", p99["at once"], "ms")
    ratio = p99["card"] / p99["bare"]
    aim = f"at most {AIM_LATENCY:g} x"
    yield Measure("card against bare repaint, p99", ratio, "x", aim, met=ratio <= AIM_LATENCY)
    yield Measure("card against one without Qt's wait, p99", p99["card"] / p99["at once"], "x")


class _Bare:
    """A window with one number; with `at_once` it repaints without Qt's delay, as the dealer's does."""

    def __init__(self, qml: Path, *, at_once: bool = False) -> None:
        self._at_once = at_once
        self._view = QQuickView()
        keep(self._view)
        self._painted_at = 0.0
        self._view.frameSwapped.connect(self._painted)
        self._view.setSource(QUrl.fromLocalFile(str(qml)))
        self._view.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
        self._view.resize(QSize(1280, 800))
        self._view.show()
        wait_a_moment(100)

    def _painted(self) -> None:
        self._painted_at = time.perf_counter()

    def repaint(self, number: int) -> float:
        """The seconds from a change to its frame."""
        changed_at = 0.0

        def change() -> None:
            nonlocal changed_at
            changed_at = time.perf_counter()
            self._view.rootObject().setProperty("number", number + 1)
            if self._at_once:
                QCoreApplication.sendEvent(self._view, QEvent(QEvent.Type.UpdateRequest))

        QTimer.singleShot(0, change)
        until = time.perf_counter() + PATIENCE_SECONDS
        while (not changed_at or self._painted_at < changed_at) and time.perf_counter() < until:
            application().processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        return self._painted_at - changed_at


class _Cards:
    """The real screen at a station whose shoe is on a wire; simulated people tap between the cards."""

    def __init__(self, db: Path) -> None:
        self._table = SimulatedScreen(
            at_table_of("massachusetts"), players=4, seed=1, pause_seconds=0, db=db, named=None
        )
        self._wrote_at = self._painted_at = 0.0
        self._seq_painted = -1
        served = self._table.simulation.devices.server
        assert served
        served.wrote = self._wrote
        self._table.window.frameSwapped.connect(self._painted)
        resume_collector()
        self._table.window.show()
        wait_a_moment(200)

    def _wrote(self, _: float) -> None:
        """Note the time of the first write after a draw: it is the card, in one piece."""
        if not self._wrote_at:
            self._wrote_at = time.perf_counter()

    def _painted(self) -> None:
        shown = self._table.window.bridge.shown
        seq = shown.seq if shown else -1
        if seq != self._seq_painted:
            self._seq_painted, self._painted_at = seq, time.perf_counter()

    def draw(self) -> float:
        """The seconds from the card on the wire to the frame that shows it."""
        self._play_until_a_card_is_due()
        before = self._seq_painted
        self._wrote_at = 0.0
        self._table.simulation.draw()
        until = time.perf_counter() + PATIENCE_SECONDS
        while (self._seq_painted == before or not self._wrote_at) and time.perf_counter() < until:
            # As at a table, the GUI thread sleeps until there is an event.
            application().processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        return self._painted_at - self._wrote_at

    def _play_until_a_card_is_due(self) -> None:
        while not isinstance(self._table.station.due, Draw):
            self._table.simulation.step(self._table.station)
            wait_a_moment(2)
        wait_a_moment(30)

    def close(self) -> None:
        self._table.close()
        destroy_kept()


def _starts(folder: Path, count: int) -> Iterator[Measure]:
    """Time whole processes from start to frame; an unmeasured first run fills the disk cache."""
    empty = [sys.executable, "-c", _EMPTY, str(folder / "bare.qml")]
    times: dict[str, list[float]] = {"empty": [], "painted": [], "dealer": []}
    for number in range(count + 1):
        station = [sys.executable, "-m", "tools.bench.first_frame", str(folder / f"start{number}.db")]
        bare, command = _until_said(empty), _until_said(station)
        if number:
            times["empty"].append(bare["painted"])
            times["painted"].append(command["painted"])
            times["dealer"].append(command["dealer"])
    middle = {name: statistics.median(taken) for name, taken in times.items()}
    first, dealer = middle["painted"] / middle["empty"], middle["dealer"] / middle["empty"]
    aim = f"at most {AIM_START:g} x"
    yield Measure("start to the first frame", middle["painted"] * 1e3, "ms")
    yield Measure("start to the dealer's screen", middle["dealer"] * 1e3, "ms")
    yield Measure("start to the first frame of an empty QML window", middle["empty"] * 1e3, "ms")
    yield Measure("first frame against an empty window", first, "x", aim, met=first <= AIM_START)
    aim = f"at most {AIM_DEALER:g} x"
    yield Measure("dealer's screen against an empty window", dealer, "x", aim, met=dealer <= AIM_DEALER)


def _until_said(command: list[str]) -> dict[str, float]:
    """The seconds until the process prints each word for the first time."""
    # A process that may not keep its bytecode would compile the whole program at every start.
    told = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    began = time.perf_counter()
    said: dict[str, float] = {}
    with subprocess.Popen(command, stdout=pipe, stderr=nowhere, text=True, env=told) as child:
        assert child.stdout
        for line in child.stdout:
            said.setdefault(line.split()[0], time.perf_counter() - began)
    return said


def _memory(folder: Path, few_rounds: int, many_rounds: int) -> Iterator[Measure]:
    """Play automatically in another process and compare its memory after few and after many rounds."""
    command = [sys.executable, "-m", "tools.bench.screen_memory", str(folder / "many.db")]
    words = [str(few_rounds), str(many_rounds)]
    with contextlib.suppress(subprocess.TimeoutExpired):
        said = subprocess.run([*command, *words], capture_output=True, text=True, check=True, timeout=3600)
        few, many = (int(line) for line in said.stdout.split())
        grown = 100 * (many - few) / few
        yield Measure(f"memory after {few_rounds} rounds", few / 1024, "MB")
        yield Measure(f"memory after {many_rounds:,} rounds", many / 1024, "MB")
        aim = f"at most {AIM_MEMORY_PERCENT:.0f} % more"
        yield Measure("memory grown since", grown, "%", aim, met=grown <= AIM_MEMORY_PERCENT)
