"""Enrolment as an administrator does it: what is printed works, and nothing of somebody else is touched."""

import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_station.cli.main import main
from dealer_station.config import load, template
from dealer_station.floor.client.link import FloorSettings
from tests.config import stations as table_desk
from tests.floor.commands import done, floor_command, refused
from tests.floor.floors import FloorUnderTest, bring
from tests.floor.small_logs import SmallLog

BY = ("--by", "Maria")


def bundle_of(floor: FloorUnderTest, name: str) -> Path:
    return floor.folder / "floor" / "stations" / name


def settings_of(floor: FloorUnderTest, folder: Path) -> FloorSettings:
    files = (folder / name for name in ("station.pem", "station.key", "ca.pem"))
    return FloorSettings(f"https://127.0.0.1:{floor.gateway.port}", *files)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def small(tmp_path: Path) -> Path:
    (tmp_path / "table").mkdir()
    log = SmallLog(tmp_path / "table" / "station.db")
    log.write(5)
    log.close()
    return log.path


def test_the_printed_command_fills_in_the_section_that_config_init_wrote(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    folder = tmp_path / "station"
    folder.mkdir()
    desk = table_desk.Desk(folder, table_desk.minimal())
    whole = load(desk.file)
    desk.file.write_text(template.written(whole.config, whole.rules()), "utf-8")
    desk.make_supervisor()
    assert "\n[floor]\n" in desk.file.read_text("utf-8")

    printed = done(floor, "enrol", "table-7", *BY)
    assert "fill in the section [floor]" in printed
    command = printed[printed.index("dealer-station config set") :].split("\n\n")[0].replace("\\\n", " ")
    words = shlex.split(command)[1:]
    desk.good(*words, str(desk.file), "--as", "Maria", typed=f"{table_desk.PIN}\n")
    desk.good("config", "check", str(desk.file))
    named = load(desk.file).config.floor
    assert named.url == "https://localhost:8443"
    shutil.copytree(bundle_of(floor, "table-7"), folder / "floor")
    assert all((folder / one).is_file() for one in (named.certificate, named.key, named.ca))


def test_a_refused_enrolment_leaves_the_files_of_the_holder_alone(floor: FloorUnderTest) -> None:
    done(floor, "enrol", "pit-desk", "--reader", *BY)
    before = contents(bundle_of(floor, "pit-desk"))
    assert "enrolled already, and not as a station" in refused(floor, "enrol", "pit-desk", *BY)
    assert contents(bundle_of(floor, "pit-desk")) == before


def test_files_that_cannot_be_written_leave_the_certificate_in_force(
    floor: FloorUnderTest, small: Path
) -> None:
    done(floor, "enrol", "table-7", *BY)
    folder = bundle_of(floor, "table-7")
    before = contents(folder)
    (folder / "station.key.new").mkdir()
    assert "cannot be written" in refused(floor, "enrol", "table-7", *BY)
    (folder / "station.key.new").rmdir()
    assert contents(folder) == before
    assert bring(settings_of(floor, folder), small).state.status == "current"


def test_an_enrolment_says_which_certificate_it_replaces_and_status_sees_the_old_one(
    floor: FloorUnderTest, small: Path, tmp_path: Path
) -> None:
    assert "warning" not in done(floor, "enrol", "table-7", *BY)
    old = tmp_path / "old"
    shutil.copytree(bundle_of(floor, "table-7"), old)
    bring(settings_of(floor, old), small)
    printed = done(floor, "enrol", "table-7", *BY)
    assert "warning: table-7 was enrolled already (last heard of on " in printed
    assert floor_command(floor, "status").exit_code == 0

    assert bring(settings_of(floor, old), small).state.code == "not_enrolled"
    told = floor_command(floor, "status")
    assert (told.exit_code, "an OLD CERTIFICATE of it was used at" in told.output) == (1, True)
    bring(settings_of(floor, bundle_of(floor, "table-7")), small)
    floor.owner().execute("UPDATE floor.station SET refused_at = refused_at - interval '1 hour'")
    assert "OLD CERTIFICATE" not in done(floor, "status")


def test_status_shows_that_a_disabled_certificate_is_used(floor: FloorUnderTest, small: Path) -> None:
    settings = floor.enrol("table-7")
    bring(settings, small)
    done(floor, "disable", "table-7", *BY, "--because", "stolen")
    assert "its certificate was used" not in done(floor, "status")
    bring(settings, small)
    assert "DISABLED; its certificate was used at" in done(floor, "status")


def test_status_fails_when_a_station_has_been_silent_for_a_day(floor: FloorUnderTest, small: Path) -> None:
    bring(floor.enrol("table-7"), small)
    floor.owner().execute("UPDATE floor.station SET heard_at = now() - interval '10 hours'")
    assert "SILENT since" in done(floor, "status"), "a table that is closed for the night"
    floor.owner().execute("UPDATE floor.station SET heard_at = now() - interval '3 days'")
    told = floor_command(floor, "status")
    assert (told.exit_code, "SILENT since" in told.output) == (1, True)
    done(floor, "disable", "table-7", *BY, "--because", "sold")
    done(floor, "status")


@pytest.mark.parametrize(
    "name",
    ["ünïcode.example", "https://floor.example:8443", "bad name!", "", "floor.example:8443", "-x", "a..b"],
)
def test_a_name_that_no_station_could_reach_is_refused(
    floor: FloorUnderTest, tmp_path: Path, name: str
) -> None:
    folder = tmp_path / "made"
    words = ["floor", "init", "--folder", str(folder), "--database", floor.database, "--name", name]
    made = CliRunner().invoke(main, words)
    assert (made.exit_code, "cannot be the name of a gateway" in made.output) == (2, True), made.output
    assert not folder.exists()


def test_names_of_a_floor_are_made_once(floor: FloorUnderTest) -> None:
    done(floor, "init", "--name", "localhost")
    said = refused(floor, "init", "--name", "other.example")
    assert "is for localhost, 127.0.0.1, and not for other.example" in said
