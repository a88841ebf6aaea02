"""Real pyusb on a simulated bus: every error at every transfer, pulled cables, and nothing is lost."""

import errno
import queue
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_station.engine.model.errors import DeviceFaultError
from drivers.ports.packaging_paths import RULE
from drivers.ports.usb_port import COMMANDS_OUT, EVENTS_IN, JOURNAL_IN, UsbPort, libusb
from hw_sim.devices.shuffler import Shuffler
from hw_sim.devices.shuffler_device import ShufflerDevice
from hw_sim.wires.usb_bus import SimulatedBus
from tests.drivers.plugged import TRANSFERS, Plugged, Saboteur

CODES = (
    *(errno.ETIMEDOUT, errno.EPIPE, errno.EBUSY, errno.EOVERFLOW, errno.ENODEV, errno.EIO, errno.EPROTO),
    *(errno.EACCES, errno.EILSEQ, errno.ENOMEM, errno.ENOENT, errno.ESHUTDOWN, errno.EINTR),
)
USUAL = ("open", "claim", "control", "commands", "events", "journal")


@pytest.fixture
def plugged(tmp_path: Path) -> Iterator[Plugged]:
    table = Plugged(tmp_path).start()
    yield table
    table.close()


def door(shuffler: Shuffler) -> None:
    """Something that happens; each time one event more."""
    shuffler.close_door() if shuffler.now.door_open else shuffler.open_door()


@pytest.mark.parametrize("code", CODES, ids=[errno.errorcode[code] for code in CODES])
def test_an_error_at_any_transfer_loses_nothing(code: int, plugged: Plugged) -> None:
    for name in TRANSFERS:
        plugged.act(door)
        saboteur = Saboteur(plugged.bus, name, code)
        if name not in ("commands", "events", "journal"):
            # These happen when the port is opened or closed: it comes out and goes in again.
            plugged.bus.stall(EVENTS_IN) if name == "clear_halt" else plugged.bus.pull()
            plugged.act(door)
            plugged.bus.plug(plugged.device)
        plugged.act(door)
        if name in USUAL:
            assert saboteur.done.wait(10), name
        plugged.all_arrived()


@pytest.mark.parametrize("transfer", range(1, 31))
def test_a_cable_that_comes_out_at_any_transfer_costs_nothing(transfer: int, tmp_path: Path) -> None:
    table = Plugged(tmp_path)
    left = [transfer]

    def pull(_: str) -> None:
        left[0] -= 1
        if left[0] == 0:
            table.bus.pull()
            table.bus.plug(table.device, port=2)

    table.bus.before = pull
    for _ in range(3):
        table.shuffler.open_door()
    table.start()
    for _ in range(5):
        table.act(door)
    table.wait_for(lambda: left[0] < 0)
    table.all_arrived()
    table.close()


def test_a_stalled_pipe_is_cleared_and_asked_again(plugged: Plugged) -> None:
    for pipe in (EVENTS_IN, JOURNAL_IN, COMMANDS_OUT):
        plugged.bus.stall(pipe)
        plugged.act(door)
        plugged.all_arrived()
    assert not any(words.startswith("lost") for words in drained(plugged.said))


def drained(said: "queue.SimpleQueue[str]") -> list[str]:
    words = []
    while not said.empty():
        words.append(said.get())
    return words


def test_the_same_shuffler_in_another_port_is_taken_with_what_happened_meanwhile(plugged: Plugged) -> None:
    assert plugged.next() == "ready"
    plugged.bus.pull()
    assert plugged.next() == "lost USB 1209:0d51: the cable was pulled"
    plugged.act(door)
    plugged.strike("jam")
    plugged.bus.plug(plugged.device, port=4)
    assert [plugged.next() for _ in range(3)] == ["back", "door", "jam"]
    plugged.all_arrived()


def test_another_shuffler_in_the_same_port_is_refused_and_not_listened_to(plugged: Plugged) -> None:
    assert plugged.next() == "ready"
    plugged.bus.pull()
    plugged.hear("lost")
    plugged.strike("wrong_identity")
    plugged.act(door)
    plugged.bus.plug(plugged.device)
    assert plugged.next() == "lost another device answers: serial S-other, not S"
    with pytest.raises(queue.Empty):
        plugged.said.get(timeout=0.5)
    assert plugged.log == []


def test_among_several_the_expected_one_is_found(plugged: Plugged, tmp_path: Path) -> None:
    other = Shuffler(312, tmp_path / "other")
    plugged.bus.pull()
    plugged.bus.plug(ShufflerDevice(other, "OTHER"), port=1)
    plugged.bus.plug(plugged.device, port=2)
    plugged.hear("back")
    plugged.act(door)
    plugged.all_arrived()
    other.close()


def test_without_a_serial_number_the_first_one_is_expected_from_then_on(tmp_path: Path) -> None:
    table = Plugged(tmp_path, serial="").start()
    assert table.next() == "ready"
    table.bus.pull()
    table.hear("lost")
    table.strike("wrong_identity")
    table.bus.plug(table.device)
    assert table.next() == "lost another device answers: serial S-other, not S"
    table.close()


def test_a_shuffler_that_hangs_is_lost_and_comes_back(plugged: Plugged) -> None:
    assert plugged.next() == "ready"
    plugged.strike("hung")
    assert plugged.next() == "lost usb: silent for 4 heartbeats"
    plugged.act(door)
    plugged.strike("hung")
    assert [plugged.next() for _ in range(2)] == ["back", "door"]
    plugged.all_arrived()


def test_a_shuffler_that_starts_again_in_a_shuffle_has_not_completed_it(plugged: Plugged) -> None:
    assert plugged.next() == "ready"
    plugged.act(lambda shuffler: shuffler.become("shuffling"))
    assert plugged.next() == "shuffling"
    plugged.strike("reboot")
    words = [plugged.next() for _ in range(3)]
    assert words[0].startswith("lost usb: ")
    assert words[1:] == ["back", "incomplete"]
    plugged.all_arrived()


def test_what_is_wrong_is_said_although_the_journal_is_lost(plugged: Plugged) -> None:
    assert plugged.next() == "ready"
    plugged.bus.pull()
    plugged.hear("lost")
    plugged.strike("jam")
    plugged.strike("journal_lost")
    plugged.log.clear()
    plugged.bus.plug(plugged.device)
    assert [plugged.next() for _ in range(2)] == ["back", "jam"]
    assert plugged.log == [], "by its status, because no event tells of it any more"


def test_a_host_that_was_killed_before_it_acknowledged_takes_nothing_twice(tmp_path: Path) -> None:
    """The commit was made, the device never heard of it: it sends again, and the log has it once."""
    table = Plugged(tmp_path).start()
    assert table.next() == "ready"
    table.acknowledges = False
    table.act(door)
    table.act(door)
    table.wait_for(lambda: table.last == 2)
    table.thread.stop()
    assert table.shuffler.now.acknowledged == 0
    table.act(door)
    table.restart()
    table.all_arrived()
    assert [words for _, words in table.log] == ["door", "closed", "door"]
    table.close()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nothing", "no shuffler is plugged in; check its cable and its power"),
        ("used_by_others", "another program uses it; stop that program"),
        ("forbidden", f"no permission; install {RULE}"),
    ],
)
def test_why_a_shuffler_cannot_be_had_is_said_in_a_sentence(name: str, words: str, tmp_path: Path) -> None:
    bus = SimulatedBus()
    shuffler = Shuffler(312, tmp_path / "memory")
    if name != "nothing":
        bus.plug(ShufflerDevice(shuffler))
        setattr(bus, name, True)
    with pytest.raises(DeviceFaultError) as raised:
        UsbPort("S", bus)
    assert str(raised.value).startswith(f"USB 1209:0d51: {words}")
    shuffler.close()


def test_libusb_is_there_and_its_absence_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert libusb() is not None
    monkeypatch.setattr("usb.backend.libusb1.get_backend", lambda *_, **__: None)
    monkeypatch.setattr("libusb_package.get_libusb1_backend", lambda *_, **__: None)
    with pytest.raises(DeviceFaultError, match="libusb was not found; run make table"):
        libusb()
