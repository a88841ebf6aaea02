"""The ledger of the long proofs finds rows that were acknowledged and lost, also if they came back."""

import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.floor.campaign.proofs import check_acknowledged, check_whole
from tests.floor.campaign.worker import Account
from tests.floor.floors import FloorUnderTest, bring, written
from tests.floor.small_logs import SmallLog


@pytest.fixture
def account(floor: FloorUnderTest, tmp_path: Path) -> Account:
    """The honest account of a station whose log is at the floor."""
    log = SmallLog(tmp_path / "table.db")
    log.write(10)
    log.close()
    bring(floor.enrol("table-7"), log.path)
    last = written(log.path)[-1][0]
    return Account("table-7", str(log.path), 0, [(_now_us(), last)], {}, last, last, "current", "", 0)


def _now_us() -> int:
    return time.time_ns() // 1000


def _with(account: Account, acknowledged: list[tuple[int, int]]) -> list[Account]:
    return [replace(account, acknowledged=acknowledged)]


def test_an_honest_account_holds(floor: FloorUnderTest, account: Account, tmp_path: Path) -> None:
    tally = check_whole(floor.owner(), [account], tmp_path / "pulled")
    assert (tally.rows, tally.acknowledged_rows, tally.pulled) == (account.kept, account.kept, 1)


def test_an_acknowledged_row_that_is_missing_is_found(floor: FloorUnderTest, account: Account) -> None:
    told = _with(account, [(_now_us(), account.kept + 1)])
    with pytest.raises(AssertionError, match="is missing"):
        check_acknowledged(floor.owner(), told)


def test_a_row_that_was_lost_and_sent_again_is_found(floor: FloorUnderTest, account: Account) -> None:
    hour_us = 3_600_000_000
    told = _with(account, [(_now_us() - hour_us, account.kept)])
    with pytest.raises(AssertionError, match="was lost and sent again"):
        check_acknowledged(floor.owner(), told)
    check_acknowledged(floor.owner(), told, until_us=_now_us() - 2 * hour_us)
