"""Rows that are chained as they should be, and name what no station names: refused, and kept as evidence."""

import zlib
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import json
from structlog.testing import capture_logs

from dealer_station.floor.client.link import FloorLink, FloorSettings
from dealer_station.floor.client.pulled_log import pages_over, write_log
from dealer_station.floor.protocol.messages import (
    Append,
    KeptUpTo,
    LogHello,
    Mark,
    Refusal,
    RowValues,
    SentAnchor,
    Welcome,
)
from dealer_station.floor.store import quarantine, stored_logs
from dealer_station.log.integrity.chain import GENESIS, hash_of
from dealer_station.log.store.codec import Content, encode
from dealer_station.log.store.records import Closed, KeysNamed, Opened, PersonNoted, StateKept
from tests.floor.commands import floor_command
from tests.floor.floors import FloorUnderTest, bring, written
from tests.floor.small_logs import SmallLog

NOW_US = 1_800_000_000_000_000
KEY = "02" * 32


def opened(**more: Any) -> bytes:
    """An opening as a hostile station writes it: a record of its own would refuse such values."""
    honest = json.decode(encode(Opened("closed", month="2026-11")))
    return json.encode(honest | more)


def follows(name: str, seq: int = 5) -> tuple[Content | bytes, ...]:
    """A second file that follows row `seq` of a file with a name."""
    return opened(), KeysNamed(KEY, KEY, "x"), *people(3), opened(previous_file=name, previous_seq=seq)


def people(count: int) -> list[PersonNoted]:
    return [PersonNoted(number, "signed_in", "Maria") for number in range(count)]


class Hostile:
    """An enrolled station that chains its rows as it should and puts into them what it likes."""

    def __init__(
        self, floor: FloorUnderTest, settings: FloorSettings, contents: Sequence[Content | bytes]
    ) -> None:
        self.link: FloorLink = floor.link(settings)
        self.rows: list[RowValues] = []
        self.hashes: list[bytes] = []
        prev = GENESIS
        for seq, content in enumerate(contents, 1):
            body = content if isinstance(content, bytes) else encode(content)
            row: RowValues = (
                seq,
                "record",
                seq,
                NOW_US + seq,
                seq,
                "station",
                "",
                "",
                None,
                body,
                None,
                None,
            )
            prev = hash_of(prev, row)
            self.rows.append(row)
            self.hashes.append(prev)

    def hello(self, **changes: Any) -> Welcome | Refusal:
        hello = LogHello(self.hashes[1], "Table 7", bytes.fromhex(KEY), "test", len(self.rows), NOW_US)
        return self.link.hello(msgspec.structs.replace(hello, **changes))

    def append(self, **changes: Any) -> KeptUpTo | Refusal:
        batch = Append(1, GENESIS, self.rows, self.hashes[-1], NOW_US, size=len(self.rows))
        return self.link.append(msgspec.structs.replace(batch, **changes))


def refused(answer: object) -> Refusal:
    assert isinstance(answer, Refusal), answer
    return answer


@pytest.mark.parametrize(
    ("contents", "told"),
    [
        (follows(".."), "row 6 names a previous file"),
        (follows("../table-2026-11.db"), "row 6 names a previous file"),
        (follows("a\\b.db"), "row 6 names a previous file"),
        (follows("a\0b.db"), "row 6 names a previous file"),
        (follows("a\nb.db"), "row 6 names a previous file"),
        (follows("\x1b[2J.db"), "row 6 names a previous file"),
        (follows("x" * 300 + ".db"), "row 6 names a previous file"),
        (follows("ü" * 120 + ".db"), "row 6 names a previous file"),
        (follows("table-2026-11.db", -5), "says that it follows row -5"),
        (follows("table-2026-11.db", 4), "says that it follows row 4"),
        (
            (opened(month="2026-11/../../../../pwn"), KeysNamed(KEY, KEY, "x")),
            "row 1 names a month that is none",
        ),
        ((opened(month="2026-13"), KeysNamed(KEY, KEY, "x")), "row 1 names a month that is none"),
        ((opened(), KeysNamed(KEY, KEY, "x"), Closed("..")), "row 3 names a month that is none"),
        ((opened(), KeysNamed("02" * 31, KEY, "x")), "row 2 names a key that is none"),
        ((opened(), KeysNamed(KEY, "zz", "x")), "row 2 names a key that is none"),
        ((opened(), KeysNamed(KEY, KEY, "x"), b'{"v":3,"type":"Opened","month":7}'), "row 3 cannot be read"),
    ],
)
def test_rows_that_name_what_no_station_names_are_refused_and_kept_as_evidence(
    floor: FloorUnderTest, contents: Sequence[Content | bytes], told: str
) -> None:
    one = Hostile(floor, floor.enrol("table-7"), contents)
    assert isinstance(one.hello(), Welcome)
    first, again = refused(one.append()), refused(one.append(wall_us=NOW_US + 1))
    assert (first.code, told in first.words) == ("malformed", True), first
    assert first.words.isprintable()
    assert again.quarantine == first.quarantine > 0
    assert floor.stored() == []
    (case,) = quarantine.cases(floor.owner())
    assert (case.kind, case.times) == ("out_of_bounds", 2)
    shown = floor_command(floor, "status")
    assert (shown.exit_code, "\x1b" in shown.output) == (1, False)
    assert "REFUSED, last at" in shown.output


def state(previous: int) -> bytes:
    return zlib.compress(msgspec.json.encode({"opened": {"previous_seq": previous}}))


@pytest.mark.parametrize(
    "made",
    [
        lambda: zlib.compress(b"[" + b" " * 40_000_000, 9),
        lambda: state(-5),
        lambda: state(3),
        lambda: zlib.compress(b"no JSON"),
        lambda: zlib.compress(b"[" * 100_000),
        lambda: b"not compressed",
        lambda: state(0)[:-4],
        lambda: state(0) + b"more",
    ],
    ids=["bomb", "negative", "beyond", "no JSON", "nested", "not compressed", "cut", "followed"],
)
def test_an_anchor_that_is_no_state_of_a_table_is_refused(
    floor: FloorUnderTest, made: Callable[[], bytes]
) -> None:
    content = made()
    kept = StateKept("x", sha256(content).hexdigest())
    one = Hostile(floor, floor.enrol("table-7"), (opened(), KeysNamed(KEY, KEY, "x"), kept))
    one.hello()
    refusal = refused(one.append(anchors=[SentAnchor(3, content)]))
    assert (refusal.code, refusal.quarantine > 0) == ("malformed", True)
    assert "the anchor at row 3" in refusal.words
    assert floor.ask("SELECT count(*) FROM floor.anchor") == [(0,)]
    good = state(0)
    vouched = StateKept("x", sha256(good).hexdigest())
    other = Hostile(floor, floor.enrol("other"), (opened(), KeysNamed(KEY, KEY, "y"), vouched))
    other.hello(name="Table 8")
    assert isinstance(other.append(anchors=[SentAnchor(3, good)]), KeptUpTo)


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "Table\n7"},
        {"name": "\x1b[2J"},
        {"name": "T\0"},
        {"name": "T" * 81},
        {"name": "T" * 15_000_000},
        {"version": "1\0"},
        {"version": "1" * 81},
        {"wall_us": -(2**63)},
        {"wall_us": 2**63 - 1},
        {"size": 2**63},
        {"marks": [Mark(2**63, bytes(32))]},
    ],
    ids=[
        "line break",
        "escape",
        "NUL",
        "long",
        "huge",
        "version NUL",
        "version",
        "early",
        "late",
        "size",
        "mark",
    ],
)
def test_a_hello_that_no_station_says_is_malformed_and_no_outage(
    floor: FloorUnderTest, changes: dict[str, Any]
) -> None:
    one = Hostile(floor, floor.enrol("table-7"), (opened(), KeysNamed(KEY, KEY, "x")))
    with capture_logs() as logged:
        assert refused(one.hello(**changes)).code == "malformed"
    assert "database away" not in [one["event"] for one in logged]
    assert floor.ask("SELECT count(*) FROM floor.log") == [(0,)]
    assert isinstance(one.hello(), Welcome)


@pytest.mark.parametrize("wall_us", [-(2**63), 2**63 - 1])
def test_a_time_that_fits_no_column_costs_nobody_a_connection(
    floor: FloorUnderTest, tmp_path: Path, wall_us: int
) -> None:
    log = SmallLog(tmp_path / "table.db")
    log.write(5)
    bring(floor.enrol("table-9"), log.path, "Table 9")
    ((before,),) = floor.ask("SELECT pid FROM pg_stat_activity WHERE application_name LIKE '%% appends'")
    one = Hostile(floor, floor.enrol("table-7"), (opened(), KeysNamed(KEY, KEY, "x")))
    one.hello()
    with capture_logs() as logged:
        assert refused(one.append(wall_us=wall_us)).code == "malformed"
    assert [one["event"] for one in logged if one["log_level"] != "info"] == []
    assert floor.ask("SELECT pid FROM pg_stat_activity WHERE application_name LIKE '%% appends'") == [
        (before,)
    ]
    assert isinstance(one.append(), KeptUpTo)
    log.close()


def test_what_the_database_cannot_store_is_the_fault_of_the_message(floor: FloorUnderTest) -> None:
    """A value that passes the checks of the gateway, and that only the database refuses."""
    floor.owner().execute("ALTER TABLE floor.log ADD CHECK (name <> 'Table 13')")
    one = Hostile(floor, floor.enrol("table-7"), (opened(), KeysNamed(KEY, KEY, "x")))
    with capture_logs() as logged:
        refusal = refused(one.hello(name="Table 13"))
    assert refusal.code == "malformed"
    assert [one["event"] for one in logged if one["log_level"] == "error"] == ["message not stored"]
    assert "database away" not in [one["event"] for one in logged]


def test_hostile_stations_do_not_keep_others_from_the_floor(floor: FloorUnderTest, tmp_path: Path) -> None:
    sent: list[tuple[Content | bytes, ...]] = [follows(".."), follows("a\0"), (opened(month="/"), *people(3))]
    hostile = [
        Hostile(floor, floor.enrol(f"hostile-{number}"), contents) for number, contents in enumerate(sent)
    ]
    log = SmallLog(tmp_path / "table.db")
    log.write(50)
    log.close()
    for one in hostile:
        one.hello(name="\x1b[2J")
        one.append()
    assert bring(floor.enrol("table-9"), log.path, "Table 9").state.status == "current"
    assert floor.stored() == written(log.path)
    shown = floor_command(floor, "status", "--tables").output
    assert "Table 9" in shown
    assert "\x1b" not in shown


def test_names_that_came_before_there_were_bounds_do_no_harm_on_a_terminal(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    log = SmallLog(tmp_path / "table.db")
    log.write(5)
    log.close()
    bring(floor.enrol("table-9"), log.path, "Table 9")
    floor.owner().execute("UPDATE floor.log SET name = %s", ("\x1b[2Jx\ntable-1   Table 1   all is well",))
    shown = floor_command(floor, "status").output
    assert "\x1b" not in shown
    assert not any(line.startswith("table-1 ") for line in shown.splitlines())


def test_a_log_of_large_rows_is_read_in_small_pages(floor: FloorUnderTest, tmp_path: Path) -> None:
    """Sixty megabytes in rows of a megabyte: no gateway holds them all at once for whoever asks."""
    log = SmallLog(tmp_path / "table.db")
    log.write(3)
    log.write(60, size=1_000_000)
    log.write(3)
    log.close()
    settings = floor.enrol("table-7")
    assert bring(settings, log.path).state.status == "current"
    link = floor.link(settings)
    sizes, rows = [], 0
    for page in pages_over(link):
        sizes.append(sum(len(row[9]) for row in page.rows))
        rows += len(page.rows)
    assert rows == len(written(log.path))
    assert max(sizes) <= stored_logs.PAGE_BYTES < sum(sizes)
    (made,) = write_log(pages_over(link), tmp_path / "pulled.db")
    assert written(made) == written(log.path)
    assert floor_command(floor, "verify").exit_code == 0
