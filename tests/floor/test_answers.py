"""Every answer of the gateway: what is kept, what is refused, and with which status."""

import http.client
import shutil
import ssl
import threading
import zlib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from dealer_station.floor.certificates.authority import Authority, make_authority
from dealer_station.floor.client.link import FloorSettings, LinkError
from dealer_station.floor.client.outbox import Outbox
from dealer_station.floor.gateway.request_limit import RequestLimit
from dealer_station.floor.protocol.messages import (
    APPEND,
    BODY_BYTES_MAX,
    HELLO,
    PACKED,
    Append,
    FloorHead,
    KeptUpTo,
    LogHello,
    Refusal,
    SentAnchor,
    SentCheckpoint,
    Welcome,
    packed,
    unpacked,
)
from dealer_station.floor.store import stations
from dealer_station.floor.store.appends import WaitingBatch
from dealer_station.floor.store.ingest import Ingest
from dealer_station.log.read.reader import Reader
from tests.floor.floors import FloorUnderTest, bring, written
from tests.log import shifts

NOW_US = 1_800_000_000_000_000
START = FloorHead(1)


class Caller:
    """Somebody with a station's certificate who writes messages by hand."""

    def __init__(self, floor: FloorUnderTest, settings: FloorSettings, log: Path) -> None:
        self.link = floor.link(settings)
        self.settings = settings
        self.outbox = Outbox(log)

    def hello(self, **changes: Any) -> Welcome | Refusal:
        log = self.outbox.introduction()
        hello = LogHello(log.log, "Table 7", log.key, "test", log.size, NOW_US, log.marks)
        return self.link.hello(replace(hello, **changes))

    def batch(self, head: FloorHead = START, **changes: Any) -> Append:
        found = self.outbox.batch(head, head.seq, NOW_US)
        assert found
        return replace(found, **changes)

    def raw(
        self, method: str, path: str, body: bytes, encoding: str = ""
    ) -> tuple[int, Refusal, http.client.HTTPMessage]:
        """A request as no station sends it."""
        context = ssl.create_default_context(cafile=str(self.settings.ca))
        context.load_cert_chain(self.settings.certificate, self.settings.key)
        port = int(self.settings.url.rpartition(":")[2])
        connection = http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=20)
        try:
            connection.request(method, path, body, {"Content-Encoding": encoding} if encoding else {})
            answer = connection.getresponse()
            return answer.status, unpacked(answer.read(), Refusal), answer.headers
        finally:
            connection.close()


@pytest.fixture
def caller(floor: FloorUnderTest, played: Path) -> Caller:
    """An enrolled station that has said hello."""
    made = Caller(floor, floor.enrol("table-7"), played)
    assert isinstance(made.hello(), Welcome)
    return made


def refused(answer: object) -> Refusal:
    assert isinstance(answer, Refusal), answer
    return answer


def test_a_batch_is_kept_and_the_answer_names_the_new_head(floor: FloorUnderTest, caller: Caller) -> None:
    batch = caller.batch()
    answer = caller.link.append(batch)
    assert isinstance(answer, KeptUpTo)
    assert (answer.head.seq, answer.head.hash) == (batch.rows[-1][0], batch.head)
    assert floor.stored() == written(caller.outbox.path)[: len(batch.rows)]


def test_a_batch_that_is_sent_again_is_answered_alike_and_kept_once(
    floor: FloorUnderTest, caller: Caller
) -> None:
    first = caller.link.append(caller.batch())
    again = caller.link.append(caller.batch())
    assert isinstance(first, KeptUpTo)
    assert isinstance(again, KeptUpTo)
    assert again.head == first.head
    assert floor.stored() == written(caller.outbox.path)[: first.head.seq]


def test_an_overlapping_batch_adds_only_what_is_new(floor: FloorUnderTest, caller: Caller) -> None:
    whole = caller.batch()
    short = 100
    head = dict(written(caller.outbox.path))[short]
    cut = replace(whole, rows=whole.rows[:short], head=head, checkpoints=[], anchors=[])
    assert isinstance(caller.link.append(cut), KeptUpTo)
    assert isinstance(caller.link.append(whole), KeptUpTo)
    assert floor.stored() == written(caller.outbox.path)[: len(whole.rows)]
    assert [found for (found,) in floor.ask("SELECT first_seq FROM floor.batch ORDER BY 1")] == [1, short + 1]


def test_a_gap_is_answered_with_the_head(caller: Caller) -> None:
    kept = caller.link.append(caller.batch())
    assert isinstance(kept, KeptUpTo)
    gap = refused(caller.link.append(caller.batch(FloorHead(1, kept.head.seq + 5))))
    assert gap.code == "gap"
    assert gap.head == kept.head


def test_a_branch_that_does_not_exist_is_a_gap(caller: Caller) -> None:
    assert refused(caller.link.append(caller.batch(FloorHead(7)))).code == "gap"


def changed_row(batch: Append) -> Append:
    row = batch.rows[50]
    return replace(batch, rows=[*batch.rows[:50], (*row[:9], row[9] + b" ", *row[10:]), *batch.rows[51:]])


def reordered(batch: Append) -> Append:
    return replace(batch, rows=[*batch.rows[:50], batch.rows[51], batch.rows[50], *batch.rows[52:]])


def truncated(batch: Append) -> Append:
    return replace(batch, rows=batch.rows[:-1], checkpoints=[], anchors=[])


def without_a_row(batch: Append) -> Append:
    return replace(batch, rows=[*batch.rows[:50], *batch.rows[51:]])


def checkpoint_changed(batch: Append) -> Append:
    one = batch.checkpoints[0]
    bad = SentCheckpoint(one.seq, one.head, one.wall_us + 1, one.signer, one.signature)
    return replace(batch, checkpoints=[bad, *batch.checkpoints[1:]])


def checkpoint_moved(batch: Append) -> Append:
    one = batch.checkpoints[0]
    bad = SentCheckpoint(one.seq - 1, one.head, one.wall_us, one.signer, one.signature)
    return replace(batch, checkpoints=[bad, *batch.checkpoints[1:]])


def number_too_large(batch: Append) -> Append:
    row = batch.rows[0]
    return replace(batch, rows=[(*row[:3], 2**63, *row[4:]), *batch.rows[1:]])


def no_row_of_a_log(batch: Append) -> Append:
    row = batch.rows[0]
    return replace(batch, rows=[(*row[:9], b"nonsense", *row[10:]), *batch.rows[1:]])


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (changed_row, "forged"),
        (truncated, "forged"),
        (checkpoint_changed, "forged"),
        (checkpoint_moved, "forged"),
        (reordered, "malformed"),
        (without_a_row, "malformed"),
        (number_too_large, "malformed"),
        (no_row_of_a_log, "malformed"),
    ],
)
def test_a_bad_batch_is_refused_and_nothing_of_it_is_kept(
    floor: FloorUnderTest, caller: Caller, change: Any, code: str
) -> None:
    refusal = refused(caller.link.append(change(caller.batch())))
    assert refusal.code == code
    assert floor.stored() == []
    cases = floor.ask("SELECT kind, station, evidence IS NOT NULL FROM floor.quarantine")
    assert cases == ([("forged", "table-7", True)] if code == "forged" else [])
    assert isinstance(caller.link.append(caller.batch()), KeptUpTo)


def test_an_anchor_that_its_row_does_not_vouch_for_is_refused(caller: Caller) -> None:
    kept = caller.link.append(caller.batch())
    assert isinstance(kept, KeptUpTo)
    batch = caller.batch(kept.head)
    (anchor,) = batch.anchors
    for bad in (SentAnchor(anchor.seq, b"another state"), SentAnchor(anchor.seq + 1, anchor.state)):
        assert refused(caller.link.append(replace(batch, anchors=[bad]))).code == "forged"
    assert isinstance(caller.link.append(batch), KeptUpTo)


def test_the_same_forgery_is_kept_as_evidence_once(floor: FloorUnderTest, caller: Caller) -> None:
    bad = changed_row(caller.batch())
    first, again = (refused(caller.link.append(bad)) for _ in range(2))
    assert first.quarantine == again.quarantine > 0
    assert floor.ask("SELECT count(*) FROM floor.quarantine") == [(1,)]


def test_a_late_checkpoint_with_another_hash_is_refused(floor: FloorUnderTest, caller: Caller) -> None:
    batch = caller.batch()
    kept = caller.link.append(replace(batch, checkpoints=[]))
    assert isinstance(kept, KeptUpTo)
    empty = Append(1, kept.head.hash, [], kept.head.hash, NOW_US)
    one = batch.checkpoints[0]
    other = batch.checkpoints[1]
    # A genuine signature, at the number of another row: the hash is not that row's.
    moved = SentCheckpoint(one.seq, other.head, other.wall_us, other.signer, other.signature)
    assert refused(caller.link.append(replace(empty, checkpoints=[moved]))).code == "forged"
    late = caller.link.append(replace(empty, checkpoints=batch.checkpoints))
    assert isinstance(late, KeptUpTo)
    assert floor.ask("SELECT count(*) FROM floor.checkpoint") == [(len(batch.checkpoints),)]


def test_a_checkpoint_of_an_unknown_key_is_refused(
    floor: FloorUnderTest, played: Path, tmp_path: Path
) -> None:
    """The station was enrolled with another key than the one that signs its log."""
    other = shifts.keys_of(tmp_path / "other.db").signer
    caller = Caller(floor, floor.enrol("table-7", signing_keys=[other]), played)
    assert isinstance(caller.hello(), Welcome)
    refusal = refused(caller.link.append(caller.batch()))
    assert refusal.code == "untrusted_key"
    assert refusal.quarantine
    assert floor.stored() == []


def test_a_log_of_somebody_else_is_refused(floor: FloorUnderTest, caller: Caller, tmp_path: Path) -> None:
    foreign = Caller(floor, caller.settings, shifts.play(tmp_path / "foreign.db", rounds=1, seed=9))
    assert refused(foreign.hello()).code == "foreign_log"
    assert refused(foreign.link.append(foreign.batch())).code == "foreign_log"
    spare = Caller(floor, floor.enrol("spare"), caller.outbox.path)
    assert refused(spare.hello()).code == "foreign_log"
    assert refused(spare.link.append(spare.batch())).code == "foreign_log"
    assert floor.stored() == []


def test_a_certificate_that_the_database_does_not_know_is_refused(
    floor: FloorUnderTest, caller: Caller
) -> None:
    stolen = caller.settings
    kept = [
        shutil.copy(path, floor.folder / f"stolen-{path.name}") for path in (stolen.certificate, stolen.key)
    ]
    thief = Caller(floor, replace(stolen, certificate=Path(kept[0]), key=Path(kept[1])), caller.outbox.path)
    assert isinstance(thief.hello(), Welcome)
    floor.enrol("table-7")
    for answer in (
        thief.hello(),
        thief.link.append(thief.batch()),
        thief.link.page(1),
        thief.link.renew(),
    ):
        assert refused(answer).code == "not_enrolled"
    caller.link.close()
    assert isinstance(caller.hello(), Welcome), "the station itself has the new certificate"


def test_a_disabled_station_is_refused_until_it_is_enrolled_again(
    floor: FloorUnderTest, caller: Caller
) -> None:
    stations.disable(floor.owner(), "table-7", by="Maria", because="stolen")
    for answer in (caller.hello(), caller.link.append(caller.batch()), caller.link.renew()):
        assert refused(answer).code == "disabled"
    floor.enrol("table-7")
    caller.link.close()
    assert isinstance(caller.hello(), Welcome)


def test_a_certificate_of_another_floor_does_not_get_in(
    floor: FloorUnderTest, played: Path, tmp_path: Path
) -> None:
    settings = floor.enrol("table-7")
    make_authority(tmp_path / "other", ("localhost",), datetime.now(UTC))
    bundle = Authority(tmp_path / "other").enrol("table-7", datetime.now(UTC))
    settings.certificate.write_bytes(bundle.certificate)
    settings.key.write_bytes(bundle.key)
    with pytest.raises(LinkError) as refusal:
        Caller(floor, settings, played).hello()
    assert refusal.value.trouble in ("certificate", "dropped")


def test_an_expired_certificate_does_not_get_in(floor: FloorUnderTest, played: Path) -> None:
    settings = floor.enrol("table-7")
    bundle = floor.authority.enrol("table-7", datetime.now(UTC) - timedelta(days=400))
    settings.certificate.write_bytes(bundle.certificate)
    settings.key.write_bytes(bundle.key)
    with pytest.raises(LinkError) as refusal:
        Caller(floor, settings, played).hello()
    assert refusal.value.trouble == "expired"


def test_a_floor_that_is_not_ours_is_told_nothing(
    floor: FloorUnderTest, played: Path, tmp_path: Path
) -> None:
    settings = floor.enrol("table-7")
    make_authority(tmp_path / "other", ("localhost",), datetime.now(UTC))
    shutil.copy(tmp_path / "other" / "ca.pem", settings.ca)
    with pytest.raises(LinkError) as refusal:
        Caller(floor, settings, played).hello()
    assert refusal.value.trouble == "untrusted"
    assert "another floor" in str(refusal.value)


def test_an_address_under_another_name_is_told_the_name_to_write(
    floor: FloorUnderTest, played: Path, tmp_path: Path
) -> None:
    named = FloorUnderTest(tmp_path / "named", floor.database, ("floor.example",))
    try:
        with pytest.raises(LinkError) as refusal:
            Caller(named, named.enrol("table-7"), played).hello()
    finally:
        named.close()
    assert refusal.value.trouble == "untrusted"
    assert "floor init --name" in str(refusal.value)


def test_what_is_no_message_is_malformed(caller: Caller) -> None:
    for path in (HELLO, APPEND):
        status, refusal, _ = caller.raw("POST", path, b"\x00nonsense")
        assert (status, refusal.code) == (400, "malformed")
    status, refusal, _ = caller.raw("POST", APPEND, b"nonsense", PACKED)
    assert (status, refusal.code) == (400, "malformed")
    hello = LogHello(bytes(32), "x", b"short key", "test", 5, NOW_US)
    assert caller.raw("POST", HELLO, packed(hello))[0] == 400


@pytest.mark.parametrize("path", ["/", "/v1/log/zz/rows", "/v1/log/00/other", "/v2/hello"])
def test_what_is_not_there_is_not_found(caller: Caller, path: str) -> None:
    assert caller.raw("GET", path, b"")[0] in (400, 404)


def test_too_much_at_once_is_refused(caller: Caller) -> None:
    batch = caller.batch()
    much = replace(batch, rows=batch.rows * 2)
    assert refused(caller.link.append(much)).code == "too_large"
    status, refusal, _ = caller.raw("POST", APPEND, zlib.compress(bytes(BODY_BYTES_MAX + 1), 9), PACKED)
    assert (status, refusal.code) == (413, "too_large")


def test_a_second_request_at_the_same_time_is_asked_to_come_back(
    floor: FloorUnderTest, caller: Caller
) -> None:
    owner = floor.owner()
    answers: list[object] = []
    with owner.transaction():
        owner.execute("SELECT 1 FROM floor.head FOR UPDATE")
        slow = threading.Thread(target=lambda: answers.append(caller.link.append(caller.batch())))
        slow.start()
        other = Caller(floor, caller.settings, caller.outbox.path)
        while not floor_is_busy(other):
            assert slow.is_alive()
        status, refusal, headers = other.raw("POST", APPEND, b"")
        assert (status, refusal.code, headers["Retry-After"]) == (429, "busy", "1")
    slow.join(20)
    assert isinstance(answers[0], KeptUpTo)


def floor_is_busy(caller: Caller) -> bool:
    return caller.raw("GET", "/", b"")[0] == 429


def test_a_station_that_asks_too_often_is_slowed_down_and_others_are_not() -> None:
    now = 0.0
    limit = RequestLimit(lambda: now)

    def ask(station: str) -> Refusal | None:
        refusal = limit.enter(station)
        if refusal is None:
            limit.leave(station)
        return refusal

    asked = [ask("hasty") for _ in range(1_000)]
    assert 0 < asked.count(None) < 1_000
    assert ask("calm") is None
    now += 1.0
    assert ask("hasty") is None


def test_a_database_that_is_away_is_said_so_and_nothing_is_claimed(played: Path, tmp_path: Path) -> None:
    away = FloorUnderTest(tmp_path, f"host={tmp_path} port=1 user=nobody dbname=nothing")
    bundle = away.authority.enrol("table-7", datetime.now(UTC))
    for name, content in (("c", bundle.certificate), ("k", bundle.key), ("a", bundle.authority)):
        (tmp_path / name).write_bytes(content)
    url = f"https://127.0.0.1:{away.gateway.port}"
    caller = Caller(away, FloorSettings(url, tmp_path / "c", tmp_path / "k", tmp_path / "a"), played)
    for answer in (caller.hello(), caller.link.append(caller.batch())):
        assert refused(answer).code == "unavailable"
        assert caller.link.retry_seconds == 2
    away.close()


def test_the_clock_of_a_station_is_compared_and_never_trusted(floor: FloorUnderTest, played: Path) -> None:
    """Clocks in 1970 and 2038 change nothing but the offset that the floor keeps."""
    for name, wall_us in (("slow", 0), ("fast", 2_145_916_800_000_000)):
        caller = Caller(floor, floor.enrol(name), played)
        if name == "fast":
            number, identity, _ = stations.find_log(floor.owner(), "slow")
            floor.enrol(name, log=identity)
            caller = Caller(floor, caller.settings, played)
            assert number
        assert isinstance(caller.hello(wall_us=wall_us), Welcome)
        assert isinstance(caller.link.append(caller.batch(wall_us=wall_us)), KeptUpTo)
    offsets = dict(floor.ask("SELECT name, clock_offset_us FROM floor.station"))
    assert offsets["slow"] < -OFFSETS_US
    assert offsets["fast"] > OFFSETS_US
    today = datetime.now(UTC).date()
    assert {day for (day,) in floor.ask("SELECT DISTINCT kept_on FROM floor.event")} <= {
        today,
        today - timedelta(days=1),
    }


OFFSETS_US = 300_000_000_000_000
"""Almost ten years."""


def test_the_whole_log_arrives_with_checkpoints_and_anchors(floor: FloorUnderTest, played: Path) -> None:
    bring(floor.enrol("table-7"), played)
    with Reader(played) as log:
        (anchor,) = log.anchors()
    assert floor.ask("SELECT seq, state FROM floor.anchor") == [anchor]
    assert floor.ask("SELECT max(seq) FROM floor.checkpoint") == [(written(played)[-1][0],)]


def test_an_error_that_nobody_foresaw_concerns_one_station_alone(
    floor: FloorUnderTest, caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = Ingest.commit

    def fail(ingest: Ingest, group: list[WaitingBatch]) -> list[KeptUpTo | Refusal]:
        if any(one.station == "table-7" for one in group):
            raise RuntimeError("unforeseen")
        return keep(ingest, group)

    monkeypatch.setattr(Ingest, "commit", fail)
    assert refused(caller.link.append(caller.batch())).code == "unavailable"
    assert floor.stored() == []
    monkeypatch.setattr(Ingest, "commit", keep)
    assert isinstance(caller.link.append(caller.batch()), KeptUpTo)
