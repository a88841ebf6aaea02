"""Thousands of forged, replayed, reordered, truncated and foreign batches change nothing that is kept."""

import http.client
import ssl
import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_station.floor.client.link import FloorSettings
from dealer_station.floor.protocol.messages import (
    APPEND,
    STATUS,
    Append,
    KeptUpTo,
    Refusal,
    packed,
    unpacked,
)
from dealer_station.floor.store import quarantine
from tests.floor.campaign.conftest import Tell
from tests.floor.campaign.hostile import (
    EXAMPLES,
    ROWS_MAX,
    HonestLog,
    changed_batches,
    damaged_bytes,
    forked_batches,
    rechained,
)
from tests.floor.floors import FloorUnderTest, bring, written
from tests.floor.small_logs import SmallLog
from tests.floor.test_answers import Caller
from tests.log import shifts

REFUSALS = {
    "malformed",
    "forged",
    "fork",
    "too_many_forks",
    "gap",
    "foreign_log",
    "untrusted_key",
    "too_large",
}


class Attacker:
    """Somebody with a certificate of the floor and one open connection."""

    def __init__(self, settings: FloorSettings) -> None:
        context = ssl.create_default_context(cafile=str(settings.ca))
        context.load_cert_chain(settings.certificate, settings.key)
        port = int(settings.url.rpartition(":")[2])
        self._connection = http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=30)
        self.answers: Counter[str] = Counter()

    def send(self, body: bytes) -> KeptUpTo | Refusal:
        """Send bytes as a batch; one that comes too often is sent again."""
        while True:
            self._connection.request("POST", APPEND, body)
            answer = self._connection.getresponse()
            raw = answer.read()
            if answer.status == 200:
                self.answers["kept"] += 1
                kept: KeptUpTo = unpacked(raw, KeptUpTo)
                return kept
            refusal: Refusal = unpacked(raw, Refusal)
            assert answer.status == STATUS[refusal.code]
            if refusal.code != "busy":
                self.answers[refusal.code] += 1
                return refusal
            time.sleep(0.1)

    def close(self) -> None:
        self._connection.close()


def _head(floor: FloorUnderTest) -> tuple[int, bytes]:
    ((seq, digest),) = floor.ask("SELECT seq, hash FROM floor.head WHERE branch = 1 ORDER BY log LIMIT 1")
    return seq, bytes(digest)


@pytest.mark.campaign
def test_no_message_changes_what_is_kept(
    floor: FloorUnderTest, played: Path, tmp_path: Path, tell: Tell
) -> None:
    log, other = HonestLog(played), HonestLog(shifts.play(tmp_path / "other.db", rounds=10, seed=9))
    station = floor.enrol("table-7")
    caller = Caller(floor, station, played)
    caller.hello()
    half = len(log.rows) // 2
    attacker = Attacker(station)
    for first in range(1, half, 500):
        assert isinstance(
            attacker.send(packed(log.batch(first, min(first + 499, half), first - 1))), KeptUpTo
        )

    def batches(data: st.DataObject) -> bytes:
        first = data.draw(st.integers(1, half + 1))
        last = min(first + data.draw(st.integers(0, ROWS_MAX)), len(log.rows))
        honest: Append = log.batch(first, last)
        kind = data.draw(st.sampled_from(["changed", "changed", "bytes", "fork", "foreign", "replay", "gap"]))
        match kind:
            case "changed":
                return packed(data.draw(changed_batches(honest)))
            case "bytes":
                return data.draw(damaged_bytes(honest))
            case "fork":
                return packed(data.draw(forked_batches(log, half)))
            case "foreign":
                at = data.draw(st.integers(1, len(other.rows) - 1))
                return packed(other.batch(at, len(other.rows)))
            case "gap":
                return packed(log.batch(len(log.rows), len(log.rows)))
        return packed(honest)

    @settings(max_examples=EXAMPLES)
    @given(st.data())
    def attack(data: st.DataObject) -> None:
        answer = attacker.send(batches(data))
        seq, digest = _head(floor)
        assert digest == log.hashes[seq], "the log at the floor is the station's"
        assert isinstance(answer, KeptUpTo) or answer.code in REFUSALS, answer

    attack()
    assert floor.stored() == written(played)[: _head(floor)[0]]
    forks = [one for one in quarantine.cases(floor.owner()) if one.kind == "fork"]
    assert len(forks) <= quarantine.FORKS_MAX
    evidence = len(quarantine.cases(floor.owner())) - len(forks)
    attacker.close()
    # The station itself goes on as if nothing had happened.
    bring(station, played)
    assert floor.stored() == written(played)
    tell(f"{dict(attacker.answers)}; {len(forks)} forks apart, {evidence} forgeries as evidence")


@pytest.mark.campaign
def test_rows_that_a_stolen_certificate_adds_never_pass_for_the_log(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    """A thief with certificate and key can add rows and sign none; the real rows are kept beside them."""
    log = SmallLog(tmp_path / "table.db")
    log.write(20)
    station = floor.enrol("table-7")
    bring(station, log.path)
    at = len(written(log.path))
    log.write(30)
    honest = HonestLog(log.path)
    attacker = Attacker(station)
    thief: Append = honest.batch(at + 1, at + 5)
    forged = [(*row[:5], "thief", *row[6:]) for row in thief.rows]
    answer = attacker.send(packed(rechained(Append(1, thief.prev, forged, b"", thief.wall_us))))
    assert isinstance(answer, KeptUpTo)
    attacker.close()
    log.close()
    bring(station, log.path)
    (case,) = quarantine.cases(floor.owner())
    assert case.kind == "fork"
    assert case.state == "quarantined"
    quarantine.accept(floor.owner(), case.number, "Maria", "the certificate was stolen")
    kept = {seq: digest for branch in (1, case.branch) for seq, digest in floor.stored(branch)}
    assert [*kept.items()] == written(log.path), "the branch has every row of the table"
