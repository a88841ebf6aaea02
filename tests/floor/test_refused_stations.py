"""A station that the floor refuses: it asks ever less often, its people see it, and evidence is kept once."""

import json
from pathlib import Path

import pytest

from dealer_station.floor.client.link import FloorSettings
from dealer_station.floor.client.sync import BACKOFF_SECONDS_MAX, Synchroniser
from dealer_station.floor.store import quarantine, stations
from tests.floor.commands import done, floor_command
from tests.floor.floors import FloorUnderTest, bring, synchroniser, written
from tests.floor.small_logs import SmallLog
from tests.log.shifts import keys_of


def small(path: Path) -> SmallLog:
    path.parent.mkdir()
    log = SmallLog(path)
    log.write(20)
    log.writer.sign_now()
    return log


def pauses(one: Synchroniser, steps: int) -> list[float]:
    """The pauses between the steps of a station, which does not wait for them here."""
    return [one.step() for _ in range(steps)]


def status(one: Synchroniser) -> str:
    """The status as it is now."""
    return one.state.status


def assert_growing(found: list[float]) -> None:
    """Each pause is at least half of one that doubles, up to the longest."""
    for number, pause in enumerate(found):
        whole = min(BACKOFF_SECONDS_MAX, 0.2 * 2**number)
        assert whole / 2 <= pause <= whole, found
    assert found[-1] >= BACKOFF_SECONDS_MAX / 2


@pytest.fixture
def untrusted(floor: FloorUnderTest, tmp_path: Path) -> tuple[FloorSettings, SmallLog]:
    """A station that was enrolled with another key than the one that signs its log."""
    other = keys_of(tmp_path / "other.db").signer
    return floor.enrol("table-7", signing_keys=[other]), small(tmp_path / "table" / "x.db")


def test_a_refused_batch_is_sent_ever_less_often_and_kept_once(
    floor: FloorUnderTest, untrusted: tuple[FloorSettings, SmallLog]
) -> None:
    settings, log = untrusted
    one = synchroniser(settings, log.path)
    found = pauses(one, 10)
    # The table deals on meanwhile, so that the next batch is a larger one.
    log.write(5, "later")
    found += pauses(one, 2)
    one.close()
    assert_growing(found)
    assert (one.state.status, one.state.code) == ("refused", "untrusted_key")
    (case,) = quarantine.cases(floor.owner())
    assert (case.kind, case.times) == ("untrusted_key", 12)
    assert case.last_at is not None
    assert floor.ask("SELECT count(*) FROM floor.quarantine") == [(1,)]
    assert floor.stored() == []
    log.close()


def test_a_disabled_station_says_hello_ever_less_often(floor: FloorUnderTest, tmp_path: Path) -> None:
    settings = floor.enrol("table-7")
    log = small(tmp_path / "table" / "x.db")
    log.close()
    bring(settings, log.path)
    stations.disable(floor.owner(), "table-7", by="Maria", because="stolen")
    one = synchroniser(settings, log.path)
    assert_growing(pauses(one, 12))
    one.close()
    assert (one.state.status, one.state.code) == ("refused", "disabled")


def test_after_a_refusal_that_is_over_the_next_one_begins_with_a_short_pause(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    settings = floor.enrol("table-7")
    log = small(tmp_path / "table" / "x.db")
    bring(settings, log.path)
    stations.disable(floor.owner(), "table-7", by="Maria", because="stolen")
    one = synchroniser(settings, log.path)
    pauses(one, 8)
    new = floor.enrol("table-7")
    assert new.certificate == settings.certificate
    log.write(5)
    one.close()
    # The link opens a connection with the new certificate; the floor keeps what has come.
    while status(one) != "current":
        one.step()
    assert floor.stored() == written(log.path)
    stations.disable(floor.owner(), "table-7", by="Maria", because="again")
    log.write(5)
    pause = 0.0
    while status(one) != "refused":
        pause = one.step()
    assert pause <= 0.2
    one.close()
    log.close()


def test_floor_status_fails_while_a_station_is_refused(
    floor: FloorUnderTest, untrusted: tuple[FloorSettings, SmallLog]
) -> None:
    settings, log = untrusted
    assert floor_command(floor, "status").exit_code == 0
    bring(settings, log.path)
    told = floor_command(floor, "status")
    assert told.exit_code == 1, told.output
    assert "REFUSED, last at" in told.output
    assert "floor enrol table-7 --key" in told.output
    (state,) = listed_anyway(floor)["stations"]
    assert (state["is_refused"], state["refused_code"]) == (True, "untrusted_key")
    key = keys_of(log.path).signer.hex()
    done(floor, "enrol", "table-7", "--by", "Maria", "--key", key)
    folder = floor.folder / "floor" / "stations" / "table-7"
    new = FloorSettings(settings.url, folder / "station.pem", folder / "station.key", folder / "ca.pem")
    assert bring(new, log.path).state.status == "current"
    assert "REFUSED" not in done(floor, "status")
    log.close()


def listed_anyway(floor: FloorUnderTest) -> dict[str, list[dict[str, object]]]:
    """The status as JSON, whatever the exit code."""
    found: dict[str, list[dict[str, object]]] = json.loads(floor_command(floor, "status", "--json").output)
    return found


def test_something_that_was_refused_is_shown_for_a_while_although_rows_are_kept_again(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    settings = floor.enrol("table-7")
    log = small(tmp_path / "table" / "x.db")
    bring(settings, log.path)
    # Somebody else has the certificate, and brings a log of their own.
    foreign = small(tmp_path / "foreign" / "x.db")
    foreign.close()
    assert bring(settings, foreign.path).state.code == "foreign_log"
    assert "REFUSED, last at" in floor_command(floor, "status").output
    log.write(1)
    bring(settings, log.path)
    told = floor_command(floor, "status")
    assert (told.exit_code, "something was REFUSED at" in told.output) == (1, True)
    floor.owner().execute("UPDATE floor.station SET refused_at = refused_at - interval '1 hour'")
    assert "REFUSED" not in done(floor, "status")
    log.close()
