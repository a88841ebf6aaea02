"""Certificates: renewed in time, reported before they end."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from cryptography import x509

from dealer_station.cli.main import main
from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.certificates import authority
from dealer_station.floor.certificates.authority import Authority, make_authority
from dealer_station.floor.client.link import FloorSettings
from dealer_station.floor.store import stations
from dealer_station.log.store.durable_rename import put_in_place
from tests.floor.commands import done
from tests.floor.floors import FloorUnderTest, bring


def aged(floor: FloorUnderTest, days: int) -> FloorSettings:
    """A station whose certificate was made some days ago."""
    settings = floor.enrol("table-7")
    bundle = floor.authority.enrol("table-7", datetime.now(UTC) - timedelta(days=days))
    stations.enrol(floor.owner(), "table-7", bundle.public_key, bundle.expires, by="Maria")
    settings.certificate.write_bytes(bundle.certificate)
    settings.key.write_bytes(bundle.key)
    return settings


def days_left(path: Path) -> int:
    certificate = x509.load_pem_x509_certificate(path.read_bytes())
    return (certificate.not_valid_after_utc - datetime.now(UTC)).days


def test_a_certificate_is_renewed_after_two_thirds_of_its_life(floor: FloorUnderTest, played: Path) -> None:
    settings = aged(floor, 250)
    assert days_left(settings.certificate) < 120
    assert bring(settings, played).state.status == "current"
    assert days_left(settings.certificate) >= 364
    (expires,) = floor.ask("SELECT expires_at FROM floor.station")[0]
    assert (expires - datetime.now(UTC)).days >= 364
    assert bring(settings, played).state.status == "current"


def test_a_young_certificate_stays(floor: FloorUnderTest, played: Path) -> None:
    settings = aged(floor, 200)
    before = settings.certificate.read_bytes()
    bring(settings, played)
    assert settings.certificate.read_bytes() == before


def test_a_warning_comes_thirty_days_before_the_end(floor: FloorUnderTest, played: Path) -> None:
    settings = aged(floor, 345)
    # The renewed certificate cannot be put in place: its folder has something else there.
    settings.certificate.with_name(settings.certificate.name + ".new").mkdir()
    state = bring(settings, played).state
    assert state.status == "current"
    assert "could not be kept" in state.warning
    assert state.certificate_days == 19


def test_the_end_of_a_life_is_no_outage(floor: FloorUnderTest, played: Path) -> None:
    state = bring(aged(floor, 400), played).state
    assert (state.status, state.trouble, state.ok) == ("refused", "expired", False)


def test_an_authority_is_never_replaced_and_says_what_is_missing(tmp_path: Path) -> None:
    make_authority(tmp_path, ("localhost",), datetime.now(UTC))
    with pytest.raises(FloorError, match="already exists"):
        make_authority(tmp_path, ("localhost",), datetime.now(UTC))
    assert (tmp_path / "ca.key").stat().st_mode & 0o077 == 0
    (tmp_path / "ca.pem").write_text("nonsense")
    with pytest.raises(FloorError, match="damaged"):
        Authority(tmp_path)
    (tmp_path / "ca.pem").unlink()
    with pytest.raises(FloorError, match=r"ca\.pem cannot be made again"):
        Authority(tmp_path)
    with pytest.raises(FloorError, match=r"lacks ca\.pem"):
        make_authority(tmp_path, ("localhost",), datetime.now(UTC))


def test_the_making_of_a_floor_that_was_interrupted_begins_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody pulls the plug after each file in turn."""
    for number in range(4):
        folder = tmp_path / str(number)
        left = iter(range(number))

        def put(temporary: Path, path: Path, left: Iterator[int] = left) -> None:
            if next(left, None) is None:
                raise KeyboardInterrupt
            put_in_place(temporary, path)

        monkeypatch.setattr(authority, "put_in_place", put)
        with pytest.raises(KeyboardInterrupt):
            make_authority(folder, ("localhost",), datetime.now(UTC))
        monkeypatch.undo()
        assert not (folder / "ca.key").exists()
        make_authority(folder, ("floor.example",), datetime.now(UTC))
        made = Authority(folder)
        assert made.server_name() == "floor.example"
        assert sorted(one.name for one in folder.iterdir()) == sorted(authority.FILES)
        server = x509.load_pem_x509_certificate((folder / "server.pem").read_bytes())
        assert made.has_signed(server)
        with pytest.raises(FloorError, match="already exists"):
            make_authority(folder, ("localhost",), datetime.now(UTC))


def test_another_folder_with_new_certificates_takes_the_keys_of_the_floor_along(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    done(floor, "init")
    done(floor, "enrol", "table-7", "--by", "Maria")
    anew = tmp_path / "anew"
    words = ["floor", "init", "--folder", str(anew), "--database", floor.database]
    for name in ("signing.key", "witness.key"):
        refused = CliRunner().invoke(main, words)
        assert refused.exit_code == 2, refused.output
        assert f"{name}: is missing" in refused.output
        assert not (anew / name).exists(), "a key that does not fit the floor helps nobody"
        shutil.copy(floor.folder / "floor" / name, anew)
    made = CliRunner().invoke(main, words)
    assert made.exit_code == 0, made.output
    words = ["floor", "enrol", "table-7", "--by", "Maria", *words[2:]]
    again = CliRunner().invoke(main, words)
    assert again.exit_code == 0, again.output
    assert (anew / "ca.pem").read_bytes() != (floor.folder / "floor" / "ca.pem").read_bytes()
