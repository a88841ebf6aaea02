"""A log of which a tenth is left, and no signature: what is left of its chain holds, and says so."""

from collections.abc import Callable
from pathlib import Path

from dealer_station.log.integrity.verify import verify
from tests.log import shifts
from tests.ui.review.pit import pit

PAGE = 4096


def test_rounds_before_the_cut_are_as_they_were_written(tmp_path: Path) -> None:
    log = shifts.play(tmp_path / "table.db", rounds=90, players=5)
    content = log.read_bytes()
    log.write_bytes(content[: len(content) // 10 // PAGE * PAGE])
    last = verify(log).last_seq
    with pit(log) as it:
        broken: Callable[[], bool] = lambda: it.review.verifier.values(it.review.say)["state"] == "broken"  # noqa: E731
        it.until(broken, "a broken log")
        it.is_catalogued()
        words = it.review.verifier.words(it.review.say)
        assert any(f"Up to row {last:,} everything is as it was written" in one for one in words)
        assert "These rows are not signed." in words
        assert "No part of this file can be trusted." not in words
        assert not any("NOT TO BE TRUSTED" in one for one in it.words)
