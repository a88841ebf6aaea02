"""Live appends, which a gateway writes against the head that it remembers: the database has the last word."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dealer_station.floor.client.link import FloorLink
from dealer_station.floor.client.outbox import Outbox
from dealer_station.floor.protocol.messages import Append, FloorHead, KeptUpTo, Refusal
from dealer_station.floor.store import batch_writer, stations
from dealer_station.floor.store.appends import WaitingBatch
from dealer_station.floor.store.ingest import Ingest
from dealer_station.log.read import live_log
from dealer_station.log.read.live_log import LiveLog, NotLiveError
from tests.floor.floors import FloorUnderTest, bring, written
from tests.floor.small_logs import SmallLog


class LiveStation:
    """A log that grows, and links to gateways over which its rows are sent."""

    def __init__(self, floor: FloorUnderTest, folder: Path, gateways: int = 1) -> None:
        self.log = SmallLog(folder / "live.db")
        self.log.write(5)
        self.settings = [floor.enrol("table-7", port=floor.start().port)]
        bring(self.settings[0], self.log.path)
        self.outbox = Outbox(self.log.path)
        rows = written(self.log.path)
        self.head = FloorHead(1, *rows[-1], checkpoint_seq=rows[-1][0])
        ports = [floor.start().port for _ in range(gateways)]
        urls = [f"https://127.0.0.1:{port}" for port in ports]
        self.links = [floor.link(type(self.settings[0])(url, *self._files())) for url in urls]

    def _files(self) -> tuple[Path, Path, Path]:
        one = self.settings[0]
        return one.certificate, one.key, one.ca

    def grow(self, rows: int = 2) -> Append:
        """Write rows and return them as a batch."""
        self.log.write(rows)
        found = self.outbox.batch(self.head, self.head.seq, 0)
        assert found
        return found

    def send(self, link: FloorLink, batch: Append) -> KeptUpTo | Refusal:
        answer = link.append(batch)
        if isinstance(answer, KeptUpTo):
            self.head = answer.head
        return answer


def locked_groups(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of the groups that are judged under the lock from now on."""
    found: list[int] = []
    judge = Ingest._commit_locked

    def counted(ingest: Ingest, group: list[WaitingBatch]) -> list[KeptUpTo | Refusal]:
        found.append(len(group))
        return judge(ingest, group)

    monkeypatch.setattr(Ingest, "_commit_locked", counted)
    return found


def test_live_appends_ask_the_database_once(
    floor: FloorUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    station = LiveStation(floor, tmp_path)
    locked = locked_groups(monkeypatch)
    for _ in range(5):
        assert isinstance(station.send(station.links[0], station.grow()), KeptUpTo)
    assert locked == [1], "only the first append is judged under the lock"
    assert floor.stored() == written(station.log.path)
    spans = floor.ask("SELECT first_seq, last_seq FROM floor.batch ORDER BY first_seq")
    assert spans[-1] == (station.head.seq - 1, station.head.seq)
    station.log.close()
    assert bring(station.settings[0], station.log.path).state.status == "current"


def test_a_memory_that_is_out_of_date_does_no_harm(floor: FloorUnderTest, tmp_path: Path) -> None:
    station = LiveStation(floor, tmp_path, gateways=2)
    for number in range(6):
        batch = station.grow()
        assert isinstance(station.send(station.links[number // 2 % 2], batch), KeptUpTo)
        # The other gateway remembers an older head, and gets the same rows again.
        assert isinstance(station.send(station.links[1 - number // 2 % 2], batch), KeptUpTo)
    assert floor.stored() == written(station.log.path)
    assert floor.ask("SELECT count(*) FROM floor.branch") == [(1,)]
    station.log.close()


def test_gateways_that_race_with_the_same_rows_keep_them_once(floor: FloorUnderTest, tmp_path: Path) -> None:
    station = LiveStation(floor, tmp_path, gateways=2)
    with ThreadPoolExecutor(2) as both:
        for _ in range(15):
            batch = station.grow()
            answers = list(both.map(lambda link, sent=batch: link.append(sent), station.links))
            heads = [one.head for one in answers if isinstance(one, KeptUpTo)]
            assert len(heads) == 2, answers
            assert heads[0] == heads[1]
            station.head = heads[0]
    assert floor.stored() == written(station.log.path)
    assert floor.ask("SELECT count(*) FROM floor.branch") == [(1,)]
    station.log.close()


def test_a_batch_that_does_not_continue_the_memory_is_judged_under_the_lock(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    station = LiveStation(floor, tmp_path)
    link, before = station.links[0], station.head
    for _ in range(2):
        assert isinstance(station.send(link, station.grow()), KeptUpTo)
    old = station.outbox.batch(before, before.seq, 0)
    assert old
    again = link.append(Append(1, old.prev, old.rows, old.head, 0, size=old.size))
    assert isinstance(again, KeptUpTo)
    assert again.head.seq == station.head.seq
    stations.disable(floor.owner(), "table-7", by="Maria", because="stolen")
    refusal = link.append(station.grow())
    assert isinstance(refusal, Refusal)
    assert refusal.code == "disabled"
    assert len(floor.stored()) == station.head.seq
    station.log.close()


def test_many_rows_are_copied_and_give_the_same_rows(floor: FloorUnderTest, tmp_path: Path) -> None:
    station = LiveStation(floor, tmp_path)
    assert isinstance(station.send(station.links[0], station.grow()), KeptUpTo)
    assert isinstance(station.send(station.links[0], station.grow(batch_writer.COPY_FROM)), KeptUpTo)
    assert isinstance(station.send(station.links[0], station.grow()), KeptUpTo)
    assert floor.stored() == written(station.log.path)
    station.log.close()


def test_a_live_log_is_read_as_the_reader_reads_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = SmallLog(tmp_path / "live.db")
    log.write(30)
    rows = written(log.path)
    heads = [FloorHead(1, *rows[at - 1], checkpoint_seq=signed) for at, signed in ((1, 0), (20, 5), (20, 20))]
    heads += [FloorHead(1, *rows[-1], checkpoint_seq=signed) for signed in (3, rows[-1][0])]
    fast = [Outbox(log.path).batch(head, head.seq, 0) for head in heads]
    monkeypatch.setattr(live_log, "REVISION", "another")
    assert fast == [Outbox(log.path).batch(head, head.seq, 0) for head in heads]
    monkeypatch.undo()
    log.turn_month()
    log.write(2)
    closed = Outbox(log.path).batch(heads[0], 1, 0)
    assert closed, "rows of a closed month are read from its file"
    assert fast[0]
    assert closed.rows[: len(fast[0].rows)] == fast[0].rows
    log.close()
    with pytest.raises(NotLiveError):
        LiveLog(log.path)
