"""The progressive controller: its vectors, and a latch that is one fact whatever cable and power do."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_station.engine.model.observations import DeviceSaid
from dealer_station.engine.notation.reader import read
from dealer_station.engine.notation.writer import write_act
from drivers.driver import DeviceDown, Heard, Item, Met
from drivers.link.frames import FrameDecoder
from drivers.link.messages import MESSAGES, Answer, Command, Event, Hello, Resend, message_in
from drivers.progressive_reference import Progressive, WantedState, map_of, observation_of, positions_in
from drivers.shoe_reference import reference_shoe
from hw_sim.devices.progressive_device import Controller, ProgressiveDevice
from hw_sim.devices.wire_faults import WIRE_FAULTS
from tests.drivers.independent import frame, vectors

VECTORS = {row["name"]: row for row in vectors("progressive")}
STEP_SECONDS = 0.02


def wire_bytes(name: str) -> bytes:
    return bytes.fromhex(VECTORS[name]["frame"])


@pytest.mark.parametrize("row", VECTORS.values(), ids=VECTORS)
def test_a_frame_is_its_vector_in_both_directions(row: dict[str, Any]) -> None:
    wire = bytes.fromhex(row["frame"])
    assert frame(row["type"], bytes.fromhex(row["body"]), row.get("flags", 0)) == wire
    as_bytes = ("payload", "data", "firmware_hash")
    says = {name: bytes.fromhex(value) if name in as_bytes else value for name, value in row["says"].items()}
    built = MESSAGES[row["type"]](**says)
    assert built.to_bytes() == wire
    (read,) = FrameDecoder().feed(wire)
    assert message_in(read) == built
    if isinstance(built, Event):
        said = observation_of(built.kind, built.payload)
        assert isinstance(said, DeviceSaid)
        assert f"{said.device} {said.status} {said.told}".rstrip() == row["means"]


@pytest.fixture
def controller(tmp_path: Path) -> Iterator[Controller]:
    (tmp_path / "memory").write_text('{"did":"made","journal":7}\n')
    made = Controller(tmp_path / "memory")
    yield made
    made.close()


def test_the_simulated_controller_says_what_the_vectors_say(controller: Controller) -> None:
    device = ProgressiveDevice(controller, "SIM-P7")
    controller.bet(1, 3)
    answers = {
        name: device.receive(wire_bytes(f"command: {name}"), 2.0) for name in ("lock", "latch round 7")
    }
    assert answers["lock"] == [wire_bytes("answer: done")]
    assert answers["latch round 7"] == [wire_bytes("answer: round 7 is latched with 1 and 3")]
    assert device.receive(Hello(1, 0, 0).to_bytes(), 2.0) == [wire_bytes("ident")]
    device.receive(Resend(0).to_bytes(), 2.0)
    assert device.tick(2.0) == [
        wire_bytes("event: coins on 1 and 3"),
        wire_bytes("event: round 7 is latched with 1 and 3"),
    ]
    assert device.receive(Command(81, 99).to_bytes(), 2.0) == [wire_bytes("answer: unknown")]
    assert device.receive(Command(81, 4, b"\x07").to_bytes(), 2.0) == [wire_bytes("answer: unknown")]
    device.receive(wire_bytes("command: light of position 9"), 2.0)
    assert controller.lit == (9,)


def test_a_map_names_its_positions() -> None:
    for bits in range(1 << 16):
        assert map_of(positions_in(bits.to_bytes(2, "little"))) == bits.to_bytes(2, "little")


def test_a_latch_outlives_reboots_and_late_coins_until_the_wagers_are_open_again(tmp_path: Path) -> None:
    controller = Controller(tmp_path / "memory", raise_cents=75)
    controller.bet(2, 4)
    controller.lock(True)
    assert controller.latch(5) == (2, 4)
    controller.bet(2, 4, 6)
    controller.collect()
    controller.close()
    again = Controller(tmp_path / "memory", raise_cents=75)
    assert (again.locked, again.latch(5), again.meter_cents) == (True, (2, 4), 150)
    assert [told.kind for told in again.told] == [1, 2, 3, 6]
    again.lock(False)
    again.bet(1)
    assert again.latch(5) == (1,)
    before = again.id
    again.forget()
    assert (again.id != before, again.newest, again.latched) == (True, 0, None)
    again.close()


class Table:
    """A driver and a controller with a cable between them that a test can cut, on its own clock."""

    def __init__(self, controller: Controller) -> None:
        self.device = ProgressiveDevice(controller)
        self.driver = Progressive(first_order=0xFFFF_FFFE)
        self.now = 0.0
        self.heard: list[str] = []
        self.taken = 0
        self.downs: list[str] = []
        self.spoil: Callable[[bytes], list[bytes]] = lambda piece: [piece]
        self.bytes_left: int | None = None
        """The number of bytes that still cross the cable before it comes out."""
        self.driver.opened(self.now)

    def _carry(self, data: bytes) -> bytes:
        carried = b"".join(self.spoil(data)) if data else b""
        if self.bytes_left is not None:
            carried, self.bytes_left = carried[: self.bytes_left], max(0, self.bytes_left - len(carried))
        return carried

    def turn(self) -> None:
        self.now += STEP_SECONDS
        to_host = b"".join(self.device.receive(self._carry(self.driver.outgoing()), self.now))
        to_host += b"".join(self.device.tick(self.now))
        for item in (*self.driver.feed(self._carry(to_host), self.now), *self.driver.tick(self.now)):
            self._take(item)
        if self.bytes_left == 0:
            self.bytes_left = None
            self.driver.opened(self.now)

    def _take(self, item: Item) -> None:
        match item:
            case Met():
                self.driver.greeted(item.journal, self.taken)
            case DeviceDown():
                self.downs.append(item.why)
                self.driver.opened(self.now)
            case Heard(DeviceSaid() as said, seq=None):
                self.downs.append(f"{said.status} {said.told}")
            case Heard(DeviceSaid() as said):
                assert item.seq == self.taken + 1
                self.taken = item.seq
                self.heard.append(f"{said.status} {said.told}".rstrip())
                self.driver.committed(item.journal, item.seq)

    def want(self, wanted: WantedState) -> None:
        self.driver.want(wanted, self.now)

    def run(self, seconds: float = 3.0) -> None:
        for _ in range(int(seconds / STEP_SECONDS)):
            self.turn()

    def shows(self, wanted: WantedState) -> bool:
        model = self.device.controller
        latched = model.latched is not None and model.latched[0] == wanted.round
        return (model.locked, latched, model.lit) == (wanted.locked, wanted.locked, wanted.lit)


OPEN, CALLED, WON = WantedState(7, False), WantedState(7, True), WantedState(7, True, (3,))


def test_the_controller_shows_what_the_table_shows(controller: Controller) -> None:
    table = Table(controller)
    for wanted in (OPEN, CALLED, WON, WantedState(8, False), WantedState(8, True)):
        if wanted == OPEN:
            controller.bet(1, 3)
        table.want(wanted)
        table.run(1.0)
        assert table.shows(wanted)
    assert table.heard == ["wagered 1 3", "latched 1 3 of 7", "lit 3", "lit", "latched 1 3 of 8"]
    assert table.downs == []
    assert table.driver.quality.orders_again == 0


def test_a_round_whose_end_is_taken_back_is_not_latched_again(tmp_path: Path) -> None:
    controller = Controller(tmp_path / "memory")
    controller.bet(1, 3)
    table = Table(controller)
    table.want(CALLED)
    table.run(0.5)
    table.want(WantedState(CALLED.round + 1, False, ()))
    table.run(0.5)
    controller.bet(2)
    table.want(CALLED)
    table.run(0.5)
    assert controller.locked
    assert table.driver.shows(CALLED)
    assert [said for said in table.heard if said.startswith("latched")] == ["latched 1 3 of 7"]
    controller.close()


@pytest.mark.parametrize("reboot", [False, True], ids=["cable", "power"])
def test_a_latch_is_one_fact_at_whatever_byte_the_cable_comes_out(tmp_path: Path, reboot: bool) -> None:
    cut = 0
    while True:
        controller = Controller(tmp_path / f"memory{cut}")
        controller.bet(1, 3)
        table = Table(controller)
        table.want(OPEN)
        table.run(0.5)
        table.want(CALLED)
        table.bytes_left = cut + 1
        for _ in range(10):
            table.turn()
        over = table.bytes_left is not None
        table.bytes_left = None
        if reboot:
            table.device.reboot()
        table.run()
        assert table.shows(CALLED), cut
        assert table.heard == ["wagered 1 3", "latched 1 3 of 7"], cut
        controller.close()
        if over:
            break
        cut += 1
    assert cut > 100, "orders, answers, the event and its acknowledgement were cut"


def test_damaged_frames_cost_time_and_nothing_else(controller: Controller) -> None:
    table = Table(controller)
    faults = [
        WIRE_FAULTS[name](0.05, Random(name))
        for name in ("bit_flips", "loss", "duplicate", "truncated_frame")
    ]

    def spoil(piece: bytes) -> list[bytes]:
        pieces = [piece]
        for fault in faults:
            pieces = [part for whole in pieces if whole for part in fault.carry(whole)]
        return pieces

    table.spoil = spoil
    expected: list[str] = []
    for number in range(1, 41):
        table.want(WantedState(number, False))
        table.run(1.5)
        coins = (1 + number % 7, 1 + number % 5)
        controller.bet(*coins)
        expected.append(f"latched {' '.join(map(str, sorted(set(coins))))} of {number}")
        table.want(WantedState(number, True))
        table.run(1.5)
        assert table.shows(WantedState(number, True)), number
    assert [word for word in table.heard if word.startswith("latched")] == expected
    assert table.driver.quality.damaged > 0
    assert table.driver.quality.orders_again > 0


def test_a_controller_that_hangs_or_does_not_obey_is_lost(controller: Controller) -> None:
    table = Table(controller)
    table.want(OPEN)
    table.run(0.5)
    table.device.hung = True
    table.want(CALLED)
    table.run(1.2)
    assert table.downs == ["silent for 4 heartbeats"]
    table.device.hung = False
    table.run()
    assert table.shows(CALLED)
    table.device.obey = lambda command: Answer(command.id, 1)  # type: ignore[method-assign]
    table.want(WON)
    table.run()
    assert table.downs[1:] == ["lost does not know order 5"]


def test_an_order_that_is_not_answered_while_the_heart_beats_is_said_once(controller: Controller) -> None:
    table = Table(controller)
    table.want(OPEN)
    table.run(0.5)
    obey = table.device._obey
    table.device._obey = lambda command: Answer(9, command.code * 0)  # type: ignore[method-assign]
    table.want(CALLED)
    table.run()
    assert table.downs == ["lost does not answer order 1"]
    table.device._obey = obey  # type: ignore[method-assign]
    table.run()
    assert table.downs[1:] == ["back obeys again"]
    assert table.shows(CALLED)


def test_a_shoe_in_the_controllers_port_is_refused_and_a_controller_in_the_shoes() -> None:
    shoe = reference_shoe()
    shoe.opened(0.0)
    (down,) = shoe.feed(wire_bytes("ident"), 0.0)
    assert down == DeviceDown("a SimProgressive answers (serial SIM-P7), which is not a shoe", "wrong_kind")
    progressive = Progressive()
    progressive.opened(0.0)
    ident = next(row for row in vectors("reference") if row["name"] == "ident")
    (down,) = progressive.feed(bytes.fromhex(ident["frame"]), 0.0)
    assert isinstance(down, DeviceDown)
    assert down.why == "a SimShoe answers (serial SIM-7), which is not a progressive"


@given(
    noise=st.lists(st.binary(max_size=80), max_size=12),
    kind=st.integers(0, 255),
    payload=st.binary(max_size=20),
)
def test_noise_never_becomes_a_wager_and_whatever_is_heard_can_be_said(
    noise: list[bytes], kind: int, payload: bytes
) -> None:
    driver = Progressive("SIM-P7")
    driver.opened(0.0)
    assert driver.feed(wire_bytes("ident"), 0.0)
    driver.greeted("0000000000000007", 0)
    driver.want(CALLED, 0.0)
    for piece in noise:
        assert driver.feed(piece, 0.0) == []
    good = Event(1, 0, 1, kind, payload)
    (heard,) = driver.feed(b"\0" + good.to_bytes(), 0.0)
    assert isinstance(heard, Heard)
    assert isinstance(heard.observation, DeviceSaid)
    status = heard.observation.status
    assert status in ("wagered", "latched", "meter", "lit", "error", "late")
    line = f"profile maryland\n{write_act(heard.observation)}\n"
    assert write_act(read(line).lines[-1].act) == write_act(heard.observation)
