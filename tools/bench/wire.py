"""Measures the wire: decoding beside raw reads of the same pseudo-terminal, and a card from wire to row."""

import os
import pty
import statistics
import tempfile
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import TypeVar

from dealer_station.engine.model.events import Event
from dealer_station.written_rounds.play import rules_of
from drivers.link import messages
from drivers.link.frames import FrameDecoder
from drivers.link.messages import message_in
from drivers.ports.serial_port import SerialPort
from drivers.shoe_angel_eye import AngelEye
from drivers.shoe_scanner import Scanner
from hw_sim.bench.bench_station import BenchStation
from hw_sim.bench.hands_at_devices import Out, SimulatedHands
from hw_sim.bench.run_scene import quiet
from hw_sim.bench.scene_player import ScenePlayer
from hw_sim.devices.shoes_on_wires import AngelEyeDevice
from hw_sim.scenes.reader import scene_of
from tools.bench.log import raw_commit
from tools.bench.measures import Measure

SINGLE, BURST, BURST_FRAMES = 4_000, 20_000, 100
REPEATS = 3
ROUNDS = 80
AIM_DECODED, AIM_COMMIT = 0.25, 1.3


def measure() -> Iterator[Measure]:
    """Measure both parts of a card's way: from the wire to an observation, and from the wire to the disk."""
    yield from _decoding()
    yield from to_the_row()


def to_the_row(rounds: int = ROUNDS) -> Iterator[Measure]:
    """Measure a shift over the wire, beside commits of the same kind of rows by sqlite3 alone."""
    # Use the project's disk: a memory file system would make commits look too cheap.
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        with quiet():
            measures = list(_to_the_row(Path(folder), rounds))
        yield from measures


def _decoding() -> Iterator[Measure]:
    """Measure single cards, as a shoe deals them, and bursts, as a journal resends them."""
    for family, (frame, copies, decoder) in _families().items():
        for words, frames, at_once in (("one at a time", SINGLE, 1), ("in a burst", BURST, BURST_FRAMES)):
            wanted = [frame(number) for number in range(frames)]
            raw = min(_seconds(wanted, at_once, _nothing()) for _ in range(REPEATS))
            decoded = min(_seconds(wanted, at_once, decoder()) for _ in range(REPEATS))
            per_second, share = frames * copies / decoded, raw / decoded
            yield Measure(f"{family}, {words}: decoded", per_second, "frames per second")
            single = at_once == 1
            aim = f"at least {AIM_DECODED:g}" if single else ""
            met = share >= AIM_DECODED if single else None
            yield Measure(f"{family}, {words}: decoded against raw reads", share, "x", aim, met=met)


def _families() -> dict[str, tuple[Callable[[int], bytes], int, Callable[[], Callable[[bytes], object]]]]:
    """For each family: a function that writes a card, the frames per card, and a decoder factory."""
    report = AngelEyeDevice.report
    return {
        "reference": (
            lambda number: messages.Event(number + 1, number, 1, 1, b"\x48").to_bytes(),
            1,
            _reference,
        ),
        "angel_eye": (lambda number: report(0x30 + number % 10, b"D\x81\xb8") * 3, 3, _angel_eye),
        "scanner": (lambda number: (b"7c\r\n", b"8d\r\n")[number % 2], 1, _scanner),
    }


def _seconds(frames: list[bytes], at_once: int, decode: Callable[[bytes], object]) -> float:
    """The time to read all frames through a port, `at_once` frames at a time, decoding included."""
    device_end, host_end = pty.openpty()
    tty.setraw(host_end)
    port = SerialPort(os.ttyname(host_end), 115200)
    start = time.perf_counter()
    for at in range(0, len(frames), at_once):
        burst = b"".join(frames[at : at + at_once])
        os.write(device_end, burst)
        left = len(burst)
        while left:
            data = port.read()
            left -= len(data)
            decode(data)
    seconds = time.perf_counter() - start
    port.close()
    os.close(device_end)
    os.close(host_end)
    return seconds


def _nothing() -> Callable[[bytes], object]:
    return lambda _: None


def _reference() -> Callable[[bytes], object]:
    decoder = FrameDecoder()
    return lambda data: [message_in(frame) for frame in decoder.feed(data)]


def _angel_eye() -> Callable[[bytes], object]:
    driver = AngelEye()
    return lambda data: driver.feed(data, 0.0)


def _scanner() -> Callable[[bytes], object]:
    driver = Scanner()
    return lambda data: driver.feed(data, 0.0)


class InTurn(ScenePlayer):
    """Runs the bare commits before or after each card at random, so that the disk affects all alike."""

    bare: dict[str, Callable[[], None]]
    commits: dict[str, list[float]]
    chance: Random

    def _draw(self, out: Out | None) -> tuple[Event, ...]:
        before = [name for name in self.bare if self.chance.random() < 1 / 2]
        self._commit(before)
        events = super()._draw(out)
        self._commit([name for name in self.bare if name not in before])
        return events

    def _commit(self, names: list[str]) -> None:
        for name in names:
            start = time.perf_counter()
            self.bare[name]()
            self.commits[name].append(time.perf_counter() - start)


Player = TypeVar("Player", bound=InTurn)


def deal_in_turn(
    folder: Path, rounds: int, made: Callable[..., BenchStation], player_type: type[Player]
) -> Player:
    """Deal a shift over the wire, with bare commits of the same kind of rows between the cards."""
    # A card's time begins before its first byte is written to the pseudo-terminal and ends when its row is on
    # the disk. It includes reading, decoding, queueing, deciding, chaining and committing. The simulated shoe
    # runs in the same process.
    scene = scene_of(f"profile massachusetts\nstart loaded\nshift {rounds}\n", "bench")
    rules = rules_of(scene.header)
    (folder / "table").mkdir()
    hands = SimulatedHands(rules, scene, folder / "table")
    stage = made(folder / "table", rules, scene.header, hands)
    player = player_type(scene, stage, hands, 0.0)
    player.bare = {
        "bare": raw_commit(folder / "raw.db"),
        "bare in room": raw_commit(folder / "room.db", room=True),
    }
    player.commits, player.chance = {name: [] for name in player.bare}, Random(1)
    try:
        player.play_scene()
    finally:
        stage.stop()
        hands.close()
    assert player.failure is None, player.failure
    return player


def _to_the_row(folder: Path, rounds: int) -> Iterator[Measure]:
    player = deal_in_turn(folder, rounds, BenchStation, InTurn)
    card = statistics.median(player.latencies_seconds)
    commit, in_room = (statistics.median(player.commits[name]) for name in player.bare)
    worst = statistics.quantiles(player.latencies_seconds, n=100)[98]
    yield Measure("a card from the wire to its committed row, median", card * 1e6, "us")
    yield Measure("the same, p99", worst * 1e6, "us")
    yield Measure("a bare commit of such rows, median", commit * 1e6, "us")
    ratio = card / commit
    aim = f"at most {AIM_COMMIT:g} x"
    yield Measure("wire to row against a bare commit", ratio, "x", aim, met=ratio <= AIM_COMMIT)
    yield Measure("the same against one with the log's room", card / in_room, "x")
