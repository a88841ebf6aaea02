"""Runs one scene from its file to its result: a folder, a station, devices, and
the comparison with the log.
"""

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model.errors import DealerStationError
from dealer_station.log.integrity.verify import verify
from dealer_station.technical_messages import silenced
from dealer_station.written_rounds.play import rules_of
from drivers.device_addresses import DeviceAddress
from hw_sim.bench.bench_station import BenchStation, Place
from hw_sim.bench.compare_devices_with_log import Comparison, compare
from hw_sim.bench.devices_beside_shoe import check_attached
from hw_sim.bench.hands_at_devices import CannotByHandError, Hands, SimulatedHands, TesterHands, check_by_hand
from hw_sim.bench.scene_player import ScenePlayer
from hw_sim.scenes.reader import COUNTED, Scene, read_scene

SECONDS_PER_STEP = 1.2
"""Time that a dealer takes for a step in real time."""
LONGEST_PAUSE_SECONDS = 60.0
"""Upper limit of a pause, however low the speed, because somebody waits for the end."""

Verdict = Literal["passed", "failed", "skipped"]


class Result(Struct, frozen=True, kw_only=True):
    """The result of a scene."""

    scene: str
    file: str
    verdict: Verdict
    reason: str = ""
    cards_sent: int = 0
    cards_logged: int = 0
    events_sent: int = 0
    """Events noticed by the shuffler and the progressive controller."""
    events_logged: int = 0
    duplicates: int = 0
    losses: int = 0
    reconnects: int = 0
    latency_p50_ms: float | None = None
    """Time from the first byte on the wire to the committed row; None if the time of sending is unknown."""
    latency_p99_ms: float | None = None
    seconds: float = 0.0


class Bench(Struct, frozen=True):
    """Settings for running scenes: the device, the speed, and the place of the logs."""

    speed: float = 0.0
    """Multiple of real time; zero is as fast as possible."""
    device: DeviceAddress | None = None
    say: Callable[[str], None] = lambda _: None
    """Called with each request to the tester of a real device."""
    patience_seconds: float = 60.0
    keep: Path | None = None
    place: Callable[[Path], Place] | None = None
    """Returns another place for the log, given the folder of everything else."""

    def run(self, path: Path) -> Result:
        """Play the scene in a file; raise DealerStationError if the file cannot be read."""
        scene = read_scene(path)
        start = time.monotonic()
        with _folder(self.keep, scene.name) as folder:
            try:
                result = self._played(scene, path, folder)
            except CannotByHandError as error:
                result = Result(scene=scene.name, file=str(path), verdict="skipped", reason=str(error))
            except DealerStationError as error:
                result = Result(scene=scene.name, file=str(path), verdict="failed", reason=str(error))
        return _with_time(result, time.monotonic() - start)

    def _played(self, scene: Scene, path: Path, folder: Path) -> Result:
        rules = rules_of(scene.header)
        hands: Hands
        if self.device is None:
            hands = SimulatedHands(rules, scene, folder)
        else:
            check_by_hand(scene, self.device.family)
            hands = TesterHands(rules, self.device, self.say, self.patience_seconds)
        place = self.place(folder) if self.place else None
        with quiet():
            try:
                return self._on_stage(
                    scene, path, hands, BenchStation(folder, rules, scene.header, hands, place)
                )
            finally:
                hands.close()

    def _on_stage(self, scene: Scene, path: Path, hands: Hands, stage: BenchStation) -> Result:
        pause = min(SECONDS_PER_STEP / self.speed, LONGEST_PAUSE_SECONDS) if self.speed else 0.0
        player = ScenePlayer(scene, stage, hands, pause)
        try:
            player.play_scene()
        finally:
            stage.stop()
        found = compare(stage.db, stage.escrow, hands.sent, hands.beside.memories())
        reason = ""
        if player.failure:
            failure = player.failure
            reason = f"line {failure.line}: expected {failure.expected}; got {failure.got}"
        reason = reason or _complaint(scene, found) or _broken(stage.db)
        times = sorted(player.latencies_seconds)
        return Result(
            scene=scene.name,
            file=str(path),
            verdict="failed" if reason else "passed",
            reason=reason,
            cards_sent=found.sent,
            cards_logged=found.logged,
            events_sent=found.events_sent,
            events_logged=found.events_logged,
            duplicates=found.duplicates,
            losses=found.losses,
            reconnects=found.reconnects,
            latency_p50_ms=_percentile_ms(times, 0.5),
            latency_p99_ms=_percentile_ms(times, 0.99),
        )


def check_scene(path: Path) -> None:
    """Raise DealerStationError if the scene can never be played, before the first one begins."""
    scene = read_scene(path)
    try:
        check_attached(scene.attached, rules_of(scene.header))
    except DealerStationError as error:
        raise DealerStationError(f"{path}: {error}") from error


def _complaint(scene: Scene, found: Comparison) -> str:
    """Return the first difference between log and devices that the scene does not expect, or ""."""
    if found.silent:
        return f"{found.silent} cards were lost and the log does not say so"
    if found.silent_events:
        return f"{found.silent_events} events of a device were lost and the log does not say so"
    if found.altered:
        return f"the log has {found.altered}, which no device reported"
    if found.out_of_order:
        return "the log has an event of a device twice or out of order"
    for word in COUNTED:
        got, expected = getattr(found, word), scene.expected.get(word)
        if expected is not None and got != expected:
            return f"expected {expected} {word}; got {got}"
    return ""


def _broken(db: Path) -> str:
    report = verify(db)
    return "" if report.ok else f"the log does not verify: {report.findings[0]}"


def _percentile_ms(times: list[float], share: float) -> float | None:
    return round(times[min(len(times) - 1, int(len(times) * share))] * 1e3, 3) if times else None


def _with_time(result: Result, seconds: float) -> Result:
    return replace(result, seconds=round(seconds, 3))


@contextmanager
def _folder(keep: Path | None, name: str) -> Iterator[Path]:
    """Yield the folder of the log: a temporary one, or one that is kept under the scene's name."""
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="bench-") as made:
            yield Path(made)
        return
    folder = keep / name
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    yield folder


@contextmanager
def quiet() -> Iterator[None]:
    """Silence the device messages on stderr, because the result contains them."""
    with silenced():
        yield
