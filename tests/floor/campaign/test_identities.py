"""Expired, stolen and foreign certificates open nothing; clocks in 1970 and 2038 close nothing."""

import os
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from dealer_station.floor.certificates.authority import Authority, make_authority
from dealer_station.floor.client.link import FloorLink, FloorSettings, LinkError
from dealer_station.floor.client.outbox import Outbox
from dealer_station.floor.protocol.messages import LogHello, Refusal
from dealer_station.floor.store import stations
from tests.floor.campaign.conftest import Tell
from tests.floor.campaign.scale import scaled
from tests.floor.floors import FloorUnderTest, bring, written
from tests.floor.small_logs import SmallLog
from tests.floor.test_answers import NOW_US
from tests.house.rules import ROOT

TRIES = scaled(50, 3)
CLOCKS = ("1970-01-02 00:00:00", "2000-01-01 00:00:00", "2038-01-19 03:14:08", "2038-02-01 12:00:00")


def _log(folder: Path, name: str, rows: int = 5) -> Path:
    """A closed log with keys of its own."""
    (folder / name).mkdir()
    log = SmallLog(folder / name / "table.db")
    log.write(rows)
    log.close()
    return log.path


def _greeting(settings: FloorSettings, log: Path) -> str:
    """The floor's answer to a hello: `welcome`, the code of a refusal, or the trouble of the link."""
    link = FloorLink(settings)
    told = Outbox(log).introduction()
    try:
        answer = link.hello(LogHello(told.log, "Table", told.key, "test", told.size, NOW_US, told.marks))
    except LinkError as error:
        return error.trouble
    finally:
        link.close()
    return answer.code if isinstance(answer, Refusal) else "welcome"


def _files(
    folder: Path, authority: Authority, name: str, made: datetime, settings: FloorSettings
) -> FloorSettings:
    """The files of a station as an authority makes them at some time; the floor's own `ca` stays."""
    folder.mkdir()
    bundle = authority.enrol(name, made)
    (folder / "station.pem").write_bytes(bundle.certificate)
    (folder / "station.key").write_bytes(bundle.key)
    return replace(settings, certificate=folder / "station.pem", key=folder / "station.key")


@pytest.mark.campaign
def test_no_wrong_certificate_gets_in(floor: FloorUnderTest, tmp_path: Path, tell: Tell) -> None:
    make_authority(tmp_path / "elsewhere", ("localhost", "127.0.0.1"), datetime.now(UTC))
    elsewhere, now = Authority(tmp_path / "elsewhere"), datetime.now(UTC)
    answers: dict[str, Counter[str]] = {}

    def count(what: str, answer: str) -> None:
        answers.setdefault(what, Counter())[answer] += 1

    for number in range(TRIES):
        name = f"table-{number}"
        log, other = _log(tmp_path, f"log-{name}"), _log(tmp_path, f"other-{name}")
        right = floor.enrol(name)
        before = floor.enrol(f"spare-{number}")
        assert bring(right, log).state.status == "current"
        # A thief has the certificate and not the key, or both and another log.
        count("certificate with another key", _greeting(replace(right, key=before.key), log))
        count("certificate for another log", _greeting(right, other))
        count(
            "name in a certificate of another floor",
            _greeting(_files(tmp_path / f"foreign-{number}", elsewhere, name, now, right), log),
        )
        expired = _files(tmp_path / f"old-{number}", floor.authority, name, now - timedelta(days=366), right)
        count("expired", _greeting(expired, log))
        early = _files(tmp_path / f"new-{number}", floor.authority, name, now + timedelta(days=2), right)
        count("not valid yet", _greeting(early, log))
        unknown = _files(tmp_path / f"unknown-{number}", floor.authority, f"nobody-{number}", now, right)
        count("never enrolled", _greeting(unknown, log))
        replaced = _files(tmp_path / f"replaced-{number}", floor.authority, name, now, right)
        count("right name, key of no enrolment", _greeting(replaced, log))
        stations.disable(floor.owner(), name, by="Maria", because="stolen")
        count("disabled", _greeting(right, log))
        again = floor.enrol(name)
        count("enrolled again", _greeting(again, log))
        kept = floor.ask(
            "SELECT count(*) FROM floor.event e JOIN floor.station s USING (log) WHERE s.name = %s", name
        )
        assert kept == [(len(written(log)),)]
    told = {what: dict(found) for what, found in answers.items()}
    for what, found in told.items():
        tell(f"{what}: {found}")
    welcome = {what for what, found in told.items() if "welcome" in found}
    assert welcome == {"enrolled again"}
    assert told["expired"] == {"expired": TRIES}


@pytest.mark.campaign
@pytest.mark.parametrize("clock", CLOCKS)
def test_a_station_whose_clock_is_wrong_reaches_the_floor(
    floor: FloorUnderTest, tmp_path: Path, clock: str
) -> None:
    """The whole program of the station lives at that time, TLS included."""
    settings = floor.enrol("table-7")
    log = _log(tmp_path, "log", 50)
    options = ["--url", settings.url, "--certificate", str(settings.certificate)]
    options += ["--key", str(settings.key), "--ca", str(settings.ca), "--name", "Table 7"]
    done = subprocess.run(
        [
            "faketime",
            "-f",
            clock,
            sys.executable,
            "-m",
            "dealer_station",
            "floor",
            "sync",
            str(log),
            *options,
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "FAKETIME_DONT_FAKE_MONOTONIC": "1", "TZ": "UTC"},
    )
    assert done.returncode == 0, done.stderr
    assert floor.stored() == written(log)
    ((offset_us,),) = floor.ask("SELECT clock_offset_us FROM floor.station")
    wrong = datetime.fromisoformat(clock).replace(tzinfo=UTC) - datetime.now(UTC)
    assert abs(offset_us / 1e6 - wrong.total_seconds()) < 60
    ((kept_on,),) = floor.ask("SELECT DISTINCT kept_on FROM floor.event")
    assert abs((kept_on - datetime.now(UTC).date()).days) <= 1, "rows are filed by the floor's clock"
