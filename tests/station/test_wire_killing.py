"""kill -9 between the commit and the acknowledgement, over a real wire: every card once after the restart."""

import os
import signal
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest

from dealer_station.engine.model.observations import CardDrawn, CutCardSeen, DeviceSaid
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.codec import decode
from dealer_station.rulebooks import load
from dealer_station.station.device_adapter import Arrived, Attached
from drivers.device_thread import DeviceThread
from drivers.link.messages import Answer, Command
from drivers.shoe_reference import reference_shoe
from hw_sim.bench.bench_station import BenchStation
from hw_sim.bench.compare_devices_with_log import compare
from hw_sim.bench.device_dialogue import serial_dialogue
from hw_sim.bench.hands_at_devices import SimulatedHands
from hw_sim.bench.scene_player import ScenePlayer
from hw_sim.devices.journaled_shoe import JournaledShoe
from hw_sim.devices.linked_device import JOURNAL_EVENTS
from hw_sim.devices.shoes_on_wires import ReferenceDevice
from hw_sim.devices.wire_faults import PullDuringCommand
from hw_sim.people.shift_crew import Crew
from hw_sim.scenes.reader import AwaitStatus, scene_of
from hw_sim.tables.simulated_devices import SimulatedDevices
from hw_sim.tables.wired_table import WiredTable
from hw_sim.wires.device_server import ShoeServer
from hw_sim.wires.pty import PtyCable
from tests.log import shifts
from tests.log.shifts import SetClock


def forked(work: Callable[[], object]) -> int:
    """The exit code of a station in a separate process; a negative number is the signal that killed it."""
    child = os.fork()
    if child == 0:
        try:
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
            work()
        finally:
            os._exit(3)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def deal(db: Path, *, die_at: int | None, rounds: int) -> JournaledShoe:
    """A shift over its own wire; it may be killed after so many commits, before the shoe hears of it."""
    rules = load("massachusetts")
    devices = SimulatedDevices(rules, 3, db)
    table = WiredTable(Crew(rules, 3, 3), devices)
    station = shifts.station_on(db, SetClock(), publish=table.show)
    left = [die_at]
    committed = DeviceThread.committed

    def killing(self: DeviceThread, journal: str, seq: int) -> None:
        if left[0] is not None:
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
        committed(self, journal, seq)

    DeviceThread.committed = killing  # type: ignore[method-assign]
    try:
        table.play(station, rounds=rounds, pause_seconds=0, saw=lambda _: None)
    finally:
        DeviceThread.committed = committed  # type: ignore[method-assign]
        station.stop()
        table.close()
    return devices.cards


def cards_in(db: Path) -> list[tuple[int | None, object]]:
    """The shoe's cards in the log; a sealed burn has no face."""
    with Reader(db) as log:
        rows = [row for row in log.rows() if row.part == "seen" and row.source == "shoe"]
    found = [(row.device_seq, decode(row.part, row.body), row.seal) for row in rows]
    return [
        (seq, None if seal else seen)
        for seq, seen, seal in found
        if isinstance(seen, CardDrawn | CutCardSeen) and seq is not None
    ]


def kill_and_go_on(folder: Path, *, kills: int, seed: int) -> None:
    db = folder / "log.db"
    chance = Random(seed)
    shifts.keys_of(db)
    for _ in range(kills):
        before = len(cards_in(db)) if db.exists() else 0
        life = chance.randint(1, 12)
        assert forked(partial(deal, db, die_at=life, rounds=1000)) == -signal.SIGKILL
        assert len(cards_in(db)) == before + life, "committed, and never acknowledged"
    shoe = deal(db, die_at=None, rounds=1)
    told = cards_in(db)
    assert [seq for seq, _ in told] == list(range(1, shoe.newest + 1))
    assert all(seen in (None, sent.out) for (_, seen), sent in zip(told, shoe.sent, strict=True))
    assert verify(db).ok


def test_a_station_killed_before_it_acknowledges_takes_every_card_once(tmp_path: Path) -> None:
    kill_and_go_on(tmp_path, kills=6, seed=1)


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(2, 7))
def test_a_station_killed_again_and_again_takes_every_card_once(tmp_path: Path, seed: int) -> None:
    kill_and_go_on(tmp_path, kills=60, seed=seed)


def listen(db: Path, port: Path, *, die_at: int | None, wanted: int) -> None:
    """A station that only listens to a shoe which others serve, until it is killed or has everything."""
    everything = threading.Event()
    station = shifts.station_on(db, SetClock(), publish=lambda _: None)
    taken = [0]

    def arrived(one: Arrived) -> None:
        taken[0] += one.card
        if taken[0] == die_at:
            os.kill(os.getpid(), signal.SIGKILL)
        if one.seq == wanted:
            everything.set()

    known = station.expected("shoe")
    driver = reference_shoe("SIM-1", known.journal, known.seq)
    attached = Attached(station, str(port), driver, arrived)
    station.start()
    attached.start()
    assert everything.wait(30)
    attached.stop()
    station.stop()


def test_a_shoe_that_outlives_its_station_sends_again_what_was_not_acknowledged(tmp_path: Path) -> None:
    db, port, cards = tmp_path / "log.db", tmp_path / "port", 60
    shifts.keys_of(db)
    shoe = JournaledShoe(load("massachusetts"), 1, tmp_path / "journal")
    served = ShoeServer(shoe, ReferenceDevice(shoe), PtyCable(port))
    listen(db, port, die_at=None, wanted=0)
    for _ in range(cards):
        shoe.draw()
    for life in (1, 5, 17, 2, 9):
        assert forked(partial(listen, db, port, die_at=life, wanted=cards)) == -signal.SIGKILL
        assert shoe.acknowledged <= len(cards_in(db)), "nothing is acknowledged that is not committed"
    listen(db, port, die_at=None, wanted=cards)
    served.stop()
    shoe.close()
    assert [seq for seq, _ in cards_in(db)] == list(range(1, cards + 1))
    assert verify(db).ok


def test_a_journal_that_went_round_is_a_loss_that_stops_the_table(tmp_path: Path) -> None:
    """More cards than the journal holds leave the shoe while nobody listens."""
    scene = scene_of("profile massachusetts\nbets 1:25\ncall\nshoe 7c -> 1\n", "wrapped")
    rules = load("massachusetts")
    hands = SimulatedHands(rules, scene, tmp_path)
    stage = BenchStation(tmp_path, rules, scene.header, hands)
    player = ScenePlayer(scene, stage, hands, 0.0)
    player.play_scene()
    assert player.failure is None
    hands.pull("shoe")
    for _ in range(JOURNAL_EVENTS + 9):
        hands.draw(CardDrawn(None))
    hands.plug("shoe")
    assert player._noticed(0, AwaitStatus("shoe", "lost"), "the cable") is None
    assert player._noticed(0, AwaitStatus("shoe", "back"), "the cable") is None
    assert player._noticed(0, AwaitStatus("shoe", "lost"), "the journal") is None
    assert player.table.holds
    stage.stop()
    hands.close()
    with Reader(stage.db) as log:
        said = [decode(row.part, row.body) for row in log.rows() if row.part == "seen"]
    lost = [one for one in said if isinstance(one, DeviceSaid) and one.status == "lost"]
    assert (lost[-1].cause, lost[-1].missed) == ("journal_gap", True)
    assert compare(stage.db, stage.escrow, hands.sent[:1], {}).sent == 1


def test_an_order_whose_answer_was_cut_off_is_done_once(tmp_path: Path) -> None:
    """The cable is pulled in the middle of an answer; told again with its number the shoe answers again."""
    shoe = JournaledShoe(load("massachusetts"), 1, tmp_path / "journal")
    device = ReferenceDevice(shoe)
    served = ShoeServer(shoe, device, PtyCable(tmp_path / "port"))
    served.faults = [PullDuringCommand(0, Random(1), times=1)]
    wire = serial_dialogue(str(tmp_path / "port"), 5.0)
    wire.hello()
    wire.say(Command(7, 1))
    wire.port.wait_until_lost()
    assert device.locked, "the order was done"
    wire.hello()
    wire.say(Command(7, 1))
    assert wire.answer(7) == Answer(7, 0)
    assert served.pulls == 1
    wire.close()
    served.stop()
    shoe.close()
