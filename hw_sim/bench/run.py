"""One scene from its file to its result: a folder of its own, a station, a shoe, and the comparison."""

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import structlog
from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model.errors import DealerStationError
from dealer_station.log.integrity.verify import verify
from dealer_station.player.play import rules_of
from drivers.families import Chosen
from hw_sim.bench.beside import check_attached
from hw_sim.bench.compare import Comparison, compare
from hw_sim.bench.hands import CannotByHandError, Hands, SimulatedHands, TesterHands, check_by_hand
from hw_sim.bench.play import ScenePlayer
from hw_sim.bench.stage import Place, Stage
from hw_sim.scene import COUNTED, Scene, read_scene

SECONDS_PER_STEP = 1.2
"""How long a dealer takes for a step, in real time."""
LONGEST_PAUSE_SECONDS = 60.0
"""However slow: somebody waits for the end."""

Verdict = Literal["passed", "failed", "skipped"]


class Result(Struct, frozen=True, kw_only=True):
    """What came of a scene."""

    scene: str
    file: str
    verdict: Verdict
    reason: str = ""
    cards_sent: int = 0
    cards_logged: int = 0
    events_sent: int = 0
    """What shuffler and progressive controller noticed."""
    events_logged: int = 0
    duplicates: int = 0
    losses: int = 0
    reconnects: int = 0
    latency_p50_ms: float | None = None
    """From the first byte on the wire to the committed row; none where nobody knows when a card left."""
    latency_p99_ms: float | None = None
    seconds: float = 0.0


class Bench(Struct, frozen=True):
    """How scenes are run: on what, how fast, and where their logs stay."""

    speed: float = 0.0
    """Times real time; zero is as fast as it goes."""
    device: Chosen | None = None
    say: Callable[[str], None] = lambda _: None
    """What the tester of a real device is told."""
    patience_seconds: float = 60.0
    keep: Path | None = None
    place: Callable[[Path], Place] | None = None
    """Where the log goes instead, by the folder of everything else."""

    def run(self, path: Path) -> Result:
        """Plays the scene in a file; a file that cannot be read is an error of its own."""
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
                return self._on_stage(scene, path, hands, Stage(folder, rules, scene.header, hands, place))
            finally:
                hands.close()

    def _on_stage(self, scene: Scene, path: Path, hands: Hands, stage: Stage) -> Result:
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
    """A scene that can never be played is refused before the first one begins."""
    scene = read_scene(path)
    try:
        check_attached(scene.attached, rules_of(scene.header))
    except DealerStationError as error:
        raise DealerStationError(f"{path}: {error}") from error


def _complaint(scene: Scene, found: Comparison) -> str:
    """What the log says otherwise than the devices did, beyond what the scene expects."""
    if found.silent:
        return f"{found.silent} cards were lost and nothing in the log says so"
    if found.silent_events:
        return f"{found.silent_events} events of a device were lost and nothing in the log says so"
    if found.altered:
        return f"the log has {found.altered}, which no device said"
    if found.out_of_order:
        return "the log has an event of a device twice, or not in its order"
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
    """Where the log lies: thrown away afterwards, or kept under the scene's name."""
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
    """What happens on a wire is in the result; a bench does not say it twice."""
    before = structlog.get_config()
    structlog.configure(processors=[_drop])
    try:
        yield
    finally:
        structlog.configure(**before)


def _drop(_logger: object, _method: str, _event: object) -> str:
    raise structlog.DropEvent
