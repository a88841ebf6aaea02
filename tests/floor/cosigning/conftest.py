"""Pauses that are short enough for tests."""

import pytest

from dealer_station.floor.gateway import witness_thread


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Witnesses are asked again soon, and nobody waits long for one that does not cosign."""
    monkeypatch.setattr(witness_thread, "IDLE_SECONDS", 0.05)
    soon = dict.fromkeys(witness_thread.BACKOFF_SECONDS, (0.2, 0.4))
    monkeypatch.setattr(witness_thread, "BACKOFF_SECONDS", soon)
    monkeypatch.setattr("dealer_station.floor.client.note_sender.WITNESS_SECONDS", (0.1, 0.2, 0.3))
