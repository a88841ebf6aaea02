"""The signatures of a long log are checked in a second process, with the same findings."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from dealer_station.log.integrity import sign, signature_process
from dealer_station.log.integrity.signature_process import SignatureChecks
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from tests.log.test_tampering import tampered

Copy = Callable[[], Path]
HARM = (
    "UPDATE checkpoint SET seq = seq WHERE seq = 0",
    "UPDATE checkpoint SET signature = zeroblob(64) WHERE seq = (SELECT max(seq) FROM checkpoint)",
    "UPDATE checkpoint SET signature = X'00' WHERE seq = (SELECT min(seq) FROM checkpoint)",
    "UPDATE checkpoint SET wall_us = wall_us + 1",
    "UPDATE checkpoint SET signer = zeroblob(32)",
    "UPDATE event SET who = 'Eve' WHERE seq = 25",
)


PYTHONS = (sys.executable, "/bin/false", "/no/such/python")
"""A process that works, one that ends at once, and one that cannot be started."""


def with_second_process(monkeypatch: pytest.MonkeyPatch, python: str) -> None:
    monkeypatch.setattr(signature_process, "FEWEST", 1)
    monkeypatch.setattr(sys, "executable", python)


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("harm", HARM)
def test_the_findings_are_those_of_one_process(
    copy: Copy, shift: Path, harm: str, python: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tampered(copy(), shift, harm)
    alone = verify(db).findings
    with_second_process(monkeypatch, python)
    assert verify(db).findings == alone
    assert bool(alone) == (harm != HARM[0])


@pytest.mark.parametrize("python", PYTHONS)
def test_every_checkpoint_gets_its_own_answer(
    shift: Path, python: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_second_process(monkeypatch, python)
    with Reader(shift) as log:
        genuine = list(log.checkpoints())
    assert len(genuine) > 1
    mixed = [one for good in genuine for one in (good, _forged(good))]
    with SignatureChecks(mixed) as checks:
        assert [checks.is_genuine(one) for one in mixed] == [True, False] * len(genuine)
        assert [checks.is_genuine(one) for one in reversed(mixed)] == [False, True] * len(genuine)


def _forged(good: sign.Checkpoint) -> sign.Checkpoint:
    return replace(good, wall_us=good.wall_us + 1)
