"""The way to a gateway: its address, and the files with which a station introduces itself."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from structlog.testing import capture_logs

from dealer_station.cli.main import main
from dealer_station.floor.client.credentials import certificate_end
from dealer_station.floor.client.link import FloorSettings
from tests.config.stations import minimal
from tests.floor.floors import FloorUnderTest
from tests.floor.small_logs import SmallLog


@pytest.fixture
def station(floor: FloorUnderTest, tmp_path: Path) -> FloorSettings:
    """A station with a log, and its files."""
    log = SmallLog(tmp_path / "station.db")
    log.write(5)
    log.close()
    return floor.enrol("table-7")


def asked(settings: FloorSettings, *, url: str = "") -> tuple[int, str]:
    """Exit code and words of `floor sync`, in one line."""
    files = ("--certificate", settings.certificate), ("--key", settings.key), ("--ca", settings.ca)
    options = [str(word) for pair in files for word in pair]
    log = settings.certificate.parents[1] / "station.db"
    result = CliRunner().invoke(main, ["floor", "sync", str(log), "--url", url or settings.url, *options])
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, " ".join(result.output.split())


def test_an_address_without_a_port_means_the_same_port_everywhere(
    station: FloorSettings, tmp_path: Path
) -> None:
    section = f'[floor]\nurl = "https://floor.invalid"\ncertificate = "{station.certificate}"\n'
    file = tmp_path / "station.toml"
    file.write_text(
        minimal("massachusetts", f'{section}key = "{station.key}"\nca = "{station.ca}"\n'), "utf-8"
    )
    assert CliRunner().invoke(main, ["config", "check", str(file)]).exit_code == 0
    db = str(tmp_path / "station.db")
    for words in (["doctor", "--floor", str(file)], ["floor", "sync", db, "--config", str(file)]):
        told = " ".join(CliRunner().invoke(main, words).output.split())
        assert "the floor does not answer at floor.invalid:8443: " in told, told


def test_a_file_with_the_section_alone_is_enough_to_ask_the_floor(
    station: FloorSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = f'[floor]\nurl = "{station.url}"\ncertificate = "{station.certificate}"\n'
    (tmp_path / "floor.toml").write_text(f'{section}key = "{station.key}"\nca = "{station.ca}"\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    done = CliRunner().invoke(main, ["floor", "sync", "station.db"])
    assert done.exit_code == 0, done.output
    assert done.output.count("current, ") == 1, "a line that says nothing new is not printed"
    told = " ".join(CliRunner().invoke(main, ["doctor", "--floor", "floor.toml"]).output.split())
    assert "rows are kept there" in told


@pytest.mark.parametrize(
    ("url", "told"),
    [
        (
            "https://127.0.0.1:1",
            "does not answer at 127.0.0.1:1: connection refused; check host and port",
        ),
        ("https://floor.invalid:8443", "check the name in its address"),
        ("https://127.0.0.1:8443/Table%207", "names a table, and a station brings its own log"),
    ],
)
def test_an_address_that_leads_nowhere_is_named_with_what_to_check(
    station: FloorSettings, url: str, told: str
) -> None:
    code, words = asked(station, url=url)
    assert code in (1, 2)
    assert told in words
    assert "Errno" not in words


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def halved(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.parametrize("name", ["certificate", "key", "ca"])
@pytest.mark.parametrize(
    ("spoil", "told"),
    [(emptied, "holds no "), (halved, "holds no "), (Path.unlink, "no such file; enrol its holder")],
)
def test_a_file_that_does_not_do_is_named(
    station: FloorSettings, name: str, spoil: Callable[[Path], None], told: str
) -> None:
    path = getattr(station, name)
    spoil(path)
    code, words = asked(station)
    assert (code, f"{path}: {told}" in words) == (1, True), words


def test_a_file_of_the_wrong_kind_or_of_another_station_is_named(
    floor: FloorUnderTest, station: FloorSettings
) -> None:
    own = station.key.read_bytes()
    station.key.write_bytes(station.certificate.read_bytes())
    assert f"{station.key}: holds no private key; copy it again" in asked(station)[1]
    station.key.write_bytes(floor.enrol("table-8").key.read_bytes())
    assert f"{station.key}: is not the key of {station.certificate}" in asked(station)[1]
    station.key.write_bytes(own)
    assert asked(station)[0] == 0


def test_a_file_that_may_not_be_read_is_named(
    station: FloorSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Path.read_bytes

    def refuse(path: Path) -> bytes:
        # Whoever runs the tests may be root, who may read everything.
        if path == station.key:
            raise PermissionError(13, "Permission denied", str(path))
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    _, words = asked(station)
    assert f"{station.key}: this user may not read it; make the user who runs this program its owner" in words


def expired(floor: FloorUnderTest, station: FloorSettings) -> datetime:
    """Give the station a certificate whose life is over; return the end."""
    bundle = floor.authority.enrol("table-7", datetime.now(UTC) - timedelta(days=400))
    station.certificate.write_bytes(bundle.certificate)
    station.key.write_bytes(bundle.key)
    return bundle.expires


def test_an_expired_certificate_is_called_expired_at_both_ends(
    floor: FloorUnderTest, station: FloorSettings
) -> None:
    end = expired(floor, station)
    with capture_logs() as logged:
        code, words = asked(station)
    assert code == 1
    assert words.startswith("refused, ")
    assert f"{station.certificate} expired on {end:%Y-%m-%d}" in words
    assert "enrol its holder again under the same name" in words
    (refusal,) = [one for one in logged if one["event"] == "certificate refused"]
    assert refusal["why"] == "certificate has expired"


def test_the_end_of_a_certificate_is_read_from_it(floor: FloorUnderTest, tmp_path: Path) -> None:
    bundle = floor.authority.enrol("table-7", datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))
    path = tmp_path / "one.pem"
    path.write_bytes(bundle.certificate)
    assert certificate_end(path) == bundle.expires
    # After 2049 the time is written with four digits of the year.
    later = floor.authority.enrol("table-7", datetime(2051, 1, 2, 3, 4, 5, tzinfo=UTC))
    path.write_bytes(later.certificate)
    assert certificate_end(path) == later.expires
    path.write_text("-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n")
    assert certificate_end(path) is None
