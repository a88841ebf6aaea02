"""The keys that a floor trusts: those for which an enrolment vouches, and those for which they vouch."""

import re
import shlex
from pathlib import Path

import pytest

from dealer_station.floor.client.link import FloorSettings
from dealer_station.floor.store import stations
from dealer_station.log.integrity.keys import Keys
from dealer_station.log.store.append import Writer
from dealer_station.log.store.snapshot import restore
from tests.floor.commands import done, floor_command, listed, refused
from tests.floor.floors import FloorUnderTest, bring, written
from tests.floor.small_logs import SmallLog
from tests.log.shifts import SetClock, keys_of


def rotated(path: Path) -> tuple[Path, Keys]:
    """A log whose keys were rotated, so that two keys have signed it."""
    path.parent.mkdir()
    log = SmallLog(path)
    log.write(20)
    (path.parent / "fresh").mkdir()
    fresh = keys_of(path.parent / "fresh" / "x.db")
    log.writer.change_keys(fresh, "every year")
    log.write(20, "later")
    log.writer.sign_now()
    log.close()
    return path, fresh


def restored(path: Path, to: Path, rows: int = 20) -> tuple[Path, Keys]:
    """A log that a spare continues with keys of its own, for which no older key vouches."""
    to.parent.mkdir()
    fresh = keys_of(to)
    restore(path, to, fresh, SetClock(), by="Maria", because="broken")
    writer = Writer(to, fresh, SetClock(), start="closed")
    writer.started(rows)
    writer.sign_now()
    writer.close()
    return to, fresh


def small(path: Path) -> Path:
    path.parent.mkdir()
    log = SmallLog(path)
    log.write(20)
    log.close()
    return path


def of_the_command(floor: FloorUnderTest, name: str) -> FloorSettings:
    """The files that `floor enrol` has written for a station."""
    folder = floor.folder / "floor" / "stations" / name
    url = f"https://127.0.0.1:{floor.gateway.port}"
    return FloorSettings(url, folder / "station.pem", folder / "station.key", folder / "ca.pem")


def enrolled(floor: FloorUnderTest, *words: str) -> FloorSettings:
    """A station that was enrolled with the command."""
    done(floor, "enrol", "table-7", "--by", "Maria", *words)
    return of_the_command(floor, "table-7")


def is_verified(floor: FloorUnderTest) -> bool:
    return floor_command(floor, "verify").exit_code == 0


def test_a_log_with_rotated_keys_comes_to_an_empty_floor(floor: FloorUnderTest, tmp_path: Path) -> None:
    log, _ = rotated(tmp_path / "table" / "x.db")
    state = bring(enrolled(floor), log).state
    assert state.status == "current", state
    assert floor.stored() == written(log)
    assert is_verified(floor)


def test_the_first_key_is_enough_and_the_last_one_is_not(floor: FloorUnderTest, tmp_path: Path) -> None:
    log, fresh = rotated(tmp_path / "table" / "x.db")
    first = keys_of(log).signer.hex()
    last = bring(enrolled(floor, "--key", fresh.signer.hex()), log).state
    assert (last.status, last.code) == ("refused", "untrusted_key")
    assert f"floor enrol table-7 --key {first} --by NAME" in last.words
    assert floor.stored() == []
    assert bring(enrolled(floor, "--key", first), log).state.status == "current"
    assert floor.stored() == written(log)
    assert is_verified(floor)


def test_a_log_that_a_spare_continued_comes_to_an_empty_floor(floor: FloorUnderTest, tmp_path: Path) -> None:
    log, _ = restored(small(tmp_path / "table" / "x.db"), tmp_path / "spare" / "x.db")
    state = bring(enrolled(floor), log).state
    assert state.status == "current", state
    assert floor.stored() == written(log)
    assert is_verified(floor)


@pytest.mark.parametrize("at_once", [True, False])
def test_named_keys_must_be_all_that_nothing_else_vouches_for(
    floor: FloorUnderTest, tmp_path: Path, at_once: bool
) -> None:
    old = small(tmp_path / "table" / "x.db")
    log, fresh = restored(old, tmp_path / "spare" / "x.db")
    keys = keys_of(old).signer.hex(), fresh.signer.hex()
    if at_once:
        settings = enrolled(floor, "--key", keys[0], "--key", keys[1])
    else:
        state = bring(enrolled(floor, "--key", keys[0]), log).state
        assert (state.code, floor.stored()) == ("untrusted_key", [])
        # The message has the whole command; somebody only fills in a name.
        found = re.search(r"`dealer-station floor (.*)`", state.words)
        assert found
        done(floor, *shlex.split(found[1].replace("NAME", "Maria")))
        settings = of_the_command(floor, "table-7")
    assert bring(settings, log).state.status == "current"
    assert floor.stored() == written(log)
    assert is_verified(floor)
    assert "REFUSED" not in done(floor, "status")
    vouched = floor.ask("SELECT encode(key, 'hex'), station, vouched_by FROM floor.log_key")
    assert sorted(vouched) == sorted((key, "table-7", "Maria") for key in keys)
    told = "".join(about for (about,) in floor.ask("SELECT about FROM floor.deed"))
    assert all(key in told for key in keys)


def test_a_key_between_the_first_and_the_last_is_named_by_a_person(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    old = small(tmp_path / "table" / "x.db")
    between, middle = restored(old, tmp_path / "one" / "x.db")
    log, _ = restored(between, tmp_path / "two" / "x.db")
    state = bring(enrolled(floor), log).state
    assert (state.code, floor.stored()) == ("untrusted_key", [])
    assert middle.signer.hex() in state.words
    assert bring(enrolled(floor, "--key", middle.signer.hex()), log).state.status == "current"
    assert floor.stored() == written(log)
    assert is_verified(floor)


def test_a_log_that_names_another_first_key_than_the_person_is_refused(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    """Somebody who has stolen a certificate brings a log of their own before the station does."""
    key = keys_of(small(tmp_path / "table" / "x.db")).signer.hex()
    settings = enrolled(floor, "--key", key)
    state = bring(settings, small(tmp_path / "thief" / "x.db")).state
    assert (state.status, state.code) == ("refused", "untrusted_key")
    assert floor.stored() == []


def test_what_was_vouched_for_stays_so_for_its_log_alone(floor: FloorUnderTest, tmp_path: Path) -> None:
    first, second = small(tmp_path / "first" / "x.db"), small(tmp_path / "second" / "x.db")
    bring(floor.enrol("table-7"), first, "Table 7")
    bring(floor.enrol("table-9"), second, "Table 9")
    seven, nine = (stations.find_log(floor.owner(), name)[1].hex() for name in ("Table 7", "Table 9"))
    log, fresh = restored(first, tmp_path / "spare-7" / "x.db")
    done(floor, "enrol", "spare", "--log", seven, "--by", "Maria")
    assert bring(of_the_command(floor, "spare"), log).state.status == "current"
    # The spare is needed at another table, with other keys: table 7 verifies as before.
    other, _ = restored(second, tmp_path / "spare-9" / "x.db")
    done(floor, "enrol", "spare", "--log", nine, "--by", "Maria")
    assert bring(of_the_command(floor, "spare"), other).state.status == "current"
    assert is_verified(floor)
    assert fresh.signer.hex() in str(floor.ask("SELECT encode(key, 'hex') FROM floor.log_key"))


def test_an_enrolment_with_several_keys_refuses_one_that_is_none(floor: FloorUnderTest) -> None:
    good = "00" * 32
    said = refused(floor, "enrol", "table-7", "--by", "Maria", "--key", good, "--key", good + "00")
    assert "is not a key" in said
    assert listed(floor, "status")["stations"] == []
