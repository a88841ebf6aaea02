"""A device that floods its wire: one word to the dealer, a bounded log, and no loss without a word."""

import contextlib
import os
import queue
import threading
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from structlog.testing import capture_logs

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.kinds import Ruling
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.codec import decode
from dealer_station.station.device_adapter import WAITING_MOST, Arrived, Attached
from dealer_station.station.station import Seen, Shown
from drivers.device_addresses import DeviceAddress, Family, driver_for, progressive_for
from drivers.driver import PROGRESSIVE, SHOE
from drivers.link import messages
from drivers.link.frames import FrameDecoder
from drivers.link.messages import Heartbeat, Ident, Resend, message_in
from hw_sim.devices.shoes_on_wires import AngelEyeDevice
from hw_sim.wires.pty import PtyCable
from tests.log import shifts
from tests.log.shifts import SetClock

PATIENCE_SECONDS = 120


class Table:
    """A station with a shoe on a cable; the test is the shoe, and writes what it likes."""

    def __init__(self, folder: Path, family: Family) -> None:
        self.db = folder / "log.db"
        self.cable = PtyCable(folder / "port")
        self.cable.plug()
        self.shown: queue.SimpleQueue[Shown] = queue.SimpleQueue()
        self.arrived: queue.SimpleQueue[Arrived] = queue.SimpleQueue()
        self.attached: list[Attached] = []
        self.station = shifts.station_on(self.db, SetClock(), publish=self._show)
        known = self.station.expected(SHOE)
        driver = driver_for(
            DeviceAddress(family, str(self.cable.link)), known.journal, known.seq, known.serial
        )
        self.attached.append(Attached(self.station, str(self.cable.link), driver, self.arrived.put))
        self._talks = driver.loses_cards
        self._stopping = threading.Event()
        self._writer: threading.Thread | None = None

    def start(self) -> "Table":
        self.station.start()
        for one in self.attached:
            one.start()
        if self._talks:
            # What is sent before a port is open is thrown away.
            self.arrived.get(timeout=PATIENCE_SECONDS)
        return self

    def _show(self, shown: Shown) -> None:
        for one in self.attached:
            one.show(shown)
        self.shown.put(shown)

    def flood(self, piece: Callable[[int], bytes]) -> None:
        """The shoe speaks without end, as fast as it gets rid of it."""

        def write() -> None:
            number = 0
            while not self._stopping.is_set():
                number += 1
                self.write_all(piece(number))

        self._writer = threading.Thread(target=write, daemon=True)
        self._writer.start()

    def write_all(self, data: bytes) -> None:
        while data and not self._stopping.is_set():
            try:
                data = data[os.write(self.cable.fileno(), data) :]
            except BlockingIOError:
                self._stopping.wait(0.001)

    def until(self, *causes: o.DeviceTrouble) -> Shown:
        """Waits for a hold of the shoe for one of these causes."""
        while True:
            shown = self.shown.get(timeout=PATIENCE_SECONDS)
            assert not shown.fault, shown.fault
            if any(hold.device == SHOE and hold.cause in causes for hold in shown.table.holds):
                return shown

    def rule(self, ruling: Ruling) -> None:
        self.station.tell(Seen(o.Ruled(ruling, by="floor"), "floor", "floor"))

    def close(self) -> None:
        if self._stopping.is_set():
            return
        self._stopping.set()
        if self._writer:
            self._writer.join()
        for one in self.attached:
            one.stop()
        self.station.stop()
        self.cable.pull()


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[[Family], Table]]:
    tables: list[Table] = []

    def open_table(family: Family) -> Table:
        tables.append(Table(tmp_path, family))
        return tables[-1]

    yield open_table
    for table in tables:
        table.close()


def logged(db: Path) -> list[o.Observation]:
    with Reader(db) as log:
        return [decode(row.part, row.body) for row in log.rows() if row.part == "seen" and row.source == SHOE]


def warned(db: Path) -> Counter[tuple[str, o.DeviceTrouble]]:
    return Counter((said.status, said.cause) for said in logged(db) if isinstance(said, o.DeviceSaid))


def test_noise_on_a_reader_is_one_hold_and_few_rows(opened: Callable[[Family], Table]) -> None:
    table = opened("scanner").start()
    noise = Random("noise")
    table.flood(lambda _: noise.randbytes(512))
    shown = table.until("chatter")
    assert any(hold.missed for hold in shown.view.holds)
    before = table.station.table.shoe.drawn
    table.until("noise")
    tracemalloc.start()
    for _ in range(200):
        table.write_all(noise.randbytes(4096))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8_000_000
    table.close()
    assert len(logged(table.db)) < 40, "800,000 bytes of noise are a handful of rows"
    assert table.station.table.shoe.drawn - before < 30
    assert verify(table.db).ok


def test_noise_without_a_delimiter_is_said_once_with_its_rate(opened: Callable[[Family], Table]) -> None:
    with capture_logs() as messages_:
        table = opened("angel_eye").start()
        table.flood(lambda _: b"\x55" * 100)
        table.until("noise")
        table.write_all(b"\x55" * 20_000)
        table.close()
    said = [message for message in messages_ if message["event"] == "noise"]
    assert len(said) == 1
    assert said[0]["why"].startswith("shoe: ")
    assert "that are not frames; wrong speed or wrong family? run `dealer-station doctor`" in said[0]["why"]
    assert sum(message["event"] == "bad wire" for message in messages_) <= 1


def test_a_reader_that_repeats_itself_is_one_word_and_the_other_devices_are_heard(
    opened: Callable[[Family], Table], tmp_path: Path
) -> None:
    table = opened("scanner")
    other = PtyCable(tmp_path / "beside")
    heard: queue.SimpleQueue[Arrived] = queue.SimpleQueue()
    driver = progressive_for(DeviceAddress("reference", str(other.link)), "", 0)
    table.attached.append(Attached(table.station, str(other.link), driver, heard.put))
    table.start()
    table.flood(lambda _: b"7c\r\n" * 50)
    table.until("chatter", "flood")
    assert driver.device == PROGRESSIVE
    heard.get(timeout=PATIENCE_SECONDS)
    table.close()
    losses = [cause for _, cause in warned(table.db).elements() if cause in ("chatter", "flood")]
    assert 1 <= len(losses) <= 2, "what is read too fast, and what comes too fast for the log"
    assert len(logged(table.db)) < 400


def test_what_is_left_out_after_the_floor_has_ruled_is_told_again(opened: Callable[[Family], Table]) -> None:
    table = opened("scanner").start()
    table.flood(lambda _: b"no card\r\n")
    shown = table.until("chatter")
    rulings = 0
    while rulings < 2 or not any(hold.cause == "chatter" for hold in shown.view.holds):
        if shown.view.holds and shown.view.holds[0].cause == "chatter":
            table.rule("play_on")
            rulings += 1
        shown = table.shown.get(timeout=PATIENCE_SECONDS)
    table.close()
    assert warned(table.db)["lost", "chatter"] >= 2


class FloodingShoe:
    """On the reference link, with every card of its journal at once and again, whatever the window says."""

    def __init__(self, table: Table, cards: int) -> None:
        self._table, self._cards = table, cards
        self.acknowledged = 0
        self._decoder = FrameDecoder()
        self._since: int | None = None

    def ident(self) -> bytes:
        return Ident(7, 1, 1, 0, b"\0" * 4, "Flood", "F1", "1", 0).to_bytes()

    def piece(self, _: int) -> bytes:
        out = b""
        try:
            heard = os.read(self._table.cable.fileno(), 4096)
        except BlockingIOError:
            heard = b""
        for frame in self._decoder.feed(heard):
            message = message_in(frame)
            if isinstance(message, messages.Hello):
                out += self.ident()
            elif isinstance(message, Resend):
                self._since = message.seq
            elif isinstance(message, messages.Ack):
                self.acknowledged = max(self.acknowledged, message.seq)
        out += Heartbeat(self._cards if self._since is not None else 0, 0).to_bytes()
        if self._since is not None:
            first = self.acknowledged + 1
            out += b"".join(
                messages.Event(seq, 0, 1, 1, bytes((0x11 + seq % 13,))).to_bytes()
                for seq in range(first, min(first + 200, self._cards + 1))
            )
        return out


def test_cards_of_a_journal_in_a_flood_come_once_each_and_wait_for_the_floor(
    opened: Callable[[Family], Table],
) -> None:
    table = opened("reference")
    cards = 3 * WAITING_MOST
    shoe = FloodingShoe(table, cards)
    table.start().flood(shoe.piece)
    shown = table.until("flood")
    drawn = [one for one in logged(table.db) if isinstance(one, o.CardDrawn)]
    assert len(drawn) <= 2 * WAITING_MOST
    assert shown.view.prompt.step == "ruling"
    table.rule("play_on")
    until = time.monotonic() + PATIENCE_SECONDS
    while shoe.acknowledged < cards:
        assert time.monotonic() < until
        with contextlib.suppress(queue.Empty):
            shown = table.shown.get(timeout=0.05)
            if shown.view.holds and shown.view.holds[0].cause == "flood":
                table.rule("play_on")
    table.close()
    with Reader(table.db) as log:
        rows = [row for row in log.rows() if row.source == SHOE and row.journal and row.part == "seen"]
    numbers = [row.device_seq for row in rows if isinstance(decode(row.part, row.body), o.CardDrawn)]
    assert numbers == list(range(1, cards + 1)), "nothing is lost, and nothing comes twice"
    assert verify(table.db).ok


def reports(numbers: str) -> bytes:
    return b"".join(AngelEyeDevice.report(ord(number), b"D\x81\xb8") * 3 for number in numbers)


@pytest.mark.parametrize(("number", "loss"), [("4", False), ("5", True), ("3", True), ("2", True)])
def test_reports_that_came_while_the_station_was_off_are_missed_after_the_restart(
    number: str, loss: bool, opened: Callable[[Family], Table]
) -> None:
    table = opened("angel_eye").start()
    table.write_all(reports("123"))
    while not table.arrived.get(timeout=PATIENCE_SECONDS).card:
        pass
    while sum(isinstance(one, o.CardDrawn) for one in logged(table.db)) < 3:
        table.arrived.get(timeout=PATIENCE_SECONDS)
    table.close()
    again = opened("angel_eye").start()
    again.write_all(reports(number))
    while not again.arrived.get(timeout=PATIENCE_SECONDS).card:
        pass
    again.close()
    assert warned(again.db)["lost", "number_gap"] == loss


def test_a_reader_after_a_restart_holds_until_somebody_has_counted(opened: Callable[[Family], Table]) -> None:
    table = opened("scanner").start()
    table.write_all(b"7c\r\n")
    while not table.arrived.get(timeout=PATIENCE_SECONDS).card:
        pass
    table.close()
    assert not any(cause == "used_meanwhile" for _, cause in warned(table.db))
    again = opened("scanner").start()
    shown = again.until("used_meanwhile")
    assert shown.view.holds[0].missed
    again.close()
