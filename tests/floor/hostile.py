"""Logs of a hostile station: rows that are chained and that no table writes, as a gateway without today's
checks has kept them."""

import time
import zlib
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec
import psycopg

from dealer_station.floor.store.stored_logs import log_number
from dealer_station.log.integrity.chain import GENESIS, hash_of
from dealer_station.log.store.codec import encode
from dealer_station.log.store.records import KeysNamed, PersonNoted, StateKept
from tests.floor.floors import FloorUnderTest

PEOPLE = [encode(PersonNoted(number, "signed_in", "M")) for number in range(3)]


def opened(**more: Any) -> bytes:
    """The body of an opening, which today's program would not let anybody write."""
    return (
        b'{"v":3,'
        + msgspec.json.encode({"type": "Opened", "start": "closed", "month": "2026-11", **more})[1:]
    )


def turned(name: str, **more: Any) -> list[bytes]:
    """A log of two months, of which the second names the first as its station likes."""
    return [*begun(name), opened(month="2026-12", previous_file=name, previous_seq=5, **more), *PEOPLE]


def begun(name: str, **more: Any) -> list[bytes]:
    """The first rows of a log of its own."""
    own = sha256(name.encode()).hexdigest()
    return [opened(**more), encode(KeysNamed(own, "00" * 32, "x")), *PEOPLE]


def without_opening() -> list[bytes]:
    """A log that does not begin as any log does."""
    return [PEOPLE[0], encode(KeysNamed("11" * 32, "00" * 32, "y")), *PEOPLE]


def with_anchor(content: bytes, spaces: int = 0) -> tuple[list[bytes], dict[int, bytes]]:
    """A log with an anchor, whose digest is in the row that vouches for it, and megabytes of spaces."""
    packer = zlib.compressobj(9)
    blown_up = b"".join(packer.compress(b" " * 1_000_000) for _ in range(spaces))
    state = blown_up + packer.compress(content) + packer.flush()
    return [*begun(content.decode()), encode(StateKept("x", sha256(state).hexdigest()))], {6: state}


def kept(
    floor: FloorUnderTest, table: str, bodies: Sequence[bytes], anchors: dict[int, bytes] | None = None
) -> str:
    """Put a log into the database, and return the beginning of its identity."""
    now, prev = time.time_ns() // 1000, GENESIS
    rows, hashes = [], [GENESIS]
    for seq, body in enumerate(bodies, 1):
        row = (seq, "record", seq, now + seq, seq, "station", "", "", None, body, None, None)
        prev = hash_of(prev, row)
        rows.append(row)
        hashes.append(prev)
    log, last = log_number(hashes[2]), len(rows)
    with psycopg.connect(floor.database) as connection:
        run = connection.execute
        run("INSERT INTO floor.log (id, identity, name) VALUES (%s, %s, %s)", (log, hashes[2], table))
        run("INSERT INTO floor.branch (log, branch, state) VALUES (%s, 1, 'kept')", (log,))
        run(
            "INSERT INTO floor.head (log, branch, seq, hash, anchor_seq) VALUES (%s, 1, %s, %s, %s)",
            (log, last, prev, max(anchors or {}, default=0)),
        )
        run(
            "INSERT INTO floor.batch (log, branch, first_seq, last_seq, kept_on, station, clock_offset_us) "
            "VALUES (%s, 1, 1, %s, CURRENT_DATE, 'hostile', 0)",
            (log, last),
        )
        for row, digest in zip(rows, hashes[1:], strict=True):
            texts = (text.encode() for text in row[5:8])
            run(
                "INSERT INTO floor.event (log, branch, kept_on, seq, part, cause, wall_us, mono_us, source, "
                "who, journal, device_seq, body, frame, seal, hash) VALUES (%s, 1, CURRENT_DATE, "
                "%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
                (log, *row[:5], *texts, *row[8:], digest),
            )
        for seq, state in (anchors or {}).items():
            run(
                "INSERT INTO floor.anchor (log, branch, seq, state) VALUES (%s, 1, %s, %s)", (log, seq, state)
            )
    name = f"station of {hashes[2].hex()[:16]}"
    floor.enrol(name, log=hashes[2])
    floor.owner().execute(
        "UPDATE floor.station SET heard_at = now(), size = %s WHERE name = %s", (last, name)
    )
    return hashes[2].hex()[:16]


def every_kind(floor: FloorUnderTest) -> dict[str, str]:
    """One log of each kind, by the name of its table, with its identity."""
    names = {
        "dots": "..",
        "nul": "a\0b.db",
        "long": "x" * 300 + ".db",
        "outside": "../pwn.db",
        "own": "copy.json",
    }
    found = {f"H {kind}": turned(name) for kind, name in names.items()}
    found["H month"] = [*begun("month", month="2026-11/../../../../pwn"), *PEOPLE]
    found["H carried"] = turned("a.db", carried={"table": 5, "round": "x"})
    found["H first"] = without_opening()
    found["H deep"] = turned("b.db", carried={"table": msgspec.Raw(b"[" * 20_000 + b"]" * 20_000)})
    logs = {table: kept(floor, table, bodies) for table, bodies in found.items()}
    logs["H anchor"] = kept(floor, "H anchor", *with_anchor(b'{"opened":{"previous_seq":-5}}'))
    logs["H bomb"] = kept(floor, "H bomb", *with_anchor(b"[", spaces=400))
    named = "A\n1 table-9\x1b[2J" + "n" * 1_000
    logs[named] = kept(floor, named, [*begun("named"), *PEOPLE])
    return logs
