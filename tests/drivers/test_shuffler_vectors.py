"""The shuffler's driver and the simulated shuffler against the bytes of the protocol document."""

from pathlib import Path
from typing import Any

import pytest

from drivers.driver import Met
from drivers.link.frames import FrameDecoder
from drivers.link.messages import Ack, Event, Hello, Resend, Status, message_in
from drivers.shuffler_reference import observation_of, reference_shuffler
from hw_sim.devices.shuffler import Batch, Shuffler
from hw_sim.devices.shuffler_device import ShufflerDevice
from hw_sim.devices.shuffler_faults import SHUFFLER_FAULTS
from tests.drivers.independent import frame, vectors
from tests.drivers.test_vectors import built, meaning, meanings

ROWS = {row["name"]: row for row in vectors("shuffler")}


def wire(name: str) -> bytes:
    return bytes.fromhex(ROWS[name]["frame"])


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_a_frame_of_the_shuffler_is_its_vector_in_both_directions(row: dict[str, Any]) -> None:
    on_the_wire = bytes.fromhex(row["frame"])
    assert frame(row["type"], bytes.fromhex(row["body"]), row["flags"]) == on_the_wire
    assert built(row).to_bytes() == on_the_wire
    (read,) = FrameDecoder().feed(on_the_wire)
    assert (read.raw, message_in(read)) == (on_the_wire, built(row))
    if isinstance(event := built(row), Event):
        assert meaning(observation_of(event.kind, event.payload)) == row["means"]


@pytest.mark.parametrize("name", [name for name in ROWS if name.startswith("status")])
def test_a_status_is_told_when_the_journal_is_read_as_far_as_it_knows(name: str) -> None:
    status = built(ROWS[name])
    assert isinstance(status, Status)
    driver = reference_shuffler("SIM-S7")
    driver.opened(0.0)
    ident = Met("SIM-S7", "0000000000000007", 1, 2)
    introduction = ROWS["ident: the answer to request 1"]
    says = introduction["says"] | {"boot": status.boot, "newest": status.newest}
    assert driver.feed(built(introduction | {"says": says}).to_bytes(), 0.0) == [
        Met(ident.serial, ident.journal, 1, status.newest, "SimShuffler", "1.0")
    ]
    assert driver.feed(wire(name), 0.0) + driver.tick(0.1) == [], "nobody has said what the log has"
    driver.greeted("0000000000000007", status.newest)
    assert meanings(driver.feed(b"", 0.1) + driver.tick(0.1)) == ROWS[name]["means"]
    assert driver.feed(wire(name), 0.2) + driver.tick(0.2) == [], "a level is told once"


def test_the_simulated_shuffler_says_what_the_vectors_say(tmp_path: Path) -> None:
    shuffler = Shuffler(312, tmp_path / "memory")
    shuffler.change(journal=7)
    device = ShufflerDevice(shuffler, "SIM-S7")
    shuffler.load(Batch("red", 312))
    shuffler.take()
    assert device.control(1, 2.0) == wire("ident: the answer to request 1")
    assert device.control(3, 2.0) is None
    assert device.interrupt(2.0) == b"", "silent until a host says hello"
    device.receive(wire("hello: the log has this journal up to 1"), 2.0)
    assert shuffler.now.acknowledged == 1
    assert device.interrupt(2.0) == b"", "no event before the host says from where on"
    device.receive(wire("resend: everything"), 2.0)
    blue, shuffling = wire("event: the blue batch came out"), wire("event: shuffling")
    assert device.journal(2.0) == blue + shuffling
    assert device.journal(2.0) == b""
    assert device.interrupt(2.05) == b""
    again = FrameDecoder().feed(device.interrupt(2.1))
    assert [getattr(message_in(one), "seq", 0) for one in again] == [2], "what is not acknowledged goes again"
    device.receive(wire("ack: both"), 2.1)
    assert shuffler.now.acknowledged == 2
    seen = FrameDecoder().feed(device.interrupt(3.0))
    assert [one.type for one in seen] == [0x82], "the shuffle has ended meanwhile"
    shuffler.close()


def test_a_status_of_the_simulated_shuffler_is_its_vector(tmp_path: Path) -> None:
    shuffler = Shuffler(312, tmp_path / "memory")
    shuffler.change(journal=7)
    device = ShufflerDevice(shuffler, "SIM-S7")
    shuffler.load(Batch("red", 312))
    shuffler.take()
    shuffler.tick(2.0)
    shuffler.tick(3.0)
    assert device.control(2, 3.0) == wire("status: ready with 312 cards, blue came out last")
    shuffler.close()


def test_a_shuffler_that_is_asked_for_what_it_does_not_hold_sends_nothing(tmp_path: Path) -> None:
    shuffler = Shuffler(312, tmp_path / "memory")
    shuffler.change(journal=7)
    device = ShufflerDevice(shuffler, "SIM-S7", journal_events=2)
    for _ in range(3):
        shuffler.open_door()
    device.receive(wire("hello: the log has this journal up to 1"), 0.0)
    device.receive(Resend(0).to_bytes(), 0.0)
    assert device.journal(0.0) == b""
    device.receive(Resend(1).to_bytes() + Ack(9).to_bytes(), 0.0)
    assert len(FrameDecoder().feed(device.journal(0.0))) == 2
    assert shuffler.now.acknowledged == 1, "a number that nobody sent is not believed"
    shuffler.close()


@pytest.mark.parametrize(
    ("faults", "expected"),
    [
        (
            ("sort_mode", "sort_mode"),
            [
                "event: it is set to sort in the middle of a shuffle",
                "event: the switch is back, and the shuffle was spoiled",
            ],
        ),
        (("reboot",), ["event: the power was gone in a shuffle"]),
    ],
)
def test_a_spoiled_shuffle_of_the_simulated_shuffler_is_its_vectors(
    faults: tuple[str, ...], expected: list[str], tmp_path: Path
) -> None:
    shuffler = Shuffler(312, tmp_path / "memory")
    shuffler.change(journal=7)
    device = ShufflerDevice(shuffler, "SIM-S7")
    shuffler.load(Batch("red", 312))
    shuffler.take()
    for name in faults:
        SHUFFLER_FAULTS[name](device)
    device.receive(Hello(1, 7, 2).to_bytes() + Resend(2).to_bytes(), 2.0)
    assert device.journal(2.0) == b"".join(wire(name) for name in expected)
    shuffler.close()
