"""A witness cosigns a log that grows and refuses one that was rewritten, cut, forked or is not known."""

import http.client
import json
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_station.engine.model.errors import ConfigError, ProofFaultError
from dealer_station.floor.witness.client import cosigned
from dealer_station.floor.witness.cosigning import Cosigner
from dealer_station.floor.witness.settings import held, open_witness
from dealer_station.log.transparency.note import SignedNote, read_note
from dealer_station.log.transparency.witness_request import WitnessRequest
from tests.floor.witness.watched import GrowingLog, prepare, serving
from tests.house.rules import ROOT

LOG = GrowingLog()


def ask(url: str, body: bytes, path: str = "/add-checkpoint") -> tuple[int, str, str]:
    """Post a body; return status, content type and answer."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=10)
    connection.request("POST", path, body)
    answer = connection.getresponse()
    told = answer.status, answer.headers["Content-Type"].partition(";")[0], answer.read().decode()
    connection.close()
    return told


def fetch(url: str, path: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    told = answer.status, answer.read()
    connection.close()
    return told


def test_a_log_that_grows_is_cosigned_and_published(tmp_path: Path) -> None:
    with serving(prepare(tmp_path, LOG)) as (url, key):
        where = f"/{sha256(LOG.origin.encode()).hexdigest()}/checkpoint"
        assert fetch(url, where)[0] == 404
        for old, size in ((0, 5), (5, 5), (5, 8), (8, 33)):
            status, kind, line = ask(url, LOG.request(old, size))
            assert (status, kind) == (200, "text/plain")
            cosigned_note = read_note((str(LOG.note(size)) + line).encode())
            cosigned_note.check_signed_by(key)
            status, raw = fetch(url, where)
            assert (status, raw.decode()) == (200, str(cosigned_note))
        assert fetch(url, "/nothing")[0] == fetch(url, f"/{'0' * 64}/checkpoint")[0] == 404
        assert fetch(url, "/..%2fwitness.key/checkpoint")[0] == 404


def test_every_refusal_has_its_status_and_changes_nothing(tmp_path: Path) -> None:
    rewritten, stranger = GrowingLog(fork="x", forked_at=3), GrowingLog(seed=9)
    unknown = GrowingLog()
    unknown.origin = "dealer-station/unknown"
    note, old_proof = LOG.note(20), LOG.proof(12, 20)
    forged = SignedNote(note.text.replace("\n20\n", "\n21\n"), note.signatures)
    refused = {
        "another size": (LOG.request(8, 20), 409, "12\n"),
        "roll-back": (LOG.request(0, 7), 409, "12\n"),
        "rewriting": (rewritten.request(12, 20), 422, ""),
        "split view": (rewritten.request(12, 12), 422, ""),
        "no proof": (WitnessRequest(12, (), note).body, 422, ""),
        "a changed proof": (WitnessRequest(12, (bytes(32), *old_proof[1:]), note).body, 422, ""),
        "a proof too long": (WitnessRequest(12, (*old_proof, bytes(32)), note).body, 422, ""),
        "old beyond the size": (LOG.request(0, 7).replace(b"old 0", b"old 9"), 400, ""),
        "an unknown key": (stranger.request(12, 20), 403, ""),
        "a forged signature": (WitnessRequest(12, old_proof, forged).body, 403, ""),
        "an unknown origin": (unknown.request(0, 5), 404, ""),
        "nonsense": (b"nonsense", 400, ""),
        "nothing": (b"", 400, ""),
    }
    with serving(prepare(tmp_path, LOG)) as (url, _):
        assert ask(url, LOG.request(0, 12))[0] == 200
        state = {path: path.read_bytes() for path in (tmp_path / "logs").iterdir()}
        for what, (body, status, told) in refused.items():
            answer = ask(url, body)
            assert answer[0] == status, what
            assert not told or answer[1:] == ("text/x.tlog.size", told), what
            assert "—" not in answer[2], what
        assert ask(url, b"x" * 300_000)[0] == 413
        assert ask(url, LOG.request(12, 20), "/elsewhere")[0] == 404
        assert {path: path.read_bytes() for path in (tmp_path / "logs").iterdir()} == state
        assert ask(url, LOG.request(12, 20))[0] == 200


def test_an_empty_tree_has_one_root(tmp_path: Path) -> None:
    cosigner = Cosigner(open_witness(prepare(tmp_path, LOG)))
    assert cosigner.add_checkpoint(LOG.request(0, 0)).status == 200
    wrong = GrowingLog().note(3).text.replace("\n3\n", "\n0\n")
    forged = SignedNote(wrong, ()).signed_by(LOG.signer)
    assert cosigner.add_checkpoint(WitnessRequest(0, (), forged).body).status == 422


@given(st.integers(0, 2**31))
@settings(max_examples=60, deadline=None)
def test_no_request_with_a_flipped_bit_is_cosigned(
    tmp_path_factory: pytest.TempPathFactory, chance: int
) -> None:
    cosigner = Cosigner(open_witness(prepare(tmp_path_factory.mktemp("w"), LOG)))
    assert cosigner.add_checkpoint(LOG.request(0, 13)).status == 200
    body = bytearray(LOG.request(13, 21))
    bit = chance % (8 * len(body))
    body[bit // 8] ^= 1 << bit % 8
    assert cosigner.add_checkpoint(bytes(body)).status in (400, 403, 404, 409, 422)


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 40)), max_size=12))
@settings(max_examples=25, deadline=None)
def test_whatever_is_submitted_the_cosigned_notes_are_of_one_log(
    tmp_path_factory: pytest.TempPathFactory, submitted: list[tuple[bool, int]]
) -> None:
    logs = LOG, GrowingLog(fork="x", forked_at=9)
    cosigner = Cosigner(open_witness(prepare(tmp_path_factory.mktemp("w"), LOG)))
    seen: list[bytes] = []
    for forked, size in submitted:
        log = logs[forked]
        known = len(seen) if len(seen) <= size else 0
        if cosigner.add_checkpoint(log.request(known, size)).verdict == "cosigned":
            assert log.rows(size)[: len(seen)] == seen
            seen = log.rows(size)


def test_the_client_finds_the_size_and_returns_a_verified_line(tmp_path: Path) -> None:
    with serving(prepare(tmp_path, LOG)) as (url, key):
        for size, known in ((6, 0), (9, 0), (30, 9), (30, 30)):
            note = LOG.note(size)
            line = cosigned(url, key, note, partial(LOG.proof, size=size), known)
            note.with_signatures((line,)).check_signed_by(key)
        with pytest.raises(ProofFaultError, match="has cosigned 30 rows of this log, and the checkpoint"):
            cosigned(url, key, LOG.note(10), lambda old: LOG.proof(old, 10))
        fork = GrowingLog(fork="x", forked_at=3)
        with pytest.raises(ProofFaultError, match=r"refused the checkpoint \(422\)"):
            cosigned(url, key, fork.note(40), lambda old: fork.proof(old, 40))
        other = GrowingLog(seed=7).signer.key
        with pytest.raises(ProofFaultError, match="no signature is by"):
            cosigned(url, other, LOG.note(31), lambda old: LOG.proof(old, 31), 30)
    with pytest.raises(ProofFaultError, match="does not answer"):
        cosigned(url, key, LOG.note(31), lambda old: LOG.proof(old, 31))
    with pytest.raises(ProofFaultError, match="not the address"):
        cosigned("ftp://x", key, LOG.note(31), lambda old: LOG.proof(old, 31))


def test_of_two_views_that_arrive_at_once_one_is_cosigned(tmp_path: Path) -> None:
    fork = GrowingLog(fork="x", forked_at=6)
    with serving(prepare(tmp_path, LOG)) as (url, _):
        assert ask(url, LOG.request(0, 6))[0] == 200
        bodies = [one.request(6, size) for one in (LOG, fork) for size in (10, 11, 12)]
        with ThreadPoolExecutor(6) as pool:
            statuses = [told[0] for told in pool.map(lambda body: ask(url, body), bodies)]
    assert sorted(statuses) == [200, 409, 409, 409, 409, 409]


def test_a_witness_killed_between_store_and_answer_has_lost_nothing(tmp_path: Path) -> None:
    folder = prepare(tmp_path, LOG)
    command = [sys.executable, "-m", "tests.floor.witness.watched", str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        with pytest.raises((http.client.HTTPException, OSError)):
            ask(url, LOG.request(0, 12))
        assert process.wait(10) == -signal.SIGKILL
    with serving(folder) as (url, key):
        assert ask(url, GrowingLog(fork="x", forked_at=2).request(0, 12))[::2] == (409, "12\n")
        line = cosigned(url, key, LOG.note(12), lambda old: LOG.proof(old, 12))
        LOG.note(12).with_signatures((line,)).check_signed_by(key)


def test_a_change_of_keys_and_a_restart_keep_the_state(tmp_path: Path) -> None:
    prepare(tmp_path, LOG)
    newer = GrowingLog(seed=2)
    with serving(tmp_path) as (url, key):
        assert ask(url, LOG.request(0, 4))[0] == 200
        assert ask(url, newer.request(4, 8))[0] == 403
    both = f'["{LOG.signer.key.text}", "{newer.signer.key.text}"]'
    (tmp_path / "witness.toml").write_text(f'name = "{key.name}"\n[[logs]]\nkeys = {both}\n', "utf-8")
    with serving(tmp_path) as (url, again):
        assert again == key
        assert ask(url, newer.request(4, 8))[0] == 200


def test_a_damaged_state_stops_the_cosigning_of_that_log(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with serving(prepare(tmp_path, LOG)) as (url, _):
        assert ask(url, LOG.request(0, 4))[0] == 200
        (path,) = (tmp_path / "logs").iterdir()
        raw = bytearray(path.read_bytes())
        raw[90] ^= 1
        path.write_bytes(raw)
        assert ask(url, LOG.request(4, 8))[0] == 500
        assert ask(url, LOG.request(0, 8))[0] == 500
    events = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert [one["event"] for one in events] == ["cosigned", "failed", "failed"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("name = 1", "name"),
        ('name = "a b"', "without spaces"),
        ('name = "w"\n[[logs]]\nkeys = []', "logs"),
        ('name = "w"\n[[logs]]\nkeys = ["x"]', "not a verifier key"),
        ('name = "w"\nother = 1', "other"),
        ("name = ", "witness.toml"),
        (f'name = "w"\n{f"""[[logs]]{chr(10)}keys = ["{LOG.signer.key.text}"]{chr(10)}""" * 2}', "twice"),
    ],
)
def test_settings_that_cannot_be_used_are_refused(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "witness.toml").write_text(text, "utf-8")
    with pytest.raises(ConfigError, match=why):
        open_witness(tmp_path)


def test_a_folder_has_settings_and_one_witness(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="does not exist; write it first"):
        open_witness(tmp_path)
    with held(tmp_path), pytest.raises(ConfigError, match="another witness runs"), held(tmp_path):
        raise AssertionError("two witnesses run on one folder")
    with held(tmp_path):
        pass
